"""The table: everything needed to decide, at one look."""

import asyncio
from dataclasses import replace as replace_in
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content

from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.i18n import _
from muertos_tui.overtime import decided_for
from muertos_tui.pace import NORMAL, PACES
from muertos_tui.screens.board import BoardScreen
from muertos_tui.stages import Stage, stages, standing
from muertos_tui.telling import tell
from muertos_tui.updates import (
    ActionChosen,
    MenuRequested,
    ResultRequested,
    TableStatus,
    TableUpdate,
    TrickSeen,
)
from muertos_tui.widgets.pane import Pane
from muertos_tui.widgets.prompt import closing_line, key_lines, prompt_lines
from muertos_tui.widgets.trick import Shown
from muertos_tui.words import standstill

PACE: Final = PACES[NORMAL].step  # seconds a step is shown before the next
HOLD: Final = PACES[NORMAL].hold  # seconds a finished trick stays if no key is pressed
CROWD: Final = 12  # so many steps waiting are shown in a hurry
MAX_TOLD: Final = 200


class TableScreen(BoardScreen):
    """Shows one player's view of a game, or a watcher's, and asks for that player's decisions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"digit({n})", show=False) for n in range(1, 9)),
        Binding("left", "move(-1)", _("card before"), show=False),
        Binding("right", "move(1)", _("next card"), show=False),
        Binding("up", "up_down(-1)", show=False),
        Binding("down", "up_down(1)", show=False),
        Binding("tab,shift+tab", "tab", _("other hand"), show=False),
        Binding("enter", "confirm", _("confirm")),
        Binding("space", "space", _("go on")),
        Binding("escape", "clear", _("choose nothing"), show=False),
        Binding("plus,equals_sign", "bound(1)", show=False),
        Binding("minus", "bound(-1)", show=False),
        Binding("a", "ask", _("ask")),
        Binding("l", "last", _("last trick")),
        Binding("h", "hint", _("hint")),
        Binding("question_mark", "help", _("help")),
        Binding("m", "menu", _("menu")),
        Binding("q", "leave", _("leave")),
    ]

    def __init__(self, update: TableUpdate, pace: float = PACE, hold: float = HOLD) -> None:
        view, cast = _shown_view(update), Cast.of(update.view, update.status)
        super().__init__(view, update.status, cast, standing(update.view), list(tell(update.events, cast)))
        self.deciding.halt(standstill(update.status))
        self._pace, self._hold = pace, hold
        self._queue: list[Stage] = []
        self._timer: asyncio.TimerHandle | None = None

    # What it is fed

    def show(self, update: TableUpdate) -> None:
        """Show a newer view, and what has happened one thing after another."""
        before = self._queue[-1] if self._queue else self._stage
        told = [*self._overtime(update), *tell(update.events, self._cast)]
        self._fresh = len(told) if update.view.me is None else self._fresh + len(told)
        self._told = [*self._told, *told][-MAX_TOLD:]
        asked = (self._view.number, self._view.actions)
        self._view, self._status = _shown_view(update), update.status
        if asked != (self._view.number, self._view.actions):
            self._hint = None
        self._cast = Cast.of(update.view, update.status)
        self.deciding.renew(self._view, self._cast)
        self.deciding.halt(standstill(update.status))
        if not self.is_running:
            self._stage = standing(update.view)
            return
        self._place(self.size.width, self.size.height)
        self._queue += stages(before, update.events, update.view)
        self._advance()

    def show_status(self, status: TableStatus) -> None:
        """Show that a name, a presence or the connection changed."""
        self._status = status
        self._cast = Cast.of(self._view, status)
        self.deciding.cast = self._cast
        self.deciding.halt(standstill(status))
        self._redraw()

    def refuse(self, reason: str) -> None:
        """Say why a decision was refused; the same view still stands."""
        self.deciding.fault = _("Refused: {reason}.").format(reason=reason)
        self.unsent()

    def unsent(self) -> None:
        """What was decided did not get through: it may be confirmed again."""
        self.deciding.sent = False
        self._redraw()

    def _overtime(self, update: TableUpdate) -> list[str]:
        """That the time for a decision was up, where it was."""
        timed = self._status.left is not None and not self.deciding.sent
        if not timed or not decided_for(self._view, update.view, update.events):
            return []
        said = _("Time was up: a bot decided for you.")
        self.notify(said, severity="warning", markup=False)  # the log may have moved on already
        return [said]

    # Steps

    def _advance(self) -> None:
        """Show the next step, unless one is still being looked at."""
        if self._timer is None and self._queue:
            self._stage = self._queue.pop(0)
            hurried = len(self._queue) > CROWD
            if self._stage.won:
                self._wait(self._pace if hurried else self._hold)
            elif self._queue:
                self._wait(self._pace / 4 if hurried else self._pace)
        self._redraw()

    def _wait(self, seconds: float) -> None:
        # Not `set_timer`: Textual skips a time that has passed while the process slept, and then never fires.
        self._timer = asyncio.get_running_loop().call_later(seconds, self.call_next, self._time_up, self._stage)

    def _time_up(self, stage: Stage) -> None:
        """The step has been shown for its time, unless a key went on from it."""
        if stage is self._stage:
            self._go_on()

    def _go_on(self) -> None:
        """The step has been seen."""
        self._stop()
        if self._view.over and not self._queue:
            self.post_message(ResultRequested())
        self._advance()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._say_seen(self._stage)

    def _say_seen(self, stage: Stage) -> None:
        if stage.won and stage.ended is None:
            self.post_message(TrickSeen(stage.day, stage.number))

    def _catch_up(self) -> None:
        """Who decides has seen enough: show the trick as it lies."""
        self._stop()
        for stage in self._queue:
            self._say_seen(stage)
        if self._queue:
            self._stage, self._queue = self._queue[-1], []

    def _to_present(self) -> None:
        """Who chooses must see the trick as it lies: nothing is played blind."""
        self._recalled = False
        if self._view.actions:
            self._catch_up()

    def _behind(self) -> bool:
        return bool(self._queue)

    def _shown(self) -> Shown:
        shown = super()._shown()
        gifts = any(decision.kind in ("take", "give") for decision in self._view.decisions)
        lies = shown.stage.won and not shown.recalled and not self._queue
        return replace_in(shown, on=_("gifts")) if gifts and lies else shown

    def _first_seen(self) -> str:
        """What has to be seen before a choice."""
        if not self._behind():
            return ""
        if self._stage.ended is not None:
            return _("The day is over. You are next, in the new one.")
        return _("You are next. First see how the trick lies.")

    def _prompt(self, width: int) -> list[Content]:
        lines = prompt_lines(self.deciding, width, self._hint, self._first_seen())
        if self._helping or self._knowing:
            return [lines[0], closing_line("k" if self._knowing else "?")]
        return lines

    def _keys(self, width: int) -> list[Content]:
        return key_lines(self.deciding, width)

    # Keys

    def action_digit(self, number: int) -> None:
        """Choose by number."""
        self._to_present()
        self.deciding.number_key(number)
        self._redraw()

    def action_move(self, step: int) -> None:
        """Choose the next one."""
        self._to_present()
        self.deciding.move(step)
        self._redraw()

    def action_up_down(self, step: int) -> None:
        """The next question, or the other hand."""
        self._to_present()
        self.deciding.up_down(step)
        self._redraw()

    def action_tab(self) -> None:
        """The other hand, or the other way to ask."""
        self._to_present()
        self.deciding.other_hand()
        self._redraw()

    def action_bound(self, step: int) -> None:
        """A greater or smaller number to compare with."""
        if self.deciding.draft is not None:
            self.deciding.fault = ""
            self.deciding.draft.step_bound(step)
            self._redraw()

    def action_confirm(self) -> None:
        """Make the chosen decision; with nothing chosen, go on."""
        if self._helping or self._knowing:
            self.action_clear()
        elif self._recalled:
            self.action_last()
        elif self._behind() and self._view.actions:
            self._to_present()
            self._redraw()
        elif self._timer is not None and self._stage.won and self.deciding.pending() is None:
            self._go_on()
        else:
            action = self.deciding.confirm()
            if action is not None:
                self._fresh = 0  # what happens from here on is news
                self.post_message(ActionChosen(self._view.number, action))
            self._redraw()

    def action_space(self) -> None:
        """Set an item of the question, or go on."""
        draft = self.deciding.draft
        if draft is not None and draft.building and not self._recalled:
            self.deciding.fault = ""
            draft.toggle()
            self._redraw()
        elif self._recalled:
            self.action_last()
        elif self._timer is not None or self._view.over:
            self._go_on()

    def action_clear(self) -> None:
        """Close what is open, or choose nothing."""
        if self._helping or self._knowing or self._recalled:
            self._helping = self._knowing = self._recalled = False
        else:
            self.deciding.clear()
        self._redraw()

    def action_ask(self) -> None:
        """Put a question together."""
        self._to_present()
        self.deciding.open_draft()
        self._redraw()

    def action_hint(self) -> None:
        """Ask a bot what it would do, or hide its advice."""
        self._to_present()
        if self._hint is not None and self._hint.told:
            self._hint = None
        elif self._view.actions and self._hint is None:
            self._advise(self._view)
        elif self._view.me is not None and self._hint is None and not self._view.over:
            self.deciding.fault = _("A hint is for your own turn.")
        self._redraw()

    def action_menu(self) -> None:
        """Ask for the menu."""
        self.post_message(MenuRequested())

    # Mouse

    @on(Pane.Scrolled)
    def _scrolled(self, event: Pane.Scrolled) -> None:
        if self.deciding.draft is not None:
            self.action_up_down(event.step)

    @on(Pane.Picked)
    def _picked(self, event: Pane.Picked) -> None:
        """A click means what its place says; a second one on the same card or option confirms."""
        deciding, args = self.deciding, event.args
        draft = deciding.draft
        if event.target not in ("confirm", "pane"):
            deciding.fault = ""
        present = not self._behind() and not self._recalled
        if event.target in ("card", "option", "hand"):
            self._to_present()
        match event.target:
            case "card":
                if deciding.choose(*args) and present:
                    return self.action_confirm()
            case "option":
                if deciding.choose_option(*args) and present:
                    return self.action_confirm()
            case "hand":
                deciding.choose_hand(*args)
            case "target" if draft is not None:
                draft.choose_target(*args)
            case "way" if draft is not None:
                draft.switch(bool(args[0]))
            case "question" if draft is not None:
                draft.choose_question(*args)
            case "item" if draft is not None:
                draft.toggle(*args)
            case "pane":
                return self._pane_clicked(*args)
            case _:
                return self._key_clicked(event.target)
        self._redraw()
        return None

    def _pane_clicked(self, name: str) -> None:
        if name == "help":
            self.action_clear()
        elif name == "facts":
            self.action_known()
        elif name == "trick":
            self.action_space()

    def _key_clicked(self, target: str) -> None:
        actions = {
            "confirm": self.action_confirm,
            "go_on": self.action_space,
            "tab": self.action_tab,
            "toggle": self.action_space,
            "clear": self.action_clear,
            "ask": self.action_ask,
            "last": self.action_last,
            "hint": self.action_hint,
            "help": self.action_help,
            "menu": self.action_menu,
            "leave": self.action_leave,
        }
        actions[target]()


def _shown_view(update: TableUpdate) -> View:
    """The view; of a game that was played long ago nothing is left to decide."""
    return replace(update.view, actions=()) if update.status.connection == "replay" else update.view
