"""A day's 32 cards as NumPy arrays: card i of the canonical order (R29) is bit i, so a hand is 32 bits.

Cards of the same face lie side by side, and higher bits never have lower ranks.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import EVERY_BIT, FOOD_BIT, Card

Bits = NDArray[np.uint32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Octets = NDArray[np.uint8]

SIZE: Final = 32
# What a card is to the rules besides its rank and colour, as bits.
FOOD: Final = 1
MUERTOS: Final = 2
TEN: Final = 4  # what a 3 can remove (R18)
THREE: Final = 8
CHOOSE: Final = 16
SWAP: Final = 32
_KINDS: Final = {"food": FOOD, "muertos": MUERTOS, "kill10": THREE, "choose": CHOOSE, "swap": SWAP}
_BITS: Final[Bits] = np.left_shift(np.uint32(1), np.arange(SIZE, dtype=np.uint32))


def _flags(card: Card) -> int:
    ten = TEN if card.rank == 10 and card.kind != "kill10" else 0
    return _KINDS.get(card.kind, 0) | ten


class Kit:
    """What the rules ask of each card, by its number."""

    __slots__ = (
        "_first",
        "blocks",
        "cards",
        "faces",
        "flags",
        "opens",
        "ranks",
    )

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.faces = tuple(dict.fromkeys(cards))
        self._first = {card: place for place, card in reversed(list(enumerate(cards)))}
        self.ranks: Octets = np.array([card.rank + 1 for card in cards], np.uint8)  # 0 is no card
        self.blocks = np.array([card.blocks | FOOD_BIT * (card.kind == "spoiled") for card in cards], np.uint8)
        self.flags: Octets = np.array([_flags(card) for card in cards], np.uint8)
        openings = [[c for c in self.faces if not c.mask & blocked] for blocked in range(EVERY_BIT + 1)]
        self.opens: Bits = np.array([self.mask(faces) for faces in openings], np.uint32)

    def first(self, card: Card) -> int:
        """The number of the first card of a face."""
        return self._first[card]

    def mask(self, faces: Iterable[Card]) -> int:
        """The bits of all cards of these faces."""
        wanted = set(faces)
        return sum(1 << place for place, card in enumerate(self.cards) if card in wanted)

    def hand(self, cards: Iterable[Card], taken: int = 0) -> int:
        """The bits of some cards, each a bit of its own and none of those taken."""
        bits = taken
        for card in cards:
            place = self._first[card]
            while bits >> place & 1:
                place += 1
            bits |= 1 << place
        return bits ^ taken

    def hands(self, hands: Iterable[Iterable[Card]]) -> list[int]:
        """The bits of some hands together: no two hold the same."""
        taken, result = 0, []
        for cards in hands:
            result.append(self.hand(cards, taken))
            taken |= result[-1]
        return result

    def of(self, bits: int, card: Card) -> int:
        """The number of a card of this face in a hand that holds one."""
        place = self._first[card]
        while not bits >> place & 1:
            place += 1
        return place


@cache
def kit(cards: tuple[Card, ...]) -> Kit:
    """The arrays of a day's cards, built once."""
    return Kit(cards)


def bit(numbers: Ints) -> Bits:
    """The bit of each card number."""
    return _BITS.take(numbers)


def count(bits: Bits) -> Ints:
    """How many cards each hand holds."""
    return np.bitwise_count(bits).astype(np.int64)


def spread(bits: Bits) -> Octets:
    """The bits of each hand as a row of ones and zeros."""
    octets = np.ascontiguousarray(bits, dtype="<u4").view(np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(-1, SIZE)


def nth(bits: Bits, places: Ints) -> Ints:
    """The number of the card at a place of each hand, counted from 0 in canonical order."""
    numbers: Ints = np.argmax(np.cumsum(spread(bits), axis=1) > places[:, None], axis=1)
    return numbers
