"""Cards as they are drawn: corner, and the word that says colour or effect."""

from textual.content import Content

from engine.board import TrickCard
from engine.cards import Card
from muertos_tui.glyphs import BARRED, WINNING
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, MARIGOLD, SOFT, card_ink, centre, cut, ink, line
from muertos_tui.words import card_face, card_label, color_name

BIG_WIDTH = 11
BIG_ROWS = 4
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


def big(play: TrickCard, order: int, winning: bool) -> list[Content]:
    """A card of the trick in several lines, where there is room."""
    style = card_ink(play.card.color)
    won = line((f" {WINNING}", ink(MARIGOLD, bold=True)))
    texts = ("", card_face(play.card), _word(play.card), "")
    rows = [line("    ", (centre(text, BIG_WIDTH), style)) for text in texts]
    rows[1] = line((f" {order}. ", ink(SOFT)), (centre(texts[1], BIG_WIDTH), style), won if winning else "")
    return rows


def _word(card: Card) -> str:
    """What a lying card says: of a Choose, the colour it was declared."""
    return color_name(card.color) if "=" in card.code else card_label(card)
