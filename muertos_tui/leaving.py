"""What leaving a table means, before it is done."""

from muertos_tui.i18n import _
from muertos_tui.screens.page import Row
from muertos_tui.sitting import Sitting


def ways_out(sitting: Sitting) -> list[Row]:
    """The answers to whether one wants to leave."""
    rows = [Row("stay", _("Stay"))]
    if not sitting.connect.own:
        rows.append(Row("leave", _("Leave; a bot takes the seat") if _plays(sitting) else _("Leave")))
    elif sitting.connect.solo:
        rows.append(Row("close", _("Leave, and end the game")))
    else:
        rows.append(Row("away", _("Leave; the table goes on")))
        rows.append(Row("close", _("Close the table for everyone")))
    return rows


def advice(sitting: Sitting) -> str:
    """What to know before leaving."""
    if not sitting.connect.own:
        return _("Your seat is kept if you only lose the connection, not if you leave.") if _plays(sitting) else ""
    if sitting.connect.solo:
        return ""
    return _("If it goes on, this brings you back to your seat: muertos host --resume")


def _plays(sitting: Sitting) -> bool:
    return sitting.table is not None and sitting.table.phase == "playing" and sitting.place is not None
