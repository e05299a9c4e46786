"""The authority of one table without its sockets: who may come in, and what each connection is told.

Messages and times go in. What comes out is fetched: `waiting` names the connections that have something to be told,
`pull` says it (of the game always the newest view, with all that happened since the last one told), `jobs` is what bots
have to think about. Clock and chance are given, so a table is a pure function of what it is fed.
"""

import hashlib
import logging
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import Action
from engine.errors import RuleError
from engine.views import events_for, view
from net import limits, requests
from net import messages as m
from net import shuffle as shuffles
from net.door import By, Door
from net.game import Game, Job
from net.ledger import Ledger, Save, Saved, Unreadable
from net.messages import Message, Phase, ToPeer
from net.room import Entropy, News, Room, TableConfig
from net.saved import SavedRoom, restore_room, save_room
from net.seats import Member, Refusal
from net.shuffle import SavedShuffle
from net.text import clean_text

log = logging.getLogger(__name__)

_OPEN_DOOR: Final = m.Door("", 0, "")  # needs no telling


class Status(Struct, frozen=True):
    """What anyone may know who looks for a table."""

    name: str
    players: int
    free: int  # places where a person may sit down at once: free ones and bots'
    people: int  # connected
    phase: Phase
    locked: bool  # a join code is asked for


@dataclass(eq=False, slots=True)
class _Line:
    """What one connection has yet to be told."""

    member: Member
    fresh: bool  # a new person, who has not been told their Welcome yet
    replies: list[ToPeer] = field(default_factory=list)
    table: bool = True
    view: bool = True
    told: int = 0  # events of the game that have been told
    fair: tuple[int, int] = (0, 0)  # the game whose shuffle was told of last, and how many of its stages
    record: bool = True  # whether the record of a finished game is to be told
    door: m.Door = _OPEN_DOOR  # what the host has been told of the door


class Authority:
    """One table: feed it, then see `ended`, `waiting`, `jobs` and `next_time`."""

    def __init__(
        self, config: TableConfig, entropy: Entropy, now: float, saved: Saved | None = None, door: Door | None = None
    ) -> None:
        """A new table, or one brought back from what was `saved`: then raises Unreadable if that cannot be."""
        self.config = config
        self._keyless = replace(config, key="")  # as it is saved
        self.door = door or Door("", config.key, b"", entropy, now)
        self.ended = ""  # the code of why the table has ended, once it has
        self.keep: dict[str, str] = {}  # what whoever runs the table wants saved with it
        self._entropy = entropy
        self._begin(now)
        if saved is not None:
            self._bring_back(saved, now)

    def _begin(self, now: float) -> None:
        self.room = Room(self.config, self._entropy, now)
        self._ledger = Ledger()
        self._tokens: dict[bytes, Member] = {}
        self._lines: dict[int, _Line] = {}
        self._byes: dict[int, list[ToPeer]] = {}  # last words to connections that are no person's any more
        self._empty_since: float | None = now

    # --- What comes in ---

    def enter(self, connection: int, message: m.Join | m.Resume, now: float) -> None:
        """A connection comes in as a person, new or known; `pull` then tells it a Welcome, or a Bye."""
        by = self.door.by(connection)
        self.door.gone(connection)
        known = {*self.room.seats.members}
        try:
            token, member = self._join(message, by, now) if isinstance(message, m.Join) else self._resume(message)
        except Refusal as refusal:
            log.info("refused: %s", refusal.code)
            self._byes[connection] = [m.Bye(refusal.code, refusal.facts)]
            return
        self._lines[connection] = _Line(member, member.number not in known, [m.Welcome(token, member.number)])
        self._settle(now)

    def receive(self, connection: int, message: Message, now: float) -> None:
        """A request of an admitted connection; what cannot be met is answered with Rejected and changes nothing."""
        line = self._lines.get(connection)
        if line is None:  # it has been told Bye, and did not know yet when it sent this
            return
        try:
            requests.fulfil(self.room, line.member, message, now)
        except (Refusal, RuleError) as fault:
            number = message.number if isinstance(message, m.Act) else None
            tag = str(type(message).__struct_config__.tag)
            line.replies.append(m.Rejected(tag, number, fault.code, fault.facts))
        self._settle(now)

    def lost(self, connection: int, now: float) -> None:
        """A connection has ended; its person may come back, unless they never heard that they were let in."""
        self.door.gone(connection)
        self._byes.pop(connection, None)
        line = self._lines.pop(connection, None)
        if line is not None:
            if line.fresh:
                self.room.part(line.member, "left", now)
            else:
                self.room.away(line.member, now)
            self._settle(now)

    def chosen(self, job: Job, action: Action | None, now: float) -> None:
        """What a bot made of a job, None if it failed."""
        if self.room.game is not None:
            self.room.game.chosen(job, action)
        self.tick(now)

    def tick(self, now: float) -> None:
        """Do what is due."""
        self.room.tick(now)
        if self._empty_since is not None and now >= self._empty_since + self.config.empty_time:
            self._empty(now)
        self._settle(now)

    def stop(self, code: str) -> None:
        """The table is over for everyone."""
        self.ended = code
        for connection in list(self._lines):
            self._say_goodbye(connection, m.Bye(code, {}))

    # --- What goes out ---

    def waiting(self) -> list[int]:
        """The connections that have something to be told."""
        return [*self._byes, *(number for number, line in self._lines.items() if self._has_news(line))]

    def unheard(self, connection: int) -> int:
        """How many answers wait for a connection."""
        line = self._lines.get(connection)
        return 0 if line is None else len(line.replies)

    def pull(self, connection: int, now: float) -> list[ToPeer]:
        """All that a connection has yet to be told, in order. A Bye is the last it will ever be told."""
        if connection in self._byes:
            return self._byes.pop(connection)
        line = self._lines.get(connection)
        if line is None:
            return []
        told, line.replies, line.fresh = line.replies, [], False
        seen = self.room.game if line.view else None
        if seen is None and (line.table or line.view):
            told.append(m.Lobby(self._table(now)))
        if news := self._door_news(line):
            told.append(news)
            line.door = news
        told += self._shuffle_news(line)
        if seen is not None:
            told.append(self._shown(line, seen, now))
        if line.record and self.room.record:
            secret = "" if self.room.fair is None else self.room.fair.secret.hex()
            told.append(m.Result(self.room.games, self.room.record, secret))
            line.record = False
        line.table = line.view = False
        return told

    def drop(self, connection: int) -> None:
        """Nobody is there any more to be told a Bye; the rest waits until the connection is `lost`."""
        self._byes.pop(connection, None)

    def _has_news(self, line: _Line) -> bool:
        shuffle = self.room.shuffle or self.room.fair
        stage = (0, 0) if shuffle is None else (shuffle.game, shuffle.level)
        return bool(line.replies or line.table or line.view or line.fair < stage or self._door_news(line))

    def _door_news(self, line: _Line) -> m.Door | None:
        """What the host has yet to be told of the door; nobody else is told anything of it."""
        news = self.door.news()
        return news if line.door != news and line.member is self.room.host() else None

    def _shuffle_news(self, line: _Line) -> list[ToPeer]:
        shuffle = self.room.shuffle or self.room.fair
        if shuffle is None:
            return []
        game, told = line.fair
        line.fair = shuffle.game, shuffle.level
        return shuffle.news(told if game == shuffle.game else 0, line.member.number)

    def _shown(self, line: _Line, game: Game, now: float) -> m.Shown:
        player = self.room.player(line.member)
        since, line.told = line.told, len(game.state.log)
        events = tuple(events_for(game.state, player, since))
        rest = max(0.0, game.rest_until - now)
        return m.Shown(view(game.state, player), since, events, round(rest * 1000), self._table(now))

    def _table(self, now: float) -> m.Table:
        return self.room.table(now, self.door.locked)

    def status(self) -> Status:
        """What anyone may know who looks for a table."""
        chairs = self.room.seats.chairs
        free = sum(chair.person is None for chair in chairs)
        return Status(self.config.name, len(chairs), free, len(self._lines), self.room.phase, self.door.locked)

    def jobs(self, now: float) -> list[Job]:
        """What bots have to begin to think about."""
        return self.room.jobs(now)

    def next_time(self) -> float | None:
        """When `tick` should be called next, None if nothing is awaited."""
        due = self.room.next_time()
        if self._empty_since is None:
            return due
        end = self._empty_since + self.config.empty_time
        return end if due is None else min(due, end)

    # --- What is saved ---

    def unsaved(self) -> Save | None:
        """What has to be saved before anything more is pulled, None if nothing. Then say `saved`."""
        parts: dict[str, object] = {
            "config": self._keyless,
            "keep": {**self.keep, "code": self.door.code},
            "room": save_room(self.room),
            "shuffle": None if self.room.shuffle is None else self.room.shuffle.saved(),
            "fair": None if self.room.fair is None else self.room.fair.saved(),
            "tokens": {digest.hex(): member.number for digest, member in self._tokens.items()},
        }
        return self._ledger.due(parts, self.room.game)

    def saved(self) -> None:
        """What was `unsaved` is saved now."""
        self._ledger.done()

    def save_anew(self) -> None:
        """Nothing counts as saved."""
        self._ledger = Ledger()

    @property
    def worthless(self) -> bool:
        """Whether nobody will want the table back, now that it has ended."""
        return self.ended == "closed" or self.room.phase == "lobby"

    def _bring_back(self, saved: Saved, now: float) -> None:
        self.keep = saved.part("keep", dict[str, str])
        try:
            restore_room(self.room, saved.part("room", SavedRoom), now)
            tokens = saved.part("tokens", dict[str, int])
            self._tokens = {bytes.fromhex(digest): self.room.seats.members[n] for digest, n in tokens.items()}
        except (KeyError, ValueError):
            raise Unreadable("a place or a token of nobody") from None
        self.room.shuffle = shuffles.restore(saved.part("shuffle", SavedShuffle | None), now)
        self.room.fair = shuffles.restore(saved.part("fair", SavedShuffle | None), now)
        self.room.game = game = saved.replayed(self.config, now)
        if game is not None and game.state.over:
            self.room.record = game.record(self.room.names)

    # --- Coming in ---

    def _join(self, join: m.Join, by: By, now: float) -> tuple[str, Member]:
        if self.config.closed and by != "key":
            raise Refusal("bad_key")
        if self.door.locked and not by:
            raise Refusal("code_wanted")
        name = clean_text(join.name)
        if not name:
            raise Refusal("bad_name")
        key = by == "key"
        host = next((member for member in self.room.seats.members.values() if key and member.key), None)
        if host is None and not self.room.make_space(now):
            raise Refusal("table_full", most=limits.MAX_PEOPLE)
        if host is not None:  # who has the key is the host, who lost the screen and has come back to the seat
            self._part(host, "elsewhere")
            self.room.back(host)
        member = host or self.room.join(name, join.watch, key)
        token = self._entropy(16).hex()
        self._tokens[_digest(token)] = member
        return token, member

    def _resume(self, resume: m.Resume) -> tuple[str, Member]:
        member = self._tokens.get(_digest(resume.token))
        if member is None:
            raise Refusal("bad_token")
        self._part(member, "elsewhere")
        self.room.back(member)
        return resume.token, member

    def _part(self, member: Member, code: str) -> None:
        """Say goodbye to the person's connection, if there is one."""
        for connection, line in list(self._lines.items()):
            if line.member is member:
                self._say_goodbye(connection, m.Bye(code, {}))

    def _say_goodbye(self, connection: int, bye: m.Bye) -> None:
        line = self._lines.pop(connection)
        self._byes[connection] = [*line.replies, bye]

    # --- What follows ---

    def _settle(self, now: float) -> None:
        """Pass on what has happened to those who have to be told, and let clocks stand or go."""
        news, self.room.news = self.room.news, News()
        for member, code in news.parted:
            self._part(member, code)
            self._tokens = {token: known for token, known in self._tokens.items() if known is not member}
        for line in self._lines.values():
            if news.begun or line.member in news.anew:
                line.told, line.record = 0, line.record or news.begun
            line.view = line.view or news.begun or news.moved or line.member in news.anew
            line.table = line.table or news.table
        if news.ended:
            self.stop(news.ended)
        self._empty_since = None if self._lines else (now if self._empty_since is None else self._empty_since)
        self.room.settle_clock(now)

    def _empty(self, now: float) -> None:
        if self.config.lasting:
            log.info("nobody came back: the table begins anew")
            self._begin(now)
        else:
            log.info("nobody came back: the table ends")
            self._empty_since = now
            self.stop("empty")


def _digest(token: str) -> bytes:
    """The table keeps no token, only its hash."""
    return hashlib.sha256(token.encode()).digest()
