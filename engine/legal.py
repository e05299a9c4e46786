"""What may be decided: every legal action, and why a card is none (R8-R10, R14, R15, R17, R18, R22, R23, R27)."""

from collections.abc import Callable
from typing import Final

from engine.actions import ASKS, CHIP_ASKS, DECLARES, KILLS, OFFERS, SPARES, Action
from engine.cards import COLOR_BITS, COLORS, DAY_COLORS, Card, Color
from engine.errors import RuleError
from engine.faces import listed
from engine.seating import SEATS, side
from engine.state import State

_TEN: Final = 10


def legal_actions(state: State, seat: int) -> list[Action]:
    """All that the seat may decide now, sorted; empty if it owes nothing. An Ask stands for any question R25 allows."""
    if seat not in state.owing:
        return []
    if state.phase != "play":
        return _LEGAL[state.phase](state, seat)
    tables, bits = state.faces, state.held[seat]
    # As `faces.listed`, here because most decisions of a game pass through.
    a, low, b, middle, c, high = tables.plays[seat]
    playable = bits & tables.opens[state.blocked]
    actions = low[playable & a] + middle[playable & b] + high[playable & c]
    if not actions:
        actions = listed(tables.discards[seat], bits)
    if state.chips and has_chip(state, seat):
        actions += [CHIP_ASKS[seat][target] for target in askable(state, seat)]
    return actions


def has_chip(state: State, seat: int) -> bool:
    """Whether a chip can be spent: on a turn to play from one's own hand, for the table has none (R27)."""
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
    """The opponents whose ten still lies in the trick, sorted (R18); a Kill 10 of rank 10 is no ten."""
    return sorted(s for s, card in state.trick if card.rank == _TEN and card.kind != "kill10" and side(s) != side(seat))


_LEGAL: Final[dict[str, Callable[[State, int], list[Action]]]] = {
    "color": lambda state, seat: [DECLARES[seat][color] for color in declarable(state)],
    "ask": lambda state, seat: [ASKS[seat][target] for target in askable(state, seat)],
    "offer": lambda state, seat: list(OFFERS[seat]),
    "swap": lambda state, seat: listed(state.faces.swaps[seat], state.held[seat]),
    "kill": lambda state, seat: [*(KILLS[seat][s] for s in killable(state, seat)), SPARES[seat]],
    "take": lambda state, seat: listed(state.faces.takes[seat], state.held[state.leader]),
    "give": lambda state, seat: listed(state.faces.gives[seat], state.held[seat]),
}


def blocked_error(card: Card) -> RuleError:
    """Why a card that the trick blocks may not be played (R9, R16)."""
    if card.kind == "food":
        return RuleError("food_spoiled", card=card.code)
    return RuleError("color_taken", card=card.code, color=card.color)
