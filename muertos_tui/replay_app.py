"""The app of `muertos replay`: the games of a file, and the one that is looked at."""

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static

from muertos_tui import commands, records, terminal
from muertos_tui.faults import Fault, shown
from muertos_tui.hint_app import HintApp
from muertos_tui.i18n import _
from muertos_tui.logs import start_log
from muertos_tui.records import MOST, Written
from muertos_tui.reel import Reel
from muertos_tui.screens.page import Menu, Page, Row
from muertos_tui.screens.replay import ReplayScreen


class GamesScreen(Page):
    """The games of a file, to choose one from."""

    BINDINGS = commands.bindings(commands.ShowRules, commands.Quit)

    def __init__(self, file: str, games: Sequence[Written]) -> None:
        super().__init__()
        self._file = file
        self._games = games

    def heading(self) -> str:
        """The file's name."""
        return _("Games in {file}").format(file=shown(self._file))

    def body(self) -> ComposeResult:
        """A row for each game."""
        rows = [
            Row(str(place), _("Game {n}").format(n=game.number), note=", ".join(game.names))
            for place, game in enumerate(self._games)
        ]
        yield Menu(rows, id="games")
        if len(self._games) == MOST:
            yield Static(_("Those after them can be had by number: --game N"), classes="soft", markup=False)

    def on_mount(self) -> None:
        """Choose at once."""
        self.query_one(Menu).focus()


class ReplayApp(HintApp):
    """One game of a file, or first the choice among several; the exit status is 0."""

    def __init__(self, file: str, games: Sequence[Written]) -> None:
        super().__init__()
        self._file = file
        self._games = games

    def get_default_screen(self) -> Screen[Any]:
        """The choice lies below, seen only if there is one."""
        return GamesScreen(self._file, self._games)

    def on_mount(self) -> None:
        """A game that is the only one is shown at once."""
        super().on_mount()
        if len(self._games) == 1:
            self.call_later(self._show, 0)

    async def _show(self, place: int) -> None:
        written = self._games[place]
        try:
            game = records.load(self._file, written)
        except Fault as fault:
            self.ask(str(fault), [Row("ok", _("OK"))], lambda answer: None)
            return
        screen = ReplayScreen(Reel(game, _("game {n}").format(n=written.number)))
        await self.push_screen(screen, lambda nothing: self.exit(0) if len(self._games) == 1 else None)

    @on(OptionList.OptionSelected, "#games")
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        await self._show(int(event.option_id or 0))

    @on(commands.Quit)
    def _quit(self) -> None:
        self.exit(0)


def run(file: str, number: int | None) -> int:
    """Show a file's games until the end. Raises Fault if there is nothing to show, or no terminal to show it on."""
    games = records.find(file, number)
    if number is not None:
        records.load(file, games[0])
    if missing := terminal.missing():
        raise Fault(missing)
    start_log("muertos")
    return ReplayApp(file, games).run_guarded()
