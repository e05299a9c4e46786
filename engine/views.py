"""What one player may know, built field by field from nothing, never by taking secrets out (R13, R17, R21)."""

from collections.abc import Collection
from functools import cache
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.actions import Action, DecisionKind, Discard, Play
from engine.board import LastTrick, TrickCard
from engine.cards import COLOR_BITS, DAY_COLORS, FESTIVAL, FOOD_BIT, Card, Color, by_place
from engine.errors import RuleError
from engine.events import (
    Asked,
    Declared,
    Discarded,
    Event,
    GameEnded,
    Gift,
    GiftTaken,
    HandBegan,
    HandEnded,
    Killed,
    Played,
    Score,
    SwapAccepted,
    SwapDeclined,
    Swapped,
    TrickWon,
)
from engine.legal import blocked_error
from engine.memory import Answered, Known
from engine.options import Options
from engine.rules import best_play, legal_actions
from engine.scoring import credited, score, winners
from engine.seating import SEATS, Seat, controllers, owners, partner
from engine.state import State

T = TypeVar("T")
PerSeat = Annotated[tuple[T, ...], Meta(min_length=4, max_length=4)]


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat owes a decision of this sort."""

    seat: Seat
    kind: DecisionKind


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
    out: tuple[Card, ...]  # those of them still in the four hands together: what has not been seen to go
    tableau: tuple[Card, ...]  # non-scoring cards of this hand's finished tricks and all its discards (R12), sorted
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


def view(state: State, player: int | None) -> View:
    """What the player may know now; None for a watcher, who may know what is public."""
    mine = [seat for seat in state.owing if player is not None and state.control[seat] == player]
    seen = _seen(state.players, state.day, player)
    known, answered = state.story.memory(state.log, seen).recall()
    won = credited(state.won, state.captured, state.players, state.day)
    totals = tuple(score(food, muertos) for food, muertos in won)
    lies = state.story.board(state.log)
    return View(
        players=state.players,
        options=state.options,
        me=player,
        day=state.day,
        muertos=DAY_COLORS[state.day],
        trick_number=state.trick_number,
        owners=state.owners,
        hands=tuple(tuple(state.hand(seat)) if seat in seen else None for seat in SEATS),
        held=tuple(len(hand) for hand in state.hands),
        leader=state.leader,
        trick=tuple(lies.trick.values()),
        winning=best_play(state.trick) if state.trick else None,
        free=tuple(color for color in FESTIVAL if not COLOR_BITS[color] & state.blocked),
        spoiled=bool(state.blocked & FOOD_BIT),
        last=lies.last,
        deck=state.deck.days[state.day - 1],
        out=tuple(sorted((card for seat in SEATS for card in state.hand(seat)), key=by_place)),
        tableau=tuple(sorted(lies.tableau, key=by_place)),
        lost=tuple(lies.lost),
        captured=(tuple(state.captured[0]), tuple(state.captured[1])),
        totals=totals,
        chips=tuple(state.chips),
        decisions=tuple(Decision(seat, state.phase) for seat in state.owing if state.phase != "over"),
        number=state.decision,
        actions=tuple(action for seat in mine for action in legal_actions(state, seat)),
        known=known,
        answered=answered,
        over=state.over,
        winners=winners(totals) if state.over else (),
    )


def open_view(state: State) -> View:
    """All hands face up, and nothing to decide: for a game that is over, never for a table."""
    return replace(view(state, None), hands=tuple(tuple(state.hand(seat)) for seat in SEATS))


def events_for(state: State, player: int | None, start: int) -> list[Event]:
    """The events of the log from place `start` on, as the player may know them."""
    log = state.log
    dealt = next((event for event in reversed(log[:start]) if isinstance(event, HandBegan)), None)
    seen = _seen(state.players, dealt.day, player) if dealt is not None else frozenset[int]()
    told: list[Event] = []
    for event in log[start:]:
        if isinstance(event, HandBegan):
            seen = _seen(state.players, event.day, player)
        told.append(tell(event, seen))
    return told


@cache
def _seen(players: int, day: int, player: int | None) -> frozenset[int]:
    """The seats whose hands a player sees: those they decide for, and the table's, open to all (R21, R22)."""
    held, decides = owners(players, day), controllers(players, day)
    return frozenset(s for s in SEATS if held[s] is None or (player is not None and decides[s] == player))


def tell(event: Event, seen: Collection[int]) -> Event:
    """An event as told to one who sees the hands at the seats `seen`; not which cards pass between closed hands."""
    match event:
        case HandBegan(day, held, dealt):
            return HandBegan(day, held, tuple(dealt[s] if s in seen else None for s in SEATS))
        case Swapped(seat, given, received):
            shown = seat in seen or partner(seat) in seen
            return Swapped(seat, given if shown else None, received if shown else None)
        case GiftTaken(winner, taker, taken):
            return GiftTaken(winner, taker, taken if winner in seen or taker in seen else None)
        case Gift(winner, taker, taken, returned):
            shown = winner in seen or taker in seen
            return Gift(winner, taker, taken if shown else None, returned if shown else None)
        case Played() | Declared() | Discarded() | Asked() | SwapAccepted() | SwapDeclined() | Killed() | TrickWon():
            return event
        case HandEnded() | GameEnded():
            return event


def why_not(view: View, seat: int, card: Card) -> RuleError | None:
    """Why the card of a hand may not be played or discarded now, None if it may."""
    own = [a for a in view.actions if isinstance(a, Play | Discard) and a.seat == seat]
    if any(action.card is card for action in own):
        return None
    if not own:
        return RuleError("not_owing", seat=seat)
    if view.trick_number == 1 and not view.trick:
        return RuleError("start_first", card=card.code)
    return blocked_error(card)
