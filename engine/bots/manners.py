"""What a partner takes amiss: worth doing only for a clear gain, and never for the chance of a few deals."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Play
from engine.bots.position import settle
from engine.bots.rollout import Option
from engine.cards import declared
from engine.seating import side
from engine.views import View

MARGIN: Final = 0.03  # of the chance to win the game: what it must gain
_SURE: Final = 0.995


def rude(view: View, options: Sequence[Option], tricks: Sequence[float]) -> list[bool]:
    """For each option whether it overtakes a partner who is sure of the trick, or gives a scoring card to a lost one.

    `tricks` is for each option the chance that our side wins the trick. Only what has a civil alternative is rude.
    """
    faults = [_rude(view, option, chance, max(tricks)) for option, chance in zip(options, tricks, strict=True)]
    return faults if not all(faults) else [False] * len(options)


def _rude(view: View, option: Option, chance: float, most: float) -> bool:
    action = option.action
    if not isinstance(action, Play) or not view.trick:
        return False
    if action.card.scoring and chance <= 1 - _SURE:
        return True
    trick = tuple((p.seat, p.card) for p in view.trick if not p.discarded and not p.removed)
    leader = settle(trick)
    if side(leader) != side(action.seat) or most < _SURE:
        return False
    card = declared(action.card, option.color) if option.color else action.card
    return settle((*trick, (action.seat, card))) != leader
