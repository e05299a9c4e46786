"""How a bot that thinks treats its partner, over thousands of positions."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Play
from engine.bots.manners import MARGIN
from engine.bots.montecarlo import DEPTHS
from engine.cards import Card
from engine.rules import apply, new_game
from engine.seating import side
from engine.state import State
from engine.views import view
from tests.amounts import SOAK, amount
from tests.engine.bots.lie import Lie
from tests.engine.bots.table import outlook
from tests.engine.play import choose as random_choice

LEVELS = [("hard", amount(24, 200)), *([("master", 12)] if SOAK else [])]  # with so many games of each sort


def judge(state: State, level: str, met: Counter[str]) -> None:
    """Hold what a bot would play now against the courtesies."""
    (seat,) = state.owing
    seen = view(state, state.control[seat])
    plays = [action.card for action in seen.actions if isinstance(action, Play)]
    lie = Lie(seen, seat)
    if len(plays) < 2 or not lie.cards or not lie.sure(leader := lie.winner()):
        return

    def stays(card: Card) -> bool:
        return lie.winner((seat, card)) == leader

    ours = side(leader) == side(seat)
    left = [card for card in plays if stays(card)]
    if not (left if ours else left == plays and len({card.scoring for card in plays}) == 2):
        return
    ends = outlook(seen, DEPTHS[level])
    options = list(zip(ends.options, ends.worth, strict=True))
    action = ends.options[0].action
    assert isinstance(action, Play)
    if ours:
        met["partner"] += 1
        civil = [worth for option, worth in options if stays(option.action.card)]  # type: ignore[union-attr]
        assert action.card in left or ends.worth[0] - max(civil) > MARGIN, "overtakes the partner for nothing"
        feedable = any(card.scoring for card in left)
        met["feedable"] += feedable
        met["fed"] += feedable and action.card.scoring
    elif ends.tricks[0] == 0:
        met["lost"] += 1
        civil = [worth for option, worth in options if not option.action.card.scoring]  # type: ignore[union-attr]
        assert not action.card.scoring or ends.worth[0] - max(civil) > MARGIN, "gives a scoring card away"
        met["given"] += action.card.scoring


@pytest.mark.parametrize(("level", "games"), LEVELS)
@pytest.mark.parametrize("players", [4, 3])
def test_courtesies(players: int, level: str, games: int) -> None:
    rng, met = Random(players), Counter[str]()
    for _ in range(games):
        state = new_game(rng.randbytes(32), players)
        while not state.over:
            if state.phase == "play" and state.trick:
                judge(state, level, met)
            apply(state, random_choice(state, rng))
    assert met["partner"] > 4 * games, met
    assert met["lost"] > games, met
    assert met["fed"] > 0.85 * met["feedable"], met
    assert met["given"] < 0.08 * met["lost"], met
