"""A screen that went down is brought back to its own seat, and no other screen is."""

import asyncio
import os
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from muertos_tui import keeping
from muertos_tui.keeping import KeptSeat, seats_dir
from muertos_tui.link import LinkEnded, LinkMessage, Told
from muertos_tui.startup import Connect
from muertos_tui.ways import make_link
from net import messages as m
from net.game import AT_ONCE
from net.host import TableServer
from net.room import TableConfig

THERE, ELSEWHERE = b"\1" * 32, b"\2" * 32


@asynccontextmanager
async def serving() -> AsyncIterator[TableServer]:
    async with TableServer(TableConfig("Ana's table", pace=AT_ONCE), bind="127.0.0.1", port=0, code="") as server:
        yield server


def files() -> list[Path]:
    return sorted(seats_dir().glob("*"))


@asynccontextmanager
async def screen(connect: Connect, name: str, leave: bool = False) -> AsyncIterator[int]:
    """Someone at a table, until the screen goes down; the number by which the table knows them."""
    told: asyncio.Queue[LinkMessage] = asyncio.Queue()
    link = make_link(connect, name)
    task = asyncio.create_task(link.run(told.put_nowait))
    try:
        async with asyncio.timeout(30):
            while not (isinstance(it := await told.get(), Told) and isinstance(it.told, m.Welcome)):
                assert not isinstance(it, LinkEnded), it.code
            yield it.told.person
            if leave:
                assert link.send(m.Leave())
                await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_screen_that_went_down_comes_back_to_its_seat() -> None:
    async with serving() as server:
        connect = Connect(("127.0.0.1",), server.port)
        async with screen(connect, "Beto") as first:
            pass
        async with screen(connect, "Beto") as again, screen(connect, "Beto") as other:
            assert again == first
            assert other != first  # of the same account, under the same name
        async with screen(connect, "Caro") as someone_else:
            assert someone_else not in {first, other}


async def test_who_left_comes_as_anyone_does() -> None:
    async with serving() as server:
        connect = Connect(("127.0.0.1",), server.port)
        async with screen(connect, "Beto", leave=True) as first:
            assert len(files()) == 1
        assert not files()
        async with screen(connect, "Beto") as again:
            assert again != first


async def test_watching_keeps_nothing() -> None:
    async with serving() as server, screen(Connect(("127.0.0.1",), server.port, watch=True), "Vera"):
        assert not files()


def test_the_seat_is_the_persons_at_that_table_alone() -> None:
    with KeptSeat("Beto") as seat:
        assert not seat.find(THERE)
        assert not files()  # nothing to keep yet
        seat.keep(THERE, "secret")
        assert stat.S_IMODE(files()[0].stat().st_mode) == 0o600 or os.name == "nt"
        with KeptSeat("Beto") as other:
            assert not other.find(THERE)
    for name, table, token in (("Beto", THERE, "secret"), ("Beto", ELSEWHERE, ""), ("Caro", THERE, "")):
        with KeptSeat(name) as seat:
            assert seat.find(table) == token
    with KeptSeat("Beto") as seat:
        seat.find(THERE)
        seat.keep(THERE, "another")
    assert len(files()) == 1
    with KeptSeat("Beto") as seat:
        assert seat.find(THERE) == "another"
        seat.forget()
    assert not files()


def test_what_is_broken_or_old_is_removed() -> None:
    with KeptSeat("Beto") as seat:
        seat.keep(THERE, "secret")
    old = time.time() - keeping.KEPT - 60
    os.utime(files()[0], (old, old))
    (seats_dir() / "broken.seat").write_bytes(b'{"name": "\xff')
    with KeptSeat("Beto") as seat:
        assert not seat.find(THERE)
    assert not files()


def test_where_nothing_can_be_written_one_plays_all_the_same() -> None:
    seats_dir().parent.mkdir(parents=True)
    seats_dir().write_text("in the way")
    with KeptSeat("Beto") as seat:
        assert not seat.find(THERE)
        seat.keep(THERE, "secret")
