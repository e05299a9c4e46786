"""The app on one of its screens, on the terminal that this process has, with a table of its own process.

    python -m tests.tui.on_screen SCREEN

When the screen stands the terminal's title says `ready`; SIGUSR1 makes a handler fail; at SIGUSR2 the title says which
screens stand there and what has been chosen.
"""

import asyncio
import fcntl
import os
import signal
import struct
import sys
import termios
from collections.abc import Awaitable, Callable
from typing import Any, Final

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from muertos_tui import commands, terminal
from muertos_tui.screens.browse import BrowseScreen
from muertos_tui.screens.connecting import Connecting
from muertos_tui.screens.dialogs import AskText, Choose, TooSmall
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.host import HostScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from net import messages as m
from tests.tui.local import CONNECT, decided
from tests.tui.stage import Staged
from tests.tui.test_browse import Network

Way = Callable[[Staged], Awaitable[None]]


async def _at_home(staged: Staged) -> None:
    await _stands(staged, HomeScreen)


def _by(command: Callable[[], commands.Command]) -> Way:
    async def go(staged: Staged) -> None:
        await _at_home(staged)
        staged.app.screen.post_message(command())

    return go


async def _asked(staged: Staged) -> None:
    await _stands(staged, LobbyScreen)
    staged.app.ask_to_leave(quitting=True)


async def _playing(staged: Staged) -> None:
    await _stands(staged, LobbyScreen)
    staged.links[-1].send(m.Start())


async def _over(staged: Staged) -> None:
    await _playing(staged)
    await _stands(staged, TableScreen)
    link = staged.links[-1]
    while not link.view.over:
        link.send(m.Act(link.view.number, decided(link.view)))
    await asyncio.sleep(0.3)
    await staged.app._want("result")


async def _small(staged: Staged) -> None:
    await _at_home(staged)
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("4H", 10, 40, 0, 0))


async def _nothing(staged: Staged) -> None:
    return


SCREENS: Final[dict[str, tuple[type[Screen[Any]], Way]]] = {
    "home": (HomeScreen, _at_home),
    "rules": (RulesScreen, _by(commands.ShowRules)),
    "host": (HostScreen, _by(commands.Host)),
    "browse": (BrowseScreen, _by(commands.FindTable)),
    "name": (AskText, _by(commands.ChangeName)),
    "connecting": (Connecting, _nothing),
    "lobby": (LobbyScreen, _nothing),
    "leave": (Choose, _asked),
    "table": (TableScreen, _playing),
    "result": (ResultScreen, _over),
    "small": (TooSmall, _small),
}


async def _stands(staged: Staged, kind: type[Screen[Any]]) -> None:
    app = staged.app
    while not (app.screen_stack and isinstance(app.screen, kind) and app.screen.is_current):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


def _tell(staged: Staged) -> None:
    screen = staged.app.screen
    said = [type(message).__name__ for link in staged.links for message in link.said]
    marked = [menu.highlighted for menu in screen.query(Menu)]
    typed = [line.value for line in screen.query(Input)]
    chosen = screen.deciding.chosen if isinstance(screen, TableScreen) else None
    what = f"{len(staged.app.screen_stack)} {type(screen).__name__} {said} {marked} {typed} {chosen}"
    os.write(1, f"\x1b]2;at {what}\x07".encode())


def _fail() -> None:
    raise RuntimeError("a handler's mistake about K9")


def main(name: str) -> int:
    """Run; the exit status."""
    kind, way = SCREENS[name]
    at_table = name in ("connecting", "lobby", "leave", "table", "result")
    staged = Staged(StartUp(CONNECT if at_table else "home", "Ana"), finder=Network)
    staged.table.silent = name == "connecting"
    app = staged.app

    async def show(pilot: Pilot[Any]) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: app.call_later(_fail))
        loop.add_signal_handler(signal.SIGUSR2, lambda: app.call_later(_tell, staged))
        await way(staged)
        await _stands(staged, kind)
        os.write(1, b"\x1b]2;ready\x07")

    with terminal.guard(app.stop) as guard:
        app.run(auto_pilot=show)
    return 128 + guard.number if guard.number else app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
