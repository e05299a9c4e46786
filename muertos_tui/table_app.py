"""The app at a table: its messages become screens, and what the player does becomes requests."""

import asyncio
from dataclasses import replace
from typing import Final

from textual import on
from textual.worker import Worker

from engine import record
from engine.errors import RecordError
from muertos_tui import changes, commands, fairness, hosting, saving, saying
from muertos_tui.faults import record_fault
from muertos_tui.finished import Finished
from muertos_tui.hint_app import HintApp
from muertos_tui.i18n import _
from muertos_tui.link import Judged, Link, LinkEnded, LinkLost, LinkMaker, Told
from muertos_tui.reel import Reel
from muertos_tui.screens.code import AskCode
from muertos_tui.screens.connecting import Connecting
from muertos_tui.screens.dialogs import AskFile
from muertos_tui.screens.lobby import LobbyScreen, Request
from muertos_tui.screens.replay import ReplayScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.rules import RulesScreen
from muertos_tui.screens.table import HOLD, PACE, TableScreen
from muertos_tui.sitting import Sitting, Stage, Wants
from muertos_tui.startup import Connect
from muertos_tui.table_menu import about, advice, menu_rows, ways_out
from muertos_tui.updates import ActionChosen, LeaveRequested, MenuRequested, ResultRequested, TrickSeen
from net import messages as m

_ASKED_AGAIN: Final = ("code_wanted", "wrong_code", "guess_later")  # why a code is asked for, and asked for again


class TableApp(HintApp):
    """Sits at one table at a time, or at none. `pace` and `hold` are the table screen's."""

    pace = PACE
    hold = HOLD

    def __init__(self, make_link: LinkMaker) -> None:
        super().__init__()
        self._make_link = make_link
        self._link: Link | None = None
        self._sat_as = ""  # under which one sits at the table
        self._door: m.Door | None = None  # as last told
        self._worker: Worker[None] | None = None
        self._stands: tuple[Stage, int] | None = None  # the stage on the screen, and the number of its game
        self._held: tuple[Stage, int] | None = None  # a stage that waits for a name to be typed
        self._held_end: LinkEnded | None = None  # likewise
        self._going = False  # leaving by one's own wish
        self._quitting = False
        self.sitting: Sitting | None = None

    def on_mount(self) -> None:
        """Count down for those who are away."""
        super().on_mount()
        self.set_interval(1.0, self._count_down)

    def _count_down(self) -> None:
        if self.sitting and self.sitting.counts_down:
            self._status_changed()

    # -- coming and going

    def sit_down(self, connect: Connect, name: str) -> None:
        """Go to a table."""
        self._part()
        self._going = self._quitting = False
        self._sat_as = name
        self.sitting = Sitting(connect)
        self._link = link = self._make_link(connect, name)
        self._worker = self.run_worker(link.run(self.post_message), name="link")
        self.push_screen(Connecting(connect))

    def _part(self) -> None:
        """Be at no table."""
        if self._worker:
            self._worker.cancel()
        self._link = self._worker = self.sitting = self._stands = self._door = self._held = self._held_end = None

    def table_ended(self, said: str, code: str) -> None:
        """Called when one is at no table any more: `said` is why."""
        raise NotImplementedError

    def turn_began(self) -> None:
        """Called when this player is asked for a decision, having waited before."""

    def _send(self, request: m.ToTable) -> bool:
        if self._link and self._link.send(request):
            return True
        self.say(_("The connection is lost, so that was not sent."), "warning")
        return False

    # -- what the table says

    @on(Told)
    async def _told(self, event: Told) -> None:
        if self.sitting is None:
            return
        waited, watched, table = not self.sitting.is_asked, self.sitting.watching, self.sitting.table
        self.sitting.take(event.told)
        self._tell_watchers(watched, self.sitting)
        self._tell_changes(table, self.sitting)
        if waited and self.sitting.is_asked:
            self.turn_began()
            if isinstance(self.screen, ReplayScreen | RulesScreen):  # which hide whose turn it is
                self.say(_("It is your turn."))
        match event.told:
            case m.Welcome():
                self._back()
            case m.Rejected():
                self._rejected(event.told)
            case m.Waits(waits):
                self.say(saying.waits(waits), "warning" if waits else "information")
                self._status_changed()
            case m.Door():
                self._door_told(event.told)
            case m.Shown():
                await self._show(news=True)
            case _:
                await self._show(news=False)
                self._begin()

    def _begin(self) -> None:
        """Start at once, if that is what this table was opened for."""
        sitting = self.sitting
        if (
            sitting
            and sitting.connect.begin
            and sitting.is_host
            and sitting.stage == "lobby"
            and sitting.place is not None
        ):
            sitting.connect = replace(sitting.connect, begin=False)
            self._send(m.Start())

    def _rejected(self, rejected: m.Rejected) -> None:
        if isinstance(self.stage, TableScreen) and rejected.request == "act":
            self.stage.refuse(saying.rejection(rejected).rstrip("."))
        else:
            self.say(saying.rejection(rejected), "warning")

    @property
    def _is_naming(self) -> bool:
        """Whether this person is naming a file."""
        return any(isinstance(screen, AskFile) for screen in self.screen_stack)

    async def _show(self, news: bool) -> None:
        """Let the right screen stand, and be up to date; `news` says that the game has moved."""
        sitting = self.sitting
        if sitting is None or sitting.table is None or sitting.me is None:
            return
        stage = (sitting.stage, sitting.table.game)
        if stage != self._stands and self._is_naming:  # nobody is thrown out of what they type
            if news and self._held != stage:
                self._held = stage
                self.say(_("The next game has begun: it is shown once this is answered."))
            return
        if stage != self._stands:
            self._stands = stage
            await self._raise(sitting)
            return
        screen = self.stage
        match screen:
            case TableScreen() if news:
                screen.show(sitting.update())
            case TableScreen():
                screen.show_status(sitting.status())
            case LobbyScreen():
                screen.show(sitting.table, sitting.door, sitting.last)
            case ResultScreen():
                screen.show(sitting.is_host, sitting.finished, sitting.host)

    async def _raise(self, sitting: Sitting) -> None:
        """Put the stage's screen up."""
        assert sitting.table is not None
        assert sitting.me is not None
        match sitting.stage:
            case "lobby":
                invite = () if sitting.connect.solo else sitting.connect.invite
                port = sitting.connect.port
                await self.show_stage(LobbyScreen(sitting.table, sitting.me, invite, port, sitting.door, sitting.last))
            case "table":
                await self.show_stage(TableScreen(sitting.update(whole=True), self.pace, self.hold))
            case "result":
                assert sitting.view is not None
                screen = ResultScreen(sitting.view, sitting.names, sitting.is_host, sitting.finished, sitting.host)
                await self.show_stage(screen)

    @on(Judged)
    async def _judged(self, event: Judged) -> None:
        sitting, verdict = self.sitting, event.verdict
        if sitting is None:
            return
        sitting.judge(verdict)
        await self._show(news=False)
        if not verdict.good:
            found = fairness.found(verdict, sitting.names)
            is_on = sitting.table is not None and sitting.table.game == verdict.game
            self.say(found if is_on else _("The last game: {found}").format(found=found), "warning")

    @on(LinkLost)
    def _lost(self, event: LinkLost) -> None:
        sitting = self.sitting
        if sitting is None or self._stands is None:
            return
        first = sitting.connection != "reconnecting"
        sitting.lost(event.code)
        self._status_changed()
        if first:
            self.say(_("The connection is lost. Trying to come back …"), "warning")

    def _back(self) -> None:
        if self.sitting and self.sitting.connection == "reconnecting":
            self.sitting.connection = "solo" if self.sitting.connect.solo else "connected"
            self._status_changed()
            self.say(_("The connection is back."))

    def _status_changed(self) -> None:
        if self.sitting and isinstance(self.stage, TableScreen):
            self.stage.show_status(self.sitting.status())

    @on(LinkEnded)
    async def _ended(self, event: LinkEnded) -> None:
        if self.sitting is None:
            return
        if self._is_naming and not self._going:
            self._held_end = event
            return
        said = saying.bye(event.code, event.facts)
        if event.code in _ASKED_AGAIN and not self._going:
            await self._ask_code(self.sitting.connect, "" if event.code == "code_wanted" else said)
        else:
            await self._left(said, event.code)

    async def _left(self, said: str, code: str) -> None:
        await self._clear_away()
        if self._quitting:
            self.exit(0)
            return
        self.table_ended("" if self._going else said, code)

    async def _clear_away(self) -> None:
        """Be at no table, and show none."""
        was_at_table = self._stands is not None
        self._part()
        if was_at_table:
            await self.show_stage(None)
        else:
            self.stop_connecting()

    def stop_connecting(self) -> None:
        """Show no way to a table any more."""
        while any(isinstance(screen, Connecting) for screen in self.screen_stack):
            self.pop_screen()  # with what has come before it, such as the notice of too small a terminal
        self._fit()

    async def _ask_code(self, connect: Connect, said: str) -> None:
        """The table asks for its join code: then go there again with it."""
        await self._clear_away()

        def typed(code: str | None) -> None:
            if code:
                self.sit_down(replace(connect, code=code), self._sat_as)
            else:
                self.table_ended("", "left")

        self.push_screen(AskCode(connect.table, said), typed)

    def _door_told(self, door: m.Door) -> None:
        """The host hears of wrong guesses, and of a new code, wherever they are."""
        before, self._door = self._door, door
        if before is not None and door.wrong > before.wrong:
            self.say(saying.wrong_guesses(door, new_code=door.code != before.code), "warning")
        if self.sitting and isinstance(self.stage, LobbyScreen) and self.sitting.table:
            self.stage.show(self.sitting.table, door, self.sitting.last)
        self._status_changed()

    def _tell_watchers(self, before: tuple[str, ...], sitting: Sitting) -> None:
        """Everyone sees who watches."""
        if self._stands is not None:
            for name in sitting.watching:
                if name not in before:
                    self.say(_("{name} is watching now.").format(name=name))

    def _tell_changes(self, before: m.Table | None, sitting: Sitting) -> None:
        """A person hears what others have made of them."""
        if sitting.table is not None and sitting.table is not before and sitting.me is not None:
            for said in changes.said(before, sitting.table, sitting.me, sitting.connect.watch):
                self.say(said)

    # -- what the player does

    @on(Request)
    def _request(self, event: Request) -> None:
        self._send(event.request)

    @on(ActionChosen)
    def _acted(self, event: ActionChosen) -> None:
        if not self._send(m.Act(event.number, event.action)) and isinstance(self.stage, TableScreen):
            self.stage.unsent()

    @on(TrickSeen)
    def _seen(self, event: TrickSeen) -> None:
        self._send(m.Seen(event.day, event.trick))

    @on(ResultRequested)
    async def _want_result(self) -> None:
        await self._want("result")

    @on(commands.LookBack)
    async def _look_back(self) -> None:
        await self._want("")

    @on(commands.ToLobby)
    async def _want_lobby(self) -> None:
        await self._want("lobby")

    async def _want(self, wants: Wants) -> None:
        if self.sitting:
            self.sitting.wants = wants
            await self._show(news=False)

    @on(commands.PlayAgain)
    def _again(self) -> None:
        self._send(m.Start())

    @on(commands.SaveRecord)
    def _save_record(self) -> None:
        sitting = self.sitting
        if sitting is not None and sitting.table is not None and sitting.last is not None:
            self._ask_file(sitting, sitting.last, saving.default_file(sitting.table.name))

    def _ask_file(self, sitting: Sitting, last: Finished, file: str, said: str = "") -> None:
        """Under which name the record is saved; `said` is why that is asked again."""

        async def named(name: str | None) -> None:
            # The verdict may have come while the name was typed.
            now = sitting.last if sitting.last is not None and sitting.last.number == last.number else last
            done, told = True, ""
            if name:
                done, told = saving.save(now.record, name, now.verdict.shuffled if now.verdict else None)
            if not done:
                self._ask_file(sitting, now, name or file, told)
                return
            if told:
                self.say(told)
            await self._catch_up()

        self.push_screen(AskFile(file, said, saving.LONGEST), named)

    async def _catch_up(self) -> None:
        """What had to wait for a name to be typed."""
        ended, self._held_end = self._held_end, None
        if ended is not None:
            await self._ended(ended)
        else:
            await self._show(news=False)

    @on(commands.WatchReplay)
    def _replay(self) -> None:
        sitting = self.sitting
        if sitting is None or sitting.table is None or sitting.last is None or isinstance(self.screen, ReplayScreen):
            return
        try:
            *_others, game = record.read(sitting.last.record)
        except RecordError as error:
            self.say(record_fault(error), "warning")
            return
        self.push_screen(ReplayScreen(Reel(game, sitting.table.name), sitting.last.me))

    @on(MenuRequested)
    def _menu(self) -> None:
        if self.sitting:
            self.ask(_("Menu"), menu_rows(self.sitting), self._menu_chosen, about(self.sitting))

    def _menu_chosen(self, chosen: str) -> None:
        word, _space, number = chosen.partition(" ")
        match word:
            case "pause" if self.sitting and self.sitting.table:
                self._send(m.Pause(not self.sitting.table.paused))
            case "sit":
                self._send(m.Sit(int(number)))
            case "clock" | "people" if self.sitting and self.sitting.table:
                self._ask_host(word, self.sitting.table)
            case "watching":
                self._host_chose(chosen)
            case _ if chosen in commands.NAMED:
                self.post_message(commands.NAMED[chosen]())

    def _ask_host(self, what: str, table: m.Table) -> None:
        """What only a host is asked."""
        if what == "clock":
            self.ask(_("How long may a decision take?"), hosting.clock_rows(table), self._host_chose)
        elif self.sitting:
            self.ask(_("The others at the table"), hosting.people_rows(table, self.sitting.me), self._host_chose)

    def _host_chose(self, chosen: str) -> None:
        table = self.sitting.table if self.sitting else None
        word, _space, number = chosen.partition(" ")
        if word == "bot" and table:
            self.ask(_("Which bot?"), hosting.level_rows(table, number), self._host_chose)
        elif (request := hosting.request(chosen)) is not None:
            self._send(request)

    # -- leaving

    @on(LeaveRequested)
    @on(commands.LeaveTable)
    def _leave(self) -> None:
        self.ask_to_leave(quitting=False)

    def ask_to_leave(self, quitting: bool) -> None:
        """Leaving a table is asked first; leaving one's own asks whether it goes on."""
        sitting = self.sitting
        if sitting is None or self._stands is None:
            return

        def done(answer: str) -> None:
            if answer not in ("", "stay"):
                self._quitting = quitting
                self._go(answer)

        self.ask(_("Leave the table?"), ways_out(sitting), done, advice(sitting))

    def _go(self, how: str) -> None:
        """Say goodbye; a table that does not answer is left all the same."""
        self._going = True
        goodbye = m.Close() if how == "close" else m.Leave()
        if how == "away" or self._link is None or not self._link.send(goodbye):
            self.call_later(self._left, "", "left")
            return
        sitting = self.sitting

        async def go_anyway() -> None:
            await asyncio.sleep(1.0)
            if self.sitting is sitting:
                await self._left("", "left")

        self.run_worker(go_anyway(), name="go anyway")

    @on(Connecting.Cancelled)
    async def _cancelled(self) -> None:
        if self.sitting is not None and self._stands is None:
            self._part()
            self.table_ended("", "left")
