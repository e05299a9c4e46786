"""Tables found on this network, and a field for an address."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from muertos_tui import addresses, commands, saying
from muertos_tui.i18n import _, ngettext
from muertos_tui.ink import cut, width_of
from muertos_tui.screens.dialogs import Line
from muertos_tui.screens.page import Menu, Page, Row
from muertos_tui.startup import Connect
from net import discovery
from net.discovery import FoundTable, TableInfo
from net.messages import NEWEST_VERSION, OLDEST_VERSION


class Finder(Protocol):
    """What the screen needs of `net.discovery.Browser`."""

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables known now."""

    def events(self) -> AsyncIterator[discovery.Event]:
        """What changes."""

    def unreachable(self, key: str) -> None:
        """A table did not answer."""


MARGINS: Final = 8  # columns of a row that are neither name nor note: margins, gaps and two scrollbars
NAME: Final = 20  # cells of a name for which the notes are said in fewer words
LEAST: Final = 8  # cells of a name that are always shown

FinderMaker = Callable[[], AbstractAsyncContextManager[Finder]]


class JoinRequested(Message):
    """A table has been chosen: found under `key`, or an address typed."""

    def __init__(self, connect: Connect, key: str = "") -> None:
        super().__init__()
        self.connect = connect
        self.key = key


class BrowseScreen(Page):
    """Lists tables as they come and go."""

    BINDINGS = commands.bindings(commands.ShowRules, commands.Back)

    def __init__(self, make_finder: FinderMaker | None, watch: bool = False) -> None:
        super().__init__()
        self._watching = watch
        self._make_finder = make_finder
        self._finder: Finder | None = None
        self._off = "" if make_finder else "failed"

    def heading(self) -> str:
        """What this is."""
        return _("Watch a table") if self._watching else _("Join a table")

    def body(self) -> ComposeResult:
        """What is going on, the tables, the address field."""
        yield Static(id="state", markup=False)
        yield Menu(id="tables")
        yield Static(_("An address can be typed too: the host's screen shows it. Then Enter."), markup=False)
        yield Line(placeholder=_("HOST or HOST:PORT"), id="address", max_length=270)
        yield Static(_("Tab goes from the list to the address."), id="tab", classes="soft", markup=False)

    def on_mount(self) -> None:
        """Look for tables until the screen is gone."""
        self._show()
        self.query_one("#address").focus()
        if self._make_finder:
            self.run_worker(self._watch(self._make_finder), name="finder")

    async def _watch(self, make_finder: FinderMaker) -> None:
        async with make_finder() as finder:
            self._finder = finder
            async for event in finder.events():
                if isinstance(event, discovery.Status):
                    self._off = event.off or ""
                self._show()

    def unreachable(self, key: str) -> None:
        """A table did not answer: off the list."""
        if self._finder:
            self._finder.unreachable(key)

    # -- drawing

    def on_resize(self) -> None:
        """There may be more room for names, or less."""
        self.call_later(self._show)

    @property
    def _tables(self) -> tuple[FoundTable, ...]:
        return self._finder.tables if self._finder else ()

    def _show(self) -> None:
        if self not in self.app.screen_stack:  # it is being taken down, while the network goes on talking
            return
        menu = self.query_one(Menu)
        had_none = not menu.option_count
        tables = sorted(self._tables, key=lambda table: (not joinable(table), table.info.name, table.key))
        menu.put(listed(tables, self.size.width - MARGINS))
        for widget in (menu, self.query_one("#tab")):
            widget.set_class(not tables, "empty")
        if had_none and tables and not self.query_one(Input).value:
            menu.focus()
        elif not tables and menu.has_focus:
            self.query_one(Input).focus()
        self.query_one("#state", Static).update(self._state(len(tables)))

    def _state(self, count: int) -> str:
        if self._off:
            return saying.discovery_off(self._off)
        if count:
            return ngettext(
                "{n} table on this network. Enter or a click joins it.",
                "{n} tables on this network. Enter or a click joins one.",
                count,
            ).format(n=count)
        return _("Looking for tables on this network … none yet.")

    # -- choosing

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        table = next((table for table in self._tables if table.key == event.option_id), None)
        if table is None:
            return
        if not joinable(table):
            self.notify(
                _("That table's muertos and this one do not understand each other."), severity="warning", markup=False
            )
            return
        self.post_message(JoinRequested(Connect(table.addresses, table.port, table=table.info.name), table.key))

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        address = addresses.parse(event.value)
        if address is None:
            self.notify(
                _("That is no address. It looks like 192.168.1.5 or 192.168.1.5:11102."),
                severity="warning",
                markup=False,
            )
            return
        host, port = address
        self.post_message(JoinRequested(Connect((host,), port)))

    @on(commands.Back)
    def _back(self) -> None:
        self.dismiss()


def joinable(table: FoundTable) -> bool:
    """Whether its program and this one speak a version of the protocol in common, as far as it says."""
    return OLDEST_VERSION <= table.info.protocol <= NEWEST_VERSION


def listed(tables: Sequence[FoundTable], width: int) -> list[Row]:
    """The tables, one a line: names are cut before seats, code and address are, which tell two of one name apart."""
    notes = [about(table) for table in tables]
    if width - _longest(notes) < min(_longest(table.info.name for table in tables), NAME):
        notes = [about(table, short=True) for table in tables]
    room = max(width - _longest(notes), LEAST)
    return [Row(table.key, cut(table.info.name, room), note=note) for table, note in zip(tables, notes, strict=True)]


def _longest(texts: Iterable[str]) -> int:
    return max(map(width_of, texts), default=0)


def about(table: FoundTable, short: bool = False) -> str:
    """What is to be known of a table before joining it."""
    said = [_seats(table.info, short)]
    if table.info.locked:
        said.append(_("code") if short else _("with a code"))
    if table.addresses:
        said.append(addresses.shown(table.addresses[0], table.port))
    return " · ".join(said)


def _seats(info: TableInfo, short: bool) -> str:
    """Whether one can sit down there."""
    if info.protocol < OLDEST_VERSION:
        return _("too old") if short else _("older muertos {version}, cannot be joined").format(version=info.app)
    if info.protocol > NEWEST_VERSION:
        return _("too new") if short else _("newer muertos {version}: update to join").format(version=info.app)
    if info.free:
        said = _("{free} of {players} free") if short else _("{free} of {players} seats free")
        return said.format(free=info.free, players=info.players)
    return _("full: watch") if short else _("no seat free of {players}, you can watch").format(players=info.players)
