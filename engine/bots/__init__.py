"""Bots: they see a `View` with its legal actions, and nothing else (DESIGN 3).

`choose` is the one way in. A level is a function of the view, the actions of the one seat that decides, and a stream of
its own; a new level is one more line in `_LEVELS`.
"""

import hmac
from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.bots import easy, medium
from engine.bots.choice import REASONS, Choice
from engine.chance import Stream
from engine.views import View

__all__ = ["LEVELS", "REASONS", "Choice", "choose"]

_LEVELS: Final[dict[str, Callable[[View, tuple[Action, ...], Stream], Choice]]] = {
    "easy": easy.decide,
    "medium": medium.decide,
}
LEVELS: Final[tuple[str, ...]] = tuple(_LEVELS)


def choose(view: View, level: str, seed: bytes) -> Choice:
    """The first decision that the view's player owes, fixed by the arguments. Raises ValueError if none is owed.

    A declarer who owes both sides of a Swap decides for the first seat here, and for the other with the next view.
    """
    if not view.actions:
        raise ValueError("no decision is owed")
    seat = view.actions[0].seat
    actions = tuple(action for action in view.actions if action.seat == seat)
    # Both sides of a Swap share a number, and bots may share a seed: the seat keeps their streams apart.
    stream = Stream(hmac.digest(seed, b"muertos/bot %d %d" % (view.number, seat), "sha256"))
    return _LEVELS[level](view, actions, stream)
