"""While the game is paused or the connection lost nothing can be confirmed; what did not arrive can be sent again."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from muertos_tui.link import LinkLost, Told
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from muertos_tui.table_menu import advice, ways_out
from muertos_tui.updates import TableStatus
from muertos_tui.words import standstill
from net import messages as m
from tests.tui.driving import press, text_of
from tests.tui.local import CONNECT, GUEST
from tests.tui.stage import Staged, shows, until
from tests.tui.table_harness import Harness
from tests.tui.test_table_screen import SIZES, SLOW, later, playing


async def at_table(pilot: Pilot[int], s: Staged) -> TableScreen:
    """Ana's own table, where she is asked."""
    await shows(pilot, LobbyScreen)
    await pilot.press("g")
    await shows(pilot, TableScreen)
    await until(pilot, lambda: bool(s.links[-1].view.actions))
    screen = s.app.stage
    assert isinstance(screen, TableScreen)
    await until(pilot, lambda: bool(screen._view.actions) and not screen._behind())
    return screen


async def choose(pilot: Pilot[int], screen: TableScreen) -> None:
    """Choose whatever may be played."""
    slot = next(slot for slots in screen.deciding.slots.values() for slot in slots if slot.action)
    screen.deciding.choose(slot.seat, slot.index)
    screen._redraw()
    await pilot.pause()


@pytest.mark.parametrize("code", ["paused", "stale", "no_chip", "anything"])
async def test_what_was_refused_can_be_sent_again(code: str) -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(pilot, s)
        await choose(pilot, screen)
        screen.deciding.sent = True
        s.app.post_message(Told(m.Rejected("act", screen._view.number, code, {})))
        await until(pilot, lambda: "Refused: " in text_of(screen)[-2])
        assert "Enter" in text_of(screen)[-2]
        number = screen._view.number
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(said, m.Act) and said.number == number for said in s.said))


async def test_what_could_not_be_sent_can_be_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(pilot, s)
        await choose(pilot, screen)
        with monkeypatch.context() as patch:
            patch.setattr(s.links[-1], "send", lambda message: False)
            await pilot.press("enter")
            await until(pilot, lambda: bool(s.app._notifications))
        assert screen.deciding.confirmable


async def test_nothing_is_confirmed_while_paused_and_all_of_it_after_that() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(pilot, s)
        await choose(pilot, screen)
        s.links[-1].send(m.Pause(True))
        await until(pilot, lambda: "PAUSED. To go on: m, then Go on." in text_of(screen)[-3])
        assert "Enter" not in "".join(text_of(screen)[-2:])
        await pilot.press("enter", "enter")
        assert not any(isinstance(said, m.Act) for said in s.said)
        s.links[-1].send(m.Pause(False))
        await until(pilot, lambda: "PAUSED" not in text_of(screen)[-3])
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(said, m.Act) for said in s.said))


async def test_a_lost_connection_says_so_and_keeps_the_choice() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(pilot, s)
        await choose(pilot, screen)
        chosen = screen.deciding.chosen
        screen.deciding.sent = True
        s.app.post_message(LinkLost())
        await until(pilot, lambda: "CONNECTION LOST: nothing can be sent" in text_of(screen)[-3])
        await pilot.press("enter")
        assert "Sent." not in "".join(text_of(screen)[-3:])
        assert not any(isinstance(said, m.Act) for said in s.said)
        s.app._back()
        await pilot.pause()
        assert screen.deciding.chosen == chosen
        assert screen.deciding.confirmable


async def test_a_table_that_cannot_save_says_so_until_it_can() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(60, 20)) as pilot:
        screen = await at_table(pilot, s)
        await choose(pilot, screen)
        s.app.post_message(Told(m.Waits(True)))
        await until(pilot, lambda: "THE TABLE WAITS: its disk is full, or takes nothing." in text_of(screen)[-3])
        assert "THE TABLE WAITS" in text_of(screen)[0]
        await pilot.press("enter", "enter")
        assert not any(isinstance(said, m.Act) for said in s.said)
        s.app.post_message(Told(m.Waits(False)))
        await until(pilot, lambda: "WAITS" not in "".join(text_of(screen)))
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(said, m.Act) for said in s.said))


async def test_a_table_that_cannot_save_and_so_lets_nobody_back_in_is_not_gone() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(pilot, s)
        s.app.post_message(Told(m.Waits(True)))
        s.app.post_message(LinkLost("silent"))
        await until(pilot, lambda: "CONNECTION LOST" in text_of(screen)[-3])
        for _attempt in range(9):
            s.app.post_message(LinkLost("unsaved"))
        await until(pilot, lambda: "THE TABLE WAITS" in text_of(screen)[-3])
        sitting = s.app.sitting
        assert sitting is not None
        assert not sitting.is_gone
        s.app.post_message(Told(m.Welcome("0" * 32, sitting.me or 0)))
        await until(pilot, lambda: "WAITS" not in "".join(text_of(screen)))


async def test_a_table_of_ones_own_that_is_gone_can_be_brought_back() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(60, 20)) as pilot:
        screen = await at_table(pilot, s)
        for _attempt in range(2):
            s.app.post_message(LinkLost())
        await pilot.pause()
        assert "--resume" not in text_of(screen)[-3]
        s.app.post_message(LinkLost())
        await until(pilot, lambda: "host --resume" in text_of(screen)[-3])
        sitting = s.app.sitting
        assert sitting is not None
        assert "host --resume" in advice(sitting)
        assert [row.id for row in ways_out(sitting)] == ["stay", "away"]
        assert not any("goes on" in row.title for row in ways_out(sitting))
        sitting.take(m.Welcome("0" * 32, sitting.me or 0))
        s.app._back()
        await until(pilot, lambda: "--resume" not in text_of(screen)[-3])


async def test_a_guest_is_not_told_to_bring_the_table_back() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    s.table.say(host, m.Start())
    async with s.app.run_test(size=(60, 20)) as pilot:
        await shows(pilot, TableScreen)
        for _attempt in range(9):
            s.app.post_message(LinkLost())
        await pilot.pause()
        assert s.app.sitting is not None
        assert not s.app.sitting.status().gone


async def test_a_guest_reads_who_can_go_on() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    host = s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    s.table.say(host, m.Start())
    async with s.app.run_test(size=(60, 20)) as pilot:
        await shows(pilot, TableScreen)
        screen = s.app.stage
        assert isinstance(screen, TableScreen)
        s.table.say(host, m.Pause(True))
        await until(pilot, lambda: "PAUSED. Ana can go on." in text_of(screen)[-3])


def test_a_pause_without_a_host() -> None:
    assert standstill(TableStatus(("Ana",), paused=True)) == "PAUSED. The host can go on."
    assert not standstill(TableStatus(("Ana",)))


@pytest.mark.parametrize("size", SIZES)
async def test_a_pause_invites_nobody(size: tuple[int, int]) -> None:
    game = playing(4)
    game.status = replace(game.status, paused=True, hosting=True)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = text_of(app.table)
        assert "PAUSED" in text[0]
        assert "YOUR TURN" not in text[0]
        assert "Your turn" not in "".join(text)
        assert "Choose with" not in "".join(text)


async def test_options_are_not_confirmed_while_paused() -> None:
    game = later(4, 0, 2)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.show_status(replace(game.status, paused=True))
        await press(pilot, "1", "enter", "2", "enter", "3", "enter")
        assert app.actions == []
