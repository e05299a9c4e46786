"""Ask chips (R27): a question before one's own card, twice in a game."""

import pytest

from engine.events import Asked
from engine.options import Options
from engine.rules import new_game
from tests.engine.play import seed
from tests.engine.position import CHIPS, due, legal, position, refused, run, seen


def test_r27_each_player_has_two_chips_where_the_table_plays_with_them() -> None:
    for players in (3, 4):
        assert seen(new_game(seed(1), players, CHIPS), "N").chips == (2,) * players
        assert seen(new_game(seed(1), players), "N").chips == ()


def test_r27_without_the_option_there_is_no_chip() -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10")
    assert refused(state, "N chip E sum", "no_chip").rule == "R27"


def test_r27_a_chip_is_spent_before_a_card_and_both_in_one_turn() -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10", options=CHIPS)
    assert legal(state) == ["N play P7", "N play P8", "N chip E ?", "N chip S ?", "N chip W ?"]
    (asked,) = run(state, "N chip E count colors=B")
    assert isinstance(asked, Asked)
    assert (asked.answer, asked.chip) == (2, True)
    assert (due(state), seen(state, "N").chips) == ("N play", (1, 2, 2, 2))
    run(state, "N chip W highest")
    assert seen(state, "W").chips == (0, 2, 2, 2)
    assert legal(state) == ["N play P7", "N play P8"]
    refused(state, "N chip E sum", "no_chip")
    run(state, "N play P8")
    assert legal(state, "N") == []


def test_r27_only_on_ones_own_turn() -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10", options=CHIPS)
    refused(state, "E chip N sum", "not_owing")
    refused(state, "N chip N sum", "no_target")
    refused(state, "N chip E sum at_least=1 exactly=2", "bad_question")
    run(state, "N play P7")
    refused(state, "N chip E sum", "not_owing")
    run(state, "E chip N count")


def test_r27_before_a_discard_too() -> None:
    state = position("N", "P7 K10", "P8 P9", "B7 B8", "G7 G8", options=CHIPS)
    run(state, "N play P7")
    assert legal(state) == ["E discard P8", "E discard P9", "E chip N ?", "E chip S ?", "E chip W ?"]
    run(state, "E chip N count ranks=10 at_least=1", "E discard P8")
    assert due(state) == "S play"


def test_r27_before_the_start_card_is_led() -> None:
    state = new_game(seed(2), 4, CHIPS)
    leader = due(state)[0]
    others = [seat for seat in "NESW" if seat != leader]
    assert legal(state) == [f"{leader} play K6*", *(f"{leader} chip {seat} ?" for seat in others)]
    run(state, f"{leader} chip {others[0]} sum")
    assert legal(state)[0] == f"{leader} play K6*"


def test_r27_a_chip_needs_someone_who_holds_a_card() -> None:
    state = position("N", "P7", "B7", "G7", "K10", options=CHIPS)
    run(state, "N play P7", "E play B7")
    assert legal(state) == ["S play G7", "S chip W ?"]
    run(state, "S play G7")
    assert legal(state) == ["W play K10"]
    refused(state, "W chip N sum", "no_target")


def test_r27_an_ask_costs_no_chip_and_a_chip_is_no_ask() -> None:
    state = position("N", "K0a P8", "B7 B8", "G7 G8", "K10 K10", options=CHIPS)
    run(state, "N play K0a")
    refused(state, "N chip E sum", "wrong_kind")
    run(state, "N ask E sum")
    assert seen(state, "N").chips == (2, 2, 2, 2)
    refused(state, "E ask N sum", "wrong_kind")


@pytest.mark.parametrize("day", [1, 2, 3])
def test_r27_chips_belong_to_players_the_table_has_none(day: int) -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10", day=day, players=3, options=Options(ask_chips=True))
    declarer = day - 1
    assert legal(state)[2:] == ["N chip E ?", "N chip W ?"]
    run(state, "N chip W sum", "N play P7", "E chip N count", "E play B7")
    chips = [2, 2, 2]
    chips[declarer] -= 1
    chips[(declarer + 1) % 3] -= 1
    assert seen(state, "N").chips == tuple(chips)
    assert due(state) == "S play"
    assert legal(state) == ["S play G7", "S play G8"], "no chip before a card of the table"
    refused(state, "S chip E sum", "no_chip")


def test_r27_chips_last_the_whole_game() -> None:
    state = position("N", "P7", "B7", "G7", "K10", options=CHIPS)
    run(state, "N chip E sum", "N play P7", "E play B7", "S play G7", "W play K10")
    assert state.day == 2
    assert seen(state, "N").chips == (1, 2, 2, 2)
