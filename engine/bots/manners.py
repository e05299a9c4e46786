"""What a partner takes amiss: worth doing only for a clear gain, and never for the chance of a few deals."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Give, Play
from engine.bots.position import settle
from engine.bots.rollout import Option
from engine.cards import Card, declared
from engine.seating import side
from engine.views import View

MARGIN: Final = 0.03  # of the chance to win the game: what it must gain
_SURE: Final = 0.995


def rude(view: View, options: Sequence[Option], tricks: Sequence[float]) -> list[bool]:
    """For each option whether a partner would take it amiss; only what has a civil alternative is rude.

    That is to overtake a partner who is sure of the trick, to give a scoring card to a lost one, to keep one from one
    that our side is sure of, and to give a better card as a gift than one like it. `tricks` is for each option the
    chance that our side wins the trick.
    """
    if isinstance(options[0].action, Give):
        faults = _dear(options)
    elif view.trick and isinstance(options[0].action, Play):
        faults = _faults(view, options, tricks)
    else:
        return [False] * len(options)
    return faults if not all(faults) else [False] * len(options)


def _faults(view: View, options: Sequence[Option], tricks: Sequence[float]) -> list[bool]:
    """The faults of cards played to a trick that has begun."""
    seat = options[0].action.seat
    trick = tuple((p.seat, p.card) for p in view.trick if not p.discarded and not p.removed)
    cards = [_laid(option) for option in options]
    leader = settle(trick)
    can = side(leader) == side(seat) and max(tricks) >= _SURE
    overtakes = [can and settle((*trick, (seat, card))) != leader for card in cards]
    feeds = [c.scoring and not o and chance >= _SURE for c, o, chance in zip(cards, overtakes, tricks, strict=True)]
    wastes = [card.scoring and chance <= 1 - _SURE for card, chance in zip(cards, tricks, strict=True)]
    keeps = [any(feeds) and not card.scoring for card in cards]
    return [any(each) for each in zip(overtakes, wastes, keeps, strict=True)]


def _laid(option: Option) -> Card:
    """The card of an option as it will lie in the trick."""
    action = option.action
    assert isinstance(action, Play)
    return declared(action.card, option.color) if option.color else action.card


def _dear(options: Sequence[Option]) -> list[bool]:
    """Whether a gift is a plain card of which there is a lower one of the same colour to give."""
    cards = [option.action.card for option in options if isinstance(option.action, Give)]
    plain = [card for card in cards if card.kind == "plain"]
    return [card in plain and any(o.color == card.color and o.rank < card.rank for o in plain) for card in cards]
