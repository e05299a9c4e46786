"""How seats play in rollouts: quick habits that see one's own hand and the table, by look-up.

What a card is worth to play depends on a few things only: the trick's number, the step, who leads it with what rank,
how much lies in it and whether a 3 of the other side lies there. All of that together is a *case*; for every case a
table holds a score for each card of the day, and the legal card of the highest score is played.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.bots.batch import NONE, STEPS, Batch, rivals
from engine.bots.kit import FOOD, MUERTOS, SIZE, TEN, THREE, Bits, Flags, Floats, Ints, Kit, Octets, kit, spread
from engine.cards import COLOR_BITS, EVERY_BIT, FESTIVAL, Card
from engine.options import TRICKS

RANKS: Final = 11
STAKES: Final = 4  # scoring cards in the trick; more count as three
NOBODY, OURS, THEIRS = 0, 1, 2
WHO: Final = 3
HIGHEST: Final = 10
CASES: Final = TRICKS * STEPS * WHO * RANKS * STAKES * 2
_LAST: Final = np.uint8(STEPS - 1)
# By step: opponents and partners still to play.
OPPONENTS: Final = np.array([2, 1, 1, 0])
PARTNERS: Final = np.array([1, 1, 0, 0])


class Traits(Struct, frozen=True):
    """The numbers that habits are made of, found by playing them against each other (`tests.bench.traits`)."""

    middle: float = 5.6  # the rank that an opponent beats every other time
    slope: float = 0.81
    ten_beaten: float = 0.12
    rescue: float = 6.0  # the same for a partner who is to overtake an opponent
    rescue_slope: float = 0.3
    kill_chance: float = 0.55  # that we win once our 3 removes the ten that leads
    feed: float = 0.39  # scoring cards that a partner to come adds to a trick we win
    fed: float = 0.25  # that each opponent to come adds to a trick they win
    hold: float = 0.28  # what a scoring card is worth in the hand
    later: float = 0.945
    high: float = 0.6  # what the highest card is worth in the hand
    high_middle: float = 7.8
    high_slope: float = 0.8
    three: float = 0.15
    choose: float = 0.13
    ask: float = 0.02
    spoiled: float = 0.08
    swap: float = 0.03
    gift: float = 0.1  # what the exchange of gifts costs who wins
    late: float = 0.87  # by how much an opponent's chance to beat a card changes from trick to trick
    food: float = 0.42  # a Food beside a Muertos


TRAITS: Final = Traits()


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


class Habits:
    """The habits of both sides, by default the same; `Ways` for a batch.

    `_order` gives each card of a case a number of its own, 1 to 32, the better the higher, and `_number` the card back.
    """

    def __init__(self, kit: Kit, traits: Traits = TRAITS, against: Traits | None = None) -> None:
        both = (traits,) if against is None else (traits, against)
        self.kit = kit
        self.mixed = against is not None
        self._order = np.concatenate([_orders(kit.cards, each)[0] for each in both])
        self._number = np.concatenate([_orders(kit.cards, each)[1] for each in both])
        self._keeping = np.stack([_keeping(kit.cards, each)[0] for each in both])
        self._kept = np.stack([_keeping(kit.cards, each)[1] for each in both])
        self._colors = _colors(kit)

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        """The card of the highest score."""
        cases = case_of(batch)
        if self.mixed:
            cases = cases + (seats & 1) * CASES
        best = most(self._order.take(cases, axis=0) * spread(legal))
        return self._number.take(cases * (SIZE + 1) + best).astype(np.int64)

    def color(self, batch: Batch, rows: Ints) -> Octets:
        """A festival colour that is free, so that others have less to play; black if there is none."""
        return self._colors.take(batch.blocked[rows])

    def offer(self, batch: Batch, rows: Ints) -> Flags:
        """Always."""
        return np.ones(len(rows), np.bool_)

    def swap(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        """What is of least use."""
        return self._by_use(batch, batch.hand(rows, seats), seats, 1)

    def kill(self, batch: Batch, rows: Ints, step: int, first: Flags, second: Flags) -> Ints:
        """The ten that leads the trick."""
        leads = batch.leads()[rows]
        a, b = rivals(step)
        return np.where(((leads == a) & first) | ((leads == b) & second), leads, NONE)

    def take(self, batch: Batch, rows: Ints, hands: Bits) -> Ints:
        """What is of most use."""
        return self._by_use(batch, hands, (batch.leader[rows] - 1) & 3, 0)

    def give(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        """What is of least use."""
        return self._by_use(batch, batch.hand(rows, seats), seats, 1)

    def _by_use(self, batch: Batch, hands: Bits, seats: Ints, least: int) -> Ints:
        side = seats & 1 if self.mixed else 0 * seats
        place = (side * TRICKS + batch.trick_number - 1) * 2 + least
        best = most(self._keeping.reshape(-1, SIZE).take(place, axis=0) * spread(hands))
        return self._kept.take(place * (SIZE + 1) + best).astype(np.int64)


def case_of(batch: Batch) -> Ints:
    """The case that each row is in."""
    step = batch.step
    where = ((batch.trick_number - 1) * STEPS + step) * WHO
    if step == 0:
        return np.full(batch.size, where * RANKS * STAKES * 2)
    leads, best, threes = standing(batch)
    who = where + OURS + ((leads ^ step) & 1).astype(np.int64)
    stake = np.minimum(batch.food + batch.muertos, STAKES - 1)
    case: Ints = ((who * RANKS + best) * STAKES + stake) * 2 + threes
    return case


def standing(batch: Batch) -> tuple[Octets, Octets, Flags]:
    """Who leads the trick so far, with what rank, if every 3 in it removes a ten; whether a rival's 3 lies there."""
    step, flags = batch.step, batch.flags
    threes = [np.zeros(batch.size, np.uint8), np.zeros(batch.size, np.uint8)]
    for played in range(step):
        threes[played & 1] |= flags[played] & THREE
    keys = np.zeros(batch.size, np.uint8)
    for played in range(step):
        rank = batch.rank[played]
        if step > 1 and played < step:
            rank = rank * ~((flags[played] & TEN != 0) & (threes[1 - (played & 1)] != 0))
        keys = np.maximum(keys, rank * STEPS + np.uint8(_LAST - played))
    return _LAST - (keys & _LAST), np.maximum(keys >> 2, 1) - np.uint8(1), threes[1 - (step & 1)] != 0


def most(numbers: Octets) -> Octets:
    """The highest number in each row: eight rows of the flipped array at a time, which NumPy does fastest."""
    rows, length = numbers.shape
    words = np.ascontiguousarray(numbers.view(np.uint64).T)
    octets = words.view(np.uint8).reshape(length // 8, rows * 8).max(axis=0)
    most: Octets = np.ascontiguousarray(octets.reshape(rows, 8).T).max(axis=0)
    return most


def _colors(kit: Kit) -> Octets:
    """The colour to name by what is blocked (R14)."""
    day = next(card.color for card in kit.cards if card.kind == "muertos")
    bits = [COLOR_BITS[color] for color in FESTIVAL if color != day]
    return np.array([next((c for c in bits if not c & blocked), 0) for blocked in range(EVERY_BIT + 1)], np.uint8)


def ordered(scores: NDArray[np.float32]) -> tuple[Octets, Octets]:
    """The cards of each row numbered from 1, the higher the better, and back from number to card."""
    ascending = np.argsort(scores, axis=1, kind="stable").astype(np.uint8)
    order = np.empty(scores.shape, np.uint8)
    np.put_along_axis(order, ascending, np.arange(1, scores.shape[1] + 1, dtype=np.uint8), axis=1)
    return order, np.insert(ascending, 0, 0, axis=1)


@cache
def _orders(cards: tuple[Card, ...], traits: Traits) -> tuple[Octets, Octets]:
    return ordered(scores(cards, traits))


@cache
def _keeping(cards: tuple[Card, ...], traits: Traits) -> tuple[Octets, Octets]:
    """For each trick two rows: the most useful card first, and the least useful."""
    keep = keeps(cards, traits)
    return ordered(np.stack([keep, -keep], axis=1).reshape(-1, SIZE))


@cache
def keeps(cards: tuple[Card, ...], traits: Traits) -> NDArray[np.float32]:
    """What each card is worth in the hand, by trick."""
    left = TRICKS - 1 - np.arange(TRICKS)
    extra = {"kill10": traits.three, "choose": traits.choose, "ask": traits.ask}
    extra |= {"spoiled": traits.spoiled, "swap": traits.swap}
    result = np.zeros((TRICKS, SIZE), np.float32)
    for place, card in enumerate(cards):
        if card.scoring:
            worth = traits.hold * (1 - traits.later**left) * (traits.food if card.kind == "food" else 1)
        else:
            high = traits.high * _logistic((card.rank - traits.high_middle) * traits.high_slope)
            worth = (high + extra.get(card.kind, 0.0)) * (left > 0)
        result[:, place] = worth
    return result


@cache
def scores(cards: tuple[Card, ...], traits: Traits) -> NDArray[np.float32]:
    """The score of each card in every case, a row a case."""
    day = kit(cards)
    trick, step, who, best, stake, threes, card = np.ix_(
        *(np.arange(n) for n in (TRICKS, STEPS, WHO, RANKS, STAKES, 2, SIZE))
    )
    rank, flags = day.ranks[card].astype(np.int64) - 1, day.flags[card]
    ten, three, scoring = (
        flags & TEN != 0,
        flags & THREE != 0,
        (flags & MUERTOS != 0) + traits.food * (flags & FOOD != 0),
    )
    beats = ((rank > best) | (who == NOBODY)) & ~(ten & (threes == 1))
    kills = three & (who == THEIRS) & (best == HIGHEST)
    ours = beats | (who == OURS)
    top = np.where(beats, rank, best)
    chance = np.where(ours, _hold(traits, top, step, trick), _rescue(traits, top) * PARTNERS[step])
    chance = np.where(kills, traits.kill_chance, chance)
    lies = stake + scoring
    won = lies + traits.feed * PARTNERS[step] - traits.gift * (lies > 0)
    lost = lies + traits.fed * OPPONENTS[step] - traits.gift * (lies > 0)
    score = chance * won - (1 - chance) * lost - keeps(cards, traits)[trick, card]
    return np.broadcast_to(score, (TRICKS, STEPS, WHO, RANKS, STAKES, 2, SIZE)).reshape(CASES, SIZE).astype(np.float32)


def _rescue(traits: Traits, rank: Ints) -> Floats:
    """The chance that a partner to come overtakes an opponent's rank."""
    chance: Floats = np.where(
        rank >= HIGHEST, traits.ten_beaten, _logistic((traits.rescue - rank) * traits.rescue_slope)
    )
    return chance


def _hold(traits: Traits, rank: Ints, step: Ints, trick: Ints) -> Floats:
    """The chance that a rank of ours stays ahead."""
    beaten = np.where(rank >= HIGHEST, traits.ten_beaten, _logistic((traits.middle - rank) * traits.slope))
    beaten = np.minimum(beaten * traits.late**trick, 1)
    chance: Floats = (1 - beaten) ** OPPONENTS[step]
    return chance
