"""Seats, leads, plays, discards, who wins a trick, and where its cards go (R7–R12)."""

from random import Random

import pytest

from engine.actions import Discard, Play
from engine.cards import parse_card
from engine.events import HandBegan, HandEnded, TrickWon
from engine.options import PLAIN
from engine.rules import apply, legal_actions, new_game
from engine.seating import owners, partner, right_of, side, team_of
from engine.views import view, why_not
from tests.engine.play import play, seed
from tests.engine.position import cards, due, hand, legal, position, refused, run, seen


def test_r7_seats_go_clockwise_and_partners_sit_opposite() -> None:
    north, east, south, west = range(4)
    assert [partner(seat) for seat in range(4)] == [south, west, north, east]
    assert [right_of(seat) for seat in range(4)] == [west, north, east, south]
    assert [side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert all(side(right_of(seat)) != side(seat) for seat in range(4))
    for day in (1, 2, 3):
        assert owners(4, day) == (0, 1, 2, 3)
        assert [team_of(4, day, seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]


def test_r7_play_goes_clockwise_from_the_leader() -> None:
    state = position("S", "P7 P8", "B7 B8", "G7 G8", "K10 K10")
    turns = []
    for text in ("S play G7", "W play K10", "N play P7", "E play B7"):
        turns.append(due(state))
        run(state, text)
    assert turns == ["S play", "W play", "N play", "E play"]


@pytest.mark.parametrize("number", range(12))
def test_r8_the_holder_of_the_start_card_leads_it_and_nothing_else(number: int) -> None:
    state = new_game(seed(number), 4, PLAIN)
    holder = next(seat for seat in range(4) if parse_card("K6*") in state.hand(seat))
    assert state.owing == (holder,)
    assert legal_actions(state, holder) == [Play(holder, parse_card("K6*"))]
    for card in dict.fromkeys(state.hand(holder)):
        if card.kind != "start":
            assert refused(state, Play(holder, card), "start_first").rule == "R8"
            assert refused(state, Discard(holder, card), "must_play").rule == "R10"
    apply(state, Play(holder, parse_card("K6*")))
    assert state.owing == ((holder + 1) % 4,)


def test_r8_the_start_card_is_a_plain_black_six_later() -> None:
    state = position("N", "K6* P7", "P8 B8", "G7 G8", "K10 K10")
    assert legal(state) == ["N play K6*", "N play P7"]
    run(state, "N play P7", "E play B8", "S play G7", "W play K10")
    assert due(state) == "W play"


def test_r8_the_winner_leads_the_next_trick_to_any_card() -> None:
    state = position("N", "P7 P8 P9", "B7 B8 K10", "G7 G8 G9", "K10 P5 B5")
    run(state, "N play P7", "E play B8", "S play G9", "W play K10")
    assert due(state) == "W play"
    assert legal(state) == ["W play P5", "W play B5"]


def test_r8_a_game_is_three_hands_of_eight_tricks() -> None:
    state, _ = play(Random(8), 4, PLAIN)
    began = [event for event in state.log if isinstance(event, HandBegan)]
    assert [event.day for event in began] == [1, 2, 3]
    assert sum(isinstance(event, TrickWon) for event in state.log) == 24
    assert sum(isinstance(event, HandEnded) for event in state.log) == 3
    for event, code in zip(began, ("G4", "P4", "B4"), strict=True):
        dealt = [card.code for some in event.dealt for card in some or ()]
        assert len(dealt) == 32
        assert dealt.count(code) == 4
    refused(state, "N play K10", "game_over")


def test_r9_black_may_always_be_played_a_colour_once() -> None:
    state = position("N", "P7 K2", "P8 B8 K10", "P9 B9 K2", "P5 B5 G5")
    run(state, "N play P7")
    assert legal(state) == ["E play B8", "E play K10"]
    error = refused(state, "E play P8", "color_taken")
    assert (error.rule, error.facts) == ("R9", {"card": "P8", "color": "P"})
    run(state, "E play B8")
    assert legal(state) == ["S play K2"]
    run(state, "S play K2")
    assert legal(state) == ["W play G5"]


def test_r9_the_colours_of_a_trick_are_free_again_in_the_next() -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 P5")
    run(state, "N play P7", "E play B7", "S play G7", "W play K10")
    assert legal(state) == ["W play P5"]
    run(state, "W play P5")
    refused(state, "N play P8", "color_taken")


def test_r9_only_a_held_card_by_the_seat_whose_turn_it_is() -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10")
    refused(state, "N play B7", "not_held")
    refused(state, "N discard B7", "not_held")
    refused(state, "E play B7", "not_owing")
    for text in ("N color P", "N ask E sum", "N offer yes", "N swap P7", "N kill none", "N take P7", "N give P7"):
        refused(state, text, "wrong_kind")
        refused(state, "E" + text[1:], "not_owing")


def test_r10_who_has_no_playable_card_discards_any() -> None:
    state = position("N", "P7 K10", "P8 P9", "B7 B8", "G7 G8")
    run(state, "N play P7")
    assert legal(state) == ["E discard P8", "E discard P9"]
    refused(state, "E play P8", "color_taken")
    run(state, "E discard P9")
    assert legal(state) == ["S play B7", "S play B8"]


def test_r10_who_has_a_playable_card_may_not_discard() -> None:
    state = position("N", "P7 K10", "P8 B9", "B7 B8", "G7 G8")
    run(state, "N play P7")
    for code in ("P8", "B9"):
        assert refused(state, f"E discard {code}", "must_play").rule == "R10"
    lead = position("N", "P7 K10", "P8 B9", "B7 B8", "G7 G8")
    refused(lead, "N discard P7", "must_play")


def test_r10_a_discard_blocks_no_colour_wins_nothing_and_has_no_effect() -> None:
    state = position("N", "P7 K10", "P9 P8", "P3x P5", "B5 G5")
    run(state, "N play P7", "E discard P9", "S discard P3x")
    assert seen(state, "N").free == ("B", "G")
    assert legal(state) == ["W play B5", "W play G5"]
    run(state, "W play B5")
    assert due(state) == "N play"
    assert state.log[-1] == TrickWon(0, ())


def test_r10_discards_are_shown_to_all_and_join_the_tableau_at_once() -> None:
    state = position("N", "P7 K10", "P8 P9", "B7 B8", "G7 G8")
    run(state, "N play P7", "E discard P9")
    for player in (0, 1, 2, 3, None):
        shown = view(state, player)
        assert [(card.seat, card.card.code, card.discarded) for card in shown.trick] == [
            (0, "P7", False),
            (1, "P9", True),
        ]
        assert shown.tableau == (parse_card("P9"),)
        assert shown.winning == 0


def test_r10_a_discarded_scoring_card_is_lost_for_the_game() -> None:
    state = position("N", "G7 K10", "G4 G8", "B7 B8", "P7 P8")
    run(state, "N play G7", "E discard G4", "S play B7", "W play P7")
    shown = seen(state, "W")
    assert [card.code for card in shown.lost] == ["G4"]
    assert "G4" not in [card.code for card in shown.tableau]
    assert shown.captured == ((), ())
    assert due(state) == "N play", "no gifts for a scoring card that was discarded"
    run(state, "N play K10", "E play G8", "S play B8", "W play P8")
    assert [card.code for card in seen(state, "W").lost] == ["G4"], "in the next hand too"
    assert sum(score.muertos for score in seen(state, "W").totals) == 0


def test_r10_food_is_discarded_when_spoiled_lies_and_nothing_else_can_be_played() -> None:
    state = position("N", "K0s K10", "P7 P8", "K2 P9", "B7 B8")
    run(state, "N play K0s", "E play P7")
    assert legal(state) == ["S discard K2", "S discard P9"]
    run(state, "S discard K2")
    assert [card.code for card in seen(state, "N").lost] == ["K2"]


@pytest.mark.parametrize(
    ("n", "e", "s", "w", "winner"),
    [
        ("P7", "B8", "G9", "K10", "W"),
        ("K10", "P9", "B9", "G9", "N"),
        ("P7", "B7", "G7", "K6*", "N"),
        ("P5", "B7", "G7", "K6*", "E"),
        ("K2", "K10", "K10", "K10", "E"),
        ("K0s", "K1w", "K1w", "K0s", "E"),
        ("P8", "B8", "G9", "K2", "S"),
    ],
)
def test_r11_the_highest_rank_wins_the_first_of_equals(n: str, e: str, s: str, w: str, winner: str) -> None:
    state = position("N", n, e, s, w)
    events = run(state, *(f"{seat} play {code}" for seat, code in zip("NESW", (n, e, s, w), strict=True)))
    won = [event for event in events if isinstance(event, TrickWon)]
    assert ["NESW"[event.winner] for event in won] == [winner]


def test_r11_the_view_says_who_is_winning() -> None:
    state = position("N", "P7 K2", "B7 B8", "G9 G8", "K10 K2")
    shown = []
    for text in ("N play P7", "E play B7", "S play G9"):
        run(state, text)
        shown.append(seen(state, "W").winning)
    assert shown == [0, 0, 2]


def test_r11_scoring_cards_go_to_the_winners_side_in_the_order_played() -> None:
    state = position("E", "K2 P9", "G4 B9", "P7 P8", "K2 B8")
    run(state, "E play G4", "S play P7", "W play K2", "N play K2")
    assert state.log[-2] == TrickWon(2, tuple(cards("G4 K2 K2")))
    shown = seen(state, "E")
    assert shown.captured == (tuple(cards("G4 K2 K2")), ())
    assert [(score.food, score.muertos, score.points) for score in shown.totals] == [(2, 1, 1), (0, 0, 0)] * 2


def test_r12_all_other_cards_lie_in_the_tableau() -> None:
    state = position("N", "P7 K10", "P8 P9", "G4 B8", "K10 G8")
    run(state, "N play P7", "E discard P8", "S play G4", "W play K10")
    assert [card.code for card in seen(state, "N").tableau] == ["P7", "P8", "K10"]
    assert [card.code for card in seen(state, "N").out] == ["B8", "G8", "P9", "K10"]


def test_r12_a_played_choose_shows_its_colour_in_the_tableau() -> None:
    state = position("N", "K0c K10", "P8 P9", "B7 B8", "G7 G8")
    run(state, "N play K0c", "N color P", "E discard P8", "S play B7", "W play G7")
    assert [card.code for card in seen(state, "N").tableau] == ["K0c=P", "B7", "G7", "P8"]


def test_r12_the_last_trick_can_be_called_back() -> None:
    state = position("N", "P7 K10", "P8 P9", "B7 B8", "K10 G8")
    assert seen(state, "N").last is None
    run(state, "N play P7", "E discard P8", "S play B7", "W play K10")
    last = seen(state, "S").last
    assert last is not None
    assert [(c.seat, c.card.code, c.discarded, c.removed) for c in last.cards] == [
        (0, "P7", False, False),
        (1, "P8", True, False),
        (2, "B7", False, False),
        (3, "K10", False, False),
    ]
    assert (last.winner, last.captured) == (3, ())


def test_why_a_card_may_not_be_played_is_said_from_the_view_alone() -> None:
    state = new_game(seed(3), 4, PLAIN)
    (leader,) = state.owing
    for card in state.hand(leader):
        error = why_not(view(state, leader), leader, card)
        assert (None if error is None else error.code) == (None if card.kind == "start" else "start_first")
    state = position("N", "K0s P7", "P8 B8 K2", "P9 B9 K2", "P5 B5 G5")
    run(state, "N play K0s")
    error = why_not(seen(state, "E"), 1, parse_card("K2"))
    assert error is not None
    assert error.code == "food_spoiled"
    assert why_not(seen(state, "E"), 1, parse_card("P8")) is None
    run(state, "E play P8")
    error = why_not(seen(state, "S"), 2, parse_card("P9"))
    assert error is not None
    assert (error.code, error.facts) == ("color_taken", {"card": "P9", "color": "P"})
    error = why_not(seen(state, "E"), 1, parse_card("B8"))
    assert error is not None
    assert error.code == "not_owing"
    assert hand(state, "E") == "K2 B8"
