"""What others make of a person at the table, they are told."""

import pytest

from muertos_tui import changes
from muertos_tui.commands import ShowRules
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from net import messages as m
from tests.tui.driving import text_of
from tests.tui.local import GUEST, LocalTable, decided
from tests.tui.stage import Staged, shows, until


class Ear:
    """One person, and all they have been told of what has changed."""

    def __init__(self, table: LocalTable, name: str, key: bool = False, watch: bool = False) -> None:
        self._me = 0
        self._watch = watch
        self._table: m.Table | None = None
        self.said: list[str] = []
        self.there = table.enter(m.Join(name, watch), self._hear, "key" if key else "")

    def _hear(self, message: m.ToPeer) -> None:
        if isinstance(message, m.Welcome):
            self._me = message.person
        if isinstance(message, m.Lobby | m.Shown):
            self.said += changes.said(self._table, message.table, self._me, self._watch)
            self._table = message.table


def test_when_the_host_leaves_the_next_one_is_told_and_the_others() -> None:
    table = LocalTable()
    ana, beto, caro = Ear(table, "Ana", key=True), Ear(table, "Beto"), Ear(table, "Caro")
    table.say(ana.there, m.Leave())
    assert beto.said == ["You are the host now: you start the game, and change seats and options."]
    assert caro.said == ["Beto is the host now."]
    table.say(beto.there, m.Start())
    table.say(beto.there, m.Leave())
    assert caro.said[1:] == ["You are the host now: the menu (m) has what a host can do."]


def test_whose_seat_the_host_gives_to_a_bot_is_told_in_a_game() -> None:
    table = LocalTable()
    ana, beto = Ear(table, "Ana", key=True), Ear(table, "Beto")
    table.say(ana.there, m.SeatBot(1, "easy"))  # in the lobby everyone sees the seats
    table.say(beto.there, m.Sit(1))
    table.say(ana.there, m.Start())
    assert not beto.said
    table.say(ana.there, m.SeatBot(1, "easy"))
    (said,) = beto.said
    assert said.startswith("The host has given your seat to a bot. You watch now")
    assert not ana.said
    table.say(beto.there, m.Sit(1))  # as the menu lets one
    assert beto.said == [said]


def test_who_comes_to_play_where_every_seat_is_taken_is_told() -> None:
    table = LocalTable()
    seated = [Ear(table, name) for name in ("Ana", "Beto", "Caro", "Dani")]
    late, watcher = Ear(table, "Eva"), Ear(table, "Vera", watch=True)
    assert late.said == ["Every seat is taken: you watch."]
    assert [each.said for each in (*seated, watcher)] == [[]] * 5


@pytest.mark.parametrize("leaves", [False, True])
async def test_of_a_bots_seat_is_spoken_only_where_there_is_one(leaves: bool) -> None:
    s = Staged(StartUp(GUEST, "Eva"))
    people = [s.table.enter(m.Join(name, False), lambda message: None) for name in ("Ana", "Beto", "Caro", "Dani")]
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        await until(pilot, lambda: "Every seat is taken: you watch." in [n.message for n in s.app._notifications])
        s.table.say(people[0], m.Start())
        await shows(pilot, TableScreen)
        if leaves:
            s.table.say(people[1], m.Leave())
        screen = s.app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: "You are watching." in "".join(text_of(screen)))
        await until(pilot, lambda: ("take the seat of a bot" in "".join(text_of(screen))) == leaves)


@pytest.mark.parametrize("elsewhere", [True, False])
async def test_who_looks_at_something_else_hears_that_it_is_their_turn(elsewhere: bool) -> None:
    s, heard = Staged(StartUp(GUEST, "Beto")), list[m.ToPeer]()
    host = s.table.enter(m.Join("Ana", False), heard.append, "key")

    def host_plays() -> bool:
        view = next(message.view for message in reversed(heard) if isinstance(message, m.Shown))
        if view.actions:
            s.table.say(host, m.Act(view.number, decided(view)))
        return s.app.sitting is not None and s.app.sitting.is_asked

    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        s.table.say(host, m.Start())
        await shows(pilot, TableScreen)
        link = s.links[-1]
        while link.view.actions:
            link.send(m.Act(link.view.number, decided(link.view)))
        await until(pilot, lambda: s.app.sitting is not None and not s.app.sitting.is_asked)
        if elsewhere:
            s.app.post_message(ShowRules())
            await shows(pilot, RulesScreen)
        await until(pilot, host_plays)
        await pilot.pause()
        assert any("your turn" in notice.message for notice in s.app._notifications) == elsewhere
