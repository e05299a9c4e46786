"""What a partner takes amiss: worth doing only for a clear gain, and never for the chance of a few deals."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Declare, Give, Play
from engine.bots.partners import robs
from engine.bots.position import Position, settle
from engine.bots.rollout import Option
from engine.cards import Card, declared
from engine.seating import side
from engine.views import View

MARGIN: Final = 0.03  # of the chance to win the game: what it must gain
_SURE: Final = 0.995


def rude(view: View, options: Sequence[Option], tricks: Sequence[float]) -> list[int]:
    """For each option how much a partner would take amiss in it that the most civil one spares them.

    That is to overtake a partner who is sure of the trick, to give a scoring card to a lost one, to keep one from one
    that our side is sure of, to take the colour that the partner is known to need for one that holds scoring cards, and
    to give a better card as a gift than one like it. `tricks` is for each option the chance that our side wins the
    trick.
    """
    first = options[0].action
    if isinstance(first, Give):
        faults = _dear(options)
    elif view.trick and isinstance(first, Play | Declare):
        faults = _faults(Position(view, first.seat), [_laid(view, option) for option in options], tricks)
    else:
        return [0] * len(options)
    return [fault - min(faults) for fault in faults]


def _faults(position: Position, cards: Sequence[Card], tricks: Sequence[float]) -> list[int]:
    """How many faults there are in cards played to a trick that has begun."""
    seat, trick = position.seat, position.trick
    if not trick:
        return [0] * len(cards)  # our own Choose leads it
    leader = settle(trick)
    can = side(leader) == side(seat) and max(tricks) >= _SURE
    overtakes = [can and settle((*trick, (seat, card))) != leader for card in cards]
    feeds = [c.scoring and not o and chance >= _SURE for c, o, chance in zip(cards, overtakes, tricks, strict=True)]
    wastes = [card.scoring and chance <= 1 - _SURE for card, chance in zip(cards, tricks, strict=True)]
    keeps = [any(feeds) and not fed for fed in feeds]
    return [sum(each) for each in zip(overtakes, wastes, keeps, robs(position, cards), strict=True)]


def _laid(view: View, option: Option) -> Card:
    """The card of an option as it will lie in the trick."""
    action = option.action
    card = action.card if isinstance(action, Play) else view.trick[-1].card
    return declared(card, option.color) if option.color else card


def _dear(options: Sequence[Option]) -> list[int]:
    """For a gift that is a plain card how many lower ones of the same colour there are to give."""
    cards = [option.action.card for option in options if isinstance(option.action, Give)]
    plain = [card for card in cards if card.kind == "plain"]
    return [sum(o.color == card.color and o.rank < card.rank for o in plain if card in plain) for card in cards]
