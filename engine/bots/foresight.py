"""How seats play in rollouts: by habits that see where the cards of the deal lie.

Whether our side can win a trick with a card is told from the hands still to play to it. Nobody at a table knows that
much, but what comes of a deal is told better so than by guesses at hands that lie there for the rollout to see. For
each *case* (the trick's number, the step, how much lies in the trick, who can add to it) a table scores every card
twice, for a trick that our side can win and for one that it cannot; the legal card of the highest score is played.
"""

from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.bots.batch import STEPS, Batch
from engine.bots.habits import HIGHEST, STAKES, TRAITS, Habits, Traits, keeps, most, ordered, standing
from engine.bots.kit import FOOD, MUERTOS, SIZE, TEN, THREE, Bits, Flags, Ints, Kit, Octets, bit, kit, spread
from engine.cards import COLORS, Card
from engine.options import TRICKS

_FEEDERS: Final = 2  # a partner to come can add a scoring card, or not
_FEEDING: Final = 3  # how many opponents to come can
_PLAYS: Final = TRICKS * STEPS * STAKES * _FEEDERS * _FEEDING
_CASES: Final = _PLAYS + TRICKS  # and to discard in each trick
_PLACES: Final = 2 * SIZE  # every card in a trick lost, then every card in a trick won
_EVERY: Final = np.uint32(0xFFFFFFFF)
_EXPONENT: Final = np.uint16(1022)


class Sight(Struct, frozen=True):
    """The numbers that these habits add to the others'."""

    sure: float = 0.93  # that a trick is won that can be
    slip: float = 0.05  # that one is that cannot be
    feed: float = 0.5  # scoring cards that a partner adds who can
    fed: float = 0.4  # that each opponent adds who can
    waste: float = 0.5  # what it costs to discard a scoring card


SIGHT: Final = Sight()


class Foresight(Habits):
    """Habits that see all hands; `Ways` for a batch."""

    def __init__(self, kit: Kit, traits: Traits = TRAITS, sight: Sight = SIGHT) -> None:
        super().__init__(kit, traits)
        self._pairs, self._back = _orders(kit.cards, traits, sight)
        self._masks = _masks(kit.cards)

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        """The card of the highest score; of the last trick the only one."""
        if batch.trick_number == TRICKS:
            return _length(hands).astype(np.int64) - 1
        masks, opens = self._masks, self.kit.opens.take(batch.blocked)
        first = batch.every * STEPS
        theirs = mates = np.zeros(batch.size, np.uint32)
        feeding = np.zeros(batch.size, np.int64)
        for step in range(batch.step + 1, STEPS):
            hand = batch.hands.take(first + ((batch.leader + step) & 3)) & opens
            if (step - batch.step) & 1:
                theirs = theirs | hand
                feeding += (hand & masks.scoring) != 0
            else:
                mates = hand
        case = self._case(batch, mates, feeding)
        np.copyto(case, _PLAYS + batch.trick_number - 1, where=legal & opens == 0)
        wins = self._wins(batch, theirs, mates)
        cards = np.empty((batch.size, 2), np.uint32)
        cards[:, 0], cards[:, 1] = legal & ~wins, legal & wins
        best = most(self._pairs.take(case, axis=0) * spread(cards).reshape(-1, _PLACES))
        return self._back.take(case * (_PLACES + 1) + best).astype(np.int64)

    def _case(self, batch: Batch, mates: Bits, feeding: Ints) -> Ints:
        place = (batch.trick_number - 1) * STEPS + batch.step
        stake = np.minimum(batch.food + batch.muertos, STAKES - 1).astype(np.int64)
        feeds = (mates & self._masks.scoring) != 0
        case: Ints = ((place * STAKES + stake) * _FEEDERS + feeds) * _FEEDING + feeding
        return case

    def _wins(self, batch: Batch, theirs: Bits, mates: Bits) -> Bits:
        """The cards with which our side wins the trick if each seat to come plays the highest that it may."""
        masks, step = self._masks, batch.step
        none = np.zeros(batch.size, np.bool_)
        ours = threatened = hunted = none
        above, lead = np.full(batch.size, _EVERY), np.zeros(batch.size, np.uint32)
        if step:
            leads, best, threatened = standing(batch)
            ours = ((leads ^ step) & 1) == 0
            above = np.where(ours, _EVERY, masks.above.take(best))
            lead = np.where(ours, masks.ranked.take(best), lead)
            hunted = ~ours & (best == HIGHEST)
            three = none
            for played in range(step - 2, -1, -2):
                three = three | (batch.flags[played] & THREE != 0)
            theirs = np.where(three, theirs & ~masks.tens, theirs)
            if step == STEPS - 1:
                return np.where(hunted, above | masks.threes, above & np.where(threatened, ~masks.tens, _EVERY))
        unsafe = threatened | ((theirs & masks.threes) != 0)
        safe = np.where(unsafe, ~masks.tens, _EVERY)
        mates, lead, own = mates & safe & above, lead & safe, above & safe
        wins = np.zeros(batch.size, np.uint32)
        for cards, blocks in masks.colors:
            top = _length(theirs & ~blocks)  # their highest card once such a card lies
            level = masks.level.take(top)
            can = (mates & ~blocks & masks.past.take(top)) | (lead & level)
            wins |= np.where(can, cards, level & own & cards)
        return np.where(hunted, wins | masks.threes, wins)


def _length(hands: Bits) -> NDArray[np.uint16]:
    """The bit length of each hand: the exponent of its number as a float, which begins at 1022, 0 for none."""
    length: NDArray[np.uint16] = hands.astype("<f8").view("<u2")[3::STEPS] >> np.uint16(4)
    return np.maximum(length, _EXPONENT) - _EXPONENT


class _Masks(Struct, frozen=True):
    """Cards as bits: of sorts, of and above each rank, and, by the bit length of a hand, those level with its highest
    card or higher, and those higher; for each colour its cards, and what they block."""

    scoring: np.uint32
    tens: np.uint32
    threes: np.uint32
    ranked: Bits
    above: Bits
    level: Bits
    past: Bits
    colors: tuple[tuple[np.uint32, np.uint32], ...]


@cache
def _masks(cards: tuple[Card, ...]) -> _Masks:
    day = kit(cards)

    def where(flags: Flags) -> np.uint32:
        return np.uint32(int(bit(np.flatnonzero(flags)).sum()))

    ranks = day.ranks.astype(np.int64) - 1
    tops = [-1, *ranks.tolist()]
    colors = []
    for color in COLORS:
        own = where(np.array([card.color == color for card in cards]))
        colors.append((own, own if color != "K" else np.uint32(0)))
    return _Masks(
        where(day.flags & (FOOD | MUERTOS) != 0),
        where(day.flags & TEN != 0),
        where(day.flags & THREE != 0),
        np.array([where(ranks == rank) for rank in range(HIGHEST + 1)], np.uint32),
        np.array([where(ranks > rank) for rank in range(HIGHEST + 1)], np.uint32),
        np.array([where(ranks >= rank) for rank in tops], np.uint32),
        np.array([where(ranks > rank) for rank in tops], np.uint32),
        tuple(colors),
    )


@cache
def _orders(cards: tuple[Card, ...], traits: Traits, sight: Sight) -> tuple[Octets, Octets]:
    order, back = ordered(_scores(cards, traits, sight))
    return order, back % SIZE


def _scores(cards: tuple[Card, ...], traits: Traits, sight: Sight) -> NDArray[np.float32]:
    """The score of each card in every case: in a trick that cannot be won, then in one that can."""
    day, keep = kit(cards), keeps(cards, traits)
    trick, _, stake, feeds, feeding, wins, card = np.ix_(
        *(np.arange(n) for n in (TRICKS, STEPS, STAKES, _FEEDERS, _FEEDING, 2, SIZE))
    )
    flags = day.flags[card]
    scoring = (flags & MUERTOS != 0) + traits.food * (flags & FOOD != 0)
    chance = np.where(wins == 1, sight.sure, sight.slip)
    lies = stake + scoring
    won = lies + sight.feed * feeds - traits.gift * (lies > 0)
    lost = lies + sight.fed * feeding - traits.gift * (lies > 0)
    score = chance * won - (1 - chance) * lost - keep[trick, card]
    plays = np.broadcast_to(score, (TRICKS, STEPS, STAKES, _FEEDERS, _FEEDING, 2, SIZE)).reshape(_PLAYS, _PLACES)
    discards = -keep - sight.waste * (day.flags & (FOOD | MUERTOS) != 0)
    return np.concatenate([plays, np.tile(discards, (1, 2))]).astype(np.float32)
