"""What one player may know, built field by field from nothing (R13, R17, R21): never by taking secrets out of a state."""

from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from engine.actions import Action, DecisionKind
from engine.cards import Card, Color
from engine.events import Score
from engine.options import Options
from engine.questions import Answer, Question
from engine.seating import Seat


T = TypeVar("T")
PerSeat = Annotated[tuple[T, ...], Meta(min_length=4, max_length=4)]


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


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat owes a decision of this sort."""

    seat: Seat
    kind: DecisionKind


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A card this player has seen go to a closed hand and that is certainly still there."""

    seat: Seat
    card: Card


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A card came into a hand (`gained`) or left it; None where this player did not see which."""

    gained: bool
    card: Card | None


class Answered(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of this hand, its answer, and what has happened to the hand asked about since (R15)."""

    seat: Seat
    target: Seat
    question: Question
    answer: Answer
    chip: bool
    trick: int
    since: tuple[Change, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """All that player `me` may know; a watcher's view has `me` None and shows what is public.

    `owners`, `hands` and `held` go by seat (N, E, S, W), `totals` and `chips` by player.
    """

    players: Annotated[int, Meta(ge=3, le=4)]
    options: Options
    me: int | None
    day: int
    muertos: Color
    trick_number: int  # 1–8; 8 still after the last
    owners: PerSeat[int | None]  # the player whose hand lies at each seat, None for the table's (R20)
    hands: PerSeat[tuple[Card, ...] | None]  # one's own and the table's, in canonical order; None if closed
    held: PerSeat[int]  # cards in each hand
    leader: Seat
    trick: tuple[TrickCard, ...]  # in the order they came
    winning: Seat | None  # who would win the trick as it lies
    free: tuple[Color, ...]  # festival colours that no card of the trick has
    spoiled: bool
    last: LastTrick | None
    deck: tuple[Card, ...]  # the day's 32 cards, canonical
    tableau: tuple[Card, ...]  # non-scoring cards of this hand's finished tricks, and its discards (R12)
    lost: tuple[Card, ...]  # discarded scoring cards of the game (R10)
    captured: tuple[tuple[Card, ...], tuple[Card, ...]]  # this hand, North–South and East–West
    totals: tuple[Score, ...]  # the game so far, this hand's captures included
    chips: tuple[int, ...]  # left to each player (R27); empty when the table plays without
    decisions: tuple[Decision, ...]
    number: int  # what an action sent in answer to this view must name
    actions: tuple[Action, ...]  # this player's legal actions, for each seat they decide for
    known: tuple[Known, ...]
    answered: tuple[Answered, ...]
    over: bool
    winners: tuple[int, ...]
