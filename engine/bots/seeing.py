"""A bot that is shown all four hands: a yardstick for the arena, and no level, so that it can never sit at a table."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.actions import Action
from engine.bots import montecarlo
from engine.bots.batch import Batch
from engine.bots.choice import Choice
from engine.bots.deals import Chance, Deals
from engine.bots.foresight import Foresight
from engine.bots.kit import Bits, Ints, Kit, count, kit, nth
from engine.cards import Card
from engine.chance import Stream
from engine.views import View

_DEPTH: Final = montecarlo.Depth(stages=(200, 400), rows=60_000)
_SLIPS: Final = 0.15  # of the cards played


class _Slips(Foresight):
    """Habits that slip now and then: the one deal played out by one rule would come to the same each time."""

    def __init__(self, kit: Kit, chance: Chance) -> None:
        super().__init__(kit)
        self._chance = chance

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        """By habit, or any."""
        cards = super().card(batch, seats, hands, legal)
        rows = np.flatnonzero(self._chance.uniform(batch.size) < _SLIPS)
        some = legal[rows]
        cards[rows] = nth(some, (self._chance.uniform(len(rows)) * count(some)).astype(np.int64))
        return cards


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
    slips = _Slips(kit(view.deck), Chance(stream.key[::-1]))
    return montecarlo.decide(view, actions, stream, _DEPTH, None, _Shown(view, hands), slips)
