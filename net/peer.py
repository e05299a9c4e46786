"""The asyncio client of a table: connects, says who is there, and comes back by itself whenever the link is lost."""

import asyncio
import contextlib
import logging
import secrets
import ssl
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from net import limits
from net import messages as m
from net.codec import WireError
from net.entry import Caller, Entry, NoEntry, Pocket, Seat
from net.messages import Facts, Table, ToTable
from net.protocol import Connection, Pulse
from net.text import clean_text
from net.tls import Tls, peer_context
from net.witness import Verdict, Witness

log = logging.getLogger(__name__)


class Lost(Struct, frozen=True):
    """The link is lost, or the way back to it is not there yet; the next attempt is made after `retry_in` seconds."""

    code: str
    retry_in: float


class Ended(Struct, frozen=True):
    """It is over: a final Bye of the table, or a code of ENDINGS. Nothing more will be told."""

    code: str
    facts: Facts


# Why a peer gives up by itself, besides the table's Byes.
ENDINGS: Final = frozenset(
    {
        "unreachable",  # nobody answers at these addresses
        "no_table",  # what answers there is no table
        "another_table",  # what answers there has another certificate than the table had
        "code_wanted",  # the table asks for its join code, and none was given
        "not_locked",  # a code was given, and the table asks for none
        "wrong_code",  # the table does not know that code either, or somebody stands in between
        "misunderstood",  # what the table says cannot be understood, however often one comes back
    }
)
# The table's Byes that are no use to wait for at the door: whoever was let in before comes back by themselves.
_NOT_NOW: Final = frozenset({"unsaved"})
# The table's Byes after which a seat is no more.
_SEAT_OVER: Final = frozenset({"bad_token", "removed", "left", "closed", "empty", "no_watching"})

# Welcome tells that the link is there, again or for the first time.
PeerEvent = m.Welcome | m.Lobby | m.Door | m.Shown | m.Rejected | m.Result | m.Waits | Verdict | Lost | Ended


class _End(Struct, frozen=True):
    """How a connection ended."""

    code: str
    facts: Facts = {}
    final: bool = False
    misheard: bool = False


class Peer:
    """One person's end of a table. `pocket` is where the seat is kept for the next time, if it is kept at all."""

    def __init__(
        self,
        addresses: Sequence[str],
        port: int,
        *,
        name: str,
        watch: bool = False,
        key: str = "",
        code: str = "",
        app: str = "",
        pocket: Pocket | None = None,
    ) -> None:
        self.addresses = list(addresses)
        self.port = port
        self.caller = Caller(name, watch, key, code)
        self.app = app
        self._pocket = pocket
        self._looked = False  # into the pocket
        self._seat: Seat | None = None
        self._context = peer_context()
        self._writer: asyncio.StreamWriter | None = None
        self._connection = Connection("peer")
        self._pause = limits.RETRY_FIRST
        self._admitted = False  # ever
        self._witness = Witness(secrets.token_bytes)

    def send(self, message: ToTable) -> bool:
        """Say something to the table; False if the link is not there, and then nothing was said."""
        if self._writer is None or not self._connection.admitted:
            return False
        self._say(message)
        return True

    async def run(self, tell: Callable[[PeerEvent], object]) -> None:
        """Be at the table, telling what comes, until Ended has been told; or until cancelled."""
        tries = misheard = 0
        while True:
            end = await self._attend(tell)
            tries += 1
            seated = self._seat is not None
            if end.code in _SEAT_OVER:
                self._forget()
            if end.code == "bad_token" and seated:  # the seat is not kept any more: come as anyone does
                continue
            misheard = misheard + 1 if end.misheard else 0
            if misheard >= limits.MISHEARD:
                end = _End("misunderstood", final=True)
            hopeless = end.code in ENDINGS | _NOT_NOW or tries >= limits.FIRST_TRIES
            if end.final or (not self._admitted and hopeless):
                tell(Ended(end.code, end.facts))
                return
            log.info("the link is lost: %s", end.code)
            tell(Lost(end.code, self._pause))
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * limits.RETRY_GROWTH, limits.RETRY_LONGEST)

    async def _attend(self, tell: Callable[[PeerEvent], object]) -> _End:
        """One connection, from its making to its end."""
        try:
            reader, writer = await connect(self.addresses, self.port)
        except OSError:
            return _End("unreachable")
        self._connection, self._writer = Connection("peer"), writer
        self._tls = Tls(self._context, table=False)
        try:
            return await self._talk(reader, tell)
        except NoEntry as refused:
            return _End(refused.code, final=True)
        except ssl.SSLError as fault:
            log.warning("no TLS: %s", fault.reason)
            return _End("lost" if self._admitted else "no_table")
        except WireError as fault:
            log.warning("the table broke the protocol: %s, %s", fault.code, fault.why)
            return _End(fault.code if self._admitted else "no_table", misheard=True)
        except OSError:
            return _End("lost")
        finally:
            self._writer = None
            self._connection.close()
            await _close(writer)

    async def _talk(self, reader: asyncio.StreamReader, tell: Callable[[PeerEvent], object]) -> _End:
        """Read what comes and ask whether the table is there, until the connection ends."""
        loop = asyncio.get_running_loop()
        pulse, deadline = Pulse(loop.time()), loop.time() + limits.ADMISSION_TIME
        self._tls.begin()
        self._pass_on()
        while True:
            data = await _read(reader, limits.SWEEP_EVERY)
            if data == b"":
                return _End("lost")
            if data is not None:
                pulse.heard(loop.time())
                self._take(data)
                while (message := self._connection.take()) is not None:
                    if (end := self._hear(message, tell)) is not None:
                        return end
                    if isinstance(message, m.Result):
                        tell(await asyncio.to_thread(self._witness.verdict, message))
            if not self._connection.admitted:
                if loop.time() >= deadline:
                    return _End("too_slow")
            elif pulse.silent(loop.time()):
                return _End("silent")
            elif (ping := pulse.ask(loop.time())) is not None:
                self._say(ping)

    def _take(self, data: bytes) -> None:
        """Bytes have come. Once the handshake is over, the certificate is looked at before anything is said."""
        met = self._tls.ready
        self._connection.feed(self._tls.feed(data))
        self._pass_on()
        if self._tls.ready and not met:
            self._entry = self._meet(self._tls.fingerprint)
            self._say(m.Hello(m.OLDEST_VERSION, m.NEWEST_VERSION, self.app))

    def _meet(self, fingerprint: bytes) -> Entry:
        """The way in to the table of that certificate. Raises NoEntry if it is not the one this person has sat at."""
        if not self._looked and self._pocket is not None and (token := self._pocket.find(fingerprint)):
            self._seat = Seat(fingerprint, token)
        self._looked = True
        if self._seat is not None and self._seat.fingerprint != fingerprint:
            raise NoEntry("another_table")
        return Entry(self.caller, fingerprint, "" if self._seat is None else self._seat.token)

    def _say(self, message: ToTable) -> None:
        if self._writer is not None:
            self._tls.say(self._connection.send(message))
            self._pass_on()

    def _pass_on(self) -> None:
        """Let travel what TLS has to say."""
        if self._writer is not None and (data := self._tls.outgoing()):
            self._writer.write(data)

    def _hear(self, message: m.Message, tell: Callable[[PeerEvent], object]) -> _End | None:
        """What the table says; the end of the connection, if it says so."""
        match message:
            case m.Shuffle() | m.Commitments() | m.Nonces():
                for answer in self._witness.hear(message):
                    self._say(answer)
            case m.Greeting():
                self._say(self._entry.greeted(message))
            case m.Paired():
                self._say(self._entry.paired(message))
            case m.Proved():
                self._say(self._entry.proved(message))
            case m.Welcome(token):
                self._let_in(token)
                tell(message)
            case m.Bye(code, facts):
                return _End(code, _clean_facts(facts), m.BYES.get(code, False))
            case m.Ping(n):
                self._say(m.Pong(n))
            case m.Lobby(table):
                tell(m.Lobby(clean_table(table)))
            case m.Shown():
                tell(replace(message, table=clean_table(message.table)))
                self._witness.hear(message)  # it notes and says nothing, so the person goes first
            case m.Rejected(request="commit" | "reveal"):  # it came too late; the person never knew of it
                log.info("the shuffle went on without this peer: %s", message.code)
            case m.Door():
                tell(replace(message, last=clean_text(message.last)))
            case m.Rejected():
                tell(replace(message, facts=_clean_facts(message.facts)))
            case m.Result() | m.Waits():
                tell(message)
        return None

    def _let_in(self, token: str) -> None:
        self._admitted = True
        self._pause = limits.RETRY_FIRST
        seat = Seat(self._tls.fingerprint, token)
        if seat != self._seat:
            self._witness.forget()
            self._seat = seat
            if self._pocket is not None:
                self._pocket.keep(seat.fingerprint, seat.token)

    def _forget(self) -> None:
        self._seat = None
        if self._pocket is not None:
            self._pocket.forget()


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connect(addresses: Sequence[str], port: int) -> Streams:
    """A connection to the first of the addresses that answers; each has a head start on those after it.

    Raises OSError if none does.
    """
    attempts = [asyncio.ensure_future(_try(host, port, number)) for number, host in enumerate(addresses)]
    made: Streams | None = None
    waiting = set(attempts)
    try:
        while waiting and made is None:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            made = next((attempt.result() for attempt in done if attempt.exception() is None), None)
    finally:
        for attempt in attempts:
            attempt.cancel()
        for result in await asyncio.gather(*attempts, return_exceptions=True):
            if isinstance(result, tuple) and result is not made:
                result[1].close()
    if made is None:
        raise OSError("no address answers")
    return made


async def _try(host: str, port: int, number: int) -> Streams:
    await asyncio.sleep(number * limits.HEAD_START)
    async with asyncio.timeout(limits.CONNECT_TIME):
        return await asyncio.open_connection(host, port)


async def _read(reader: asyncio.StreamReader, patience: float) -> bytes | None:
    """What has come, b"" at the end, None if nothing comes for so long. Raises OSError if the link is broken."""
    try:
        async with asyncio.timeout(patience):
            return await reader.read(limits.READ_SIZE)
    except TimeoutError:
        if (broken := reader.exception()) is not None:  # the system gave the link up, with the same class of error
            raise broken from None
        return None


async def _close(writer: asyncio.StreamWriter) -> None:
    """Let last words leave, for a moment."""
    writer.close()
    with contextlib.suppress(OSError):
        async with asyncio.timeout(limits.GOODBYE_TIME):
            await writer.wait_closed()
    writer.transport.abort()


def clean_table(table: Table) -> Table:
    """The table with its names cleaned: a table is no more trusted than a peer is."""
    return replace(
        table,
        name=clean_text(table.name),
        deck=clean_text(table.deck, limits.MAX_DECK_NAME),
        places=tuple(replace(place, name=clean_text(place.name)) for place in table.places),
        others=tuple(replace(person, name=clean_text(person.name)) for person in table.others),
    )


def _clean_facts(facts: Facts) -> Facts:
    return {key: clean_text(value) if isinstance(value, str) else value for key, value in facts.items()}
