"""What may be done, tried in the same deals: rows that begin as a view shows the table and end with the hand."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.board import TrickCard
from engine.bots.batch import NONE, STEPS, Batch, Ways
from engine.bots.deals import Chance
from engine.bots.endings import Solver
from engine.bots.kit import Bits, Floats, Ints, Kit
from engine.bots.prospects import Prospects
from engine.cards import COLOR_BITS, Card, Color, in_hand
from engine.options import TRICKS
from engine.scoring import tally
from engine.seating import side
from engine.views import View


class Option(Struct, frozen=True):
    """An action, with the colour that will be named if it plays a Choose."""

    action: Action
    color: Color | None = None


class Results(Struct, frozen=True):
    """What came of each option (rows) in each deal (columns); `tricks` is whether our side won the trick that lies."""

    worth: Floats
    pairs: Floats
    chance: Floats
    tricks: Floats


class Rollouts:
    """Plays out options for one seat of a view."""

    def __init__(self, view: View, seat: int, kit: Kit, ways: Ways, prospects: Prospects, chance: Chance) -> None:
        self.view = view
        self.seat = seat
        self.kit = kit
        self.ways = ways
        self.prospects = prospects
        self.chance = chance
        self._hand = 0

    def by(self, ways: Ways) -> "Rollouts":
        """The same, played out in other ways."""
        return Rollouts(self.view, self.seat, self.kit, ways, self.prospects, self.chance)

    def play(self, options: Sequence[Option], hands: Bits) -> Results:
        """Every option in every deal."""
        draws = (self.chance.raw(len(hands), TRICKS) >> np.uint64(32)).astype(np.uint32)
        many = len(options)
        batch = lay_out(self.view, self.kit, np.tile(hands, (many, 1)), np.tile(draws, (many, 1)))
        batch.trace = []
        self._hand = int(hands[0, self.seat])
        _STARTS[type(options[0].action)](self, batch, options, len(hands))
        batch.run(self.ways)
        shape = many, len(hands)
        worth, pairs, chance = (part.reshape(shape) for part in self.prospects.weigh(batch.won_food, batch.won_muertos))
        won = (batch.trace[0][0] & 1) == side(self.seat) if batch.trace else np.zeros(batch.size)
        return Results(worth, pairs, chance, won.reshape(shape).astype(np.float64))

    def solve(self, options: Sequence[Option], hands: Bits, rows: int, chunk: int) -> Floats:
        """The worth of every option in every deal if all play their best with open hands, so many deals at a time.

        Raises TooLargeError if that takes more than so many rows.
        """
        solver = Solver(self.kit, self.prospects, self.seat, rows)
        parts = []
        for start in range(0, len(hands), chunk):
            some = hands[start : start + chunk]
            parts.append(np.stack([self._solved(solver, option, some) for option in options]))
        return np.concatenate(parts, axis=1)

    def _solved(self, solver: Solver, option: Option, hands: Bits) -> Floats:
        batch = lay_out(self.view, self.kit, hands.copy(), np.zeros((len(hands), 0), np.uint32))
        number = 0
        if isinstance(option.action, Play | Discard | Swap | Take | Give):
            holder = self.view.leader if isinstance(option.action, Take) else self.seat
            number = self.kit.of(int(hands[0, holder]), option.action.card)
        color = COLOR_BITS[option.color or "K"]
        return solver.option(batch, option.action, np.full(batch.size, number), color)

    def _cards(self, options: Sequence[Option], deals: int) -> Ints:
        return np.repeat([self.kit.of(self._hand, _card(option)) for option in options], deals)

    # How each sort of decision goes on

    def _card(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        played = isinstance(options[0].action, Play)
        flags = None if played else np.zeros(batch.size, np.bool_)
        batch.play(self._cards(options, deals), batch.due(), flags)
        self._color(batch, options, deals)

    def _color(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        bits = [COLOR_BITS[option.color or "K"] for option in options]
        batch.blocked |= np.repeat(np.array(bits, np.uint8), deals)
        batch.pass_on(self.ways)
        batch.next()

    def _offer(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        accepts = [isinstance(option.action, Offer) and option.action.accept for option in options]
        batch.swap(self.ways, np.flatnonzero(np.repeat(accepts, deals)))
        batch.next()

    def _swap(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        rows, other = batch.every, np.full(batch.size, self.seat ^ 2)
        cards, theirs = self._cards(options, deals), self.ways.swap(batch, rows, other)
        if self.view.trick[-1].seat == self.seat:
            batch.exchange(rows, cards, theirs)
        else:
            batch.exchange(rows, theirs, cards)
        batch.next()

    def _kill(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        leader = self.view.leader
        targets = [option.action.target if isinstance(option.action, Kill) else None for option in options]
        steps = np.repeat([NONE if target is None else target - leader & 3 for target in targets], deals)
        batch.remove(batch.every, steps)
        batch.settle(self.ways, (self.seat - leader & 3) + 1)
        batch.finish(self.ways)

    def _take(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        table = batch.hands[self.view.leader]
        cards = np.repeat([self.kit.of(int(table), _card(option)) for option in options], deals)
        batch.take(batch.every, cards)
        batch.give(batch.every, self.ways.give(batch, batch.every, np.full(batch.size, self.seat)))
        batch.lead()

    def _give(self, batch: Batch, options: Sequence[Option], deals: int) -> None:
        batch.give(batch.every, self._cards(options, deals))
        batch.lead()


_Start = Callable[[Rollouts, Batch, Sequence[Option], int], None]
_STARTS: Final[dict[type[Any], _Start]] = {
    Play: Rollouts._card,
    Discard: Rollouts._card,
    Declare: Rollouts._color,
    Ask: Rollouts._color,
    Offer: Rollouts._offer,
    Swap: Rollouts._swap,
    Kill: Rollouts._kill,
    Take: Rollouts._take,
    Give: Rollouts._give,
}


def _card(option: Option) -> Card:
    action = option.action
    assert isinstance(action, Play | Discard | Swap | Take | Give)
    return action.card


def lay_out(view: View, kit: Kit, hands: Bits, draws: Any) -> Batch:
    """The table as the view shows it, with these hands, at the step that is due or whose effect is."""
    leader = np.full(len(hands), view.leader)
    batch = Batch(kit, hands, leader, view.trick_number, draws)
    batch.table = view.owners.index(None) if None in view.owners else None
    batch.optional = view.options.optional_swap
    for one, captured in enumerate(view.captured):
        batch.won_food[one], batch.won_muertos[one] = tally(captured)
    lay_trick(batch, view.trick)
    pending = view.decisions[0].kind in ("color", "ask", "offer", "swap")  # the last card's effect is still due
    batch.step = min(len(view.trick) - pending, STEPS)
    batch.seats = (batch.leader + batch.step) & 3
    return batch


def lay_trick(batch: Batch, trick: Sequence[TrickCard]) -> None:
    """The cards of a trick as they lie."""
    for step, lies in enumerate(trick):
        card = np.full(batch.size, batch.kit.first(in_hand(lies.card)))
        batch.lay(step, card, np.full(batch.size, not lies.discarded))
        if "=" in lies.card.code:
            batch.blocked |= np.uint8(lies.card.blocks)
        if lies.removed:
            batch.remove(batch.every, np.full(batch.size, step))
