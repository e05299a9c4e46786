"""The levels that think: with NumPy by thousands of deals, without it by a few."""

from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.bots import plain
from engine.bots.choice import Choice
from engine.chance import Stream
from engine.views import View

try:
    from engine.bots import montecarlo
except ImportError:
    _MISSING = True
else:
    _MISSING = False

SLOW: Final = _MISSING  # NumPy is missing: hard and master are weaker, and the log should say so


def decide(
    level: str, view: View, actions: tuple[Action, ...], stream: Stream, patience: Callable[[], bool] | None = None
) -> Choice:
    """The decision of a level that thinks."""
    if SLOW:
        return plain.decide(view, actions, stream)
    return montecarlo.decide(view, actions, stream, montecarlo.DEPTHS[level], patience)
