"""The asyncio server of a table: it moves bytes, keeps time and lets bots think; `net.authority` decides."""

import asyncio
import contextlib
import errno
import logging
import os
import secrets
import socket
from collections.abc import Callable
from typing import Any, Final, Self

from engine.actions import Action
from net import limits
from net import messages as m
from net.authority import Authority, Status
from net.codec import WireError
from net.game import Job
from net.journal import Journal, JournalFault
from net.keeper import Keeper, Step
from net.ledger import Saved
from net.messages import Message
from net.protocol import Connection, Pulse, agree
from net.room import TableConfig
from net.thinking import Thinkers

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
    ) -> None:
        """`saved` is what the journal holds of this table; `keep` is to be saved with it, as is the port."""
        self.config = config
        self._saved = saved
        self._keep = keep or {}
        self._keeper = Keeper(journal, self.follow_up, self._trouble)
        self.app = app
        self.port = port
        self._bind = bind
        self._on_status = on_status
        self._status: Status | None = None
        self._servers: list[asyncio.Server] = []
        self._links: dict[int, _Link] = {}
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
        self.authority = Authority(self.config, secrets.token_bytes, self._loop.time(), self._saved)
        sockets = listen_near(self._bind, self.port)
        self.port = sockets[0].getsockname()[1]
        self.authority.keep |= {**self._keep, "port": str(self.port)}
        try:
            await self._keeper.begin(self.authority)
        except JournalFault:
            for sock in sockets:
                sock.close()
            raise
        for sock in sockets:
            self._servers.append(
                await self._loop.create_server(lambda: _Link(self), sock=sock, backlog=limits.MAX_STRANGERS)
            )
        self._sweep()
        self.follow_up()
        log.info("the table listens on port %d", self.port)

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
        for timer in (self._timer, self._sweeper):
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

    def came(self, link: "_Link") -> int:
        """A connection has been made. The stranger who has waited longest gives way to one too many."""
        self._last_link += 1
        if self._stopping:  # it was accepted at the last moment
            link.cut()
            return self._last_link
        strangers = [other for other in self._links.values() if other.strange]
        neighbours = [other for other in strangers if other.address == link.address]
        if len(neighbours) >= limits.MAX_STRANGERS_PER_ADDRESS:
            neighbours[0].end("crowded")
        elif len(strangers) >= limits.MAX_STRANGERS:
            strangers[0].end("crowded")
        self._links[self._last_link] = link
        self._all_gone.clear()
        return self._last_link

    def went(self, link: "_Link") -> None:
        """A connection has ended."""
        if self._links.pop(link.number, None) is not None:
            self._do(lambda: self.authority.lost(link.number, self.now()))
        if not self._links:
            self._all_gone.set()

    def heard(self, link: "_Link", message: Message) -> None:
        """A message of a peer, in its order."""
        match message:
            case m.Hello():
                link.write(agree(message, self.app))
            case m.Join() | m.Resume() as entry:
                self._take(link, lambda: self.authority.enter(link.number, entry, self.now()))
            case m.Ping(n):
                if link.writable:
                    link.write(m.Pong(n))
            case m.Pong():
                pass
            case _:
                self._take(link, lambda: self.authority.receive(link.number, message, self.now()))

    def _take(self, link: "_Link", step: Step) -> None:
        """What a peer said is taken in now, or when all before it is safe."""

        def taken() -> None:
            link.held -= 1
            step()

        link.held += 1
        if link.held > limits.MAX_HELD:
            link.end("flood")
        self._do(taken)

    def _do(self, step: Step) -> None:
        if self._keeper.busy:
            self._keeper.hold(step)
        elif not self._stopping:
            step()
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
        for number in self.authority.waiting():
            self.flush(number)
        if self._timer is not None:
            self._timer.cancel()
        due = self.authority.next_time()
        self._timer = None if due is None else self._loop.call_at(due, self._tick)
        self._tell_status()
        if self.authority.ended:
            self._ended.set()

    def flush(self, number: int) -> None:
        """Tell one connection what waits for it, if it reads and all of it is safe."""
        if self._keeper.busy:
            return
        link = self._links.get(number)
        if link is None:
            self.authority.pull(number, self.now())
        elif link.writable:
            for message in self.authority.pull(number, self.now()):
                link.write(message)
        elif self.authority.unheard(number) > limits.MAX_REPLIES:
            link.cut()

    def _tick(self) -> None:
        self._do(lambda: self.authority.tick(self.now()))

    def _trouble(self, refused: bool) -> None:
        """The disk does not take what has to be saved, or does again: whoever wonders why nothing happens is told."""
        for link in self._links.values():
            if link.connection.admitted and link.writable:
                link.write(m.Waits(refused))

    def _tell_status(self) -> None:
        status = self.authority.status()
        if status != self._status:
            self._status = status
            if self._on_status is not None:
                self._on_status(status)

    def _sweep(self) -> None:
        """Look after connections that are too old or too silent."""
        for link in list(self._links.values()):
            link.look_after(self.now())
        self._sweeper = self._loop.call_later(limits.SWEEP_EVERY, self._sweep)

    # --- Bots ---

    def _thought(self, job: Job, action: Action | None) -> None:
        self._do(lambda: self.authority.chosen(job, action, self.now()))


class _Link(asyncio.Protocol):
    """One connection to a peer."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self.connection = Connection("table")
        self.writable = True
        self.address = ""
        self.number = 0
        self.held = 0  # of its messages, those that wait for a save
        self._since = server.now()
        self._unread_since: float | None = None
        self._pulse = Pulse(self._since)
        self._allowance = float(limits.FLOOD_BURST)
        self._counted_at = self._since

    # --- Called by asyncio ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As asyncio has it. (It sets TCP_NODELAY itself.)"""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        sock: Any = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER)
        transport.set_write_buffer_limits(high=limits.WRITE_HIGH)
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        self.number = self._server.came(self)

    def data_received(self, data: bytes) -> None:
        """As asyncio has it."""
        now = self._server.now()
        self._pulse.heard(now)
        self.connection.feed(data)
        try:
            while (message := self.connection.take()) is not None:
                if not self._afford(now):
                    self.end("flood")
                    break
                self._server.heard(self, message)
        except WireError as fault:
            log.warning("connection %d broke the protocol: %s, %s", self.number, fault.code, fault.why)
            self.end(fault.code)

    def pause_writing(self) -> None:
        """As asyncio has it."""
        self.writable = False
        self._unread_since = self._server.now()

    def resume_writing(self) -> None:
        """As asyncio has it."""
        self.writable = True
        self._unread_since = None
        self._server.flush(self.number)

    def connection_lost(self, exc: Exception | None) -> None:
        """As asyncio has it."""
        self.connection.close()
        self._server.went(self)

    # --- Called by the server ---

    @property
    def strange(self) -> bool:
        """Whether this peer is still on its way in."""
        return self.connection.stage not in ("open", "closed")

    def write(self, message: Message) -> None:
        """Say something; after a Bye nothing more, and the connection closes."""
        if self.connection.stage == "closed":
            return
        self._transport.write(self.connection.send(message))
        if isinstance(message, m.Bye):
            self._transport.close()

    def end(self, code: str) -> None:
        """End the connection, saying why."""
        self.write(m.Bye(code, {}))
        self.connection.close()

    def cut(self) -> None:
        """End the connection at once."""
        self.connection.close()
        self._transport.abort()

    def look_after(self, now: float) -> None:
        """End what takes too long to come in, to read or to answer; ask the others whether they are there."""
        if self._transport.is_closing():
            if now - self._pulse.heard_at > limits.SILENCE:
                self.cut()
        elif not self.connection.admitted:
            if now - self._since >= limits.ADMISSION_TIME:
                self.end("too_slow")
        elif self._unread_since is not None and now - self._unread_since >= limits.UNREAD_TIME:
            log.info("connection %d does not read", self.number)
            self.cut()
        elif self._pulse.silent(now):
            log.info("connection %d is silent", self.number)
            self.end("silent")
        elif self.writable and (ping := self._pulse.ask(now)) is not None:
            self.write(ping)

    def _afford(self, now: float) -> bool:
        """Whether the peer may say one more thing."""
        self._allowance += (now - self._counted_at) * limits.FLOOD_RATE
        self._allowance = min(self._allowance, float(limits.FLOOD_BURST)) - 1
        self._counted_at = now
        return self._allowance >= 0
