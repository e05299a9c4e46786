"""The lobby: who sits where, before a game."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import OptionList, Static

from engine.options import Options
from muertos_tui import commands, finished, hosting, saying
from muertos_tui import seating_words as seats
from muertos_tui.finished import Finished
from muertos_tui.i18n import _, ngettext
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.page import Menu, Page, Row
from net import messages as m


class Request(Message):
    """What this person asks of the table."""

    def __init__(self, request: m.ToTable) -> None:
        super().__init__()
        self.request = request


_HOST_ONLY = (
    commands.StartGame,
    commands.SeatBot,
    commands.ClearSeat,
    commands.MoveSeat,
    commands.ChangePlayers,
    commands.ChangeOptions,
)


class LobbyScreen(Page):
    """Seats as rows to choose from; what one may do with a seat is asked when it is chosen."""

    BINDINGS = commands.bindings(
        commands.ShowRules,
        commands.ToggleReady,
        commands.StartGame,
        commands.Sit,
        commands.StandUp,
        commands.SeatBot,
        commands.ClearSeat,
        commands.MoveSeat,
        commands.ChangePlayers,
        commands.ChangeOptions,
        commands.LeaveTable,
    )

    def __init__(
        self,
        table: m.Table,
        me: int,
        invite: Sequence[str] = (),
        port: int = 0,
        door: m.Door | None = None,
        last: Finished | None = None,
    ) -> None:
        super().__init__()
        self._last = last
        self._unready: Choose | None = None  # asks whether to start although not all are ready
        self.table = table
        self.me = me
        self._door = door
        self._invite = seats.join_lines(invite[:2], port)  # a machine may have many; the best come first

    def body(self) -> ComposeResult:
        """Seats and what can be done, teams, others, how to join."""
        with Horizontal(id="arrangement"):
            yield Menu(id="seats")
            yield Static(id="sketch", markup=False)
        yield Static(id="code", markup=False)
        yield Static(id="state", markup=False)
        yield Static(id="teams", markup=False)
        yield Static(id="invite", markup=False)
        yield Static(id="others", markup=False)
        yield Static(id="options", markup=False)

    def heading(self) -> str:
        """Whose table it is."""
        count = _("three players") if self.table.players == 3 else _("four players")
        return _("{table} · lobby · {count}").format(table=self.table.name, count=count)

    def on_mount(self) -> None:
        """Draw it."""
        self.show(self.table, self._door, self._last)
        self.query_one(Menu).focus()

    def show(self, table: m.Table, door: m.Door | None, last: Finished | None) -> None:
        """Show the table as it is now, to its host what is known of the door, and what was played last."""
        self.table, self._door, self._last = table, door, last
        self.query_one("#heading", Static).update(self.heading())
        self.query_one(Menu).put([*self._seat_rows(), *self._deed_rows()])
        for name, text in (
            ("sketch", seats.sketch(table)),
            ("code", self._code()),
            ("state", self._state()),
            ("teams", seats.teams(table)),
            ("others", seats.others(table, self.me)),
            ("options", seats.options(table)),
            ("invite", self._invitation()),
        ):
            line = self.query_one(f"#{name}", Static)
            line.update(text)
            line.set_class(not text, "empty")
        if self._unready is not None:
            self._unready.ask(self._who_is_unready())
        self.refresh_bindings()

    def on_resize(self) -> None:
        """There may be more room for names, or less."""
        self.call_later(self.show, self.table, self._door, self._last)

    @property
    def is_host(self) -> bool:
        """Whether this person may arrange the table."""
        return self.table.host == self.me

    @property
    def place(self) -> int | None:
        """Where this person sits."""
        return seats.my_place(self.table, self.me)

    def _state(self) -> str:
        """What can be done now, and who starts the game."""
        if self.table.phase == "shuffling":
            return _("Shuffling: every player's muertos has a part in it …")
        said = _("Enter or a click on a seat asks what to do with it.")
        if self.is_host:
            return said
        host = seats.host(self.table)
        said += "\n" + (_("{host} starts the game.").format(host=host) if host else _("The host starts the game."))
        return said

    def _code(self) -> str:
        """The join code, to be read out; and who has tried others."""
        if not self.is_host or self._door is None or not self._door.code:
            return ""
        said = [_("Join code:  {code}").format(code=self._door.code.replace("-", " - "))]
        return "\n".join([*said, saying.wrong_guesses(self._door)] if self._door.wrong else said)

    def _invitation(self) -> str:
        if not self._invite:
            return ""
        said = _("Friends join with:") + "".join(f"\n  {line}" for line in self._invite)
        return said if self.table.locked else said + "\n" + _("The table is open: nobody is asked for a code.")

    # -- rows

    def _seat_rows(self) -> list[Row]:
        # Beside the sketch, which takes 30 columns, there is less room than without it.
        room = 13 if 80 <= self.app.size.width < 92 else 20
        width = max(len(seats.place_name(self.table, number)) for number in range(self.table.players))
        return [
            Row(
                f"seat {number}",
                f"{seats.place_name(self.table, number):<{width}}  {seats.sitter(place, self.me, room)}",
                note=seats.marks(self.table, place),
            )
            for number, place in enumerate(self.table.places)
        ]

    def _deed_rows(self) -> list[Row]:
        rows = []
        if self.place is not None and not self.is_host:
            ready = self.table.places[self.place].ready
            title = _("I am not ready yet") if ready else _("I am ready")
            rows.append(Row("ToggleReady", title, commands.ToggleReady.key))
        if self.is_host:
            rows.append(Row("StartGame", _("Start the game"), commands.StartGame.key, note=self._start_note()))
        return [*rows, *finished.rows(self._last)]

    def _start_note(self) -> str:
        if any(place.state == "free" for place in self.table.places):
            return _("bots fill in")
        others = any(place.state == "here" and place.person != self.me for place in self.table.places)
        return _("not all ready") if self._not_ready() else _("all ready") if others else ""

    # -- what can be done

    def may(self, command: type[commands.Command]) -> bool:
        """Show only what this person may do."""
        if command in _HOST_ONLY:
            return self.is_host
        if command is commands.ToggleReady:
            return self.place is not None and not self.is_host
        return self.place is not None if command is commands.StandUp else True

    def _marked(self) -> int:
        """The number of the marked seat; the first if a deed is marked."""
        kind, _space, number = self.query_one(Menu).marked.partition(" ")
        return int(number) if kind == "seat" else 0

    def _ask(self, request: m.ToTable) -> None:
        self.post_message(Request(request))

    @on(OptionList.OptionSelected)
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option_id or ""
        if chosen.startswith("seat "):
            self._ask_about_seat(int(chosen.removeprefix("seat ")))
        else:
            self.post_message(commands.NAMED[chosen]())

    def _ask_about_seat(self, number: int) -> None:
        rows = self._seat_deeds(number)
        if not rows:
            self.notify(_("Only the host can change that seat."), markup=False)
            return

        def done(answer: str | None) -> None:
            self._do(number, answer or "")

        place = self.table.places[number]
        title = f"{seats.place_name(self.table, number)}: {seats.sitter(place, self.me)}"
        self.app.push_screen(Choose(title, rows), done)

    def _seat_deeds(self, number: int) -> list[Row]:
        place = self.table.places[number]
        rows = []
        if place.state in ("free", "bot"):
            rows.append(Row("sit", _("Sit here")))
        if number == self.place:
            rows.append(Row("stand", _("Stand up and watch")))
        if self.is_host:
            rows += [
                Row(f"bot {level}", _("Seat a bot: {level}").format(level=saying.level(level)))
                for level in self.table.levels
                if (place.state, place.level) != ("bot", level)
            ]
            rows += [Row("clear", _("Make the seat free"))] if place.state != "free" else []
            rows.append(Row("move", _("Change places with another seat")))
            if place.person is not None and place.person != self.me:
                rows.append(Row("remove", _("Show {name} out").format(name=place.name)))
        return rows

    def _do(self, number: int, deed: str) -> None:
        place = self.table.places[number]
        word, _space, level = deed.partition(" ")
        match word:
            case "sit":
                self._ask(m.Sit(number))
            case "stand":
                self._ask(m.Stand())
            case "bot":
                self._ask(m.SeatBot(number, level))
            case "clear":
                self._ask(m.Clear(number))
            case "move":
                self._ask_where(number)
            case "remove" if place.person is not None:
                self._ask(m.Remove(place.person))

    def _ask_where(self, number: int) -> None:
        rows = [
            Row(str(other), f"{seats.place_name(self.table, other)}: {seats.sitter(place, self.me)}")
            for other, place in enumerate(self.table.places)
            if other != number
        ]

        def done(answer: str | None) -> None:
            if answer:
                self._ask(m.Exchange(number, int(answer)))

        who = seats.short(self.table, number)
        self.app.push_screen(Choose(_("Who changes places with {who}?").format(who=who), rows), done)

    # -- keys

    @on(commands.Sit)
    def _sit(self) -> None:
        self._ask(m.Sit(self._marked()))

    @on(commands.StandUp)
    def _stand(self) -> None:
        self._ask(m.Stand())

    @on(commands.ToggleReady)
    def _ready(self) -> None:
        if self.place is not None:
            self._ask(m.Ready(not self.table.places[self.place].ready))

    @on(commands.StartGame)
    def _start(self) -> None:
        if not self._not_ready():
            self._ask(m.Start())
            return

        def done(answer: str | None) -> None:
            self._unready = None
            if answer == "start":
                self._ask(m.Start())

        self._unready = Choose(self._who_is_unready(), [Row("wait", _("Wait")), Row("start", _("Start the game"))])
        self.app.push_screen(self._unready, done)

    def _who_is_unready(self) -> str:
        waiting = self._not_ready()
        if not waiting:
            return _("Everybody is ready now.")
        question = ngettext("{names} is not ready.", "{names} are not ready.", len(waiting))
        return question.format(names=saying.listed(waiting))

    def _not_ready(self) -> list[str]:
        """The names of people at the table who have not said that they are ready; its host says it by starting."""
        others = [place for place in self.table.places if place.state == "here" and place.person != self.me]
        return [place.name for place in others if not place.ready]

    @on(commands.SeatBot)
    def _bot(self) -> None:
        number = self._marked()
        place, levels = self.table.places[number], self.table.levels
        after = levels.index(place.level) + 1 if place.state == "bot" and place.level in levels else 0
        if levels:
            self._ask(m.SeatBot(number, levels[after % len(levels)]))

    @on(commands.ClearSeat)
    def _clear(self) -> None:
        self._ask(m.Clear(self._marked()))

    @on(commands.MoveSeat)
    def _move(self) -> None:
        self._ask_where(self._marked())

    @on(commands.ChangePlayers)
    def _players(self) -> None:
        self._ask(m.SetPlayers(7 - self.table.players))

    @on(commands.ChangeOptions)
    def _options(self) -> None:
        chosen = self.table.options
        rows = [
            Row("ask_chips", _on_off(_("Ask chips: two questions each for the game"), chosen.ask_chips)),
            Row("optional_swap", _on_off(_("A Swap may be declined"), chosen.optional_swap)),
            hosting.clock_row(self.table),
            hosting.watching_row(self.table),
        ]

        def done(answer: str | None) -> None:
            if answer == "clock":
                rows = hosting.clock_rows(self.table)
                self.app.push_screen(Choose(_("How long may a decision take?"), rows), self._clock_chosen)
            elif answer and (request := hosting.request(answer)) is not None:
                self._ask(request)
            elif answer:
                self._ask(m.SetOptions(_toggled(chosen, answer)))

        self.app.push_screen(Choose(_("What this table plays with"), rows), done)

    def _clock_chosen(self, answer: str | None) -> None:
        if answer and (request := hosting.request(answer)) is not None:
            self._ask(request)


def _on_off(text: str, is_on: bool) -> str:
    return f"[x] {text}" if is_on else f"[ ] {text}"


def _toggled(options: Options, name: str) -> Options:
    return Options(
        ask_chips=options.ask_chips != (name == "ask_chips"),
        optional_swap=options.optional_swap != (name == "optional_swap"),
        spoken_questions=options.spoken_questions,
    )
