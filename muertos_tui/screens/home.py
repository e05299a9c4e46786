"""Home: where one decides what to do."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from muertos_tui.commands import (
    NAMED,
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

_MENU: tuple[type[Command], ...] = (Play, Host, FindTable, ShowRules, Quit)


class HomeScreen(Page):
    """Play, host, join, rules, quit; and the name others see."""

    BINDINGS = bindings(Play, Host, FindTable, ShowRules, ChangeName, ToggleBell, Quit)

    def __init__(self, name: str, bell: bool) -> None:
        super().__init__()
        self._given = (name, bell)

    def body(self) -> ComposeResult:
        """The title, the menu, who one is."""
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
