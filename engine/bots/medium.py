"""The medium level: sound rules of thumb, one room for each sort of decision."""

from collections.abc import Callable
from typing import Any, Final

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.bots.asking import ask
from engine.bots.choice import Choice
from engine.bots.kills import kill
from engine.bots.passing import give, offer, swap, take
from engine.bots.plays import declare, discard, play
from engine.bots.position import Position
from engine.chance import Stream
from engine.views import View

_RULES: Final[dict[type, Callable[[Position, Any], Choice]]] = {
    Play: play,
    Discard: discard,
    Declare: declare,
    Ask: ask,
    Offer: offer,
    Swap: swap,
    Kill: kill,
    Take: take,
    Give: give,
}


def decide(view: View, actions: tuple[Action, ...], stream: Stream) -> Choice:
    """The decision that the rules of thumb make; they leave nothing to chance."""
    if len(actions) == 1 and not isinstance(actions[0], Ask):
        return Choice(actions[0], "only")
    # Chips are listed after the cards that may be played or discarded, so the first action tells the sort.
    return _RULES[type(actions[0])](Position(view, actions[0].seat), actions)
