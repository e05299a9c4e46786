"""Many deals of one hand at once: the rules from a trick on (R8-R18, R20-R23) on NumPy arrays, a row a deal.

All rows stand at the same step of the same trick; who leads, who holds what and what is chosen differ by row. What is
chosen comes from `Ways`. Questions change no card, so an Ask is here a card like others. A second implementation of the
rules beside `engine.rules`, and held against it in the tests.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.bots.kit import CHOOSE, FOOD, MUERTOS, SWAP, TEN, THREE, Bits, Flags, Ints, Kit, Octets, bit, count, nth
from engine.cards import FOOD_BIT, START_BIT
from engine.options import TRICKS

STEPS: Final = 4
NONE: Final = -1  # no step
_PLAYABLE: Final = np.uint8(255 - START_BIT)
_LAST: Final = np.uint8(STEPS - 1)


class Ways(Protocol):
    """How the seats decide. Where `rows` are given, only for these rows, one choice for each."""

    def card(self, batch: "Batch", seats: Ints, hands: Bits, legal: Bits) -> Ints:
        """The card each row plays, or discards, of those that are legal."""
        ...

    def color(self, batch: "Batch", rows: Ints) -> NDArray[np.uint8]:
        """The colour of the Choose just played, as a bit of `COLOR_BITS`."""
        ...

    def offer(self, batch: "Batch", rows: Ints) -> Flags:
        """Whether to go on with the Swap just played, where that is open."""
        ...

    def swap(self, batch: "Batch", rows: Ints, seats: Ints) -> Ints:
        """The card a seat passes to its partner."""
        ...

    def kill(self, batch: "Batch", rows: Ints, step: int, first: Flags, second: Flags) -> Ints:
        """The step whose ten the 3 of `step` removes, or NONE: one of `rivals(step)`, where it is flagged."""
        ...

    def take(self, batch: "Batch", rows: Ints, hands: Bits) -> Ints:
        """The card of the table's open hand to take."""
        ...

    def give(self, batch: "Batch", rows: Ints, seats: Ints) -> Ints:
        """The card to give to the trick's winner."""
        ...


def rivals(step: int) -> tuple[int, int]:
    """The steps of a trick at which the other side plays."""
    return (1, 3) if step % 2 == 0 else (0, 2)


class Batch:
    """Rows of one hand, at step `step` of trick `trick_number`.

    By step of the trick, `rank` is a card's rank and one, 0 for a discard or a ten that was removed, and `flags` tell
    what else it is. `draws` are the numbers that gifts are drawn by, in the order a row draws. `food` and `muertos` lie
    in the trick; `won_food` and `won_muertos` go by side.
    """

    def __init__(self, kit: Kit, hands: Bits, leader: Ints, trick_number: int, draws: NDArray[np.uint32]) -> None:
        self.kit = kit
        self.size = len(hands)
        self.every: Ints = np.arange(self.size)
        self._at: Ints = self.every * STEPS
        self.hands: Bits = hands.reshape(-1)  # a row's hands lie side by side
        self.leader = leader
        self.trick_number = trick_number
        self.draws = draws
        self.drawn = np.zeros(self.size, np.int64)
        self.table: int | None = None  # the seat of the table's hand (R20)
        self.optional = False  # whether a Swap may be declined
        self.won_food = np.zeros((2, self.size), np.uint8)
        self.won_muertos = np.zeros((2, self.size), np.uint8)
        self.trace: list[tuple[Ints, Octets, Octets]] | None = None  # winner, Food and Muertos of each trick
        self._begin()

    def _begin(self) -> None:
        self.step = 0
        self.seats = self.leader  # who plays at this step
        self.rank = np.zeros((STEPS, self.size), np.uint8)
        self.flags = np.zeros((STEPS, self.size), np.uint8)
        self.blocked = np.zeros(self.size, np.uint8)
        self.food = np.zeros(self.size, np.uint8)
        self.muertos = np.zeros(self.size, np.uint8)

    def pick(self, rows: Ints) -> "Batch":
        """Rows of their own, each a copy of one of these; what is won and lies in the trick goes along."""
        new = Batch(self.kit, self.hands.reshape(-1, STEPS)[rows], self.leader[rows], self.trick_number, self.draws)
        new.table, new.optional = self.table, self.optional
        new.won_food, new.won_muertos = self.won_food[:, rows], self.won_muertos[:, rows]
        new.step, new.seats = self.step, self.seats[rows]
        new.rank, new.flags, new.blocked = self.rank[:, rows], self.flags[:, rows], self.blocked[rows]
        new.food, new.muertos = self.food[rows], self.muertos[rows]
        return new

    def hand(self, rows: Ints, seats: Ints) -> Bits:
        """The hands of some rows, each of one seat."""
        return self.hands.take(rows * STEPS + seats)

    def move(self, rows: Ints, givers: Ints, takers: Ints, cards: Ints) -> None:
        """A card passes from hand to hand."""
        bits, first = bit(cards), rows * STEPS
        self.hands[first + givers] ^= bits
        self.hands[first + takers] ^= bits

    # A step

    def run(self, ways: Ways) -> None:
        """From the step that is due to the end of the hand."""
        while self.trick_number <= TRICKS:
            while self.step < STEPS:
                self.turn(ways)
            self.settle(ways)
            self.finish(ways)

    def turn(self, ways: Ways) -> None:
        """The seat that is due plays or discards."""
        hands = self.due()
        legal = self.legal(hands)
        if legal.all():
            self.play(ways.card(self, self.seats, hands, legal), hands)
        else:
            self.play(ways.card(self, self.seats, hands, np.where(legal, legal, hands)), hands, legal != 0)
        self.follow(ways)
        self.next()

    def due(self) -> Bits:
        """The hands that a card is due from."""
        return self.hands.take(self._at + self.seats)

    def legal(self, hands: Bits) -> Bits:
        """The cards of each hand that may be played; none where one must be discarded (R9, R10)."""
        return hands & self.kit.opens.take(self.blocked)

    def play(self, cards: Ints, hands: Bits, played: Flags | None = None) -> None:
        """Put a card from each hand to the trick, discards but for `played`; what follows from it is for `follow`."""
        self.hands[self._at + self.seats] = hands ^ bit(cards)
        self.lay(self.step, cards, played)
        if self.trick_number == 1 and self.step == 0:
            self.blocked &= _PLAYABLE

    def lay(self, step: int, cards: Ints, played: Flags | None = None) -> None:
        """What a card is in the trick."""
        kit = self.kit
        rank, flags, blocks = kit.ranks.take(cards), kit.flags.take(cards), kit.blocks.take(cards)
        if played is not None:
            rank, flags, blocks = rank * played, flags * played, blocks * played
        self.rank[step] = rank
        self.flags[step] = flags
        self.blocked |= blocks
        self.food += flags & FOOD
        self.muertos += (flags & MUERTOS) >> 1

    def follow(self, ways: Ways) -> None:
        """Choose and Swap, where such a card was just played."""
        rows = np.flatnonzero(self.flags[self.step] & CHOOSE)
        if rows.size:
            self.blocked[rows] |= ways.color(self, rows)
        self.pass_on(ways)

    def pass_on(self, ways: Ways) -> None:
        """Swap, where it was just played: in the last trick it has no effect (R17)."""
        if self.trick_number < TRICKS:
            rows = np.flatnonzero(self.flags[self.step] & SWAP)
            if rows.size and self.optional:
                rows = rows[ways.offer(self, rows)]
            self.swap(ways, rows)

    def next(self) -> None:
        """The next step is due."""
        self.step += 1
        self.seats = (self.seats + 1) & 3

    def swap(self, ways: Ways, rows: Ints) -> None:
        """The player of a Swap and the partner exchange cards, chosen before either moves (R17)."""
        if rows.size:
            seats = self.seats[rows]
            self.exchange(rows, ways.swap(self, rows, seats), ways.swap(self, rows, (seats + 2) & 3))

    def exchange(self, rows: Ints, given: Ints, received: Ints) -> None:
        """The cards of a Swap pass."""
        seats = self.seats[rows]
        self.move(rows, seats, (seats + 2) & 3, given)
        self.move(rows, (seats + 2) & 3, seats, received)

    # The end of a trick

    def settle(self, ways: Ways, first: int = 0) -> None:
        """Each 3 may remove a ten, in the order played, from that of step `first` on (R18)."""
        for step in range(first, STEPS):
            threes = self.flags[step] & THREE
            if threes.any():
                a, b = ((threes != 0) & (self.flags[rival] & TEN != 0) for rival in rivals(step))
                rows = np.flatnonzero(a | b)
                if rows.size:
                    self.remove(rows, ways.kill(self, rows, step, a[rows], b[rows]))

    def remove(self, rows: Ints, steps: Ints) -> None:
        """Take tens out of the trick."""
        rows, steps = rows[steps != NONE], steps[steps != NONE]
        self.rank[steps, rows] = 0
        self.flags[steps, rows] = 0

    def leads(self) -> Ints:
        """The step whose card would win the trick as it lies (R11)."""
        keys = self.rank[0] * STEPS + _LAST
        for step in range(1, STEPS):
            keys = np.maximum(keys, self.rank[step] * STEPS + np.uint8(_LAST - step))
        steps: Ints = (_LAST - (keys & _LAST)).astype(np.int64)
        return steps

    def finish(self, ways: Ways) -> None:
        """The winner takes the trick, gifts are exchanged, and the winner leads."""
        rows = self.capture()
        if rows.size:
            self.draw(ways, rows)
        self.lead()

    def capture(self) -> Ints:
        """The winner takes the trick; the rows in which gifts follow (R13)."""
        self.leader = (self.leader + self.leads()) & 3
        east = (self.leader & 1).astype(np.uint8)
        for won, cards in ((self.won_food, self.food), (self.won_muertos, self.muertos)):
            won[1] += cards * east
            won[0] += cards * (1 - east)
        if self.trace is not None:
            self.trace.append((self.leader, self.food, self.muertos))
        gifts = (self.food + self.muertos) | (self.blocked & FOOD_BIT)
        return np.flatnonzero(gifts) if self.trick_number < TRICKS else np.zeros(0, np.int64)

    def lead(self) -> None:
        """The next trick begins."""
        self.trick_number += 1
        self._begin()

    # Gifts

    def draw(self, ways: Ways, rows: Ints) -> None:
        """The neighbour draws unseen, or chooses from the table's open hand; then gives a card back (R13, R23)."""
        hands = self.hand(rows, self.leader[rows])
        drawn = self.draws[rows, self.drawn[rows]] % count(hands)
        self.drawn[rows] += 1
        cards = nth(hands, drawn)
        if self.table is not None:
            opened = np.flatnonzero(self.leader[rows] == self.table)
            if opened.size:
                self.drawn[rows[opened]] -= 1
                cards[opened] = ways.take(self, rows[opened], hands[opened])
        self.take(rows, cards)
        self.give(rows, ways.give(self, rows, (self.leader[rows] - 1) & 3))

    def take(self, rows: Ints, cards: Ints) -> None:
        """The neighbour takes a card from the winner."""
        self.move(rows, self.leader[rows], (self.leader[rows] - 1) & 3, cards)

    def give(self, rows: Ints, cards: Ints) -> None:
        """The neighbour gives the winner a card."""
        self.move(rows, (self.leader[rows] - 1) & 3, self.leader[rows], cards)
