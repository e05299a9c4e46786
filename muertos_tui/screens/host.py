"""What a new table is to be, before its process is started."""

from dataclasses import dataclass, replace
from typing import Any, Final

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import OptionList, Static

from engine.bots import LEVELS
from engine.options import Options
from muertos_tui import commands, saying
from muertos_tui.i18n import _
from muertos_tui.screens.dialogs import AskText
from muertos_tui.screens.page import Menu, Page, Row

_BOTS: Final = ("", *LEVELS)


@dataclass(frozen=True)
class TableWish:
    """A table to be opened: its name, for how many, and the level of the bots that sit there at first ("" for none)."""

    table: str
    players: int = 4
    bots: str = ""
    open: bool = False
    ask_chips: bool = False
    optional_swap: bool = False

    @property
    def options(self) -> Options:
        """The options of the table."""
        return Options(ask_chips=self.ask_chips, optional_swap=self.optional_swap)

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots of the table: at every seat but one's own."""
        return (self.bots,) * (self.players - 1) if self.bots else ()


class TableWished(Message):
    """The table is to be opened."""

    def __init__(self, wish: TableWish) -> None:
        super().__init__()
        self.wish = wish


class HostScreen(Page):
    """A row for each choice: Enter or a click takes the next value."""

    BINDINGS = commands.bindings(commands.ShowRules, commands.Back)

    def __init__(self, wish: TableWish) -> None:
        super().__init__()
        self._wish = wish

    def heading(self) -> str:
        """What this is."""
        return _("Open a table")

    def body(self) -> ComposeResult:
        """The choices."""
        yield Static(
            _("Friends on this network will see it and can join. All of it can be changed until the game starts."),
            markup=False,
        )
        yield Menu(id="wish")
        yield Static(_("Enter or a click changes a line."), classes="soft", markup=False)

    def on_mount(self) -> None:
        """The choices are at hand."""
        self._show()
        self.query_one(Menu).focus()

    def _show(self) -> None:
        wish = self._wish
        self.query_one(Menu).put(
            [
                Row("open", _("Open the table")),
                Row("table", _("Name of the table"), note=wish.table),
                Row("players", _("Players"), note=_("three") if wish.players == 3 else _("four")),
                Row("bots", _("Bots at the other seats"), note=saying.level(wish.bots) if wish.bots else _("none yet")),
                Row("code", _("Ask friends for a join code"), note=_on_off(not wish.open)),
                Row("ask_chips", _("Ask chips (two questions each)"), note=_on_off(wish.ask_chips)),
                Row("optional_swap", _("A Swap may be declined"), note=_on_off(wish.optional_swap)),
                Row("back", _("Back")),
            ]
        )

    def _change(self, **changes: Any) -> None:
        self._wish = replace(self._wish, **changes)
        self._show()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        wish = self._wish
        match event.option_id:
            case "open":
                self.post_message(TableWished(wish))
            case "table":
                self.app.push_screen(AskText(_("Name of the table"), given=wish.table), self._named)
            case "players":
                self._change(players=7 - wish.players)
            case "bots":
                self._change(bots=_BOTS[(_BOTS.index(wish.bots) + 1) % len(_BOTS)])
            case "code":
                self._change(open=not wish.open)
            case "ask_chips":
                self._change(ask_chips=not wish.ask_chips)
            case "optional_swap":
                self._change(optional_swap=not wish.optional_swap)
            case _:
                self.dismiss()

    def _named(self, name: str | None) -> None:
        if name:
            self._change(table=name)

    @on(commands.Back)
    def _back(self) -> None:
        self.dismiss()


def _on_off(is_on: bool) -> str:
    return _("yes") if is_on else _("no")
