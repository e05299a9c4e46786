"""Cards that pass between hands: gifts given and taken, both sides of a Swap (R13, R17, R23)."""

from collections.abc import Sequence

from engine.actions import Give, Offer, Swap, Take
from engine.bots.choice import Choice
from engine.bots.keeping import keep
from engine.bots.odds import Odds
from engine.bots.position import Position
from engine.seating import partner

FEEDABLE = 0.6
SWAP_BELOW = 0.15


def take(position: Position, actions: Sequence[Take]) -> Choice:
    """The best card of the table's open hand."""
    action = max(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "take", {"card": action.card.code})


def give(position: Position, actions: Sequence[Give]) -> Choice:
    """The card that is of least use."""
    action = min(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "give", {"card": action.card.code})


def swap(position: Position, actions: Sequence[Swap]) -> Choice:
    """Scoring cards to the hand that can feed them to the other, else what is of least use here."""
    feeders = [action for action in actions if action.card.scoring]
    if feeders and _partner_feeds(position):
        action = max(feeders, key=lambda a: keep(position, a.card))
        return Choice(action, "feeder", {"card": action.card.code})
    action = min(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "spare_card", {"card": action.card.code})


def _partner_feeds(position: Position) -> bool:
    """Whether the partner can feed this trick, or we hold the winners for others."""
    if partner(position.seat) in position.to_come:
        return Odds(position, position.trick).win() >= FEEDABLE
    return any(not card.scoring and position.higher(card) == 0 for card in position.hand)


def offer(position: Position, actions: Sequence[Offer]) -> Choice:
    """Swap where a card is of little use here."""
    worst = min(keep(position, card) for card in position.hand)
    accept = worst < SWAP_BELOW or (any(card.scoring for card in position.hand) and _partner_feeds(position))
    action = next(a for a in actions if a.accept == accept)
    return Choice(action, "accept" if accept else "decline")
