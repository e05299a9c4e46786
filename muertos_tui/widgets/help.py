"""What is this: the chosen card, and the signs of each pane."""

from textual.content import Content

from muertos_tui.deciding import Deciding
from muertos_tui.glyphs import BARRED, GONE, OUT, PLAYABLE, SEEN, WINNING
from muertos_tui.i18n import _
from muertos_tui.ink import SOFT, TEXT, heading, ink, line, wrap
from muertos_tui.words import about


def help_lines(deciding: Deciding, width: int, height: int) -> list[Content]:
    """The chosen card first, then signs and keys."""
    rows = [heading(_("What is this"), width, (_("? closes"), ink(SOFT)))]
    slot = deciding.chosen
    if slot is not None:
        reason = deciding.reason(slot)
        rows += _block(f"{about(slot.card)} {reason}", width)
    else:
        rows += _block(_("Choose a card and press ? to read what it does."), width)
    for text in _signs():
        rows += _block(text, width)
    return rows + [Content("")] * max(height - len(rows), 0)


def _signs() -> tuple[str, ...]:
    return (
        _("Play any black card, or a colour that is not in the trick yet. The highest rank wins."),
        _("Hand: {yes} may be played, {no} may not.").format(yes=PLAYABLE, no=BARRED),
        _("Trick: {sign} is winning. The number tells the order.").format(sign=WINNING),
        _("Cards: {out} or a letter is still in a closed hand, {seen} in a hand you see, {gone} gone.").format(
            out=OUT, seen=SEEN, gone=GONE
        ),
        _("You know: +P7 that card came to the hand since, -? an unseen one left it."),
        _("Points: pairs of one Food and one Muertos."),
    )


def _block(text: str, width: int) -> list[Content]:
    return [line(" ", (row, ink(TEXT))) for row in wrap(text, width - 2)]
