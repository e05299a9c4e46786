"""Cards as they are drawn: corner, and the word that says colour or effect."""

from typing import Final

from textual.content import Content

from engine.board import TrickCard
from engine.cards import Card
from muertos_tui.glyphs import BAR as SIDE
from muertos_tui.glyphs import BARRED, CORNERS, RULE, WINNING
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, LINE, MARIGOLD, SOFT, TEXT, card_ink, centre, cut, fit, ink, line
from muertos_tui.words import card_face, card_label, color_name

# The sizes a card of the trick may be drawn in, in cells and lines, the largest first.
SIZES: Final = ((19, 10), (17, 9), (15, 8), (13, 7), (13, 6), (11, 5))
BESIDE = 4  # cells before a large card, for its place in the order
AFTER = 2  # ... and after it, for who wins
SHORT = {"spoiled": _("Spoil"), "kill10": _("Kill10"), "muertos": _("Muert.")}


def label_in(card: Card, width: int) -> str:
    """The card's word in so many cells."""
    label = card_label(card)
    return SHORT.get(card.kind, cut(label, width)) if len(label) > width else label


def lying(play: TrickCard, order: int, winning: bool, width: int) -> Content:
    """A card of the trick in one line, with its place in the order and what has become of it."""
    card = play.card
    text = f" {card_face(card)} {_word(card)} "
    if play.discarded:
        return line((cut(_("{order}. {face} discarded").format(order=order, face=card_face(card)), width), ink(SOFT)))
    if play.removed:
        note = _("{order}. {face} {mark} removed").format(order=order, face=card_face(card), mark=BARRED)
        return line((cut(note, width), ink(COLOR_INK[card.color])))
    mark = f"{order}."
    if len(mark + text + WINNING) > width:
        text = text.strip()
    won = (WINNING, ink(MARIGOLD, bold=True)) if winning else ""
    return line((mark, ink(SOFT)), (text, card_ink(card.color)), won)


def big(play: TrickCard, order: int, winning: bool, size: tuple[int, int]) -> list[Content]:
    """A card of the trick as it lies on a table, corners and all."""
    wide, tall = size[0] - 2, size[1] - 2
    face, style = card_face(play.card), card_ink(play.card.color)
    inner = [" " * wide] * tall
    inner[0], inner[-1] = fit(f" {face}", wide), f"{face} ".rjust(wide)
    inner[tall // 2] = centre(_word(play.card), wide)
    rows = [line(" " * BESIDE, (text, style)) for text in _framed(inner, wide)]
    mark = _framed(inner, wide)[tall // 2 + 1]
    won = (f" {WINNING}", ink(MARIGOLD, bold=True)) if winning else ""
    rows[tall // 2 + 1] = line((f"{order}. ".rjust(BESIDE), ink(SOFT)), (mark, style), won)
    return rows


def empty(text: str, alert: bool, size: tuple[int, int]) -> list[Content]:
    """The place on the table where a card will lie, or where one was, with a word about it."""
    wide, tall = size[0] - 2, size[1] - 2
    inner = [" " * wide] * tall
    inner[tall // 2] = centre(text, wide)
    rows = [line(" " * BESIDE, (row, ink(LINE))) for row in _framed(inner, wide)]
    style = ink(TEXT if alert else SOFT, bold=alert)
    rows[tall // 2 + 1] = line(" " * BESIDE, (SIDE, ink(LINE)), (inner[tall // 2], style), (SIDE, ink(LINE)))
    return rows


def _framed(inner: list[str], wide: int) -> list[str]:
    """Lines within a card's edge."""
    top, bottom = CORNERS[0] + RULE * wide + CORNERS[1], CORNERS[2] + RULE * wide + CORNERS[3]
    return [top, *(SIDE + text + SIDE for text in inner), bottom]


def _word(card: Card) -> str:
    """What a lying card says: of a Choose, the colour it was declared."""
    return color_name(card.color) if "=" in card.code else card_label(card)
