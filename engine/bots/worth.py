"""What scoring cards are worth: how far they move the chance to win the game (R19, R24)."""

from functools import lru_cache
from math import comb
from typing import Final

from engine.deck import FOOD_COPIES, MUERTOS_COPIES
from engine.events import Score
from engine.options import HANDS
from engine.scoring import tally
from engine.seating import controllers, owners, partner
from engine.views import View

_HALF: Final = 0.5


@lru_cache(maxsize=50_000)
def win_chance(ours: tuple[int, int], theirs: tuple[int, int], left: tuple[int, int]) -> float:
    """The chance to end ahead with so many Food and Muertos each, if those left go either way like tossed coins."""
    food, muertos = left
    total = 0.0
    for f in range(food + 1):
        for m in range(muertos + 1):
            we = _standing(ours[0] + f, ours[1] + m)
            they = _standing(theirs[0] + food - f, theirs[1] + muertos - m)
            total += comb(food, f) * comb(muertos, m) * ((we > they) + _HALF * (we == they))
    return total / (1 << food + muertos)


def _standing(food: int, muertos: int) -> tuple[int, int, int]:
    return min(food, muertos), food, muertos


class Worth:
    """What the scoring cards of this hand are worth to the side of a seat, in units of an average one of those left.

    The game is seen as a race against each player of the other side: with four players there is but one other side,
    with three the partners change, and cards of the hands that two players spend together move neither past the other.
    """

    __slots__ = ("_races", "_unit", "left")

    def __init__(self, view: View, seat: int) -> None:
        playing = [*view.out, *(play.card for play in view.trick if not play.discarded)]
        self.left = tally([card for card in playing if card.scoring])
        me = controllers(view.players, view.day)[seat]
        rivals = {owner for s, owner in enumerate(view.owners) if s not in (seat, partner(seat)) and owner is not None}
        if view.players == len(view.owners):
            rivals = {min(rivals)}  # partners share one score
        self._races = [(_held(view.totals[me]), _held(view.totals[r]), _later(view, me, r)) for r in sorted(rivals)]
        self._unit = 1.0
        food, muertos = self.left
        whole = food * self.swing(1, 0) + muertos * self.swing(0, 1)
        self._unit = whole / (food + muertos) if whole > 0 else 0.0

    def swing(self, food: int, muertos: int) -> float:
        """How much better it is to win these cards than to lose them, halved: what winning adds or losing takes."""
        if not self._unit:  # the game is decided: play on for cards
            return food + muertos
        gain = 0.0
        for ours, theirs, later in self._races:
            left = (max(self.left[0] - food, 0) + later[0], max(self.left[1] - muertos, 0) + later[1])
            gain += win_chance((ours[0] + food, ours[1] + muertos), theirs, left)
            gain -= win_chance(ours, (theirs[0] + food, theirs[1] + muertos), left)
        return gain / 2 / self._unit


def _held(score: Score) -> tuple[int, int]:
    return score.food, score.muertos


def _later(view: View, me: int, rival: int) -> tuple[int, int]:
    """Food and Muertos of the days to come in which the two players are on different sides."""
    days = 0
    for day in range(view.day + 1, HANDS + 1):
        seats = owners(view.players, day)
        days += abs(seats.index(me) - seats.index(rival)) != 2
    return days * FOOD_COPIES, days * MUERTOS_COPIES
