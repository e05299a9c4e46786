"""Whether a 3 removes a ten, and which (R18)."""

from collections.abc import Sequence

from engine.actions import Kill
from engine.bots.choice import Choice
from engine.bots.plays import GIFT
from engine.bots.position import Position
from engine.rules import best_play


def kill(position: Position, actions: Sequence[Kill]) -> Choice:
    """Remove the ten whose going helps our side most, none where every removal would hurt it."""
    action = max(actions, key=lambda a: _outcome(position, a))
    if action.target is None:
        return Choice(action, "spare")
    return Choice(action, "kill", {"target": action.target})


def _outcome(position: Position, action: Kill) -> float:
    """What our side gains from the trick if this 3 is used so and no other is."""
    trick = [play for play in position.trick if play[0] != action.target]
    gain = position.stake(position.trick)
    if position.gifts_follow(position.trick):
        gain -= GIFT
    return gain if position.ours(best_play(trick)) else -gain
