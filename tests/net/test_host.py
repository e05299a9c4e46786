"""The server of a table over real sockets: strangers, faults, slow readers, ports, and the end."""

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.bots import choose
from engine.bots.choice import Choice
from engine.views import View
from net import host, limits, thinking
from net import messages as m
from net.authority import Status
from net.game import Pace
from net.host import TableServer, listen, listen_near
from net.link import Link
from net.messages import Message
from net.room import TableConfig
from tests.net.test_fuzz_wire import Wire
from tests.net.wire import FAST, HELLO, LOOPBACK, Guest, Stranger, eventually, free_port, serving

# --- Strangers and faults ---

FAULTS: dict[str, tuple[bytes, str]] = {
    "length 0": (b"\x00\x00\x00\x00", "bad_frame"),
    "over 4 KiB": ((4 * 1024 + 1).to_bytes(4), "bad_frame"),
    "2**32 - 1": (b"\xff\xff\xff\xff", "bad_frame"),
    "HTTP": (b"GET / HTTP/1.1\r\n\r\n", "bad_frame"),
    "no MessagePack": (b"\x00\x00\x00\x01\xc1", "bad_data"),
    "deep": (b"\x00\x00\x03\xe9" + b"\x91" * 1000 + b"\xc0", "bad_data"),
    "no message": (b"\x00\x00\x00\x01\x80", "bad_message"),
}


@pytest.mark.parametrize("at_the_table", [False, True])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_a_fault_ends_one_connection_with_its_code_and_touches_nobody(
    fault: tuple[bytes, str], at_the_table: bool
) -> None:
    data, code = fault
    async with serving() as server, Guest(server.port, "Ana") as ana, Stranger(server.port) as eve:
        await ana.told(m.Welcome)
        if at_the_table:
            await eve.come_in()
        eve.send(data)
        assert await eve.bye() == code
        assert await eve.hear() is None
        ana.peer.send(m.Ready(True))
        await ana.told(m.Lobby, lambda lobby: lobby.table.places[0].ready)


@pytest.mark.parametrize(
    "messages",
    [
        [m.Join("Eve", False)],
        [HELLO, HELLO],
        [HELLO, m.Join("Eve", False), m.Join("Eve", False)],
        [HELLO, m.Sit(0)],
        [m.Ping(1)],
        [m.Greeting(1, "", False)],
    ],
)
async def test_messages_out_of_order_end_the_connection(messages: list[Message]) -> None:
    async with serving() as server, Stranger(server.port) as eve:
        eve.say(*messages)
        assert await eve.bye() in ("bad_order", "bad_message")


async def test_versions_that_do_not_meet_are_told_apart() -> None:
    async with serving() as server:
        for hello, code in ((m.Hello(0, 0, ""), "peer_older"), (m.Hello(99, 99, ""), "table_older")):
            async with Stranger(server.port) as eve:
                eve.say(hello)
                assert await eve.bye() == code


async def test_what_is_no_tls_ends_its_connection_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as server:
        reader, writer = await asyncio.open_connection(LOOPBACK, server.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(5):
                await reader.read()
        writer.close()
        await eventually(lambda: not server._links)
    assert "broke TLS" in caplog.text


async def test_who_does_not_come_in_in_time_is_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.ADMISSION_TIME == 10
    monkeypatch.setattr(limits, "ADMISSION_TIME", 0.1)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.02)
    async with serving() as server, Stranger(server.port) as silent, Stranger(server.port) as slow:
        slow.say(HELLO)
        assert isinstance(await slow.hear(), m.Greeting)
        assert await silent.bye() == "too_slow"
        assert await slow.bye() == "too_slow"


async def test_a_crowd_of_strangers_keeps_no_friend_out() -> None:
    async with serving() as server, contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(Stranger(server.port)) for _ in range(100)]
        began = time.monotonic()
        async with Guest(server.port, "Ana") as ana:
            await ana.told(m.Welcome, patience=2)
        assert time.monotonic() - began < 2
        assert await crowd[0].bye() == "crowded"
        assert len(server._links) <= limits.MAX_STRANGERS_PER_ADDRESS + 1


async def test_a_flood_of_messages_ends_its_connection() -> None:
    async with serving() as server, Stranger(server.port) as eve:
        await eve.come_in()
        eve.say(*(m.Ready(n % 2 == 0) for n in range(limits.FLOOD_BURST + 50)))
        assert await eve.bye() == "flood"


async def test_eight_people_at_once_leave_a_place_one_owner() -> None:
    async with serving(replace(FAST, bots=("easy",))) as server, contextlib.AsyncExitStack() as stack:
        guests = [Guest(server.port, f"P{n}", watch=n % 4 == 3) for n in range(8)]
        await asyncio.gather(*(stack.enter_async_context(guest) for guest in guests))
        await asyncio.gather(*(guest.told(m.Welcome) for guest in guests))
        for n, guest in enumerate(guests):
            for place in range(4):
                guest.peer.send(m.Sit((place + n) % 4))
                if n % 3 == 0:
                    guest.peer.send(m.Stand())
        await asyncio.sleep(0.2)
        table = server.authority.room.table(0.0)
        seated = [place.person for place in table.places if place.person is not None]
        assert sorted([*seated, *(person.person for person in table.others)]) == list(range(1, 9))


# --- Staying ---


async def test_the_silent_are_noticed_and_shown_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.protocol.PING_EVERY", 0.05)
    monkeypatch.setattr("net.protocol.SILENCE", 0.3)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.02)
    async with serving() as server, Guest(server.port, "Ana") as ana, Stranger(server.port) as eve:
        await ana.told(m.Welcome)
        await eve.come_in()
        assert await eve.bye() == "silent"
        await ana.told(m.Lobby, lambda lobby: lobby.table.places[1].state == "away")
        assert len([event for event in ana.events if isinstance(event, m.Welcome)]) == 1  # who answers pings stays


async def test_nothing_said_waits_for_the_answer_to_what_was_said_before() -> None:
    async with serving() as server, Guest(server.port, "Ana") as ana:
        await ana.told(m.Welcome)
        (link,) = server._links.values()
        assert ana.peer._writer is not None
        for end in (link._transport, ana.peer._writer):
            assert end.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def _deafen(server: TableServer, deaf: Stranger) -> Link:
    """Let the stranger in and read no more; the server's end of the connection."""
    await deaf.come_in()
    deaf.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
    name = deaf.writer.get_extra_info("sockname")
    return next(link for link in server._links.values() if link._transport.get_extra_info("peername") == name)


def _tell_all(server: TableServer) -> None:
    """As if somebody did something: everyone is told how the table is."""
    server.authority.room.news.table = True
    server.authority.tick(server.now())
    server.follow_up()


async def test_who_does_not_read_costs_little_and_is_dropped_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNREAD_TIME", 0.5)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr("net.protocol.SILENCE", 600.0)  # as if it spoke all the while
    async with serving() as server, Guest(server.port, "Ana", key="secret") as ana, Stranger(server.port) as deaf:
        await ana.told(m.Welcome)
        link = await _deafen(server, deaf)
        most = most_waiting = 0
        async with asyncio.timeout(5):
            while link.number in server._links:
                _tell_all(server)
                most = max(most, link._transport.get_write_buffer_size())
                most_waiting = max(most_waiting, server.authority.unheard(link.number))
                await asyncio.sleep(0)
        assert limits.WRITE_HIGH <= most <= limits.WRITE_HIGH + limits.MAX_FRAME_FROM_HOST
        assert most_waiting == 0
        await ana.told(m.Lobby, lambda lobby: lobby.table.places[1].state == "away")
        deaf.writer.transport.abort()


async def test_who_asks_without_reading_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FLOOD_BURST", 10**6)
    monkeypatch.setattr(limits, "MAX_REPLIES", 10)
    async with serving() as server, Stranger(server.port) as deaf:
        await deaf.come_in()
        (link,) = server._links.values()
        link.pause_writing()  # as asyncio says when nothing is read
        deaf.say(*[m.Start() for _ in range(5)], *[m.Sit(0) for _ in range(20)])
        assert await deaf.bye() == ""
        assert not server._links


async def test_who_does_not_read_the_goodbye_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENCE", 0.2)
    monkeypatch.setattr(limits, "SWEEP_EVERY", 0.02)
    async with serving() as server, Stranger(server.port) as deaf:
        link = await _deafen(server, deaf)
        async with asyncio.timeout(5):
            while link.writable:
                _tell_all(server)
                await asyncio.sleep(0)
        link.end("removed")
        await eventually(lambda: not server._links)
        deaf.writer.transport.abort()


async def test_who_leaves_too_much_unread_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """TLS answers some things by itself, whether the peer reads or not."""
    monkeypatch.setattr(limits, "MAX_UNSENT", limits.WRITE_HIGH)
    async with serving() as server, Stranger(server.port) as deaf:
        link = await _deafen(server, deaf)
        async with asyncio.timeout(5):
            while link.number in server._links:
                _tell_all(server)
                await asyncio.sleep(0)
        deaf.writer.transport.abort()


# --- Bots ---


async def test_a_bot_that_hangs_or_raises_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    let_go = threading.Event()

    def bad_choose(view: View, level: str, seed: bytes) -> Choice:
        if level == "medium":
            let_go.wait(20)
        if view.number % 2:
            raise RuntimeError("a bot's mistake")
        return choose(view, level, seed)

    monkeypatch.setattr(thinking, "choose", bad_choose)
    config = replace(FAST, bots=("medium", "easy", "easy"), pace=Pace(0.0, 0.0, 0.05))
    async with serving(config) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        ana.play()
        ana.peer.send(m.Start())
        await ana.told(m.Result, patience=30)
        assert "a bot's mistake" in caplog.text
        assert "no choice" in caplog.text
    let_go.set()
    await eventually(lambda: not [t for t in threading.enumerate() if t.name.startswith("bot-")])


# --- Ports ---


async def test_a_taken_port_is_passed_over() -> None:
    port = free_port()
    async with (
        TableServer(FAST, bind=LOOPBACK, port=port, code="") as first,
        TableServer(FAST, bind=LOOPBACK, port=port, code="") as second,
    ):
        assert first.port == port
        assert port < second.port <= port + limits.PORTS_TRIED


def test_ports_end_where_they_end() -> None:
    first = listen_near(LOOPBACK, limits.LAST_PORT)
    try:
        with pytest.raises(OSError, match=r".") as caught:
            listen_near(LOOPBACK, limits.LAST_PORT)
        assert caught.value.errno == errno.EADDRINUSE  # as long as the first is open
    finally:
        for sock in first:
            sock.close()


def test_all_networks_share_one_port() -> None:
    sockets = listen(None, 0)
    try:
        assert len({sock.getsockname()[1] for sock in sockets}) == 1
        assert sockets[0].family == socket.AF_INET
    finally:
        for sock in sockets:
            sock.close()


def test_a_machine_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    real = host._listen_one

    def without(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(host._NO_SUCH_NETWORK[0], "no IPv6")
        return real(family, address, port)

    monkeypatch.setattr(host, "_listen_one", without)
    (sock,) = listen(None, 0)
    sock.close()


def test_an_address_that_is_not_ours_is_refused_at_once() -> None:
    with pytest.raises(OSError, match=r".") as caught:
        listen_near("192.0.2.1", 11102)
    assert caught.value.errno == errno.EADDRNOTAVAIL


# --- Status and the end ---


async def test_whoever_looks_for_tables_is_told_of_changes() -> None:
    heard: list[Status] = []
    async with serving(replace(FAST, bots=("easy",)), heard.append) as server:
        assert heard == [Status("T", 4, 4, 0, "lobby", False)]
        async with Guest(server.port, "Ana", key="secret") as ana:
            await ana.told(m.Lobby)
            ana.peer.send(m.Start())
            await ana.told(m.Shown)
        await eventually(lambda: heard[-1].people == 0)
    assert Status("T", 4, 3, 1, "lobby", False) in heard
    assert Status("T", 4, 3, 1, "playing", False) in heard
    assert len(heard) == len(set(heard))


async def test_a_closed_table_says_so_and_its_end_can_be_waited_for() -> None:
    async with serving() as server, Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Beto") as beto:
        await ana.told(m.Welcome)
        await beto.told(m.Welcome)
        ana.peer.send(m.Close())
        async with asyncio.timeout(2):
            assert await server.wait_ended() == "closed"
        for guest in (ana, beto):
            await guest.ended()
            assert guest.events[-1].code == "closed"  # type: ignore[union-attr]


def _descriptors() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0


async def test_the_end_leaves_nothing_whatever_peers_do() -> None:
    """Idle, half-open, half-way and unread connections: gone within three seconds, the port free."""
    before, threads = _descriptors(), threading.active_count()
    server = TableServer(FAST, bind=LOOPBACK, port=0, code="")
    await server.start()
    async with Guest(server.port, "Ana", key="secret") as ana, contextlib.AsyncExitStack() as stack:
        await ana.told(m.Welcome)
        silent = await stack.enter_async_context(Stranger(server.port))
        halfway = await stack.enter_async_context(Stranger(server.port))
        halfway.say(HELLO)
        halfway.send(b"\x00\x00")
        halfopen = await stack.enter_async_context(Stranger(server.port))
        halfopen.writer.write_eof()
        deaf = await stack.enter_async_context(Stranger(server.port))
        await deaf.come_in()
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
        began = time.monotonic()
        await server.stop()
        assert time.monotonic() - began < 3
        assert not server._links
        assert await silent.bye() == "stopping"
        await ana.told(m.Lobby)
        await eventually(lambda: getattr(ana.events[-1], "code", "") in ("stopping", "unreachable"))
    for sock in listen(LOOPBACK, server.port):
        sock.close()
    assert server._sweeper is not None
    assert server._sweeper.cancelled()
    await server.stop()  # twice does no harm
    await asyncio.sleep(0.05)
    assert threading.active_count() == threads
    assert _descriptors() <= before


async def test_who_is_accepted_at_the_last_moment_is_cut_off() -> None:
    async with serving() as server:
        pass
    link, wire = Link(server), Wire()
    link.connection_made(wire)
    assert wire.ended
    assert not server._links


async def test_who_does_not_read_does_not_hold_up_the_end() -> None:
    server = TableServer(FAST, bind=LOOPBACK, port=0, code="")
    await server.start()
    async with Stranger(server.port) as deaf:
        link = await _deafen(server, deaf)
        async with asyncio.timeout(10):
            while link.writable:
                _tell_all(server)
                await asyncio.sleep(0)
        began = time.monotonic()
        await server.stop()
        assert time.monotonic() - began < 3
        assert not server._links
        deaf.writer.transport.abort()


async def test_a_server_that_cannot_listen_leaves_nothing() -> None:
    before = _descriptors()
    with pytest.raises(OSError, match=os.strerror(errno.EADDRNOTAVAIL)):
        await TableServer(TableConfig("T"), bind="192.0.2.1").start()
    assert _descriptors() <= before
