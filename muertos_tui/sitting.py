"""What is known of the table one is at, as its messages come in; and the screen that should stand for it."""

from dataclasses import replace
from time import monotonic
from typing import Final, Literal

from engine.events import Event
from engine.views import View
from muertos_tui import seating_words
from muertos_tui.finished import Finished
from muertos_tui.startup import Connect
from muertos_tui.updates import Connection, Presence, TableStatus, TableUpdate
from net import messages as m
from net.witness import Verdict

Stage = Literal["connecting", "lobby", "table", "result"]
Wants = Literal["", "result", "lobby"]

_GONE: Final = 3  # so many attempts to reach one's own table, and its process may have ended

_PRESENCE: dict[m.PlaceState, Presence] = {
    "free": "bot",
    "bot": "bot",
    "here": "here",
    "away": "away",
    "stand_in": "stand_in",
}


class Sitting:
    """One person's time at one table."""

    def __init__(self, connect: Connect) -> None:
        self.connect = connect
        self.me: int | None = None  # the number the table knows this person by
        self.table: m.Table | None = None
        self.shown: m.Shown | None = None
        self.door: m.Door | None = None  # what the host is told of it
        self.last: Finished | None = None  # kept until the next game's result comes
        self.connection: Connection = "solo" if connect.solo else "connected"
        self.waits = False  # the table, until it can save
        self.failures = 0  # attempts to come back since the connection was lost
        self.wants: Wants = ""  # asked for after a game, instead of its table

        self._told_at = 0.0  # when the table was told about last
        self._events: tuple[Event, ...] = ()  # of this game
        self._news: tuple[Event, ...] = ()  # the newest of them

    # -- what comes in

    def take(self, message: m.ToPeer) -> None:
        """A message of the table."""
        match message:
            case m.Welcome(person=person):
                self.me = person
                self.failures = 0
                self.waits = False  # or it would let nobody in
            case m.Waits(waits):
                self.waits = waits
            case m.Lobby(table=table):
                self._take_table(table)
            case m.Shown():
                self._take_shown(message)
            case m.Door():
                self.door = message
            case m.Result(game=game, record=record):
                me = self.view.me if self.view is not None else None
                self.last = Finished(game, record, self.names, me)

    def judge(self, verdict: Verdict) -> None:
        """What this end has found of a game."""
        if self.last is not None and self.last.number == verdict.game:
            self.last = replace(self.last, verdict=verdict)

    def lost(self, code: str) -> None:
        """The connection is lost, or another attempt to come back has failed."""
        self.connection = "reconnecting"
        self.waits = code == "unsaved"
        self.failures = 0 if self.waits else self.failures + 1  # what answers is not gone

    def _take_shown(self, shown: m.Shown) -> None:
        self._take_table(shown.table)
        # After coming back all events are told again: only those not told before are news.
        self._news = shown.events[max(0, len(self._events) - shown.since) :]
        self._events += self._news
        self.shown = shown

    def _take_table(self, table: m.Table) -> None:
        if self.table is not None and table.game != self.table.game:
            self.wants = ""
            self._events = ()
        self.table = table
        self._told_at = monotonic()

    # -- what follows

    @property
    def stage(self) -> Stage:
        """Which screen should stand."""
        if self.table is None or self.me is None:
            return "connecting"
        if self.table.phase == "lobby" or self.shown is None:
            return "lobby"
        if self.table.phase in ("over", "shuffling") and self.wants:  # the next game stands when it is dealt
            return self.wants
        return "table"

    @property
    def finished(self) -> Finished | None:
        """The game that stands on the table, once its result has been told."""
        is_on = self.last is not None and self.table is not None and self.last.number == self.table.game
        return self.last if is_on else None

    @property
    def is_host(self) -> bool:
        """Whether this person has the host's rights."""
        return self.table is not None and self.me is not None and self.table.host == self.me

    @property
    def is_gone(self) -> bool:
        """Whether one's own table has not answered for so long that its process may have ended."""
        return self.connect.own and self.failures >= _GONE

    @property
    def host(self) -> str:
        """Who has the host's rights, "" if nobody here has."""
        return "" if self.table is None else seating_words.host(self.table)

    @property
    def is_asked(self) -> bool:
        """Whether a decision of this person is waited for."""
        return self.shown is not None and bool(self.shown.view.actions)

    @property
    def place(self) -> int | None:
        """Where this person sits."""
        return None if self.table is None else seating_words.my_place(self.table, self.me)

    @property
    def watching(self) -> tuple[str, ...]:
        """Who watches."""
        others = () if self.table is None else self.table.others
        return tuple(person.name for person in others if person.watch and person.connected)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in player order."""
        return () if self.table is None else tuple(place.name for place in self.table.places)

    @property
    def view(self) -> View | None:
        """The game as this person may see it."""
        return self.shown.view if self.shown else None

    def status(self) -> TableStatus:
        """The table beside the game, for the table screen."""
        assert self.table is not None
        places = self.table.places
        return TableStatus(
            names=self.names,
            table=self.table.name,
            presence=tuple(_PRESENCE[place.state] for place in places),
            bot_in=tuple(self._counted(place.bot_in) if place.state == "away" else None for place in places),
            connection=self.connection,
            code=self.door.code if self.door is not None and self.is_host else "",
            watchers=sum(person.watch and person.connected for person in self.table.others),
            paused=self.table.paused,
            waits=self.waits,
            host="" if self.is_host else self.host,
            hosting=self.is_host,
            gone=self.is_gone,
            left=self._counted(self.table.left) if self.table.left else None,
        )

    def _counted(self, milliseconds: int) -> int:
        """The seconds left of a time that was told once, and is counted here."""
        paused = self.table is not None and self.table.paused
        passed = 0.0 if paused else monotonic() - self._told_at
        return max(0, round(milliseconds / 1000 - passed))

    @property
    def counts_down(self) -> bool:
        """Whether someone is away, or the clock is on."""
        table = self.table
        return table is not None and (table.left > 0 or any(place.state == "away" for place in table.places))

    def update(self, whole: bool = False) -> TableUpdate:
        """The newest view for the table screen, with what is new; or with the whole game so far."""
        assert self.shown is not None
        return TableUpdate(self.shown.view, self.status(), self._events if whole else self._news)
