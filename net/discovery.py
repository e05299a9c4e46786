"""Tables on the local network, as typed events (DNS-SD under `_muertos._tcp.local.`).

`Announcer` tells the network of this process's tables, `Browser` lists those of others. Neither ever raises into its
user (see `net.station`).

A table's label is a random key, because labels are limited to 63 bytes and two tables may well have the same name; the
name that people read is in the TXT record.
"""

import asyncio
import ipaddress
import re
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from typing import Final

from msgspec import Struct
from zeroconf import DNSQuestionType, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.limits import MAX_TABLE_NAME
from net.multicast import MAX_ADDRESSES, Off, machine_addresses
from net.station import Station
from net.text import clean_text

SERVICE: Final = "_muertos._tcp.local."
MAX_TABLES: Final = 256  # far more than a screen shows; a stranger can announce any number
MAX_NAME_BYTES: Final = 240  # one TXT string holds 255 bytes, `name=` included
MAX_VERSION: Final = 16  # characters of an app version
MAX_NUMBER: Final = 999  # no count or protocol version in a TXT record is larger
HOST_TTL: Final = 60  # seconds an address is believed without asking again: bounds how long a dead host is listed
UPDATE_GAP: Final = 1.0  # seconds between two announcements of one table (RFC 6762, section 6)
RESOLVE: Final = 2_500  # milliseconds for a table to answer; it is asked three times in them
MISSES: Final = 3  # looks that a silent table is asked at before it is forgotten; Wi-Fi drops multicast by the burst

_KEY: Final = re.compile(r"[0-9a-f]{16}")


class TableInfo(Struct, frozen=True):
    """What a table says about itself."""

    protocol: int
    app: str
    name: str
    players: int
    free: int
    locked: bool


class FoundTable(Struct, frozen=True):
    """A table on the network. `key` tells it apart from others of the same name; `addresses` are tried in order."""

    key: str
    addresses: tuple[str, ...]
    port: int
    info: TableInfo


class Found(Struct, frozen=True):
    """A table has come up."""

    table: FoundTable


class Changed(Struct, frozen=True):
    """A table says something else about itself than before."""

    table: FoundTable


class Gone(Struct, frozen=True):
    """A table has gone away, or answers no more."""

    key: str


class Status(Struct, frozen=True):
    """Discovery went off for this reason, or works (again)."""

    off: Off | None


Event = Found | Changed | Gone | Status


def new_key() -> str:
    """A label for a table that no other table has."""
    return secrets.token_hex(8)


def _cut(text: str, limit: int) -> str:
    """At most `limit` bytes of UTF-8, cut on a character border."""
    return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")


def to_txt(info: TableInfo) -> dict[str | bytes, str | bytes | None]:
    """The TXT record of a table."""
    return {
        "v": str(info.protocol),
        "app": _cut(info.app, MAX_VERSION),
        "name": _cut(info.name, MAX_NAME_BYTES),
        "players": str(info.players),
        "free": str(info.free),
        "locked": str(int(info.locked)),
    }


def from_txt(txt: Mapping[bytes, bytes | None]) -> TableInfo | None:
    """What a TXT record from the network says, cleaned; None if it is no table's."""

    def text(key: bytes) -> str:
        return (txt.get(key) or b"").decode("utf-8", "replace")

    def number(key: bytes) -> int:
        digits = text(key)
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MAX_NUMBER))):
            raise ValueError(key)
        return int(digits)

    try:
        return TableInfo(
            protocol=number(b"v"),
            app=clean_text(text(b"app"), MAX_VERSION),
            name=clean_text(text(b"name"), MAX_TABLE_NAME),
            players=number(b"players"),
            free=number(b"free"),
            locked=number(b"locked") != 0,
        )
    except ValueError:
        return None


def _usable(addresses: list[str]) -> tuple[str, ...]:
    """The addresses one can connect to, loopback last: only a table of this machine names it, and only if need be."""
    found = []
    for text in dict.fromkeys(addresses):
        address = ipaddress.ip_address(text)
        if not (address.is_multicast or address.is_unspecified):
            found.append((address.is_loopback, address.version == 6, text))
    return tuple(text for *_, text in sorted(found, key=lambda entry: entry[:2]))[:MAX_ADDRESSES]


class Announcer(Station):
    """Tells the network of this process's tables. `announce` and `withdraw` only note what is wanted, and return."""

    def __init__(self, interfaces: tuple[str, ...] | None = None, addresses: tuple[str, ...] | None = None) -> None:
        """`addresses` are those the tables listen on; None for all that this machine has."""
        super().__init__(interfaces)
        self._addresses = addresses if addresses is not None else interfaces
        self._wanted: dict[str, tuple[int, TableInfo]] = {}
        self._sent: dict[str, tuple[ServiceInfo, object]] = {}
        self._sent_at = -UPDATE_GAP

    def announce(self, key: str, port: int, info: TableInfo) -> None:
        """Announce a table, or what has changed about it. `key` comes from `new_key`."""
        if self._wanted.get(key) != (port, info):
            self._wanted[key] = (port, info)
            self._wake.set()

    def withdraw(self, key: str) -> None:
        """Announce that a table goes away."""
        if self._wanted.pop(key, None):
            self._wake.set()

    async def _tend(self, zeroconf: AsyncZeroconf) -> None:
        addresses = machine_addresses() if self._addresses is None else self._addresses
        sends = []
        for key in self._sent.keys() - self._wanted.keys():
            sends.append(await zeroconf.async_unregister_service(self._sent.pop(key)[0]))
        for key, (port, info) in self._wanted.items():
            now = (port, info, addresses)
            before = self._sent.get(key)
            if before and before[1] == now:
                continue
            service = _service(key, port, info, addresses)
            self._sent[key] = (service, now)
            if before:
                sends.append(await zeroconf.async_update_service(service))
            else:
                # No probing for the label: it is random, and a table is to be seen at once.
                sends.append(await zeroconf.async_register_service(service, cooperating_responders=True))
        if sends:
            self._sent_at = time.monotonic()
            await asyncio.gather(*sends)

    async def _rest(self) -> None:
        await super()._rest()
        await asyncio.sleep(self._sent_at + UPDATE_GAP - time.monotonic())

    async def _closing(self) -> None:
        self._sent.clear()


def _service(key: str, port: int, info: TableInfo, addresses: tuple[str, ...]) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"{key}.{SERVICE}",
        port,
        properties=to_txt(info),
        # A host name of its own: that of the machine belongs to the machine's responder.
        server=f"muertos-{key}.local.",
        host_ttl=HOST_TTL,
        parsed_addresses=[*addresses[:MAX_ADDRESSES]],
    )


class Browser(Station):
    """Lists the tables of the network. One reader takes `events`; `tables` is the list as it is now."""

    def __init__(self, interfaces: tuple[str, ...] | None = None) -> None:
        super().__init__(interfaces)
        self._tables: dict[str, FoundTable] = {}
        self._shown: dict[str, FoundTable] = {}
        self._shown_off: Off | None = None
        self._news = asyncio.Event()
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._misses: dict[str, int] = {}
        self._browser: AsyncServiceBrowser | None = None
        self._stopped = False

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables known now."""
        return (*self._tables.values(),)

    async def events(self) -> AsyncIterator[Event]:
        """What has changed since the last event; ends with `stop`. A slow reader gets the newest, not a backlog."""
        while True:
            event = self._next_event()
            if event is not None:
                yield event
            elif self._stopped:
                return
            else:
                self._news.clear()
                await self._news.wait()

    def unreachable(self, key: str) -> None:
        """A table did not answer when it was tried: off the list it goes, until the network says that it is there."""
        if self._tables.pop(key, None):
            self._news.set()
            self._look(key, afresh=True)

    async def stop(self) -> None:
        await super().stop()
        self._stopped = True
        self._news.set()

    def _next_event(self) -> Event | None:
        if self._shown_off != self.off:
            self._shown_off = self.off
            return Status(self.off)
        for key in self._shown:
            if key not in self._tables:
                del self._shown[key]
                return Gone(key)
        for key, table in self._tables.items():
            before = self._shown.get(key)
            if before != table:
                self._shown[key] = table
                return Changed(table) if before else Found(table)
        return None

    # -- keeping the list ------------------------------------------------------------------------------------

    async def _opened(self, zeroconf: AsyncZeroconf) -> None:
        await self._cancel_browser()
        # QM at once: a unicast answer may reach another process of this machine, which shares the port.
        self._browser = AsyncServiceBrowser(
            zeroconf.zeroconf, SERVICE, handlers=[self._heard], question_type=DNSQuestionType.QM
        )

    async def _tend(self, zeroconf: AsyncZeroconf) -> None:
        """Look at every table again: what is still believed costs no packet, what has expired is asked for."""
        heard = zeroconf.zeroconf.cache.async_entries_with_name(SERVICE)[:MAX_TABLES]
        for key in {*self._tables, *(_key_of(getattr(record, "alias", "")) for record in heard)}:
            self._look(key)

    async def _closing(self) -> None:
        await self._cancel_browser()
        looks = [*self._looks.values()]
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)
        self._misses.clear()
        self._tables.clear()
        self._news.set()

    def _told(self) -> None:
        self._news.set()

    async def _cancel_browser(self) -> None:
        browser, self._browser = self._browser, None
        if browser:
            await browser.async_cancel()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        key = _key_of(name)
        if state_change is not ServiceStateChange.Removed:
            self._look(key)
        elif self._tables.pop(key, None):
            self._news.set()

    def _look(self, key: str, *, afresh: bool = False) -> None:
        """Learn what is to be known of a table: from what was heard, or by asking. `afresh` believes nothing heard."""
        if self._zeroconf is None or not _KEY.fullmatch(key):
            return
        zeroconf = self._zeroconf.zeroconf
        info = AsyncServiceInfo(SERVICE, f"{key}.{SERVICE}")
        if afresh:
            zeroconf.cache.async_remove_records(zeroconf.cache.async_entries_with_name(info.name))
        elif info.load_from_cache(zeroconf):
            self._learn(key, info)
            return
        known = self._tables.keys() | self._looks.keys()
        if key not in self._looks and (key in known or len(known) < MAX_TABLES):
            look = asyncio.create_task(self._ask(zeroconf, key, info), name=f"look for table {key}")
            self._looks[key] = look
            look.add_done_callback(lambda _: self._looks.pop(key, None))

    async def _ask(self, zeroconf: Zeroconf, key: str, info: AsyncServiceInfo) -> None:
        try:
            answered = await info.async_request(zeroconf, RESOLVE, DNSQuestionType.QM)
        except Exception as error:
            self._complain("could not ask for a table", error)
            answered = False
        if answered:
            self._learn(key, info)
        else:
            self._miss(zeroconf, key)

    def _learn(self, key: str, info: AsyncServiceInfo) -> None:
        self._misses.pop(key, None)
        table = _table(key, info)
        if table is None:
            self._drop(key)
        elif key in self._tables or len(self._tables) < MAX_TABLES:
            self._tables[key] = table
            self._news.set()

    def _miss(self, zeroconf: Zeroconf, key: str) -> None:
        """Silent: off the list, and forgotten in the end, so that it is news when it comes back."""
        self._drop(key)
        self._misses[key] = self._misses.get(key, 0) + 1
        if self._misses[key] >= MISSES:
            del self._misses[key]
            pointer = zeroconf.cache.current_entry_with_name_and_alias(SERVICE, f"{key}.{SERVICE}")
            zeroconf.cache.async_remove_records([pointer] if pointer else [])

    def _drop(self, key: str) -> None:
        if self._tables.pop(key, None):
            self._news.set()


def _key_of(name: str) -> str:
    return name.removesuffix(f".{SERVICE}")


def _table(key: str, info: ServiceInfo) -> FoundTable | None:
    """What the network said of a table, if it can be one."""
    about = from_txt(info.properties)
    addresses = _usable(info.parsed_scoped_addresses())
    if about is None or not addresses or not info.port:
        return None
    return FoundTable(key, addresses, info.port, about)
