"""The asyncio server of a table: it moves bytes, keeps time and lets bots think; `net.authority` decides."""

import asyncio
import contextlib
import errno
import logging
import os
import secrets
import socket
from collections import deque
from collections.abc import Callable
from typing import Final, Self

from engine.actions import Action
from net import limits
from net import messages as m
from net.authority import Authority, Status
from net.codes import make_code
from net.crowd import one_too_many
from net.door import Door
from net.game import Job
from net.journal import Journal, JournalFault
from net.keeper import Keeper, Step
from net.ledger import Saved
from net.link import Link
from net.messages import Message
from net.protocol import agree
from net.room import TableConfig
from net.thinking import Thinkers
from net.tls import Identity, make_identity, table_context

log = logging.getLogger(__name__)

# A machine without IPv6 says one of these when it is asked to listen there.
_NO_SUCH_NETWORK: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)


def listen(bind: str | None, port: int) -> list[socket.socket]:
    """Sockets that listen on the address, or on all of IPv4 and IPv6; raises OSError if the port is taken."""
    hosts = [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")] if bind is None else [_family(bind)]
    sockets: list[socket.socket] = []
    try:
        for family, host in hosts:
            try:
                sockets.append(_listen_one(family, host, port))
            except OSError as fault:
                if fault.errno not in _NO_SUCH_NETWORK or (not sockets and host == hosts[-1][1]):
                    raise
                continue
            port = sockets[0].getsockname()[1]  # of port 0, the one that was given
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def _family(host: str) -> tuple[socket.AddressFamily, str]:
    return (socket.AF_INET6 if ":" in host else socket.AF_INET), host


def _listen_one(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # where it means the same port right after a table ended; elsewhere, anyone's port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((host, port))
        sock.listen(limits.MAX_STRANGERS)  # only now is the port ours: two may be bound to it, one can listen
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def listen_near(bind: str | None, port: int) -> list[socket.socket]:
    """As `listen`, at the next free port if that one is taken."""
    last = min(port + limits.PORTS_TRIED, limits.LAST_PORT + 1) - 1
    for tried in range(port, last):
        try:
            return listen(bind, tried)
        except OSError as fault:
            if fault.errno != errno.EADDRINUSE:
                raise
    return listen(bind, last)


class TableServer:
    """One table on one port. Start it, and wait for its end; or use it as an async context."""

    def __init__(
        self,
        config: TableConfig,
        *,
        bind: str | None = None,
        port: int = limits.DEFAULT_PORT,
        app: str = "",
        on_status: Callable[[Status], None] | None = None,
        journal: Journal | None = None,
        saved: Saved | None = None,
        keep: dict[str, str] | None = None,
        identity: Identity | None = None,
        code: str | None = None,
    ) -> None:
        """`saved` is what the journal holds of this table; `keep` is to be saved with it, as are port and identity.

        Without `identity` and `code` they are those that were saved, else new ones; with "" no code is asked for.
        """
        self.config = config
        self._saved = saved
        self._keep = keep or {}
        self._keeper = Keeper(journal, self.follow_up, self._trouble)
        self.app = app
        self.port = port
        self._identity = identity
        self._code = code
        self._guesses: deque[tuple[Link, m.Pair]] = deque()
        self._guesser: asyncio.TimerHandle | None = None
        self._bind = bind
        self._on_status = on_status
        self._status: tuple[Status, str] | None = None  # as it was told, and the join code then
        self._servers: list[asyncio.Server] = []
        self._links: dict[int, Link] = {}
        self._last_link = 0
        self.thinkers = self._own_thinkers = Thinkers()  # where bots think: tables may share others
        self._timer: asyncio.TimerHandle | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self._ended = asyncio.Event()
        self._all_gone = asyncio.Event()
        self._stopping = False
        self._asked_to_stop = False

    async def start(self) -> None:
        """Listen. `port` is then the one that peers connect to.

        Raises OSError if that cannot be, JournalFault if it cannot be saved, Unreadable if what was saved is no table.
        """
        self._loop = asyncio.get_running_loop()
        self._build()
        sockets = listen_near(self._bind, self.port)
        self.port = sockets[0].getsockname()[1]
        self.authority.keep |= {**self._keep, **self.identity.saved(), "port": str(self.port)}
        try:
            await self._keeper.begin(self.authority)
        except JournalFault:
            for sock in sockets:
                sock.close()
            raise
        for sock in sockets:
            # This backlog is also how many are accepted before anybody else is served, so it is small; and so ...
            self._servers.append(
                await self._loop.create_server(lambda: Link(self), sock=sock, backlog=limits.ACCEPTED_AT_ONCE)
            )
            sock.listen(limits.BACKLOG)  # ... how many the system holds ready is said anew
        self._sweep()
        self.follow_up()
        log.info("the table listens on port %d", self.port)

    def _build(self) -> None:
        """The table and its door, new or as they were."""
        kept = {} if self._saved is None else self._saved.part("keep", dict[str, str])
        self.identity = self._identity or Identity.brought_back(kept) or make_identity()
        self.context = table_context(self.identity)
        entropy, now = secrets.token_bytes, self._loop.time()
        code = kept.get("code", make_code(entropy)) if self._code is None else self._code
        door = Door(code, self.config.key, self.identity.fingerprint, entropy, now)
        self.authority = Authority(self.config, entropy, now, self._saved, door)

    async def wait_ended(self) -> str:
        """Until the table has ended by itself or by its host: the code of why."""
        await self._ended.wait()
        return self.authority.ended

    async def stop(self) -> None:
        """Say goodbye and be gone within two seconds, whatever peers do."""
        if self._asked_to_stop:
            return
        self._asked_to_stop = True
        await self._keeper.settle()
        if not self.authority.ended:
            self.authority.stop("stopping")
        self.follow_up()
        await self._keeper.settle()
        self._stopping = True
        for server in self._servers:
            server.close()
        for timer in (self._timer, self._sweeper, self._guesser):
            if timer is not None:
                timer.cancel()
        for link in list(self._links.values()):
            link.end("stopping")
        await self._own_thinkers.close()
        await self._links_gone(limits.GOODBYE_TIME)
        for link in list(self._links.values()):
            link.cut()
        await self._links_gone(limits.GOODBYE_TIME)
        await self._keeper.end(self.authority, self.authority.worthless)
        log.info("the table on port %d is closed", self.port)

    async def _links_gone(self, patience: float) -> None:
        """Until every connection is closed, or for so long. (`Server.wait_closed` waits for ever on some Pythons.)"""
        if self._links:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._all_gone.wait(), patience)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    @property
    def status(self) -> Status:
        """What anyone may know who looks for a table."""
        return self.authority.status()

    # --- Connections ---

    def came(self, link: Link) -> int:
        """A connection has been made; where there are too many strangers, one gives way."""
        self._last_link += 1
        if self._stopping:  # it was accepted at the last moment
            link.cut()
            return self._last_link
        strangers = [other for other in self._links.values() if other.strange]
        if (gone := one_too_many(strangers, link)) is not None:
            gone.end("crowded")
        self._links[self._last_link] = link
        self._all_gone.clear()
        return self._last_link

    def went(self, link: Link) -> None:
        """A connection has ended."""
        if self._links.pop(link.number, None) is not None:
            self._do(lambda: self.authority.lost(link.number, self.now()))
        if not self._links:
            self._all_gone.set()

    def heard(self, link: Link, message: Message) -> None:
        """A message of a peer, in its order."""
        match message:
            case m.Hello():
                link.write(agree(message, self.app, self.authority.door.locked))
            case m.Pair():
                self._guesses.append((link, message))
                if self._guesser is None:
                    self._guess()
            case m.Prove():
                link.write(self.authority.door.prove(link.number, message))
                self.follow_up()  # the host is told of a wrong guess
            case m.Join() | m.Resume() as entry:
                if self._keeper.refused:
                    link.end("unsaved")
                else:
                    self._take(link, lambda: self._enter(link, entry))
            case m.Ping(n):
                if link.writable:
                    link.write(m.Pong(n))
            case m.Pong():
                pass
            case _:
                self._take(link, lambda: self.authority.receive(link.number, message, self.now()))

    def _take(self, link: Link, step: Step) -> None:
        """What a peer said is taken in now, or when all before it is safe."""

        def taken() -> None:
            link.held -= 1
            step()

        link.held += 1
        if link.held > limits.MAX_HELD:
            link.end("flood")
        self._do(taken)

    def _enter(self, link: Link, entry: m.Join | m.Resume) -> None:
        if link.strange:  # else it has ended while it waited, and nobody is there to come in
            self.authority.enter(link.number, entry, self.now())

    def _do(self, step: Step) -> None:
        if self._keeper.busy:
            self._keeper.hold(step)
        elif not self._stopping:
            step()
            self.follow_up()

    def _guess(self) -> None:
        """Take up one guess: they cost so much that everybody else is served between two of them."""
        self._guesser = None
        while self._guesses and self._guesser is None:
            link, pair = self._guesses.popleft()
            if link.strange:
                answer = self.authority.door.pair(link.number, link.address, pair, self.now())
                link.write(answer)
                if isinstance(answer, m.Paired):
                    self._guesser = self._loop.call_later(limits.GUESS_GAP, self._guess)
        self.follow_up()

    def now(self) -> float:
        """The time, on the clock of the loop."""
        return self._loop.time()

    # --- What follows ---

    def follow_up(self) -> None:
        """Whatever came in: save it; then set bots thinking, tell who is to be told, set the clock for what is next."""
        if self._stopping or self._keeper.busy or self._keeper.save(self.authority):
            return
        for job in self.authority.jobs(self.now()):
            self.thinkers.think(job, self._thought)
        waiting = self.authority.waiting()
        for number in waiting:  # all that is said is made before any travels: whoever hears it wants the processor too
            self._prepare(number)
        for link in [self._links[number] for number in waiting if number in self._links]:
            link.pass_on()
        if self._timer is not None:
            self._timer.cancel()
        due = self.authority.next_time()
        self._timer = None if due is None else self._loop.call_at(due, self._tick)
        self._tell_status()
        if self.authority.ended:
            self._ended.set()

    def flush(self, number: int) -> None:
        """Tell one connection, which reads again, what waits for it: of the game only if all of it is safe."""
        link = self._links.get(number)
        if link is not None:
            self._tell_trouble(link)
        if not self._keeper.busy:
            self._prepare(number)
            if link is not None:
                link.pass_on()

    def _prepare(self, number: int) -> None:
        link = self._links.get(number)
        if link is None or link.connection.stage == "closed":
            self.authority.drop(number)
        elif link.writable:
            for message in self.authority.pull(number, self.now()):
                link.prepare(message)
        elif self.authority.unheard(number) > limits.MAX_REPLIES:
            link.cut()

    def _tick(self) -> None:
        self._do(lambda: self.authority.tick(self.now()))

    def _trouble(self, refused: bool) -> None:
        """The disk does not take what has to be saved, or does again: whoever wonders why nothing happens is told."""
        for link in list(self._links.values()):
            if refused and link.connection.stage == "welcome":
                link.end("unsaved")
            else:
                self._tell_trouble(link)

    def _tell_trouble(self, link: Link) -> None:
        """Who does not read now is told by `flush`."""
        refused = self._keeper.refused
        if link.connection.admitted and link.writable and link.told_refused != refused:
            link.told_refused = refused
            link.write(m.Waits(refused))

    def _tell_status(self) -> None:
        """Whoever runs the table is told of each new status, and when the door has another code."""
        news = self.authority.status(), self.authority.door.code
        if news != self._status:
            self._status = news
            if self._on_status is not None:
                self._on_status(news[0])

    def _sweep(self) -> None:
        """Look after connections that are too old or too silent."""
        for link in list(self._links.values()):
            link.look_after(self.now())
        self._sweeper = self._loop.call_later(limits.SWEEP_EVERY, self._sweep)

    # --- Bots ---

    def _thought(self, job: Job, action: Action | None) -> None:
        self._do(lambda: self.authority.chosen(job, action, self.now()))
