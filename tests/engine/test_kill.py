"""Kill 10 (R18): who is asked, about which tens, in which order, and what comes of it."""

import pytest

from engine.events import Killed, TrickWon
from tests.engine.position import due, legal, position, refused, run, seen


def test_r18_the_player_of_a_3_may_remove_an_opponents_ten() -> None:
    state = position("N", "K10 P8", "P3x B8", "G7 G8", "B5 B9")
    run(state, "N play K10", "E play P3x", "S play G7", "W play B5")
    assert due(state) == "E kill"
    assert legal(state) == ["E kill N", "E kill none"]
    for target in "ESW":
        assert refused(state, f"E kill {target}", "no_ten").rule == "R18"
    refused(state, "N kill none", "not_owing")
    assert run(state, "E kill N") == [Killed(1, 0), TrickWon(2, ())]
    assert due(state) == "S play"


def test_r18_it_may_also_be_left_in_place() -> None:
    state = position("N", "K10 P8", "P3x B8", "G7 G8", "B5 B9")
    run(state, "N play K10", "E play P3x", "S play G7", "W play B5")
    assert run(state, "E kill none") == [Killed(1, None), TrickWon(0, ())]


@pytest.mark.parametrize("first", [True, False])
def test_r18_the_ten_may_lie_before_or_after_the_3(first: bool) -> None:
    ten, three = "K10 P8", "P3x B8"
    state = position("N", *((ten, three) if first else (three, ten)), "G7 G8", "B5 B9")
    plays = ("N play K10", "E play P3x") if first else ("N play P3x", "E play K10")
    run(state, *plays, "S play G7", "W play B5")
    assert legal(state) == (["E kill N", "E kill none"] if first else ["N kill E", "N kill none"])


def test_r18_a_removed_ten_joins_the_tableau_and_shows_in_the_trick_meanwhile() -> None:
    state = position("N", "K10 P8", "P3x B8", "K10 G8", "B3x B9")
    run(state, "N play K10", "E play P3x", "S play K10", "W play B3x", "E kill N")
    assert due(state) == "W kill"
    shown = seen(state, "S")
    assert [(c.card.code, c.removed) for c in shown.trick] == [
        ("K10", True), ("P3x", False), ("K10", False), ("B3x", False),
    ]  # fmt: skip
    assert shown.winning == 2
    run(state, "W kill S")
    assert [card.code for card in seen(state, "S").tableau] == ["P3x", "B3x", "K10", "K10"]
    last = seen(state, "S").last
    assert last is not None
    assert [c.removed for c in last.cards] == [True, False, True, False]
    assert last.winner == 1, "of two threes the one played first"


def test_r18_a_partners_ten_is_never_removed() -> None:
    state = position("N", "K10 P8", "B7 B8", "P3x G8", "G5 B9")
    events = run(state, "N play K10", "E play B7", "S play P3x", "W play G5")
    assert [type(event).__name__ for event in events] == ["Played"] * 4 + ["TrickWon"], "no prompt"
    assert due(state) == "N play"


def test_r18_of_both_only_the_opponents() -> None:
    state = position("N", "K10 P8", "P3x B8", "B7 G8", "K10 B9")
    run(state, "N play K10", "E play P3x", "S play B7", "W play K10")
    assert legal(state) == ["E kill N", "E kill none"]
    refused(state, "E kill W", "no_ten")
    assert run(state, "E kill N")[-1] == TrickWon(3, ())


def test_r18_where_two_tens_qualify_the_player_chooses() -> None:
    for target, winner in (("N", 2), ("S", 0), ("none", 0)):
        state = position("N", "K10 P8", "P3x B8", "K10 G8", "B5 B9")
        run(state, "N play K10", "E play P3x", "S play K10", "W play B5")
        assert legal(state) == ["E kill N", "E kill S", "E kill none"]
        assert run(state, f"E kill {target}")[-1] == TrickWon(winner, ())


def test_r18_several_3s_are_settled_in_the_order_played() -> None:
    state = position("S", "K10 P8", "P3x B8", "G7 G8", "B3x B9")
    run(state, "S play G7", "W play B3x", "N play K10", "E play P3x")
    assert legal(state) == ["W kill N", "W kill none"], "West played first"
    refused(state, "E kill N", "not_owing")
    run(state, "W kill none")
    assert legal(state) == ["E kill N", "E kill none"]
    assert run(state, "E kill N")[-1] == TrickWon(2, ())


def test_r18_no_prompt_for_a_3_whose_ten_is_gone() -> None:
    state = position("S", "K10 P8", "P3x B8", "G7 G8", "B3x B9")
    run(state, "S play G7", "W play B3x", "N play K10", "E play P3x")
    assert run(state, "W kill N") == [Killed(3, 0), TrickWon(2, ())]


def test_r18_3s_of_both_sides_each_find_their_own_tens() -> None:
    """North removes East's ten, East North's partner's: both are asked, and a 7 is not needed to win."""
    state = position("N", "P3x P8", "B3x B8", "K10 G8", "K10 B9")
    run(state, "N play P3x", "E play B3x", "S play K10", "W play K10")
    assert legal(state) == ["N kill W", "N kill none"]
    run(state, "N kill W")
    assert legal(state) == ["E kill S", "E kill none"]
    assert run(state, "E kill S")[-1] == TrickWon(0, ())


def test_r18_no_prompt_without_a_ten_or_for_a_discarded_3_or_ten() -> None:
    state = position("N", "G7 P8", "P3x B8", "B7 G8", "K6* B9")
    run(state, "N play G7", "E play P3x", "S play B7", "W play K6*")
    assert due(state) == "N play"
    state = position("N", "P7 P8", "P3x P9", "B7 G8", "K10 B9")
    run(state, "N play P7", "E discard P3x", "S play B7", "W play K10")
    assert due(state) == "W play"
    state = position("N", "P10 P8", "P9 P10", "P3x P5", "B3x B9")
    run(state, "N play P10", "E discard P10", "S discard P3x", "W play B3x")
    assert legal(state) == ["W kill N", "W kill none"]


def test_r18_a_kill_10_is_no_ten_even_where_a_deck_gives_it_that_rank() -> None:
    """Else two of them could remove each other and leave a trick of nothing (R5)."""
    state = position("N", "P10x G5", "B10x G7", "P7 P8", "B7 B8")
    events = run(state, "N play P10x", "E play B10x", "S discard P7", "W discard B7")
    assert events[-1] == TrickWon(0, ())


def test_r18_the_3_comes_before_the_capture_and_the_gifts() -> None:
    state = position("N", "K10 P8", "P3x B8", "K2 G8", "B5 B9")
    run(state, "N play K10", "E play P3x", "S play K2", "W play B5")
    assert seen(state, "W").captured == ((), ())
    events = run(state, "E kill N")
    assert [type(event).__name__ for event in events] == ["Killed", "TrickWon", "GiftTaken"]
    assert seen(state, "W").captured[1][0].code == "K2"
