"""What happened at the table. A field a receiver may not know is None in the event they are sent."""

from msgspec import Struct

from engine.cards import Card
from engine.questions import Answer, Question
from engine.seating import Seat


class HandBegan(Struct, frozen=True, gc=False, tag="hand", tag_field="ev", forbid_unknown_fields=True):
    """A day's cards were dealt: `owners` a player's index or None for the table; only hands one may see are shown."""

    day: int
    owners: tuple[int | None, ...]
    dealt: tuple[tuple[Card, ...] | None, ...]


class Played(Struct, frozen=True, gc=False, tag="play", tag_field="ev", forbid_unknown_fields=True):
    """A card was played (R9); `Declared` follows a Choose."""

    seat: Seat
    card: Card


class Declared(Struct, frozen=True, gc=False, tag="color", tag_field="ev", forbid_unknown_fields=True):
    """The colour of the Choose just played was named: `card` shows it, as `K0c=P` (R14)."""

    seat: Seat
    card: Card


class Discarded(Struct, frozen=True, gc=False, tag="discard", tag_field="ev", forbid_unknown_fields=True):
    """A card was discarded (R10)."""

    seat: Seat
    card: Card


class Asked(Struct, frozen=True, gc=False, tag="ask", tag_field="ev", forbid_unknown_fields=True):
    """A question and its answer, public (R15, R27)."""

    seat: Seat
    target: Seat
    question: Question
    answer: Answer
    chip: bool


class Swapped(Struct, frozen=True, gc=False, tag="swap", tag_field="ev", forbid_unknown_fields=True):
    """`seat`, who played Swap, passed `given` to the partner and got `received` (R17)."""

    seat: Seat
    given: Card | None
    received: Card | None


class SwapAccepted(Struct, frozen=True, gc=False, tag="swap_on", tag_field="ev", forbid_unknown_fields=True):
    """The player of a Swap did not decline: both choose a card now (R17, `optional_swap`)."""

    seat: Seat


class SwapDeclined(Struct, frozen=True, gc=False, tag="no_swap", tag_field="ev", forbid_unknown_fields=True):
    """The player of a Swap declined (R17, `optional_swap`)."""

    seat: Seat


class Killed(Struct, frozen=True, gc=False, tag="kill", tag_field="ev", forbid_unknown_fields=True):
    """A Kill 10 removed the ten of `target`, or none (R18)."""

    seat: Seat
    target: Seat | None


class TrickWon(Struct, frozen=True, gc=False, tag="trick", tag_field="ev", forbid_unknown_fields=True):
    """A trick went to `winner` with these scoring cards, in the order played (R11)."""

    winner: Seat
    captured: tuple[Card, ...]


class GiftTaken(Struct, frozen=True, gc=False, tag="taken", tag_field="ev", forbid_unknown_fields=True):
    """The neighbour took a gift from the winner and has yet to give one back (R13, R23)."""

    winner: Seat
    taker: Seat
    taken: Card | None


class Gift(Struct, frozen=True, gc=False, tag="gift", tag_field="ev", forbid_unknown_fields=True):
    """Gifts were exchanged (R13)."""

    winner: Seat
    taker: Seat
    taken: Card | None
    returned: Card | None


class HandEnded(Struct, frozen=True, gc=False, tag="hand_end", tag_field="ev", forbid_unknown_fields=True):
    """What North–South and East–West won in this hand, in the order captured."""

    captured: tuple[tuple[Card, ...], tuple[Card, ...]]


class Score(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a player's side won over the game: Food, Muertos, and pairs of them (R19, R24)."""

    food: int
    muertos: int
    points: int


class GameEnded(Struct, frozen=True, gc=False, tag="game_end", tag_field="ev", forbid_unknown_fields=True):
    """The final scores by player, and who wins or shares the win (R19)."""

    totals: tuple[Score, ...]
    winners: tuple[int, ...]


Event = (
    HandBegan
    | Played
    | Declared
    | Discarded
    | Asked
    | Swapped
    | SwapAccepted
    | SwapDeclined
    | Killed
    | TrickWon
    | GiftTaken
    | Gift
    | HandEnded
    | GameEnded
)
