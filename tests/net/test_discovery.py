"""Announcing and browsing over multicast on the loopback interface.

Other tests may announce at the same time on the same interface, so each looks for its own tables only.
"""

import asyncio
import gc
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Iterable

import pytest
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from net import discovery, station
from net.discovery import (
    SERVICE,
    Announcer,
    Browser,
    Changed,
    Event,
    Found,
    FoundTable,
    Gone,
    Status,
    TableInfo,
    from_txt,
    new_key,
    to_txt,
)
from net.limits import MAX_TABLE_NAME
from net.multicast import Off

LOOPBACK = ("127.0.0.1",)
INFO = TableInfo(protocol=1, app="0.1.0", name="Ana", players=4, free=3, locked=False)


def named(name: str) -> TableInfo:
    return TableInfo(protocol=1, app="0.1.0", name=name, players=3, free=0, locked=True)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with Browser(LOOPBACK) as station:
        yield station


@pytest.fixture
async def announcer() -> AsyncIterator[Announcer]:
    async with Announcer(LOOPBACK) as station:
        yield station


async def events_about(browser: Browser, keys: Iterable[str], count: int, seconds: float = 10) -> list[Event]:
    """The next events that concern these tables."""
    wanted, seen = set(keys), list[Event]()
    async with asyncio.timeout(seconds):
        async for event in browser.events():
            key = event.key if isinstance(event, Gone) else getattr(getattr(event, "table", None), "key", "")
            if key in wanted:
                seen.append(event)
                if len(seen) == count:
                    break
    return seen


async def test_a_table_comes_changes_and_goes(browser: Browser, announcer: Announcer) -> None:
    key = new_key()
    announcer.announce(key, 11102, INFO)
    (found,) = await events_about(browser, [key], 1)
    assert found == Found(FoundTable(key, LOOPBACK, 11102, INFO))

    fuller = TableInfo(protocol=1, app="0.1.0", name="Ana", players=4, free=0, locked=True)
    announcer.announce(key, 11102, fuller)
    (changed,) = await events_about(browser, [key], 1)
    assert changed == Changed(FoundTable(key, LOOPBACK, 11102, fuller))
    assert [table for table in browser.tables if table.key == key] == [FoundTable(key, LOOPBACK, 11102, fuller)]

    announcer.withdraw(key)
    assert await events_about(browser, [key], 1) == [Gone(key)]
    assert key not in {table.key for table in browser.tables}


async def test_a_browser_that_comes_later_sees_the_tables_there_are(announcer: Announcer) -> None:
    keys = [new_key() for _ in range(5)]
    for key in keys:
        announcer.announce(key, 11102, INFO)
    await asyncio.sleep(0.3)
    async with Browser(LOOPBACK) as late:
        found = await events_about(late, keys, len(keys))
    assert all(isinstance(event, Found) for event in found)


NAMES = [
    "Ana",
    "Ana",
    "a" * 63,
    "a" * 64,
    "mesa.de.los.muertos",
    "..",
    "💀🌺🎺",
    "死者の日",
    "망자의 날",
    '"Ana\'s" «table»',
    "Día\\de=los;muertos",
    "é" * 32,
    "字" * 60,  # 180 bytes
]


async def test_any_two_names_are_listed_and_told_apart(browser: Browser, announcer: Announcer) -> None:
    tables = {new_key(): name for name in NAMES}
    for port, (key, name) in enumerate(tables.items(), 2000):
        announcer.announce(key, port, named(name))
    found = await events_about(browser, tables, len(tables))
    seen = {event.table.key: (event.table.port, event.table.info.name) for event in found if isinstance(event, Found)}
    assert seen == {key: (port, name) for port, (key, name) in enumerate(tables.items(), 2000)}


async def test_going_away_is_announced_even_at_the_end(browser: Browser) -> None:
    key = new_key()
    async with Announcer(LOOPBACK) as announcer:
        announcer.announce(key, 1, INFO)
        await events_about(browser, [key], 1)
    assert await events_about(browser, [key], 1) == [Gone(key)]


async def test_a_table_that_did_not_answer_is_dropped_and_listed_again_if_it_is_there(
    browser: Browser, announcer: Announcer
) -> None:
    key = new_key()
    announcer.announce(key, 1, INFO)
    await events_about(browser, [key], 1)
    await asyncio.sleep(0.6)  # its announcements are over: it comes back only by being asked for
    browser.unreachable(key)
    assert key not in {table.key for table in browser.tables}
    gone, found = await events_about(browser, [key], 2, seconds=4)
    assert gone == Gone(key)
    assert isinstance(found, Found)


async def kill(announcer: Announcer) -> None:
    """End without a goodbye, as `kill -9` does."""
    assert announcer._zeroconf
    announcer._zeroconf.zeroconf.registry.async_remove(announcer._zeroconf.zeroconf.registry.async_get_service_infos())
    await announcer.stop()


async def test_a_killed_host_is_gone_once_it_is_tried(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "RESOLVE", 300)
    monkeypatch.setattr(station, "TICK", 0.2)
    key = new_key()
    announcer = await Announcer(LOOPBACK).start()
    announcer.announce(key, 1, INFO)
    await events_about(browser, [key], 1)
    await asyncio.sleep(0.6)  # its announcements are over
    await kill(announcer)
    await asyncio.sleep(0.2)
    assert key in {table.key for table in browser.tables}

    browser.unreachable(key)
    assert await events_about(browser, [key], 1) == [Gone(key)]
    browser._wake.set()  # another look at what was heard of it before
    await asyncio.sleep(0.6)
    assert key not in {table.key for table in browser.tables}


async def test_a_killed_host_that_nobody_tries_expires_and_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "HOST_TTL", 2)
    monkeypatch.setattr(discovery, "RESOLVE", 100)
    monkeypatch.setattr(station, "TICK", 0.3)
    key = new_key()
    announcer = await Announcer(LOOPBACK).start()
    announcer.announce(key, 1, INFO)
    async with Browser(LOOPBACK) as browser:
        await events_about(browser, [key], 1)
        await asyncio.sleep(0.6)
        await kill(announcer)
        assert await events_about(browser, [key], 1) == [Gone(key)]
        await asyncio.sleep(2)
        assert browser._zeroconf
        cache = browser._zeroconf.zeroconf.cache
        assert not cache.current_entry_with_name_and_alias(SERVICE, f"{key}.{SERVICE}")
        assert key not in browser._misses

        # The same table, taken up again, is news.
        async with Announcer(LOOPBACK) as again:
            again.announce(key, 2, INFO)
            (found,) = await events_about(browser, [key], 1)
            assert isinstance(found, Found)


async def test_a_live_table_stays_listed_past_its_time_to_live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "HOST_TTL", 1)
    monkeypatch.setattr(station, "TICK", 0.3)
    key = new_key()
    async with Announcer(LOOPBACK) as announcer, Browser(LOOPBACK) as browser:
        announcer.announce(key, 1, INFO)
        await events_about(browser, [key], 1)
        await asyncio.sleep(3)
        assert key in {table.key for table in browser.tables}
        assert browser._next_event() is None or key in browser._shown


async def test_changes_in_quick_succession_are_told_once(browser: Browser, announcer: Announcer) -> None:
    key = new_key()
    announcer.announce(key, 1, INFO)
    await events_about(browser, [key], 1)
    for free in (2, 1, 0):
        announcer.announce(key, 1, TableInfo(1, "0.1.0", "Ana", 4, free, False))
    (changed,) = await events_about(browser, [key], 1)
    assert isinstance(changed, Changed)
    assert changed.table.info.free == 0


# -- what strangers say --------------------------------------------------------------------------------------


async def announce_raw(label: str, txt: dict[str | bytes, str | bytes | None], port: int = 9) -> AsyncZeroconf:
    zeroconf = AsyncZeroconf(interfaces=[*LOOPBACK])
    info = ServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port,
        properties=txt,
        server=f"x-{new_key()}.local.",
        parsed_addresses=[*LOOPBACK],
    )
    await zeroconf.async_register_service(info, cooperating_responders=True)
    return zeroconf


HOSTILE = [
    "[red]",
    "[@click=app.quit]x[/]",
    "\x1b[2J\x1b]52;c;aGk=\x07",
    "\x9b2J",
    "a\x00b\nc\rd\te",
    "\u202eevil\u2066\u200b\u2060",
    "Z" + "\u0301" * 100,
    "x" * 245,
    "\u0301",
]


async def test_hostile_names_are_cleaned(browser: Browser) -> None:
    key, good = new_key(), to_txt(INFO)
    zeroconf = await announce_raw(key, {**good, "name": b"\x1b[2J\xff\xfe\xe2\x80\xae[/]" + b"n" * 200})
    try:
        (found,) = await events_about(browser, [key], 1)
    finally:
        await zeroconf.async_close()
    assert isinstance(found, Found)
    name = found.table.info.name
    assert name.startswith("[2J")
    assert len(name) == MAX_TABLE_NAME
    assert not [char for char in name if unicodedata.category(char) in ("Cc", "Cf")]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_in_a_txt_record(name: str) -> None:
    txt = {**to_txt(INFO), "name": name.encode(), "app": name.encode()}
    info = from_txt({str(key).encode(): value for key, value in txt.items() if isinstance(value, bytes)} | NUMBERS)
    assert info
    for text in (info.name, info.app):
        assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf")]
        assert sum(unicodedata.combining(char) > 0 for char in text) <= 2
    assert len(info.name) <= MAX_TABLE_NAME


NUMBERS: dict[bytes, bytes | None] = {b"v": b"1", b"players": b"4", b"free": b"3", b"locked": b"0"}


@pytest.mark.parametrize("field", [b"v", b"players", b"free", b"locked"])
@pytest.mark.parametrize("value", [None, b"", b"-1", b"1.0", b" 1", "٣".encode(), b"1" * 50, b"\xff", b"0x1", b"1_0"])
def test_a_txt_record_with_a_bad_number_is_no_table(field: bytes, value: bytes | None) -> None:
    assert from_txt(NUMBERS) is not None
    assert from_txt({**NUMBERS, field: value}) is None
    assert from_txt({name: number for name, number in NUMBERS.items() if name != field}) is None


def test_a_name_of_any_length_fits_the_record() -> None:
    for name in ("x" * 1000, "字" * 1000, "💀" * 1000, "\ud800"):
        txt = to_txt(named(name))
        assert all(len(f"{key}={value}".encode()) <= 255 for key, value in txt.items())  # type: ignore[str-bytes-safe]


async def test_what_is_no_table_is_not_listed(browser: Browser, announcer: Announcer) -> None:
    keys = [new_key() for _ in range(4)]
    label = "Living Room"
    others = [
        await announce_raw(keys[0], {"v": "1"}),
        await announce_raw(keys[1], {**to_txt(INFO), "players": "-4"}),
        await announce_raw(keys[2], to_txt(INFO), port=0),
        await announce_raw(label, to_txt(INFO)),
    ]
    try:
        announcer.announce(keys[3], 1, INFO)
        await events_about(browser, [keys[3]], 1)
        await asyncio.sleep(0.2)
        assert not {*keys[:3], label} & {table.key for table in browser.tables}
    finally:
        for zeroconf in others:
            await zeroconf.async_close()


async def test_the_list_is_bounded(browser: Browser, announcer: Announcer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MAX_TABLES", 3)
    for _ in range(8):
        announcer.announce(new_key(), 1, INFO)
    await asyncio.sleep(0.5)
    assert len(browser.tables) == 3


# -- starting and stopping -----------------------------------------------------------------------------------


async def test_start_and_stop_are_quick_and_leave_nothing() -> None:
    tasks, threads = asyncio.all_tasks(), threading.active_count()
    before = time.perf_counter()
    async with Announcer(LOOPBACK) as announcer, Browser(LOOPBACK) as browser:
        started = time.perf_counter() - before
        announcer.announce(new_key(), 1, INFO)
        await asyncio.sleep(0.1)
        browser.unreachable("nobody")
        before = time.perf_counter()
    assert started < 1
    assert time.perf_counter() - before < 1
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == tasks
    assert threading.active_count() == threads
    gc.collect()  # a socket left open is a ResourceWarning, which fails this test


async def test_the_loop_is_never_held_up() -> None:
    worst = 0.0

    async def watch() -> None:
        nonlocal worst
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.01)
            worst = max(worst, time.perf_counter() - before)

    watcher = asyncio.create_task(watch())
    async with Browser(LOOPBACK) as browser, Announcer(LOOPBACK) as announcer:
        keys = [new_key() for _ in range(30)]
        for key in keys:
            announcer.announce(key, 1, INFO)
        await events_about(browser, keys, len(keys))
    watcher.cancel()
    assert worst < 0.75


async def test_events_end_when_the_browser_stops() -> None:
    browser = await Browser(LOOPBACK).start()

    async def read() -> list[Event]:
        return [event async for event in browser.events()]

    reader = asyncio.create_task(read())
    await asyncio.sleep(0.05)
    await browser.stop()
    async with asyncio.timeout(1):
        await reader


# -- no network ----------------------------------------------------------------------------------------------


async def test_without_a_network_both_say_so_and_nothing_else_happens() -> None:
    async with Announcer(()) as announcer, Browser(()) as browser:
        assert announcer.off == browser.off == "no_network"
        announcer.announce(new_key(), 1, INFO)
        browser.unreachable("nobody")
        assert await anext(browser.events()) == Status("no_network")


@pytest.mark.parametrize(
    ("fault", "off"),
    [(PermissionError(1, "no"), "blocked"), (OSError(98, "taken"), "port_taken"), (RuntimeError("odd"), "failed")],
)
async def test_whatever_goes_wrong_is_told_and_tried_again(
    fault: Exception, off: Off, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(station, "TICK", 0.1)
    key = new_key()

    def broken(*_: object, **__: object) -> AsyncZeroconf:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(station, "AsyncZeroconf", broken)
        browser = await Browser(LOOPBACK).start()
        announcer = await Announcer(LOOPBACK).start()
        assert browser.off == announcer.off == off
        announcer.announce(key, 1, INFO)
        await asyncio.sleep(0.2)
    events = browser.events()
    assert await anext(events) == Status(off)
    (found,) = await events_about(browser, [key], 1)
    assert isinstance(found, Found)
    assert browser.off is announcer.off is None
    await announcer.stop()
    await browser.stop()


async def test_a_network_that_goes_takes_its_tables_along(announcer: Announcer) -> None:
    key = new_key()
    async with Browser(LOOPBACK) as browser:
        announcer.announce(key, 1, INFO)
        await events_about(browser, [key], 1)
        browser._fixed = ()
        browser._wake.set()
        assert await events_about(browser, [key], 1) == [Gone(key)]
        assert Status("no_network") == await anext(browser.events())
        browser._fixed = LOOPBACK
        browser._wake.set()
        (found,) = await events_about(browser, [key], 1)
        assert isinstance(found, Found)
