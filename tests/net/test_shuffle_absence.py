"""Somebody is gone while a game is shuffled: it goes on without them, and the others find it verified all the same."""

import contextlib
import signal
import sys
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from engine.fair import commitment
from net import limits
from net import messages as m
from net.host import TableServer
from net.witness import Verdict
from tests.net.test_stopped import onlooker
from tests.net.wire import FAST, HELLO, Guest, Stranger, eventually, serving

CONFIG = replace(FAST, away_time=0.2, clock=0)
NONCE = bytes(range(32))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHUFFLE_TIME", 0.3)


@contextlib.asynccontextmanager
async def table() -> AsyncIterator[tuple[TableServer, Guest]]:
    """A table, and its host who plays on whatever happens."""
    async with serving(CONFIG) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        ana.play()
        yield server, ana


async def verified(server: TableServer, ana: Guest, made: list[bool]) -> None:
    """The game is played, and verified by who was there; `made` says whose nonces were the table's."""
    await ana.told(m.Result, patience=30)
    verdict = await ana.told(Verdict)
    assert (verdict.code, verdict.game) == ("verified", server.authority.room.games)
    assert verdict.shuffled is not None
    assert [part.by_table for part in verdict.shuffled.players] == made


def states(server: TableServer) -> list[str]:
    """Who is at each place."""
    return [place.state for place in server.authority.room.table(0).places]


async def sit_down(server: TableServer, eve: Stranger) -> None:
    """A peer that says only what it is told to."""
    people = states(server).count("here")
    eve.say(HELLO, m.Join("Eve", False))
    await eventually(lambda: states(server).count("here") == people + 1)


@pytest.mark.parametrize("commits", [False, True])
@pytest.mark.parametrize("goes", [False, True])
async def test_who_says_nothing_or_shows_nothing(commits: bool, goes: bool) -> None:
    """Silent or cut off before the commitment, or after it."""
    async with table() as (server, ana), Stranger(server.port) as eve:
        await sit_down(server, eve)
        ana.peer.send(m.Start())
        await eventually(lambda: server.authority.room.shuffle is not None)
        shuffle = server.authority.room.shuffle
        assert shuffle is not None
        if commits:
            eve.say(m.Commit(1, commitment(NONCE).hex()))
            await eventually(lambda: shuffle.promised[1] is not None)
        if goes:
            eve.writer.transport.abort()
        await ana.told(m.Shown, patience=2)
        eve.writer.transport.abort()  # at the latest now: a bot is to play for them
        await verified(server, ana, [False, True, True, True])


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL], ids=["stopped", "killed"])
async def test_a_process_that_stands_still_or_is_killed(number: signal.Signals) -> None:
    async with table() as (server, ana), onlooker(server.port, "Beto") as beto:
        await eventually(lambda: states(server)[1] == "here", 20)
        beto.signal(number)
        ana.peer.send(m.Start())
        await ana.told(m.Shown, patience=3)
        for link in [link for link in server._links.values() if number == signal.SIGSTOP and link.number != 1]:
            link.cut()  # as silence would do after a while: a bot is to play for them
        await verified(server, ana, [False, True, True, True])


async def test_two_are_gone_and_one_comes_back() -> None:
    async with table() as (server, ana), Guest(server.port, "Beto") as beto, Stranger(server.port) as eve:
        await beto.told(m.Welcome)
        await sit_down(server, eve)
        token = beto.purse.token
        await beto.go()
        await eventually(lambda: states(server)[1] == "away")
        ana.peer.send(m.Start())
        await ana.told(m.Shown, patience=3)
        eve.writer.transport.abort()
        async with Guest(server.port, "Beto", token=token) as again:
            again.play()
            await verified(server, ana, [False, True, True, True])
            assert (await again.told(Verdict)).code == "verified_late"
