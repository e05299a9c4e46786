"""Home: where one decides what to do."""

import asyncio
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from muertos_tui import journals
from muertos_tui.commands import (
    NAMED,
    Back,
    BackToTable,
    ChangeName,
    Command,
    FindTable,
    Host,
    Play,
    Quit,
    ShowRules,
    ToggleBell,
    bindings,
)
from muertos_tui.i18n import _
from muertos_tui.screens.page import Menu, Page, Row

GONE: Final = 3.0  # seconds
_MENU: tuple[type[Command], ...] = (Play, Host, FindTable, ShowRules, Quit)


class HomeScreen(Page):
    """Play, host, join, rules, quit; and the name others see."""

    BINDINGS = bindings(BackToTable, Play, Host, FindTable, ShowRules, ChangeName, ToggleBell, Quit)

    def __init__(self, name: str, bell: bool, waiting: str | None = None) -> None:
        """`waiting` is what the program was started for: until that is over nothing else is shown or can be done."""
        super().__init__(classes=None if waiting is None else "-waiting")
        self._given = (name, bell)
        self._waiting = waiting or ""
        self._shown_before = False
        self.mine: list[journals.Mine] = []  # tables to go back to

    def may(self, command: type[Command]) -> bool:
        """Before one has come here: nothing but to give up."""
        if command is BackToTable:
            return bool(self.mine)
        return command is Back or not self.has_class("-waiting")

    @work(exclusive=True)
    async def _look_for_table(self) -> None:
        self.mine = await asyncio.to_thread(journals.mine)
        menu = self.query_one(Menu)
        offered: tuple[type[Command], ...] = (BackToTable, *_MENU) if self.mine else _MENU
        if menu.option_count != len(offered):
            menu.put([_row(kind) for kind in offered])

    def on_screen_resume(self) -> None:
        """From the second time on: what the program was started for is over."""
        if self._shown_before and self.is_current:
            self.remove_class("-waiting")
            self.refresh_bindings()
        self._shown_before = True
        self._look_for_table()
        self.set_timer(GONE, self._look_for_table)  # a table just left takes a moment to end

    def body(self) -> ComposeResult:
        """The title, the menu, who one is."""
        yield Static(self._waiting, id="waiting", markup=False)
        yield Static(_("Día de los Muertos"), id="title", markup=False)
        yield Static(_("a card game for three or four friends"), id="subtitle", markup=False)
        yield Menu([_row(kind) for kind in _MENU], id="menu")
        yield Static(id="me", markup=False)

    def on_mount(self) -> None:
        """Say who one is."""
        self.show_me(*self._given)
        self.query_one(Menu).focus()

    def show_me(self, name: str, bell: bool) -> None:
        """Show the name and whether the bell rings."""
        lines = [_("You play as {name}.").format(name=name) if name else _("You have no name yet.")]
        if bell:
            lines.append(_("The bell rings when it is your turn."))
        self.query_one("#me", Static).update("\n".join(lines))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.post_message(NAMED[event.option_id or "Quit"]())


def _row(kind: type[Command]) -> Row:
    key = "?" if kind is ShowRules else kind.key
    return Row(kind.__name__, kind.title, key, kind.tip())
