"""The process of tables: what `muertos serve` runs, and what `muertos host` and `muertos play` start."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from engine import deck as decks
from engine.deck import HOUSE
from engine.errors import DeckError
from muertos_tui import __version__, journals
from muertos_tui.addresses import DEFAULT_PORT, shown
from muertos_tui.faults import Fault
from muertos_tui.i18n import _
from muertos_tui.logs import start_log
from muertos_tui.pace import PACES
from muertos_tui.registry import Entry, Registration
from muertos_tui.table_process import MAX_ANSWER, Answer, Failed, Ready, TableSpec, log_name, off_sentence
from net import discovery
from net.authority import Status
from net.game import Pace
from net.host import TableServer, listen
from net.journal import Journal, JournalFault
from net.ledger import Saved, Unreadable
from net.messages import NEWEST_VERSION
from net.multicast import machine_addresses
from net.room import TableConfig
from net.thinking import Thinkers

log = logging.getLogger(__name__)

STOP: Final = 2.8  # seconds for goodbyes; who asks a process to end waits three
ASKED: Final = 0.5  # seconds between looks at whether the table is asked to end
WILDCARDS: Final = ("0.0.0.0", "::")


class Table:
    """One table: its server, its entry in the registry, its announcement."""

    def __init__(self, spec: TableSpec, announcer: discovery.Announcer | None) -> None:
        self.spec = spec
        self._announcer = announcer
        self._registration: Registration | None = None
        port = DEFAULT_PORT if spec.port is None else spec.port
        if spec.solo:
            port = 0  # any: nobody will type it, and the usual one is left to tables that friends look for
        self._port = port
        self._config = _config(spec)

    async def start(self) -> None:
        """Listen, and say so. Raises Fault if the port or the journal cannot be had."""
        try:
            self._registration = Registration(self.spec.id)
        except OSError as error:  # it can be played at all the same
            log.warning("`muertos tables` will not show this table: %s", error)
        try:
            _check_port(self.spec)
            await self._start_server()
        except OSError as error:
            self._forget()
            raise Fault(_port_fault(self.spec, error)) from error
        except Fault:
            self._forget()
            raise

    async def _start_server(self) -> None:
        spec = self.spec
        journal, saved, kept = _journal(spec)
        try:
            config = self._config if saved is None else replace(saved.part("config", TableConfig), key=spec.key)
            self.server = TableServer(
                config,
                bind=spec.bind,
                port=self._port,
                app=__version__,
                on_status=self._tell,
                journal=journal,
                saved=saved,
                keep=kept,
                code="" if spec.open or spec.solo else None,
            )
            await self.server.start()
        except (OSError, JournalFault, Unreadable) as error:
            if journal is not None:
                journal.close(remove=saved is None)
            if isinstance(error, OSError):
                raise
            if isinstance(error, JournalFault):
                raise Fault(journals.fault_sentence(error)) from None
            log.error("not brought back: %s", error)
            raise Fault(journals.no_table(journals.journal_file(spec.id))) from None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where others can reach it, best first."""
        if self.spec.solo:
            return ()
        return _addresses(self.spec.bind)

    def _tell(self, status: Status) -> None:
        """The table has changed as seen from outside."""
        spec, port = self.spec, self.server.port
        if self._registration:
            entry = Entry(
                id=spec.id,
                pid=os.getpid(),
                name=status.name,
                addresses=self.addresses,
                port=port,
                players=status.players,
                free=status.free,
                people=status.people,
                phase=status.phase,
                solo=spec.solo,
                key=spec.key,
                code=self.server.authority.door.code,
            )
            try:
                self._registration.write(entry)
            except OSError as error:
                log.warning("`muertos tables` may tell this table wrong: %s", error)
        if self._announcer:
            info = discovery.TableInfo(
                NEWEST_VERSION, __version__, status.name, status.players, status.free, status.locked
            )
            self._announcer.announce(spec.id, port, info)

    def _forget(self) -> None:
        if self._announcer:
            self._announcer.withdraw(self.spec.id)
        if self._registration:
            self._registration.close()

    async def run(self) -> None:
        """Until the table is over: by itself, by its host, or by `muertos tables --stop`."""
        over = asyncio.create_task(self.server.wait_ended())
        try:
            while not over.done() and not (self._registration and self._registration.asked_to_end()):
                await asyncio.wait([over], timeout=ASKED)
        finally:
            over.cancel()
        if not self.server.authority.ended:
            self.server.authority.stop("closed")  # for good: who is here shall not wait for it to come back
        log.info("the table is over: %s", self.server.authority.ended)
        await self.stop()

    async def stop(self) -> None:
        """End it, if it has not ended."""
        await self.server.stop()
        self._forget()


def _config(spec: TableSpec) -> TableConfig:
    try:
        deck = HOUSE if spec.deck is None else decks.loads(spec.deck)
    except DeckError as error:
        from muertos_tui.faults import deck_fault

        raise Fault(deck_fault(error)) from None
    pace = PACES[spec.pace]
    return TableConfig(
        name=spec.name,
        players=spec.players,
        bots=spec.bots,
        options=spec.options,
        deck=deck,
        key=spec.key,
        pace=Pace(bot_delay=pace.bot, trick_pause=pace.trick),
        closed=spec.solo,
        lasting=spec.lasting,
        seed=bytes.fromhex(spec.seed),
    )


def _journal(spec: TableSpec) -> tuple[Journal | None, Saved | None, dict[str, str]]:
    """As `journals.begun`; but who plays alone may do so where nothing can be written."""
    try:
        return journals.begun(spec)
    except Fault as fault:
        if not spec.solo or spec.resume:
            raise
        log.warning("this game is not saved: %s", fault)
        return None, None, {}


def _check_port(spec: TableSpec) -> None:
    """A port that was asked for is had or refused, where the usual one may be the next that is free.

    A table brought back comes to the port it had if that is free, else to the next.
    """
    if spec.port and not spec.resume:
        for sock in listen(spec.bind, spec.port):
            sock.close()


def _port_fault(spec: TableSpec, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return _("port {port} is taken; choose another with --port").format(port=spec.port or DEFAULT_PORT)
        case errno.EACCES:
            return _("this user may not open port {port}; choose one above 1023 with --port").format(port=spec.port)
        case errno.EADDRNOTAVAIL:
            return _("this machine has no address {address}; choose another with --bind").format(address=spec.bind)
    return _("the table cannot be reached over a network: {fault}").format(fault=error.strerror or error)


def _addresses(bind: str | None) -> tuple[str, ...]:
    if bind is not None and bind not in WILDCARDS:
        return (bind,)
    try:
        found = machine_addresses()
    except OSError:
        found = ()
    return tuple(address for address in found if bind != "0.0.0.0" or ":" not in address) or ("127.0.0.1",)


# -- announcing ----------------------------------------------------------------------------------------------


def _announcer(spec: TableSpec) -> tuple[discovery.Announcer | None, str]:
    """Who announces the tables; or None, and why they are not announced."""
    if spec.solo:
        return None, "solo"
    if spec.interfaces == ():
        return None, "turned_off"
    if spec.bind is None or spec.bind in WILDCARDS:
        return discovery.Announcer(spec.interfaces, _addresses(spec.bind) if spec.bind else None), ""
    if spec.bind == "::1" or spec.bind.startswith("127."):
        return None, "loopback"
    return discovery.Announcer(spec.interfaces or ((spec.bind,) if ":" not in spec.bind else None), (spec.bind,)), ""


# -- running -------------------------------------------------------------------------------------------------

Report = Callable[[Sequence[Table], str], None]


async def serve(specs: Sequence[TableSpec], report: Report, orphaned: asyncio.Event | None = None) -> None:
    """Run tables until all have ended, or a signal comes. `report` hears of them once they are there, and why they are
    not announced. All share the network settings of the first. Raises Fault if one cannot be had.
    """
    stop = orphaned or asyncio.Event()
    announcer, off = _announcer(specs[0])
    tables: list[Table] = []
    thinkers = Thinkers()
    with _signals(stop):
        try:
            for spec in specs:
                table = Table(spec, announcer)
                await table.start()
                table.server.thinkers = thinkers
                tables.append(table)
            if announcer:
                await announcer.start()
                off = announcer.off or ""
            report(tables, off)
            await _until(stop, tables)
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP):
                    await asyncio.gather(
                        *(table.stop() for table in tables),
                        thinkers.close(),
                        *([announcer.stop()] if announcer else []),
                    )


async def _until(stop: asyncio.Event, tables: Sequence[Table]) -> None:
    async def all_over() -> None:
        await asyncio.gather(*(table.run() for table in tables))

    waiting = {asyncio.create_task(all_over()), asyncio.create_task(stop.wait())}
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


@contextlib.contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    """Signals that ask a process to end, where there are any, end the tables in good order."""
    loop = asyncio.get_running_loop()
    before = {}
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# -- without a screen: muertos serve -------------------------------------------------------------------------


def serve_here(specs: Sequence[TableSpec]) -> int:
    """Run tables in this process, and say where they are, one a line."""
    start_log("serve")

    def report(tables: Sequence[Table], off: str) -> None:
        for table in tables:
            address = shown(table.addresses[0], table.server.port)
            code = table.server.authority.door.code
            click.echo(f"{table.spec.name}: muertos join {address}" + (f" --code {code}" if code else ""))
        first = Ready(tables[0].server.port, tables[0].addresses, off)
        if off:
            click.echo(off_sentence(first), err=True)
        sys.stdout.flush()

    asyncio.run(serve(specs, report))
    return 0


# -- for another process -------------------------------------------------------------------------------------


def serve_attached() -> int:
    """Run the table that the process which started this one asks for; see `muertos_tui.table_process`."""
    try:
        line = sys.stdin.buffer.readline(MAX_ANSWER * 4)
        spec = msgspec.json.decode(line, type=TableSpec)
    except msgspec.MsgspecError:
        raise Fault(_("--attached is for muertos itself; muertos serve needs no option")) from None
    start_log(log_name(spec.id))
    try:
        asyncio.run(_attached(spec))
    except Fault as fault:
        log.warning("no table: %s", fault)
        _answer(Failed(str(fault)))
        return 1
    return 0


async def _attached(spec: TableSpec) -> None:
    orphaned = asyncio.Event()
    if spec.solo:
        _watch_player(asyncio.get_running_loop(), orphaned)

    def report(tables: Sequence[Table], off: str) -> None:
        _answer(Ready(tables[0].server.port, tables[0].addresses, off))

    await serve([spec], report, orphaned)


def _watch_player(loop: asyncio.AbstractEventLoop, orphaned: asyncio.Event) -> None:
    """A solo table ends with the process of its player: its end of our input closes then. The journal stays."""

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1):
                pass
        with contextlib.suppress(RuntimeError):  # the loop is closed: the table was over first
            loop.call_soon_threadsafe(orphaned.set)

    threading.Thread(target=watch, name="player-watch", daemon=True).start()


def _answer(answer: Answer) -> None:
    """Say how it went; nothing is written there after that."""
    with contextlib.suppress(OSError):
        os.write(1, msgspec.json.encode(answer) + b"\n")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.close(null)
