"""Frames that are almost right: bytes changed, cut, doubled and spliced, and values of another sort in their place."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack

from net.codec import frame
from net.limits import FRAME_HEADER
from net.messages import Message

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**53, 2**63, -(2**63), 0.5, float("nan"), "", "x", "\x00\x1b[2J", "\u202e", "é" * 500,
    b"", b"\xff" * 40, [], [[]] * 20, {}, {"t": "hello"}, {1: 2}, [[[[[[[[[[[[]]]]]]]]]]]], msgpack.Timestamp(1, 2),
)  # fmt: skip


def mutated(rng: Random, messages: Sequence[Message]) -> bytes:
    """One frame, or what is left of it."""
    message = rng.choice(messages)
    if rng.random() < 0.5:
        return _framed(msgpack.packb(_replaced(rng, msgpack.unpackb(frame(message)[FRAME_HEADER:]))))
    data = bytearray(frame(message))
    for _ in range(rng.choice((1, 1, 2, 5))):
        _damage(rng, data, frame(rng.choice(messages)))
    if rng.random() < 0.5:  # a length that is right again lets the rest be looked at
        return _framed(bytes(data[FRAME_HEADER:]))
    return bytes(data)


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(FRAME_HEADER) + payload


def _damage(rng: Random, data: bytearray, other: bytes) -> None:
    at = rng.randrange(len(data) + 1)
    match rng.randrange(6):
        case 0 if at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        case 1 if at < len(data):
            data[at] = rng.choice((0x00, 0x7F, 0x80, 0xB2, 0xC0, 0xC1, 0xD9, 0xDC, 0xDD, 0xDE, 0xDF, 0xFF))
        case 2:
            del data[at : at + rng.randrange(1, 9)]
        case 3:
            data[at:at] = rng.randbytes(rng.randrange(1, 9))
        case 4:
            data[at:] = other[rng.randrange(len(other)) :]
        case _:
            data[at:at] = data[: rng.randrange(1, 60)]
    if not data:
        data += rng.randbytes(5)


def _replaced(rng: Random, value: Any) -> Any:
    """The value with one part of it replaced, left out, doubled or added to."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(8):
            case 0:
                return {name: part for name, part in value.items() if name != key}
            case 1:
                return {**value, rng.choice(("x", "t", "number", 7)): rng.choice(ODD)}
            case _:
                return {**value, key: _replaced(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        match rng.randrange(5):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return value + [value[at]] * rng.choice((1, 600))
            case _:
                return [*value[:at], _replaced(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 3, 2**20))
    return rng.choice(ODD)
