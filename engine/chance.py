"""The stream that all chance comes from, and the deal (R28, R29)."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, Self

from engine.cards import Card
from engine.seating import SEATS

_SPAN: Final = 2**32
_BLOCK: Final = 32


def hand_seed(game_seed: bytes, day: int) -> bytes:
    """The key of a day's stream (R28)."""
    return hmac.digest(game_seed, b"muertos/1 day %d" % day, "sha256")


class Stream:
    """The numbers of one hand (R28). `position` counts the bytes used."""

    __slots__ = ("_block", "key", "position")

    def __init__(self, key: bytes, position: int = 0) -> None:
        self.key = key
        self.position = position
        self._block = b""

    def copy(self) -> Self:
        """A stream that goes on from the same place."""
        return type(self)(self.key, self.position)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each as likely (R28)."""
        limit = _SPAN - _SPAN % n
        while True:
            number, offset = divmod(self.position, _BLOCK)
            if not offset or not self._block:
                self._block = hashlib.sha256(self.key + number.to_bytes(8, "big")).digest()
            value = int.from_bytes(self._block[offset : offset + 4], "big")
            self.position += 4
            if value < limit:
                return value % n


def deal(cards: Sequence[Card], stream: Stream) -> list[list[Card]]:
    """Shuffle a day's cards, given in canonical order, and deal four hands in canonical order (R29)."""
    places = list(range(len(cards)))
    for i in range(len(places) - 1, 0, -1):
        j = stream.below(i + 1)
        places[i], places[j] = places[j], places[i]
    return [[cards[place] for place in sorted(places[seat::4])] for seat in SEATS]
