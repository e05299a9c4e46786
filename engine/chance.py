"""The stream that all chance comes from, and the deal (R28, R29)."""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final, Self

from engine.cards import Card
from engine.seating import SEATS

_SPAN: Final = 2**32
_BLOCK: Final = 32
_AHEAD: Final = 4  # blocks hashed at once: as many as a shuffle takes
_LIMITS: Final = tuple(_SPAN - _SPAN % max(n, 1) for n in range(65))
_VALUES: Final = struct.Struct(f">{_AHEAD * _BLOCK // 4}I")


def hand_seed(game_seed: bytes, day: int) -> bytes:
    """The key of a day's stream (R28)."""
    return hmac.digest(game_seed, b"muertos/1 day %d" % day, "sha256")


class Stream:
    """The numbers of one hand (R28). `position` counts the bytes used."""

    __slots__ = ("_ahead", "key", "position")

    def __init__(self, key: bytes, position: int = 0) -> None:
        self.key = key
        self.position = position
        self._ahead: list[int] = []  # the values that come next, the next one last

    def copy(self) -> Self:
        """A stream that goes on from the same place."""
        return type(self)(self.key, self.position)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each as likely; n is 64 at most (R28)."""
        while True:
            if not self._ahead:
                self._look_ahead()
            value = self._ahead.pop()
            self.position += 4
            if value < _LIMITS[n]:
                return value % n

    def _look_ahead(self) -> None:
        block, offset = divmod(self.position, _BLOCK)
        sha256, key = hashlib.sha256, self.key
        data = b"".join([sha256(key + i.to_bytes(8, "big")).digest() for i in range(block, block + _AHEAD)])
        self._ahead = list(_VALUES.unpack(data)[offset // 4 :])
        self._ahead.reverse()


def deal(cards: Sequence[Card], stream: Stream) -> tuple[tuple[Card, ...], ...]:
    """Shuffle a day's cards, given in canonical order, and deal four hands in canonical order (R29)."""
    places = list(range(len(cards)))
    below = stream.below
    for i in range(len(places) - 1, 0, -1):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    card = cards.__getitem__
    return tuple([tuple(map(card, sorted(places[seat::4]))) for seat in SEATS])
