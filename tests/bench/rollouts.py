"""Playing deals out, a batch at a time, beside clone-and-rollout in OpenSpiel's `hearts`: decisions a second.

Hearts is played as its users do it: clone a state that is dealt, then choose uniformly among the legal actions in one
Python loop to the end. Ours are the rollouts of a hand from its first lead by the habits that the bots use; all that a
player decides is counted: plays and discards, colours, swap cards, kills and gifts given.
"""

import random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from engine.bots.batch import Batch
from engine.bots.foresight import Foresight
from engine.bots.kit import Bits, Flags, Ints, Octets, kit
from engine.cards import START_BIT
from engine.deck import HOUSE
from engine.rules import new_game
from engine.seating import SEATS

ROWS = 8_000  # eight cards in a thousand deals: what master weighs at a time
CLONES = 40
ROUNDS = 12
AIM = 8.0


class _Counted(Foresight):
    """Habits that count what they decide besides cards played."""

    extra = 0

    def color(self, batch: Batch, rows: Ints) -> Octets:
        self.extra += len(rows)
        return super().color(batch, rows)

    def swap(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        self.extra += len(rows)
        return super().swap(batch, rows, seats)

    def kill(self, batch: Batch, rows: Ints, step: int, first: Flags, second: Flags) -> Ints:
        self.extra += len(rows)
        return super().kill(batch, rows, step, first, second)

    def give(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        self.extra += len(rows)
        return super().give(batch, rows, seats)


def deals() -> tuple[Bits, Ints]:
    """Hands of many games, and who leads."""
    day, states = kit(HOUSE.days[0]), [new_game(random.randbytes(32)) for _ in range(ROWS // 8)]
    hands = np.array([day.hands(map(state.hand, SEATS)) for state in states], np.uint32)
    return np.repeat(hands, 8, axis=0), np.repeat([state.leader for state in states], 8)


def muertos(hands: Bits, leaders: Ints, draws: NDArray[np.uint32]) -> int:
    """Play every row out; the decisions made."""
    ways = _Counted(kit(HOUSE.days[0]))
    batch = Batch(ways.kit, hands.copy(), leaders, 1, draws)
    batch.blocked[:] = START_BIT
    batch.run(ways)
    return 32 * batch.size + ways.extra


def hearts(state: Any) -> int:
    """Play clones of a dealt state out; the decisions made."""
    choose, decisions = random.choice, 0
    for _ in range(CLONES):
        clone = state.clone()
        while not clone.is_terminal():
            clone.apply_action(choose(clone.legal_actions()))
            decisions += 1
    return decisions


def _dealt() -> Any:
    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def main() -> None:
    """Print the best of some runs of each, taken in turn."""
    hands, leaders = deals()
    draws = np.random.default_rng(1).integers(0, 1 << 32, (ROWS, 8), np.uint32)
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        start = process_time()
        decisions = muertos(hands, leaders, draws)
        ours = max(ours, decisions / (process_time() - start))
        state = _dealt()
        start = process_time()
        decisions = hearts(state)
        theirs = max(theirs, decisions / (process_time() - start))
    print(f"Rollouts, decisions a second on one core (best of {ROUNDS} runs)")
    print(f"  muertos, {ROWS} rows at once   {ours:12,.0f}")
    print(f"  hearts, clone and rollout    {theirs:12,.0f}   muertos is {ours / theirs:.1f} of it; aim {AIM:.0f}")
