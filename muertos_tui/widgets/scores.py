"""Food, Muertos and points: in this hand, and in all (R19, R24)."""

from textual.content import Content

from engine.cards import Card
from engine.seating import SEATS, side
from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.i18n import _
from muertos_tui.ink import OURS, SOFT, TEXT, THEIRS, Part, fit, heading, ink, line

COLUMNS = "{hand:>7} {all:>8} {points:>6}"
COLUMNS_WIDTH = 23


def score_lines(view: View, cast: Cast, width: int) -> list[Content]:
    """A line for each side, or for each of three players."""
    labels = COLUMNS.format(hand=_("hand"), all=_("in all"), points=_("points"))
    title = _("Score")
    space = " " * max(width - 3 - len(title) - COLUMNS_WIDTH - 1, 0)
    rows = [heading(title, width, (space + labels, ink(SOFT)))]
    seats = _rows(view, cast)
    return rows + [_row(view, cast, seat, width) for seat in seats]


def score_rows(view: View) -> int:
    """How many score."""
    return 2 if view.players == 4 else 3


def _rows(view: View, cast: Cast) -> list[int]:
    """A seat of each side, one's own first; with three players each player's seat."""
    if view.players == 4:
        return [cast.seat_at("bottom"), cast.seat_at("left")]
    around = ((cast.bottom + step) & 3 for step in SEATS)
    return [seat for seat in around if cast.owners[seat] is not None]


def _row(view: View, cast: Cast, seat: int, width: int) -> Content:
    owner = view.owners[seat]
    total = view.totals[0 if owner is None else owner]
    food, muertos = tally(view.captured[side(seat)])
    figures = COLUMNS.format(
        hand=_("{food}F {muertos}M").format(food=food, muertos=muertos),
        all=_("{food}F {muertos}M").format(food=total.food, muertos=total.muertos),
        points=total.points,
    )
    name: Part = (fit(" " + _name(view, cast, seat), width - COLUMNS_WIDTH), ink(OURS if cast.ours(seat) else THEIRS))
    return line(name, (figures, ink(TEXT, bold=True)))


def _name(view: View, cast: Cast, seat: int) -> str:
    if view.players == 4:
        return cast.side_name(seat)
    table = cast.owners[(seat + 2) & 3] is None
    return _("{name} + table").format(name=cast.name(seat)) if table else cast.name(seat)


def tally(cards: tuple[Card, ...]) -> tuple[int, int]:
    """How many Food and Muertos lie there."""
    food = sum(card.kind == "food" for card in cards)
    return food, sum(card.kind == "muertos" for card in cards)
