"""Why an action was chosen by weighing what it comes to: the code and facts of `REASONS`."""

from typing import Final

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.bots.choice import Fact
from engine.cards import Card, Color
from engine.seating import side
from engine.views import View

_LIKELY: Final = 0.5
_TEN: Final = 10


def reason(view: View, action: Action, color: Color | None, chance: float) -> tuple[str, dict[str, Fact]]:
    """The code and its facts; `chance` is that of our side to win the trick, `color` the one a Choose is meant for."""
    percent = round(100 * chance)
    match action:
        case Play(seat, card):
            code = f"{card.code}={color}" if color else card.code
            return _play(view, seat, card, chance), {"card": code, "chance": percent}
        case Declare(_, named):
            return "color", {"card": f"{view.trick[-1].card.code}={named}", "chance": percent}
        case Discard(_, card):
            return "discard", {"card": card.code}
        case Swap(_, card):
            return "feeder" if card.scoring else "spare_card", {"card": card.code}
        case Take(_, card):
            return "take", {"card": card.code}
        case Give(_, card):
            return "give", {"card": card.code}
        case Offer(_, accept):
            return "accept" if accept else "decline", {}
        case Kill(_, target):
            return ("kill", {"target": target}) if target is not None else ("spare", {})
        case Ask(_, target):
            return "ask", {"target": target}


def _play(view: View, seat: int, card: Card, chance: float) -> str:
    """What the card is played for."""
    if card.scoring:
        return "feed" if chance >= _LIKELY else "forced"
    leads = view.winning
    if leads is None:
        return "lead"
    lies = [play for play in view.trick if not play.discarded and not play.removed]
    tens = any(play.card.rank == _TEN and side(play.seat) != side(seat) for play in lies)
    if card.kind == "kill10" and tens:
        return "hunt"
    if card.rank > next(play.card.rank for play in lies if play.seat == leads):
        return "win"
    return "leave" if side(leads) == side(seat) else "low"
