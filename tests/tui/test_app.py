"""From home to a table, to the result, and back; by keys."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from muertos_tui.app import MuertosApp
from muertos_tui.base_app import BaseApp
from muertos_tui.screens.dialogs import AskText, Choose, TooSmall
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.host import HostScreen, TableWish
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import Connect, StartUp
from muertos_tui.updates import ActionChosen
from net import messages as m
from tests.tui.local import CONNECT, LocalLink, LocalTable, decided


class Fixture:
    """An app, the table it finds, and what it did there."""

    def __init__(self, start: StartUp | None = None, players: int = 4) -> None:
        self.table = LocalTable(players)
        self.wishes: list[TableWish] = []
        self.links: list[LocalLink] = []
        self.app = MuertosApp(start or StartUp(name="Ana"), self._link, self._open, None)
        self.app.pace = self.app.hold = 0.005  # Textual divides by it

    def _link(self, connect: Connect, name: str) -> LocalLink:
        self.links.append(LocalLink(self.table, connect, name))
        return self.links[-1]

    async def _open(self, wish: TableWish, begin: bool) -> tuple[Connect, str]:
        self.wishes.append(wish)
        return replace(CONNECT, begin=begin), ""

    def finish(self) -> None:
        """Make every decision that is due until the game is over; the screen hears of it afterwards."""
        link = self.links[-1]
        while not (view := link.view).over:
            link.send(m.Act(view.number, decided(view)))


async def until(pilot: Pilot[int], done: Callable[[], bool]) -> None:
    """Wait for something to come about."""
    for _ in range(200):
        await pilot.pause()
        if done():
            return
    raise AssertionError("it does not come about")


async def test_play_goes_straight_to_a_table_and_to_its_result() -> None:
    f = Fixture()
    async with f.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(f.app.screen, TableScreen)
        f.finish()
        await until(pilot, lambda: isinstance(f.app.screen, ResultScreen))
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(f.app.screen, TableScreen)
