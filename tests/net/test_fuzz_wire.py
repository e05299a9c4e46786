"""Frames that are almost right, by the thousand: they end their own connection at most, and touch nothing else."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.actions import Action, Ask, Play
from engine.cards import CARDS
from engine.options import Options
from engine.questions import Question
from engine.rules import legal_actions
from engine.state import State
from net import limits
from net import messages as m
from net import shuffle as shuffles
from net.codec import Frames, WireError, decode_to_peer, frame
from net.door import By
from net.entry import Entry, NoEntry
from net.game import AT_ONCE
from net.host import TableServer
from net.link import Link
from net.messages import Message
from net.peer import Peer
from net.protocol import Connection
from net.room import TableConfig
from tests.amounts import amount
from tests.net.mutations import mutated
from tests.net.tables import started
from tests.net.wire import HELLO, LOOPBACK, Stranger, eventually

FRAMES = amount(3_000, 120_000)  # at each stage
REQUESTS: list[Message] = [
    m.Sit(1),
    m.Stand(),
    m.Ready(True),
    m.Act(3, Play(0, CARDS["K6*"])),
    m.Seen(1, 2),
    m.Leave(),
    m.Start(),
    m.SeatBot(2, "easy"),
    m.Clear(1),
    m.Exchange(0, 1),
    m.Remove(2),
    m.SetOptions(Options()),
    m.SetPlayers(3),
    m.SetClock(30),
    m.Watching(True),
    m.Pause(False),
    m.Close(),
    m.Ping(1),
    m.Pong(2),
]


class Wire(asyncio.Transport):
    """A transport that goes nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.said = bytearray()
        self.ended = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"socket": self, "peername": ("192.0.2.7", 4000)}.get(name, default)

    def setsockopt(self, *_: object) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.ended
        self.said += data

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.ended = True


class Plain:
    """In place of TLS: what is said travels as it is, for thousands of handshakes would take minutes."""

    ready = True
    fingerprint = b""

    def __init__(self, *_: object, **__: object) -> None:
        self._out = b""

    def feed(self, data: bytes) -> bytes:
        return data

    def say(self, data: bytes) -> None:
        self._out += data

    def close(self) -> None: ...

    def outgoing(self) -> bytes:
        out, self._out = self._out, b""
        return out


def connected(server: TableServer, said: Sequence[Message], by: By = "") -> tuple[Link, Wire]:
    """A connection that has said this, and shown that."""
    link, wire = Link(server), Wire()
    server.authority.door.vouch(server._last_link + 1, by)
    link.connection_made(wire)
    for message in said:
        link.data_received(frame(message))
    return link, wire


def last_words(wire: Wire) -> Message | None:
    """The last message that was said on a wire."""
    frames, last = Frames(), None
    frames.feed(bytes(wire.said))
    while (payload := frames.take(limits.MAX_FRAME_FROM_HOST)) is not None:
        last = decode_to_peer(payload)
    return last


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Thousands of warnings that the protocol was broken say nothing, and who is waiting is not missed."""
    monkeypatch.setattr("net.protocol.SILENCE", 10**9)
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.link.Tls", Plain)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> TableConfig:
    monkeypatch.setattr(limits, "FLOOD_BURST", 10**9)
    begin = shuffles.begin  # nobody is there to answer it
    monkeypatch.setattr(shuffles, "begin", lambda game, asked, *rest: begin(game, [None for _ in asked], *rest))
    return TableConfig("T", pace=AT_ONCE, filler="easy", key="secret")


STRANGERS: dict[str, list[Message]] = {"hello": [], "entry": [HELLO]}
ENTRIES: list[Message] = [
    HELLO,
    m.Pair("code", "41" * 33),
    m.Prove("00" * 32),
    m.Join("Eve", False),
    m.Join("Eve", True),
    m.Resume("0" * 32),
    m.Ping(1),
]


@pytest.mark.usefixtures("quiet", "plain")
@pytest.mark.parametrize("stage", STRANGERS)
async def test_a_stranger_at_every_stage(stage: str, settings: TableConfig) -> None:
    rng = Random(f"stranger {stage}")
    async with TableServer(settings, bind=LOOPBACK, port=0, code="") as server:
        ana, wire = connected(server, [HELLO, m.Join("Ana", False), m.Start(), m.Pause(True)], "key")
        game = server.authority.room.game
        assert game is not None
        digest = game.state.digest()
        ended = 0
        for number in range(FRAMES):
            link, theirs = connected(server, STRANGERS[stage])
            link.data_received(mutated(rng, ENTRIES if rng.random() < 0.8 else REQUESTS))
            ended += theirs.ended
            if theirs.ended:
                assert isinstance(last_words(theirs), m.Bye)
            link.connection_lost(None)
            for member in list(server.authority.room.seats.members.values()):
                if member.name != "Ana":
                    server.authority.room.part(member, "gone", server.now())
            if number % 500 == 0:
                await asyncio.sleep(0)
        assert ended > FRAMES / 3
        assert server.authority.room.game is game
        assert game.state.digest() == digest
        wire.said.clear()
        ana.data_received(frame(m.Ping(9)))
        assert last_words(wire) == m.Pong(9)
        ana.connection_lost(None)


@pytest.mark.usefixtures("quiet", "plain")
@pytest.mark.parametrize("by", ["", "key"])  # a player and a host
async def test_an_admitted_peer(by: By, settings: TableConfig) -> None:
    """Whatever it sends, a decision is made only where its seat owes one and the rules allow it."""
    rng, eve, wire = Random(f"peer {by}"), None, Wire()
    async with TableServer(settings, bind=LOOPBACK, port=0, code="") as server:
        made = 0
        for number in range(FRAMES):
            if eve is None or wire.ended or server.authority.room.phase != "playing":
                eve, wire = _seated(server, by)
            game = server.authority.room.game
            assert game is not None
            while not game.state.over and 1 not in game.owing():  # the others play on
                seat = game.state.owing[0]
                game.act(game.state.control[seat], game.state.decision, _any(game.state, seat), server.now())
            legal = [_any(game.state, seat) for seat in game.state.owing if game.state.control[seat] == 1]
            before = game.state.decision
            tries = [*REQUESTS, *(m.Act(before, action) for action in legal * 3)]
            wire.said.clear()
            eve.data_received(frame(tries[-1]) if number % 9 == 0 else mutated(rng, tries))
            if game.state.decision != before:
                made += 1
                assert game.actions[-1].seat in {action.seat for action in legal}
            if number % 200 == 0:
                await asyncio.sleep(0)
        assert made > FRAMES / 100
        for link in list(server._links.values()):
            link.connection_lost(None)


def _any(state: State, seat: int) -> Action:
    action = legal_actions(state, seat)[0]
    return replace(action, question=Question("count")) if isinstance(action, Ask) else action


def _seated(server: TableServer, by: By) -> tuple[Link, Wire]:
    """Eve back in her seat in a running game; in a new one if that is over, or the table is."""
    room, authority = server.authority.room, server.authority
    eve = next((person for person in room.seats.members.values() if person.name == "Eve"), None)
    if eve is not None and room.seats.place_of(eve) == 1 and room.phase == "playing" and not authority.ended:
        token = f"{server._last_link:032}"
        authority._tokens[hashlib.sha256(token.encode()).digest()] = eve
        return connected(server, [HELLO, m.Resume(token)])
    for link in list(server._links.values()):
        link.connection_lost(None)
    authority._begin(server.now())
    authority.ended = ""
    beto, _ = connected(server, [HELLO, m.Join("Beto", False)])
    link, wire = connected(server, [HELLO, m.Join("Eve", False)], by)
    (link if by else beto).data_received(frame(m.Start()))
    return link, wire


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("stage", ["greeting", "welcome", "open"])
def test_a_table_that_says_anything_at_every_stage(stage: str) -> None:
    """A peer hears a message or ends the connection; nothing else comes of it."""
    desk, people = started(4, 2, Options(ask_chips=True, optional_swap=True))
    desk.play(people)
    told: list[Message] = [
        m.Greeting(1, "0.1", False),
        m.Bye("left", {"x": 1}),
        *desk.told[people[0]][::9],
        desk.told[people[0]][-1],
    ]
    rng, ended, heard = Random(f"table {stage}"), 0, 0
    for _ in range(FRAMES // 2):
        peer = Peer([LOOPBACK], 1, name="Ana")
        peer._connection = connection = Connection("peer")
        peer._writer = None
        peer._tls = Plain()  # type: ignore[assignment]
        peer._entry = Entry(peer.caller, b"", "")
        connection.send(HELLO)
        if stage != "greeting":
            _hear(peer, connection, frame(m.Greeting(1, "0.1", False)))
            connection.send(m.Join("Ana", False))
        if stage == "open":
            _hear(peer, connection, frame(m.Welcome("0" * 32, 1)))
        try:
            heard += _hear(peer, connection, mutated(rng, told))
        except (WireError, NoEntry):  # a greeting may ask for a code that nobody has told this peer
            ended += 1
    assert ended > FRAMES / 8
    assert heard > 0 or stage != "open"


def _hear(peer: Peer, connection: Connection, data: bytes) -> int:
    heard: list[object] = []
    tell: Callable[[object], object] = heard.append
    connection.feed(data)
    while (message := connection.take()) is not None:
        peer._hear(message, tell)
    return len(heard)


async def test_over_real_sockets_too(settings: TableConfig) -> None:
    """A sample of the same over TCP: no exception that nobody fetched, no connection left, and a game goes on."""
    rng, faults = Random("sockets"), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
    async with TableServer(replace(settings, bots=("easy",) * 3), bind=LOOPBACK, port=0, code="") as server:
        for number in range(amount(150, 5_000)):
            async with Stranger(server.port) as eve:
                if number % 2:
                    await eve.come_in()
                for _ in range(3):
                    eve.send(mutated(rng, [*ENTRIES, *REQUESTS]))
                if number % 3 == 0:
                    eve.writer.transport.abort()
            for member in list(server.authority.room.seats.members.values()):
                server.authority.room.part(member, "gone", server.now())
        await eventually(lambda: not server._links)
        async with Stranger(server.port) as ana:
            await ana.come_in("Ana")
    assert not faults
