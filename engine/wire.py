"""How engine values become plain data and come back, strictly: cards by their code (R6), the rest by msgspec."""

from typing import Any, TypeVar, overload

import msgspec

from engine.cards import Card, parse_card

T = TypeVar("T")


def _encode(value: object) -> str:
    if isinstance(value, Card):
        return value.code
    raise NotImplementedError(f"{type(value).__name__} is no engine value")


def _decode(kind: type, value: object) -> Card:
    if kind is Card and isinstance(value, str):
        return parse_card(value)
    raise ValueError(f"expected {kind.__name__}")


def to_plain(value: object) -> Any:
    """Maps, lists, strings and numbers that say the same as the value."""
    return msgspec.to_builtins(value, enc_hook=_encode)


def to_json(value: object) -> bytes:
    """The same as JSON, to be hashed: made at once, without the maps and lists."""
    return msgspec.json.encode(value, enc_hook=_encode)


@overload
def from_plain(data: object, kind: type[T]) -> T: ...
@overload
def from_plain(data: object, kind: Any) -> Any: ...  # a union, which is no type to the type checker
def from_plain(data: object, kind: Any) -> Any:
    """The value that the data spells. Raises msgspec.ValidationError for anything else."""
    return msgspec.convert(data, kind, dec_hook=_decode, strict=True)
