"""What the player knows of closed hands: cards that are certainly there, and answers."""

from textual.content import Content

from engine.memory import Answered, Change
from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.glyphs import MINUS
from muertos_tui.i18n import _
from muertos_tui.ink import SOFT, TEXT, heading, ink, line, wrap
from muertos_tui.words import answer_text, card_face, card_list, question_text


def fact_lines(view: View, cast: Cast, width: int, height: int) -> list[Content]:
    """The newest answers last; where they do not all fit, those about oneself go first, then the oldest."""
    title = _("You know") if view.me is not None else _("It is known")
    if view.me is not None and not cast.told:
        title = _("{who} knows").format(who=cast.player(view.me))
    held = [
        _("{who} holds {cards}.").format(
            who=cast.doer(seat), cards=card_list(k.card for k in view.known if k.seat == seat)
        )
        for seat in range(4)
        if any(k.seat == seat for k in view.known)
    ]
    fixed = [row for text in held for row in wrap(text, width - 1)]
    asked = sorted(view.answered, key=lambda answered: not cast.mine(answered.target))
    blocks = [wrap(answered_text(answered, cast), width - 1) for answered in asked]
    room = max(height - 1 - len(fixed), 0)
    while blocks and sum(map(len, blocks)) > room:
        blocks.pop(0)
    rows = fixed + [row for block in blocks for row in block]
    if not rows:
        return [heading(title, width), line((" " + _("nothing of closed hands yet"), ink(SOFT)))]
    return [heading(title, width), *(line((" " + row, ink(TEXT))) for row in rows)]


def answered_text(answered: Answered, cast: Cast) -> str:
    """Whose hand, question and answer, and what has happened to that hand since."""
    text = _("{whom}: {question} {answer}").format(
        whom=cast.name(answered.target),
        question=question_text(answered.question),
        answer=answer_text(answered.answer),
    )
    if not answered.since:
        return text
    return _("{text}; since: {changes}").format(text=text, changes=" ".join(map(_change, answered.since)))


def _change(change: Change) -> str:
    """`+P7` came, `-P7` went, `?` where it was not seen."""
    return ("+" if change.gained else MINUS) + ("?" if change.card is None else card_face(change.card))
