"""Endings solved in batches, against a plain search with the engine's own rules."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

from engine.actions import Action, Ask, Declare, Play
from engine.bots.deals import Chance
from engine.bots.habits import Habits
from engine.bots.kit import kit
from engine.bots.prospects import Prospects
from engine.bots.rollout import Option, Rollouts
from engine.chance import Stream
from engine.events import HandEnded
from engine.legal import declarable
from engine.options import Options
from engine.questions import Question
from engine.rules import apply, legal_actions, new_game
from engine.scoring import tally
from engine.seating import SEATS, side
from engine.state import State
from engine.views import view
from tests.engine.play import DECKS, choose

LEFT = 2  # tricks


class Draw(Stream):
    """A stream that draws one card after another."""

    def __init__(self, index: int) -> None:
        super().__init__(bytes(32))
        self.index = index
        self.of = 1

    def below(self, n: int) -> int:
        self.of = n
        return self.index


class Plain:
    """What an action comes to for a side, by trying everything."""

    def __init__(self, prospects: Prospects, mine: int, day: int) -> None:
        self.prospects = prospects
        self.mine = mine
        self.day = day

    def after(self, state: State, action: Action) -> float:
        if isinstance(action, Ask):
            action = Ask(action.seat, action.target, Question("count"), action.chip)
        values: list[float] = []
        many = 1
        while len(values) < many:
            new = state.copy()
            new.log = []
            draw = new.stream = Draw(len(values))
            apply(new, action)
            new.stream = state.stream
            many = draw.of
            values.append(self.value(new))
        return sum(values) / many

    def value(self, state: State) -> float:
        ended = [event for event in state.log if isinstance(event, HandEnded)]
        if ended:
            food, muertos = zip(*map(tally, ended[0].captured), strict=True)
            worth = self.prospects.weigh(np.array(food, np.uint8)[:, None], np.array(muertos, np.uint8)[:, None])[0]
            return float(worth[0])
        seat = state.owing[0]
        actions = [a for a in legal_actions(state, seat) if not (isinstance(a, Ask) and a.chip)]
        values = [self.after(state, action) for action in actions]
        return max(values) if side(seat) == self.mine else min(values)


def endings(players: int, number: int) -> Iterator[State]:
    """Random moments of random games with few tricks left."""
    rng = Random(players)
    while number:
        state = new_game(rng.randbytes(32), players, Options(optional_swap=rng.random() < 0.5), rng.choice(DECKS))
        while not state.over and number:
            late = state.trick_number > 8 - LEFT and state.phase != "ask" and rng.random() < 0.3
            if late and not (state.phase == "swap" and len(state.owing) == 1):
                number -= 1
                yield state
            apply(state, choose(state, rng))


def options(state: State, actions: Sequence[Action]) -> list[Option]:
    result = []
    for action in actions:
        if isinstance(action, Play) and action.card.kind == "choose":
            result += [Option(action, color) for color in declarable(state)]
        else:
            result.append(Option(action, action.color if isinstance(action, Declare) else None))
    return result


@pytest.mark.parametrize("players", [4, 3])
def test_solved_endings_are_those_of_a_plain_search(players: int) -> None:
    kinds = set()
    for state in endings(players, 100):
        kinds.add(state.phase)
        seat = state.owing[0]
        seen, day = view(state, state.control[seat]), kit(state.faces.cards)
        prospects = Prospects(seen, seat)
        rollouts = Rollouts(seen, seat, day, Habits(day), prospects, Chance(b"endings"))
        legal = [action for action in legal_actions(state, seat) if not isinstance(action, Ask)]
        hands = np.array([day.hands(map(state.hand, SEATS))] * 2, np.uint32)
        tried = options(state, legal)
        solved = rollouts.solve(tried, hands, 10**9, 2)
        assert (solved[:, 0] == solved[:, 1]).all()
        best: dict[Action, float] = {}
        for option, worth in zip(tried, solved[:, 0], strict=True):
            best[option.action] = max(best.get(option.action, -9.0), float(worth))
        plain = Plain(prospects, side(seat), state.day)
        for action in legal:
            assert best[action] == pytest.approx(plain.after(state, action)), (seen, action)
    assert {"play", "give", "color"} <= kinds
