"""The app: home, and the ways from there to a table."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace as replace_in
from functools import partial
from typing import Any, Final

from msgspec.structs import replace
from textual import on
from textual.screen import Screen

from muertos_tui import addresses, commands, journals, opening, settings, unmanned
from muertos_tui.faults import Fault
from muertos_tui.i18n import _
from muertos_tui.link import LinkMaker, Told
from muertos_tui.pace import PACES
from muertos_tui.screens.browse import BrowseScreen, FinderMaker, JoinRequested
from muertos_tui.screens.connecting import Connecting, where
from muertos_tui.screens.dialogs import AskText, Choose
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.host import HostScreen, TableWish, TableWished
from muertos_tui.screens.page import Page, Row
from muertos_tui.startup import Connect, NewTable, StartUp
from muertos_tui.table_app import TableApp

log = logging.getLogger(__name__)

PLAY_LEVEL: Final = "medium"

TableOpener = Callable[[TableWish, bool], Awaitable[unmanned.Opened]]


class MuertosApp(TableApp):
    """muertos, on a terminal."""

    def __init__(
        self, start: StartUp, make_link: LinkMaker, open_table: TableOpener, make_finder: FinderMaker | None
    ) -> None:
        super().__init__(make_link)
        self._start = start
        self._open_table = open_table
        self._make_finder = make_finder
        self._joined_key = ""  # under which the table being joined was found
        self._goal: Connect | None = None  # the table being joined
        self._unmanned: Connect | None = None  # the table being joined, if this terminal has just opened it
        self.pace, self.hold = PACES[start.pace].step, PACES[start.pace].hold
        self.settings = settings.load()
        self.player_name = start.name or self.settings.name

    def get_default_screen(self) -> Screen[Any]:
        """Home lies below everything."""
        return HomeScreen(self.player_name, self.settings.bell, _waiting(self._start))

    def on_mount(self) -> None:
        """Begin where the command line says."""
        super().on_mount()
        if self._start.fault:
            self.say(self._start.fault, "warning")
        match self._start.to:
            case "browse":
                self.post_message(commands.FindTable())
            case Connect() as connect:
                self._with_name(lambda: self.sit_down(connect, self.player_name))
            case NewTable() as new:
                self._with_name(lambda: self._open(partial(unmanned.opened, partial(new.open, self.player_name))))

    # -- the name

    def _with_name(self, then: Callable[[], object]) -> None:
        """Do something that needs a name; the first time, it is asked for."""
        if self.player_name:
            then()
            return

        def named(name: str) -> None:
            self._take_name(name)
            then()

        self._ask_name(named)

    def _ask_name(self, done: Callable[[str], None]) -> None:
        given = self.player_name or settings.default_name()
        self.ask_text(_("What is your name?"), done, _("Others at the table see it."), given)

    def _take_name(self, name: str) -> None:
        self.player_name = name
        self._save(replace(self.settings, name=name))

    def _save(self, changed: settings.Settings) -> None:
        self.settings = changed
        if not settings.save(changed):
            self.say(_("The settings could not be saved; they hold until you quit."), "warning")
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            home.show_me(self.player_name, changed.bell)

    @on(commands.ChangeName)
    def _change_name(self) -> None:
        if self._is_open_to_choice(HomeScreen):
            self._ask_name(self._take_name)

    @on(commands.ToggleBell)
    def _toggle_bell(self) -> None:
        self._save(replace(self.settings, bell=not self.settings.bell))
        self.say(_("The bell rings when it is your turn.") if self.settings.bell else _("The bell is off."))

    # -- ways to a table

    def _is_open_to_choice(self, page: type[Page]) -> bool:
        """Whether this page is shown and nothing has been chosen on it yet: a key may be pressed twice."""
        return isinstance(self._page(), page) and not any(
            isinstance(screen, Connecting | AskText | Choose) for screen in self.screen_stack
        )

    @on(commands.Play)
    def _play(self) -> None:
        if self._is_open_to_choice(HomeScreen):
            self._with_name(lambda: self._wish(TableWish(self._table_name(), bots=PLAY_LEVEL), begin=True))

    @on(commands.Host)
    def _host(self) -> None:
        if self._is_open_to_choice(HomeScreen):
            self._with_name(lambda: self.push_screen(HostScreen(TableWish(self._table_name()))))

    @on(TableWished)
    def _wished(self, event: TableWished) -> None:
        if self._is_open_to_choice(HostScreen):
            self._wish(event.wish, begin=False)

    def _table_name(self) -> str:
        # No longer than a table's name may be, whatever the player is called.
        return _("{name}'s table").format(name=self.player_name)[:20].strip()

    def _wish(self, wish: TableWish, begin: bool) -> None:
        self._open(partial(self._open_table, wish, begin))

    def _open(self, opening: Callable[[], Awaitable[unmanned.Opened]]) -> None:
        self.push_screen(Connecting(None))
        self.run_worker(self._opened(opening), name="open", exclusive=True)

    async def _opened(self, opening: Callable[[], Awaitable[unmanned.Opened]]) -> None:
        try:
            connect, told = await opening()
        except (Fault, OSError) as fault:
            log.warning("no table: %r", fault)
            self.stop_connecting()
            self.ask(str(fault), [Row("ok", _("OK"))], lambda answer: None)
            return
        self.stop_connecting()
        if told:
            self.say(told, "warning")
        self.sit_down(connect, self.player_name or settings.seat_name(connect.table))

    def sit_down(self, connect: Connect, name: str) -> None:
        """Go to a table."""
        self._goal = connect
        self._unmanned = connect if connect.new else None
        super().sit_down(connect, name)

    @on(Told)
    def _reached(self) -> None:
        self._unmanned = None

    @on(commands.BackToTable)
    def _back_to_table(self) -> None:
        home = self._page()
        if not isinstance(home, HomeScreen) or not self._is_open_to_choice(HomeScreen):
            return
        if len(home.mine) == 1:
            self._back_to(home.mine[0].id)
        else:
            self.ask(_("Back to which table?"), [_mine_row(mine) for mine in home.mine], self._back_to)

    def _back_to(self, table: str) -> None:
        if table:
            self._open(partial(unmanned.opened, partial(opening.way_back, table)))

    @on(commands.FindTable)
    def _find(self) -> None:
        if self._is_open_to_choice(HomeScreen):
            self._with_name(lambda: self.push_screen(BrowseScreen(self._make_finder, self._start.watch)))

    @on(JoinRequested)
    def _join(self, event: JoinRequested) -> None:
        if not self._is_open_to_choice(BrowseScreen):
            return
        self._joined_key = event.key
        connect = replace_in(event.connect, code=self._start.code, watch=self._start.watch)
        self.sit_down(connect, self.player_name)

    def table_ended(self, said: str, code: str) -> None:
        """Back at home, or at the list of tables."""
        self._end_unmanned()
        if code == "unreachable" and self._joined_key and isinstance(self.screen, BrowseScreen):
            self.screen.unreachable(self._joined_key)
        if said:
            self.ask(said, [Row("ok", _("OK"))], lambda answer: None, self._what_to_check(code))
        self._joined_key = ""

    def _what_to_check(self, code: str) -> str:
        connect = self._goal
        if code != "unreachable" or connect is None or connect.own:
            return ""
        address = addresses.shown(connect.addresses[0], connect.port)
        return _(
            "Nothing answered at {address}. Is that what the host's screen shows, is the port right, and does the"
            " firewall of the host's machine let TCP port {port} in?"
        ).format(address=address, port=connect.port)

    def _end_unmanned(self) -> None:
        if self._unmanned is not None:
            unmanned.end(self._unmanned)
            self._unmanned = None

    def turn_began(self) -> None:
        """Ring, if that is wanted."""
        if self.settings.bell:
            self.bell()

    # -- leaving

    @on(commands.Quit)
    def _quit(self) -> None:
        if self.sitting is not None and self._stands is not None:
            self.ask_to_leave(quitting=True)
        else:
            self._end_unmanned()
            self.exit(0)


def _mine_row(mine: journals.Mine) -> Row:
    return Row(mine.id, mine.name, mine.id[: journals.ID_SHOWN], _("runs") if mine.runs else _("can be brought back"))


def _waiting(start: StartUp) -> str | None:
    match start.to:
        case "home":
            return None
        case "browse":
            return ""
        case Connect() as connect:
            return where(connect)
    return where(None)


def run(start: StartUp) -> int:
    """Show the screen until its end; the exit status."""
    from muertos_tui import ways

    return MuertosApp(start, ways.make_link, ways.open_table, ways.finder_maker(start)).run_guarded()
