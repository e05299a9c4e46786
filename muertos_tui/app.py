"""The app: which screen stands where, and what every screen can do."""

import logging
import sys
from asyncio import AbstractEventLoop, get_running_loop
from pathlib import Path
from typing import Any, Final

from rich.text import Text
from textual import events, on
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from muertos_tui import commands, terminal
from muertos_tui.commands import NAMED, Palette
from muertos_tui.driver import driver_class
from muertos_tui.i18n import _
from muertos_tui.screens.dialogs import TooSmall
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.startup import StartUp
from muertos_tui.theme import THEME

log = logging.getLogger(__name__)

SMALLEST: Final = (60, 20)


class MuertosApp(App[int]):
    """muertos, on a terminal."""

    TITLE = "muertos"
    CSS_PATH = Path(__file__).with_name("muertos.tcss")
    COMMANDS = {Palette}
    BINDINGS = [
        *commands.bindings(commands.ShowRules),
        Binding("ctrl+q", "quit", _("Quit"), show=False, priority=True),
    ]

    def __init__(self, start: StartUp) -> None:
        super().__init__(driver_class=driver_class())
        self.start = start
        self.player_name = start.name or ""
        self.bell_on = False
        self.own_loop: AbstractEventLoop | None = None
        self.register_theme(THEME)
        self.theme = THEME.name

    def get_default_screen(self) -> Screen[Any]:
        """Home lies below everything."""
        return HomeScreen(self.player_name, self.bell_on)

    def on_mount(self) -> None:
        """Begin."""
        self.own_loop = get_running_loop()

    # -- commands

    async def action_command(self, name: str) -> None:
        """Post a command from a key or the footer, to where it belongs."""
        self.screen.post_message(NAMED[name]())

    async def action_quit(self) -> None:
        """Ctrl+Q: never at once."""
        self.post_message(commands.Quit())

    def action_help_quit(self) -> None:
        """Ctrl+C, by which people leave programs."""
        self.post_message(commands.Quit())

    @on(commands.ShowRules)
    def _show_rules(self) -> None:
        if not isinstance(self.screen, (RulesScreen, TooSmall)):
            self.push_screen(RulesScreen())

    @on(commands.Quit)
    def _quit(self) -> None:
        self.exit(0)

    # -- size

    def on_resize(self, event: events.Resize) -> None:
        """Below the smallest size a notice stands before everything."""
        # Classes on the app, not Textual's breakpoints: those miss screens that are not on top.
        self.set_class(event.size.width >= 80, "-wide")
        self.set_class(event.size.height >= 24, "-tall")
        self.call_later(self._fit)

    def _fit(self) -> None:
        small = self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    # -- ending

    def stop(self) -> None:
        """A signal asks to end: from the main thread, between any two of its steps."""
        if self.own_loop is None:
            raise SystemExit(1)
        self.own_loop.call_soon_threadsafe(self.exit, 1)

    def _fatal_error(self) -> None:
        """A fault of the program: the log has it, the terminal one line, and nobody a hand of cards.

        Textual, which offers no other place for this, would print the frames with their variables.
        """
        log.error("the screen failed", exc_info=sys.exc_info())
        self._exit_renderables.append(Text(_("muertos: the screen failed; the log says how.")))
        self._close_messages_no_wait()


def run(start: StartUp) -> int:
    """Show the screen until its end; the exit status."""
    if fault := terminal.missing():
        print(fault, file=sys.stderr)  # noqa: T201
        return 1
    if not logging.root.handlers:  # else Python prints warnings onto the screen
        logging.root.addHandler(logging.NullHandler())
    app = MuertosApp(start)
    with terminal.guard(app.stop) as guard:
        app.run()
    if guard.number:
        return 128 + guard.number
    return app.return_code or 0
