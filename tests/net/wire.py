"""Real sockets for tests: a table's server, peers that note what they are told, and a stranger who says any bytes."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from typing import Self, TypeVar

from engine.bots import choose
from net import messages as m
from net.authority import Status
from net.codec import Frames, decode_to_peer, frame
from net.game import AT_ONCE
from net.host import TableServer
from net.limits import MAX_FRAME_FROM_HOST
from net.messages import Message, ToPeer
from net.peer import Peer, PeerEvent
from net.room import TableConfig
from net.tls import Identity, Tls, make_identity, peer_context

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
FAST = TableConfig("T", pace=AT_ONCE, filler="easy", key="secret")
CODE = "3-agave-kumquat"
IDENTITY = make_identity()
HELLO = m.Hello(m.OLDEST_VERSION, m.NEWEST_VERSION, "0.1")


@contextlib.asynccontextmanager
async def serving(
    config: TableConfig = FAST,
    on_status: Callable[[Status], None] | None = None,
    code: str = "",
    identity: Identity = IDENTITY,
    port: int = 0,
) -> AsyncIterator[TableServer]:
    """A table on a port of its own, open unless there is a code, and no task left after it."""
    before = asyncio.all_tasks()
    async with TableServer(
        config, bind=LOOPBACK, port=port, app="0.1", on_status=on_status, identity=identity, code=code
    ) as server:
        yield server
    assert asyncio.all_tasks() <= before


async def eventually(true: Callable[[], object], patience: float = 5.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(patience):
        while not true():  # noqa: ASYNC110 - what is waited for does not know of tests
            await asyncio.sleep(0.005)


class Purse:
    """A pocket in memory: with a token to begin with, whatever the table, and all that were kept."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.kept: list[str] = []

    def find(self, fingerprint: bytes) -> str:
        """The token."""
        return self.token

    def keep(self, fingerprint: bytes, token: str) -> None:
        """Keep another."""
        self.token = token
        self.kept.append(token)

    def forget(self) -> None:
        """Keep none."""
        self.token = ""


class Guest:
    """A peer that notes what it is told, and plays if it is to."""

    def __init__(
        self, port: int, name: str, *, watch: bool = False, key: str = "", code: str = "", token: str = ""
    ) -> None:
        self.events: list[PeerEvent] = []
        self.purse = Purse(token)
        self.playing = False
        self.peer = Peer([LOOPBACK], port, name=name, watch=watch, key=key, code=code, app="0.1", pocket=self.purse)
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self.peer.run(self._hear))
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.go()

    async def go(self) -> None:
        """End without a goodbye."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def ended(self) -> None:
        """Until it has given up."""
        assert self._task is not None
        async with asyncio.timeout(10):
            await asyncio.shield(self._task)

    def _hear(self, event: PeerEvent) -> None:
        self.events.append(event)
        if self.playing and isinstance(event, m.Shown) and event.view.actions:
            self.decide(event)

    def play(self) -> None:
        """Decide something legal whenever a decision is owed."""
        self.playing = True
        shown = self.newest(m.Shown)
        if shown is not None and shown.view.actions:
            self.decide(shown)

    def decide(self, shown: m.Shown) -> None:
        """Decide something legal."""
        self.peer.send(m.Act(shown.view.number, choose(shown.view, "easy", b"guest").action))

    def newest(self, kind: type[T]) -> T | None:
        """The newest event of that kind, None if there was none."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    async def told(self, kind: type[T], where: Callable[[T], bool] = lambda event: True, patience: float = 10.0) -> T:
        """Wait until an event of that kind has come."""

        def found() -> T | None:
            return next((event for event in reversed(self.events) if isinstance(event, kind) and where(event)), None)

        await eventually(lambda: found() is not None, patience)
        event = found()
        assert event is not None
        return event


class Stranger:
    """Someone who says any bytes inside TLS, and reads what is said."""

    def __init__(self, port: int, address: str = LOOPBACK) -> None:
        self._port = port
        self._address = address  # where they come from
        self._frames = Frames()
        self._tls = Tls(peer_context(), table=False)

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection(LOOPBACK, self._port, local_addr=(self._address, 0))
        self._tls.begin()
        self._pass_on()
        while not self._tls.ready and (data := await self.reader.read(65536)):
            self._tls.feed(data)
        self._pass_on()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def say(self, *messages: Message) -> None:
        """Say messages, whatever the order."""
        self.send(b"".join(frame(message) for message in messages))

    def send(self, data: bytes) -> None:
        """Say any bytes."""
        self._tls.say(data)
        self._pass_on()

    def _pass_on(self) -> None:
        self.writer.write(self._tls.outgoing())

    async def hear(self) -> ToPeer | None:
        """The next message, None at the end of the connection."""
        async with asyncio.timeout(10):
            while (payload := self._frames.take(MAX_FRAME_FROM_HOST)) is None:
                try:
                    data = await self.reader.read(65536)
                except ConnectionError:
                    return None
                if not data:
                    return None
                self._frames.feed(self._tls.feed(data))
        return decode_to_peer(payload)

    async def bye(self) -> str:
        """The code of the goodbye that comes, whatever is said before it; "" if the connection ends without."""
        while (message := await self.hear()) is not None:
            if isinstance(message, m.Bye):
                return message.code
        return ""

    async def ping(self, number: int) -> None:
        """Ask whether the table is there, and wait until it says so."""
        self.say(m.Ping(number))
        while (message := await self.hear()) != m.Pong(number):
            assert message is not None

    async def come_in(self, name: str = "Eve", watch: bool = False) -> m.Welcome:
        """Go all the way in."""
        self.say(HELLO)
        assert isinstance(await self.hear(), m.Greeting)
        self.say(m.Join(name, watch))
        welcome = await self.hear()
        assert isinstance(welcome, m.Welcome)
        return welcome


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as sock:
        sock.bind((LOOPBACK, 0))
        port: int = sock.getsockname()[1]
        return port
