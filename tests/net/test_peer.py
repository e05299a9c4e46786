"""The client of a table: it comes back by itself, notices silence, and is as strict with a table as that is with it."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest

from engine.options import Options
from net import limits
from net import messages as m
from net.codec import frame
from net.limits import MAX_FRAME_FROM_HOST, MAX_FRAME_FROM_STRANGE_HOST
from net.peer import ENDINGS, Ended, Lost, clean_table, connect
from net.tls import Identity, table_context
from tests.net.wire import IDENTITY, LOOPBACK, Guest, eventually, free_port, serving

TABLE = m.Table(
    name="\x1b[2JAna's\u202e table",
    players=3,
    places=tuple(m.Place("here", f"P\x00{n}\n", n, "", False, 0) for n in range(3)),
    others=(m.Person(9, "e" + "\u0301" * 60, True, True),),
    host=0,
    options=Options(),
    deck="ho\u200buse",
    phase="lobby",
    paused=False,
    locked=False,
    watching=True,
    game=0,
    levels=("easy",),
    clock=0,
    left=0,
)


@contextlib.asynccontextmanager
async def acting(*answers: bytes, identity: Identity | None = IDENTITY) -> AsyncIterator[int]:
    """A server that says these bytes, each in answer to something the peer says, and then nothing more; its port.

    Inside TLS, if it has an identity.
    """
    over, talks = asyncio.Event(), set[asyncio.Task[None] | None]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.current_task())
        with contextlib.suppress(OSError):
            for answer in answers:
                await reader.read(4096)
                writer.write(answer)
            await over.wait()
        writer.close()

    server = await asyncio.start_server(serve, LOOPBACK, 0, ssl=identity and table_context(identity))
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        over.set()
        await asyncio.gather(*(talk for talk in talks if talk is not None))


GREETING = frame(m.Greeting(1, "0.1", False))
WELCOME = frame(m.Welcome("aa", 1))


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pauses."""
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.02)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.02)


# --- Coming back ---


async def test_a_lost_link_comes_back_by_itself_to_the_same_seat() -> None:
    async with serving() as server, Guest(server.port, "Ana") as ana, Guest(server.port, "Beto") as beto:
        first = await ana.told(m.Welcome)
        await beto.told(m.Welcome)
        ana.events.clear()
        for link in list(server._links.values()):
            link.cut()
        again = await ana.told(m.Welcome)
        assert (again.person, again.token) == (first.person, first.token)
        lost = ana.newest(Lost)
        assert lost is not None
        assert lost.retry_in == limits.RETRY_FIRST
        assert ana.purse.kept == [first.token]
        await ana.told(m.Lobby, lambda lobby: [p.state for p in lobby.table.places[:2]] == ["here", "here"])


async def test_pauses_grow_until_the_table_is_there_again_and_then_begin_anew() -> None:
    port = free_port()
    async with serving(port=port) as server, Guest(port, "Ana") as ana:
        await ana.told(m.Welcome)
        await server.stop()
        await eventually(lambda: len([event for event in ana.events if isinstance(event, Lost)]) >= 5)
        pauses = [event.retry_in for event in ana.events if isinstance(event, Lost)]
        assert pauses[1] == pytest.approx(pauses[0] * limits.RETRY_GROWTH)
        assert pauses == sorted(pauses)
        ana.events.clear()
        async with serving(port=port) as again:
            assert again.port == port
            # That table knows no such token: the person comes as anyone does.
            welcome = await ana.told(m.Welcome)
            assert ana.purse.kept[-1] == welcome.token
            assert len(ana.purse.kept) == 2
            ana.events.clear()
            for link in list(again._links.values()):
                link.cut()
            lost = await ana.told(Lost)
            assert lost.retry_in == limits.RETRY_FIRST


async def test_pauses_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_LONGEST", 0.03)
    async with serving() as server, Guest(server.port, "Ana") as ana:
        await ana.told(m.Welcome)
        await server.stop()
        await eventually(lambda: len([event for event in ana.events if isinstance(event, Lost)]) >= 6)
        assert max(event.retry_in for event in ana.events if isinstance(event, Lost)) == 0.03


async def test_a_token_brings_the_seat_back_in_another_process() -> None:
    async with serving() as server:
        async with Guest(server.port, "Ana") as ana:
            welcome = await ana.told(m.Welcome)
        async with Guest(server.port, "Ana", token=welcome.token) as again:
            assert (await again.told(m.Welcome)).person == welcome.person
            assert again.purse.kept == []  # it is the one that is kept already


async def test_the_older_of_two_gives_up() -> None:
    async with serving() as server, Guest(server.port, "Ana") as ana:
        welcome = await ana.told(m.Welcome)
        async with Guest(server.port, "Ana", token=welcome.token) as newer:
            await newer.told(m.Welcome)
            await ana.ended()
            assert ana.events[-1] == Ended("elsewhere", {})


@pytest.mark.parametrize("leave", [m.Leave(), m.Close()])
async def test_the_end_of_the_table_or_of_ones_time_there_is_final(leave: m.ToTable) -> None:
    async with serving() as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        assert ana.peer.send(leave)
        await ana.ended()
        assert ana.events[-1] == Ended("left" if leave == m.Leave() else "closed", {})
        assert not ana.peer.send(leave)


async def test_nothing_can_be_said_before_the_welcome_and_without_a_link() -> None:
    async with serving() as server:
        guest = Guest(server.port, "Ana")
        assert not guest.peer.send(m.Ready(True))
        async with guest:
            await guest.told(m.Welcome)
            assert guest.peer.send(m.Ready(True))


# --- Not getting in ---


async def test_refusals_are_final() -> None:
    async with serving() as server:
        for name, key, code in (("\u200b", "", "bad_name"), ("Ana", "a guess", "bad_key")):
            async with Guest(server.port, name, key=key) as guest:
                await guest.ended()
                assert guest.events == [Ended(code, {})]


async def test_an_address_where_nobody_answers_is_said_at_once() -> None:
    async with Guest(free_port(), "Ana") as guest:
        await guest.ended()
        assert guest.events == [Ended("unreachable", {})]
    assert "unreachable" in ENDINGS


@pytest.mark.parametrize("host", ["no such host", "a..b", "x" * 300, "", "256.1.1.1"])
async def test_an_address_that_is_none_is_unreachable(host: str) -> None:
    with pytest.raises(OSError, match=r"."):
        await connect([host], 1)


async def test_what_is_no_table_is_said_to_be_none() -> None:
    async with acting(b"SSH-2.0-OpenSSH_9.6\r\n", identity=None) as port, Guest(port, "Ana") as guest:
        await guest.ended()
        assert guest.events == [Ended("no_table", {})]


async def test_the_first_address_that_answers_is_taken() -> None:
    async with serving() as server:
        began = time.monotonic()
        reader, writer = await connect(["127.0.0.2", "192.0.2.1", LOOPBACK], server.port)
        assert time.monotonic() - began < 2
        assert writer.get_extra_info("peername")[0] == LOOPBACK
        writer.close()
        await writer.wait_closed()
        assert await reader.read() == b""


# --- Strictness and silence ---

LIES = {
    "a frame too long": (MAX_FRAME_FROM_HOST + 1).to_bytes(4),
    "an empty frame": b"\x00\x00\x00\x00",
    "no data": b"\x00\x00\x00\x01\xc1",
    "a message of peers": frame(m.Sit(0)),
    "a second welcome": WELCOME,
    "a greeting": GREETING,
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
async def test_a_table_that_breaks_the_protocol_is_left_and_tried_again(lie: bytes) -> None:
    async with acting(GREETING, WELCOME + lie) as port, Guest(port, "Ana") as guest:
        await guest.told(m.Welcome)
        lost = await guest.told(Lost)
        assert lost.code in ("bad_frame", "bad_data", "bad_message", "bad_order")


async def test_a_table_that_is_never_understood_is_given_up() -> None:
    """As between two builds that both call themselves version 1: each welcome would else begin the tries anew."""
    async with acting(GREETING, WELCOME + LIES["no data"]) as port, Guest(port, "Ana") as guest:
        await guest.ended()
        assert guest.events[-1] == Ended("misunderstood", {})
        assert sum(isinstance(event, Lost) for event in guest.events) == limits.MISHEARD - 1
    assert "misunderstood" in ENDINGS


async def test_a_stranger_of_a_table_may_not_send_much() -> None:
    async with acting((MAX_FRAME_FROM_STRANGE_HOST + 1).to_bytes(4)) as port, Guest(port, "Ana") as guest:
        await guest.ended()
        assert guest.events == [Ended("no_table", {})]


async def test_a_silent_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.protocol.PING_EVERY", 0.05)
    monkeypatch.setattr("net.protocol.SILENCE", 0.2)
    async with acting(GREETING, WELCOME) as port, Guest(port, "Ana") as guest:
        assert (await guest.told(Lost)).code == "silent"


async def test_a_table_that_never_lets_one_in_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADMISSION_TIME", 0.05)
    async with acting(GREETING) as port, Guest(port, "Ana") as guest:
        await guest.ended()
        assert guest.events[-1] == Ended("too_slow", {})
        assert len(guest.events) == limits.FIRST_TRIES


async def test_names_from_a_table_are_cleaned() -> None:
    lobby = frame(m.Lobby(TABLE))
    facts = frame(m.Rejected("sit", None, "place_taken", {"name": "\x1b[31m\u202ex", "place": 1}))
    async with acting(GREETING, WELCOME + lobby + facts) as port, Guest(port, "Ana") as guest:
        table = (await guest.told(m.Lobby)).table
        assert table.name == "[2JAna's table"
        assert [place.name for place in table.places] == ["P0", "P1", "P2"]
        assert table.others[0].name == "\u00e9\u0301\u0301"
        assert table.deck == "house"
        assert (await guest.told(m.Rejected)).facts == {"name": "[31mx", "place": 1}
    assert clean_table(clean_table(TABLE)) == clean_table(TABLE)
