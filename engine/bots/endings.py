"""The last tricks solved: what an option comes to in a deal if all play their best with open hands.

A tree for many deals at once. A layer holds a row for each way to get there; what the rows of a decision come to is the
best for the side that decides, and of a gift drawn unseen the average. The rules are those of `engine.bots.batch`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from engine.actions import Action, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.bots.batch import NONE, STEPS, Batch, rivals
from engine.bots.kit import CHOOSE, SWAP, TEN, THREE, Bits, Flags, Floats, Ints, Kit, spread
from engine.bots.prospects import Prospects
from engine.cards import COLOR_BITS, COLORS
from engine.options import TRICKS
from engine.seating import side

_COPIES: Final = 8  # more cards of one face no hand holds


class TooLargeError(Exception):
    """The tree has more rows than may be grown."""


class Solver:
    """Solves for the side of a seat, as long as no more than so many rows grow in all."""

    def __init__(self, kit: Kit, prospects: Prospects, seat: int, rows: int) -> None:
        self.rows = rows
        self._prospects = prospects
        self._side = side(seat)
        first = [kit.first(card) for card in kit.cards]
        self._same = [
            np.uint32(sum(1 << i for i in range(back, len(first)) if first[i] == first[i - back]))
            for back in range(1, _COPIES)
        ]
        day = next(card.color for card in kit.cards if card.kind == "muertos")
        self._colors = [COLOR_BITS[color] for color in COLORS if color != day]

    # Layers

    def _widened(self, batch: Batch, rows: Ints, deciding: Ints, grow: Callable[[Batch], Floats]) -> Floats:
        """What `batch` comes to, of which `rows`, in order, are the ways to go on, and these seats decide."""
        self.rows -= len(rows)
        if self.rows < 0:
            raise TooLargeError
        values = grow(batch)
        sign = np.where((deciding & 1) == self._side, 1.0, -1.0)
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        best: Floats = np.maximum.reduceat(values * sign[rows], starts) * sign
        return best

    def _faces(self, hands: Bits) -> tuple[Ints, Ints]:
        """Row and card for each different face of each hand."""
        different = hands.copy()
        for back, same in enumerate(self._same, 1):
            if same:
                different &= ~((hands << np.uint32(back)) & same)
        rows, cards = np.nonzero(spread(different))
        return rows, cards

    def solve(self, batch: Batch) -> Floats:
        """From the step that is due to the end of the hand."""
        if batch.trick_number > TRICKS:
            return self._prospects.weigh(batch.won_food, batch.won_muertos)[0]
        if batch.step == STEPS:
            return self.kills(batch, 0)
        hands = batch.due()
        legal = batch.legal(hands)
        rows, cards = self._faces(np.where(legal, legal, hands))
        after = batch.pick(rows)
        after.play(cards, hands[rows], legal[rows] != 0)
        return self._widened(after, rows, batch.seats, self.colors)

    def colors(self, batch: Batch) -> Floats:
        """The colour of a Choose just played (R14), then a Swap."""
        chosen = batch.flags[batch.step] & CHOOSE != 0
        if not chosen.any():
            return self.swaps(batch, batch.flags[batch.step] & SWAP != 0)
        free = [(batch.blocked & color == 0) & (chosen | (color == 0)) for color in self._colors]
        rows, which = np.nonzero(np.stack(free, axis=1))
        after = batch.pick(rows)
        after.blocked |= np.array(self._colors, np.uint8)[which]

        def grow(later: Batch) -> Floats:
            return self.swaps(later, later.flags[later.step] & SWAP != 0)

        return self._widened(after, rows, batch.seats, grow)

    def swaps(self, batch: Batch, due: Flags) -> Floats:
        """A Swap in the rows that are due; both partners choose as if they knew what the other gives (R17)."""
        if not due.any() or batch.trick_number == TRICKS:
            return self._next(batch)
        if batch.optional:  # declined, or not: the better of the two for the side that decides
            declined, accepted = self._next(batch.pick(batch.every)), self._given(batch, due)
            ours = (batch.seats & 1) == self._side
            return np.where(
                due, np.where(ours, np.maximum(declined, accepted), np.minimum(declined, accepted)), declined
            )
        return self._given(batch, due)

    def _given(self, batch: Batch, due: Flags) -> Floats:
        """Each card that may be given, where a Swap is due."""
        seats = batch.seats
        rows, cards = self._faces(np.where(due, batch.hand(batch.every, seats), np.uint32(1)))
        return self._widened(batch.pick(rows), rows, seats, lambda later: self._received(later, cards, due[rows]))

    def _received(self, batch: Batch, given: Ints, due: Flags) -> Floats:
        """Each card that may come in return."""
        seats = (batch.seats + 2) & 3
        rows, cards = self._faces(np.where(due, batch.hand(batch.every, seats), np.uint32(1)))
        after, swapped = batch.pick(rows), np.flatnonzero(due[rows])
        after.exchange(swapped, given[rows][swapped], cards[swapped])
        return self._widened(after, rows, seats, self._next)

    def _next(self, batch: Batch) -> Floats:
        batch.next()
        return self.solve(batch)

    def kills(self, batch: Batch, first: int) -> Floats:
        """Each ten that each 3 may remove, and none, in the order of the 3s (R18)."""
        for step in range(first, STEPS):
            three = batch.flags[step] & THREE != 0
            can = [three & (batch.flags[rival] & TEN != 0) for rival in rivals(step)]
            if not (can[0] | can[1]).any():
                continue
            rows, which = np.nonzero(np.stack([np.ones(batch.size, np.bool_), *can], axis=1))
            after = batch.pick(rows)
            after.remove(after.every, np.array([NONE, *rivals(step)])[which])
            seats = (batch.leader + step) & 3
            return self._widened(after, rows, seats, partial(self.kills, first=step + 1))
        return self._finish(batch)

    def _finish(self, batch: Batch) -> Floats:
        """The winner takes the trick; where gifts follow, each card may be drawn (R13)."""
        due = np.zeros(batch.size, np.bool_)
        due[batch.capture()] = True
        if not due.any():
            batch.lead()
            return self.solve(batch)
        hands = np.where(due, batch.hand(batch.every, batch.leader), np.uint32(1))
        rows, cards = np.nonzero(spread(hands))
        after, taken = batch.pick(rows), np.flatnonzero(due[rows])
        after.take(taken, cards[taken])
        values = self.gives(after, due[rows])
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        drawn: Floats = np.add.reduceat(values, starts) / np.bincount(rows)
        if batch.table is None:
            return drawn
        sign = np.where(((batch.leader - 1) & 1) == self._side, 1.0, -1.0)
        chosen = np.maximum.reduceat(values * sign[rows], starts) * sign
        return np.where(batch.leader == batch.table, chosen, drawn)  # from an open hand the neighbour chooses (R23)

    def gives(self, batch: Batch, due: Flags) -> Floats:
        """Each card that the neighbour may give back, where gifts are due."""
        seats = (batch.leader - 1) & 3
        rows, cards = self._faces(np.where(due, batch.hand(batch.every, seats), np.uint32(1)))
        after, given = batch.pick(rows), np.flatnonzero(due[rows])
        after.give(given, cards[given])

        def grow(later: Batch) -> Floats:
            later.lead()
            return self.solve(later)

        return self._widened(after, rows, seats, grow)

    # From a decision

    def option(self, batch: Batch, action: Action, cards: Ints, color: int) -> Floats:
        """What an action comes to in each row: `cards` is the card it names, `color` the bit of a Choose's colour."""
        every, none = batch.every, np.zeros(batch.size, np.bool_)
        match action:
            case Play() | Discard():
                batch.play(cards, batch.due(), ~none if isinstance(action, Play) else none)
                batch.blocked |= np.uint8(color)
                return self.swaps(batch, batch.flags[batch.step] & SWAP != 0)
            case Declare():
                batch.blocked |= np.uint8(color)
                return self._next(batch)
            case Offer(_, accept):
                return self._given(batch, ~none) if accept else self._next(batch)
            case Swap(seat):
                return self._swapped(batch, seat, cards)
            case Kill(seat, target):
                step = NONE if target is None else target - int(batch.leader[0]) & 3
                batch.remove(every, np.full(batch.size, step))
                return self.kills(batch, (seat - int(batch.leader[0]) & 3) + 1)
            case Take():
                batch.take(every, cards)
                return self.gives(batch, ~none)
            case Give():
                batch.give(every, cards)
                batch.lead()
                return self.solve(batch)
        raise TypeError(f"{action} has no outcome of its own")

    def _swapped(self, batch: Batch, seat: int, cards: Ints) -> Floats:
        """Our card of a Swap, whichever of the two we are."""
        if int(batch.seats[0]) == seat:
            return self._received(batch, cards, np.ones(batch.size, np.bool_))
        rows, given = self._faces(batch.hand(batch.every, batch.seats))
        after = batch.pick(rows)
        after.exchange(after.every, given, cards[rows])
        return self._widened(after, rows, batch.seats, self._next)


def rows_at_most(counts: Sequence[int], to_come: int) -> int:
    """A bound on the last layer of the tree: hands of so many cards, and the seats still to play to this trick."""
    cards = max(counts)
    total = cards**to_come if to_come else 1
    for left in range(cards - 1, 0, -1):
        total *= left ** (STEPS + 1) * (left + 1)
    return total
