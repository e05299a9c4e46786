"""A bot that is shown all four hands: a yardstick for the arena, and no level, so that it can never sit at a table."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.actions import Action
from engine.bots import montecarlo
from engine.bots.choice import Choice
from engine.bots.deals import Deals
from engine.bots.kit import kit
from engine.cards import Card
from engine.chance import Stream
from engine.views import View

_DEPTH: Final = montecarlo.Depth(stages=(64,))  # the same deal each time; what differs is how gifts are drawn


class _Shown:
    """The one deal there is."""

    def __init__(self, view: View, hands: Sequence[Sequence[Card]]) -> None:
        self._hands = np.array([kit(view.deck).hands(hands)], np.uint32)

    def deals(self, wanted: int) -> Deals:
        """The deal, over and over."""
        return Deals(np.repeat(self._hands, wanted, axis=0), np.full(wanted, 1 / wanted))

    def every(self, most: int) -> Deals | None:
        """The deal."""
        return self.deals(1) if most else None


def decide(view: View, actions: tuple[Action, ...], stream: Stream, hands: Sequence[Sequence[Card]]) -> Choice:
    """What the levels that think would do, if they knew the cards."""
    return montecarlo.decide(view, actions, stream, _DEPTH, None, _Shown(view, hands))
