"""How a bot that thinks treats its partner, over thousands of positions."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Play
from engine.bots import montecarlo
from engine.bots.manners import MARGIN
from engine.bots.montecarlo import Mind, Outlook
from engine.bots.position import settle
from engine.cards import Card
from engine.chance import Stream
from engine.rules import apply, new_game
from engine.seating import side
from engine.state import State
from engine.views import View, view
from tests.engine.play import choose as random_choice

GAMES = 24  # of each sort
DEPTH = montecarlo.Depth(stages=(40,))


def outlook(seen: View) -> Outlook:
    mind = Mind(seen, seen.actions[0].seat, Stream(seen.number.to_bytes(32, "big")), None, None)
    return mind.weigh(mind.options(list(seen.actions)), DEPTH, lambda: True)


class Trick:
    """A trick that is to be played to, and who can still change it."""

    def __init__(self, seen: View, seat: int) -> None:
        self.cards = tuple((play.seat, play.card) for play in seen.trick if not play.discarded)
        self.leader = settle(self.cards)
        self.seat = seat
        gone = {play.seat for play in seen.trick} | {seat}
        against = [s for s in range(4) if s not in gone and side(s) != side(self.leader)]
        own = [card for hand in seen.hands for card in hand or ()]
        rest = Counter(seen.out) - Counter(own)
        self.rivals = [c for s in against for c in (rest if seen.hands[s] is None else seen.hands[s] or ())]
        self.free = seen.free

    def sure(self) -> bool:
        """Whether nobody to come can take the trick from the side that leads."""
        rank = dict(self.cards)[self.leader].rank
        able = [card for card in self.rivals if card.color == "K" or card.color in self.free]
        return not any(card.rank > rank or (card.kind == "kill10" and rank == 10) for card in able)

    def stays(self, card: Card) -> bool:
        """Whether the leader still leads after the card."""
        return settle((*self.cards, (self.seat, card))) == self.leader


def judge(state: State, met: Counter[str]) -> None:
    """Hold what a bot would play now against the courtesies."""
    (seat,) = state.owing
    seen = view(state, state.control[seat])
    plays = [action.card for action in seen.actions if isinstance(action, Play)]
    trick = Trick(seen, seat)
    if len(plays) < 2 or not trick.sure():
        return
    ours = side(trick.leader) == side(seat)
    if ours and not any(map(trick.stays, plays)):
        return
    ends = outlook(seen)
    options = list(zip(ends.options, ends.worth, strict=True))
    action = ends.options[0].action
    assert isinstance(action, Play)
    if ours:
        met["partner"] += 1
        civil = [worth for option, worth in options if trick.stays(option.action.card)]  # type: ignore[union-attr]
        assert trick.stays(action.card) or ends.worth[0] - max(civil) > MARGIN, "overtakes the partner for nothing"
        feedable = any(card.scoring and trick.stays(card) for card in plays)
        met["feedable"] += feedable
        met["fed"] += feedable and action.card.scoring
    elif all(trick.stays(card) for card in plays) and ends.tricks[0] == 0 and len({c.scoring for c in plays}) == 2:
        met["lost"] += 1
        civil = [worth for option, worth in options if not option.action.card.scoring]  # type: ignore[union-attr]
        assert not action.card.scoring or ends.worth[0] - max(civil) > MARGIN, "gives a scoring card away"
        met["given"] += action.card.scoring


@pytest.mark.parametrize("players", [4, 3])
def test_courtesies(players: int) -> None:
    rng, met = Random(players), Counter[str]()
    for _ in range(GAMES):
        state = new_game(rng.randbytes(32), players)
        while not state.over:
            if state.phase == "play" and state.trick:
                judge(state, met)
            apply(state, random_choice(state, rng))
    assert met["partner"] > 4 * GAMES, met
    assert met["lost"] > GAMES, met
    assert met["fed"] > 0.85 * met["feedable"], met
    assert met["given"] < 0.08 * met["lost"], met
