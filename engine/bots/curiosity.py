"""Which question tells most, from deals: what knowing its answer is worth, and how unsure it is (R15, R25, R27)."""

from collections.abc import Iterator, Sequence
from math import log2
from typing import Final

import numpy as np
from msgspec.structs import replace

from engine.actions import Ask
from engine.bots.batch import Batch
from engine.bots.deals import Deals, measured
from engine.bots.facts import Told
from engine.bots.foresight import Foresight
from engine.bots.kit import Bits, Floats, Ints, Kit, bit, count
from engine.options import HANDS
from engine.questions import Question, menu
from engine.seating import side
from engine.views import View

_HIGH: Final = Question("count", ranks=(8, 9, 10))
_BLIND: Final = ("sum", "colors", "ranks", "lowest")  # hard to foresee, and tell little that can be acted on
_PARTNER: Final = 0.8  # opponents' hands matter more
_DOUBT: Final = 0.01  # what a bit is worth of the chance to win
# What a chip must gain of the chance to win; none can be spent after the last day.
_DEAR: Final = 0.02
_LAST_DEAR: Final = 0.006


class Plan(Foresight):
    """Habits of a seat that plays a certain card to the next trick, another in each row, where it may."""

    def __init__(self, view: View, seat: int, kit: Kit, cards: Ints) -> None:
        super().__init__(kit)
        self._seat = seat
        self._trick = view.trick_number + 1
        self._cards = cards

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        """The card planned, or by habit."""
        cards = super().card(batch, seats, hands, legal)
        if batch.trick_number != self._trick:
            return cards
        return np.where((seats == self._seat) & (legal & bit(self._cards) != 0), self._cards, cards)


def best_question(view: View, kit: Kit, deals: Deals, worth: Floats, actions: Sequence[Ask]) -> Ask:
    """Of those on the menu that go to the point, the question whose answer would help most.

    `worth` has a row for each card we may play next: what it comes to. Where no answer helps much with that, the one
    that is hardest to foresee is asked for.
    """
    best, most = actions[0], -1.0
    for action in actions:
        for question, answers in _answers(view, kit, deals.hands, action):
            doubt = _entropy(answers, deals.weights) * (_PARTNER if side(action.target) == side(action.seat) else 1)
            value = sum(_gains(worth, deals.weights, answers)) / 2 + _DOUBT * doubt
            if value > most:
                best, most = replace(action, question=question), value
    return best


def chip_question(view: View, kit: Kit, deals: Deals, worth: Floats, actions: Sequence[Ask]) -> Ask | None:
    """The question that would change what we do for the better by more than a chip is worth, if there is one.

    `worth` has a row for each option. Both halves of the deals must say so.
    """
    need = _LAST_DEAR if view.day == HANDS else _DEAR
    best: Ask | None = None
    for action in actions:
        for question, answers in _answers(view, kit, deals.hands, action):
            gain = min(_gains(worth, deals.weights, answers))
            if gain > need:
                best, need = replace(action, question=question), gain
    return best


def _answers(view: View, kit: Kit, hands: Bits, action: Ask) -> Iterator[tuple[Question, Ints]]:
    """Each question to the point that has not been asked of that hand, and its answer in each deal."""
    faces: Bits = np.array([kit.mask([face]) for face in kit.faces], np.uint32)
    counts = count(hands[:, action.target, None] & faces)
    told = {asked.question for asked in view.answered if asked.target == action.target and not asked.since}
    for question in (*menu(view.muertos), _HIGH):
        if question not in told and question.measure not in _BLIND:
            yield question, answers(kit, question, counts)


def answers(kit: Kit, question: Question, counts: Ints) -> Ints:
    """The answer for rows of how many cards of each face a hand holds; yes is 1."""
    value = measured(kit, Told(0, question, 0, {}, True), counts)
    if question.at_least is not None:
        return (value >= question.at_least).astype(np.int64)
    if question.at_most is not None:
        return (value <= question.at_most).astype(np.int64)
    return value if question.exactly is None else (value == question.exactly).astype(np.int64)


def _entropy(answers: Ints, weights: Floats) -> float:
    shares = np.bincount(answers, weights)
    return float(-sum(share * log2(share) for share in shares.tolist() if share > 0))


def _gains(worth: Floats, weights: Floats, answers: Ints) -> tuple[float, float]:
    """How much better the best option after each answer is than the best before, found out twice.

    What to do after an answer is chosen on half of the deals and valued on the other half: on the same deals every
    question would seem to help.
    """
    even = np.arange(worth.shape[1]) % 2 == 0
    return _gained(worth, weights, answers, even), _gained(worth, weights, answers, ~even)


def _gained(worth: Floats, weights: Floats, answers: Ints, learned: Ints) -> float:
    rest = ~learned
    total = float(weights[rest].sum()) or 1.0
    first = int((worth[:, learned] @ weights[learned]).argmax())
    gain = 0.0
    for answer in set(answers.tolist()):
        mine, theirs = learned & (answers == answer), rest & (answers == answer)
        if mine.any() and theirs.any():
            after = int((worth[:, mine] @ weights[mine]).argmax())
            gain += float((worth[after, theirs] - worth[first, theirs]) @ weights[theirs])
    return gain / total
