"""Cards as they are drawn: corner, and the word that says colour or effect."""

from textual.content import Content

from engine.board import TrickCard
from engine.cards import Card
from muertos_tui.glyphs import BARRED, WINNING
from muertos_tui.i18n import _
from muertos_tui.ink import COLOR_INK, MARIGOLD, SOFT, card_ink, centre, cut, ink, line
from muertos_tui.words import card_face, card_label, color_name

SHORT = {"spoiled": _("Spoil"), "kill10": _("Kill10"), "muertos": _("Muert.")}


def label_in(card: Card, width: int) -> str:
    """The card's word in so many cells."""
    label = card_label(card)
    return SHORT.get(card.kind, cut(label, width)) if len(label) > width else label


def lying(play: TrickCard, order: int, winning: bool, width: int) -> Content:
    """A card of the trick in one line, with its place in the order and what has become of it."""
    card = play.card
    word = color_name(card.color) if "=" in card.code else card_label(card)
    text = f" {card_face(card)} {word} "
    if play.discarded:
        return line((cut(_("{order}. {face} discarded").format(order=order, face=card_face(card)), width), ink(SOFT)))
    if play.removed:
        note = _("{order}. {face} {mark} removed").format(order=order, face=card_face(card), mark=BARRED)
        return line((cut(note, width), ink(COLOR_INK[card.color])))
    mark = f"{order}." if width - len(text) >= 3 else ""
    room = width - len(text) - len(mark)
    won = WINNING if winning else " "
    parts = line((mark, ink(SOFT)), (text, card_ink(card.color)), (won if room > 0 else "", ink(MARIGOLD, bold=True)))
    return parts


def big(play: TrickCard, width: int) -> list[Content]:
    """A card of the trick in three lines, where there is room."""
    card = play.card
    style = card_ink(card.color)
    word = color_name(card.color) if "=" in card.code else card_label(card)
    return [line((centre(text, width), style)) for text in ("", card_face(card), word)]
