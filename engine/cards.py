"""Cards, colours, kinds and their notation (R1, R2, R6).

A `Card` is an interned value: the same code is always the same object, so cards compare by identity, and cards of the
same code cannot be told apart (R6). A Choose that has been played becomes another card, `K0c=P`, which carries the
declared colour (R14); in the hand it is black.
"""

from operator import attrgetter
from typing import Any, Final, Literal, Self

Color = Literal["K", "P", "B", "G"]
Kind = Literal["choose", "ask", "spoiled", "swap", "food", "kill10", "muertos", "start", "plain"]

COLORS: Final[tuple[Color, ...]] = ("K", "P", "B", "G")
FESTIVAL: Final[tuple[Color, ...]] = ("P", "B", "G")
KINDS: Final[tuple[Kind, ...]] = (
    "choose",
    "ask",
    "spoiled",
    "swap",
    "food",
    "kill10",
    "muertos",
    "start",
    "plain",
)
SUFFIXES: Final[dict[Kind, str]] = {
    "choose": "c",
    "ask": "a",
    "spoiled": "s",
    "swap": "w",
    "food": "",
    "kill10": "x",
    "muertos": "",
    "start": "*",
    "plain": "",
}
MAX_RANK: Final = 10
FOOD_RANK: Final = 2
MUERTOS_RANK: Final = 4

# What may stop a card, as bits: a festival colour that lies in the trick, Spoiled for Food, and that the first trick
# is yet to be led, for all but the Start card (R8, R9, R16).
COLOR_BITS: Final[dict[Color, int]] = {"K": 0, "P": 1, "B": 2, "G": 4}
FOOD_BIT: Final = 8
START_BIT: Final = 16
EVERY_BIT: Final = 31


class Card:
    """One card face: `rank`, `color`, `kind`, its `code` (R6) and its place in the canonical order (R29).

    `mask` is what stops it from being played and `blocks` what it stops once it lies in a trick, both as bits.
    """

    __slots__ = ("blocks", "code", "color", "index", "kind", "mask", "rank", "scoring")

    blocks: int
    code: str
    color: Color
    index: int
    kind: Kind
    mask: int
    rank: int
    scoring: bool

    def __init__(self, code: str, rank: int, color: Color, kind: Kind, index: int) -> None:
        self.code = code
        self.rank = rank
        self.color = color
        self.kind = kind
        self.index = index
        self.blocks = COLOR_BITS[color]
        self.mask = self.blocks | (FOOD_BIT if kind == "food" else 0) | (START_BIT if kind != "start" else 0)
        self.scoring = kind in ("food", "muertos")

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return parse_card, (self.code,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


by_place = attrgetter("index")  # the key that sorts cards canonically (R29); `<` would make every comparison slow


def _make_cards() -> dict[str, Card]:
    """Every card face there can be in any deck, in canonical order (R29)."""
    cards: dict[str, Card] = {}

    def add(rank: int, color: Color, kind: Kind, declared: bool = False) -> None:
        code = f"K{rank}c={color}" if declared else f"{color}{rank}{SUFFIXES[kind]}"
        cards[code] = Card(code, rank, color, kind, len(cards))

    for rank in range(MAX_RANK + 1):
        for color in COLORS:
            for kind in KINDS:
                if kind == "choose":
                    if color == "K":
                        add(rank, color, kind)
                        for named in COLORS:
                            add(rank, named, kind, declared=True)
                elif kind == "food":
                    if (rank, color) == (FOOD_RANK, "K"):
                        add(rank, color, kind)
                elif kind == "muertos":
                    if rank == MUERTOS_RANK and color != "K":
                        add(rank, color, kind)
                elif kind != "plain" or rank not in (FOOD_RANK, MUERTOS_RANK):
                    add(rank, color, kind)
    return cards


CARDS: Final[dict[str, Card]] = _make_cards()


def parse_card(code: str) -> Card:
    """The card of a code (R6). Raises ValueError if there is none."""
    try:
        return CARDS[code]
    except KeyError:
        raise ValueError(f"no card has the code {code[:16]!r}") from None


def declared(card: Card, color: Color) -> Card:
    """The Choose `card` of a hand as it lies in the trick once `color` is named (R14)."""
    return CARDS[f"{card.code}={color}"]


def in_hand(card: Card) -> Card:
    """The face a played card had in the hand: a declared Choose is black again (R25)."""
    return CARDS[card.code.partition("=")[0]]


FOOD: Final = CARDS["K2"]
MUERTOS: Final[dict[Color, Card]] = {color: CARDS[f"{color}4"] for color in FESTIVAL}
# Day 1 Animals (green), day 2 Children (pink), day 3 Adults (blue) (R8).
DAY_COLORS: Final[dict[int, Color]] = {1: "G", 2: "P", 3: "B"}
