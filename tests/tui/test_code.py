"""The join code on the screen: typed by a friend, read out by the host."""

from dataclasses import replace

import pytest
from textual.widgets import Input

from muertos_tui.app import MuertosApp
from muertos_tui.screens.browse import BrowseScreen
from muertos_tui.screens.code import AskCode
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import Connect, StartUp
from muertos_tui.ways import make_link
from net import messages as m
from net.host import TableServer
from tests.tui.local import CONNECT
from tests.tui.stage import Staged, shows, text_of, until
from tests.tui.test_journey import serving, until_screen
from tests.tui.test_unmanned import at_once

CODE = "3-agave-kumquat"


def friend(server: TableServer, code: str = "") -> MuertosApp:
    async def no_table(*_: object) -> tuple[Connect, str]:
        raise OSError("tests open no table")

    connect = Connect(("127.0.0.1",), server.port, code=code, table="Ana's table")
    return MuertosApp(StartUp(connect, "Beto"), make_link, no_table, None)


async def test_a_code_is_asked_for_completed_refused_and_taken() -> None:
    async with serving(code=CODE) as server:
        app = friend(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, AskCode)
            line = app.screen.query_one(Input)
            await pilot.press(*"4-aga-kum")
            await until(pilot, lambda: line._suggestion == "4-agave-kumquat")
            assert line.value == "4-agave-kum"
            await pilot.press("enter")
            await until(pilot, lambda: "That is not this table's join code." in text_of(pilot))
            await pilot.press(*"4-aga", "enter")
            await until(pilot, lambda: "A code is a number and two words" in text_of(pilot))
            assert "That is not this table's" not in text_of(pilot), "of another line that was typed"
            await pilot.press("ctrl+u", *"3 aga kum", "enter")
            await until_screen(pilot, LobbyScreen)
        assert server.authority.door.wrong == 1


async def test_what_is_no_code_is_not_tried_and_asking_can_be_left() -> None:
    async with serving(code=CODE) as server:
        app = friend(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, AskCode)
            for typed, said in (
                ("agave", "A code is a number and two words, such as 3-agave-kumquat."),
                ("3-agave-kumqat", "“kumqat” is no word of a code. Did you mean “kumquat”?"),
                ("3-agave-xyzzy", "“xyzzy” is no word of a code, such as 3-agave-kumquat."),
            ):
                await pilot.press("ctrl+u", *typed, "enter")
                await until(pilot, lambda said=said: said in text_of(pilot))  # type: ignore[misc]
            assert isinstance(app.screen, AskCode)
            assert not app._notifications, "what is wrong is said once, in the dialog"
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)
        assert server.authority.door.wrong == 0


async def test_full_width_letters_become_plain_ones_as_they_are_typed() -> None:
    async with serving(code=CODE) as server:
        app = friend(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, AskCode)
            line = app.screen.query_one(Input)
            line.insert_text_at_cursor("３－ａｇａ－ｋｕｍ")
            await until(pilot, lambda: line.value == "3-agave-kum")
            await pilot.press("enter")
            await until_screen(pilot, LobbyScreen)


async def test_an_enter_too_many_neither_asks_anew_nor_gives_up() -> None:
    async with serving(code=CODE) as server:
        s = Staged(StartUp("browse", "Beto"))
        s.app._make_link = make_link
        async with s.app.run_test(size=(80, 24)) as pilot:
            await shows(pilot, BrowseScreen)
            await pilot.press(*f"127.0.0.1:{server.port}", "enter")
            await until_screen(pilot, AskCode)
            await pilot.press("ctrl+u", *CODE)
            await at_once(pilot, "enter", "enter", "enter")
            await until_screen(pilot, LobbyScreen)


async def test_a_code_that_was_given_is_used() -> None:
    async with serving(code=CODE) as server:
        app = friend(server, CODE)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, LobbyScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_host_reads_the_code_and_hears_of_wrong_ones(size: tuple[int, int]) -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    s.table.authority.door.code = CODE
    async with s.app.run_test(size=size) as pilot:
        await shows(pilot, LobbyScreen)
        await until(pilot, lambda: "Join code:  3 - agave - kumquat" in text_of(pilot))
        s.table.authority.door.wrong, s.table.authority.door.last = 2, "10.0.0.66"
        s.table.settle()
        await until(pilot, lambda: "A wrong join code was tried 2 times, last from 10.0.0.66." in text_of(pilot))
        assert len(s.app._notifications) == 1
        assert s.app.sitting is not None
        await until(pilot, lambda: s.app.sitting is not None and s.app.sitting.table is not None)
        assert s.app.sitting.door == m.Door(CODE, 2, "10.0.0.66")


async def test_the_host_finds_the_code_in_the_menu_too() -> None:
    s = Staged(StartUp(replace(CONNECT, begin=True), "Ana"))
    s.table.authority.door.code = CODE
    async with s.app.run_test(size=(60, 20)) as pilot:
        await shows(pilot, TableScreen)
        await pilot.press("m")
        await shows(pilot, Choose)
        assert f"Join code: {CODE}" in text_of(pilot)


async def test_an_open_table_says_so() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await until(pilot, lambda: "The table is open: nobody is asked for a code." in text_of(pilot))
