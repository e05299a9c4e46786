"""The panes of a table, placed and drawn from a view alone: what the live table and the replay have in common."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen

from engine.bots import Choice
from engine.views import View
from muertos_tui.advice import Hint
from muertos_tui.cast import Cast
from muertos_tui.deciding import Deciding
from muertos_tui.i18n import _
from muertos_tui.layout import Box, arrange, fits
from muertos_tui.stages import Stage, last_stage
from muertos_tui.updates import HintRequested, LeaveRequested, TableStatus
from muertos_tui.widgets.asking import asking_lines
from muertos_tui.widgets.facts import all_facts, fact_lines
from muertos_tui.widgets.hands import hand_lines
from muertos_tui.widgets.header import header_lines
from muertos_tui.widgets.help import help_lines
from muertos_tui.widgets.log import log_lines
from muertos_tui.widgets.notice import notice_lines
from muertos_tui.widgets.pane import Pane
from muertos_tui.widgets.scores import score_lines, score_rows
from muertos_tui.widgets.tableau import tableau_lines
from muertos_tui.widgets.trick import Shown, trick_lines

PANES: Final = ("header", "trick", "log", "cards", "scores", "facts", "hands", "prompt", "keys", "asking", "help")
OVER: Final = ("asking", "help")  # those that stand before others


class BoardScreen(Screen[None]):
    """Shows one view; who inherits from it says which, and what the prompt and the keys are."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("k", "known", _("known"), show=False)]

    DEFAULT_CSS = """
    BoardScreen { layers: table over; }
    BoardScreen Pane { position: absolute; layer: table; text-wrap: nowrap; text-overflow: clip; }
    BoardScreen #asking, BoardScreen #help, BoardScreen #notice { layer: over; display: none; background: $background; }
    BoardScreen #notice { width: 100%; height: 100%; }
    """

    def __init__(self, view: View, status: TableStatus, cast: Cast, stage: Stage, told: Sequence[str]) -> None:
        super().__init__()
        self._view, self._status, self._cast, self._stage = view, status, cast, stage
        self.deciding = Deciding(view, cast)
        self._hint: Hint | None = None
        self._told = list(told)
        self._fresh = len(self._told)
        self._recalled = False
        self._helping = False
        self._knowing = False  # all that is known of closed hands stands before the panes
        self._panes = {name: Pane(name) for name in PANES}
        self._notice = Pane("notice")
        self._boxes: dict[str, Box] = {}

    def compose(self) -> ComposeResult:
        """All panes, placed by `layout`."""
        yield from self._panes.values()
        yield self._notice

    def on_mount(self) -> None:
        """Draw the first view."""
        self._notice.draw(notice_lines)
        self._redraw()

    # Drawing

    def on_resize(self, event: Resize) -> None:
        """Place the panes anew."""
        self._place(event.size.width, event.size.height)
        self._redraw()

    def _place(self, width: int, height: int) -> None:
        room = fits(width, height)
        self._notice.display = not room
        self._boxes = arrange(width, height, len(self.deciding.slots), score_rows(self._view)) if room else {}
        for name, pane in self._panes.items():
            box = self._boxes.get(name)
            if box is None:
                continue
            pane.styles.offset = (box.x, box.y)
            pane.styles.width, pane.styles.height = box.width, box.height

    def _redraw(self) -> None:
        """Draw every pane from the view, the choice so far and the step being shown."""
        if not self.is_running:
            return
        view, cast, deciding, status = self._view, self._cast, self.deciding, self._status
        draft, told, fresh = deciding.draft, list(self._told), self._fresh
        shown, tall = self._shown(), self.size.height
        behind = self._behind()
        panes = self._panes
        panes["header"].draw(lambda w, h: header_lines(view, cast, status, w, behind))
        panes["trick"].draw(lambda w, h: trick_lines(shown, w, h))
        panes["log"].draw(lambda w, h: log_lines(told, fresh, w, h))
        panes["cards"].draw(lambda w, h: tableau_lines(view, w, h))
        panes["scores"].draw(lambda w, h: score_lines(view, cast, w))
        panes["facts"].draw(lambda w, h: fact_lines(view, cast, w, h))
        panes["hands"].draw(lambda w, h: hand_lines(deciding, tall, w))
        panes["prompt"].draw(lambda w, h: self._prompt(w))
        panes["keys"].draw(lambda w, h: self._keys(w))
        if draft is not None:
            panes["asking"].draw(lambda w, h: asking_lines(draft, view, cast, w, h))
        if self._knowing:
            panes["help"].draw(lambda w, h: all_facts(view, cast, w, h))
        elif self._helping:
            panes["help"].draw(lambda w, h: help_lines(deciding, w, h))
        panes["asking"].display = draft is not None and not self._recalled
        panes["help"].display = self._helping or self._knowing
        self._hide_covered()

    def _hide_covered(self) -> None:
        """Textual breaks a line at the borders of the panes under it too, and a wide letter there becomes spaces."""
        over = [self._boxes[name] for name in OVER if self._panes[name].display and name in self._boxes]
        for name, box in self._boxes.items():
            if name not in OVER:
                self._panes[name].visible = not any(cover.covers(box) for cover in over)

    def _shown(self) -> Shown:
        """What the trick pane shows."""
        last = last_stage(self._view)
        if self._recalled and last is not None:
            return Shown(last, self._view, self._cast, recalled=True)
        return Shown(self._stage, self._view, self._cast, held=self._stage.won, behind=self._behind())

    def _behind(self) -> bool:
        """Whether the step being shown lies before the view."""
        return False

    def _prompt(self, width: int) -> list[Content]:
        """The two lines above the keys."""
        raise NotImplementedError

    def _keys(self, width: int) -> list[Content]:
        """The keys that work now."""
        raise NotImplementedError

    # Advice

    def _advise(self, view: View) -> None:
        """Ask a bot what it would do with this view."""
        asked = self._hint = Hint()
        self.post_message(HintRequested(view, lambda choice: self._advised(asked, choice)))

    def _advised(self, asked: Hint, choice: Choice | None) -> None:
        """A bot has thought; what is not asked any more needs no advice."""
        if self._hint is asked:
            self._hint = Hint(choice, failed=choice is None)
            self._redraw()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without room for the table no key does anything."""
        return fits(self.size.width, self.size.height)

    def action_last(self) -> None:
        """Call the last trick back, or return from it."""
        self._recalled = not self._recalled and self._view.last is not None
        if self._view.last is None:
            self.notify(_("No trick is finished yet."), markup=False)
        self._redraw()

    def action_help(self) -> None:
        """Explain what is chosen, and the screen."""
        self._helping, self._knowing = not self._helping, False
        self._redraw()

    def action_known(self) -> None:
        """Show all that is known of closed hands, or what lies behind it."""
        self._knowing, self._helping = not self._knowing, False
        self._redraw()

    def action_leave(self) -> None:
        """Ask to leave."""
        self.post_message(LeaveRequested())
