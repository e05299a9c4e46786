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
    """For each option whether a partner would take it amiss; only what has a civil alternative is rude.

    That is to overtake a partner who is sure of the trick, to give a scoring card to a lost one, or to keep one from a
    trick that our side is sure of. `tricks` is for each option the chance that our side wins the trick.
    """
    if not view.trick:
        return [False] * len(options)
    overtakes = [max(tricks) >= _SURE and _overtakes(view, option) for option in options]
    scores = [isinstance(option.action, Play) and option.action.card.scoring for option in options]
    feeds = [s and not o and chance >= _SURE for s, o, chance in zip(scores, overtakes, tricks, strict=True)]
    wastes = [s and chance <= 1 - _SURE for s, chance in zip(scores, tricks, strict=True)]
    keeps = [any(feeds) and not s for s in scores]
    faults = [any(each) for each in zip(overtakes, wastes, keeps, strict=True)]
    return faults if not all(faults) else [False] * len(options)


def _overtakes(view: View, option: Option) -> bool:
    """Whether the option takes the lead in the trick from a partner."""
    action = option.action
    trick = tuple((p.seat, p.card) for p in view.trick if not p.discarded and not p.removed)
    leader = settle(trick)
    if not isinstance(action, Play) or side(leader) != side(action.seat):
        return False
    card = declared(action.card, option.color) if option.color else action.card
    return settle((*trick, (action.seat, card))) != leader
