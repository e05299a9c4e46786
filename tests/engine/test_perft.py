"""Counts of the game tree to a fixed depth from fixed positions; `perft.toml` holds them.

A depth counts decisions. The two sides of a Swap choose in the order of their seats, since the order makes no
difference; an Ask is one decision for each that can be asked, about how many cards they hold; chance is the stream's.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Ask
from engine.options import Options
from engine.questions import Question
from engine.rules import apply, legal_actions, new_game
from engine.state import State
from tests.engine.position import position, run

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))["position"]


def perft(state: State, depth: int) -> int:
    """How many ways the next decisions can be made."""
    if not depth or state.over:
        return 1
    total = 0
    for action in legal_actions(state, state.owing[0]):
        child = state.copy()
        apply(
            child,
            Ask(action.seat, action.target, Question("count"), action.chip) if isinstance(action, Ask) else action,
        )
        total += perft(child, depth - 1)
    return total


def build(case: dict[str, Any]) -> State:
    """The position of a case: a deal by its seed, or hands by hand; then some decisions."""
    options = Options(**dict.fromkeys(case.get("options", []), True))
    if "seed" in case:
        state = new_game(bytes.fromhex(case["seed"]), case["players"], options)
    else:
        hands = [case["hands"][seat] for seat in "NESW"]
        state = position(case["lead"], *hands, day=case["day"], players=case["players"], options=options)
    run(state, *case.get("played", []))
    return state


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_counts_of_the_game_tree(case: dict[str, Any]) -> None:
    state = build(case)
    before = state.digest()
    assert [perft(state, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]
    assert state.digest() == before
