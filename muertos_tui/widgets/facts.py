"""What the player knows of closed hands: cards that are certainly there, and answers."""

from textual.content import Content

from engine.memory import Answered, Change
from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.glyphs import MINUS
from muertos_tui.i18n import _
from muertos_tui.ink import MARIGOLD, SOFT, TEXT, Part, heading, ink, line, wrap
from muertos_tui.words import answer_text, card_face, card_list, question_text


def fact_lines(view: View, cast: Cast, width: int, height: int) -> list[Content]:
    """What matters most first; what has no room is counted in the heading."""
    blocks = _blocks(view, cast, width)
    rows, hidden = _fitting(blocks, height - 1)
    note: list[Part] = [(_("… {n} more (k)").format(n=hidden), ink(MARIGOLD))] if hidden else []
    return _pane(view, cast, width, rows, note)


def all_facts(view: View, cast: Cast, width: int, height: int) -> list[Content]:
    """The same over all the screen."""
    rows, hidden = _fitting(_blocks(view, cast, width), height - 1)
    closes = _("… {n} more; k closes").format(n=hidden) if hidden else _("k closes")
    lines = _pane(view, cast, width, rows, [(closes, ink(SOFT))])
    return lines + [Content("")] * max(height - len(lines), 0)


def _pane(view: View, cast: Cast, width: int, rows: list[str], note: list[Part]) -> list[Content]:
    title = _("You know") if view.me is not None else _("It is known")
    if view.me is not None and not cast.told:
        title = _("{who} knows").format(who=cast.player(view.me))
    if not rows:
        nothing = _("no hand is closed any more") if view.over else _("nothing of closed hands yet")
        return [heading(title, width, *note), line((" " + nothing, ink(SOFT)))]
    return [heading(title, width, *note), *(line((" " + row, ink(TEXT))) for row in rows)]


def _blocks(view: View, cast: Cast, width: int) -> list[list[str]]:
    """The answers to one's own questions, the newest first; cards held; the other answers, about oneself last."""
    newest = list(reversed(view.answered))
    own = [each for each in newest if cast.mine(each.seat)]
    others = sorted((each for each in newest if not cast.mine(each.seat)), key=lambda each: cast.mine(each.target))
    held = [
        _("{who} holds {cards}.").format(
            who=cast.doer(seat), cards=card_list(k.card for k in view.known if k.seat == seat)
        )
        for seat in range(4)
        if any(k.seat == seat for k in view.known)
    ]
    said = [answered_text(each, cast) for each in own], held, [answered_text(each, cast) for each in others]
    return [wrap(text, width - 1) for texts in said for text in texts]


def _fitting(blocks: list[list[str]], room: int) -> tuple[list[str], int]:
    """As many as fit, at least the beginning of the first, and how many are not there whole."""
    rows: list[str] = []
    for place, block in enumerate(blocks):
        if len(rows) + len(block) > room:
            return rows or block[:room], len(blocks) - place
        rows += block
    return rows, 0


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
