"""The menu of the table, and what leaving it means before it is done."""

from muertos_tui import finished, hosting
from muertos_tui.called import called
from muertos_tui.i18n import _
from muertos_tui.screens.page import Row
from muertos_tui.sitting import Sitting


def menu_rows(sitting: Sitting) -> list[Row]:
    """What can be done at the table besides the cards."""
    rows = [Row("back", _("Back to the table")), Row("ShowRules", _("The rules in brief"))]
    rows.append(Row("ToggleBell", _("Bell when it is your turn: on or off")))
    table = sitting.table
    if table is not None and sitting.place is None:
        rows += [
            Row(f"sit {number}", _("Take the seat of {name}").format(name=place.name))
            for number, place in enumerate(table.places)
            if place.state == "bot"
        ]
    if table is not None and sitting.is_host:
        rows.append(Row("pause", _("Go on") if table.paused else _("Pause the game for everyone")))
        rows.append(hosting.clock_row(table))
        if not sitting.connect.solo:
            rows.append(hosting.watching_row(table))
        if hosting.people_rows(table, sitting.me):
            rows.append(Row("people", _("The others: give a seat to a bot, show somebody out")))
    return [*rows, *finished.rows(sitting.last), Row("LeaveTable", _("Leave the table"))]


def about(sitting: Sitting) -> str:
    """The join code, for the host to say to others, and who watches."""
    code = sitting.door.code if sitting.door is not None and sitting.is_host else ""
    said = [_("Join code: {code}").format(code=code)] if code else []
    if sitting.watching:
        said.append(_("Watching: {names}.").format(names=", ".join(sitting.watching)))
    return "\n".join(said)


def ways_out(sitting: Sitting) -> list[Row]:
    """The answers to whether one wants to leave."""
    rows = [Row("stay", _("Stay"))]
    if not sitting.connect.own:
        rows.append(Row("leave", _("Leave; a bot takes the seat") if _plays(sitting) else _("Leave")))
    elif sitting.connection == "reconnecting":
        rows.append(Row("away", _("Leave; the table cannot be reached now")))
    elif sitting.connect.solo:
        is_on = sitting.table is not None and sitting.table.phase == "playing"
        rows.append(Row("close", _("Leave, and end the game") if is_on else _("Leave")))
    else:
        rows.append(Row("away", _("Leave; the table goes on")))
        rows.append(Row("close", _("Close the table for everyone")))
    return rows


def advice(sitting: Sitting) -> str:
    """What to know before leaving."""
    if not sitting.connect.own:
        return _("Your seat is kept if you only lose the connection, not if you leave.") if _plays(sitting) else ""
    if sitting.connection == "reconnecting":
        return _("This brings back the table, and you to your seat: {muertos} host --resume").format(muertos=called())
    if sitting.connect.solo:
        return ""
    return _("If it goes on, this brings you back to your seat: {muertos} host --resume").format(muertos=called())


def _plays(sitting: Sitting) -> bool:
    return sitting.table is not None and sitting.table.phase == "playing" and sitting.place is not None
