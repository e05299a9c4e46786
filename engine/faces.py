"""A day's different cards as bits, so that what a hand may do is looked up and not worked out again and again."""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeVar

from engine.actions import DISCARDS, GIVES, PLAYS, SWAPS, TAKES, Action
from engine.cards import EVERY_BIT, Card
from engine.seating import SEATS

_GROUPS: Final = 3  # a listing has 3 tables of at most 2**9 entries: one of 2**27 could not be built

T = TypeVar("T")
# For each group of faces: the mask of its bits, and the list that any set of them stands for.
Listing = tuple[int, dict[int, list[T]], int, dict[int, list[T]], int, dict[int, list[T]]]


class Faces:
    """The tables of one day's cards: every face has a bit, in canonical order (R29)."""

    __slots__ = ("bits", "cards", "discards", "gives", "opens", "plays", "swaps", "takes")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.bits = {card: 1 << place for place, card in enumerate(dict.fromkeys(cards))}
        # Which faces may be played, by what is blocked (`Card.mask`).
        self.opens = tuple(
            sum(bit for card, bit in self.bits.items() if not card.mask & blocked) for blocked in range(EVERY_BIT + 1)
        )
        self.plays = self._by_seat(PLAYS)
        self.discards = self._by_seat(DISCARDS)
        self.swaps = self._by_seat(SWAPS)
        self.takes = self._by_seat(TAKES)
        self.gives = self._by_seat(GIVES)

    def _by_seat(self, actions: tuple[Mapping[Card, Action], ...]) -> list["Listing[Action]"]:
        return [_listing({bit: actions[seat][card] for card, bit in self.bits.items()}) for seat in SEATS]

    def held(self, hand: list[Card]) -> int:
        """The bits of the faces a hand holds."""
        held = 0
        for card in hand:
            held |= self.bits[card]
        return held


def _listing(values: dict[int, T]) -> "Listing[T]":
    bits = sorted(values)
    size = -(-len(bits) // _GROUPS)
    tables: list[tuple[int, dict[int, list[T]]]] = []
    for start in range(0, _GROUPS * size, size):
        table: dict[int, list[T]] = {0: []}
        for bit in bits[start : start + size]:
            table.update({held | bit: [*listed, values[bit]] for held, listed in list(table.items())})
        tables.append((sum(bits[start : start + size]), table))
    (a, low), (b, middle), (c, high) = tables
    return a, low, b, middle, c, high


def listed(listing: "Listing[T]", held: int) -> list[T]:
    """What a set of faces stands for, in canonical order."""
    a, low, b, middle, c, high = listing
    return low[held & a] + middle[held & b] + high[held & c]


@cache
def faces(cards: tuple[Card, ...]) -> Faces:
    """The tables of a day's cards, built once."""
    return Faces(cards)
