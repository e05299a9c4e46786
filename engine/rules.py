"""The rules: who owes which decision, and what follows from it (R8–R18, R20–R23, R27).

Every `apply` checks in full before it changes anything, so a refused action leaves the state as it was.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from engine.actions import (
    PLAYS,
    Action,
    Ask,
    DecisionKind,
    Declare,
    Discard,
    Give,
    Kill,
    Offer,
    Play,
    Swap,
    Take,
)
from engine.cards import COLOR_BITS, DAY_COLORS, FOOD_BIT, START_BIT, Card, Kind, declared
from engine.chance import Stream, hand_seed
from engine.deck import HOUSE, Deck
from engine.errors import RuleError
from engine.events import (
    Asked,
    Declared,
    Discarded,
    GameEnded,
    Gift,
    GiftTaken,
    HandBegan,
    HandEnded,
    Killed,
    Played,
    SwapAccepted,
    SwapDeclined,
    Swapped,
    TrickWon,
)
from engine.faces import BITS, faces, held
from engine.legal import askable, blocked_error, has_chip, killable, legal_actions
from engine.options import HANDS, PLAIN, TRICKS, Options
from engine.questions import answer, check_question
from engine.scoring import credited, score, winners
from engine.seating import SEATS, controllers, owners, partner, right_of, side
from engine.state import Phase, State

__all__ = ["apply", "best_play", "legal_actions", "new_game"]

_NOWHERE: Final = 255  # the place of a card that is not of the day
_ALONE: Final = tuple((seat,) for seat in SEATS)
_PLAYED: Final = tuple({card: Played(seat, card) for card in plays} for seat, plays in enumerate(PLAYS))


def new_game(seed: bytes, players: int = 4, options: Options = PLAIN, deck: Deck = HOUSE) -> State:
    """A game of 3 or 4 players with its first hand dealt. Everything that follows is fixed by these and the actions."""
    state = State(seed, players, options, deck)
    _begin_hand(state)
    return state


def apply(state: State, action: Action) -> None:
    """Make the decision and all that follows up to the next one.

    Raises RuleError, the state untouched, for anything that `legal_actions` does not list.
    """
    _HANDLERS[type(action)](state, action)


def _require(state: State, seat: int, kind: DecisionKind) -> None:
    if state.phase != kind or seat not in state.owing:
        raise _not_due(state, seat)


def _not_due(state: State, seat: int) -> RuleError:
    if state.phase == "over":
        return RuleError("game_over")
    return RuleError("wrong_kind" if seat in state.owing else "not_owing", seat=seat, due=state.phase)


def _require_held(state: State, seat: int, card: Card) -> None:
    if state.faces.places.get(card, _NOWHERE) not in state.hands[seat]:
        raise RuleError("not_held", card=card.code)


def _open(state: State, kind: Phase, owing: tuple[int, ...]) -> None:
    state.phase = kind
    state.owing = owing


def _play(state: State, action: Play) -> None:
    seat, card = action.seat, action.card
    if state.phase != "play" or seat not in state.owing:
        raise _not_due(state, seat)
    place = state.faces.places.get(card, _NOWHERE)
    if place not in state.hands[seat] or card.mask & state.blocked:
        raise _unplayable(state, seat, card)
    _lose(state, seat, place)
    state.trick.append((seat, card))
    state.log.append(_PLAYED[seat][card])
    if card.blocks:
        state.blocked |= card.blocks
    if card.kind in _EFFECTS:
        _EFFECTS[card.kind](state, seat)
    elif seat == state.last:
        _end_plays(state)
    else:
        state.owing = _ALONE[(seat + 1) & 3]


def _unplayable(state: State, seat: int, card: Card) -> RuleError:
    _require_held(state, seat, card)
    if state.blocked & START_BIT:
        return RuleError("start_first", card=card.code)
    return blocked_error(card)


def _discard(state: State, action: Discard) -> None:
    seat, card = action.seat, action.card
    _require(state, seat, "play")
    _require_held(state, seat, card)
    if state.held[seat] & state.faces.opens[state.blocked]:
        raise RuleError("must_play", card=card.code)
    _lose(state, seat, state.faces.places[card])
    state.log.append(Discarded(seat, card))
    _next_seat(state, seat)


def _declare(state: State, action: Declare) -> None:
    seat, color = action.seat, action.color
    _require(state, seat, "color")
    if color == DAY_COLORS[state.day]:
        raise RuleError("color_of_day", color=color)
    if COLOR_BITS[color] & state.blocked:
        raise RuleError("color_taken", card=state.trick[-1][1].code, color=color)
    card = declared(state.trick[-1][1], color)
    state.trick[-1] = (seat, card)
    state.blocked |= card.blocks
    state.log.append(Declared(seat, card))
    _next_seat(state, seat)


def _begin_ask(state: State, seat: int) -> None:
    if askable(state, seat):
        _open(state, "ask", _ALONE[seat])
    else:
        _next_seat(state, seat)


def _ask(state: State, action: Ask) -> None:
    seat, target, question, chip = action.seat, action.target, action.question, action.chip
    _require(state, seat, "play" if chip else "ask")
    if chip and not has_chip(state, seat):
        raise RuleError("no_chip")
    if target not in askable(state, seat):
        raise RuleError("no_target", target=target)
    if question is None:
        raise RuleError("bad_question", why="missing")
    check_question(question)
    state.log.append(Asked(seat, target, question, answer(question, state.hand(target)), chip))
    if chip:
        state.chips[state.control[seat]] -= 1
    else:
        _next_seat(state, seat)


def _prepare_kill(state: State, seat: int) -> None:
    state.kills.append(seat)
    _next_seat(state, seat)


def _spoil(state: State, seat: int) -> None:
    state.blocked |= FOOD_BIT
    _next_seat(state, seat)


def _begin_swap(state: State, seat: int) -> None:
    if state.trick_number == TRICKS:
        _next_seat(state, seat)
    elif state.options.optional_swap:
        _open(state, "offer", _ALONE[seat])
    else:
        _open_swap(state, seat)


def _open_swap(state: State, seat: int) -> None:
    first, second = sorted((seat, partner(seat)))
    _open(state, "swap", (first, second))


def _offer(state: State, action: Offer) -> None:
    seat = action.seat
    _require(state, seat, "offer")
    if action.accept:
        state.log.append(SwapAccepted(seat))
        _open_swap(state, seat)
    else:
        state.log.append(SwapDeclined(seat))
        _next_seat(state, seat)


def _swap(state: State, action: Swap) -> None:
    _require(state, action.seat, "swap")
    _require_held(state, action.seat, action.card)
    state.picks[action.seat] = action.card
    state.owing = tuple(seat for seat in state.owing if seat != action.seat)
    if not state.owing:
        _exchange(state)


def _exchange(state: State) -> None:
    seat = state.trick[-1][0]
    other = partner(seat)
    given, received = state.picks[seat], state.picks[other]
    state.picks = {}
    _move(state, given, seat, other)
    _move(state, received, other, seat)
    state.log.append(Swapped(seat, given, received))
    _next_seat(state, seat)


def _move(state: State, card: Card, giver: int, taker: int) -> None:
    place = state.faces.places[card]
    _lose(state, giver, place)
    insort(state.hands[taker], place)
    state.held[taker] |= BITS[place]


def _lose(state: State, seat: int, place: int) -> None:
    hand = state.hands[seat]
    hand.remove(place)
    if place not in hand:
        state.held[seat] ^= BITS[place]


def _begin_play(state: State, seat: int) -> None:
    """Once the Start card is led, any card may follow (R8)."""
    state.blocked &= ~START_BIT
    _next_seat(state, seat)


_EFFECTS: Final[dict[Kind, Callable[[State, int], None]]] = {
    "choose": lambda state, seat: _open(state, "color", _ALONE[seat]),
    "kill10": _prepare_kill,
    "ask": _begin_ask,
    "spoiled": _spoil,
    "swap": _begin_swap,
    "start": _begin_play,
}


def _next_seat(state: State, seat: int) -> None:
    if seat == state.last:
        _end_plays(state)
    else:
        _open(state, "play", _ALONE[(seat + 1) & 3])


def _end_plays(state: State) -> None:
    if state.kills:
        _next_kill(state)
    else:
        _finish_trick(state)


def _next_kill(state: State) -> None:
    """Ask the player of the next 3 that has a ten to remove, without prompt where none qualifies; then finish (R18)."""
    while state.kills:
        seat = state.kills[0]
        if killable(state, seat):
            _open(state, "kill", _ALONE[seat])
            return
        del state.kills[0]
    _finish_trick(state)


def _kill(state: State, action: Kill) -> None:
    seat, target = action.seat, action.target
    _require(state, seat, "kill")
    if target is not None:
        if target not in killable(state, seat):
            raise RuleError("no_ten", target=target)
        state.trick = [play for play in state.trick if play[0] != target]
    del state.kills[0]
    state.log.append(Killed(seat, target))
    _next_kill(state)


def best_play(trick: list[tuple[int, Card]]) -> int:
    """The seat of the highest rank in a trick that is not empty; of equal ranks the one played first (R11)."""
    winner, best = trick[0]
    rank = best.rank
    for seat, card in trick:
        if card.rank > rank:
            winner, rank = seat, card.rank
    return winner


def _finish_trick(state: State) -> None:
    winner = best_play(state.trick)
    captured = tuple([card for _, card in state.trick if card.scoring])
    if captured:
        state.captured[side(winner)].extend(captured)
    gifts = captured or state.blocked & FOOD_BIT
    state.log.append(TrickWon(winner, captured))
    state.trick = []
    state.blocked = 0
    state.leader = winner
    if state.trick_number == TRICKS:
        _end_hand(state)
    elif gifts:
        _begin_gifts(state, winner)
    else:
        _lead(state)


def _lead(state: State) -> None:
    state.trick_number += 1
    state.last = right_of(state.leader)
    _open(state, "play", _ALONE[state.leader])


def _begin_gifts(state: State, winner: int) -> None:
    """The neighbour draws unseen, but chooses from the table's open hand (R13, R23)."""
    taker = right_of(winner)
    if state.owners[winner] is None:
        _open(state, "take", _ALONE[taker])
    else:
        hand = state.hands[winner]
        _take_gift(state, taker, state.faces.faces[hand[state.stream.below(len(hand))]])


def _take(state: State, action: Take) -> None:
    _require(state, action.seat, "take")
    _require_held(state, state.leader, action.card)
    _take_gift(state, action.seat, action.card)


def _take_gift(state: State, taker: int, card: Card) -> None:
    _move(state, card, state.leader, taker)
    state.taken = card
    state.log.append(GiftTaken(state.leader, taker, card))
    _open(state, "give", _ALONE[taker])


def _give(state: State, action: Give) -> None:
    seat, card = action.seat, action.card
    _require(state, seat, "give")
    _require_held(state, seat, card)
    _move(state, card, seat, state.leader)
    state.log.append(Gift(state.leader, seat, state.taken, card))
    state.taken = None
    _lead(state)


def _begin_hand(state: State) -> None:
    state.day += 1
    state.owners = owners(state.players, state.day)
    state.control = controllers(state.players, state.day)
    state.stream = Stream(hand_seed(state.seed, state.day))
    state.faces = faces(state.deck.days[state.day - 1])
    state.hands = state.faces.deal(state.stream.shuffled(len(state.faces.cards)))
    state.held = [held(hand) for hand in state.hands]
    dealt = tuple([tuple(state.faces.listed(hand)) for hand in state.hands])
    state.captured = ([], [])
    state.log.append(HandBegan(state.day, state.owners, dealt))
    (state.leader,) = (seat for seat in SEATS if state.held[seat] & state.faces.opens[START_BIT])
    state.blocked = START_BIT
    state.trick_number = 0
    _lead(state)


def _end_hand(state: State) -> None:
    north, east = (tuple(cards) for cards in state.captured)
    state.log.append(HandEnded((north, east)))
    won = credited(state.won, state.captured, state.players, state.day)
    if state.day < HANDS:
        state.won = won
        _begin_hand(state)
        return
    _open(state, "over", ())
    totals = tuple(score(food, muertos) for food, muertos in won)
    state.log.append(GameEnded(totals, winners(totals)))


_HANDLERS: Final[dict[type, Callable[[State, Any], None]]] = {
    Play: _play,
    Discard: _discard,
    Declare: _declare,
    Ask: _ask,
    Offer: _offer,
    Swap: _swap,
    Kill: _kill,
    Take: _take,
    Give: _give,
}
