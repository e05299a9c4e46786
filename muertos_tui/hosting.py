"""What a host may change while a game is on: the clock, and who sits where."""

from typing import Final

from muertos_tui import saying
from muertos_tui.i18n import _
from muertos_tui.screens.page import Row
from net import messages as m

CLOCKS: Final = (0, 15, 30, 60, 120, 300)  # seconds for a decision


def clock_said(seconds: int) -> str:
    """How long a decision may take."""
    return _("{n} s").format(n=seconds) if seconds else _("as long as it takes")


def clock_row(table: m.Table) -> Row:
    """The way to the clock."""
    return Row("clock", _("Time for a decision: {time}").format(time=clock_said(table.clock)))


def clock_rows(table: m.Table) -> list[Row]:
    """How long a decision may take; that of now first, where the mark stands."""
    others = sorted({*CLOCKS} - {table.clock}, key=lambda seconds: (not seconds, seconds))
    now = Row(f"clock {table.clock}", _("{time} (now)").format(time=clock_said(table.clock)))
    return [now, *(Row(f"clock {seconds}", clock_said(seconds)) for seconds in others)]


def watching_row(table: m.Table) -> Row:
    """Whether people may watch, to be changed."""
    title = _("Let people watch: yes") if table.watching else _("Let people watch: no")
    return Row("watching off" if table.watching else "watching on", title)


def people_rows(table: m.Table, me: int | None) -> list[Row]:
    """What may be done with the others' seats in a game."""
    rows = []
    for number, place in enumerate(table.places):
        if place.person in (None, me):
            continue
        rows.append(Row(f"bot {number}", _("Give the seat of {name} to a bot").format(name=place.name)))
        rows.append(Row(f"remove {place.person}", _("Show {name} out").format(name=place.name)))
    for person in table.others:
        if person.person != me:
            rows.append(Row(f"remove {person.person}", _("Show {name} out").format(name=person.name)))
    return rows


def level_rows(table: m.Table, number: str) -> list[Row]:
    """Which bot is to have the seat."""
    return [Row(f"level {number} {level}", saying.level(level)) for level in table.levels]


def request(chosen: str) -> m.ToTable | None:
    """What an answer asks the table for."""
    match chosen.split(" "):
        case ["clock", seconds]:
            return m.SetClock(int(seconds))
        case ["level", number, level]:
            return m.SeatBot(int(number), level)
        case ["watching", allowed]:
            return m.Watching(allowed == "on")
        case ["remove", person]:
            return m.Remove(int(person))
    return None
