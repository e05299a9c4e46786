"""The table: everything needed to decide, at one look."""

from textual.screen import Screen

from engine.errors import RuleError
from muertos_tui.updates import TableStatus, TableUpdate


class TableScreen(Screen[None]):
    """Shows one player's view of a game, or a watcher's, and asks for that player's decisions."""

    def __init__(self, update: TableUpdate) -> None:
        super().__init__()
        self.update_shown = update

    def show(self, update: TableUpdate) -> None:
        """Show a newer view."""
        self.update_shown = update

    def show_status(self, status: TableStatus) -> None:
        """Show that a name, a presence or the connection changed."""

    def refuse(self, error: RuleError) -> None:
        """Say why a decision was refused; the same view still stands."""
