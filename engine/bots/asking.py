"""Whom to ask what, and when to spend a chip on it (R15, R25, R27)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.actions import Ask
from engine.bots.choice import Choice
from engine.bots.odds import Odds, between
from engine.bots.position import TEN, Plays, Position, settle
from engine.cards import COLORS
from engine.options import HANDS
from engine.questions import Question, matching

_USEFUL: Final = (
    Question("count", ranks=(10,)),
    Question("count", kinds=("food",)),
    Question("count", kinds=("muertos",)),
    Question("count", kinds=("kill10",)),
    Question("count", ranks=(8, 9)),
)
UNSURE: Final = 0.2  # a chance further than this from both yes and no is worth a question
DEAR: Final = 0.9  # what a trick must be worth for a chip
LAST_DEAR: Final = 0.6  # on the last day, after which chips are worth nothing


def ask(position: Position, actions: Sequence[Ask]) -> Choice:
    """Ask an opponent, if one may be asked, the useful question whose answer is hardest to foresee."""
    opponents = [action for action in actions if not position.ours(action.target)] or actions
    asked = [replace(action, question=question) for action in opponents for question in _USEFUL]
    best = max(asked, key=lambda action: _doubt(position, action))
    return Choice(best, "ask", {"target": best.target})


def _doubt(position: Position, action: Ask) -> float:
    """How far it is from certain whether the hand holds any of the cards asked about; one half at most."""
    if action.question is None:
        return 0.0
    chance = position.hands[action.target].chance(frozenset(matching(action.question, position.view.out)))
    return min(chance, 1 - chance)


def spend_chip(position: Position, chips: Sequence[Ask], trick: Plays) -> Choice | None:
    """Ask for a chip who could take the trick, as it would lie after our play, if it is dear and that is in doubt."""
    need = LAST_DEAR if position.view.day == HANDS else DEAR
    if not position.ours(settle(trick)) or position.stake(trick) < need:
        return None
    odds = Odds(position, trick)
    question = _beaters(trick, odds.blocked)
    told = {(a.target, a.question) for a in position.view.answered}
    behind = [seat for seat in position.to_come if not position.ours(seat) and (seat, question) not in told]
    asked = [replace(chip, question=question) for chip in chips if chip.target in behind]
    best = max(asked, key=lambda action: _doubt(position, action), default=None)
    if best is None or _doubt(position, best) < UNSURE:
        return None
    return Choice(best, "chip", {"target": best.target, "chance": round(100 * odds.win())})


def _beaters(trick: Plays, blocked: int) -> Question:
    """Does the hand hold a card that takes the trick: a higher one that may be played, or a 3 against a ten?"""
    rank = dict(trick)[settle(trick)].rank
    colors = tuple(color for color in COLORS if any(card.color == color for card in between(-1, TEN, blocked)))
    if rank == TEN:
        return Question("count", colors=colors, kinds=("kill10",))
    return Question("count", colors=colors, ranks=tuple(range(rank + 1, TEN + 1)))
