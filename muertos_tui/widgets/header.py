"""The first line: day, trick, whose turn, table, connection."""

from textual.content import Content

from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.glyphs import DOT
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, GROUND, MARIGOLD, SOFT, TEXT, WARNING, Part, cut, ink, line, width_of
from muertos_tui.updates import Connection, TableStatus
from muertos_tui.words import DAY_NAMES, color_name, turn

SHORTEST = 4  # cells of a name below which it tells nothing

CONNECTIONS: dict[Connection, str] = {
    "connected": _("connected"),
    "reconnecting": _("CONNECTION LOST"),
    "solo": _("solo"),
    "replay": _("replay"),
}


def header_lines(view: View, cast: Cast, status: TableStatus, width: int, behind: bool = False) -> list[Content]:
    """The day, whose turn it is or what holds the game up, then the table; what has no room goes, the last first.

    `behind` says that the trick is not shown yet as it lies.
    """
    day = line(
        " ",
        (_("Day {n} {name}").format(n=view.day, name=DAY_NAMES[view.day]) + " ", ink(TEXT, bold=True)),
        (f"({color_name(view.muertos)})", ink(COLOR_INK[view.muertos], bold=True)),
        (f" {DOT} " + _("trick {n} of 8").format(n=view.trick_number) + f" {DOT} ", ink(TEXT)),
    )
    left = line(day, _whose(view, cast, status, width - day.cell_length - 1, behind))
    right = _table(status, width - left.cell_length - 2)
    gap = max(width - left.cell_length - width_of(right) - 1, 1)
    return [line(left, " " * gap, (right, ink(SOFT)))]


def _whose(view: View, cast: Cast, status: TableStatus, room: int, behind: bool) -> Part:
    """What holds the game up, or whose turn it is with the time left."""
    fault = _fault(status)
    if fault:
        return (f" {cut(fault, room - 2)} ", ink(GROUND, WARNING, bold=True))
    mine = bool(view.actions) and not behind
    clock = _clock(status)
    text = _("you are next") if view.actions and behind else turn(view, cast)
    whose = f" {cut(text, room - width_of(clock) - 2)}{clock} "
    return (whose, ink(GROUND, MARIGOLD, bold=True) if mine else ink(TEXT, bold=True))


def _fault(status: TableStatus) -> str:
    if status.connection == "reconnecting":
        return CONNECTIONS["reconnecting"]
    if status.waits:
        return _("THE TABLE WAITS")
    return _("PAUSED") if status.paused else ""


def _table(status: TableStatus, room: int) -> str:
    """Table, join code, how many watch, link: each whole or not at all; the table's name alone may be cut."""
    link = "" if status.connection == "reconnecting" else CONNECTIONS[status.connection]
    kept = "" if status.connection == "connected" else link  # that all is well is the first to go
    table, code, watchers = status.table, status.code, _watchers(status)
    ways = ((table, code, watchers, link), (table, code, watchers, kept), (table, code, kept), (code, kept))
    said = [f" {DOT} ".join(filter(None, way)) for way in ways]
    end = f" {DOT} {kept}" if kept else ""
    name = cut(table, room - width_of(end))
    said += [name + end if width_of(name) > SHORTEST else "", kept]
    return next((text for text in said if text and width_of(text) <= room), "")


def _clock(status: TableStatus) -> str:
    """The time left for the decision."""
    return "" if status.left is None else f" {status.left // 60}:{status.left % 60:02}"


def _watchers(status: TableStatus) -> str:
    return _("{n} watching").format(n=status.watchers) if status.watchers else ""
