"""Bots: they see a `View` with its legal actions, and nothing else (DESIGN 3).

`choose` is the one way in. A level is a function of the view, the actions of the one seat that decides, and a stream of
its own; a new level is one more line below. Those that think load NumPy, if there is any, when they first do.
"""

import hmac
from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.bots import easy, medium
from engine.bots.choice import REASONS, Choice
from engine.chance import Stream
from engine.views import View

__all__ = ["LEVELS", "REASONS", "THINKING", "Choice", "choose", "lacks_numpy"]

Patience = Callable[[], bool]  # whether there is time to go on thinking


def lacks_numpy() -> bool:
    """Whether the levels that think must do without NumPy: weaker, which the log should say."""
    from engine.bots import thinking

    return thinking.SLOW


_QUICK: Final[dict[str, Callable[[View, tuple[Action, ...], Stream], Choice]]] = {
    "easy": easy.decide,
    "medium": medium.decide,
}
THINKING: Final = ("hard", "master")  # these compute for long: let them do it in a process of its own
LEVELS: Final[tuple[str, ...]] = (*_QUICK, *THINKING)


def choose(view: View, level: str, seed: bytes, patience: Patience | None = None) -> Choice:
    """The first decision that the view's player owes, fixed by the arguments. Raises ValueError if none is owed.

    A declarer who owes both sides of a Swap decides for the first seat here, and for the other with the next view.
    `patience` is asked between the stages of a thought: once it says no, the best so far is chosen, and the choice
    depends on the caller's clock too.
    """
    if not view.actions:
        raise ValueError("no decision is owed")
    seat = view.actions[0].seat
    actions = tuple(action for action in view.actions if action.seat == seat)
    # Both sides of a Swap share a number, and bots may share a seed: the seat keeps their streams apart.
    stream = Stream(hmac.digest(seed, b"muertos/bot %d %d" % (view.number, seat), "sha256"))
    if level in _QUICK:
        return _QUICK[level](view, actions, stream)
    from engine.bots import thinking

    return thinking.decide(level, view, actions, stream, patience)
