"""What the end of a hand is worth to a player: the chance to win the game from there (R19, R24)."""

from functools import lru_cache
from math import comb
from typing import Any, Final

import numpy as np

from engine.bots.kit import Floats, Ints, Octets
from engine.deck import FOOD_COPIES, MUERTOS_COPIES
from engine.events import Score
from engine.options import HANDS
from engine.scoring import tally
from engine.seating import owners, partner, side
from engine.views import View

_FOODS: Final = FOOD_COPIES + 1
_MUERTOS: Final = MUERTOS_COPIES + 1
_SHAPE: Final = (_FOODS, _MUERTOS, _FOODS, _MUERTOS)
# Beyond the chance to win: so that bots play on when the game is decided, and prefer cards where all else is equal.
_PAIR: Final = 0.01
_CARD: Final = 0.003


class Prospects:
    """By what each side has captured when the hand ends: the worth to the side of a seat, its pairs, and its chance."""

    __slots__ = ("_chance", "_pairs", "_side", "_worth")

    def __init__(self, view: View, seat: int) -> None:
        self._side = side(seat)
        before = [_before(view, s) for s in (seat, seat + 1 & 3, seat - 1 & 3)]
        ours, *rivals = before
        food, muertos, their_food, their_muertos = np.indices(_SHAPE)
        mine = (ours[0] + food, ours[1] + muertos)
        races = [
            _race(ours, rival, _later(view, seat, s))
            for rival, s in zip(rivals, (seat + 1 & 3, seat - 1 & 3), strict=True)
            if view.owners[s] is not None
        ]
        self._chance: Floats = (sum(races[1:], races[0]) / len(races)).ravel()
        self._pairs: Floats = np.minimum(*mine).ravel().astype(np.float64)
        theirs = np.minimum(rivals[0][0] + their_food, rivals[0][1] + their_muertos)
        cards = food + muertos - their_food - their_muertos
        extra = _PAIR * (np.minimum(*mine) - theirs) + _CARD * cards
        self._worth: Floats = self._chance + extra.ravel()

    def _place(self, food: Octets, muertos: Octets) -> Ints:
        us, them = self._side, 1 - self._side
        place: Ints = food[us].astype(np.int64)
        place = place * _MUERTOS + muertos[us]
        place = place * _FOODS + food[them]
        place = place * _MUERTOS + muertos[them]
        return place

    def weigh(self, food: Octets, muertos: Octets) -> tuple[Floats, Floats, Floats]:
        """Worth, pairs and chance to win, of what the two sides have captured."""
        place = self._place(food, muertos)
        return self._worth.take(place), self._pairs.take(place), self._chance.take(place)


def _before(view: View, seat: int) -> tuple[int, int]:
    """Food and Muertos of a seat's side before this hand."""
    player = view.owners[seat] if view.owners[seat] is not None else view.owners[partner(seat)]
    assert player is not None  # a side has at most one table
    total: Score = view.totals[player]
    food, muertos = tally(view.captured[side(seat)])
    return total.food - food, total.muertos - muertos


def _later(view: View, seat: int, rival: int) -> tuple[int, int]:
    """Food and Muertos of the days to come on which the two seats' players are on different sides."""
    mine = view.owners[seat] if view.owners[seat] is not None else view.owners[partner(seat)]
    days = 0
    for day in range(view.day + 1, HANDS + 1):
        seats = owners(view.players, day)
        days += side(seats.index(mine)) != side(seats.index(view.owners[rival]))
    return days * FOOD_COPIES, days * MUERTOS_COPIES


@lru_cache(maxsize=256)
def _race(ours: tuple[int, int], theirs: tuple[int, int], left: tuple[int, int]) -> Floats:
    """By what is captured in this hand, the chance to end ahead if each card left after it goes to either like a coin.

    A shared win is half of one.
    """
    food, muertos, their_food, their_muertos = np.indices(_SHAPE)
    total = np.zeros(_SHAPE)
    for f in range(left[0] + 1):
        for m in range(left[1] + 1):
            we = _standing(ours[0] + food + f, ours[1] + muertos + m)
            they = _standing(theirs[0] + their_food + left[0] - f, theirs[1] + their_muertos + left[1] - m)
            total += comb(left[0], f) * comb(left[1], m) * ((we > they) + 0.5 * (we == they))
    chance: Floats = total / (1 << left[0] + left[1])
    return chance


def _standing(food: Any, muertos: Any) -> Any:
    """Points, then Food, then Muertos, as one number (R19)."""
    return (np.minimum(food, muertos) * 100 + food) * 100 + muertos
