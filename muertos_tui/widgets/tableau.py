"""The day's cards by rank and colour: what was played, what one sees, and what is still out (R12)."""

from collections import Counter
from itertools import groupby

from textual.content import Content

from engine.cards import COLORS, Card, Color, in_hand
from engine.views import View
from muertos_tui.glyphs import GONE, OUT, SEEN
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, SOFT, TEXT, Part, cut, heading, ink, line, width_of
from muertos_tui.widgets.scores import tally
from muertos_tui.words import COLOR_NAMES

LETTERS = {"choose": "c", "ask": "a", "spoiled": "s"}  # told apart among the cards of one rank


def tableau_lines(view: View, width: int, height: int) -> list[Content]:
    """The ranks from the highest down; under each, a sign for each card, or how many are out where it is narrow."""
    cells = _cells(view)
    widths = {rank: max(len(cells[color, rank]) for color in COLORS) for rank in _ranks(view)}
    label = max(len(name) for name in COLOR_NAMES.values()) + 1
    narrow = label + sum(w + 1 for w in widths.values()) > width
    lettered = {card.rank for card in view.deck if card.kind in LETTERS}
    if narrow:
        widths = {rank: w if rank in lettered else _narrow(cells, rank) for rank, w in widths.items()}
        label = 2
    note = (f"{OUT} " + _("out") + f"  {SEEN} " + _("in sight") + f"  {GONE} " + _("gone"), ink(SOFT))
    rows = [
        heading(_("Cards"), width, *([] if narrow else [note])),
        line((" " * label + "".join(f"{rank:>{w}} " for rank, w in widths.items()), ink(SOFT))),
    ]
    rows += [_row(color, cells, widths, label, lettered if narrow else None) for color in COLORS]
    return [*rows, *_sums(view, width)][:height]


def _narrow(cells: dict[tuple[Color, int], list[tuple[str, Card]]], rank: int) -> int:
    """The width of a rank's column where its cards are counted."""
    return max(len(str(rank)), *(len(_count(cells[color, rank])) for color in COLORS))


def _ranks(view: View) -> list[int]:
    return sorted({card.rank for card in view.deck}, reverse=True)


def _cells(view: View) -> dict[tuple[Color, int], list[tuple[str, Card]]]:
    """For each colour and rank a sign and the card, those out first."""
    out = Counter(view.out)
    sight = Counter(card for hand in view.hands for card in hand or ())
    cells: dict[tuple[Color, int], list[tuple[str, Card]]] = {
        (color, rank): [] for color in COLORS for rank in _ranks(view)
    }
    for card in view.deck:
        if sight[card]:
            sight[card] -= 1
            out[card] -= 1
            sign = SEEN
        elif out[card]:
            out[card] -= 1
            sign = LETTERS.get(card.kind, OUT)
        else:
            sign = GONE
        cells[in_hand(card).color, card.rank].append((sign, card))
    return cells


def _row(
    color: Color,
    cells: dict[tuple[Color, int], list[tuple[str, Card]]],
    widths: dict[int, int],
    label: int,
    lettered: set[int] | None,
) -> Content:
    """A colour; in a narrow row (`lettered`) only the ranks of lettered cards show each card."""
    name = COLOR_NAMES[color].ljust(label) if lettered is None else color.ljust(label)
    bright, dim = ink(COLOR_INK[color], bold=True), ink(SOFT)
    parts: list[Part] = [(name, bright)]
    for rank, width in widths.items():
        signs = cells[color, rank]
        each = lettered is None or rank in lettered
        text = "".join(sign for sign, _card in signs) if each else _count(signs)
        for dull, signs_alike in groupby(text.rjust(width) + " ", lambda sign: sign in (GONE, " ")):
            parts.append(("".join(signs_alike), dim if dull else bright))
    return line(*parts)


def _count(signs: list[tuple[str, Card]]) -> str:
    """One sign for all cards of a rank and colour: how many are out, or that they are in sight or gone."""
    if not signs:
        return " "
    unseen = sum(sign not in (SEEN, GONE) for sign, _card in signs)
    if unseen:
        return str(unseen)
    return SEEN if any(sign == SEEN for sign, _card in signs) else GONE


def _sums(view: View, width: int) -> list[Content]:
    """Food and Muertos that are still in hands, and what was lost."""
    food, muertos = tally(view.out)
    all_food, all_muertos = tally(view.deck)
    counts = {"f": food, "ff": all_food, "m": muertos, "mm": all_muertos}
    texts = (_("In hands: Food {f} of {ff}, Muertos {m} of {mm}"), _("Food {f}/{ff} Muertos {m}/{mm}"))
    lost = ""
    if view.lost:
        lost_food, lost_muertos = tally(view.lost)
        lost = f" {GONE} " + _("lost {f}F {m}M").format(f=lost_food, m=lost_muertos)
    said = [text.format(**counts) + lost for text in (*texts, _("F {f}/{ff} M {m}/{mm}"))]
    return [line((next((text for text in said if width_of(text) <= width), cut(said[-1], width)), ink(TEXT)))]
