"""The rules of thumb of the medium level, one position each."""

import pytest

from engine.events import Asked
from engine.questions import matching
from tests.engine.bots.table import chosen
from tests.engine.position import CHIPS, OPTIONAL, cards, position, run

# What is led and played to the trick, the hand of North who plays last, and what North should do.
LAST = {
    "takes scoring cards with the lowest card that wins": ("E K2", "S P5", "W B7", "G8 G9 K10 B3x", "play G8"),
    "gives a scoring card to the partner's sure winner": ("E P7", "S K10", "W B5", "K2 G8 P9 B9", "play K2"),
    "withholds scoring cards from a lost trick": ("E K10", "S P7", "W G5", "K2 B5 B9 B8", "play B5"),
    "saves the winners where nothing is at stake": ("E P9", "S G5", "W B8", "G7 K10 G8 K6*", "play K6*"),
    "leaves the trick to a partner who wins it": ("E P5", "S B9", "W K2", "K10 K6* K10 K10", "play K6*"),
    "saves a 3 where there is no ten": ("E K6*", "S K0a", "W B8", "P3x P5 B9 B7", "play P5"),
    "uses a 3 on a ten that would win scoring cards": ("E K10", "S P9", "W K2", "G3x G8 P8 B7", "play G3x"),
    "does not use a 3 where it would not change the winner": ("E K10", "S P5", "W B9", "G3x K0a P8 B7", "play K0a"),
    "does not spoil the partner's trick": ("E P5", "S K10", "W G7", "K0s K6* P9 G9", "play K6*"),
    "discards the weakest": ("E P5", "S B7", "W G8", "P9 B9 P7 G9", "discard P7"),
    "discards a scoring card last": ("E P5", "S B7", "W G8", "G4 B9 G5 G9", "discard G5"),
}


@pytest.mark.parametrize(("east", "south", "west", "north", "expected"), LAST.values(), ids=LAST)
def test_last_to_play(east: str, south: str, west: str, north: str, expected: str) -> None:
    rest = {"E": "B7 K2 P8", "S": "P9 G4 G9", "W": "G4 K10 B3x"}
    hands = {text[0]: f"{text[2:]} {rest[text[0]]}" for text in (east, south, west)}
    state = position("E", north, hands["E"], hands["S"], hands["W"])
    for text in (east, south, west):
        run(state, f"{text[0]} play {text[2:]}")
        if text.endswith("K0a"):
            run(state, f"{text[0]} ask N highest")
    assert chosen(state, "N") == f"N {expected}"


@pytest.mark.parametrize(("won", "expected"), [("K2 K2 K2", "N play G4"), ("G4 G4 G4", "N play K2")])
def test_feeds_what_its_side_is_short_of(won: str, expected: str) -> None:
    state = position("E", "K2 G4 P8", "P7 B8 K2", "K10 P9 G9", "B5 B9 G5")
    state.captured = (cards(won), [])
    run(state, "E play P7", "S play K10", "W play B5")
    assert chosen(state, "N") == expected


def test_does_not_lead_a_scoring_card_to_the_winners_of_the_other_side() -> None:
    assert chosen(position("N", "K2 P5", "K10 P9", "G5 B5", "K10 B9"), "N") == "N play P5"


def test_a_declarer_leads_to_the_winner_in_the_open_hand() -> None:
    state = position("N", "K2 P5", "P8 G7", "K10 B5", "P7 G8", players=3)
    assert chosen(state, "N") == "N play K2"
    run(state, "N play K2", "E play P8")
    assert chosen(state, "S") == "S play K10"


def test_the_others_know_the_open_hand_too() -> None:
    # West leads; the table (South) cannot beat 9, North's two cards are all that is unseen besides East's.
    state = position("W", "P5 B5", "K2 G7", "B7 G8", "P9 G4", players=3)
    run(state, "W play P9", "N play B5")
    assert chosen(state, "E") == "E play K2"


def test_choose_takes_the_color_that_could_beat_the_partner() -> None:
    state = position("S", "K0c P7 G5", "B9 B5 G7", "P8 G8 G9", "K2 P5 G3x")
    run(state, "S play P8", "W play K2", "N play K0c")
    assert chosen(state, "N") == "N color B"


def test_choose_leaves_the_colors_that_help_the_partner() -> None:
    # The partner plays last and can win with blue alone; black stops nobody.
    state = position("W", "K0c P7 G5", "K2 P5 G7", "B9 B8 B5", "P8 G8 G9")
    run(state, "W play P8", "N play K0c")
    assert chosen(state, "N") == "N color K"


def test_spoils_a_trick_that_the_other_side_would_feed() -> None:
    state = position("W", "K0s P5 G7", "K2 K2 K2", "B5 B7 B8", "K10 G8 G9")
    run(state, "W play K10")
    assert chosen(state, "N") == "N play K0s"


def test_kills_the_ten_that_would_win() -> None:
    state = position("E", "G3x G8", "K10 G5", "P9 B7", "K2 B8")
    run(state, "E play K10", "S play P9", "W play K2", "N play G3x")
    assert chosen(state, "N") == "N kill E"


def test_spares_a_ten_where_winning_only_costs_a_gift() -> None:
    state = position("E", "G3x G8", "K10 G5", "P9 B7", "K0s B8")
    run(state, "E play K10", "S play P9", "W play K0s", "N play G3x")
    assert chosen(state, "N") == "N kill none"


def test_gives_the_card_that_is_of_least_use() -> None:
    state = position("E", "P5 K10 K2 B8", "K10 G9 B9 G8", "K2 P7 B7 G7", "P8 P9 G5 B3x")
    run(state, "E play K10", "S play K2", "W play P8", "N play B8")
    assert chosen(state, "N") == "N give P5"


def test_takes_the_best_card_of_the_open_hand() -> None:
    state = position("S", "K2 P5 P7", "B7 B8 P8", "K10 K10 G5", "B9 G4 K2", players=3)
    run(state, "S play K10", "W play B9", "N play K2", "E play P8")
    assert chosen(state, "E") == "E take K10"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("K1w K10 K2 P5", "N swap K2"),  # the partner feeds our ten
        ("K1w P7 K2 P5", "N swap P5"),  # we feed the partner's winners
    ],
)
def test_swap_parts_winners_from_scoring_cards(hand: str, expected: str) -> None:
    state = position("N", hand, "P8 P9 G5 B3x", "G7 G8 B7 B8", "B9 G9 B5 G4")
    run(state, "N play K1w")
    assert chosen(state, "N") == expected


@pytest.mark.parametrize(("led", "expected"), [("K2", "N swap K10"), ("P9", "N swap P5")])
def test_swap_passes_the_partner_a_card_to_take_scoring_cards(led: str, expected: str) -> None:
    state = position("W", "P5 K1w K10", "P8 B8 G9", "G5 G7 B7", "P9 K2 B5")
    run(state, f"W play {led}", "N play K1w")
    assert chosen(state, "N") == expected


@pytest.mark.parametrize(("hand", "expected"), [("K1w K10 K2", "yes"), ("K1w K10 K10", "no")])
def test_accepts_a_swap_it_can_use(hand: str, expected: str) -> None:
    state = position("N", hand, "P8 P9 K2", "G7 G4 B7", "B9 G9 G4", options=OPTIONAL)
    run(state, "N play K1w")
    assert chosen(state, "N") == f"N offer {expected}"


def test_asks_an_opponent_what_it_cannot_foresee() -> None:
    # Of all that is worth asking, only the Food is not in North's hand or certain.
    state = position("N", "K0a P5", "K2 B5", "P7 K6*", "G7 G5")
    run(state, "N play K0a")
    assert chosen(state, "N") in ("N ask E count kinds=food", "N ask W count kinds=food")


def test_spends_a_chip_where_a_dear_trick_hangs_on_one_hand() -> None:
    state = position("S", "P5 B5 B7", "K10 G5 G7", "G9 B8 P7", "K2 P8 B9", options=CHIPS)
    run(state, "S play G9", "W play K2")
    text = chosen(state, "N")
    assert text.startswith("N chip E count")
    (asked,) = run(state, text)
    assert isinstance(asked, Asked)
    # It asks for exactly the cards that would take the trick, and does not ask again.
    assert [card.code for card in matching(asked.question, cards("K10 G5 B9 P9 K6* G7"))] == ["K10"]
    assert chosen(state, "N").startswith("N play")


def test_spends_no_chip_on_a_trick_without_scoring_cards() -> None:
    state = position("S", "P5 B5 B7", "K10 K2 G7", "G9 B8 P7", "G5 P8 B9", options=CHIPS)
    run(state, "S play G9", "W play P8")
    assert chosen(state, "N").startswith("N play")
