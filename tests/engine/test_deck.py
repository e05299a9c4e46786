"""The house deck and deck files (R3, R4, R5)."""

import json
from typing import Any

import pytest

from engine import deck
from engine.cards import by_place
from engine.deck import HOUSE
from engine.errors import DeckError
from engine.faces import faces
from engine.rules import new_game
from engine.views import view
from tests.engine import naive
from tests.engine.play import ODD_DECKS
from tests.engine.position import position

HOUSE_TEXT = deck.dumps(HOUSE)


def house(**changes: Any) -> dict[str, Any]:
    """The house deck as plain data with other copies of some cards, written without their `*`."""
    plain: dict[str, Any] = json.loads(json.dumps(deck.to_plain(HOUSE)))
    plain["cards"] |= changes
    return plain


def refused(data: dict[str, Any], code: str) -> DeckError:
    with pytest.raises(DeckError) as caught:
        deck.parse(data)
    assert caught.value.code == code
    return caught.value


def test_r4_the_house_deck() -> None:
    copies = {card.code: number for card, number in HOUSE.copies}
    ones = {f"{color}{rank}": 1 for color in "PBG" for rank in ("3x", "5", "7", "8", "9")}
    assert copies == ones | {"K0c": 2, "K0a": 1, "K0s": 1, "K1w": 2, "K6*": 1, "K10": 3}
    assert sum(copies.values()) == 25
    assert [card for card, _ in HOUSE.copies] == sorted((card for card, _ in HOUSE.copies), key=by_place)


@pytest.mark.parametrize(("day", "muertos"), [(1, "G4"), (2, "P4"), (3, "B4")])
def test_r3_a_day_has_25_base_cards_3_food_and_4_muertos(day: int, muertos: str) -> None:
    codes = [card.code for card in view(position("N", *[""] * 4, day=day), None).deck]
    assert len(codes) == 32
    assert codes.count("K2") == 3
    assert codes.count(muertos) == 4
    assert codes == naive.day_cards(day)


@pytest.mark.parametrize("some", [HOUSE, *ODD_DECKS], ids=lambda d: d.name)
def test_r5_a_deck_prints_and_parses_the_same(some: deck.Deck) -> None:
    assert deck.loads(deck.dumps(some)) == some
    assert deck.parse(deck.to_plain(some)) == some


@pytest.mark.parametrize("name", ['a "quoted" one', "back\\slash", "two\nlines\ttab", "ñ 🂡", "\x7f\x1b[0m", ""])
def test_r5_any_name_prints_and_parses_the_same(name: str) -> None:
    some = deck.parse({**house(), "name": name})
    assert deck.loads(deck.dumps(some)) == some


def test_r5_rank_and_colour_may_change() -> None:
    changed = deck.parse(house(K0c=0, K1c=2, K10=0, P10=3))
    assert {card.code: copies for card, copies in changed.copies}.items() >= {"K1c": 2, "P10": 3}.items()
    assert "K0c" not in {card.code for card, _ in changed.copies}


@pytest.mark.parametrize(
    ("changes", "code", "facts"),
    [
        ({"K10": 4}, "total", {"found": 26, "wanted": 25}),
        ({"K10": 0}, "total", {"found": 22, "wanted": 25}),
        ({"K6*": 0, "K10": 4}, "start_cards", {"found": 0}),
        ({"K6*": 2, "K10": 2}, "start_cards", {"found": 2}),
        ({"P6*": 1, "K10": 2}, "start_cards", {"found": 2}),
        ({"R7": 1}, "unknown_color", {"card": "R7", "color": "R"}),
        ({"P7q": 1}, "unknown_kind", {"card": "P7q", "kind": "q"}),
        ({"P11": 1}, "rank_outside", {"card": "P11"}),
        ({"P-1": 1}, "rank_outside", {"card": "P-1"}),
        ({"K2": 1}, "scoring_card", {"card": "K2", "rank": 2}),
        ({"P4": 1}, "scoring_card", {"card": "P4", "rank": 4}),
        ({"K4x": 1}, "scoring_card", {"card": "K4x", "rank": 4}),
        ({"P0c": 1}, "choose_not_black", {"card": "P0c"}),
        ({"K0c=P": 1}, "no_code", {"card": "K0c=P"}),
        ({"P07": 1}, "no_code", {"card": "P07"}),
        ({"seven": 1}, "no_code", {"card": "seven"}),
        ({"P7": -1}, "bad_copies", {"card": "P7"}),
        ({"P7": 26}, "bad_copies", {"card": "P7"}),
        ({"P7": True}, "bad_copies", {"card": "P7"}),
        ({"P7": 1.0}, "bad_copies", {"card": "P7"}),
        ({"P7": "1"}, "bad_copies", {"card": "P7"}),
        ({"P7": None}, "bad_copies", {"card": "P7"}),
    ],
)
def test_r5_a_faulty_deck_is_refused_with_its_fault(changes: dict[str, Any], code: str, facts: dict[str, Any]) -> None:
    assert refused(house(**changes), code).facts.items() >= facts.items()


def test_r5_faults_of_the_file_itself() -> None:
    assert refused({**house(), "colour": 1}, "unknown_key").facts == {"key": "colour"}
    for name in (3, "x" * 41, None):
        refused({**house(), "name": name}, "bad_name")
    nothing: list[dict[str, Any]] = [{}, {"cards": []}, {"cards": 5}, {"name": "x"}]
    for data in nothing:
        refused(data, "no_cards")


@pytest.mark.parametrize(
    "text",
    [
        "[cards",
        "cards = {",
        HOUSE_TEXT + HOUSE_TEXT,
        HOUSE_TEXT + '"K10" = 3\n',
        "\x00",
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
    ],
)
def test_r5_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(DeckError) as caught:
        deck.loads(text)
    assert caught.value.code == "no_toml"
    assert caught.value.facts["fault"]


def test_r5_a_file_with_a_deck_for_every_game_fills_no_memory() -> None:
    for number in range(30):
        codes = ["K6*", *(f"{color}{rank}" for color in "PBG" for rank in (5, 7, 8, 9))]
        plain = {
            "cards": dict.fromkeys(codes, 1)
            | {"K10": number % 12, "K8": 12 - number % 12 - number // 12, "K7": number // 12}
        }
        new_game(bytes(32), 4, deck=deck.parse(plain))
    assert faces.cache_info().currsize <= 24
