"""An app on a table in this process, and what tests do with it."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from textual.pilot import Pilot
from textual.widgets import Static

from muertos_tui.app import MuertosApp
from muertos_tui.screens.browse import FinderMaker
from muertos_tui.screens.host import TableWish
from muertos_tui.screens.page import Menu
from muertos_tui.startup import Connect, StartUp
from net import messages as m
from tests.tui.local import CONNECT, LocalLink, LocalTable, decided

PATIENCE: Final = 20.0  # seconds; steps would not do: a busy machine makes many while a screen's timer waits


class Staged:
    """An app, the table it finds or opens, and what it asked for."""

    def __init__(
        self,
        start: StartUp | None = None,
        players: int = 4,
        finder: FinderMaker | None = None,
        connect: Connect = CONNECT,
    ) -> None:
        self.table = LocalTable(players)
        self.wishes: list[TableWish] = []
        self.links: list[LocalLink] = []
        self.connects: list[Connect] = []
        self._connect = connect
        self.app = MuertosApp(start or StartUp(name="Ana"), self._link, self._open, finder)
        self.app.pace = self.app.hold = 0.005  # not 0: Textual divides by it

    def _link(self, connect: Connect, name: str) -> LocalLink:
        self.connects.append(connect)
        self.links.append(LocalLink(self.table, connect, name))
        return self.links[-1]

    async def _open(self, wish: TableWish, begin: bool) -> tuple[Connect, str]:
        self.wishes.append(wish)
        return replace(self._connect, begin=begin), ""

    @property
    def said(self) -> list[m.ToTable]:
        """What has been asked of the table."""
        return self.links[-1].said

    def finish(self) -> None:
        """Make every decision that is due until the game is over; the screen hears of it afterwards."""
        link = self.links[-1]
        while not (view := link.view).over:
            link.send(m.Act(view.number, decided(view)))


async def until(pilot: Pilot[Any], done: Callable[[], bool]) -> None:
    """Wait for something to come about."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        await pilot.pause()
        if done():
            return
    raise AssertionError(f"it does not come about: {text_of(pilot)}")


async def shows(pilot: Pilot[int], kind: type) -> None:
    """Wait for a screen of this sort to stand before the others."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
    await pilot.pause()


def text_of(pilot: Pilot[Any]) -> str:
    """All the words on the screen that stands before the others."""
    words = [str(static.visual) for static in pilot.app.screen.query(Static) if static.display]
    for menu in pilot.app.screen.query(Menu):
        words += [str(option.prompt) for option in menu.options]
    return "\n".join(words)


async def click_row(pilot: Pilot[int], row: str) -> None:
    """Click a row of the menu that stands before the others."""
    menu = pilot.app.screen.query_one(Menu)
    await pilot.click(menu, offset=(3, menu.get_option_index(row)))
    await pilot.pause()
