"""One connection of a table to a peer: bytes, TLS, the order of messages, and its end."""

import asyncio
import logging
import socket
import ssl
from typing import Any, Final, Protocol

from net import limits
from net import messages as m
from net.codec import WireError
from net.messages import Message
from net.protocol import Connection, Pulse, Stage
from net.tls import Tls

log = logging.getLogger(__name__)

# How far a stranger has come, past the handshake.
_STAGES: Final[tuple[Stage, ...]] = (
    "hello",
    "greeting",
    "entry",
    "pairing",
    "proof",
    "proving",
    "proved",
    "welcome",
    "open",
    "closed",
)


class Server(Protocol):
    """Whom a link serves."""

    context: ssl.SSLContext

    def now(self) -> float:
        """The time."""

    def came(self, link: "Link") -> int:
        """A connection has been made; the number it goes by."""

    def went(self, link: "Link") -> None:
        """A connection has ended."""

    def heard(self, link: "Link", message: Message) -> None:
        """A message of a peer, in its order."""

    def flush(self, number: int) -> None:
        """The connection reads again."""


class Link(asyncio.Protocol):
    """One connection to a peer."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.connection = Connection("table")
        self.writable = True
        self.address = ""
        self.number = 0
        self.held = 0  # of its messages, those that wait for a save
        self.told_refused = False  # whether the peer believes that the disk refuses
        self._tls = Tls(server.context, table=True)
        self._since = server.now()
        self._unread_since: float | None = None
        self._pulse = Pulse(self._since)
        self._allowance = float(limits.FLOOD_BURST)
        self._counted_at = self._since
        self._taken = 0  # bytes, as a stranger
        self._over = False  # a Bye has been said
        self.progress = (0, self._since)

    # --- Called by asyncio ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As asyncio has it."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        sock: Any = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio knows only sockets that say they are TCP
        transport.set_write_buffer_limits(high=limits.WRITE_HIGH)
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        self.number = self._server.came(self)

    def data_received(self, data: bytes) -> None:
        """As asyncio has it."""
        self._pulse.heard(self._server.now())
        if self.strange:
            self._taken += len(data)
            if self._taken > limits.MAX_FROM_STRANGER:
                self.end("flood")
                return
        try:
            said = self._tls.feed(data)
        except ssl.SSLError as fault:
            log.warning("connection %d broke TLS: %s", self.number, fault.reason)
            self.cut()
            return
        self.pass_on()
        if said:
            self._hear(said)
        self._note_progress()

    def _hear(self, said: bytes) -> None:
        now = self._server.now()
        self.connection.feed(said)
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
        self.prepare(message)
        self.pass_on()

    def prepare(self, message: Message) -> None:
        """As `write`, but it travels with the next `pass_on`."""
        if self.connection.stage == "closed":
            return
        said = self.connection.send(message)
        self._over = isinstance(message, m.Bye)
        if self._tls.ready:  # before that nobody could understand it
            self._tls.say(said)
            if self._over:
                self._tls.close()

    def pass_on(self) -> None:
        """Let travel what TLS has to say. What it answers by itself nobody paces: who does not read it is cut off."""
        if data := self._tls.outgoing():
            self._transport.write(data)
        if self._transport.get_write_buffer_size() > limits.MAX_UNSENT:
            log.info("connection %d asks without reading", self.number)
            self.cut()
        if self._over:
            self._transport.close()
        self._note_progress()

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

    def _note_progress(self) -> None:
        stage = _STAGES.index(self.connection.stage) + 2 if self._tls.ready else int(self._taken > 0)
        if stage != self.progress[0]:
            self.progress = (stage, self._server.now())

    def _afford(self, now: float) -> bool:
        """Whether the peer may say one more thing."""
        self._allowance += (now - self._counted_at) * limits.FLOOD_RATE
        self._allowance = min(self._allowance, float(limits.FLOOD_BURST)) - 1
        self._counted_at = now
        return self._allowance >= 0
