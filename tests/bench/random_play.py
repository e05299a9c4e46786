"""Random legal play of whole games beside OpenSpiel's `hearts`: decisions a second, deal and all checks included.

Both are played the same way: a uniform choice among the legal actions, one Python loop, whole games; only players'
decisions are counted. What differs is how a Python loop draws the chance nodes of hearts, 53 a game, so all ways are
shown: the loop of OpenSpiel's own examples, the same with the standard library, and two that lean on its deal being
uniform.
"""

import random
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any, Final

import numpy as np
import pyspiel

from engine.actions import Ask
from engine.cards import DAY_COLORS
from engine.questions import menu
from engine.rules import apply, legal_actions, new_game

GAMES = 10  # a measurement; so short that a busy neighbour spoils few of them
ROUNDS = 40


def muertos(games: int) -> int:
    """Play games of four; the decisions made."""
    choose, decisions = random.choice, 0
    for _ in range(games):
        state = new_game(random.randbytes(32))
        while state.owing:
            seat = state.owing[0]
            action = choose(legal_actions(state, seat))
            if type(action) is Ask:
                question = choose(menu(DAY_COLORS[state.day]))
                action = Ask(seat, action.target, question, action.chip)
            apply(state, action)
            decisions += 1
    return decisions


def hearts(games: int, chance: Callable[[Any], int]) -> int:
    """Play games of hearts; the decisions made."""
    game = pyspiel.load_game("hearts")
    choose, decisions = random.choice, 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state))
            else:
                state.apply_action(choose(state.legal_actions()))
                decisions += 1
    return decisions


def _as_in_the_examples(state: Any) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(np.random.choice(actions, p=weights))


def _weighted(state: Any) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    action: int = random.choices(actions, weights)[0]
    return action


def _uniform_outcome(state: Any) -> int:
    action: int = random.choice(state.chance_outcomes())[0]
    return action


def _uniform_action(state: Any) -> int:
    action: int = random.choice(state.legal_actions())
    return action


CHANCE: Final = {
    "numpy.random.choice with weights, as OpenSpiel's examples do": _as_in_the_examples,
    "random.choices with weights": _weighted,
    "random.choice of chance_outcomes()": _uniform_outcome,
    "random.choice of legal_actions()": _uniform_action,
}


def main() -> None:
    """Print the best of many short runs of each, taken in turn, as decisions a second and ratios."""
    plays: dict[str, Callable[[int], int]] = {"muertos": muertos}
    for way, chance in CHANCE.items():
        plays[way] = partial(hearts, chance=chance)
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            start = process_time()
            decisions = play(GAMES)
            best[name] = max(best[name], decisions / (process_time() - start))
    print(f"Random legal play, decisions a second (best of {ROUNDS} runs of {GAMES} games)")
    print(f"  {'muertos':60} {best['muertos']:9,.0f}")
    print("  hearts, its chance nodes drawn by")
    for name in CHANCE:
        print(f"  {name:60} {best[name]:9,.0f}   muertos: {best['muertos'] / best[name]:.2f} times it")
