"""A proxy between a peer and a table that cuts each connection after so many bytes of one direction."""

import asyncio
import socket
import struct
from collections.abc import Iterable, Iterator
from typing import Literal, Self

from tests.net.wire import LOOPBACK

End = Literal["FIN", "RST"]
Way = Literal["up", "down"]  # to the table, or to the peer
Cut = tuple[int, Way, End]


class Proxy:
    """Passes everything on until `cut` is called; from then on each connection is cut as the next of `cuts` says."""

    def __init__(self, port: int, cuts: Iterable[Cut]) -> None:
        self._port = port
        self._cuts: Iterator[Cut] = iter(cuts)
        self._cutting = False
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.made = 0  # cuts
        self.done = asyncio.Event()  # all cuts are made

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, LOOPBACK, 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Begin."""
        self._cutting = True
        for writer in list(self._open):
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        cut = next(self._cuts, None) if self._cutting else None
        if self._cutting and cut is None:
            self.done.set()
        there, out = await asyncio.open_connection(LOOPBACK, self._port)
        self._open |= {writer, out}
        ways: dict[Way, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {
            "up": (reader, out),
            "down": (there, writer),
        }
        pumps = [
            asyncio.create_task(_pump(*pair, cut[0] if cut and cut[1] == way else None)) for way, pair in ways.items()
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self.made += cut is not None
            for end in (writer, out):
                _end(end, cut[2] if cut else "FIN")
            self._open -= {writer, out}
            self._tasks.discard(task)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, after: int | None) -> None:
    """Pass on what comes, until the end or for so many bytes."""
    passed = 0
    while after is None or passed < after:
        data = await reader.read(65536 if after is None else min(65536, after - passed))
        if not data:
            return
        passed += len(data)
        writer.write(data)
        await writer.drain()


def _end(writer: asyncio.StreamWriter, how: End) -> None:
    if how == "RST" and not writer.transport.is_closing():
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
    else:
        writer.close()
