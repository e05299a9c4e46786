"""How bots leave a partner the colour that it needs, over thousands of positions built for it."""

from random import Random

import pytest

from engine.actions import Action, Declare, Play
from engine.bots import choose
from engine.bots.manners import MARGIN
from engine.bots.montecarlo import DEPTHS
from engine.bots.worth import Worth
from engine.cards import COLORS, DAY_COLORS, Card, Color, declared, in_hand
from engine.rules import apply
from engine.scoring import tally
from engine.state import State
from engine.views import View, view
from tests.amounts import amount
from tests.engine.bots.lie import Lie
from tests.engine.bots.needing import SORTS
from tests.engine.bots.table import outlook


def faces(seen: View) -> list[Card]:
    """The cards that may be played as they would lie in the trick: a Choose in each colour it may be given."""
    colors = [c for c in COLORS if c != DAY_COLORS[seen.day] and (c == "K" or c in seen.free)]
    cards = [action.card for action in seen.actions if isinstance(action, Play)]
    plain = [card for card in cards if card.kind != "choose"]
    return plain + [declared(card, color) for card in cards if card.kind == "choose" for color in colors]


def robbing(lie: Lie, cards: list[Card]) -> dict[Card, list[Card]]:
    """The cards that take the colour the partner needs, each with those of the same worth to be played instead.

    The partner *needs* a colour if it is known to hold cards that nobody to come can beat or block, all of them of that
    colour, and the scoring cards of the trick can still move the game. A card takes it if our side is sure of the trick
    no longer, by such a card of the partner's or by the one played. Of the *same worth* is a card of the same kind that
    is no higher, so that it is no loss, and with which our side stays sure.
    """
    needed = {card.color for card in lie.masters()}
    if len(needed) != 1 or not Worth(lie.view, lie.seat).swing(*tally([card for _, card in lie.cards])):
        return {}
    kept = [card for card in cards if card.color not in needed and lie.kept(card)]
    spare = {
        card: [other for other in kept if other.kind == card.kind and other.rank <= card.rank]
        for card in cards
        if card.color in needed - {"K"} and not card.scoring and not lie.kept(card)
    }
    return {card: others for card, others in spare.items() if others}


def needed(rng: Random, sort: str) -> tuple[State, View, dict[Card, list[Card]]]:
    """The next position of a sort in which a colour is needed, and the ways to take it."""
    while True:
        state, mover = SORTS[sort](rng)
        seen = view(state, state.control[mover])
        if robs := robbing(Lie(seen, mover), faces(seen)):
            return state, seen, robs


@pytest.mark.parametrize(("level", "number"), [("hard", amount(250, 2500)), ("master", amount(5, 250))])
@pytest.mark.parametrize("sort", SORTS)
def test_a_bot_that_thinks_takes_the_colour_a_partner_needs_only_for_a_clear_gain(
    sort: str, level: str, number: int
) -> None:
    rng, taken = Random(f"colours {sort}"), 0
    for _ in range(number):
        _, seen, robs = needed(rng, sort)
        ends = outlook(seen, DEPTHS[level])
        worth = {laid(option.action, option.color): each for option, each in zip(ends.options, ends.worth, strict=True)}
        card = next(iter(worth))
        if card in robs:
            taken += 1
            assert worth[card] - max(worth[other] for other in robs[card]) > MARGIN, f"takes the colour of {card}"
    assert taken <= number // 20 + 1


@pytest.mark.parametrize("sort", SORTS)
def test_a_medium_bot_never_takes_the_colour_a_partner_needs(sort: str) -> None:
    rng = Random(f"colours {sort}")
    for _ in range(amount(700, 7000)):
        state, seen, robs = needed(rng, sort)
        assert played(state, seen) not in robs


def played(state: State, seen: View) -> Card:
    """The card that a medium bot plays, as it lies in the trick."""
    action = choose(seen, "medium", b"").action
    named = None
    if isinstance(action, Play) and action.card.kind == "choose":
        apply(state, action)
        named = choose(view(state, state.control[action.seat]), "medium", b"").action
    return laid(action, named.color if isinstance(named, Declare) else None)


def laid(action: Action, color: Color | None) -> Card:
    """The card that is played, as it lies in the trick."""
    assert isinstance(action, Play)
    return declared(action.card, color) if color else action.card


@pytest.mark.parametrize("sort", SORTS)
def test_a_choose_is_not_named_the_colour_a_partner_needs(sort: str) -> None:
    rng, number = Random(f"colours {sort}"), amount(60, 600)
    while number:
        state, seen, robs = needed(rng, sort)
        if not (named := [card for card in robs if "=" in card.code]):
            continue
        number -= 1
        apply(state, Play(seen.actions[0].seat, in_hand(named[0])))
        asked = view(state, seen.me)
        told = choose(asked, "medium", b"").action
        assert isinstance(told, Declare)
        assert declared(in_hand(named[0]), told.color) not in named
        ends = outlook(asked, DEPTHS["hard"])
        worth = {option.color: each for option, each in zip(ends.options, ends.worth, strict=True)}
        taken = [card.color for card in named if card.color == ends.options[0].color]
        assert not taken or ends.worth[0] - max(worth[c] for c in worth if c not in taken) > MARGIN
