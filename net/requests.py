"""Every request there is at a table: what it does to the room, and who may make it when.

A request that cannot be met raises Refusal or RuleError and changes nothing.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

from net import limits
from net import messages as m
from net.room import Room
from net.seats import Member, Refusal
from net.shuffle import Shuffle

log = logging.getLogger(__name__)


def fulfil(room: Room, member: Member, message: m.Message, now: float) -> None:
    """Do what the person asks. Raises Refusal or RuleError, and nothing has changed."""
    _REQUESTS[type(message)](room, member, message, now)


# --- Of anyone ---


def _sit(room: Room, member: Member, sit: m.Sit, now: float) -> None:
    if room.phase == "shuffling":
        raise Refusal("in_game")
    if room.phase == "playing":
        if room.seats.place_of(member) is not None:
            raise Refusal("in_game")
        if member.held is not None and member.held[0] == room.games and member.held[1] != sit.place:
            raise Refusal("seen_other_hand", place=member.held[1])
    room.seat(member, sit.place)
    room.news.anew.add(member)
    room.news.table = True


def _stand(room: Room, member: Member, stand: m.Stand, now: float) -> None:
    _place_of(room, member)
    if room.phase == "playing" and not room.watching:
        raise Refusal("no_watching")
    room.vacate(member, now)
    room.news.anew.add(member)
    room.news.table = True


def _ready(room: Room, member: Member, ready: m.Ready, now: float) -> None:
    _between_games(room)
    _place_of(room, member)
    member.ready = ready.ready
    room.news.table = True


def _act(room: Room, member: Member, act: m.Act, now: float) -> None:
    if room.game is None:
        raise Refusal("no_game")
    place = _place_of(room, member)
    if room.paused:
        raise Refusal("paused")
    finished = room.game.act(place, act.number, act.action, now)
    room.game.looked_away(member.number, now)
    room.moved(room.game, finished, now)


def _seen(room: Room, member: Member, seen: m.Seen, now: float) -> None:
    if room.game is not None:
        room.game.seen(member.number, seen.day, seen.trick, now)


def _commit(room: Room, member: Member, commit: m.Commit, now: float) -> None:
    _shuffling(room, commit.game).promise(member.number, bytes.fromhex(commit.commitment))
    room.shuffle_on(now)


def _reveal(room: Room, member: Member, reveal: m.Reveal, now: float) -> None:
    _shuffling(room, reveal.game).show(member.number, bytes.fromhex(reveal.nonce))
    room.shuffle_on(now)


def _leave(room: Room, member: Member, leave: m.Leave, now: float) -> None:
    room.part(member, "left", now)


def _place_of(room: Room, member: Member) -> int:
    place = room.seats.place_of(member)
    if place is None:
        raise Refusal("not_seated")
    return place


def _shuffling(room: Room, game: int) -> Shuffle:
    if room.shuffle is None or room.shuffle.game != game:
        raise Refusal("no_shuffle")
    return room.shuffle


def _between_games(room: Room) -> None:
    if room.phase in ("shuffling", "playing"):
        raise Refusal("in_game")


# --- Of the host ---


def _start(room: Room, member: Member, start: m.Start, now: float) -> None:
    _host_only(room, member)
    _between_games(room)
    room.start(now)


def _seat_bot(room: Room, member: Member, bot: m.SeatBot, now: float) -> None:
    _host_only(room, member)
    _unseated(room, room.seats.seat_bot(bot.place, bot.level), now)
    if room.game is not None:
        room.game.dismiss(bot.place)
    room.not_asked(bot.place, now)
    room.keep_unwatched(now)
    room.news.table = True


def _clear(room: Room, member: Member, clear: m.Clear, now: float) -> None:
    _host_only(room, member)
    _between_games(room)
    _unseated(room, room.seats.clear(clear.place), now)
    room.news.table = True


def _exchange(room: Room, member: Member, exchange: m.Exchange, now: float) -> None:
    _host_only(room, member)
    _between_games(room)
    room.seats.exchange(exchange.a, exchange.b)
    room.news.table = True


def _remove(room: Room, member: Member, remove: m.Remove, now: float) -> None:
    _host_only(room, member)
    out = room.seats.members.get(remove.person)
    if out is None or out is member:
        raise Refusal("no_person")
    room.part(out, "removed", now)


def _set_options(room: Room, member: Member, change: m.SetOptions, now: float) -> None:
    _host_only(room, member)
    _between_games(room)
    if change.options.spoken_questions:
        raise Refusal("spoken_off")
    room.options = change.options
    room.news.table = True


def _set_players(room: Room, member: Member, change: m.SetPlayers, now: float) -> None:
    _host_only(room, member)
    _between_games(room)
    for out in room.seats.resize(change.players):
        _unseated(room, out, now)
    room.news.table = True


def _set_clock(room: Room, member: Member, change: m.SetClock, now: float) -> None:
    _host_only(room, member)
    if 0 < change.seconds < limits.SHORTEST_CLOCK:
        raise Refusal("bad_clock", least=limits.SHORTEST_CLOCK)
    room.clock = change.seconds
    if room.game is not None:
        room.game.set_clock(change.seconds, room.time(now))
    room.news.table = True


def _pause(room: Room, member: Member, pause: m.Pause, now: float) -> None:
    _host_only(room, member)
    room.paused = pause.paused
    room.news.table = True


def _watching(room: Room, member: Member, change: m.Watching, now: float) -> None:
    _host_only(room, member)
    room.watching = change.allowed
    room.keep_unwatched(now)
    room.news.table = True


def _close(room: Room, member: Member, close: m.Close, now: float) -> None:
    if not member.key:  # who merely stands in for an absent host may not end what others use
        raise Refusal("host_only")
    log.info("%s closes the table", member.name)
    room.news.ended = "closed"


def _host_only(room: Room, member: Member) -> None:
    if member is not room.host():
        raise Refusal("host_only")


def _unseated(room: Room, member: Member | None, now: float) -> None:
    """The host took the person's place from them; who is not even here is not waited for without end."""
    if member is None:
        return
    room.look_away(member, now)
    room.news.anew.add(member)
    if not member.connected and member.away_until is None:
        member.away_until = now + room.config.away_time


_REQUESTS: Final[dict[type, Callable[[Room, Member, Any, float], None]]] = {
    m.Sit: _sit,
    m.Stand: _stand,
    m.Ready: _ready,
    m.Act: _act,
    m.Seen: _seen,
    m.Commit: _commit,
    m.Reveal: _reveal,
    m.Leave: _leave,
    m.Start: _start,
    m.SeatBot: _seat_bot,
    m.Clear: _clear,
    m.Exchange: _exchange,
    m.Remove: _remove,
    m.SetOptions: _set_options,
    m.SetPlayers: _set_players,
    m.SetClock: _set_clock,
    m.Pause: _pause,
    m.Watching: _watching,
    m.Close: _close,
}
