"""Food, Muertos and points: this day, and in all (R19, R24)."""

from textual.content import Content

from engine.cards import Card
from engine.seating import SEATS, partner, side
from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.i18n import _
from muertos_tui.ink import OURS, SOFT, TEXT, THEIRS, cut, cut_within, fit, heading, ink, line, width_of

WIDE = (7, 9, 7)  # columns: this day, in all, points
NARROW = (5, 6, 4)
ROOM_FOR_WIDE = 36


def score_lines(view: View, cast: Cast, width: int) -> list[Content]:
    """A line for each side, or for each of three players."""
    columns = WIDE if width >= ROOM_FOR_WIDE else NARROW
    labels = (_("today"), _("in all"), _("points")) if columns is WIDE else (_("day"), _("all"), _("pts"))
    title = _("Score")
    text = _columns(columns, labels)
    space = " " * max(width - 3 - width_of(title) - width_of(text), 0)
    rows = [heading(title, width, (space + text, ink(SOFT)))]
    seats = _rows(view, cast)
    return rows + [_row(view, cast, seat, width, columns) for seat in seats]


def score_rows(view: View) -> int:
    """How many score."""
    return 2 if view.players == 4 else 3


def _rows(view: View, cast: Cast) -> list[int]:
    """A seat of each side, one's own first; with three players each player's seat."""
    if view.players == 4:
        return [cast.seat_at("bottom"), cast.seat_at("left")]
    around = ((cast.bottom + step) & 3 for step in SEATS)
    return [seat for seat in around if cast.owners[seat] is not None]


def _columns(columns: tuple[int, ...], texts: tuple[str, ...]) -> str:
    return "".join(text.rjust(column) for text, column in zip(texts, columns, strict=True))


def _row(view: View, cast: Cast, seat: int, width: int, columns: tuple[int, ...]) -> Content:
    owner = view.owners[seat]
    total = view.totals[0 if owner is None else owner]
    food, muertos = tally(view.captured[side(seat)])
    pair = _("{food}F {muertos}M") if columns is WIDE else _("{food}F{muertos}M")
    hand = pair.format(food=food, muertos=muertos)
    overall = pair.format(food=total.food, muertos=total.muertos)
    figures = _columns(columns, (hand, overall, str(total.points)))
    name = fit(" " + _name(view, cast, seat, width - width_of(figures) - 1), width - width_of(figures))
    return line((name, ink(OURS if cast.ours(seat) else THEIRS)), (figures, ink(TEXT, bold=True)))


def _name(view: View, cast: Cast, seat: int, room: int) -> str:
    """Who scores; of a pair, each name cut as little as can be, and so that no two of the table look the same."""
    if view.players == 4:
        first, second = (cast.name(s) for s in sorted((seat, partner(seat)), key=lambda s: (s - cast.bottom) & 3))
        between = " + " if width_of(f"{first} + {second}") <= room else "+"
        room -= width_of(between)
        half = max(room // 2, room - width_of(second))
        names = {cast.name(s) for s in SEATS}
        shorten = cut if len({cut(name, room // 2) for name in names}) == len(names) else cut_within
        name = shorten(first, half)
        return f"{name}{between}{shorten(second, room - width_of(name))}"
    table = cast.owners[partner(seat)] is None
    return _("{name} + table").format(name=cast.name(seat)) if table else cast.name(seat)


def tally(cards: tuple[Card, ...]) -> tuple[int, int]:
    """How many Food and Muertos lie there."""
    food = sum(card.kind == "food" for card in cards)
    return food, sum(card.kind == "muertos" for card in cards)
