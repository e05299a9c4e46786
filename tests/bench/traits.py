"""Habits against habits, to tune them: `python -m tests.bench.traits hold=0.4 food=0.8`.

Plays many hands of each day with the traits named on one side and those that stand on the other, then with the sides
exchanged, and prints how many scoring cards a hand the change gains, a Food counting for a quarter more.
"""

import sys

import numpy as np
from msgspec.structs import replace

from engine.bots.batch import Batch
from engine.bots.habits import TRAITS, Habits, Traits
from engine.bots.kit import Bits, Floats, Ints, Kit, bit, kit
from engine.cards import START_BIT
from engine.deck import HOUSE

ROWS = 20_000
FOOD = 1.25


def deal(day: Kit, rng: np.random.Generator) -> tuple[Bits, Ints]:
    """Random hands, and who holds the Start card."""
    order = np.argsort(rng.random((ROWS, 32)), axis=1)
    hands = np.stack([np.bitwise_or.reduce(bit(order[:, seat::4]), axis=1) for seat in range(4)], axis=1)
    start = next(place for place, card in enumerate(day.cards) if card.kind == "start")
    return hands, np.argmax((hands >> np.uint32(start)) & 1, axis=1)


def margins(day: Kit, changed: Traits, rng: np.random.Generator) -> Floats:
    """What the changed traits win above the others, in each deal from both sides."""
    hands, leader = deal(day, rng)
    draws = rng.integers(0, 1 << 32, (ROWS, 8), np.uint32)
    result = np.zeros(ROWS)
    for mine, traits in enumerate(((changed, TRAITS), (TRAITS, changed))):
        batch = Batch(day, hands.copy(), leader, 1, draws)
        batch.blocked[:] = START_BIT
        batch.run(Habits(day, *traits))
        won = FOOD * batch.won_food.astype(np.float64) + batch.won_muertos
        result += (won[mine] - won[1 - mine]) / 2
    return result


def main(changes: list[str]) -> None:
    """Print the gain with its standard error."""
    changed = replace(TRAITS, **{name: float(value) for name, _, value in (c.partition("=") for c in changes)})
    rng = np.random.default_rng(1)
    gains = np.concatenate([margins(kit(day), changed, rng) for day in HOUSE.days])
    print(f"{' '.join(changes)}: {gains.mean():+.4f} ± {gains.std() / len(gains) ** 0.5:.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
