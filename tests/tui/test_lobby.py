"""The lobby: who sits where, and who may change it; by keys and by mouse."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.widgets import OptionList

from engine.options import Options
from muertos_tui import seating_words
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from net import messages as m
from tests.tui.local import CONNECT, GUEST
from tests.tui.stage import Staged, click_row, shows, text_of, until

HOST = StartUp(CONNECT, "Ana")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_everything_is_on_the_screen(size: tuple[int, int]) -> None:
    s = Staged(HOST)
    s.table.enter(m.Join("Beto", False), lambda message: None)
    async with s.app.run_test(size=size) as pilot:
        await shows(pilot, LobbyScreen)
        s.links[-1].send(m.SeatBot(2, "medium"))
        await until(pilot, lambda: "medium bot" in text_of(pilot))
        text = text_of(pilot)
        for words in ("North", "Ana (you)", "Beto", "free", "host", "not ready", "muertos join 192.168.1.5:11102"):
            assert words in text
        menu = s.app.screen.query_one(Menu)
        assert menu.size.height == menu.option_count, "a row is broken over two lines"


async def test_a_guest_is_ready_by_key_and_by_mouse_and_the_host_starts() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("r")
        await until(pilot, lambda: s.links[-1].table.places[1].ready)
        await pilot.pause()
        assert "I am not ready yet" in text_of(pilot)
        await click_row(pilot, "ToggleReady")
        await until(pilot, lambda: not s.links[-1].table.places[1].ready)
        s.table.say(host, m.Start())
        await shows(pilot, TableScreen)


async def test_the_host_starts_by_key() -> None:
    s = Staged(HOST)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await shows(pilot, TableScreen)


async def test_who_is_not_ready_is_named_before_the_game_starts() -> None:
    s = Staged(HOST)
    for name in ("Beto", "Caro"):
        s.table.enter(m.Join(name, False), lambda message: None)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        for answer in ("escape", "enter"):  # nothing happens by an Enter too many
            await pilot.press("g")
            await shows(pilot, Choose)
            assert "Beto and Caro are not ready" in text_of(pilot)
            await pilot.press(answer)
            await shows(pilot, LobbyScreen)
        assert s.said == []
        await pilot.press("g")
        await shows(pilot, Choose)
        await pilot.press("down", "enter")
        await shows(pilot, TableScreen)


async def test_who_is_not_ready_is_named_as_it_is_now_while_the_host_thinks() -> None:
    s = Staged(HOST)
    guests = [s.table.enter(m.Join(name, False), lambda message: None) for name in ("Beto", "Caro")]
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await shows(pilot, Choose)
        assert "Beto and Caro are not ready." in text_of(pilot)
        for guest, said in zip(guests, ("Caro is not ready.", "Everybody is ready now."), strict=True):
            s.table.say(guest, m.Ready(True))
            await until(pilot, lambda said=said: said in text_of(pilot))  # type: ignore[misc]
        s.table.say(guests[0], m.Ready(False))
        await until(pilot, lambda: "Beto is not ready." in text_of(pilot))
        await pilot.press("enter")
        await shows(pilot, LobbyScreen)
        assert s.said == [], "the mark has stayed where it was"


async def test_seats_by_mouse_alone() -> None:
    s = Staged(HOST)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        for seat, deed in (("seat 1", "bot easy"), ("seat 1", "bot medium"), ("seat 2", "sit"), ("seat 1", "clear")):
            await click_row(pilot, seat)
            await shows(pilot, Choose)
            await click_row(pilot, deed)
            await shows(pilot, LobbyScreen)
        assert s.said == [m.SeatBot(1, "easy"), m.SeatBot(1, "medium"), m.Sit(2), m.Clear(1)]
        assert [place.state for place in s.links[-1].table.places] == ["free", "free", "here", "free"]
        await click_row(pilot, "StartGame")
        await shows(pilot, TableScreen)


async def test_two_seats_change_places() -> None:
    s = Staged(HOST)
    s.table.enter(m.Join("Beto", False), lambda message: None)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("m")
        await shows(pilot, Choose)
        await pilot.press("down", "enter")
        await until(pilot, lambda: s.said == [m.Exchange(0, 2)])


async def test_seats_by_keys() -> None:
    s = Staged(HOST)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("down", "b", "b", "x", "s", "u")
        await until(pilot, lambda: len(s.said) == 5)
        assert s.said == [m.SeatBot(1, "easy"), m.SeatBot(1, "medium"), m.Clear(1), m.Sit(1), m.Stand()]
        assert "Without a seat: Ana (you)." in text_of(pilot)


async def test_three_players_and_options() -> None:
    s = Staged(HOST)
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("p")
        await until(pilot, lambda: s.links[-1].table.players == 3)
        await pilot.pause()
        assert "Ana plays with it on day 1" in text_of(pilot)
        await pilot.press("o")
        await shows(pilot, Choose)
        await pilot.press("enter")
        await until(pilot, lambda: s.links[-1].table.options == Options(ask_chips=True))
        await pilot.pause()
        assert "Ask chips" in text_of(pilot)


async def test_a_guest_may_not_arrange_the_table() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        assert "Ana starts the game." in text_of(pilot)
        await pilot.press("g", "b", "x", "m", "p", "o")
        await pilot.pause()
        assert s.said == []
        await click_row(pilot, "seat 0")
        assert isinstance(s.app.screen, LobbyScreen)
        await click_row(pilot, "seat 3")
        await shows(pilot, Choose)
        assert {option.id for option in s.app.screen.query_one(OptionList).options} == {"sit"}


async def test_a_refusal_is_told_in_words() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        s.links[-1].send(m.Start())
        await pilot.pause()
        assert [notice.message for notice in s.app._notifications] == ["Only the host can do that."]


async def test_friends_of_a_solo_table_are_not_told_to_join() -> None:
    s = Staged(StartUp(replace(CONNECT, solo=True), "Ana"))
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        assert "muertos join" not in text_of(pilot)


def test_the_sketch_is_as_wide_as_its_place() -> None:
    free = m.Place("free", "", None, "", False, 0)
    long = m.Place("here", "名前" * 10, 1, "", False, 0)
    table = m.Table(
        "t", 4, (long, long, free, long), (), 1, Options(), "house", "lobby", False, False, True, 0, (), 0, 0
    )
    assert max(cell_len(line) for line in seating_words.sketch(table).splitlines()) <= 30
