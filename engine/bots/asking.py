"""Whom to ask what (R15, R25, R27)."""

from typing import Final

from msgspec.structs import replace

from engine.actions import Ask
from engine.bots.choice import Choice
from engine.bots.position import Position
from engine.questions import Question

_TENS: Final = Question("count", ranks=(10,))


def ask(position: Position, actions: list[Ask]) -> Choice:
    """Ask the next opponent for tens."""
    action = min(actions, key=lambda a: (position.ours(a.target), (a.target - position.seat) & 3))
    return Choice(replace(action, question=_TENS), "ask", {"target": action.target})
