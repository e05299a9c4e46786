"""Seats, teams and the table's hand (R7, R20, R22). A seat is 0–3: North, East, South, West, clockwise."""

from functools import cache
from typing import Annotated, Final

from msgspec import Meta

Seat = Annotated[int, Meta(ge=0, le=3)]
Player = Annotated[int, Meta(ge=0, le=3)]

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
SEATS: Final = (0, 1, 2, 3)
SEAT_NAMES: Final = "NESW"
SIDE_NAMES: Final = ("NS", "EW")
TABLE: Final = None


def partner(seat: int) -> int:
    """The seat opposite (R7)."""
    return (seat + 2) & 3


def right_of(seat: int) -> int:
    """The right-hand neighbour: the seat before it, always an opponent (R7)."""
    return (seat - 1) & 3


def side(seat: int) -> int:
    """0 for North–South, 1 for East–West."""
    return seat & 1


@cache
def owners(players: int, day: int) -> tuple[int | None, ...]:
    """Whose hand lies at each seat on a day: a player's index, or None for the table (R20, R31)."""
    if players == 4:
        return (0, 1, 2, 3)
    declarer = (day - 1) % 3
    return (declarer, (declarer + 1) % 3, TABLE, (declarer + 2) % 3)


@cache
def controllers(players: int, day: int) -> tuple[int, ...]:
    """Who decides for each seat on a day: the declarer decides for the table (R22)."""
    held = owners(players, day)
    declarer = held[NORTH]
    assert declarer is not None
    return tuple(declarer if owner is None else owner for owner in held)


def seat_of(players: int, day: int, player: int) -> int:
    """Where a player sits on a day."""
    return owners(players, day).index(player)


def team_of(players: int, day: int, seat: int) -> tuple[int, ...]:
    """The players credited with what the seat's side wins on a day (R7, R24): one for the declarer's side of three."""
    held = owners(players, day)
    return tuple(sorted(p for s in (seat, partner(seat)) if (p := held[s]) is not None))
