"""Cards that pass between hands: gifts given and taken, both sides of a Swap (R13, R17, R23)."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Give, Offer, Swap, Take
from engine.bots.choice import Choice
from engine.bots.keeping import keep
from engine.bots.odds import Odds
from engine.bots.position import LIKELY, Position, settle
from engine.cards import Card
from engine.seating import partner

USELESS: Final = 0.15  # what a card is worth in the hand that is better exchanged for an unknown one


def take(position: Position, actions: Sequence[Take]) -> Choice:
    """The best card of the table's open hand."""
    action = max(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "take", {"card": action.card.code})


def give(position: Position, actions: Sequence[Give]) -> Choice:
    """The card that is of least use."""
    action = min(actions, key=lambda a: keep(position, a.card))
    return Choice(action, "give", {"card": action.card.code})


def swap(position: Position, actions: Sequence[Swap]) -> Choice:
    """Winners in one hand, scoring cards in the other: then the one can feed the other. Else what is of least use."""
    by_card = {action.card: action for action in actions}
    best = max(by_card, key=lambda card: card.rank)
    if _partner_wins_with(position, best):
        return Choice(by_card[best], "winner", {"card": best.code})
    feeders = [card for card in by_card if card.scoring]
    if feeders and _has_winner(position):
        card, reason = max(feeders, key=lambda card: keep(position, card)), "feeder"
    else:
        card, reason = min(by_card, key=lambda card: keep(position, card)), "spare_card"
    return Choice(by_card[card], reason, {"card": card.code})


def _partner_wins_with(position: Position, card: Card) -> bool:
    """Whether the partner, still to play, would probably take scoring cards from the other side with this card."""
    mate = partner(position.seat)
    if mate not in position.to_come or card.mask & position.blocked or position.stake(position.trick) <= 0:
        return False
    trick = (*position.trick, (mate, card))
    return settle(trick) == mate and Odds(position, trick).win() >= LIKELY


def _has_winner(position: Position) -> bool:
    """Whether nothing that the other side may hold beats our highest card."""
    return any(not card.scoring and position.higher(card) == 0 for card in position.hand)


def offer(position: Position, actions: Sequence[Offer]) -> Choice:
    """Swap if we have a scoring card to feed our winners, or a card of little use."""
    useless = min(keep(position, card) for card in position.hand) < USELESS
    accept = useless or (_has_winner(position) and any(card.scoring for card in position.hand))
    action = next(a for a in actions if a.accept == accept)
    return Choice(action, "accept" if accept else "decline")
