"""Three hundred connections that want nothing, from one address and from many, keep no friend out (DESIGN §4)."""

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

import pytest

from net import limits
from net import messages as m
from net.peer import Lost
from net.tls import Tls, peer_context
from tests.net.wire import CODE, LOOPBACK, Guest, serving

FLOOD: Final = 300
FRIEND: Final = 2.0  # seconds for a friend to be in

Address = Callable[[int], str]


def one(number: int) -> str:
    """All from the friend's own address."""
    return LOOPBACK


def many(number: int) -> str:
    """Each from an address of its own."""
    return f"127.{1 + number // 200}.0.{1 + number % 200}"


def client_hello() -> bytes:
    """How a handshake begins."""
    tls = Tls(peer_context(), table=False)
    tls.begin()
    return tls.outgoing()


class Bore:
    """A connection that is silent, trickles or stops in the middle of its handshake."""

    def __init__(self, kind: str, address: str, port: int) -> None:
        self._kind = kind
        self._address = address
        self._port = port
        self.came = False

    async def run(self) -> None:
        """Come, and stay until one is shown out."""
        with socket.socket() as sock, contextlib.suppress(OSError):
            sock.setblocking(False)
            sock.bind((self._address, 0))
            await self._stay(sock)

    async def _stay(self, sock: socket.socket) -> None:
        loop, hello = asyncio.get_running_loop(), client_hello()
        await loop.sock_connect(sock, (LOOPBACK, self._port))
        self.came = True
        if self._kind == "half":
            await loop.sock_sendall(sock, hello)
        trickling = asyncio.create_task(self._trickle(sock, hello)) if self._kind == "trickling" else None
        try:
            while await loop.sock_recv(sock, 4096):
                pass
        finally:
            if trickling:
                trickling.cancel()

    async def _trickle(self, sock: socket.socket, hello: bytes) -> None:
        with contextlib.suppress(OSError):
            for byte in hello:
                await asyncio.get_running_loop().sock_sendall(sock, bytes([byte]))
                await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def flooded(kind: str, address: Address, port: int) -> AsyncIterator[list[Bore]]:
    """All of them at once."""
    bores = [Bore(kind, address(number), port) for number in range(FLOOD)]
    tasks = [asyncio.create_task(bore.run()) for bore in bores]
    try:
        yield bores
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("address", [one, *([many] if sys.platform == "linux" else [])])
@pytest.mark.parametrize("kind", ["silent", "trickling", "half"])
async def test_a_friend_comes_in_all_the_same(kind: str, address: Address) -> None:
    async with serving(code=CODE) as server, flooded(kind, address, server.port) as bores:
        async with asyncio.timeout(20):
            while not all(bore.came for bore in bores):  # noqa: ASYNC110 - they know of no test
                await asyncio.sleep(0.01)
        began = time.process_time()  # table, flood and friend are one process: what others do here does not count
        async with Guest(server.port, "Beto", code=CODE) as beto:
            await beto.told(m.Welcome, patience=30)
            assert time.process_time() - began < FRIEND
            assert beto.newest(Lost) is None  # at the first try
        strangers = [link for link in server._links.values() if link.strange]
        assert len(strangers) <= (limits.MAX_STRANGERS_PER_ADDRESS if address is one else limits.MAX_STRANGERS)


async def test_who_sends_more_than_a_stranger_has_to_say_is_shown_out() -> None:
    async with serving(code=CODE) as server:
        reader, writer = await asyncio.open_connection(LOOPBACK, server.port)
        record = client_hello()[:3] + (2**14).to_bytes(2)
        hello = b"\x01" + (100_000).to_bytes(3)  # TLS itself would wait for so long a one
        writer.write(record + hello + bytes(2**14 - len(hello)) + record + bytes(2**14))
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(5):
                while await reader.read(4096):
                    pass
        writer.close()
        assert not server._links
