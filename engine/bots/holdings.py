"""What a closed hand may hold, from all that a view tells: cards out, cards known, questions answered."""

from collections.abc import Container, Iterable, Sequence
from math import comb

from engine.cards import MAX_RANK, Card
from engine.memory import Answered
from engine.questions import Question, matching
from engine.views import View


class Holding:
    """A hand: cards it is sure to hold, and for each part so many cards drawn blindly from a few.

    An open hand is all sure. A closed one starts as one part; an answer may split it in two.
    """

    __slots__ = ("parts", "sure")

    def __init__(self, sure: Sequence[Card], parts: list[tuple[list[Card], int]]) -> None:
        self.sure = sure
        self.parts = parts

    def possible(self) -> list[Card]:
        """Every card that the hand may hold."""
        return [*self.sure, *(card for cards, _ in self.parts for card in cards)]

    def chance(self, wanted: Container[Card]) -> float:
        """The chance that at least one card of the hand is wanted."""
        if any(card in wanted for card in self.sure):
            return 1.0
        none = 1.0
        for cards, drawn in self.parts:
            none *= chance_of_none(len(cards), sum(card in wanted for card in cards), drawn)
        return 1.0 - none

    def highest(self, usable: Container[Card]) -> list[float]:
        """For every rank the chance that the hand holds no usable card above it."""
        chances = [1.0] * (MAX_RANK + 1)
        for card in self.sure:
            if card in usable:
                chances[: card.rank] = [0.0] * card.rank
        for cards, drawn in self.parts:
            ranks = [card.rank for card in cards if card in usable]
            for rank in range(max(ranks, default=0)):
                higher = sum(other > rank for other in ranks)
                chances[rank] *= chance_of_none(len(cards), higher, drawn)
        return chances

    def learn(self, question: Question, count: int) -> None:
        """The hand holds exactly `count` cards of those the question is about."""
        count -= len(matching(question, self.sure))
        if count == 0:
            parts = [(_others(question, cards), drawn) for cards, drawn in self.parts]
        elif len(self.parts) == 1:
            ((cards, drawn),) = self.parts
            parts = [(matching(question, cards), count), (_others(question, cards), drawn - count)]
        else:
            return  # a second split would need the joint chances; one is enough for a rule of thumb
        if all(0 <= drawn <= len(cards) for cards, drawn in parts):
            self.parts = parts


def chance_of_none(cards: int, wanted: int, drawn: int) -> float:
    """The chance that of so many cards drawn from `cards`, of which some are wanted, none is."""
    return comb(cards - wanted, drawn) / comb(cards, drawn)


def _others(question: Question, cards: Sequence[Card]) -> list[Card]:
    asked = set(matching(question, cards))
    return [card for card in cards if card not in asked]


def unseen(view: View) -> list[Card]:
    """The cards that lie in closed hands, this player does not know which."""
    pool = list(view.out)
    for card in [card for hand in view.hands for card in hand or ()] + [known.card for known in view.known]:
        pool.remove(card)
    return pool


def holdings(view: View) -> tuple[Holding, ...]:
    """What the hand at each seat may hold."""
    pool = unseen(view)
    hands = []
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            hands.append(Holding(hand, []))
            continue
        sure = [known.card for known in view.known if known.seat == seat]
        holding = Holding(sure, [(pool, view.held[seat] - len(sure))])
        for question, count in _counts(view.answered, seat):
            holding.learn(question, count)
        hands.append(holding)
    return tuple(hands)


def _counts(answered: Sequence[Answered], seat: int) -> Iterable[tuple[Question, int]]:
    """What answers still say exactly of the hand at a seat, the newest first."""
    for asked in reversed(answered):
        if asked.target == seat and (count := _count_now(asked)) is not None:
            yield asked.question, count


def _count_now(asked: Answered) -> int | None:
    """How many cards of those asked about the hand holds now; None if that is not certain."""
    count = count_told(asked)
    if count is None:
        return None
    for change in asked.since:
        if change.card is None:
            if change.gained or count:
                return None
        elif matching(asked.question, [change.card]):
            count += 1 if change.gained else -1
    return count


def count_told(asked: Answered) -> int | None:
    """The exact number of cards that an answer told, if it told one."""
    question, answer = asked.question, asked.answer
    if question.measure != "count":
        return None
    if not isinstance(answer, bool):
        return answer
    if answer and question.exactly is not None:
        return question.exactly
    none = (not answer and question.at_least == 1) or (answer and question.at_most == 0)
    return 0 if none else None
