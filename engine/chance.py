"""The stream that all chance comes from (R28), and the shuffle (R29)."""

import hashlib
import hmac
import struct
from typing import Final, Self

_SPAN: Final = 2**32
_BLOCK: Final = 32
_AHEAD: Final = 5  # blocks hashed at once: a shuffle takes four, and the gifts of a hand seldom more than another
_SURE: Final = _SPAN - 64  # a value below it is never thrown away, n being 64 at most
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
        keyed = hashlib.sha256(self.key)
        data = b""
        for number in range(block, block + _AHEAD):
            hashed = keyed.copy()
            hashed.update(number.to_bytes(8, "big"))
            data += hashed.digest()
        self._ahead = list(_VALUES.unpack(data)[offset // 4 :])
        self._ahead.reverse()

    def draws(self, n: int) -> list[int]:
        """A number below each of n, n-1 … 2, as n-1 calls of `below` give; all at once where none is thrown away."""
        if len(self._ahead) < n:
            self._look_ahead()
        values = self._ahead[:-n:-1]
        if max(values) >= _SURE:
            return [self.below(i) for i in range(n, 1, -1)]
        del self._ahead[1 - n :]
        self.position += 4 * (n - 1)
        return [value % i for value, i in zip(values, range(n, 1, -1), strict=True)]

    def shuffled(self, n: int) -> bytearray:
        """The numbers 0 to n-1, shuffled by Fisher-Yates from the end (R29)."""
        order = bytearray(range(n))
        for i, j in zip(range(n - 1, 0, -1), self.draws(n), strict=True):
            order[i], order[j] = order[j], order[i]
        return order
