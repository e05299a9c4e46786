"""The house deck, and deck files (R3, R4, R5).

A deck file is TOML: a name, and the copies of every base card under its code (R6), which says colour, rank and kind.
The 3 Food and the day's 4 Muertos are added by the game.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.cards import (
    CARDS,
    COLORS,
    DAY_COLORS,
    FOOD,
    FOOD_RANK,
    MAX_RANK,
    MUERTOS,
    MUERTOS_RANK,
    SUFFIXES,
    Card,
    by_place,
)
from engine.errors import DeckError

BASE_CARDS: Final = 25
FOOD_COPIES: Final = 3
MUERTOS_COPIES: Final = 4
MAX_NAME: Final = 40

_CODE: Final = re.compile(r"(?P<color>[A-Z])(?P<rank>-?\d{1,9})(?P<suffix>.?)", re.ASCII)


class Deck(Struct, frozen=True):
    """The copies of every base card, and the 32 cards of each day (R3), both in canonical order (R29)."""

    name: str
    copies: tuple[tuple[Card, int], ...]
    days: tuple[tuple[Card, ...], ...]


def _deck(name: str, copies: tuple[tuple[Card, int], ...]) -> Deck:
    base = [card for card, number in copies for _ in range(number)] + [FOOD] * FOOD_COPIES
    days = (tuple(sorted(base + [MUERTOS[color]] * MUERTOS_COPIES, key=by_place)) for color in DAY_COLORS.values())
    return Deck(name, copies, tuple(days))


def parse(data: Mapping[str, object]) -> Deck:
    """The deck that a deck file's content spells. Raises DeckError naming the fault (R5)."""
    if unknown := sorted(set(data) - {"name", "cards"}):
        raise DeckError("unknown_key", key=unknown[0])
    name, cards = data.get("name", ""), data.get("cards")
    if not isinstance(name, str) or len(name) > MAX_NAME:
        raise DeckError("bad_name", most=MAX_NAME)
    if not isinstance(cards, Mapping):
        raise DeckError("no_cards")
    copies = {_base_card(str(code)): _copies(str(code), number) for code, number in cards.items()}
    copies = {card: number for card, number in copies.items() if number}
    starts = sum(number for card, number in copies.items() if card.kind == "start")
    if starts != 1:
        raise DeckError("start_cards", found=starts)
    if (total := sum(copies.values())) != BASE_CARDS:
        raise DeckError("total", found=total, wanted=BASE_CARDS)
    return _deck(name, tuple(sorted(copies.items(), key=lambda item: by_place(item[0]))))


def _base_card(code: str) -> Card:
    match = _CODE.fullmatch(code)
    if match is None:
        raise DeckError("no_code", card=code)
    if match["color"] not in COLORS:
        raise DeckError("unknown_color", card=code, color=match["color"])
    if match["suffix"] and match["suffix"] not in SUFFIXES.values():
        raise DeckError("unknown_kind", card=code, kind=match["suffix"])
    rank = int(match["rank"])
    if not 0 <= rank <= MAX_RANK:
        raise DeckError("rank_outside", card=code, most=MAX_RANK)
    if rank in (FOOD_RANK, MUERTOS_RANK):
        raise DeckError("scoring_card", card=code, rank=rank)
    if match["suffix"] == SUFFIXES["choose"] and match["color"] != "K":
        raise DeckError("choose_not_black", card=code)
    if code not in CARDS:
        raise DeckError("no_code", card=code)
    return CARDS[code]


def _copies(code: str, number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= BASE_CARDS:
        raise DeckError("bad_copies", card=code, most=BASE_CARDS)
    return number


def loads(text: str) -> Deck:
    """The deck of a deck file's text. Raises DeckError naming the fault (R5)."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # a ValueError of its own for a number of thousands of digits
        raise DeckError("no_toml", fault=str(fault)) from None
    return parse(data)


def to_plain(deck: Deck) -> dict[str, object]:
    """The deck file's content, as a record carries it (R31); `parse` gives the deck back."""
    return {"name": deck.name, "cards": {card.code: copies for card, copies in deck.copies}}


def dumps(deck: Deck) -> str:
    """The deck as the text of a deck file."""
    name = json.dumps(deck.name, ensure_ascii=False).replace("\x7f", "\\u007f")  # a TOML string, but for DEL
    lines = [f"name = {name}", "", "[cards]"]
    lines += [f'"{card.code}" = {copies}' for card, copies in deck.copies]
    return "\n".join(lines) + "\n"


HOUSE: Final = parse(
    {
        "name": "house",
        "cards": {
            **{f"{color}{rank}": 1 for color in "PBG" for rank in ("3x", "5", "7", "8", "9")},
            "K0c": 2,
            "K0a": 1,
            "K0s": 1,
            "K1w": 2,
            "K6*": 1,
            "K10": 3,
        },
    }
)
