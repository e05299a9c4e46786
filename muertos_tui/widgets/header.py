"""The first line: day, trick, whose turn, table, connection."""

from textual.content import Content

from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.glyphs import DOT
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, GROUND, MARIGOLD, SOFT, TEXT, WARNING, cut, ink, line, width_of
from muertos_tui.updates import Connection, TableStatus
from muertos_tui.words import DAY_NAMES, color_name, turn

CONNECTIONS: dict[Connection, str] = {
    "connected": _("connected"),
    "reconnecting": _("CONNECTION LOST"),
    "solo": _("solo"),
    "replay": _("replay"),
}


def header_lines(view: View, cast: Cast, status: TableStatus, width: int) -> list[Content]:
    """Whose turn it is comes first after the day; the table's name gives way where there is no room."""
    mine = bool(view.actions)
    link = _("PAUSED") if status.paused else CONNECTIONS[status.connection]
    alarming = status.paused or status.connection == "reconnecting"
    day = line(
        " ",
        (_("Day {n} {name}").format(n=view.day, name=DAY_NAMES[view.day]) + " ", ink(TEXT, bold=True)),
        (f"({color_name(view.muertos)})", ink(COLOR_INK[view.muertos], bold=True)),
        (f" {DOT} " + _("trick {n} of 8").format(n=view.trick_number) + f" {DOT} ", ink(TEXT)),
    )
    clock = _clock(status)
    whose = cut(turn(view, cast), width - day.cell_length - width_of(link) - width_of(clock) - 4) + clock
    left = line(day, (f" {whose} ", ink(GROUND, MARIGOLD, bold=True) if mine else ink(TEXT, bold=True)))
    room = width - left.cell_length - width_of(link) - 3
    name = _named(status, room - 3) if room > 8 else ""
    right = line(
        (f"{name} {DOT} " if name else "", ink(SOFT)),
        (link, ink(WARNING if alarming else SOFT, bold=alarming)),
    )
    gap = max(width - left.cell_length - right.cell_length - 1, 1)
    return [line(left, " " * gap, right)]


def _named(status: TableStatus, room: int) -> str:
    """The table, its join code and how many watch: each whole or not at all; the table's name alone may be cut."""
    table, code, watchers = status.table, status.code, _watchers(status)
    ways = [f" {DOT} ".join(filter(None, parts)) for parts in ((table, code, watchers), (table, code), (code,))]
    return next((way for way in ways if way and width_of(way) <= room), cut(table, room))


def _clock(status: TableStatus) -> str:
    """The time left for the decision."""
    return "" if status.left is None else f" {status.left // 60}:{status.left % 60:02}"


def _watchers(status: TableStatus) -> str:
    return _("{n} watching").format(n=status.watchers) if status.watchers else ""
