"""Tables found, and addresses typed."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from muertos_tui import addresses
from muertos_tui.screens.browse import BrowseScreen
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.startup import StartUp
from net import discovery
from net import messages as m
from net.discovery import FoundTable, Status, TableInfo
from net.messages import NEWEST_VERSION
from tests.tui.stage import Staged, click_row, shows, text_of, until

BROWSE = StartUp("browse", "Beto")


def found(key: str, name: str, protocol: int = 1, free: int = 2, locked: bool = False) -> FoundTable:
    return FoundTable(key, ("192.168.1.5",), 11102, TableInfo(protocol, "0.1.0", name, 4, free, locked))


class Network:
    """A network on which tests put tables."""

    def __init__(self, *tables: FoundTable) -> None:
        self.tables = tables
        self.gone: list[str] = []
        self.left = False
        self._news: asyncio.Queue[discovery.Event] = asyncio.Queue()

    def change(self, event: discovery.Event, *tables: FoundTable) -> None:
        self.tables = tables
        self._news.put_nowait(event)

    async def events(self) -> AsyncIterator[discovery.Event]:
        yield Status(None)
        while True:
            yield await self._news.get()

    def unreachable(self, key: str) -> None:
        self.gone.append(key)
        self.change(discovery.Gone(key), *(table for table in self.tables if table.key != key))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.left = True


async def test_tables_come_and_go() -> None:
    network = Network()
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test() as pilot:
        await shows(pilot, BrowseScreen)
        assert "none yet" in text_of(pilot)
        network.change(discovery.Found(found("a", "La mesa")), found("a", "La mesa"))
        await until(pilot, lambda: "La mesa" in text_of(pilot))
        assert "2 of 4 seats free" in text_of(pilot)
        network.change(discovery.Gone("a"))
        await until(pilot, lambda: "none yet" in text_of(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: network.left)


async def test_a_network_that_goes_on_talking_while_the_list_is_taken_down() -> None:
    class Talking(Network):
        async def events(self) -> AsyncIterator[discovery.Event]:
            while True:
                yield discovery.Changed(found("a", "La mesa"))
                await asyncio.sleep(0)

    network = Talking(found("a", "La mesa"))
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test() as pilot:
        await until(pilot, lambda: "La mesa" in text_of(pilot))
        await pilot.press("enter")
        await shows(pilot, LobbyScreen)
        await until(pilot, lambda: network.left)


async def test_two_tables_of_one_name_are_told_apart() -> None:
    network = Network(found("a", "La mesa"), found("b", "La mesa"))
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test() as pilot:
        await until(pilot, lambda: "2 tables" in text_of(pilot))
        assert s.app.screen.query_one(Menu).option_count == 2


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_long_name_is_cut_and_no_row_loses_what_tells_it_from_another(size: tuple[int, int]) -> None:
    def at(key: str, name: str, host: int, **said: Any) -> FoundTable:
        return replace(found(key, name, **said), addresses=(f"192.168.100.{host}",))

    tables = (
        at("a", "La mesa", 101, locked=True),
        at("b", "La mesa", 102),
        at("c", "漢" * 31 + "x", 103, locked=True),
        at("d", "Full", 104, free=0, locked=True),
        at("e", "Newer", 105, protocol=NEWEST_VERSION + 1),
    )
    network = Network(*tables)
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test(size=size) as pilot:
        await until(pilot, lambda: "5 tables" in text_of(pilot))
        menu = s.app.screen.query_one(Menu)
        await until(pilot, lambda: menu.size.height >= len(tables))
        rows = {menu.get_option_at_index(y).id: menu.render_line(y).text.rstrip() for y in range(len(tables))}
        for table in tables:
            row = rows[table.key]
            assert row.endswith(f"{table.addresses[0]}:11102"), row
            assert ("code" in row) == table.info.locked, row
        assert "2 of 4" in rows["a"]
        assert "漢漢" in rows["c"]
        assert "…" in rows["c"]
        assert "watch" in rows["d"]


async def test_a_wider_terminal_shows_more_of_a_name() -> None:
    network = Network(found("a", "e" * 63, locked=True))
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "e…" in text_of(pilot))
        await pilot.resize_terminal(130, 40)
        await until(pilot, lambda: "e" * 63 in text_of(pilot))


async def test_joining_by_keys_and_by_mouse() -> None:
    for by_mouse in (False, True):
        network = Network(found("a", "La mesa"))
        s = Staged(BROWSE, finder=lambda network=network: network)  # type: ignore[misc]
        async with s.app.run_test() as pilot:
            await until(pilot, lambda: "La mesa" in text_of(pilot))
            if by_mouse:
                await click_row(pilot, "a")
            else:
                await pilot.press("enter")
            await shows(pilot, LobbyScreen)
            assert s.connects[0].addresses == ("192.168.1.5",)


async def test_an_address_typed() -> None:
    s = Staged(BROWSE)
    s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, BrowseScreen)
        assert "cannot be found" in text_of(pilot)
        await pilot.press(*"10.0.0.7:", "enter")
        await pilot.pause()
        assert isinstance(s.app.screen, BrowseScreen)
        await pilot.press(*"99", "enter")
        await shows(pilot, LobbyScreen)
        assert (s.connects[0].addresses, s.connects[0].port) == (("10.0.0.7",), 99)


async def test_a_table_of_another_protocol_says_so_and_is_not_joined() -> None:
    network = Network(found("a", "La mesa", protocol=99), found("b", "Vieja", protocol=0))
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test() as pilot:
        await until(pilot, lambda: "La mesa" in text_of(pilot))
        assert "update to join" in text_of(pilot)
        assert "cannot be joined" in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(s.app.screen, BrowseScreen)


async def test_a_table_that_does_not_answer_leaves_the_list() -> None:
    network = Network(found("a", "La mesa"))
    s = Staged(BROWSE, finder=lambda: network)
    s.table.dead = True
    async with s.app.run_test() as pilot:
        await until(pilot, lambda: "La mesa" in text_of(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: network.gone == ["a"])
        await shows(pilot, Choose)
        assert "No table answers there." in text_of(pilot)
        address = addresses.shown(s.connects[0].addresses[0], s.connects[0].port)
        assert f"Nothing answered at {address}." in text_of(pilot)
        assert "TCP port" in text_of(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "none yet" in text_of(pilot))


@pytest.mark.parametrize(("watch", "said"), [(True, "Watch a table"), (False, "Join a table")])
async def test_it_says_what_the_table_is_looked_for(watch: bool, said: str) -> None:
    s = Staged(StartUp("browse", "Beto", watch=watch))
    async with s.app.run_test() as pilot:
        await shows(pilot, BrowseScreen)
        assert said in text_of(pilot)


async def test_discovery_that_is_off_says_so() -> None:
    network = Network()
    s = Staged(BROWSE, finder=lambda: network)
    async with s.app.run_test() as pilot:
        await shows(pilot, BrowseScreen)
        network.change(Status("no_network"))
        await until(pilot, lambda: "no network" in text_of(pilot))
        assert s.app.screen.query_one(Input).has_focus


NO_ADDRESS = [
    *("", ":12", "a:", "a:0", "a:65536", "a:1x", "a b", "a:١", "x" * 300),
    *("[::1", "[::1]x", ":::", "1:2:3", "[a]"),
]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", ("192.168.1.5", 11102)),
        (" anas-laptop.local:12 ", ("anas-laptop.local", 12)),
        ("fe80::1%eth0", ("fe80::1%eth0", 11102)),
        ("[::1]:65535", ("::1", 65535)),
        ("[::1]", ("::1", 11102)),
        *((bad, None) for bad in NO_ADDRESS),
    ],
)
def test_addresses(text: str, address: tuple[str, int] | None) -> None:
    assert addresses.parse(text) == address


def test_addresses_shown_can_be_typed() -> None:
    for host in ("192.168.1.5", "fd00::2"):
        assert addresses.parse(addresses.shown(host, 11105)) == (host, 11105)
