"""A real proxy between a friend and the table: it relays, or ends TLS with its own certificate, and gets nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from net import limits
from net import messages as m
from net.codec import Frames, frame, unpack
from net.host import TableServer
from net.peer import Ended
from net.tls import make_identity, peer_context, table_context
from tests.net.wire import CODE, LOOPBACK, Guest, eventually, serving


class Middle:
    """Sits between: relays all bytes as they come, or speaks TLS with both sides and relays what they say."""

    def __init__(self, table: int, speaks: bool, unlock: bool = False) -> None:
        self._table = table
        self._speaks = speaks
        self._unlock = unlock  # tell the friend that no code is needed
        self._talks: set[asyncio.Task[None] | None] = set()
        self.of_friend = b""
        self.of_table = b""
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._talks.add(asyncio.current_task())
        context = peer_context() if self._speaks else None
        there, back = await asyncio.open_connection(LOOPBACK, self._table, ssl=context)
        try:
            with contextlib.suppress(OSError):
                await asyncio.gather(self._relay(reader, back, True), self._relay(there, writer, False))
        finally:
            for end in (writer, back):
                end.transport.abort()

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, friend: bool) -> None:
        while data := await source.read(65536):
            if friend:
                self.of_friend += data
            else:
                self.of_table += data
                if self._unlock:
                    data = frame(m.Greeting(m.NEWEST_VERSION, "", False))
            sink.write(data)
        sink.close()

    def said(self) -> tuple[list[str], list[str]]:
        """The tags of what the friend and the table said to it, as far as it understands them."""
        return _tags(self.of_friend), _tags(self.of_table)

    async def close(self) -> None:
        for talk in self._talks:
            if talk is not None:
                talk.cancel()
        await asyncio.gather(*(talk for talk in self._talks if talk), return_exceptions=True)


def _tags(data: bytes) -> list[str]:
    frames, found = Frames(), []
    frames.feed(data)
    while (payload := frames.take(limits.MAX_FRAME_FROM_HOST)) is not None:
        value = unpack(payload)
        assert isinstance(value, dict)
        found.append(value["t"])
    return found


@contextlib.asynccontextmanager
async def between(server: TableServer, *, speaks: bool, unlock: bool = False) -> AsyncIterator[Middle]:
    """A proxy in front of a table."""
    middle = Middle(server.port, speaks, unlock)
    context = table_context(make_identity()) if speaks else None
    listening = await asyncio.start_server(middle.serve, LOOPBACK, 0, ssl=context)
    middle.port = listening.sockets[0].getsockname()[1]
    try:
        yield middle
    finally:
        listening.close()
        await middle.close()


async def ended(guest: Guest) -> str:
    async with guest:
        await guest.ended()
    assert isinstance(guest.events[-1], Ended)
    return guest.events[-1].code


async def test_who_relays_reads_nothing() -> None:
    async with (
        serving(code=CODE) as server,
        between(server, speaks=False) as middle,
        Guest(middle.port, "Beto", code=CODE) as beto,
    ):
        token = (await beto.told(m.Welcome)).token
        beto.peer.send(m.Ready(True))
        await beto.told(m.Lobby, lambda lobby: lobby.table.places[0].ready)
        seen = middle.of_friend + middle.of_table
        assert len(seen) > 1000
        for secret in (b"Beto", CODE.encode(), token.encode(), bytes.fromhex(token), b"hello", b"lobby", b"pair"):
            assert secret not in seen


@pytest.mark.parametrize(("code", "key", "refusal"), [(CODE, "", "wrong_code"), ("", "secret", "bad_key")])
async def test_who_ends_tls_gets_nothing_and_in_nowhere(code: str, key: str, refusal: str) -> None:
    async with serving(code=CODE) as server, between(server, speaks=True) as middle:
        assert await ended(Guest(middle.port, "Beto", code=code, key=key)) == refusal
        assert middle.said() == (["hello", "pair", "prove"], ["greeting", "paired", "bye"])
        assert server.authority.door.wrong == 1
        assert server.status.people == 0
        for secret in (b"Beto", CODE.encode(), b"secret"):
            assert secret not in middle.of_friend + middle.of_table


async def test_who_ends_tls_is_not_told_a_token() -> None:
    async with (
        serving(code=CODE) as server,
        between(server, speaks=True) as middle,
        Guest(server.port, "Beto", code=CODE) as beto,
    ):
        await beto.told(m.Welcome)
        beto.peer.port = middle.port  # as if the network led elsewhere now
        for link in list(server._links.values()):
            link.cut()
        await beto.ended()
        assert beto.events[-1] == Ended("another_table", {})
        await eventually(lambda: server.status.people == 0)
        assert middle.said() == ([], [])


async def test_who_says_that_no_code_is_needed_is_not_believed() -> None:
    async with serving(code=CODE) as server, between(server, speaks=True, unlock=True) as middle:
        assert await ended(Guest(middle.port, "Beto", code=CODE)) == "not_locked"
        assert middle.said()[0] == ["hello"]
