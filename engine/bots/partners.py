"""What a partner to come needs: the colour of a card, known to be in its hand, that is sure to win the trick."""

from collections.abc import Sequence

from engine.bots.position import Plays, Position, blocked_by, is_ten, settle
from engine.cards import Card
from engine.seating import partner


def robs(position: Position, cards: Sequence[Card]) -> list[bool]:
    """Whether a card leaves the trick in doubt, where one of its kind that is no higher leaves it to us for sure.

    Of cards alike only a colour that the partner needs makes that difference.
    """
    mate = partner(position.seat)
    needs = mate in position.to_come and position.hands[mate].sure and any(card.scoring for _, card in position.trick)
    if not needs:
        return [False] * len(cards)
    sure = [_sure(position, (*position.trick, (position.seat, card))) for card in cards]
    spare = [card for card, ours in zip(cards, sure, strict=True) if ours]
    return [
        not ours and any(other.kind == card.kind and other.rank <= card.rank for other in spare)
        for card, ours in zip(cards, sure, strict=True)
    ]


def _sure(position: Position, trick: Plays) -> bool:
    """Whether we lead with a card that nobody to come can beat, or the partner is known to hold one nobody can stop."""
    blocked = blocked_by(card for _, card in trick)
    mate = partner(position.seat)
    rivals = [card for seat in position.to_come if seat != mate for card in position.hands[seat].possible()]
    against = [card for card in rivals if not card.mask & blocked]

    def beaten(card: Card, by: int) -> bool:
        return any(rival.rank >= by or (rival.kind == "kill10" and is_ten(card)) for rival in against)

    def blockable(card: Card) -> bool:
        named = card.color not in ("K", position.view.muertos)  # what a Choose may be named (R14)
        return any(card.mask & rival.blocks or (named and rival.kind == "choose") for rival in against)

    leader = settle(trick)
    lies = dict(trick)[leader]
    return (position.ours(leader) and not beaten(lies, lies.rank + 1)) or any(
        settle((*trick, (mate, card))) == mate and not beaten(card, card.rank) and not blockable(card)
        for card in position.hands[mate].sure
        if not card.mask & blocked
    )
