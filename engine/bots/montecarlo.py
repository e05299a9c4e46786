"""Hard and master: what each thing to do comes to in the same deals, played out to the end of the hand by habit.

The deals fit all that the seat knows; nothing here sees a card that it may not. Everything is fixed by the view, the
bot's stream and the number of deals, unless the caller cuts the thinking short.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np
from msgspec import Struct

from engine.actions import Action, Ask, Declare, Play
from engine.bots.batch import Ways
from engine.bots.choice import Choice, Weighed
from engine.bots.curiosity import Plan, best_question, chip_question
from engine.bots.deals import Chance, Dealer, Deals
from engine.bots.endings import TooLargeError, rows_at_most
from engine.bots.facts import facts
from engine.bots.foresight import Foresight
from engine.bots.kit import Floats, Kit, kit
from engine.bots.manners import MARGIN, rude
from engine.bots.prospects import Prospects
from engine.bots.reading import likeliness
from engine.bots.reasons import reason
from engine.bots.rollout import Option, Rollouts
from engine.cards import COLOR_BITS, COLORS, DAY_COLORS, Color
from engine.chance import Stream
from engine.options import TRICKS
from engine.views import View

Patience = Callable[[], bool]  # whether there is time to go on thinking


class Depth(Struct, frozen=True):
    """How hard a level thinks: the deals of each stage, of which each keeps the better half of the options."""

    stages: tuple[int, ...]
    rows: int = 0  # the most rows that solving an ending may take; none for habits to the end
    reads: bool = False  # whether plays tell of the hands they came from


DEPTHS: Final = {
    # So few deals that it errs now and then: more make it all but as strong as master. Rows for the last gift and card.
    "hard": Depth(stages=(24,), rows=100),
    "master": Depth(stages=(512, 1536), rows=40_000, reads=True),
}
_SOLVED: Final = 3  # tricks left, the one that lies included, that are solved
_DEALS: Final = 1680  # as many as three hands of three unknown cards can be
_FEW: Final = 12  # deals: fewer tell less when solved than many do when played out by habit
_CHUNK: Final = 20_000  # rows
_GROWN: Final = 8  # rows of all layers for each of the last one
_QUESTIONED: Final = 600  # deals that a question is chosen by
_KEPT: Final = 2  # options that are always compared to the end


class Source(Protocol):
    """Where deals come from."""

    def deals(self, wanted: int) -> Deals:
        """So many deals, or fewer."""
        ...

    def every(self, most: int) -> Deals | None:
        """All deals there can be, if they are no more than so many."""
        ...


def decide(
    view: View,
    actions: tuple[Action, ...],
    stream: Stream,
    depth: Depth,
    patience: Patience | None = None,
    source: Source | None = None,
    ways: Ways | None = None,
) -> Choice:
    """The action that comes to most, of those of one seat.

    `source` stands in for deals told from the view, `ways` for the habits that they are played out by.
    """
    cards = [action for action in actions if not (isinstance(action, Ask) and action.chip)]
    if len(actions) == 1 and not isinstance(actions[0], Ask):
        return Choice(actions[0], "only")
    mind = Mind(view, actions[0].seat, stream, source, ways)
    if isinstance(cards[0], Ask):
        return mind.ask([action for action in cards if isinstance(action, Ask)])
    outlook = mind.weigh(mind.options(cards), depth, patience or _always)
    chips = [action for action in actions if isinstance(action, Ask)]
    if chips and (asked := mind.chip(outlook.options, chips)):
        return Choice(asked, "chip", {"target": asked.target, "chance": outlook.percent}, _weighed(outlook))
    return mind.choice(outlook)


def _always() -> bool:
    return True


class Outlook(Struct):
    """The options, best first, with what they come to on average."""

    options: list[Option]
    worth: list[float]
    pairs: list[float]
    chance: list[float]
    tricks: list[float]

    @property
    def percent(self) -> int:
        """The chance in per cent that our side wins the trick with the best option."""
        return round(100 * self.tricks[0])


class Mind:
    """All that a decision is thought over with."""

    def __init__(self, view: View, seat: int, stream: Stream, source: Source | None, ways: Ways | None) -> None:
        self.view = view
        self.seat = seat
        self.kit: Kit = kit(view.deck)
        self.chance = Chance(stream.key)
        self.source = Dealer(self.kit, facts(view), self.chance) if source is None else source
        habits = ways or Foresight(self.kit)
        self.rollouts = Rollouts(view, seat, self.kit, habits, Prospects(view, seat), self.chance)

    def options(self, actions: Sequence[Action]) -> list[Option]:
        """The actions, a Choose once for each colour that it may be given."""
        options: list[Option] = []
        for action in actions:
            if isinstance(action, Play) and action.card.kind == "choose":
                options += [Option(action, color) for color in self._colors()]
            elif isinstance(action, Declare):
                options.append(Option(action, action.color))
            else:
                options.append(Option(action))
        return options

    def _colors(self) -> list[Color]:
        taken = 0
        for play in self.view.trick:
            taken |= 0 if play.discarded else play.card.blocks
        return [color for color in COLORS if color != DAY_COLORS[self.view.day] and not COLOR_BITS[color] & taken]

    def weigh(self, options: list[Option], depth: Depth, patience: Patience) -> Outlook:
        """What the options come to: after each stage the worse half is out."""
        if (solved := self.solved(options, depth)) is not None:
            return solved
        sums = np.zeros((4, len(options)))
        seen = np.zeros(len(options))
        left = list(range(len(options)))
        for stage, number in enumerate(depth.stages):
            if stage:
                if not patience():
                    break
                left = sorted(left, key=lambda i: -sums[0, i] / seen[i])[: max(_KEPT, (len(left) + 1) // 2)]
            deals = self.read(self.source.deals(number), depth)
            results = self.rollouts.play([options[i] for i in left], deals.hands)
            parts = (results.worth, results.pairs, results.chance, results.tricks)
            sums[:, left] += number * np.stack([part @ deals.weights for part in parts])
            seen[left] += number
        return self._outlook(options, sums / seen, left)

    def _outlook(self, options: list[Option], means: Floats, left: Sequence[int]) -> Outlook:
        """The options in order: those compared to the end first, what is rude behind what comes to nearly as much."""
        worth, pairs, chance, tricks = means.tolist()
        loss = [MARGIN * fault for fault in rude(self.view, options, tricks)]
        order = sorted(range(len(options)), key=lambda i: (i not in left, loss[i] - worth[i]))
        worth, pairs, chance, tricks = ([part[i] for i in order] for part in (worth, pairs, chance, tricks))
        return Outlook([options[i] for i in order], worth, pairs, chance, tricks)

    def read(self, deals: Deals, depth: Depth) -> Deals:
        """The deals weighed by what the plays tell of them."""
        if not depth.reads:
            return deals
        weights = deals.weights * likeliness(self.view, self.kit, deals.hands)
        return Deals(deals.hands, weights / weights.sum())

    def ending(self, rows: int) -> Deals | None:
        """The deals to solve the ending in: all that fit, or as many as the rows allow; None if it is too early."""
        if TRICKS - self.view.trick_number >= _SOLVED or not rows:
            return None
        afford = rows // self._rows()
        deals = self.source.every(min(_DEALS, afford))
        if deals is None and afford >= _FEW:
            deals = self.source.deals(min(afford, _DEALS))
        return deals

    def _rows(self) -> int:
        return rows_at_most(self.view.held, 4 - len(self.view.trick) if self.view.trick else 4)

    def solved(self, options: list[Option], depth: Depth) -> Outlook | None:
        """What the options come to if the ending is played out with open hands, if it is not too large for that."""
        deals = self.ending(depth.rows)
        if deals is None:
            return None
        deals = self.read(deals, depth)
        try:
            worth = self.rollouts.solve(options, deals.hands, _GROWN * depth.rows, max(1, _CHUNK // self._rows()))
        except TooLargeError:
            return None
        played = self.rollouts.play(options, deals.hands)
        parts = (worth, played.pairs, played.chance, played.tricks)
        means = np.stack([part @ deals.weights for part in parts])
        return self._outlook(options, means, range(len(options)))

    def choice(self, outlook: Outlook) -> Choice:
        """The best option, why, and what each action comes to."""
        best = outlook.options[0]
        code, said = reason(self.view, best.action, best.color, outlook.tricks[0])
        return Choice(best.action, code, said, _weighed(outlook))

    def chip(self, options: list[Option], chips: list[Ask]) -> Ask | None:
        """The question that is worth a chip, told from more deals than a card: few make any answer seem to matter."""
        deals = self.source.deals(_QUESTIONED)
        return chip_question(self.view, self.kit, deals, self.rollouts.play(options, deals.hands).worth, chips)

    def ask(self, actions: list[Ask]) -> Choice:
        """The question whose answer tells most."""
        deals = self.source.deals(_QUESTIONED)
        asked = best_question(self.view, self.kit, deals, self._plans(actions[0], deals), actions)
        return Choice(asked, "ask", {"target": asked.target})

    def _plans(self, ask: Ask, deals: Deals) -> Floats:
        """What each card of the hand comes to if it is played to the next trick."""
        hand = dict.fromkeys(self.view.hands[self.seat] or ())
        if not hand:
            return np.zeros((1, len(deals.hands)))
        cards = [self.kit.of(int(deals.hands[0, self.seat]), card) for card in hand]
        plan = Plan(self.view, self.seat, self.kit, np.repeat(cards, len(deals.hands)))
        return self.rollouts.by(plan).play([Option(ask)] * len(cards), deals.hands).worth


def _weighed(outlook: Outlook) -> tuple[Weighed, ...]:
    """What each action comes to, a Choose in its best colour."""
    told: dict[Action, Weighed] = {}
    for option, pairs, chance in zip(outlook.options, outlook.pairs, outlook.chance, strict=True):
        told.setdefault(option.action, Weighed(option.action, round(pairs, 3), round(chance, 3)))
    return tuple(told.values())
