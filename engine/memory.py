"""What a player can remember of this hand: cards known to lie in closed hands, and what was asked (DESIGN 3)."""

from collections.abc import Collection

from msgspec import Struct

from engine.cards import Card, by_place
from engine.events import Asked, Discarded, Event, Gift, GiftTaken, Played, Swapped, TrickWon
from engine.questions import Answer, Question
from engine.seating import SEATS, Seat, partner


class Known(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card this player has seen go to a closed hand and that is certainly still there."""

    seat: Seat
    card: Card


class Change(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card came into a hand (`gained`) or left it; None where this player did not see which."""

    gained: bool
    card: Card | None


class Answered(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A question of this hand, its answer, and what has happened to the hand asked about since (R15)."""

    seat: Seat
    target: Seat
    question: Question
    answer: Answer
    chip: bool
    trick: int
    since: tuple[Change, ...]


class Memory:
    """The fold of a hand's events for one who sees the hands at the seats `seen`."""

    def __init__(self, seen: Collection[int]) -> None:
        self.seen = seen
        self.trick = 1
        self.known: dict[int, list[Card]] = {seat: [] for seat in SEATS if seat not in seen}
        self.asked: list[tuple[Asked, int, list[Change]]] = []

    def gain(self, seat: int, card: Card | None) -> None:
        """A card came into a hand; a closed hand that a known card went to is known to hold it."""
        self._note(seat, Change(True, card))
        if card is not None and seat in self.known:
            self.known[seat].append(card)

    def lose(self, seat: int, card: Card | None) -> None:
        """A card left a hand. If unseen, it may be any of those known: of each face one less is certain."""
        self._note(seat, Change(False, card))
        known = self.known.get(seat, [])
        for gone in set(known) if card is None else {card}.intersection(known):
            known.remove(gone)

    def _note(self, seat: int, change: Change) -> None:
        for event, _, since in self.asked:
            if event.target == seat:
                since.append(change)

    def shown(self, card: Card | None, *seats: int) -> Card | None:
        """The card that passed between two hands, if either is seen."""
        return card if any(seat in self.seen for seat in seats) else None

    def hear(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case Played(seat, card) | Discarded(seat, card):
                self.lose(seat, card)
            case Swapped(seat, given, received):
                other = partner(seat)
                given, received = self.shown(given, seat, other), self.shown(received, seat, other)
                self.lose(seat, given)
                self.lose(other, received)
                self.gain(other, given)
                self.gain(seat, received)
            case GiftTaken(winner, taker, card):
                self._pass(self.shown(card, winner, taker), winner, taker)
            case Gift(winner, taker, _, card):
                self._pass(self.shown(card, winner, taker), taker, winner)
            case Asked():
                self.asked.append((event, self.trick, []))
            case TrickWon():
                self.trick += 1

    def _pass(self, card: Card | None, giver: int, taker: int) -> None:
        self.lose(giver, card)
        self.gain(taker, card)

    def recall(self) -> tuple[tuple[Known, ...], tuple[Answered, ...]]:
        """Known cards and answered questions, as a view holds them."""
        known = tuple(Known(seat, card) for seat, cards in self.known.items() for card in sorted(cards, key=by_place))
        answered = tuple(
            Answered(e.seat, e.target, e.question, e.answer, e.chip, trick, tuple(since))
            for e, trick, since in self.asked
        )
        return known, answered
