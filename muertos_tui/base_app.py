"""What the app is apart from the game: theme, keys, sizes, the stack of screens, and its end."""

import logging
import sys
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rich.text import Text
from textual import events, on
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.filter import Monochrome
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen

from muertos_tui import commands, terminal
from muertos_tui.commands import NAMED, Palette
from muertos_tui.driver import driver_class
from muertos_tui.i18n import _
from muertos_tui.screens.dialogs import AskText, Choose, TooSmall
from muertos_tui.screens.page import Page, Row
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.theme import THEME, NoColor

log = logging.getLogger(__name__)

SMALLEST: Final = (60, 20)


class BaseApp(App[int]):
    """An app whose screens stand on the first one."""

    TITLE = "muertos"
    CSS_PATH = Path(__file__).with_name("muertos.tcss")
    COMMANDS = {Palette}
    BINDINGS = [
        *commands.bindings(commands.ShowRules),
        Binding("ctrl+q", "quit", _("Quit"), show=False, priority=True),
        Binding("ctrl+z", "suspend_process", _("Suspend"), show=False),
    ]

    def __init__(self) -> None:
        super().__init__(driver_class=driver_class())
        self._own_loop: AbstractEventLoop | None = None
        if self.no_color:
            self._filters = [NoColor() if isinstance(each, Monochrome) else each for each in self._filters]
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        """From here on a signal ends the app in good order."""
        self._own_loop = get_running_loop()

    # -- commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A page says which of its commands can be given now."""
        if action == "command" and (page := self._page()) is not None:
            return page.may(NAMED[str(parameters[0])])
        return True

    def _page(self) -> Page | None:
        """The page that is shown, also while a dialog stands before it."""
        below = [screen for screen in self.screen_stack if not isinstance(screen, ModalScreen)]
        return below[-1] if below and isinstance(below[-1], Page) else None

    async def action_command(self, name: str) -> None:
        """Post a command, from a key or the footer, to where it belongs."""
        self.screen.post_message(NAMED[name]())

    async def action_quit(self) -> None:
        """Ctrl+Q."""
        if not isinstance(self.screen, TooSmall):
            self.post_message(commands.Quit())

    def action_help_quit(self) -> None:
        """Ctrl+C, by which people leave programs."""
        self.post_message(commands.Quit())

    @on(commands.ShowRules)
    def _show_rules(self) -> None:
        if not isinstance(self.screen, (RulesScreen, TooSmall)):
            self.push_screen(RulesScreen())

    # -- words

    def say(self, text: str, severity: SeverityLevel = "information") -> None:
        """A notice in a corner; never markup, since names may be in it."""
        self.notify(text, severity=severity, markup=False)

    def ask(self, question: str, rows: Sequence[Row], done: Callable[[str], None], text: str = "") -> None:
        """A dialog; `done` gets the answer's id, "" for none."""
        self.push_screen(Choose(question, rows, text), lambda answer: done(answer or ""))

    def ask_text(
        self, question: str, done: Callable[[str], None], text: str = "", given: str = "", longest: int = 20
    ) -> None:
        """A line to type; `done` is called only if something was typed."""
        self.push_screen(AskText(question, text, given, longest), lambda answer: done(answer) if answer else None)

    # -- screens

    async def show_stage(self, screen: Screen[Any] | None) -> None:
        """Leave nothing but the first screen, and this one on it."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        if screen is not None:
            await self.push_screen(screen)
        self._fit()

    @property
    def stage(self) -> Screen[Any]:
        """The screen that stands on the first one; the first one itself if none does."""
        return self.screen_stack[min(1, len(self.screen_stack) - 1)]

    def on_resize(self, event: events.Resize) -> None:
        """Below the smallest size a notice stands before everything."""
        # Classes on the app, not Textual's breakpoints: those miss screens that are not on top.
        self.set_class(event.size.width >= 80, "-wide")
        self.set_class(event.size.height >= 24, "-tall")
        self.call_later(self._fit)

    @on(TooSmall.Resumed)
    def _fit(self) -> None:
        small = self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    @on(Driver.SignalResume)
    def _awake(self) -> None:
        """The terminal is back from a shell, and shows what the shell wrote: draw all of it anew."""
        self.refresh(layout=True)

    # -- ending

    def run_guarded(self) -> int:
        """Run until the end, however it comes; the exit status."""
        if not logging.root.handlers:  # else Python prints warnings onto the screen
            logging.root.addHandler(logging.NullHandler())
        with terminal.guard(self.stop) as guard:
            self.run()
        return 128 + guard.number if guard.number else self.return_code or 0

    def stop(self) -> None:
        """A signal asks to end: from the main thread, between any two of its steps."""
        if self._own_loop is None:
            raise SystemExit(1)
        self._own_loop.call_soon_threadsafe(self.exit, 1)

    def _fatal_error(self) -> None:
        """A fault of the program: the log has it, the terminal one line, and nobody a hand of cards.

        Textual, which offers no other place for this, would print the frames with their variables.
        """
        log.error("the screen failed", exc_info=sys.exc_info())
        self._exit_renderables.append(Text(_("muertos: the screen failed; the log says how.")))
        self._close_messages_no_wait()
