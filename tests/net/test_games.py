"""Whole games over TCP on loopback: everyone is shown what the engine lets them know, and the record verifies."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from engine import record
from engine.events import Event
from engine.options import Options
from engine.views import events_for, view
from net import messages as m
from net.peer import Lost
from tests.engine.play import OPTION_SETS
from tests.net.wire import FAST, Guest, eventually, serving


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("options", OPTION_SETS)
async def test_a_whole_game(players: int, options: Options) -> None:
    people = 1 if options.ask_chips == options.optional_swap else 3  # beside bots, or not
    config = replace(FAST, players=players, options=options)
    async with serving(config) as server, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(Guest(server.port, "Ana", key="secret"))
        await ana.told(m.Welcome)
        guests = [ana]
        for name in ("Beto", "Caro")[: people - 1]:
            guests.append(await stack.enter_async_context(Guest(server.port, name)))
            await guests[-1].told(m.Welcome)
        watcher = await stack.enter_async_context(Guest(server.port, "Watcher", watch=True))
        await watcher.told(m.Welcome)
        for guest in guests:
            guest.play()
        ana.peer.send(m.Start())
        results = [await guest.told(m.Result, patience=30) for guest in (*guests, watcher)]
        assert len({result.record for result in results}) == 1
        (game,) = record.read(results[0].record)
        assert game.state.over
        state = server.authority.room.game
        assert state is not None
        assert game.state.digest() == state.state.digest()
        for player, guest in [*enumerate(guests), (None, watcher)]:
            shown = guest.newest(m.Shown)
            assert shown is not None
            assert shown.view == view(state.state, player)
            assert _heard(guest) == events_for(state.state, player, 0)
            assert guest.newest(Lost) is None


def _heard(guest: Guest) -> list[Event]:
    """All events that a guest was told, in order, each once."""
    heard: list[Event] = []
    for event in guest.events:
        if isinstance(event, m.Shown):
            assert event.since in (0, len(heard))
            heard = [*heard[: event.since], *event.events]
    return heard


async def test_a_game_goes_on_through_lost_links() -> None:
    async with serving() as server, Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Beto") as beto:
        await ana.told(m.Lobby, lambda lobby: sum(place.state == "here" for place in lobby.table.places) == 2)
        ana.play()
        beto.play()
        ana.peer.send(m.Start())
        for _ in range(3):
            await beto.told(m.Shown)
            beto.events.clear()
            for link in list(server._links.values()):
                link.cut()
            await beto.told(m.Welcome)
        await asyncio.gather(ana.told(m.Result, patience=30), beto.told(m.Result, patience=30))
        assert len(beto.purse.kept) == 1
        people = [chair.person.name for chair in server.authority.room.seats.chairs if chair.person is not None]
        assert sorted(people) == ["Ana", "Beto"]  # who came first is a race


async def test_several_tables_in_one_process() -> None:
    async with serving() as one, serving(replace(FAST, players=3)) as two:
        assert one.port != two.port
        async with Guest(one.port, "Ana", key="secret") as ana, Guest(two.port, "Beto", key="secret") as beto:
            for guest in (ana, beto):
                await guest.told(m.Lobby)
                guest.play()
                guest.peer.send(m.Start())
            for guest in (ana, beto):
                await guest.told(m.Result, patience=30)
            await eventually(lambda: len(record_of(ana)) != len(record_of(beto)) or record_of(ana) != record_of(beto))


def record_of(guest: Guest) -> tuple[str, ...]:
    result = guest.newest(m.Result)
    return () if result is None else result.record
