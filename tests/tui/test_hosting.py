"""What a host does at the table's screen: the clock, and the others' seats."""

from dataclasses import replace

from textual.pilot import Pilot

from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from muertos_tui.widgets.header import header_lines
from net import messages as m
from tests.tui.local import CONNECT, GUEST
from tests.tui.stage import Staged, shows, text_of, until


async def choose(pilot: Pilot[int], s: Staged, said: str) -> None:
    """Choose the line of the dialog that says this."""
    await shows(pilot, Choose)
    menu = s.app.screen.query_one(Menu)
    number = next(n for n in range(menu.option_count) if said in str(menu.get_option_at_index(n).prompt))
    menu.highlighted = number
    await pilot.press("enter")
    await pilot.pause()


async def test_the_clock_is_set_in_the_lobby_and_told_there() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("o")
        await choose(pilot, s, "Time for a decision: as long as it takes")
        await choose(pilot, s, "30 s")
        await until(pilot, lambda: "30 s for a decision" in text_of(pilot))
        assert s.links[-1].table.clock == 30


async def test_the_time_left_is_shown_where_it_says_whose_turn_it_is() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await shows(pilot, TableScreen)
        await until(pilot, lambda: bool(s.links[-1].view.actions))
        await pilot.press("m")
        await choose(pilot, s, "Time for a decision")
        await choose(pilot, s, "120 s")
        screen = s.app.stage
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: screen._status.left in (119, 120))
        status = screen._status
        (header,) = header_lines(screen._view, screen._cast, replace(status, left=119), 80)
        assert "YOUR TURN 1:59" in header.plain
        assert s.app.sitting
        s.app.sitting._told_at -= 60.0
        s.app._count_down()  # counted here, not told anew
        assert screen._status.left in (59, 60)


async def test_a_seat_is_given_to_a_bot_and_somebody_shown_out() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    said: list[m.ToPeer] = []
    s.table.enter(m.Join("Beto", False), said.append)
    s.table.enter(m.Join("Caro", True), lambda message: None)
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await choose(pilot, s, "Start the game")
        await shows(pilot, TableScreen)
        await pilot.press("m")
        await choose(pilot, s, "The others")
        await choose(pilot, s, "Give the seat of Beto to a bot")
        await choose(pilot, s, "hard")
        table = s.links[-1].table
        assert {person.name for person in table.others} == {"Beto", "Caro"}
        assert sorted(place.level for place in table.places if place.state == "bot") == ["hard", "medium", "medium"]
        for name in ("Caro", "Beto"):
            await pilot.press("m")
            await choose(pilot, s, "The others")
            await choose(pilot, s, f"Show {name} out")
        assert s.links[-1].table.others == ()
        await pilot.press("m")
        await shows(pilot, Choose)
        assert "The others" not in text_of(pilot)


async def test_a_guest_sees_the_clock_and_cannot_set_it() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    said: list[m.ToPeer] = []
    beto = s.table.enter(m.Join("Beto", False), said.append)
    s.table.say(beto, m.SetClock(30))
    assert isinstance(said[-1], m.Lobby)  # without the host there, the rights are Beto's
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        s.table.say(beto, m.SetClock(60))
        rejected = said[-1]
        assert isinstance(rejected, m.Rejected)
        assert rejected.code == "host_only"
        assert "30 s for a decision" in text_of(pilot)


async def test_everyone_sees_who_watches() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        s.table.enter(m.Join("Eve", True), lambda message: None)
        await until(pilot, lambda: "Eve" in text_of(pilot))
        s.table.say(1, m.Start())
        await shows(pilot, TableScreen)
        s.table.enter(m.Join("Eva", True), lambda message: None)
        await until(pilot, lambda: len(s.app._notifications) == 2)
        assert [notice.message for notice in s.app._notifications] == ["Eve is watching now.", "Eva is watching now."]
        await pilot.press("m")
        await shows(pilot, Choose)
        assert "Eve, Eva" in text_of(pilot)
