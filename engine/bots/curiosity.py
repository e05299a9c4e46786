"""Which question tells most, from deals: how unsure its answer is, and what knowing it is worth (R15, R25, R27)."""

from collections.abc import Iterator, Sequence
from math import log2
from typing import Final

import numpy as np
from msgspec.structs import replace

from engine.actions import Ask
from engine.bots.deals import Deals, measured
from engine.bots.facts import Told
from engine.bots.kit import Bits, Floats, Ints, Kit, count
from engine.options import HANDS
from engine.questions import Question, menu
from engine.seating import side
from engine.views import View

_HIGH: Final = Question("count", ranks=(8, 9, 10))
_BLIND: Final = {"sum": 0.5, "colors": 0.5, "ranks": 0.5, "lowest": 0.5}  # they tell less of what matters
_PARTNER: Final = 0.8  # opponents' hands matter more
# What a chip must gain of the chance to win; none can be spent after the last day.
_DEAR: Final = 0.02
_LAST_DEAR: Final = 0.006


def best_question(view: View, kit: Kit, deals: Deals, actions: Sequence[Ask]) -> Ask:
    """Of all on the menu, the question whose answer is hardest to foresee, weighed by how much it matters."""
    best, most = actions[0], -1.0
    for action in actions:
        ours = side(action.target) == side(action.seat)
        for question, answers in _answers(view, kit, deals.hands, action):
            doubt = _entropy(answers, deals.weights) * _BLIND.get(question.measure, 1.0) * (_PARTNER if ours else 1.0)
            if doubt > most:
                best, most = replace(action, question=question), doubt
    return best


def chip_question(view: View, kit: Kit, deals: Deals, worth: Floats, actions: Sequence[Ask]) -> Ask | None:
    """The question that would change what we do for the better by more than a chip is worth, if there is one.

    `worth` has a row for each option. What to do after an answer is chosen on half of the deals and valued on the other
    half: on the same deals every question would seem to help.
    """
    need = _LAST_DEAR if view.day == HANDS else _DEAR
    best: Ask | None = None
    even = np.arange(worth.shape[1]) % 2 == 0
    for action in actions:
        for question, answers in _answers(view, kit, deals.hands, action):
            gain = _gain(worth, deals.weights, answers, even) + _gain(worth, deals.weights, answers, ~even)
            if gain / 2 > need:
                best, need = replace(action, question=question), gain / 2
    return best


def _answers(view: View, kit: Kit, hands: Bits, action: Ask) -> Iterator[tuple[Question, Ints]]:
    """Each question that has not been asked of that hand, and its answer in each deal."""
    faces: Bits = np.array([kit.mask([face]) for face in kit.faces], np.uint32)
    counts = count(hands[:, action.target, None] & faces)
    told = {asked.question for asked in view.answered if asked.target == action.target and not asked.since}
    for question in (*menu(view.muertos), _HIGH):
        if question not in told:
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


def _gain(worth: Floats, weights: Floats, answers: Ints, learned: Ints) -> float:
    """How much better the best option after each answer is than the best before, on the deals not learned from."""
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
