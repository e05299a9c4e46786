"""While the way to a table is being made."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from muertos_tui import addresses, commands
from muertos_tui.i18n import _
from muertos_tui.screens.page import LeftOnce, Menu, Row
from muertos_tui.startup import Connect


class Connecting(ModalScreen[None], LeftOnce[None]):
    """Says where to, and can be given up; None is a table of one's own that is not there yet."""

    BINDINGS = commands.dialog_bindings()
    AUTO_FOCUS = ""  # an Enter too many, at the screen before, does not give up

    class Cancelled(Message):
        """The player no longer wants to wait."""

    def __init__(self, connect: Connect | None) -> None:
        super().__init__()
        self._connect = connect

    def compose(self) -> ComposeResult:
        """Where to, and a way out."""
        with Vertical(classes="dialog"):
            yield Static(where(self._connect), classes="question", markup=False)
            if self._connect is not None:  # else a process is being started, which takes a moment
                yield Menu([Row("back", _("Give up"), "esc")])

    @on(OptionList.OptionSelected)
    @on(commands.Back)
    def _given_up(self) -> None:
        if self._connect is not None:
            self.app.post_message(self.Cancelled())
            self.dismiss()


def where(connect: Connect | None) -> str:
    """Where one is going."""
    if connect is None or connect.own:
        return _("Opening the table …")
    address = addresses.shown(connect.addresses[0], connect.port)
    if connect.table:
        return _("Going to {table} at {address} …").format(table=connect.table, address=address)
    return _("Going to the table at {address} …").format(address=address)
