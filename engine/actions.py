"""What a player may decide: one small frozen value a decision (`engine.notation` writes them as text)."""

from typing import Final, Literal

from msgspec import Struct

from engine.cards import CARDS, COLORS, Card, Color
from engine.questions import Question
from engine.seating import SEATS, Seat

DecisionKind = Literal["play", "color", "ask", "offer", "swap", "kill", "take", "give"]


class Play(Struct, frozen=True, gc=False, tag="play", tag_field="do", forbid_unknown_fields=True):
    """Play a card to the trick (R8, R9)."""

    seat: Seat
    card: Card


class Discard(Struct, frozen=True, gc=False, tag="discard", tag_field="do", forbid_unknown_fields=True):
    """Discard a card, having none that may be played (R10)."""

    seat: Seat
    card: Card


class Declare(Struct, frozen=True, gc=False, tag="color", tag_field="do", forbid_unknown_fields=True):
    """Name the colour of the Choose just played (R14)."""

    seat: Seat
    color: Color


class Ask(Struct, frozen=True, gc=False, tag="ask", tag_field="do", forbid_unknown_fields=True):
    """Ask a question about a hand, for the Ask just played (R15) or for a chip (R27).

    In a list of legal actions the question is None: any that R25 allows may stand there.
    """

    seat: Seat
    target: Seat
    question: Question | None = None
    chip: bool = False


class Offer(Struct, frozen=True, gc=False, tag="offer", tag_field="do", forbid_unknown_fields=True):
    """Swap, or decline to, where the table plays with `optional_swap` (R17)."""

    seat: Seat
    accept: bool


class Swap(Struct, frozen=True, gc=False, tag="swap", tag_field="do", forbid_unknown_fields=True):
    """Choose the card to pass to the partner (R17)."""

    seat: Seat
    card: Card


class Kill(Struct, frozen=True, gc=False, tag="kill", tag_field="do", forbid_unknown_fields=True):
    """Remove the ten an opponent played, or none (R18)."""

    seat: Seat
    target: Seat | None


class Take(Struct, frozen=True, gc=False, tag="take", tag_field="do", forbid_unknown_fields=True):
    """Choose the gift to take from the table's open hand (R23)."""

    seat: Seat
    card: Card


class Give(Struct, frozen=True, gc=False, tag="give", tag_field="do", forbid_unknown_fields=True):
    """Choose the gift to give back to the winner (R13)."""

    seat: Seat
    card: Card


Action = Play | Discard | Declare | Ask | Offer | Swap | Kill | Take | Give

# Legal actions are handed out from these tables: the same few values again and again in every game.
_HAND_CARDS: Final = tuple(card for card in CARDS.values() if "=" not in card.code)
PLAYS: Final = tuple({card: Play(seat, card) for card in _HAND_CARDS} for seat in SEATS)
DISCARDS: Final = tuple({card: Discard(seat, card) for card in _HAND_CARDS} for seat in SEATS)
SWAPS: Final = tuple({card: Swap(seat, card) for card in _HAND_CARDS} for seat in SEATS)
TAKES: Final = tuple({card: Take(seat, card) for card in _HAND_CARDS} for seat in SEATS)
GIVES: Final = tuple({card: Give(seat, card) for card in _HAND_CARDS} for seat in SEATS)
DECLARES: Final = tuple({color: Declare(seat, color) for color in COLORS} for seat in SEATS)
ASKS: Final = tuple(tuple(Ask(seat, target) for target in SEATS) for seat in SEATS)
CHIP_ASKS: Final = tuple(tuple(Ask(seat, target, chip=True) for target in SEATS) for seat in SEATS)
OFFERS: Final = tuple((Offer(seat, True), Offer(seat, False)) for seat in SEATS)
KILLS: Final = tuple(tuple(Kill(seat, target) for target in SEATS) for seat in SEATS)
SPARES: Final = tuple(Kill(seat, None) for seat in SEATS)

_ORDER: Final[dict[type, int]] = {
    kind: place for place, kind in enumerate((Play, Discard, Declare, Ask, Offer, Swap, Kill, Take, Give))
}


def sort_key(action: Action) -> tuple[int, ...]:
    """The order of legal actions: by sort, then seat, then card, colour or target; yes before no, a ten before none."""
    match action:
        case Play(seat, card) | Discard(seat, card) | Swap(seat, card) | Take(seat, card) | Give(seat, card):
            rest = card.index
        case Declare(seat, color):
            rest = COLORS.index(color)
        case Ask(seat, target, _, chip):
            rest = target + 4 * chip
        case Offer(seat, accept):
            rest = not accept
        case Kill(seat, target):
            rest = 4 if target is None else target
    return _ORDER[type(action)], seat, rest
