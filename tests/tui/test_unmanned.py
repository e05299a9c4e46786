"""A table is opened once, however often a key is pressed, and ends if nobody comes to it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from textual.events import Key
from textual.pilot import Pilot

from muertos_tui import registry, unmanned
from muertos_tui.faults import Fault
from muertos_tui.registry import Entry, Registration
from muertos_tui.screens.connecting import Connecting
from muertos_tui.screens.dialogs import AskText, Choose
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.host import HostScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import Connect, NewTable, StartUp
from tests.tui.local import CONNECT, KEY
from tests.tui.stage import Staged, shows, text_of, until

NEW = replace(CONNECT, new=True)


@contextmanager
def registered(key: str = KEY, table: str = "aa11") -> Iterator[Registration]:
    """A table that runs on this machine, as far as its entry tells."""
    entry = Entry(table, 1, "Ana's table", (), 11102, 4, 3, 0, "lobby", solo=False, key=key, code="")
    with Registration(entry.id) as registration:
        registration.write(entry)
        yield registration


async def at_once(pilot: Pilot[int], *keys: str) -> None:
    """Press keys faster than the app takes them."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await asyncio.sleep(0.05)  # the pilot's own pause would wait for a screen that is on its way out


@pytest.mark.parametrize("keys", [("p", "p"), ("p", "h"), ("p", "j"), ("p", "n"), ("h", "p")])
async def test_two_keys_at_home_open_one_thing(keys: tuple[str, str]) -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await at_once(pilot, *keys)
        await shows(pilot, TableScreen if keys[0] == "p" else HostScreen)
        assert len(s.wishes) == (keys[0] == "p")
        assert len(s.app.screen_stack) == 2


@pytest.mark.parametrize("key", ["h", "j", "n"])
async def test_a_key_pressed_twice_shows_a_screen_once(key: str) -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await at_once(pilot, key, key)
        await until(pilot, lambda: len(s.app.screen_stack) == 2)


async def test_enter_twice_opens_one_table() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("h")
        await shows(pilot, HostScreen)
        await at_once(pilot, "enter", "enter")
        await shows(pilot, LobbyScreen)
        assert len(s.wishes) == len(s.links) == 1


async def test_while_a_table_is_opened_keys_do_nothing_and_a_fault_brings_home_back() -> None:
    go_on = threading.Event()

    def opened(player: str) -> tuple[Connect, str]:
        go_on.wait(5)
        raise Fault("port 11102 is taken")

    s = Staged(StartUp(NewTable(opened), "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, Connecting)
        await pilot.press("p", "h", "enter", "escape")
        await pilot.resize_terminal(59, 20)
        await pilot.resize_terminal(80, 24)
        await shows(pilot, Connecting)
        assert "Opening the table …" in text_of(pilot)
        await pilot.resize_terminal(59, 20)
        go_on.set()
        await until(pilot, lambda: any(isinstance(screen, Choose) for screen in s.app.screen_stack))
        await pilot.resize_terminal(80, 24)
        await shows(pilot, Choose)
        assert "11102" in text_of(pilot)
        await pilot.press("enter")
        await shows(pilot, HomeScreen)
        assert not s.wishes


async def test_quitting_while_a_table_is_opened_ends_it_once_it_is_there() -> None:
    go_on = threading.Event()

    def opened(player: str) -> tuple[Connect, str]:
        go_on.wait(5)
        return NEW, ""

    s = Staged(StartUp(NewTable(opened), "Ana"))
    with registered() as registration:
        async with s.app.run_test() as pilot:
            await shows(pilot, Connecting)
            await pilot.press("ctrl+q")
            await until(pilot, lambda: not s.app.is_running)
        assert not registration.asked_to_end()
        go_on.set()
        for _ in range(200):
            if registration.asked_to_end():
                break
            await asyncio.sleep(0.01)
        assert registration.asked_to_end()


@pytest.mark.parametrize(("connect", "ends"), [(NEW, True), (CONNECT, False)])
async def test_a_new_table_that_is_given_up_before_it_is_reached_ends(connect: Connect, ends: bool) -> None:
    s = Staged(StartUp(connect, "Ana"))
    s.table.silent = True
    with registered() as registration:
        async with s.app.run_test() as pilot:
            await shows(pilot, Connecting)
            await pilot.press("escape")
            await shows(pilot, HomeScreen)
        assert registration.asked_to_end() == ends


async def test_a_new_table_that_was_reached_goes_on() -> None:
    s = Staged(StartUp(NEW, "Ana"))
    with registered() as registration:
        async with s.app.run_test() as pilot:
            await shows(pilot, LobbyScreen)
            s.app._go("away")
            await shows(pilot, HomeScreen)
        assert not registration.asked_to_end()


async def test_home_leads_back_to_a_table_of_ones_own_if_there_is_one() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "question_mark")
        with registered():
            await pilot.press("escape")
            await until(pilot, lambda: "Back to your table" in text_of(pilot))
            assert not s.links
            await pilot.press("t")
            await shows(pilot, LobbyScreen)
        assert (s.connects[0].key, s.connects[0].own, s.connects[0].new) == (KEY, True, False)
        s.app._go("away")
        await shows(pilot, HomeScreen)
        await until(pilot, lambda: "Back to your table" not in text_of(pilot))


async def test_going_back_asks_for_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ana")
    s = Staged(StartUp())
    with registered():
        async with s.app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Back to your table" in text_of(pilot))
            await pilot.press("t")
            await shows(pilot, LobbyScreen)
    assert s.links[0]._join.name == "ana"


async def test_a_table_that_ends_is_soon_none_to_go_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muertos_tui.screens.home.GONE", 0.5)
    s = Staged()
    with registered() as registration:
        async with s.app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Back to your table" in text_of(pilot))
            await pilot.press("question_mark")
            await pilot.press("escape")
            await shows(pilot, HomeScreen)
            registration.close()
            await until(pilot, lambda: "Back to your table" not in text_of(pilot))


async def test_which_of_several_tables_to_go_back_to_is_asked() -> None:
    s = Staged()
    with registered("one key", "aa11"), registered("other key", "bb22"):
        async with s.app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Back to your table" in text_of(pilot))
            await at_once(pilot, "t", "t")
            await shows(pilot, Choose)
            assert "bb22" in text_of(pilot)
            await pilot.press("escape")
            await shows(pilot, HomeScreen)
            assert not s.links
            await pilot.press("t", "down", "enter")
            await shows(pilot, LobbyScreen)
    assert [connect.key for connect in s.connects] == ["other key"]


def test_only_the_table_of_that_key_ends() -> None:
    with registered("another key") as registration:
        unmanned.end(NEW)
        assert not registration.asked_to_end()
        assert registry.running()


async def test_the_name_is_asked_for_once() -> None:
    s = Staged(StartUp())
    async with s.app.run_test() as pilot:
        await at_once(pilot, "p", "p")
        await shows(pilot, AskText)
        await pilot.press("escape")
        await shows(pilot, HomeScreen)
