"""A server of tables: its memory with 1 and with 200, and the time from a move to the last of four views decoded.

The time is told beside a bare asyncio echo: four connections, and a byte for byte as long move answered to all of them
with as long views, in the same run, without TLS, MessagePack or rules. Both are measured with each end in a process of
its own, as people play, and with all of it in one process, where what four computers do at once is done in turn.
"""

import asyncio
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from engine.bots import choose
from net import messages as m
from net.codec import frame
from net.host import TableServer
from net.journal import Journal
from net.peer import Peer, PeerEvent
from tests.net.wire import FAST, IDENTITY, LOOPBACK

NAMES: Final = ("Ana", "Beto", "Caro", "Dani")
TABLES: Final = (1, 200)
ROUNDS: Final = 4  # of all that is compared, in turn: what else the machine does disturbs all alike
MOVES: Final = 100  # of a round
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


class Notes(Struct):
    """What one end has seen: when each view was there, and when it sent a move that leads to the view of that number.

    The clock is the system's, one for all processes.
    """

    shown: list[float] = []
    sent: dict[int, float] = {}
    sizes: dict[int, tuple[int, int]] = {}  # bytes of such a move, and of a view


class Seat:
    """A person who decides a while after being asked to."""

    def __init__(self, port: int, name: str, moves: int) -> None:
        self.notes = Notes()
        self._moves = moves
        self._all_seen = asyncio.Event()
        self._peer = Peer([LOOPBACK], port, name=name, key="secret" if name == NAMES[0] else "", app="0")

    async def play(self) -> Notes:
        """Play until so many views were shown."""
        task = asyncio.create_task(self._peer.run(self._hear))
        await asyncio.wait_for(self._all_seen.wait(), 60 + 3 * self._moves * APART)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return self.notes

    def _hear(self, event: PeerEvent) -> None:
        match event:
            case m.Shown():
                self.notes.shown.append(time.perf_counter())
                if len(self.notes.shown) == self._moves:
                    self._all_seen.set()
                elif event.view.decisions and any(
                    act.seat == event.view.decisions[0].seat for act in event.view.actions
                ):
                    asyncio.get_running_loop().call_later(APART, self._move, event)
            case m.Lobby(table) if table.phase == "lobby" and all(place.state == "here" for place in table.places):
                self._peer.send(m.Start())
            case m.Result():
                self._peer.send(m.Start())

    def _move(self, asked: m.Shown) -> None:
        act = m.Act(asked.view.number, choose(asked.view, "easy", b"bench").action)
        number = len(self.notes.shown)
        self.notes.sizes[number] = len(frame(act)), len(frame(asked))
        self.notes.sent[number] = time.perf_counter()
        self._peer.send(act)


async def play(port: int, name: str, moves: int) -> Notes:
    """One end of a table."""
    return await Seat(port, name, moves).play()


async def answer(port: int, end: int, sizes: Sequence[tuple[int, int]]) -> Notes:
    """One end of the echo: the moves are made in turn."""
    notes = Notes()
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    await reader.readexactly(1)  # all are there
    for number, (move, view) in enumerate(sizes):
        if number % len(NAMES) == end:
            await asyncio.sleep(APART)
            notes.sent[number] = time.perf_counter()
            writer.write(bytes(move))
        await reader.readexactly(view)
        notes.shown.append(time.perf_counter())
    writer.close()
    await writer.wait_closed()
    return notes


async def ends(apart: bool, end: Callable[..., Awaitable[Notes]], each: Sequence[tuple[Any, ...]]) -> list[Notes]:
    """All ends, each in a process of its own or all in this one."""
    if not apart:
        return await asyncio.gather(*(end(*args) for args in each))
    with ProcessPoolExecutor(len(each), multiprocessing.get_context("spawn")) as pool:
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(pool, _run, end, args) for args in each))


def _run(end: Callable[..., Any], args: tuple[Any, ...]) -> Notes:
    notes: Notes = asyncio.run(end(*args))
    return notes


async def table(apart: bool, journal: Journal | None = None) -> list[Notes]:
    """Four people at a table."""
    if journal is not None:
        journal.create()
    server = TableServer(FAST, bind=LOOPBACK, port=0, identity=IDENTITY, code="", journal=journal)
    async with server:
        return await ends(apart, play, [(server.port, name, MOVES) for name in NAMES])


async def saved_table(apart: bool) -> list[Notes]:
    """The same, and every move is on the disk before anyone sees it."""
    with tempfile.TemporaryDirectory(prefix="muertos-") as folder:
        return await table(apart, Journal(Path(folder) / "bench.journal"))


async def echo(apart: bool, sizes: Sequence[tuple[int, int]]) -> list[Notes]:
    """The same bytes from one of four connections to a server, and from there to all of them."""
    writers: list[asyncio.StreamWriter] = []
    plan = iter(sizes)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        if len(writers) == len(NAMES):
            for each in writers:
                each.write(b"!")
        while await reader.read(4096):
            _, view = next(plan)
            for each in writers:
                each.write(bytes(view))
        writer.close()

    server = await asyncio.start_server(serve, LOOPBACK, 0)
    port = server.sockets[0].getsockname()[1]
    notes = await ends(apart, answer, [(port, number, sizes) for number in range(len(NAMES))])
    server.close()
    await asyncio.sleep(0.1)  # until the server's side has noticed
    return notes


def _times(notes: Sequence[Notes]) -> list[float]:
    """Milliseconds from each move to the last view of it."""
    sent = {number: at for each in notes for number, at in each.sent.items()}
    seen = min(len(each.shown) for each in notes)
    return [1000 * (max(each.shown[number] for each in notes) - at) for number, at in sent.items() if number < seen]


def _sizes(notes: Sequence[Notes]) -> list[tuple[int, int]]:
    return [size for each in notes for size in each.sizes.values()]


async def _latency(apart: bool) -> None:
    times: dict[str, list[float]] = {"bare asyncio echo": [], "muertos": [], "muertos with its journal": []}
    bare, plain, saved = times.values()
    for _ in range(ROUNDS):
        notes = await table(apart)
        plain += _times(notes)
        bare += _times(await echo(apart, _sizes(notes)))
        saved += _times(await saved_table(apart))
    print(f"  {'each end in its own process' if apart else 'all in one process'}")
    for name, found in times.items():
        p50, p99 = _rank(found, 50), _rank(found, 99)
        print(f"    {name:24}  p50 {p50:6.2f}  p99 {p99:6.2f}   {p50 / _rank(bare, 50):5.1f} times the echo")


def _rank(times: list[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


def main() -> None:
    """Print both."""
    for count in TABLES:
        print(f"A server of {count} table{'s' * (count > 1)} takes {memory(count):.1f} MiB")
    print(f"From a move to the last of four views decoded, {ROUNDS * MOVES} moves {APART * 1000:.0f} ms apart, in ms")
    for apart in (True, False):
        asyncio.run(_latency(apart))
