"""How a bot that thinks leaves a partner the colour that one needs, and what it gives away, over many positions."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Give, Play
from engine.bots.manners import MARGIN
from engine.bots.position import settle
from engine.cards import FESTIVAL, Card
from engine.deck import HOUSE
from engine.rules import apply, new_game
from engine.seating import SOUTH, WEST
from engine.state import State
from engine.views import View, view
from tests.engine.bots.test_manners import outlook
from tests.engine.play import choose as random_choice
from tests.engine.position import position

GAMES = 24
LEADS = 2_500


def led(rng: Random) -> State:
    """Three cards each, North to play to a scoring card of West's: North and the table, its partner, share a colour."""
    day = rng.choice((1, 2, 3))
    cards = list(HOUSE.days[day - 1])
    lead = rng.choice([card for card in cards if card.scoring])
    shared, other = rng.sample([color for color in FESTIVAL if color != lead.color], 2)
    plain = [[card for card in cards if card.kind == "plain" and card.color == color] for color in (shared, other)]
    high, own = rng.sample(plain[0], 2)
    chosen = [lead, high, own, rng.choice(plain[1])]
    for card in chosen:
        cards.remove(card)
    rest = rng.sample([card for card in cards if card.kind != "start"], 8)
    hands = ([*chosen[2:], rest[0]], rest[1:4], [high, *rest[4:6]], [lead, *rest[6:]])
    state = position("W", *(" ".join(card.code for card in hand) for hand in hands), players=3, day=day)
    apply(state, Play(WEST, lead))
    return state


def winners(seen: View, taken: str) -> set[Card]:
    """The table's cards that are sure to win the trick once these colours are taken, whatever East may still play."""
    trick = tuple((play.seat, play.card) for play in seen.trick)
    shown = Counter(card for hand in seen.hands for card in hand or ())
    against = [card for card in Counter(seen.out) - shown if card.color not in taken]
    return {
        card
        for card in seen.hands[SOUTH] or ()
        if card.color not in taken
        and settle((*trick, (SOUTH, card))) == SOUTH
        and not any(c.rank >= card.rank or (c.kind == "kill10" and card.rank == 10) for c in against)
    }


def judge_color(seen: View, met: Counter[str]) -> None:
    """The table is left the colour of all its sure winners where that costs nothing.

    That is where North can play a plain card of another colour and no higher rank instead, and no plain card of North's
    that leaves the table without a sure winner could win the trick itself.
    """
    taken = "".join(play.card.color for play in seen.trick if play.card.color != "K")
    colors = {card.color for card in winners(seen, taken)}
    if len(colors) != 1 or "K" in colors:
        return
    (color,) = colors
    plain = [a.card for a in seen.actions if isinstance(a, Play) and a.card.kind == "plain" and a.card.color != "K"]
    spare = [card for card in plain if card.color != color and winners(seen, taken + card.color)]
    takes = [card for card in plain if card.color == color and any(other.rank <= card.rank for other in spare)]
    if not takes:
        return
    ends = outlook(seen)
    action = ends.options[0].action
    assert isinstance(action, Play)
    met["needed"] += 1
    if action.card in takes and ends.tricks[0] < 0.5:
        met["taken"] += 1
        worth = {option.action: worth for option, worth in zip(ends.options, ends.worth, strict=True)}
        civil = max(worth[Play(action.seat, card)] for card in spare)
        assert ends.worth[0] - civil > MARGIN, "takes the colour that the partner needs"


def test_a_partner_is_left_the_colour_it_needs() -> None:
    rng, met = Random("colours"), Counter[str]()
    for _ in range(LEADS):
        judge_color(view(led(rng), 0), met)
    assert met["needed"] > 60, met
    assert met["taken"] <= 0.05 * met["needed"], met


def judge_gift(seen: View, met: Counter[str]) -> None:
    """Of plain cards of one colour the lowest hurts the winner most: a higher one is given only for a clear gain."""
    cards = [action.card for action in seen.actions if isinstance(action, Give) and action.card.kind == "plain"]
    higher = [card for card in cards if any(o.color == card.color and o.rank < card.rank for o in cards)]
    if not higher:
        return
    ends = outlook(seen)
    action = ends.options[0].action
    assert isinstance(action, Give)
    met["gifts"] += 1
    if action.card in higher:
        met["dear"] += 1
        worth = {option.action: worth for option, worth in zip(ends.options, ends.worth, strict=True)}
        lower = max(worth[Give(action.seat, c)] for c in cards if c.color == action.card.color and c not in higher)
        assert ends.worth[0] - lower > MARGIN, "gives a better card than one like it"


@pytest.mark.parametrize("players", [4, 3])
def test_the_gift_that_hurts_most(players: int) -> None:
    rng, met = Random(players), Counter[str]()
    for _ in range(GAMES):
        state = new_game(rng.randbytes(32), players)
        while not state.over:
            if state.phase == "give":
                judge_gift(view(state, state.control[state.owing[0]]), met)
            apply(state, random_choice(state, rng))
    assert met["gifts"] > 3 * GAMES, met
    assert met["dear"] < 0.1 * met["gifts"], met
