"""The medium level: sound rules of thumb."""

from engine.actions import Action, Kill
from engine.bots import easy
from engine.bots.choice import Choice
from engine.chance import Stream
from engine.views import View


def decide(view: View, actions: tuple[Action, ...], stream: Stream) -> Choice:
    """The decision the rules of thumb make, any legal one where they are silent."""
    for action in actions:
        if isinstance(action, Kill) and action.target == view.winning:
            return Choice(action, "kill", {"target": action.target})
    return easy.decide(view, actions, stream)
