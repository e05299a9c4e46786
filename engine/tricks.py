"""Tricks as they are shown, and the one finished last, told from the log."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cards import Card
from engine.events import Declared, Discarded, Event, HandBegan, Killed, Played, TrickWon
from engine.seating import Seat


class TrickCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a trick. A discard is no part of it (R10); a ten removed by Kill 10 cannot win (R18)."""

    seat: Seat
    card: Card
    discarded: bool = False
    removed: bool = False


class LastTrick(Struct, frozen=True, forbid_unknown_fields=True):
    """The trick that was finished last, with its cards in the order they came."""

    day: int
    number: int
    cards: tuple[TrickCard, ...]
    winner: Seat
    captured: tuple[Card, ...]


def last_trick(log: Sequence[Event]) -> LastTrick | None:
    """The trick that a log finished last, None before the first."""
    last, cards = None, dict[int, TrickCard]()
    day = number = 0
    for event in log:
        match event:
            case HandBegan(day):
                number = 0
            case Played(seat, card) | Declared(seat, card):
                cards[seat] = TrickCard(seat, card)
            case Discarded(seat, card):
                cards[seat] = TrickCard(seat, card, discarded=True)
            case Killed(_, target) if target is not None:
                cards[target] = TrickCard(target, cards[target].card, removed=True)
            case TrickWon(winner, captured):
                number += 1
                last = LastTrick(day, number, tuple(cards.values()), winner, captured)
                cards = {}
    return last
