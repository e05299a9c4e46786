"""From home to a table, to the result, and back; by keys and by mouse."""

import pytest
from textual.command import CommandList
from textual.widgets import Static
from textual.widgets._footer import FooterKey

from engine.options import Options
from muertos_tui import settings
from muertos_tui.app import MuertosApp
from muertos_tui.faults import Fault
from muertos_tui.screens.connecting import Connecting
from muertos_tui.screens.dialogs import AskText, Choose, TooSmall
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.host import HostScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import Connect, NewTable, StartUp
from muertos_tui.updates import LeaveRequested, MenuRequested
from net import messages as m
from tests.tui.local import CONNECT, GUEST
from tests.tui.stage import Staged, click_row, shows, text_of, until

SIZES = pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])


async def test_play_goes_straight_to_a_table_to_its_result_and_to_another_game() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        assert s.wishes[0].levels == ("medium",) * 3
        s.finish()
        await shows(pilot, ResultScreen)
        assert "Pairs" in text_of(pilot)
        await pilot.press("l")
        await shows(pilot, TableScreen)
        await pilot.press("space")
        await shows(pilot, ResultScreen)
        await pilot.press("c")
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await shows(pilot, TableScreen)
        assert not s.links[-1].view.over


async def test_host_by_mouse_alone() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click_row(pilot, "Host")
        await shows(pilot, HostScreen)
        for row in ("players", "bots", "ask_chips", "optional_swap"):
            await click_row(pilot, row)
        await click_row(pilot, "open")
        await shows(pilot, LobbyScreen)
        wish = s.wishes[0]
        assert (wish.table, wish.players, wish.levels) == ("Ana's table", 3, ("easy", "easy"))
        assert wish.options == Options(ask_chips=True, optional_swap=True)


async def test_the_name_is_asked_once_and_remembered() -> None:
    s = Staged(StartUp())
    async with s.app.run_test() as pilot:
        await pilot.press("p")
        await shows(pilot, AskText)
        await pilot.press("ctrl+a", "ctrl+k", *"Beto", "enter")
        await shows(pilot, TableScreen)
        assert "Beto" in s.app.sitting.names if s.app.sitting else False
    assert settings.load().name == "Beto"


async def test_a_name_of_nothing_is_not_taken() -> None:
    s = Staged(StartUp())
    async with s.app.run_test() as pilot:
        await pilot.press("n")
        await shows(pilot, AskText)
        await pilot.press("ctrl+a", "ctrl+k", "space", "enter")
        await pilot.pause()
        assert isinstance(s.app.screen, AskText)
        await pilot.press("escape")
        await shows(pilot, HomeScreen)


async def test_the_bell_is_off_until_it_is_turned_on() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        assert not settings.load().bell
        await pilot.press("b")
        await pilot.pause()
    assert settings.load().bell


@SIZES
async def test_rules_from_everywhere_and_back(size: tuple[int, int]) -> None:
    s = Staged()
    async with s.app.run_test(size=size) as pilot:
        await pilot.press("question_mark")
        await shows(pilot, RulesScreen)
        await pilot.press("escape")
        await shows(pilot, HomeScreen)
        await pilot.press("h", "f1")
        await shows(pilot, RulesScreen)
        await pilot.press("pagedown", "escape")
        await shows(pilot, HostScreen)
        await pilot.press("enter")
        await shows(pilot, LobbyScreen)
        await pilot.press("f1")
        await shows(pilot, RulesScreen)


async def test_the_rules_say_that_there_is_more_below_as_long_as_there_is() -> None:
    s = Staged()
    async with s.app.run_test(size=(60, 20)) as pilot:

        def offers_more() -> bool:
            return any(key.description == "More below" for key in s.app.screen.query(FooterKey))

        await pilot.press("f1")
        await shows(pilot, RulesScreen)
        await until(pilot, offers_more)
        await pilot.press("down", "pagedown")
        await until(pilot, offers_more)
        body = s.app.screen.query_one("#body")
        while body.scroll_offset.y < body.max_scroll_y:
            await pilot.press("space")
        await until(pilot, lambda: not offers_more())
        await pilot.press("up")
        await until(pilot, offers_more)
        await pilot.resize_terminal(120, 400)
        await until(pilot, lambda: not offers_more())


async def test_leaving_asks_first_and_an_own_table_may_go_on() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        s.app.screen.post_message(LeaveRequested())
        await shows(pilot, Choose)
        await pilot.press("escape")
        await shows(pilot, TableScreen)
        s.app.screen.post_message(LeaveRequested())
        await shows(pilot, Choose)
        await click_row(pilot, "away")
        await shows(pilot, HomeScreen)
        assert not any(isinstance(said, m.Leave | m.Close) for said in s.said)


async def test_closing_an_own_table() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("h", "enter")
        await shows(pilot, LobbyScreen)
        await pilot.press("escape")
        await shows(pilot, Choose)
        await click_row(pilot, "close")
        await shows(pilot, HomeScreen)
        assert isinstance(s.said[-1], m.Close)


async def test_a_guest_leaves() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("escape")
        await shows(pilot, Choose)
        await click_row(pilot, "leave")
        await shows(pilot, HomeScreen)
        assert isinstance(s.said[-1], m.Leave)


async def test_quitting_at_a_table_asks_first_and_then_ends() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("ctrl+q")
        await shows(pilot, Choose)
        await pilot.press("down", "enter")
        await until(pilot, lambda: not s.app.is_running)
    assert s.app.return_value == 0


async def test_the_host_closes_while_a_guest_is_there() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        s.table.say(host, m.Close())
        await shows(pilot, Choose)
        assert "The table has been closed." in text_of(pilot)
        await pilot.press("enter")
        await shows(pilot, HomeScreen)


async def test_the_menu_of_the_table() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        s.app.screen.post_message(MenuRequested())
        await shows(pilot, Choose)
        await click_row(pilot, "pause")
        await until(pilot, lambda: s.links[-1].table.paused)
        s.app.screen.post_message(MenuRequested())
        await shows(pilot, Choose)
        await click_row(pilot, "ShowRules")
        await shows(pilot, RulesScreen)


async def test_latecomers_come_straight_to_the_table() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    s.table.say(host, m.Start())
    async with s.app.run_test() as pilot:
        await shows(pilot, TableScreen)
        assert s.links[-1].view.me is not None


async def test_a_start_that_fails_is_told_at_home() -> None:
    s = Staged(StartUp(fault="The port is taken."))
    async with s.app.run_test() as pilot:
        await pilot.pause()
        assert [notice.message for notice in s.app._notifications] == ["The port is taken."]


async def test_a_terminal_too_small_shows_a_notice_and_takes_no_keys() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(59, 20)
        await shows(pilot, TooSmall)
        await pilot.press("p", "h", "q", "ctrl+q", "question_mark")
        await pilot.pause()
        assert isinstance(s.app.screen, TooSmall)
        assert not s.wishes
        await pilot.resize_terminal(80, 24)
        await shows(pilot, HomeScreen)


async def test_going_to_a_table_can_be_given_up() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.silent = True
    async with s.app.run_test() as pilot:
        await shows(pilot, Connecting)
        await pilot.press("escape")
        await shows(pilot, HomeScreen)
        assert s.app.sitting is None


async def test_the_palette_offers_what_can_be_done_here() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("h", "enter")
        await shows(pilot, LobbyScreen)
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press("3", "space", *"or")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count > 0)
        await pilot.press("enter")
        await until(pilot, lambda: s.links[-1].table.players == 3)


async def test_the_bell_rings_when_ones_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(MuertosApp, "bell", lambda self: rung.append(self.settings.bell))
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("b", "p")
        await shows(pilot, TableScreen)
        assert rung == [True]


async def test_the_keys_below_can_be_clicked() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await pilot.press("f1")
        await shows(pilot, RulesScreen)
        await pilot.click("FooterKey")
        await shows(pilot, HomeScreen)


async def test_without_a_seat_one_looks_on_until_a_bot_has_one() -> None:
    s = Staged(StartUp(GUEST, "Eva"))
    people = [s.table.enter(m.Join(name, False), lambda message: None) for name in ("Beto", "Caro", "Dani")]
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    s.table.say(host, m.Start())
    async with s.app.run_test() as pilot:
        await shows(pilot, TableScreen)
        assert s.links[-1].view.me is None
        s.table.say(people[1], m.Leave())
        await pilot.pause()
        s.app.screen.post_message(MenuRequested())
        await shows(pilot, Choose)
        await click_row(pilot, "sit 1")
        await until(pilot, lambda: s.links[-1].view.me == 1)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (StartUp(GUEST, "Beto"), "Going to Ana's table at 127.0.0.1:11102 …"),
        (StartUp(CONNECT, "Ana"), "Opening the table …"),
        (StartUp("browse", "Ana"), ""),
    ],
)
async def test_home_is_not_shown_before_one_comes_there(start: StartUp, said: str) -> None:
    s = Staged(start)
    s.table.silent = True
    async with s.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(s.app.screen_stack) == 2)
        home = s.app.screen_stack[0]
        shown = [str(line.visual) for line in home.query(Static) if line.display]
        assert shown == [said]
        assert not home.query_one(Menu).display
        await pilot.press("escape")
        await shows(pilot, HomeScreen)
        await until(pilot, lambda: home.query_one(Menu).display)
        assert "Día de los Muertos" in text_of(pilot)
        await pilot.press("h")
        await shows(pilot, HostScreen)


async def test_a_new_table_is_named_after_whoever_says_their_name_first() -> None:
    called: list[str] = []

    def opened(player: str) -> tuple[Connect, str]:
        called.append(player)
        return CONNECT, ""

    s = Staged(StartUp(NewTable(opened)))
    async with s.app.run_test() as pilot:
        await shows(pilot, AskText)
        assert not called  # nobody finds a table whose host is not there yet
        await pilot.press("ctrl+a", "ctrl+k", *"Beto", "enter")
        await shows(pilot, LobbyScreen)
    assert called == ["Beto"]


async def test_a_new_table_that_cannot_be_had_is_told_at_home() -> None:
    def opened(player: str) -> tuple[Connect, str]:
        raise Fault("port 11102 is taken; choose another with --port")

    s = Staged(StartUp(NewTable(opened), "Ana"))
    async with s.app.run_test() as pilot:
        await shows(pilot, Choose)
        assert "port 11102 is taken" in text_of(pilot)
        await pilot.press("enter")
        await shows(pilot, HomeScreen)
