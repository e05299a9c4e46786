"""What is this: the chosen card, and the signs of each pane."""

from typing import Final

from textual.content import Content

from muertos_tui.deciding import Deciding
from muertos_tui.drafting import Draft
from muertos_tui.glyphs import BARRED, GONE, OUT, PLAYABLE, SEEN, WINNING
from muertos_tui.i18n import _
from muertos_tui.ink import SOFT, TEXT, heading, ink, line, wrap
from muertos_tui.words import about

NARROW: Final = 77  # columns below which the tableau counts the cards of a rank


def help_lines(deciding: Deciding, width: int, height: int) -> list[Content]:
    """The question that is put together; or the chosen card first, then signs and keys."""
    rows = [heading(_("What is this"), width, (_("? closes"), ink(SOFT)))]
    slot = deciding.chosen
    if deciding.draft is not None:
        texts = _asking(deciding.draft)
    elif slot is not None:
        texts = (f"{about(slot.card)} {deciding.reason(slot)}", *_signs(width < NARROW))
    else:
        texts = (_("Choose a card and press ? to read what it does."), *_signs(width < NARROW))
    for text in texts:
        rows += _block(text, width)
    return rows + [Content("")] * max(height - len(rows), 0)


def _asking(draft: Draft) -> tuple[str, ...]:
    """How a question is put together, by the way that is open first."""
    ready = _("Ready made: up and down choose a question; Tab goes to one of your own.")
    own = (
        _("Arrows move, Space sets, + and - change how many. Enter asks, Esc closes."),
        _("Ask for: what is told, such as how many cards, or their sum."),
        _("Colours, ranks, kinds: of which cards; a row with nothing set means all."),
        _("Answer: the number itself, or yes or no: is it at least, at most, exactly so many?"),
    )
    whom = _("Whom: 1 to {n}, or a click. The answer is always true.").format(n=len(draft.asks))
    return (whom, *own, ready) if draft.building else (whom, ready, *own)


def _signs(narrow: bool) -> tuple[str, ...]:
    cards = _("Cards: {out} is still in a closed hand, {seen} in a hand you see, {gone} gone.")
    if narrow:
        cards = _("Cards: a number is so many in closed hands, {seen} in a hand you see, {gone} gone.")
    return (
        _("Play any black card, or a colour that is not in the trick yet. The highest rank wins."),
        _("Hand: {yes} may be played, {no} may not.").format(yes=PLAYABLE, no=BARRED),
        _("Trick: {sign} is winning. The number tells the order.").format(sign=WINNING),
        cards.format(out=OUT, seen=SEEN, gone=GONE),
        _("Letters: c Choose, a Ask, s Spoiled, w Swap, x Kill 10."),
        _("You know: +P7 that card came to the hand since, -? an unseen one left it. k shows it all."),
        _("Points: pairs of one Food and one Muertos."),
    )


def _block(text: str, width: int) -> list[Content]:
    return [line(" ", (row, ink(TEXT))) for row in wrap(text, width - 2)]
