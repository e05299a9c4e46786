"""Random legal play of whole games beside OpenSpiel's `hearts`: decisions a second, deal and all checks included.

Both are played the same way: a uniform choice among the legal actions, one Python loop, whole games; only players'
decisions are counted. Chance nodes of hearts are drawn in two ways: as fast as can be, uniformly from the legal actions
(its deal is uniform), and by their stated probabilities as OpenSpiel's own examples do.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

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


def _uniform(state: Any) -> int:
    action: int = random.choice(state.legal_actions())
    return action


def _weighted(state: Any) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    action: int = random.choices(actions, weights)[0]
    return action


def main() -> None:
    """Print the best of many short runs of each, taken in turn, as decisions a second and ratios."""
    plays: dict[str, Callable[[int], int]] = {
        "muertos": muertos,
        "hearts, uniform chance": lambda games: hearts(games, _uniform),
        "hearts, weighted chance": lambda games: hearts(games, _weighted),
    }
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            start = process_time()
            decisions = play(GAMES)
            best[name] = max(best[name], decisions / (process_time() - start))
    print(f"Random legal play, decisions a second (best of {ROUNDS} runs of {GAMES} games)")
    for name, rate in best.items():
        print(f"  {name:24} {rate:9,.0f}   muertos is {best['muertos'] / rate:.2f} of it")
