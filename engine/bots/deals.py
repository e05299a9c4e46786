"""Deals that fit everything a seat lawfully knows, many at once, each as likely as the cards alone make it.

Cards that some hand cannot hold are dealt first, the rest blindly, and a weight sets right what that distorts. Deals
that break a fact are thrown away. Where almost none is left, deals are mended by exchanging cards until they break as
few facts as can be reached in a bounded number of steps: whatever the facts, there are deals.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct

from engine.bots.facts import Facts, Shut, Told
from engine.bots.kit import SIZE, Bits, Flags, Floats, Ints, Kit, bit, count, nth
from engine.seating import SEATS

_ROUNDS: Final = 4  # of proposals before deals are mended
_SURPLUS: Final = 2  # proposals for each deal wanted
_ENOUGH: Final = 0.25  # of the proposals
_MOST: Final = 4096  # proposals at a time
_MENDS: Final = 60
_MENDED: Final = 192  # deals
_DOUBT: Final = 0.3  # the weight of a deal for each answer it does not fit that may be out of date
_UNIT: Final = float(1 << 53)


class Deals(Struct, frozen=True):
    """Hands, a row a deal and a column a seat, with the weight of each row; the weights sum to one."""

    hands: Bits
    weights: Floats


class Chance:
    """Numbers for a bot, fixed by its seed: the raw output of a generator that NumPy promises never to change."""

    def __init__(self, seed: bytes) -> None:
        self._bits = np.random.PCG64(int.from_bytes(seed, "big"))

    def raw(self, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
        """Numbers of 64 bits."""
        return self._bits.random_raw(int(np.prod(shape))).reshape(shape)

    def uniform(self, *shape: int) -> Floats:
        """Numbers from 0 to 1."""
        return (self.raw(*shape) >> np.uint64(11)) / _UNIT


class Dealer:
    """Draws deals that fit some facts."""

    def __init__(self, kit: Kit, facts: Facts, chance: Chance) -> None:
        self.kit = kit
        self.chance = chance
        *sure, pool = kit.hands([*facts.sure, facts.pool])
        self.sure: Bits = np.array(sure, np.uint32)
        self.cards: Ints = np.array([place for place in range(SIZE) if pool >> place & 1], np.int64)
        self.room: Ints = np.array(facts.room)
        self.closed = [seat for seat in SEATS if facts.room[seat]]
        self.shut = facts.shut
        self.told = facts.told
        self._face_bits: Bits = np.array([kit.mask([face]) for face in kit.faces], np.uint32)
        self._banned = [self._ban(seat) for seat in SEATS]
        self._rounds = _ROUNDS

    def _ban(self, seat: int) -> int:
        """The cards of the pool that a hand cannot hold."""
        banned = 0
        for fact in self.shut:
            if fact.seat == seat and not fact.most:
                banned |= self.kit.mask(fact.playable)
        return banned

    def deals(self, wanted: int) -> Deals:
        """So many deals, or fewer where few fit; at least one."""
        if len(self.closed) < 2:
            hands = np.repeat(self.sure[None, :], 1, axis=0)
            for seat in self.closed:
                hands[:, seat] |= np.bitwise_or.reduce(bit(self.cards))
            return Deals(hands, np.ones(1))
        found: list[Bits] = []
        weights: list[Floats] = []
        total, proposals = 0, min(wanted, _MOST)
        for _ in range(self._rounds):
            proposed, weight = self._propose(proposals)
            fits = (self._faults(proposed) == 0) & (weight > 0)
            found.append(proposed[fits])
            weights.append(weight[fits])
            total += int(fits.sum())
            if total >= wanted:
                break
            proposals = min(wanted * _SURPLUS, _MOST)
        if total < _ENOUGH * proposals:
            self._rounds = 1  # the next time too, few would fit
        if total < min(wanted, _MENDED):
            mended = self._mend(self._propose(_MENDED)[0])
            found, weights = [*found, mended], [*weights, np.full(len(mended), _mean(weights))]
        hands = np.concatenate(found)[:wanted]
        weight = np.concatenate(weights)[:wanted] * self._doubts(hands)
        return Deals(hands, weight / weight.sum())

    def every(self, most: int) -> Deals | None:
        """All deals that fit, if there are no more than so many to try, and any fits."""
        ways, left = 1, len(self.cards)
        for seat in self.closed:
            ways *= comb(left, int(self.room[seat]))
            left -= int(self.room[seat])
        if ways > most:
            return None
        hands = np.array(list(self._all(self.sure.tolist(), self.cards.tolist(), self.closed)), np.uint32)
        hands = hands[self._all_faults(hands) == 0]
        weights = self._doubts(hands)
        return Deals(hands, weights / weights.sum()) if len(hands) else None

    def _all(self, hands: list[int], cards: list[int], seats: list[int]) -> Iterator[list[int]]:
        """Every way to deal the cards to these seats."""
        if not seats:
            yield hands
            return
        seat, *rest = seats
        for chosen in combinations(cards, int(self.room[seat])):
            dealt = hands.copy()
            dealt[seat] |= sum(1 << card for card in chosen)
            yield from self._all(dealt, [card for card in cards if card not in chosen], rest)

    # Proposals

    def _propose(self, number: int) -> tuple[Bits, Floats]:
        """Deals that respect what hands cannot hold, and their weights; 0 where that could not be done."""
        hands = np.repeat(self.sure[None, :], number, axis=0)
        room = np.repeat(self.room[None, :], number, axis=0)
        weights = np.ones(number)
        free = []
        for card in sorted(map(int, self.cards), key=lambda c: -sum(b >> c & 1 for b in self._banned)):
            may = np.array([not self._banned[seat] >> card & 1 for seat in SEATS])
            if may[self.closed].all():
                free.append(card)
                continue
            open_to = np.cumsum(room * may, axis=1)
            total = open_to[:, -1]
            weights *= total / len(self.cards)
            # Where no hand has room for it, the row is void; the card goes anywhere that has room.
            open_to = np.where(total[:, None] > 0, open_to, np.cumsum(room, axis=1))
            drawn = self.chance.uniform(number) * open_to[:, -1]
            self._give(hands, room, np.full(number, card), (open_to <= drawn[:, None]).sum(axis=1))
        if free:
            self._deal(hands, room, np.array(free))
        return hands, weights

    def _give(self, hands: Bits, room: Ints, cards: Ints, seats: Ints) -> None:
        rows = np.arange(len(hands))
        hands[rows, seats] |= bit(cards)
        room[rows, seats] -= 1

    def _deal(self, hands: Bits, room: Ints, cards: Ints) -> None:
        """Shuffle the cards and fill the hands' room with them, seat by seat."""
        order = np.argsort(self.chance.raw(len(hands), len(cards)), axis=1)
        bits = bit(cards)[order]
        filled = np.cumsum(room, axis=1)
        for seat in self.closed:
            places = np.arange(len(cards))[None, :]
            mine = (places < filled[:, seat, None]) & (places >= (filled[:, seat] - room[:, seat])[:, None])
            hands[:, seat] |= np.bitwise_or.reduce(np.where(mine, bits, np.uint32(0)), axis=1)

    # Facts

    def _faults(self, hands: Bits) -> Ints:
        """By how much each deal breaks what is certain; 0 if it fits."""
        faults = np.zeros(len(hands), np.int64)
        for fact in self.shut:
            faults += self._shut_faults(fact, hands)
        for told in self.told:
            if told.exact:
                faults += self._told_faults(told, hands)
        return faults

    def _shut_faults(self, fact: Shut, hands: Bits) -> Ints:
        """How many cards too many a hand holds that it would have played instead of a discard."""
        unsure = hands[:, fact.seat] & ~self.sure[fact.seat]
        return np.maximum(count(unsure & np.uint32(self.kit.mask(fact.playable))) - fact.most, 0)

    def _told_faults(self, told: Told, hands: Bits) -> Ints:
        """By how much each deal's answer differs from the one that was given, at most 3."""
        value = self._measured(told, hands[:, told.seat])
        question = told.question
        wrong: Flags | None = None
        if question.at_least is not None:
            wrong = (value >= question.at_least) != told.answer
        elif question.at_most is not None:
            wrong = (value <= question.at_most) != told.answer
        elif question.exactly is not None:
            wrong = (value == question.exactly) != told.answer
        return np.minimum(np.abs(value - int(told.answer)), 3) if wrong is None else wrong.astype(np.int64)

    def _measured(self, told: Told, hands: Bits) -> Ints:
        """What was asked for of each hand as it was then (R25)."""
        return measured(self.kit, told, count(hands[:, None] & self._face_bits))

    def _doubts(self, hands: Bits) -> Floats:
        """What is left of a deal's weight by answers that may be out of date."""
        weights = np.ones(len(hands))
        for told in self.told:
            if not told.exact:
                weights *= _DOUBT ** np.minimum(self._told_faults(told, hands), 2)
        return weights

    # Mending

    def _mend(self, hands: Bits) -> Bits:
        """Exchange cards between hands as long as that breaks no more facts; the best deals there are then."""
        faults = self._all_faults(hands)
        for one, other in self._pairs(len(hands)):
            changed = self._exchanged(hands, one, other)
            after = self._all_faults(changed)
            better = (after <= faults) & (faults > 0)
            hands[better] = changed[better]
            faults = np.where(better, after, faults)
            if not faults.any():
                break
        best: Bits = hands[faults == faults.min()]
        return best

    def _all_faults(self, hands: Bits) -> Ints:
        faults = self._faults(hands)
        for seat in self.closed:
            faults += count(hands[:, seat] & ~self.sure[seat] & np.uint32(self._banned[seat]))
        return faults

    def _pairs(self, number: int) -> Iterator[tuple[Ints, Ints]]:
        closed = np.array(self.closed)
        for _ in range(_MENDS):
            first = (self.chance.uniform(number) * len(closed)).astype(np.int64)
            step = 1 + (self.chance.uniform(number) * (len(closed) - 1)).astype(np.int64)
            yield closed[first], closed[(first + step) % len(closed)]

    def _exchanged(self, hands: Bits, one: Ints, other: Ints) -> Bits:
        """The deals after a card of the pool passed each way between two hands."""
        rows, result = np.arange(len(hands)), hands.copy()
        moved = np.zeros(len(hands), np.uint32)
        for seats in (one, other):
            unsure = hands[rows, seats] & ~self.sure[seats]
            places = (self.chance.uniform(len(hands)) * count(unsure)).astype(np.int64)
            moved ^= bit(nth(unsure, places))
        result[rows, one] ^= moved
        result[rows, other] ^= moved
        return result


def _mean(weights: list[Floats]) -> float:
    every = np.concatenate(weights)
    return float(every.mean()) if len(every) else 1.0


def measured(kit: Kit, told: Told, counts: Ints) -> Ints:
    """The measure of a question, for rows of how many cards of each face a hand holds now (R25)."""
    question = told.question
    now = counts + np.array([told.changed.get(face, 0) for face in kit.faces])
    wanted: Flags = np.array([_matches(kit, place, told) for place in range(len(kit.faces))])
    now = np.maximum(now, 0) * wanted
    ranks = np.array([face.rank for face in kit.faces])
    match question.measure:
        case "count":
            return np.asarray(now.sum(axis=1))
        case "sum":
            return np.asarray((now * ranks).sum(axis=1))
        case "highest":
            return np.asarray(np.where(now > 0, ranks, -1).max(axis=1))
        case "lowest":
            return np.asarray(np.where(now > 0, ranks, 99).min(axis=1))
        case "colors":
            return _kinds(now, np.array(["KPBG".index(face.color) for face in kit.faces]))
        case "ranks":
            return _kinds(now, ranks)


def _matches(kit: Kit, place: int, told: Told) -> bool:
    question, face = told.question, kit.faces[place]
    return (
        (not question.colors or face.color in question.colors)
        and (not question.ranks or face.rank in question.ranks)
        and (not question.kinds or face.kind in question.kinds)
    )


def _kinds(now: Ints, labels: Ints) -> Ints:
    """How many different labels the cards of each row have."""
    return np.asarray(sum((now[:, labels == label] > 0).any(axis=1).astype(np.int64) for label in set(labels.tolist())))
