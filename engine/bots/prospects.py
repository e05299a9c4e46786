"""What the end of a hand is worth to a player: the chance to win the game from there (R19, R24)."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Final

import numpy as np

from engine.bots.kit import Floats, Ints, Octets
from engine.deck import FOOD_COPIES, MUERTOS_COPIES
from engine.options import HANDS
from engine.scoring import tally
from engine.seating import SEATS, SIDE_NAMES, controllers, owners, side, team_of
from engine.views import View

_SHAPE: Final = (FOOD_COPIES + 1, MUERTOS_COPIES + 1, FOOD_COPIES + 1, MUERTOS_COPIES + 1)
_LOST: Final = 0.2  # of the Muertos of a hand: about so many are discarded, while Food, being black, hardly ever is
# Beyond the chance to win: so that bots play on when the game is decided, and prefer cards where all else is equal.
_PAIR: Final = 0.01
_CARD: Final = 0.003

Held = tuple[tuple[int, int], ...]  # Food and Muertos, by player


class Prospects:
    """By what each side has captured when the hand ends: the worth to the side of a seat, its pairs, and its chance."""

    __slots__ = ("_chance", "_pairs", "_side", "_worth")

    def __init__(self, view: View, seat: int) -> None:
        self._side = side(seat)
        before = _before(view)
        me = controllers(view.players, view.day)[seat]
        rival = team_of(view.players, view.day, seat + 1 & 3)[0]
        food, muertos, their_food, their_muertos = np.indices(_SHAPE)
        pairs = np.minimum(before[me][0] + food, before[me][1] + muertos)
        theirs = np.minimum(before[rival][0] + their_food, before[rival][1] + their_muertos)
        cards = food + muertos - their_food - their_muertos
        self._chance: Floats = chance_to_win(view.players, view.day, me, before).ravel()
        self._pairs: Floats = pairs.ravel().astype(np.float64)
        self._worth: Floats = self._chance + (_PAIR * (pairs - theirs) + _CARD * cards).ravel()

    def _place(self, food: Octets, muertos: Octets) -> Ints:
        us, them = self._side, 1 - self._side
        place: Ints = food[us].astype(np.int64)
        for won, most in ((muertos[us], _SHAPE[1]), (food[them], _SHAPE[2]), (muertos[them], _SHAPE[3])):
            place = place * most + won
        return place

    def weigh(self, food: Octets, muertos: Octets) -> tuple[Floats, Floats, Floats]:
        """Worth, pairs and chance to win, of what the two sides have captured."""
        place = self._place(food, muertos)
        return self._worth.take(place), self._pairs.take(place), self._chance.take(place)


def _before(view: View) -> Held:
    """Food and Muertos of each player before this hand."""
    won = [(total.food, total.muertos) for total in view.totals]
    for one in range(len(SIDE_NAMES)):
        food, muertos = tally(view.captured[one])
        for player in team_of(view.players, view.day, one):
            won[player] = (won[player][0] - food, won[player][1] - muertos)
    return tuple(won)


@lru_cache(maxsize=64)
def chance_to_win(players: int, day: int, me: int, before: Held) -> Floats:
    """By the Food and Muertos that my side captures today, and the other side, the chance that I win the game.

    A shared win is a part of one. Of three players all race each other, and partners change from day to day (R20).
    """
    food, muertos, their_food, their_muertos = (part[..., None] for part in np.indices(_SHAPE))
    weights, later = _later(players, day)
    mine = _sided(players, day, me)
    standings = []
    for player in _racers(players):
        won = (food, muertos) if _sided(players, day, player) == mine else (their_food, their_muertos)
        standings.append(_standing(*(before[player][i] + won[i] + later[:, player, i] for i in (0, 1))))
    best = np.maximum.reduce(standings)
    sharing = np.sum([standing == best for standing in standings], axis=0)
    chance: Floats = ((standings[me % len(standings)] == best) / sharing) @ weights
    return chance


def _racers(players: int) -> range:
    """The players who race each other: of partners for the whole game the first."""
    return range(players if players < len(SEATS) else len(SIDE_NAMES))


def _sided(players: int, day: int, player: int) -> int:
    """The side that a player is on."""
    return side(owners(players, day).index(player))


def _standing(food: Ints, muertos: Ints) -> Ints:
    """Points, then Food, then Muertos, as one number (R19)."""
    return (np.minimum(food, muertos) * 100 + food) * 100 + muertos


@cache
def _later(players: int, day: int) -> tuple[Floats, Ints]:
    """What may come on the days after this one: the weight of each case, and in it Food and Muertos of each racer."""
    cases: dict[Held, float] = {((0, 0),) * len(_racers(players)): 1.0}
    for number in range(day + 1, HANDS + 1):
        sides = [_sided(players, number, player) for player in _racers(players)]
        after: defaultdict[Held, float] = defaultdict(float)
        for (won, chance), (sided, share) in product(cases.items(), _hand()):
            held = tuple((f + sided[one][0], m + sided[one][1]) for (f, m), one in zip(won, sides, strict=True))
            after[held] += chance * share
        cases = after
    return np.array(list(cases.values())), np.array(list(cases), np.int64)


def _hand() -> Iterator[tuple[Held, float]]:
    """What the sides may capture in a hand, and how likely that is: every card goes to either like a tossed coin."""
    for food, north, east in product(range(FOOD_COPIES + 1), *(range(MUERTOS_COPIES + 1),) * 2):
        gone = MUERTOS_COPIES - north - east
        if gone >= 0:
            ways = comb(FOOD_COPIES, food) * comb(MUERTOS_COPIES, gone) * comb(north + east, north)
            share = ways / 2 ** (FOOD_COPIES + north + east) * (1 - _LOST) ** (north + east) * _LOST**gone
            yield ((food, north), (FOOD_COPIES - food, east)), share
