"""Heartbeats both ways: each side asks whether the other is there and answers, and notices silence within 15 s."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine

import pytest

from net import limits
from net import messages as m
from net.host import TableServer
from net.link import Link
from net.messages import Message
from net.peer import Lost, Peer, PeerEvent
from tests.net.hasty import HastyLoop
from tests.net.test_peer import GREETING, WELCOME, acting
from tests.net.wire import LOOPBACK, Guest, Stranger, eventually, serving


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that come soon."""
    monkeypatch.setattr("net.protocol.PING_EVERY", 0.05)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.02)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """All that tables hear."""
    messages: list[Message] = []
    hear = TableServer.heard

    def note(server: TableServer, link: Link, message: Message) -> None:
        messages.append(message)
        hear(server, link, message)

    monkeypatch.setattr(TableServer, "heard", note)
    return messages


async def test_a_table_asks_again_and_again(often: None) -> None:
    async with serving() as server, Stranger(server.port) as eve:
        await eve.come_in()
        for number in (1, 2):
            while (message := await eve.hear()) != m.Ping(number):
                assert message is not None


async def test_a_table_answers() -> None:
    async with serving() as server, Stranger(server.port) as eve:
        await eve.come_in()
        await eve.ping(7)


async def test_a_peer_asks_again_and_again(often: None, heard: list[Message]) -> None:
    async with serving() as server, Guest(server.port, "Ana"):
        await eventually(lambda: m.Ping(1) in heard and m.Ping(2) in heard)


async def test_a_peer_answers(heard: list[Message]) -> None:
    async with serving() as server, Guest(server.port, "Ana") as ana:
        await ana.told(m.Welcome)
        (link,) = server._links.values()
        link.write(m.Ping(7))
        await eventually(lambda: m.Pong(7) in heard)


# --- With the times as they are, on a clock that hurries ---


@contextlib.asynccontextmanager
async def welcome(port: int) -> AsyncIterator["asyncio.Queue[PeerEvent]"]:
    """A peer that has been let in; what it is told from then on."""
    told: asyncio.Queue[PeerEvent] = asyncio.Queue()
    running = asyncio.create_task(Peer([LOOPBACK], port, name="Ana").run(told.put_nowait))
    try:
        while not isinstance(await told.get(), m.Welcome):
            pass
        yield told
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def a_silent_peer() -> None:
    async with serving() as server, Stranger(server.port) as eve:
        await eve.come_in()
        async with asyncio.timeout(15):
            assert await eve.bye() == "silent"


async def a_silent_table() -> None:
    async with acting(GREETING, WELCOME) as port, welcome(port) as told:
        async with asyncio.timeout(15):
            event = await told.get()
        assert isinstance(event, Lost)
        assert event.code == "silent"


async def a_table_and_a_peer_with_nothing_to_say() -> None:
    async with serving() as server, welcome(server.port) as told:
        await asyncio.sleep(60)
        assert [type(told.get_nowait()) for _ in range(told.qsize())] == [m.Lobby]


@pytest.mark.parametrize("who", [a_silent_peer, a_silent_table, a_table_and_a_peer_with_nothing_to_say])
def test_silence_is_noticed_within_fifteen_seconds(who: Callable[[], Coroutine[None, None, None]]) -> None:
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(who())
