"""What plays tell of the hands they came from: a deal in which they make sense is likelier.

Each play of this trick and the last is compared with what habit would have played from the hand of the deal. Habits are
not what people play by, so they are taken loosely.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from engine.board import TrickCard
from engine.bots.batch import Batch
from engine.bots.habits import TRAITS, case_of, scores
from engine.bots.kit import Bits, Floats, Kit, spread
from engine.bots.rollout import lay_trick
from engine.cards import in_hand
from engine.seating import right_of
from engine.views import View

_LOOSE: Final = 0.5  # scores that differ by so much are chosen between as by a habit e times stronger than the other
_CARELESS: Final = 0.1  # the share of plays that any card might have been


def likeliness(view: View, kit: Kit, hands: Bits) -> Floats:
    """How well each deal explains the plays seen, as a factor for its weight."""
    factor = np.ones(len(hands))
    for leader, number, trick, place in _plays(view):
        factor *= _explains(kit, hands, leader, number, trick[:place], trick[place])
    return factor


def _plays(view: View) -> Iterator[tuple[int, int, Sequence[TrickCard], int]]:
    """The plays from hands that are closed and have not changed since but by playing: leader, number, trick, place."""
    changed = _swapped(view.trick)
    for place, play in enumerate(view.trick):
        if _tells(view, play) and play.seat not in changed:
            yield view.leader, view.trick_number, view.trick, place
    last = view.last
    if last is None or last.day != view.day:
        return
    changed |= _swapped(last.cards) | {last.winner, right_of(last.winner)}
    later = {play.seat: play for play in view.trick}
    for place, play in enumerate(last.cards):
        if _tells(view, play) and play.seat not in changed and play.seat not in later:
            yield last.cards[0].seat, last.number, last.cards, place


def _tells(view: View, play: TrickCard) -> bool:
    return view.hands[play.seat] is None and not play.discarded and play.card.kind != "start"


def _swapped(trick: Sequence[TrickCard]) -> set[int]:
    """Seats whose hands a Swap may have changed."""
    swaps = [play.seat for play in trick if play.card.kind == "swap" and not play.discarded]
    return {seat for swap in swaps for seat in (swap, swap ^ 2)}


def _explains(kit: Kit, hands: Bits, leader: int, number: int, before: Sequence[TrickCard], play: TrickCard) -> Floats:
    """How likely the play was from each deal's hand, beside any other that could have been made."""
    card = kit.first(in_hand(play.card))
    batch = Batch(kit, hands.copy(), np.full(len(hands), leader), number, np.zeros((len(hands), 0), np.uint32))
    lay_trick(batch, before)
    batch.step = len(before)
    choices = spread(batch.legal(hands[:, play.seat])).astype(np.float64)
    case = scores(kit.cards, TRAITS)[case_of(batch)[0]].astype(np.float64)
    weights = np.exp((case - case.max()) / _LOOSE)
    others = choices @ weights
    likely: Floats = _CARELESS / (1 + choices.sum(axis=1)) + (1 - _CARELESS) * weights[card] / (weights[card] + others)
    return likely
