"""How a game ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static

from engine.events import Score
from engine.views import View
from muertos_tui import commands
from muertos_tui.finished import Finished
from muertos_tui.i18n import _
from muertos_tui.ink import fit
from muertos_tui.screens.page import Menu, Page, Row


@dataclass(frozen=True)
class Line:
    """The score of a team, or of one of three players."""

    who: str
    score: Score
    mine: bool
    won: bool


class ResultScreen(Page):
    """The final scores, who won in words, and what can be done next."""

    BINDINGS = commands.bindings(
        commands.ShowRules,
        commands.PlayAgain,
        commands.ToLobby,
        commands.SaveRecord,
        commands.WatchReplay,
        commands.LookBack,
        commands.LeaveTable,
    )

    def __init__(
        self, view: View, names: Sequence[str], is_host: bool, finished: Finished | None, host: str = ""
    ) -> None:
        """`finished` comes a little later than the view; `host` names who starts the next game."""
        super().__init__()
        self._view = view
        self._names = names
        self._is_host = is_host
        self._finished = finished
        self._host = host

    def heading(self) -> str:
        """What this is."""
        return _("The game is over")

    def body(self) -> ComposeResult:
        """Words, figures, choices."""
        lines = score_lines(self._view, self._names)
        yield Static(verdict(self._view, self._names), id="verdict", markup=False)
        yield Static(_table(lines), id="scores", markup=False)
        yield Static(reason(lines), id="reason", markup=False)
        yield Static(id="found", markup=False)
        yield Static(id="starter", markup=False)
        yield Menu(id="next")

    def on_mount(self) -> None:
        """The choices are at hand."""
        self.show(self._is_host, self._finished, self._host)
        self.query_one(Menu).focus()

    def show(self, is_host: bool, finished: Finished | None, host: str = "") -> None:
        """What can be done may change: the host leaves, the record comes and is checked."""
        self._is_host, self._finished = is_host, finished
        starter = "" if is_host or not host else _("{host} can start the next game.").format(host=host)
        for name, said in (("found", finished.found if finished else ""), ("starter", starter)):
            line = self.query_one(f"#{name}", Static)
            line.update(said)
            line.display = bool(said)
        # First what an Enter too many may do without harm.
        offered: list[tuple[type[commands.Command], str]] = [(commands.LookBack, _("Look at the table once more"))]
        if finished:
            offered.append((commands.WatchReplay, _("Go through this game again, step by step")))
            offered.append((commands.SaveRecord, _("Save the record of this game")))
        if is_host:
            offered.append((commands.PlayAgain, _("Play another game")))
        to_change = _("change seats, bots, options") if is_host else _("change your seat, get ready")
        offered.append((commands.ToLobby, _("Back to the lobby: {deeds}").format(deeds=to_change)))
        offered.append((commands.LeaveTable, _("Leave the table")))
        rows = [
            Row(kind.__name__, title, "esc" if kind is commands.LeaveTable else kind.key) for kind, title in offered
        ]
        self.query_one(Menu).put(rows)
        self.refresh_bindings()

    def may(self, command: type[commands.Command]) -> bool:
        """Show only what can be done."""
        if command is commands.PlayAgain:
            return self._is_host
        return self._finished is not None if command in (commands.SaveRecord, commands.WatchReplay) else True

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.post_message(commands.NAMED[event.option_id or "LeaveTable"]())


def score_lines(view: View, names: Sequence[str]) -> list[Line]:
    """The scores by team, or by player with three; the looker's first."""
    groups = [(0, 2), (1, 3)] if view.players == 4 else [(0,), (1,), (2,)]
    lines = [
        Line(
            " + ".join(_name(view, names, player) for player in group),
            view.totals[group[0]],
            view.me in group,
            group[0] in view.winners,
        )
        for group in groups
    ]
    return sorted(lines, key=lambda line: not line.mine)


def verdict(view: View, names: Sequence[str]) -> str:
    """Who has won, in words."""
    won = [line for line in score_lines(view, names) if line.won]
    if len(won) > 1:
        return _("A shared win: {names}.").format(names=", ".join(line.who for line in won))
    winners = [player for player in view.winners if player != view.me]
    others = _(" and ").join(_name(view, names, player) for player in winners)
    if view.me not in view.winners:
        return _("{names} win.").format(names=others) if len(winners) > 1 else _("{name} wins.").format(name=others)
    return _("You and {name} win.").format(name=others) if winners else _("You win.")


def reason(lines: Sequence[Line]) -> str:
    """What decided it, if pairs alone did not."""
    best = max(line.score.points for line in lines)
    tied = [line for line in lines if line.score.points == best]
    if len(tied) == 1:
        return _("A pair is one Food and one Muertos, and scores a point.")
    most_food = max(line.score.food for line in tied)
    if sum(line.score.food == most_food for line in tied) == 1:
        return _("As many pairs on both sides: the most Food decides.")
    if sum(line.won for line in tied) == 1:
        return _("As many pairs and as much Food: the most Muertos decide.")
    return _("As many pairs, as much Food, as many Muertos.")


def _name(view: View, names: Sequence[str], player: int) -> str:
    if player == view.me:
        return _("You")
    return names[player] if player < len(names) else _("Player {n}").format(n=player + 1)


def _table(lines: Sequence[Line]) -> Content:
    head = f"{'':26}{_('Food'):>8}{_('Muertos'):>9}{_('Pairs'):>7}"
    rows = [Content.styled(head, "$soft")]
    for line in lines:
        score = line.score
        mark = _("  won") if line.won else ""
        text = f"{fit(line.who, 26)}{score.food:>8}{score.muertos:>9}{score.points:>7}{mark}"
        rows.append(Content.styled(text, "bold $primary" if line.won else ""))
    return Content("\n").join(rows)
