"""What lies open on the table for all to see, told from the log: tricks, tableau and lost cards (R10–R12)."""

from msgspec import Struct

from engine.cards import Card
from engine.events import (
    Declared,
    Discarded,
    Event,
    HandBegan,
    Killed,
    Played,
    TrickWon,
)
from engine.seating import Seat


class TrickCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card of a trick. A discard is no part of it (R10); a ten removed by Kill 10 cannot win (R18)."""

    seat: Seat
    card: Card
    discarded: bool = False
    removed: bool = False


class LastTrick(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The trick that was finished last, with its cards in the order they came."""

    day: int
    number: int
    cards: tuple[TrickCard, ...]
    winner: Seat
    captured: tuple[Card, ...]


class Board:
    """The fold of a game's events into what lies open."""

    def __init__(self) -> None:
        self.day = 0
        self.number = 0  # tricks finished in this hand
        self.trick: dict[int, TrickCard] = {}  # by seat, in the order they came
        self.last: LastTrick | None = None
        self.tableau: list[Card] = []  # this hand's non-scoring cards of finished tricks, and discards (R12)
        self.lost: list[Card] = []  # the game's discarded scoring cards (R10)

    def hear(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case Played(seat, card) | Declared(seat, card):
                self.trick[seat] = TrickCard(seat, card)
            case Discarded(seat, card):
                self.trick[seat] = TrickCard(seat, card, discarded=True)
                (self.lost if card.scoring else self.tableau).append(card)
            case Killed(_, target) if target is not None:
                self.trick[target] = TrickCard(target, self.trick[target].card, removed=True)
            case TrickWon(winner, captured):
                self._finish(winner, captured)
            case HandBegan(day):
                self.day, self.number = day, 0
                self.tableau = []

    def _finish(self, winner: int, captured: tuple[Card, ...]) -> None:
        self.number += 1
        cards = tuple(self.trick.values())
        self.last = LastTrick(self.day, self.number, cards, winner, captured)
        self.tableau += [play.card for play in cards if not play.discarded and not play.card.scoring]
        self.trick = {}
