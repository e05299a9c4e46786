"""The seats and the trick: each card where it was played."""

from dataclasses import dataclass

from textual.content import Content
from textual.style import Style

from engine.views import View
from muertos_tui.cast import Cast, Place
from muertos_tui.glyphs import CHOSEN, DOT
from muertos_tui.i18n import _
from muertos_tui.ink import (
    COLOR_INK,
    MARIGOLD,
    OURS,
    SOFT,
    TEXT,
    THEIRS,
    WARNING,
    Part,
    cut,
    heading,
    ink,
    line,
    spot,
    width_of,
    wrap,
)
from muertos_tui.stages import Stage
from muertos_tui.telling import hand_text, trick_text
from muertos_tui.widgets.tile import AFTER, BESIDE, SIZES, big, empty, lying
from muertos_tui.words import card_face, card_list, cards_left, color_name

NARROW = 33  # columns from which on there is room for more words
SHORTEST = 6  # cells of a name that are kept before cards and notes are shortened


@dataclass(frozen=True)
class Shown:
    """What the pane shows: a stage on the way to the view, a finished one still to be seen, or the last."""

    stage: Stage
    view: View
    cast: Cast
    held: bool = False
    recalled: bool = False
    behind: bool = False
    on: str = ""  # what goes on from a finished trick, if not Space

    @property
    def finished(self) -> bool:
        """Whether a finished trick is shown."""
        return self.held or self.recalled

    @property
    def live(self) -> bool:
        """Whether the trick is shown as it lies in the view."""
        return not self.finished and not self.behind

    @property
    def seated(self) -> Cast:
        """The cast of the stage's day."""
        return self.cast.seated(self.stage.owners) if self.stage.owners else self.cast


def trick_lines(shown: Shown, width: int, height: int) -> list[Content]:
    """Partner on top, opponents at the sides, oneself at the bottom; below, how it stands."""
    if shown.stage.ended is not None and shown.finished:
        return [_title(shown, width), *_summary(shown, width)]
    foot = _standing(shown, width, height - 1 - 3 * 2)
    size = _card_size(width, height - 1 - len(foot))
    side = (width - 1) // 2
    middle = min(30, width - 2)
    indent = (width - (size[0] + 2 * BESIDE if size else middle)) // 2
    top = [_shift(row, indent) for row in _seat(shown, "top", middle, size)]
    bottom = [_shift(row, indent) for row in _seat(shown, "bottom", middle, size)]
    left, right = _seat(shown, "left", side, size), _seat(shown, "right", side, size)
    beside = [_beside(a, b, side + 1) for a, b in zip(left, right, strict=True)]
    air = max(height - 1 - len(foot) - len(top) - len(beside) - len(bottom), 0)
    gap = [Content("")] * min(air // 2, 3)
    lead = [Content("")] * ((air - 2 * len(gap)) // 2)
    body = [*lead, *top, *gap, *beside, *gap, *bottom]
    space = [Content("")] * max(height - 1 - len(body) - len(foot), 0)
    return [_title(shown, width), *body, *space, *foot]


def _card_size(width: int, height: int) -> tuple[int, int] | None:
    """How large three cards, each under a name, fit one above the other, and two beside each other."""
    room = (width - 1) // 2 - BESIDE - AFTER
    return next((size for size in SIZES if size[0] <= room and 3 * (size[1] + 1) <= height), None)


def _title(shown: Shown, width: int) -> Content:
    stage = shown.stage
    if shown.finished:
        return _finished_title(shown, width)
    if not shown.live:
        return heading(_("Trick {n}").format(n=stage.number), width)
    dot = f"{DOT} " if width > NARROW else ""
    free: list[Part] = [(dot + _("free:"), ink(SOFT))]
    for color in shown.view.free:
        free.append((" " + color_name(color), ink(COLOR_INK[color], bold=True)))
    if not shown.view.free:
        free.append((" " + _("black only"), ink(COLOR_INK["K"], bold=True)))
    return heading(_("Trick"), width, *free)


def _finished_title(shown: Shown, width: int) -> Content:
    """What is over and, whole, what goes on from it."""
    stage, (key, style) = shown.stage, _go_on(shown)
    if stage.ended is not None and shown.held:
        titles = [_("Day {n} is over")]
    elif shown.recalled:
        titles = [_("Last trick: {n} of 8"), _("Last trick: {n}")]
    else:
        titles = [_("Trick {n} of 8 is over"), _("Trick {n} is over"), _("Trick {n} over")]
    n = stage.day if stage.ended is not None and shown.held else stage.number
    said = [title.format(n=n) for title in titles]
    ways = [*((title, f"{DOT} ") for title in said), (said[-1], "")]
    room = width - 3 - 1 - width_of(key)
    title, dot = next(((title, dot) for title, dot in ways if width_of(title + dot) <= room), ways[-1])
    return heading(title, width, dot, (key, style))


def _seat(shown: Shown, place: Place, width: int, size: tuple[int, int] | None) -> list[Content]:
    """Who sits there, and under it what they have played."""
    cast = shown.seated
    seat = cast.seat_at(place)
    name = _name(shown, cast, seat, width - (BESIDE - 1 if size else 0))
    if size is None:
        return [name, _card(shown, seat, width)]
    name = _shift(name, BESIDE - 1)
    for order, play in enumerate(shown.stage.cards, start=1):
        if play.seat == seat and (play.discarded or play.removed):
            face = card_face(play.card)
            gone = _("{face} discarded") if play.discarded else _("{face} removed")
            return [name, *empty(gone.format(face=face), False, size)]
        if play.seat == seat:
            return [name, *big(play, order, shown.stage.winning == seat, size)]
    owes = shown.live and any(d.seat == seat for d in shown.view.decisions)
    return [name, *empty(_("to play") if owes and _to_play(shown.view) else "", owes, size)]


def _name(shown: Shown, cast: Cast, seat: int, width: int) -> Content:
    view, stage = shown.view, shown.stage
    owes = not (shown.behind or shown.recalled) and any(d.seat == seat for d in view.decisions)
    mark = cast.mark(seat)
    alarm = _away(cast, seat) if mark == "away" else ""
    partner = _("partner") if cast.place(seat) == "top" and cast.me is not None else ""
    leads = _("leads") if shown.live and not stage.cards and view.leader == seat else ""
    least = _("bot") if mark in ("bot", "stand_in") else ""
    bot = _("bot for now") if mark == "stand_in" else least
    name = cast.name(seat)
    held = cards_left(view.held[seat]) if stage.day == view.day and not view.over else ""
    # Who is to lead has the arrow too, and the partner's place is the partner's.
    ways = [[partner, leads, bot], [partner, bot], [bot], [least]]
    tail = _tail(held, alarm, ways, width - 1 - width_of(name), width - 1 - min(width_of(name), SHORTEST))
    arrow = CHOSEN if owes else " "
    name = cut(name, max(width - width_of(tail) - 1, 3))
    tone = ink(WARNING, bold=True) if alarm else ink(SOFT)
    return line(
        (arrow, ink(MARIGOLD, bold=True)),
        (name, ink(OURS if cast.ours(seat) else THEIRS, bold=True)),
        (cut(tail, width - 1 - width_of(name)), tone),
    )


def _away(cast: Cast, seat: int) -> str:
    seconds = cast.bot_comes(seat)
    return _("AWAY") if seconds is None else _("AWAY {n}s").format(n=seconds)


def _tail(held: str, alarm: str, notes: list[list[str]], room: int, most: int) -> str:
    """Cards left, an alarm, and the first of the notes there is room for; in little room the cards as a number.

    `room` is what the whole name leaves, `most` what it leaves once it is cut.
    """
    number = next(iter(held.split()), "")
    ways = [[held, alarm, *notes[0]], *([number, alarm, *some] for some in notes)]
    tails = [*(_joined(way, f" {DOT} ") for way in ways), _joined(ways[-1], " ")]
    least = _joined([alarm or number], "")
    fitting = [tail for space in (room, most) for tail in tails if width_of(tail) <= space]
    return next(iter(fitting), least)


def _joined(parts: list[str], between: str) -> str:
    said = between.join(filter(None, parts))
    return f" {said}" if said else ""


def _card(shown: Shown, seat: int, width: int) -> Content:
    for order, play in enumerate(shown.stage.cards, start=1):
        if play.seat == seat:
            return line(" ", lying(play, order, shown.stage.winning == seat, width - 1))
    owes = shown.live and any(d.seat == seat for d in shown.view.decisions)
    return line((_(" to play") if owes and _to_play(shown.view) else " -", ink(TEXT if owes else SOFT)))


def _to_play(view: View) -> bool:
    return any(decision.kind == "play" for decision in view.decisions)


def _standing(shown: Shown, width: int, room: int) -> list[Content]:
    """Who wins or has won, and whether Spoiled lies there."""
    stage, cast = shown.stage, shown.seated
    if shown.finished:
        winner = stage.winning if stage.winning is not None else 0
        if room > 1:
            rows = wrap(trick_text(winner, stage.captured, cast), width - 2)
        else:
            won = card_list(stage.captured) or _("nothing to score")
            rows = [cut(_("{who} won: {cards}.").format(who=cast.doer(winner), cards=won), width - 2)]
        return [line(" ", (row, ink(TEXT, bold=True))) for row in rows][:2]
    winning = ""
    if stage.winning is not None and stage.cards:
        text = _("! You are winning") if cast.you(stage.winning) else _("! {who} is winning")
        winning = text.format(who=cast.name(stage.winning))
    parts: list[Part] = [" "]
    if shown.live and shown.view.spoiled:
        said = _("Spoiled: no Food now.")
        if width_of(said + winning) + 2 > width:  # who is winning is not cut for it
            said = _("Spoiled.")
        parts += [(said, ink(WARNING, bold=True)), " "]
    parts.append((cut(winning, width - line(*parts).cell_length), ink(MARIGOLD, bold=True)))
    return [line(*parts)]


def _go_on(shown: Shown) -> tuple[str, Style]:
    key = _("l: back") if shown.recalled else shown.on or _("Space: go on")
    return (key, spot(ink(MARIGOLD, bold=True), "go_on"))


def _summary(shown: Shown, width: int) -> list[Content]:
    """What each side won in the day that is over."""
    assert shown.stage.ended is not None
    said = hand_text(shown.stage.ended, shown.seated)
    rows = [line(" ", (row, ink(TEXT, bold=True))) for row in wrap(said, width - 2)]
    return [Content(""), *rows]


def _shift(row: Content, columns: int) -> Content:
    return line(" " * columns, row)


def _beside(left: Content, right: Content, column: int) -> Content:
    return line(left, " " * max(column - left.cell_length, 0), right)
