"""A peer that is stopped (SIGSTOP) through a whole game costs the table nothing, and comes back to the newest view."""

import asyncio
import contextlib
import os
import signal
import statistics
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from net import limits
from net import messages as m
from net.game import Pace
from net.host import TableServer
from tests.net.wire import FAST, Guest, eventually, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
ROOT = Path(__file__).resolve().parents[2]
ONE_VIEW = 16 * 1024  # bytes: with all events of a game it is under 10 KiB


class Onlooker:
    """The process, and the lines it has said."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode().strip())

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)


@contextlib.asynccontextmanager
async def onlooker(port: int, name: str) -> AsyncIterator[Onlooker]:
    words = (sys.executable, "-m", "tests.net.onlooker", str(port), name)
    made = Onlooker(await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, cwd=ROOT))
    listening = asyncio.create_task(made.listen())
    try:
        yield made
    finally:
        with contextlib.suppress(ProcessLookupError):
            made.process.kill()
        await made.process.wait()
        await listening


def biggest(server: TableServer) -> int:
    """The most bytes that wait to be read by one peer."""
    return max(link._transport.get_write_buffer_size() for link in server._links.values())


async def game(server: TableServer, ana: Guest) -> tuple[list[float], int]:
    """A whole game: seconds from each of Ana's decisions to her next view, and the most that ever waited for a peer."""
    loop, times, most = asyncio.get_running_loop(), list[float](), 0
    ana.events.clear()
    ana.peer.send(m.Start())
    shown = await ana.told(m.Shown)
    while not shown.view.over:
        if shown.view.actions:
            began = loop.time()
            ana.decide(shown)
        seen = len(ana.events)
        await eventually(lambda seen=seen: any(isinstance(event, m.Shown) for event in ana.events[seen:]), 20)  # type: ignore[misc]
        newest = ana.newest(m.Shown)
        assert newest is not None
        if shown.view.actions:
            times.append(loop.time() - began)
        shown = newest
        most = max(most, biggest(server))
    return times, most


async def test_a_stopped_peer_costs_nothing_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr("net.protocol.SILENCE", 600.0)  # so that it is there, unread, for the whole game
    monkeypatch.setattr(limits, "UNREAD_TIME", 600.0)
    monkeypatch.setattr(limits, "SEND_BUFFER", 4 * 1024)  # else the system would take in half a game
    config = replace(FAST, bots=("easy", "easy"), pace=Pace(0.0, 0.0, 2.0), clock=0)
    async with serving(config) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        async with onlooker(server.port, "Beto") as beto:
            await eventually(lambda: "Lobby" in beto.lines, 20)
            room = server.authority.room
            ana.peer.send(m.SeatBot(1, "easy"))  # who stands by looks on, and every view is theirs too
            await eventually(lambda: room.table(0).places[1].state == "bot")
            usual, _ = await game(server, ana)
            beto.signal(signal.SIGSTOP)
            slowed, most = await game(server, ana)
            assert limits.WRITE_HIGH < most <= limits.WRITE_HIGH + ONE_VIEW
            assert biggest(server) <= limits.WRITE_HIGH + ONE_VIEW
            assert max(server.authority.unheard(number) for number in server._links) <= 1
            assert statistics.median(slowed) < 2 * statistics.median(usual) + 0.005

            told = len(beto.lines)
            monkeypatch.setattr(limits, "UNREAD_TIME", 0.1)
            await eventually(lambda: any(not p.connected for p in room.table(0).others))  # dropped at the bound
            monkeypatch.setattr(limits, "UNREAD_TIME", 600.0)
            ana.peer.send(m.Start())
            await ana.told(m.Shown, lambda shown: shown.table.game == room.games and shown.table.phase == "playing")
            ana.decide(await ana.told(m.Shown, lambda shown: bool(shown.view.actions)))
            beto.signal(signal.SIGCONT)
            await eventually(lambda: "Welcome" in beto.lines[told:], 20)
            await eventually(lambda: room.game is not None and 0 in room.game.owing())
            assert room.game is not None
            decision = room.game.state.decision
            await eventually(lambda: beto.lines[-1] == f"shown {decision} 0", 10)
