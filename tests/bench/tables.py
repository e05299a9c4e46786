"""A server of tables: its memory with 1 and with 200, and the time from a move to the last of four views decoded.

The time is told beside a bare asyncio echo: four connections, and a byte for byte as long move answered to all of them
with as long views, in the same run, without TLS, MessagePack or rules.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final

from engine.bots import choose
from net import messages as m
from net.codec import frame
from net.host import TableServer
from net.peer import Peer, PeerEvent
from tests.net.wire import FAST, LOOPBACK, serving

NAMES: Final = ("Ana", "Beto", "Caro", "Dani")
TABLES: Final = (1, 200)
MOVES: Final = 400
APART: Final = 0.05  # seconds between moves
_SIZE = """
import asyncio
from pathlib import Path
from net.host import TableServer
from net.room import TableConfig

async def main() -> None:
    servers = [TableServer(TableConfig(f"T{n}"), bind="127.0.0.1", port=0) for n in range({count})]
    for server in servers:
        await server.start()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    print(pages * 4096)
    for server in servers:
        await server.stop()

asyncio.run(main())
"""


def memory(count: int) -> float:
    """MiB that a process with so many tables takes."""
    program = _SIZE.replace("{count}", str(count))
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return int(said.stdout) / 2**20


class Seat:
    """A peer that says when it has been shown a view."""

    def __init__(self, port: int, name: str, shown: Callable[[m.Shown], None]) -> None:
        self.newest: m.Shown | None = None
        self.here = False
        self._shown = shown
        self.peer = Peer([LOOPBACK], port, name=name, key="secret" if name == "Ana" else "", app="0")
        self.task = asyncio.create_task(self.peer.run(self._hear))

    def _hear(self, event: PeerEvent) -> None:
        self.here = True
        if isinstance(event, m.Shown):
            self.newest = event
            self._shown(event)


class Table:
    """Four people at a table, and when the last of them was shown the newest view."""

    def __init__(self, server: TableServer) -> None:
        self._waiting: set[int] = set()
        self._all = asyncio.Event()
        self.seats = [Seat(server.port, name, lambda shown, n=n: self._told(n)) for n, name in enumerate(NAMES)]  # type: ignore[misc]

    def _told(self, number: int) -> None:
        self._waiting.discard(number)
        if not self._waiting:
            self.at = time.perf_counter()
            self._all.set()

    async def after(self, seat: Seat, message: m.ToTable) -> float:
        """Seconds from a message to the last view decoded."""
        self._waiting, self._all = set(range(len(NAMES))), asyncio.Event()
        began = time.perf_counter()
        seat.peer.send(message)
        await asyncio.wait_for(self._all.wait(), 20)
        return self.at - began


async def moves() -> tuple[list[float], list[tuple[int, int]]]:
    """Seconds of each move, and the bytes of it and of a view it made."""
    times: list[float] = []
    sizes: list[tuple[int, int]] = []
    async with serving(FAST) as server:
        table = Table(server)
        while not all(seat.here for seat in table.seats):  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.01)
        while len(times) < MOVES:
            if server.authority.room.phase != "playing":
                await table.after(table.seats[0], m.Start())
            mover = next(seat for seat in table.seats if seat.newest and seat.newest.view.actions)
            assert mover.newest is not None
            action = choose(mover.newest.view, "easy", b"bench").action
            act = m.Act(mover.newest.view.number, action)
            await asyncio.sleep(APART)
            times.append(await table.after(mover, act))
            sizes.append((len(frame(act)), len(frame(mover.newest))))
        for seat in table.seats:
            seat.task.cancel()
        await asyncio.gather(*(seat.task for seat in table.seats), return_exceptions=True)
    return times, sizes


async def echo(sizes: list[tuple[int, int]]) -> list[float]:
    """Seconds for the same bytes from one of four connections to the server, and from there to all of them."""
    writers: list[asyncio.StreamWriter] = []
    plan = iter(sizes)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while await reader.read(4096):
            _move, view = next(plan)
            for each in writers:
                each.write(bytes(view))

    server = await asyncio.start_server(serve, LOOPBACK, 0)
    port = server.sockets[0].getsockname()[1]
    ends = [await asyncio.open_connection(LOOPBACK, port) for _ in NAMES]
    times = []
    for number, (move, view) in enumerate(sizes):
        await asyncio.sleep(APART)
        began = time.perf_counter()
        ends[number % len(ends)][1].write(bytes(move))
        await asyncio.gather(*(reader.readexactly(view) for reader, _ in ends))
        times.append(time.perf_counter() - began)
    for writer in (*(writer for _, writer in ends), *writers):
        writer.close()
    server.close()
    await asyncio.sleep(0.1)  # until the server's side has noticed
    return times


def _told(times: list[float]) -> tuple[float, float]:
    ranked = sorted(1000 * each for each in times)
    return ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100]


async def _latency() -> None:
    times, sizes = await moves()
    bare = await echo(sizes)
    (p50, p99), (bare50, bare99) = _told(times), _told(bare)
    print(f"From a move to the last of four views decoded, {len(times)} moves {APART * 1000:.0f} ms apart, in ms")
    print(f"  {'muertos':24} p50 {p50:6.2f}  p99 {p99:6.2f}")
    print(f"  {'bare asyncio echo':24} p50 {bare50:6.2f}  p99 {bare99:6.2f}   muertos: {p50 / bare50:.1f} times it")


def main() -> None:
    """Print both."""
    for count in TABLES:
        print(f"A server of {count} table{'s' * (count > 1)} takes {memory(count):.1f} MiB")
    asyncio.run(_latency())
