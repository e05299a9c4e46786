"""The people and places of a table as they are saved, and brought back: everyone is away, and expected."""

from typing import Any

from msgspec import Struct

from engine.options import Options
from net.room import Room
from net.seats import Chair, Member


class SavedMember(Struct, frozen=True):
    """A person. `expected` unless a bot plays for them."""

    number: int
    name: str
    watch: bool
    key: bool
    expected: bool
    ready: bool
    held: tuple[int, int] | None


class SavedChair(Struct, frozen=True):
    """A place."""

    person: int | None
    level: str
    name: str


class SavedRoom(Struct, frozen=True):
    """A room without its game. `names` are those in the record of the finished game."""

    members: tuple[SavedMember, ...]
    chairs: tuple[SavedChair, ...]
    last: int
    options: Options
    games: int
    paused: bool
    watching: bool
    clock: int
    names: tuple[str, ...]


def save_room(room: Room) -> SavedRoom:
    """What has to be saved of a room."""
    chairs = tuple(
        SavedChair(None if chair.person is None else chair.person.number, chair.level, chair.name)
        for chair in room.seats.chairs
    )
    members = tuple(_save_member(member) for member in room.seats.members.values())
    return SavedRoom(
        members=members,
        chairs=chairs,
        last=room.seats.last,
        options=room.options,
        games=room.games,
        paused=room.paused,
        watching=room.watching,
        clock=room.clock,
        names=room.names,
    )


def _save_member(member: Member) -> SavedMember:
    expected = member.connected or member.away_until is not None
    return SavedMember(member.number, member.name, member.watch, member.key, expected, member.ready, member.held)


def restore_room(room: Room, saved: SavedRoom, now: float) -> None:
    """Fill a new room. Clocks stand still until the first person is back."""
    seats = room.seats
    until = now + room.config.away_time
    seats.members = {member.number: _restore_member(member, until) for member in saved.members}
    seats.chairs = [_restore_chair(chair, seats.members) for chair in saved.chairs]
    seats.last = saved.last
    room.options = saved.options
    room.games = saved.games
    room.paused = saved.paused
    room.watching = saved.watching
    room.clock = saved.clock
    room.names = saved.names


def _restore_member(saved: SavedMember, until: float) -> Member:
    return Member(
        number=saved.number,
        name=saved.name,
        watch=saved.watch,
        key=saved.key,
        connected=False,
        away_until=until if saved.expected else None,
        ready=saved.ready,
        held=saved.held,
    )


def _restore_chair(saved: SavedChair, members: dict[int, Any]) -> Chair:
    return Chair(None if saved.person is None else members[saved.person], saved.level, saved.name)
