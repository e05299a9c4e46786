"""A game again, step by step, on the table it was played at."""

from dataclasses import replace as with_
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer

from muertos_tui.cast import Cast
from muertos_tui.i18n import _
from muertos_tui.reel import Reel
from muertos_tui.screens.board import BoardScreen
from muertos_tui.screens.page import LeftOnce
from muertos_tui.telling import tell
from muertos_tui.widgets.pane import Pane
from muertos_tui.widgets.replay import Position, key_lines, prompt_lines
from muertos_tui.widgets.trick import Shown

PACE: Final = 1.0  # seconds a moment is shown when it plays by itself


class ReplayScreen(BoardScreen, LeftOnce[None]):
    """Shows the moments of a game through a player's eyes, or with all hands open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", _("step on")),
        Binding("left", "step(-1)", _("step back")),
        Binding("down,pagedown", "trick(1)", _("next trick")),
        Binding("up,pageup", "trick(-1)", _("trick before")),
        Binding("home", "jump(0)", _("the beginning")),
        Binding("end", "jump(-1)", _("the end")),
        *(Binding(str(day), f"day({day})", show=False) for day in (1, 2, 3)),
        Binding("space", "play", _("play")),
        Binding("e,tab", "eyes", _("eyes")),
        Binding("h", "hint", _("what a bot would do")),
        Binding("l", "last", _("last trick")),
        Binding("question_mark", "help", _("help")),
        Binding("q,escape", "leave", _("leave")),
    ]

    def __init__(self, reel: Reel, eyes: int | None = None, pace: float = PACE) -> None:
        self.reel, self.eyes, self.place = reel, eyes, 0
        self._pace = pace
        self._timer: Timer | None = None
        view = reel.seen(0, eyes)
        super().__init__(view, reel.status, Cast.of(view, reel.status), reel.frames[0].stage, ())
        self._take()

    def _take(self) -> None:
        """Take up the moment at `place`."""
        update, own = self.reel.update(self.place, self.eyes)
        self._view = replace(update.view, actions=())
        self._cast = Cast.of(update.view, update.status)
        self._stage = self.reel.frames[self.place].stage
        before = len(update.events) - own
        news = list(tell(update.events[before:], self._cast))
        self._told, self._fresh = [*tell(update.events[:before], self._cast), *news], len(news)
        self._recalled = False
        self._hint = None
        self.deciding.renew(self._view, self._cast)
        self.deciding.seat = None  # nothing is chosen here, so no card has a key
        if self.is_running:
            self._place(self.size.width, self.size.height)
            self._redraw()

    def _behind(self) -> bool:
        done = self.reel.frames[self.place].done
        later = self.place + 1
        return later < len(self.reel.frames) and self.reel.frames[later].done == done

    def _shown(self) -> Shown:
        return with_(super()._shown(), on=_("→ on"))

    def _prompt(self, width: int) -> list[Content]:
        reel = self.reel
        position = Position(self.place, len(reel.frames), self.eyes, self._timer is not None, reel.over)
        return prompt_lines(self._view, self._cast, position, reel.following(self.place), self._hint, width)

    def _keys(self, width: int) -> list[Content]:
        return key_lines(self._timer is not None, width)

    # Keys

    def go(self, place: int) -> None:
        """Show another moment."""
        self.place = max(0, min(place, len(self.reel.frames) - 1))
        self._take()

    def action_step(self, by: int) -> None:
        """The next moment, or the one before."""
        self._rest()
        self.go(self.place + by)

    def action_trick(self, by: int) -> None:
        """The end of the next trick, or of the one before."""
        self._rest()
        self.go(self.reel.trick_after(self.place) if by > 0 else self.reel.trick_before(self.place))

    def action_jump(self, place: int) -> None:
        """The beginning or the end."""
        self._rest()
        self.go(place % len(self.reel.frames))

    def action_day(self, day: int) -> None:
        """The beginning of a day."""
        self._rest()
        self.go(self.reel.day(day))

    def action_eyes(self) -> None:
        """Look through the next player's eyes; after the last, at all hands."""
        after = 0 if self.eyes is None else self.eyes + 1
        self.eyes = after if after < self.reel.players else None
        self._take()

    def action_play(self) -> None:
        """Go on by itself, or stop; from the end, begin anew."""
        if self._timer is not None:
            self._rest()
        else:
            if self.place == len(self.reel.frames) - 1:
                self.go(0)
            self._timer = self.set_interval(self._pace, self._tick)
        self._redraw()

    def _tick(self) -> None:
        if self.place == len(self.reel.frames) - 1:
            self._rest()
            self._redraw()
        else:
            self.go(self.place + 1)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_hint(self) -> None:
        """What a bot would do in the place of who decides; once more hides it."""
        view = self.reel.decider_view(self.place)
        if self._hint is not None:
            self._hint = None
        elif view is not None:
            self._rest()
            self._advise(view)
        self._redraw()

    def action_leave(self) -> None:
        """Back to where one came from; what is open is closed first."""
        if self._helping or self._recalled:
            self._helping = self._recalled = False
            self._redraw()
            return
        self._rest()
        self.dismiss(None)

    # Mouse

    @on(Pane.Scrolled)
    def _scrolled(self, event: Pane.Scrolled) -> None:
        self.action_step(event.step)

    @on(Pane.Picked)
    def _picked(self, event: Pane.Picked) -> None:
        """A click on a key is that key; on the trick, one step on."""
        match event.target, event.args:
            case "step", (by,):
                self.action_step(by)
            case "trick", (by,):
                self.action_trick(by)
            case "day", (day,):
                self.action_day(day)
            case ("pane", ("trick",)) | ("go_on", ()):
                self.action_last() if self._recalled else self.action_step(1)
            case "pane", ("help",):
                self.action_help()
            case ("play" | "eyes" | "hint" | "last" | "help" | "leave") as name, _args:
                getattr(self, f"action_{name}")()
