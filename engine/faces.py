"""A day's 32 cards as bits, so that hands are small integers and what is legal is looked up.

Every card of the day has a place, its index in canonical order (R29); copies of one face lie side by side. A hand is an
integer: of a face it holds k times, the lowest k places are set. So a hand is one number however it came about, and the
lowest place of each face, its *first*, tells whether the face is held at all.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeVar

from engine.actions import PLAYS, Action
from engine.cards import Card

LEADING_BIT: Final = 16  # beside the bits of `Card.mask`: only the Start card may be played (R8)
_BLOCKS: Final = 2 * LEADING_BIT
_GROUPS: Final = 3  # of 2**9 entries at most: more would be faster to look up but slow to build

T = TypeVar("T")
# For each group: the mask of its firsts, and what any set of them stands for.
Listing = tuple[int, dict[int, list[T]], int, dict[int, list[T]], int, dict[int, list[T]]]


class Faces:
    """The tables of one day's cards."""

    __slots__ = ("cards", "distinct", "opens", "plays", "spans")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.spans: dict[Card, int] = dict.fromkeys(cards, 0)  # all places of a face
        for place, card in enumerate(cards):
            self.spans[card] |= 1 << place
        firsts = {card: span & -span for card, span in self.spans.items()}
        # Which firsts may be played, by what the trick blocks (R8, R9, R16).
        self.opens = tuple(sum(first for card, first in firsts.items() if _open(card, b)) for b in range(_BLOCKS))
        self.plays: list[Listing[Action]] = [
            _listing({firsts[card]: plays[card] for card in firsts}) for plays in PLAYS
        ]
        self.distinct: Listing[Card] = _listing({first: card for card, first in firsts.items()})

    def hand(self, cards: Iterable[Card]) -> int:
        """The cards as a hand."""
        hand = 0
        for card in cards:
            hand = self.add(hand, card)
        return hand

    def add(self, hand: int, card: Card) -> int:
        """The hand with one more card."""
        free = self.spans[card] & ~hand
        return hand | (free & -free)

    def remove(self, hand: int, card: Card) -> int:
        """The hand with one card less, which it must hold."""
        held = self.spans[card] & hand
        return hand ^ (held & ~(held >> 1))

    def listed(self, hand: int) -> list[Card]:
        """Every card of a hand, in canonical order."""
        return [card for place, card in enumerate(self.cards) if hand >> place & 1]

    def deal(self, order: list[int]) -> tuple[tuple[Card, ...], ...]:
        """Four hands in canonical order from the places of the shuffled cards: card k goes to seat k mod 4 (R29)."""
        card = self.cards.__getitem__
        return tuple([tuple(map(card, sorted(order[seat::4]))) for seat in range(4)])

    def nth(self, hand: int, n: int) -> Card:
        """The card at an index of the hand in canonical order (R29)."""
        for _ in range(n):
            hand &= hand - 1
        return self.cards[(hand & -hand).bit_length() - 1]


def _open(card: Card, blocked: int) -> bool:
    if blocked & LEADING_BIT:
        return card.kind == "start"
    return not card.mask & blocked


def _listing(values: dict[int, T]) -> "Listing[T]":
    """Tables that list the values of any set of firsts in order, by looking up three groups of them."""
    firsts = sorted(values)
    size = -(-len(firsts) // _GROUPS)
    tables: list[tuple[int, dict[int, list[T]]]] = []
    for start in range(0, _GROUPS * size, size):
        table: dict[int, list[T]] = {0: []}
        for first in firsts[start : start + size]:
            table.update({held | first: [*listed, values[first]] for held, listed in list(table.items())})
        tables.append((sum(firsts[start : start + size]), table))
    (a, low), (b, middle), (c, high) = tables
    return a, low, b, middle, c, high


def listed(listing: "Listing[T]", firsts: int) -> list[T]:
    """What a set of firsts stands for, in canonical order."""
    a, low, b, middle, c, high = listing
    return low[firsts & a] + middle[firsts & b] + high[firsts & c]


@cache
def faces(cards: tuple[Card, ...]) -> Faces:
    """The tables of a day's cards, built once."""
    return Faces(cards)
