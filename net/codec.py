"""Frames and their content: a 4-byte big-endian length, then one MessagePack map with "t" (DESIGN §4).

Decoding is strict, and the same at both ends: what is not exactly a message raises WireError, whatever the bytes are.
"""

import re
from typing import Any, Final, TypeVar

import msgpack
import msgspec
from msgspec import Struct

from engine.wire import from_plain, to_plain
from net.limits import FRAME_HEADER, MAX_ARRAY, MAX_DEPTH, MAX_INT, MAX_MAP
from net.messages import Message, ToPeer, ToTable

T = TypeVar("T")


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

# What was sent, a field's name too, may be a card or a token: not for a log.
_QUOTED: Final = re.compile(r"'.*'|\".*\"|(?<=unknown field )`.*`(?= - at `|$)", re.DOTALL)
_LONG: Final = (b"\xcf", b"\xd3")  # begins a number of 64 bits, and may stand elsewhere


# What msgspec has learnt of a class it keeps; a bare union it would study anew at every message.
class _FromPeer(Struct):
    """What a peer says."""

    content: ToTable


class _FromTable(Struct):
    """What a table says."""

    content: ToPeer


def decode_to_table(payload: bytes) -> ToTable:
    """What a peer says in a frame. Raises WireError."""
    return _decode(payload, _FromPeer).content


def decode_to_peer(payload: bytes) -> ToPeer:
    """What a table says in a frame. Raises WireError."""
    return _decode(payload, _FromTable).content


def _decode(payload: bytes, kind: type[T]) -> T:
    value = unpack(payload)
    try:
        message = from_plain({"content": value}, kind)
    except msgspec.ValidationError as fault:
        _check(value)
        raise WireError("bad_message", _QUOTED.sub("…", str(fault))[:120]) from None
    if any(mark in payload for mark in _LONG):  # the types refuse all that `_check` does but a number too large
        _check(value)
    return message


def unpack(payload: bytes) -> object:
    """The value of a payload as MessagePack, each in its one spelling, that of `msgpack`; so no key stands twice."""
    try:
        value = msgpack.unpackb(payload, ext_hook=_no_extension, max_array_len=MAX_ARRAY, max_map_len=MAX_MAP)
        spelt: bytes = msgpack.packb(value)
    except msgpack.StackError:
        raise WireError("bad_data", "too deep") from None
    except msgpack.ExtraData:
        raise WireError("bad_data", "trailing bytes") from None
    except UnicodeDecodeError:
        raise WireError("bad_data", "not UTF-8") from None
    except (ValueError, TypeError, msgpack.UnpackException) as fault:
        raise WireError("bad_data", str(fault)[:80] or type(fault).__name__) from None
    if spelt != payload:
        raise WireError("bad_data", "a doubled key, or another spelling")
    return value


def _no_extension(code: int, data: bytes) -> None:
    raise WireError("bad_data", f"extension type {code}")


def _check(value: object) -> None:
    """Refuses what no message holds: bytes, fractions, numbers too large, and depth past the cap. Level by level."""
    level: list[Any] = [value]
    for deep in range(MAX_DEPTH + 1):
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
            elif deep == MAX_DEPTH:
                raise WireError("bad_data", "too deep")
            else:
                below += part  # of a map its keys: msgpack takes text and bytes
                if kind is dict:
                    below += part.values()
        if not below:
            return
        level = below
