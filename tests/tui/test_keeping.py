"""A screen that went down is brought back to its own seat, and no other screen is."""

import asyncio
import os
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from muertos_tui import keeping
from muertos_tui.keeping import KeptSeat, seats_dir
from muertos_tui.link import LinkEnded, LinkMessage, Told
from muertos_tui.startup import Connect
from muertos_tui.ways import make_link
from net import messages as m
from tests.tui.test_journey import serving

THERE = Connect(("10.0.0.1", "fd00::1"), 11102)


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


async def test_a_new_table_at_the_same_address_is_joined_as_usual() -> None:
    async with serving() as server:
        connect = Connect(("127.0.0.1",), server.port)
        async with screen(connect, "Beto"):
            pass
    async with serving() as server:
        file = files()[0]
        file.write_bytes(file.read_bytes().replace(str(connect.port).encode(), str(server.port).encode()))
        async with screen(replace(connect, port=server.port), "Beto"):
            assert files() == [file]


async def test_watching_keeps_nothing() -> None:
    async with serving() as server, screen(Connect(("127.0.0.1",), server.port, watch=True), "Vera"):
        assert not files()


def test_the_seat_is_the_persons_at_that_table_alone() -> None:
    with KeptSeat(THERE, "Beto") as seat:
        assert not seat.token
        assert not files()  # nothing to keep yet
        seat.keep("secret")
        assert stat.S_IMODE(files()[0].stat().st_mode) == 0o600 or os.name == "nt"
        with KeptSeat(THERE, "Beto") as other:
            assert not other.token
    for connect, name, token in (
        (THERE, "Beto", "secret"),
        (replace(THERE, addresses=("fd00::1",)), "Beto", "secret"),  # found otherwise
        (replace(THERE, addresses=("10.0.0.2",)), "Beto", ""),
        (replace(THERE, port=11103), "Beto", ""),
        (THERE, "Caro", ""),
    ):
        with KeptSeat(connect, name) as seat:
            assert seat.token == token
    with KeptSeat(THERE, "Beto") as seat:
        seat.give_up()
    assert not files()


def test_what_is_broken_or_old_is_removed() -> None:
    with KeptSeat(THERE, "Beto") as seat:
        seat.keep("secret")
    old = time.time() - keeping.KEPT - 60
    os.utime(files()[0], (old, old))
    (seats_dir() / "broken.seat").write_bytes(b'{"name": "\xff')
    with KeptSeat(THERE, "Beto") as seat:
        assert not seat.token
    assert not files()


def test_where_nothing_can_be_written_one_plays_all_the_same() -> None:
    seats_dir().parent.mkdir(parents=True)
    seats_dir().write_text("in the way")
    with KeptSeat(THERE, "Beto") as seat:
        seat.keep("secret")
        assert seat.token == "secret"
