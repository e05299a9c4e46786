"""What lies open on the table for all to see, told from the log: tricks, tableau, captures, scores (R10–R12, R24)."""

from collections.abc import Iterable

from msgspec import Struct

from engine.cards import Card
from engine.events import (
    Declared,
    Discarded,
    Event,
    HandBegan,
    Killed,
    Played,
    Score,
    TrickWon,
)
from engine.scoring import score, tally
from engine.seating import Seat, side, team_of


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

    def __init__(self, players: int) -> None:
        self.players = players
        self.day = 0
        self.number = 0  # tricks finished in this hand
        self.trick: dict[int, TrickCard] = {}  # by seat, in the order they came
        self.last: LastTrick | None = None
        self.tableau: list[Card] = []  # this hand's non-scoring cards of finished tricks, and discards (R12)
        self.lost: list[Card] = []  # the game's discarded scoring cards (R10)
        self.captured: tuple[list[Card], list[Card]] = ([], [])  # in this hand, by side
        self.won = [[0, 0] for _ in range(players)]  # Food and Muertos by player, this hand's included

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
                self.tableau, self.captured = [], ([], [])

    def _finish(self, winner: int, captured: tuple[Card, ...]) -> None:
        self.number += 1
        cards = tuple(self.trick.values())
        self.last = LastTrick(self.day, self.number, cards, winner, captured)
        self.tableau += [play.card for play in cards if not play.discarded and not play.card.scoring]
        self.captured[side(winner)].extend(captured)
        food, muertos = tally(captured)
        for player in team_of(self.players, self.day, winner):
            self.won[player][0] += food
            self.won[player][1] += muertos
        self.trick = {}

    @property
    def totals(self) -> tuple[Score, ...]:
        """Each player's score so far (R19, R24)."""
        return tuple(score(food, muertos) for food, muertos in self.won)


def board(log: Iterable[Event], players: int) -> Board:
    """What lies open after these events."""
    result = Board(players)
    for event in log:
        result.hear(event)
    return result
