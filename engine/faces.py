"""A day's different cards as small numbers and bits: what a hand may do is looked up, not worked out again and again.

Every face of the day has a place, in canonical order (R29), and a bit. A hand is the sorted bytes of its cards' places;
beside it lie the bits of what it holds at all.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from engine.actions import DISCARDS, GIVES, PLAYS, SWAPS, TAKES, Action
from engine.cards import EVERY_BIT, Card
from engine.seating import SEATS

_GROUPS: Final = 3  # a listing has 3 tables of at most 2**9 entries: one of 2**27 could not be built

_KEPT: Final = 24  # days whose tables are kept, of some 5 MB each: a file of records may have a deck for every game

BITS: Final = tuple(1 << place for place in range(32))

T = TypeVar("T")
# For each group of faces: the mask of its bits, and the list that any set of them stands for.
Listing = tuple[int, dict[int, list[T]], int, dict[int, list[T]], int, dict[int, list[T]]]


class Faces:
    """The tables of one day's cards."""

    __slots__ = ("_place_of", "cards", "discards", "faces", "gives", "opens", "places", "plays", "swaps", "takes")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.faces = tuple(dict.fromkeys(cards))
        self.places = {card: place for place, card in enumerate(self.faces)}
        self._place_of = bytes(self.places[card] for card in cards).ljust(256)
        # Which faces may be played, as bits, by what is blocked (`Card.mask`).
        self.opens = tuple(self._open(blocked) for blocked in range(EVERY_BIT + 1))
        self.plays = self._by_seat(PLAYS)
        self.discards = self._by_seat(DISCARDS)
        self.swaps = self._by_seat(SWAPS)
        self.takes = self._by_seat(TAKES)
        self.gives = self._by_seat(GIVES)

    def _by_seat(self, actions: tuple[Mapping[Card, Action], ...]) -> list["Listing[Action]"]:
        return [_listing([actions[seat][card] for card in self.faces]) for seat in SEATS]

    def _open(self, blocked: int) -> int:
        return sum(BITS[place] for card, place in self.places.items() if not card.mask & blocked)

    def hand(self, cards: Iterable[Card]) -> bytearray:
        """The cards as a hand."""
        return bytearray(sorted(self.places[card] for card in cards))

    def deal(self, order: bytearray) -> list[bytearray]:
        """Four hands of the shuffled indices of `cards`: card k goes to seat k mod 4 (R29)."""
        places = order.translate(self._place_of)
        return [bytearray(sorted(places[seat::4])) for seat in SEATS]

    def listed(self, hand: bytearray) -> list[Card]:
        """The cards of a hand."""
        return [self.faces[place] for place in hand]


def held(hand: bytearray) -> int:
    """The bits of the faces a hand holds."""
    bits = 0
    for place in hand:
        bits |= BITS[place]
    return bits


def _listing(values: list[T]) -> "Listing[T]":
    size = -(-len(values) // _GROUPS)
    tables: list[tuple[int, dict[int, list[T]]]] = []
    for start in range(0, _GROUPS * size, size):
        table: dict[int, list[T]] = {0: []}
        for bit, value in zip(BITS[start : start + size], values[start : start + size], strict=False):
            table.update({bits | bit: [*some, value] for bits, some in list(table.items())})
        tables.append((sum(BITS[start : start + size]), table))
    (a, low), (b, middle), (c, high) = tables
    return a, low, b, middle, c, high


def listed(listing: "Listing[T]", bits: int) -> list[T]:
    """What a set of faces stands for, in canonical order."""
    a, low, b, middle, c, high = listing
    return low[bits & a] + middle[bits & b] + high[bits & c]


@lru_cache(maxsize=_KEPT)
def faces(cards: tuple[Card, ...]) -> Faces:
    """The tables of a day's cards, built once."""
    return Faces(cards)
