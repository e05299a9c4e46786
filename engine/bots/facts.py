"""What is certain, or likely, about closed hands: cards seen and known, answers, and who could play nothing.

Facts are plain values told from a view; `engine.bots.deals` draws deals that fit them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.board import LastTrick, TrickCard
from engine.bots.holdings import unseen
from engine.bots.position import blocked_by
from engine.cards import Card
from engine.memory import Answered
from engine.questions import Answer, Question
from engine.seating import SEATS, partner, right_of
from engine.views import View


class Shut(Struct, frozen=True, gc=False):
    """A hand that discarded: of what could have been played it holds no more cards than came in since (R10)."""

    seat: int
    playable: frozenset[Card]
    most: int


class Told(Struct, frozen=True, gc=False):
    """An answer about a hand, and by how many cards of a face the hand differed then from now.

    `exact` unless cards have come or gone that this player did not see.
    """

    seat: int
    question: Question
    answer: Answer
    changed: dict[Card, int]
    exact: bool


class Facts(Struct, frozen=True, gc=False):
    """What a seat knows of where cards lie: hands seen or known in part, the cards to deal, how many where."""

    sure: tuple[tuple[Card, ...], ...]  # by seat
    pool: tuple[Card, ...]
    room: tuple[int, ...]  # by seat: how many cards of the pool
    shut: tuple[Shut, ...]
    told: tuple[Told, ...]


def facts(view: View) -> Facts:
    """What the view tells of the four hands."""
    known = [tuple(k.card for k in view.known if k.seat == seat) for seat in SEATS]
    sure = tuple(known[seat] if hand is None else hand for seat, hand in enumerate(view.hands))
    room = tuple(view.held[seat] - len(sure[seat]) for seat in SEATS)
    told = [_told(asked) for asked in view.answered if view.hands[asked.target] is None]
    return Facts(sure, tuple(unseen(view)), room, tuple(_shut(view)), tuple(told))


def _told(asked: Answered) -> Told:
    changed = Counter[Card]()
    for change in asked.since:
        if change.card is not None:
            changed[change.card] += -1 if change.gained else 1
    exact = all(change.card is not None for change in asked.since)
    return Told(asked.target, asked.question, asked.answer, {c: n for c, n in changed.items() if n}, exact)


def _shut(view: View) -> Iterator[Shut]:
    """What the discards of this trick and the last one tell."""
    for place, play in enumerate(view.trick):
        if play.discarded and view.hands[play.seat] is None:
            gained = _swapped(play.seat, view.trick[place + 1 :])
            yield _shut_by(view, play.seat, view.trick[:place], gained)
    last = view.last
    if last is None or last.day != view.day:
        return
    for place, play in enumerate(last.cards):
        if play.discarded and view.hands[play.seat] is None:
            gained = _swapped(play.seat, last.cards[place + 1 :]) + _swapped(play.seat, view.trick)
            yield _shut_by(view, play.seat, last.cards[:place], gained + _gifted(last, play.seat))


def _shut_by(view: View, seat: int, before: Sequence[TrickCard], gained: int) -> Shut:
    """A discard after these plays; a known card that could have been played is one of those that came in since."""
    playable = _playable(view, before)
    return Shut(seat, playable, gained - sum(k.seat == seat and k.card in playable for k in view.known))


def _playable(view: View, before: Sequence[TrickCard]) -> frozenset[Card]:
    blocked = blocked_by(play.card for play in before if not play.discarded)
    return frozenset(card for card in view.deck if not card.mask & blocked & 15)


def _swapped(seat: int, plays: Sequence[TrickCard]) -> int:
    """The cards that may have come into a hand by a Swap among these plays (R17)."""
    pair = (seat, partner(seat))
    return sum(play.seat in pair and play.card.kind == "swap" and not play.discarded for play in plays)


def _gifted(last: LastTrick, seat: int) -> int:
    """The cards that may have come into a hand by the gifts that followed the last trick (R13)."""
    spoiled = any(play.card.kind == "spoiled" and not play.discarded for play in last.cards)
    return int(seat in (last.winner, right_of(last.winner)) and (bool(last.captured) or spoiled))
