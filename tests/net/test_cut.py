"""Connections that are cut after any byte: the game is the one that was played, and nothing is left behind."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import record
from engine.bots import choose
from engine.rules import apply, new_game
from engine.views import view
from net import limits
from net import messages as m
from net.game import Game
from tests.amounts import SOAK, amount
from tests.net.cutting import Cut, End, Proxy, Way
from tests.net.wire import FAST, Guest, eventually, serving

UP, DOWN = 1_600, 15_500  # bytes: beyond these, a connection says the same again


def cuts(way: Way, end: End) -> list[Cut]:
    """Every position in turn; in CI some of them, and those around the first frames."""
    last = UP if way == "up" else DOWN
    places = range(last) if SOAK else sorted({*range(0, 60, 7), *range(60, last, last // 25)})
    return [(place, way, end) for place in places]


def descriptors() -> int:
    gc.collect()
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def is_theirs(game: Game, people: set[int]) -> bool:
    """Whether every decision of these players is the one they would have made, each once, none by a bot."""
    state = new_game(game.state.seed, game.state.players, game.state.options, game.state.deck)
    for action in game.actions:
        player = state.control[action.seat]
        if player in people and choose(view(state, player), "easy", b"guest").action != action:
            return False
        apply(state, action)
    return state.digest() == game.state.digest()


@pytest.mark.timeout(amount(120, 7200))
@pytest.mark.parametrize("end", ["FIN", "RST"])
@pytest.mark.parametrize("way", ["up", "down"])
async def test_cut_after_every_byte(way: Way, end: End, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.0)
    monkeypatch.setattr(limits, "RETRY_LONGEST", 0.0)
    monkeypatch.setattr(limits, "SHUFFLE_TIME", 0.5)  # who is cut off each time before the welcome has no part in it
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
    before, plan, games = descriptors(), cuts(way, end), 0
    async with (
        serving(replace(FAST, bots=("easy", "easy"))) as server,
        Proxy(server.port, plan) as proxy,
        Guest(server.port, "Ana", key="secret") as ana,
    ):
        await ana.told(m.Welcome)
        async with Guest(proxy.port, "Beto") as beto:
            await beto.told(m.Welcome)
            ana.play()
            beto.play()
            ana.peer.send(m.Start())
            await ana.told(m.Shown)
            proxy.cut()
            while not proxy.done.is_set():
                games += await another(server.authority, ana, proxy)
            games += await another(server.authority, ana, proxy)
            await beto.told(m.Result, lambda result: result.game == server.authority.room.games)
        await eventually(lambda: len(server._links) == 1)
        assert proxy.made == len(plan)
    await eventually(lambda: descriptors() <= before)
    assert not faults
    assert games


async def another(authority: Any, ana: Guest, proxy: Proxy) -> int:
    """Look at the game that is over, if it is, and begin another unless all cuts are made."""
    game = authority.room.game
    if not game.state.over:
        await asyncio.sleep(0.01)
        if proxy.done.is_set():
            await eventually(lambda: game.state.over, 60)
        return 0
    result = await ana.told(m.Result, lambda told: told.game == game.number)
    (read,) = record.read(result.record)
    assert read.state.log == game.state.log
    assert is_theirs(game, {0, 1})
    if not proxy.done.is_set():
        ana.peer.send(m.Start())
        await eventually(lambda: authority.room.game is not game, 60)
    return 1
