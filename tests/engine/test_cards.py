"""Colours, kinds and notation (R1, R2, R6)."""

import copy
import pickle

import pytest

from engine.cards import CARDS, COLORS, FESTIVAL, KINDS, Card, by_place, declared, in_hand, parse_card
from tests.engine import naive
from tests.engine.position import cards

KINDS_OF = {
    "K0c": ("choose", 0, "K"),
    "K0a": ("ask", 0, "K"),
    "K0s": ("spoiled", 0, "K"),
    "K1w": ("swap", 1, "K"),
    "K2": ("food", 2, "K"),
    "P3x": ("kill10", 3, "P"),
    "G4": ("muertos", 4, "G"),
    "P4": ("muertos", 4, "P"),
    "B4": ("muertos", 4, "B"),
    "B5": ("plain", 5, "B"),
    "K6*": ("start", 6, "K"),
    "P7": ("plain", 7, "P"),
    "G9": ("plain", 9, "G"),
    "K10": ("plain", 10, "K"),
}


def test_r1_four_colours_three_of_them_festival() -> None:
    assert COLORS == ("K", "P", "B", "G")
    assert FESTIVAL == ("P", "B", "G")


@pytest.mark.parametrize("code", KINDS_OF)
def test_r2_r6_a_code_says_kind_rank_and_colour(code: str) -> None:
    card = parse_card(code)
    assert (card.kind, card.rank, card.color) == KINDS_OF[code]
    assert card.scoring == (card.rank in (2, 4))


def test_r6_every_card_prints_and_parses_the_same() -> None:
    assert len(CARDS) > 300
    for code, card in CARDS.items():
        assert card.code == repr(card) == str(card) == code
        assert parse_card(code) is card
        assert (card.rank, card.color, card.kind) == (naive.rank(code), naive.color(code), naive.kind(code))
        assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert {card.kind for card in CARDS.values()} == set(KINDS)
    assert {card.rank for card in CARDS.values()} == set(range(11))


def test_r6_a_played_choose_shows_its_colour() -> None:
    card = parse_card("K0c")
    for color in COLORS:
        played = declared(card, color)
        assert (played.code, played.color, played.rank, played.kind) == (f"K0c={color}", color, 0, "choose")
        assert in_hand(played) is card
    assert in_hand(parse_card("P7")) is parse_card("P7")


@pytest.mark.parametrize(
    "code", ["", "P", "7", "P07", "P-1", "P11", "P2", "K4", "p7", "P7 ", "K0c=X", "X7", "P0c", "K6 *"]
)
def test_r6_what_is_no_card_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        parse_card(code)


def test_r29_canonical_order() -> None:
    """Rank ascending; black, pink, blue, green; within a colour Choose, Ask, Spoiled, then the rest."""
    order = "K0c K0a K0s K1w K2 P3x B3x G3x P4 B4 G4 P5 B5 G5 K6* P7 B7 G7 P8 B8 G8 P9 B9 G9 K10"
    assert [card.code for card in sorted(cards(reversed(order.split())), key=by_place)] == order.split()
    codes = [code for code in CARDS if "=" not in code]
    assert [card.code for card in sorted(cards(codes), key=by_place)] == naive.canonical(sorted(codes))


def test_r6_cards_of_one_code_are_one_value() -> None:
    ten = parse_card("K10")
    assert ten == parse_card("K10")
    assert len({ten, parse_card("K10")}) == 1
    assert ten != parse_card("G9")
    assert isinstance(ten, Card)
