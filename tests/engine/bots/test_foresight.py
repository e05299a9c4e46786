"""Habits that see the deal: what they play at positions made by hand, and that they beat those that guess."""

import numpy as np
import pytest

from engine.bots.batch import Batch, Ways
from engine.bots.foresight import Foresight
from engine.bots.habits import Habits
from engine.bots.kit import Bits, Flags, Ints, Octets, kit
from engine.cards import START_BIT
from engine.deck import HOUSE
from tests.bench.traits import deal
from tests.engine.position import cards

ROWS = 2_000
DAY = kit(HOUSE.days[0])  # its Muertos are green


@pytest.mark.parametrize(
    ("lies", "hands", "card"),
    [
        ("K2", ("P7", "G4 K10", "B8", "K0a"), "K10"),  # nobody can beat a ten
        ("K2", ("P7", "G4 K10", "B3x", "K0a"), "G4"),  # South's 3 would remove the ten
        ("K2", ("P7", "B5 G9", "B8 P9", "K0a"), "G9"),  # of equal ranks the first wins
        ("P9", ("P7", "G4 B5", "K0a", "K10"), "G4"),  # the partner's ten wins what East adds
        ("P9", ("P7", "G4 B5", "K10", "K0a"), "B5"),  # South's ten would win it
        ("G8 K10", ("P7", "K1w", "G4 K2 B5", "K0a"), "B5"),
        ("G8 K10", ("P7", "K1w", "K2 P3x", "K0a"), "P3x"),  # removes the ten: G8 leads for North again
    ],
)
def test_whether_a_trick_can_be_won_is_seen(lies: str, hands: tuple[str, ...], card: str) -> None:
    """North led; the seat to play is the one after the cards that lie."""
    bits = np.array([DAY.hands([*map(cards, hands), cards(lies)])[:4]], np.uint32)
    batch = Batch(DAY, bits, np.zeros(1, np.int64), 6, np.zeros((1, 8), np.uint32))
    ways = Foresight(DAY)
    for lying in cards(lies):
        batch.lay(batch.step, np.array([DAY.first(lying)]))
        batch.next()
    hand = batch.due()
    played = ways.card(batch, batch.seats, hand, batch.legal(hand))
    assert DAY.cards[int(played[0])].code == card


def test_who_must_discard_keeps_scoring_cards() -> None:
    bits = np.array([DAY.hands([*map(cards, ("B7", "G4 G9 P9", "K0a", "B8")), cards("G8 P5")])[:4]], np.uint32)
    batch = Batch(DAY, bits, np.array([3]), 6, np.zeros((1, 8), np.uint32))
    for lying in cards("G8 P5"):
        batch.lay(batch.step, np.array([DAY.first(lying)]))
        batch.next()
    hand = batch.due()
    assert not batch.legal(hand)[0]
    played = Foresight(DAY).card(batch, batch.seats, hand, hand)
    assert not DAY.cards[int(played[0])].scoring


class Sides:
    """North–South play by one way, East–West by another."""

    def __init__(self, *ways: Ways) -> None:
        self.ways = ways

    def _either(self, seats: Ints, one: Ints, other: Ints) -> Ints:
        return np.where(seats & 1, other, one)

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        return self._either(seats, *(way.card(batch, seats, hands, legal) for way in self.ways))

    def color(self, batch: Batch, rows: Ints) -> Octets:
        return self.ways[0].color(batch, rows)

    def offer(self, batch: Batch, rows: Ints) -> Flags:
        return self.ways[0].offer(batch, rows)

    def swap(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        return self._either(seats, *(way.swap(batch, rows, seats) for way in self.ways))

    def kill(self, batch: Batch, rows: Ints, step: int, first: Flags, second: Flags) -> Ints:
        return self.ways[0].kill(batch, rows, step, first, second)

    def take(self, batch: Batch, rows: Ints, hands: Bits) -> Ints:
        return self.ways[0].take(batch, rows, hands)

    def give(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        return self._either(seats, *(way.give(batch, rows, seats) for way in self.ways))


def test_who_sees_wins_more_than_who_guesses() -> None:
    rng = np.random.default_rng(1)
    hands, leader = deal(DAY, rng)
    hands, leader = hands[:ROWS], leader[:ROWS]
    gain = 0.0
    for mine, ways in enumerate((Sides(Foresight(DAY), Habits(DAY)), Sides(Habits(DAY), Foresight(DAY)))):
        batch = Batch(DAY, hands.copy(), leader, 1, rng.integers(0, 1 << 32, (ROWS, 8), np.uint32))
        batch.blocked[:] = START_BIT
        batch.run(ways)
        won = batch.won_food.astype(np.float64) + batch.won_muertos
        gain += float((won[mine] - won[1 - mine]).mean()) / 2
    assert gain > 0.3  # cards a hand
