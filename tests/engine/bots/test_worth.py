"""What scoring cards are worth, and what closed hands may hold."""

from fractions import Fraction
from itertools import combinations

import pytest

from engine.bots.holdings import chance_of_none, holdings, unseen
from engine.bots.position import Position, settle
from engine.bots.worth import Worth, win_chance
from engine.views import view
from tests.engine.position import cards, position, run


@pytest.mark.parametrize(
    ("ours", "theirs", "left", "chance"),
    [
        ((5, 5), (4, 7), (0, 0), 1),
        ((5, 5), (5, 5), (0, 0), 0.5),  # R19: a shared win
        ((6, 4), (3, 8), (0, 0), 1),  # more pairs
        ((3, 4), (4, 3), (0, 0), 0),  # R19: as many pairs, less Food
        ((4, 5), (4, 6), (1, 0), 0.5),  # the last Food decides
        ((4, 0), (5, 12), (0, 0), 0),
    ],
)
def test_r19_win_chance(ours: tuple[int, int], theirs: tuple[int, int], left: tuple[int, int], chance: float) -> None:
    assert win_chance(ours, theirs, left) == chance


def test_win_chances_of_both_sides_are_one() -> None:
    for left in ((0, 3), (4, 4), (9, 12)):
        assert win_chance((2, 1), (1, 3), left) + win_chance((1, 3), (2, 1), left) == pytest.approx(1)


def test_r19_what_both_sides_are_short_of_is_worth_more() -> None:
    state = position("N", "K2 P5", "K2 B4", "B4 P7", "B4 B7", day=3)
    state.won = [(5, 2), (3, 2), (5, 2), (3, 2)]
    worth = Worth(view(state, 0), 0)
    assert worth.swing(0, 1) > worth.swing(1, 0) > 0


def test_r24_of_three_players_partners_of_the_day_do_not_race_each_other() -> None:
    state = position("N", "K2 P5", "K2 G4", "G4 P7", "B5 B7", players=3, day=3)
    # On the last day player 2 sits North with the table; player 0 has won more than 2 can reach.
    state.won = [(6, 8), (3, 2), (3, 2)]
    east, north = Worth(view(state, state.control[1]), 1), Worth(view(state, state.control[0]), 0)
    assert state.owners == (2, 0, None, 1)
    assert east.swing(1, 0) == 1  # decided for player 0: cards are counted for themselves
    assert north.swing(1, 1) > 0  # player 2 still races player 1


def test_chance_of_none_counts_draws() -> None:
    for number, wanted, drawn in ((6, 2, 3), (5, 0, 2), (4, 4, 1), (7, 3, 5)):
        draws = list(combinations(range(number), drawn))
        without = sum(all(place >= wanted for place in draw) for draw in draws)
        assert chance_of_none(number, wanted, drawn) == pytest.approx(float(Fraction(without, len(draws))))


def test_closed_hands_hold_what_has_not_been_seen() -> None:
    state = position("N", "K0a P5 P7", "K2 K10 B5", "P8 K6* G9", "G7 G5 G8")
    seen = view(state, 0)
    assert sorted(card.code for card in unseen(seen)) == sorted("K2 K10 B5 P8 K6* G9 G7 G5 G8".split())
    assert holdings(seen)[1].chance(frozenset(cards("K10"))) == pytest.approx(1 / 3)
    assert holdings(seen)[0].chance(frozenset(cards("K10"))) == 0
    assert holdings(seen)[0].chance(frozenset(cards("P7"))) == 1


@pytest.mark.parametrize(
    ("question", "chance"),
    [
        ("count ranks=10", 1),
        ("count kinds=food at_least=1", 3 / 8),  # no Food: one card less that it could be
        ("count colors=B,G", 2 / 5),  # one such card, so two of the five others
        ("sum", 1 / 3),  # no rule of thumb reads this
    ],
)
def test_r15_answers_narrow_the_hand_asked_about(question: str, chance: float) -> None:
    state = position("N", "K0a P5 P7", "P9 K10 B5", "P8 K2 K6*", "G7 G5 G8")
    run(state, "N play K0a", f"N ask E {question}")
    hands, tens = holdings(view(state, 0)), frozenset(cards("K10"))
    assert hands[1].chance(tens) == pytest.approx(chance)
    assert hands[2].chance(tens) == pytest.approx(1 / 3)


def test_r15_an_answer_follows_the_cards_that_were_seen_to_go() -> None:
    state = position("N", "K0a P5 P7", "K10 K10 B5", "P8 K2 K6*", "G7 G5 K10")
    run(state, "N play K0a", "N ask E count ranks=10", "E play K10", "S play P8", "W play G5")
    tens = frozenset(cards("K10"))
    assert holdings(view(state, 0))[1].chance(tens) == 1
    run(state, "E play K10", "S play K6*", "W play G7", "N play P5")
    assert holdings(view(state, 0))[1].chance(tens) == 0


def test_r13_a_gift_is_known_to_lie_where_it_went() -> None:
    state = position("E", "P5 K10 K2", "K10 G9 B9", "K2 P7 B7", "P8 P9 G5")
    run(state, "E play K10", "S play K2", "W play P8", "N play K10", "N give P5")
    assert holdings(view(state, 0))[1].chance(frozenset(cards("P5"))) == 1


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("P9 K10 B3x G7", 0), ("K10 P9 K10 B3x", 2), ("P3x K10 G8 K10", 3), ("K6* P5 K0c G5", 0), ("K10 P3x K10 B3x", 1)],
)
def test_r18_settle_lets_every_3_remove_a_ten(trick: str, winner: int) -> None:
    """By seat from North; the 3 of a side removes the first ten of the other."""
    assert settle(tuple(enumerate(cards(trick)))) == winner


def test_a_position_leaves_our_own_choose_out_until_it_has_a_color() -> None:
    state = position("E", "K0c P5 P7", "P9 K10 B5", "P8 K2 K6*", "G7 G5 G8")
    run(state, "E play P9", "S play K2", "W play G7", "N play K0c")
    assert [card.code for _, card in Position(view(state, 0), 0).trick] == ["P9", "K2", "G7"]
