"""Dialogs: ways out of them, and what a line takes."""

import pytest
from textual.events import Paste
from textual.widgets import Input

from muertos_tui.link import LinkEnded
from muertos_tui.screens.browse import BrowseScreen
from muertos_tui.screens.connecting import Connecting
from muertos_tui.screens.dialogs import AskText, Choose, TooSmall
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from muertos_tui.updates import MenuRequested
from tests.tui.local import GUEST
from tests.tui.stage import Staged, shows, until
from tests.tui.test_unmanned import at_once


async def test_ctrl_c_leaves_a_line_and_a_menu_as_escape_does() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("n")
        await shows(pilot, AskText)
        await pilot.press("ctrl+c")
        await shows(pilot, HomeScreen)
        await pilot.press("p")
        await shows(pilot, TableScreen)
        s.app.screen.post_message(MenuRequested())
        await shows(pilot, Choose)
        await pilot.press("ctrl+c")
        await shows(pilot, TableScreen)


async def test_ctrl_c_gives_up_going_to_a_table() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.silent = True
    async with s.app.run_test() as pilot:
        await shows(pilot, Connecting)
        await pilot.press("ctrl+c")
        await shows(pilot, HomeScreen)


async def test_ctrl_c_in_the_address_ends_the_program() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("j")
        await shows(pilot, BrowseScreen)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not s.app.is_running)


@pytest.mark.parametrize("key", ["h", "j", "question_mark", "n"])
async def test_escape_twice_leaves_a_screen_once(key: str) -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press(key)
        await until(pilot, lambda: len(s.app.screen_stack) == 2)
        await at_once(pilot, "escape", "escape")
        await shows(pilot, HomeScreen)


@pytest.mark.parametrize(
    ("marked", "pasted", "left"),
    [(True, "x" * 50, "x" * 20), (False, "x" * 50, "Ana" + "x" * 17), (True, "Eva\nBeto", "Eva"), (True, "", "Ana")],
)
async def test_of_a_text_too_long_a_line_takes_what_there_is_room_for(marked: bool, pasted: str, left: str) -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("n")
        await shows(pilot, AskText)
        line = s.app.screen.query_one(Input)
        if not marked:
            await pilot.press("end")
        line.post_message(Paste(pasted))
        await until(pilot, lambda: line.value == left)


@pytest.mark.parametrize(("stands", "code"), [(LobbyScreen, "closed"), (Connecting, "unreachable")])
async def test_a_notice_that_came_while_the_terminal_was_too_small_leaves_home_behind_it(
    stands: type, code: str
) -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.silent = stands is Connecting
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, stands)
        await pilot.resize_terminal(59, 20)
        await shows(pilot, TooSmall)
        s.app.post_message(LinkEnded(code, {}))
        await until(pilot, lambda: any(isinstance(screen, Choose) for screen in s.app.screen_stack))
        await pilot.resize_terminal(80, 24)
        await shows(pilot, Choose)
        await pilot.press("enter")
        await shows(pilot, HomeScreen)


async def test_keys_that_edit_take_their_turn_among_letters() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("n")
        await shows(pilot, AskText)
        line = s.app.screen.query_one(Input)
        await at_once(pilot, "Z", "x", "backspace", "d", "left", "e", "end", "i")
        await until(pilot, lambda: line.value == "Zedi")
        await at_once(pilot, "home", "delete", "ctrl+e", "n", "ctrl+u", "N", "e", "o")
        await until(pilot, lambda: line.value == "Neo")
