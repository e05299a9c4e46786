"""Cards that pass between hands: gifts given and taken, both sides of a Swap (R13, R17, R23)."""

from engine.actions import Give, Offer, Swap, Take
from engine.bots.choice import Choice
from engine.bots.keeping import keep
from engine.bots.position import Position


def take(position: Position, actions: list[Take]) -> Choice:
    """The best card of the table's open hand."""
    action = max(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "take", {"card": action.card.code})


def give(position: Position, actions: list[Give]) -> Choice:
    """The card that is of least use."""
    action = min(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "give", {"card": action.card.code})


def swap(position: Position, actions: list[Swap]) -> Choice:
    """The card that is of least use here."""
    action = min(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "pass", {"card": action.card.code})


def offer(position: Position, actions: list[Offer]) -> Choice:
    """Keep what we have."""
    action = next(a for a in actions if not a.accept)
    return Choice(action, "decline")
