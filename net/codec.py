"""Frames and their content: a 4-byte big-endian length, then one MessagePack map with "t" (DESIGN §4).

Decoding is strict, and the same at both ends: what is not exactly a message raises WireError, whatever the bytes are.
"""

import re
from typing import Any, Final

import msgpack
import msgspec

from engine.wire import from_plain, to_plain
from net.limits import FRAME_HEADER, MAX_ARRAY, MAX_DEPTH, MAX_INT, MAX_MAP
from net.messages import Message, ToPeer, ToTable


class WireError(Exception):
    """What the other side sent is not the protocol: `code` as in `messages.BYES`, and `why` for a log."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why


# --- Frames ---


def frame(message: Message) -> bytes:
    """The bytes of a message as they travel."""
    payload: bytes = msgpack.packb(to_plain(message))
    return len(payload).to_bytes(FRAME_HEADER) + payload


class Frames:
    """Cuts a stream into frames. Never holds more than one frame of the cap, and what came with it."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """More of the stream has come."""
        self._buffer += data

    def take(self, longest: int) -> bytes | None:
        """The next payload, None if it has not come in full. A length past `longest` is refused before it comes."""
        if len(self._buffer) < FRAME_HEADER:
            return None
        length = int.from_bytes(self._buffer[:FRAME_HEADER])
        if length == 0:
            raise WireError("bad_frame", "empty")
        if length > longest:
            raise WireError("bad_frame", f"{length} bytes")
        end = FRAME_HEADER + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[FRAME_HEADER:end])
        del self._buffer[:end]
        return payload


# --- Content ---

_QUOTED: Final = re.compile(r"'.*'|\".*\"", re.DOTALL)  # what was sent, which may be a card or a token: not for a log
_TEXT: Final = frozenset({str})
TO_TABLE: Final[Any] = ToTable
TO_PEER: Final[Any] = ToPeer


def decode_to_table(payload: bytes) -> ToTable:
    """What a peer says in a frame. Raises WireError."""
    message: ToTable = _convert(unpack(payload), TO_TABLE)
    return message


def decode_to_peer(payload: bytes) -> ToPeer:
    """What a table says in a frame. Raises WireError."""
    message: ToPeer = _convert(unpack(payload), TO_PEER)
    return message


def unpack(payload: bytes) -> object:
    """The plain value of a payload: maps, lists, text, whole numbers, true, false and nil within the caps."""
    try:
        value = msgpack.unpackb(
            payload,
            strict_map_key=True,
            object_pairs_hook=_map,
            ext_hook=_no_extension,
            max_array_len=MAX_ARRAY,
            max_map_len=MAX_MAP,
        )
    except msgpack.StackError:
        raise WireError("bad_data", "too deep") from None
    except msgpack.ExtraData:
        raise WireError("bad_data", "trailing bytes") from None
    except UnicodeDecodeError:
        raise WireError("bad_data", "not UTF-8") from None
    except (ValueError, TypeError, msgpack.UnpackException) as fault:
        raise WireError("bad_data", str(fault)[:80] or type(fault).__name__) from None
    _check(value, MAX_DEPTH)
    return value


def _map(pairs: list[tuple[object, object]]) -> dict[object, object]:
    """A map of text keys in which none stands twice."""
    found = dict(pairs)
    if not _TEXT.issuperset(map(type, found)):
        raise WireError("bad_data", "a key that is no text")
    if len(found) < len(pairs):
        raise WireError("bad_data", "doubled key")
    return found


def _no_extension(code: int, data: bytes) -> None:
    raise WireError("bad_data", f"extension type {code}")


def _check(value: object, depth: int) -> None:
    """Refuses what no message holds: bytes, fractions, numbers too large, and depth past the cap.

    Level by level and in one loop: every value of every message passes here.
    """
    level: list[Any] = [value]
    for deep in range(depth + 1):
        below: list[Any] = []
        for part in level:
            kind = type(part)
            if kind is str or kind is bool or part is None:
                continue
            if kind is int:
                if not -MAX_INT <= part <= MAX_INT:
                    raise WireError("bad_data", "number too large")
            elif kind is not dict and kind is not list:
                raise WireError("bad_data", f"a {kind.__name__}")
            elif deep == depth:
                raise WireError("bad_data", "too deep")
            else:
                below += part.values() if kind is dict else part
        if not below:
            return
        level = below


def _convert(value: object, kind: Any) -> Any:
    try:
        return from_plain(value, kind)
    except msgspec.ValidationError as fault:
        raise WireError("bad_message", _QUOTED.sub("…", str(fault))[:120]) from None
