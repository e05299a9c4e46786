"""The rules: who owes which decision, what is legal, and what follows (R8–R18, R20–R23, R27).

Every `apply` checks in full before it changes anything, so a refused action leaves the state as it was.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from engine.actions import (
    ASKS,
    CHIP_ASKS,
    DECLARES,
    DISCARDS,
    GIVES,
    KILLS,
    OFFERS,
    PLAYS,
    SPARES,
    SWAPS,
    TAKES,
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
from engine.cards import COLOR_BITS, COLORS, DAY_COLORS, FOOD_BIT, Card, Color, Kind, declared
from engine.chance import Stream, deal, hand_seed
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
    SwapDeclined,
    Swapped,
    TrickWon,
)
from engine.options import HANDS, PLAIN, TRICKS, Options
from engine.questions import answer, check_question
from engine.scoring import score, tally, winners
from engine.seating import SEATS, controllers, owners, partner, right_of, side, team_of
from engine.state import State

_TEN: Final = 10
_COLORS_ONLY: Final = ~FOOD_BIT
_ALONE: Final = tuple((seat,) for seat in SEATS)


def new_game(seed: bytes, players: int = 4, options: Options = PLAIN, deck: Deck = HOUSE) -> State:
    """A game of 3 or 4 players with its first hand dealt. Everything that follows is fixed by these and the actions."""
    state = State(seed, players, options, deck)
    _begin_hand(state)
    return state


# What is legal


def legal_actions(state: State, seat: int) -> list[Action]:
    """All that the seat may decide now, sorted; empty if it owes nothing. An Ask stands for any question R25 allows."""
    if seat not in state.owing:
        return []
    if state.phase == "play":
        return _legal_plays(state, seat)
    return _LEGAL[state.phase](state, seat)


def _legal_plays(state: State, seat: int) -> list[Action]:
    if state.start is not None:
        actions: list[Action] = [PLAYS[seat][state.start]]
    else:
        blocked, plays = state.blocked, PLAYS[seat]
        hand = dict.fromkeys(state.hands[seat])
        actions = [plays[card] for card in hand if not card.mask & blocked]
        if not actions:
            actions = [DISCARDS[seat][card] for card in hand]
    if state.chips and _has_chip(state, seat):
        actions += [CHIP_ASKS[seat][target] for target in askable(state, seat)]
    return actions


def _has_chip(state: State, seat: int) -> bool:
    """Chips belong to players and are spent before a card from one's own hand: the table has none (R27)."""
    owner = state.owners[seat]
    return owner is not None and bool(state.chips) and state.chips[owner] > 0


def askable(state: State, seat: int) -> list[int]:
    """The seats of other players who still hold a card; nobody is asked about the table's hand (R15, R22)."""
    asker = state.control[seat]
    return [
        target
        for target in SEATS
        if state.hands[target] and state.owners[target] is not None and state.owners[target] != asker
    ]


def declarable(state: State) -> list[Color]:
    """The colours a Choose may be declared now (R14)."""
    day = DAY_COLORS[state.day]
    return [color for color in COLORS if color != day and not COLOR_BITS[color] & state.blocked]


def killable(state: State, seat: int) -> list[int]:
    """The opponents whose ten still lies in the trick, sorted (R18)."""
    return sorted(s for s, card in state.trick if card.rank == _TEN and side(s) != side(seat))


_LEGAL: Final[dict[str, Callable[[State, int], list[Action]]]] = {
    "color": lambda state, seat: [DECLARES[seat][color] for color in declarable(state)],
    "ask": lambda state, seat: [ASKS[seat][target] for target in askable(state, seat)],
    "offer": lambda state, seat: list(OFFERS[seat]),
    "swap": lambda state, seat: [SWAPS[seat][card] for card in dict.fromkeys(state.hands[seat])],
    "kill": lambda state, seat: [*(KILLS[seat][s] for s in killable(state, seat)), SPARES[seat]],
    "take": lambda state, seat: [TAKES[seat][card] for card in dict.fromkeys(state.hands[state.leader])],
    "give": lambda state, seat: [GIVES[seat][card] for card in dict.fromkeys(state.hands[seat])],
}


# What follows


def apply(state: State, action: Action) -> None:
    """Make the decision and all that follows up to the next one.

    Raises RuleError, the state untouched, for anything that `legal_actions` does not list.
    """
    _HANDLERS[type(action)](state, action)


def _require(state: State, seat: int, kind: DecisionKind) -> None:
    if state.phase == kind and seat in state.owing:
        return
    if state.phase == "over":
        raise RuleError("game_over")
    raise RuleError("wrong_kind" if seat in state.owing else "not_owing", seat=seat, due=state.phase)


def _require_held(hand: list[Card], card: Card) -> None:
    if card not in hand:
        raise RuleError("not_held", card=card.code)


def _open(state: State, kind: DecisionKind, owing: tuple[int, ...]) -> None:
    state.phase = kind
    state.owing = owing
    state.decision += 1


def _play(state: State, action: Play) -> None:
    seat, card = action.seat, action.card
    _require(state, seat, "play")
    hand = state.hands[seat]
    _require_held(hand, card)
    if state.start is not None and card is not state.start:
        raise RuleError("start_first", card=card.code)
    if card.mask & state.blocked:
        raise blocked_error(card)
    state.start = None
    hand.remove(card)
    state.trick.append((seat, card))
    state.blocked |= card.mask & _COLORS_ONLY
    state.log.append(Played(seat, card))
    effect = _EFFECTS.get(card.kind)
    if effect is None:
        _next_seat(state, seat)
    else:
        effect(state, seat)


def blocked_error(card: Card) -> RuleError:
    """Why a card that the trick blocks may not be played (R9, R16)."""
    if card.kind == "food":
        return RuleError("food_spoiled", card=card.code)
    return RuleError("color_taken", card=card.code, color=card.color)


def _discard(state: State, action: Discard) -> None:
    seat, card = action.seat, action.card
    _require(state, seat, "play")
    hand = state.hands[seat]
    _require_held(hand, card)
    if state.start is not None or not all(c.mask & state.blocked for c in hand):
        raise RuleError("must_play", card=card.code)
    hand.remove(card)
    state.discarded.append((seat, card))
    (state.lost if card.scoring else state.tableau).append(card)
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
    state.blocked |= COLOR_BITS[color]
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
    if chip and not _has_chip(state, seat):
        raise RuleError("no_chip")
    if target not in askable(state, seat):
        raise RuleError("no_target", target=target)
    if question is None:
        raise RuleError("bad_question", why="missing")
    check_question(question)
    state.log.append(Asked(seat, target, question, answer(question, state.hands[target]), chip))
    if chip:
        state.chips[state.control[seat]] -= 1
        _open(state, "play", state.owing)
    else:
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
        _open_swap(state, seat)
    else:
        state.log.append(SwapDeclined(seat))
        _next_seat(state, seat)


def _swap(state: State, action: Swap) -> None:
    _require(state, action.seat, "swap")
    _require_held(state.hands[action.seat], action.card)
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
    state.hands[giver].remove(card)
    insort(state.hands[taker], card)


_EFFECTS: Final[dict[Kind, Callable[[State, int], None]]] = {
    "choose": lambda state, seat: _open(state, "color", _ALONE[seat]),
    "ask": _begin_ask,
    "spoiled": _spoil,
    "swap": _begin_swap,
}


def _next_seat(state: State, seat: int) -> None:
    if len(state.trick) + len(state.discarded) < len(SEATS):
        _open(state, "play", _ALONE[(seat + 1) & 3])
        return
    state.kills = [s for s, card in state.trick if card.kind == "kill10"]
    _next_kill(state)


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
        ten = next(play for play in state.trick if play[0] == target)
        state.trick.remove(ten)
        state.removed.append(ten)
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
    captured = [card for _, card in state.trick if card.scoring]
    state.captured[side(winner)].extend(captured)
    state.tableau += [card for _, card in state.trick if not card.scoring]
    state.tableau += [card for _, card in state.removed]
    gifts = captured or state.blocked & FOOD_BIT
    state.log.append(TrickWon(winner, tuple(captured)))
    state.trick, state.discarded, state.removed = [], [], []
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
    _open(state, "play", _ALONE[state.leader])


def _begin_gifts(state: State, winner: int) -> None:
    """The neighbour draws unseen, but chooses from the table's open hand (R13, R23)."""
    taker = right_of(winner)
    if state.owners[winner] is None:
        _open(state, "take", _ALONE[taker])
    else:
        hand = state.hands[winner]
        _take_gift(state, taker, hand[state.stream.below(len(hand))])


def _take(state: State, action: Take) -> None:
    _require(state, action.seat, "take")
    _require_held(state.hands[state.leader], action.card)
    _take_gift(state, action.seat, action.card)


def _take_gift(state: State, taker: int, card: Card) -> None:
    _move(state, card, state.leader, taker)
    state.taken = card
    state.log.append(GiftTaken(state.leader, taker, card))
    _open(state, "give", _ALONE[taker])


def _give(state: State, action: Give) -> None:
    seat, card = action.seat, action.card
    _require(state, seat, "give")
    _require_held(state.hands[seat], card)
    _move(state, card, seat, state.leader)
    state.log.append(Gift(state.leader, seat, state.taken, card))
    state.taken = None
    _lead(state)


def _begin_hand(state: State) -> None:
    state.day += 1
    state.owners = owners(state.players, state.day)
    state.control = controllers(state.players, state.day)
    state.stream = Stream(hand_seed(state.seed, state.day))
    state.hands = deal(state.deck.day(state.day), state.stream)
    state.tableau = []
    state.captured = ([], [])
    dealt = tuple(tuple(hand) for hand in state.hands)
    state.log.append(HandBegan(state.day, state.owners, dealt))
    state.leader, state.start = next(
        (seat, card) for seat in SEATS for card in state.hands[seat] if card.kind == "start"
    )
    state.trick_number = 0
    _lead(state)


def _end_hand(state: State) -> None:
    north, east = (tuple(cards) for cards in state.captured)
    state.log.append(HandEnded((north, east)))
    for seat, cards in enumerate((north, east)):
        food, muertos = tally(cards)
        for player in team_of(state.players, state.day, seat):
            state.won[player][0] += food
            state.won[player][1] += muertos
    if state.day < HANDS:
        _begin_hand(state)
        return
    totals = tuple(score(food, muertos) for food, muertos in state.won)
    state.phase, state.owing = "over", ()
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
