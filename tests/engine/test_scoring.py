"""Points, ties and who is credited (R19, R24)."""

import itertools
from collections import Counter
from random import Random

import pytest

from engine.events import GameEnded, HandEnded, Score
from engine.options import PLAIN, Options
from engine.scoring import score, winners
from engine.seating import team_of
from engine.views import view
from tests.engine.play import play, settings

SCORES = [(food, muertos) for food in range(10) for muertos in range(13)]


def naive_winners(won: list[tuple[int, int]]) -> tuple[int, ...]:
    """Who is beaten by nobody: compared two by two, as R19 tells it."""

    def beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
        points, others = min(one), min(other)
        if points != others:
            return points > others
        if one[0] != other[0]:
            return one[0] > other[0]
        return one[1] > other[1]

    return tuple(p for p, own in enumerate(won) if not any(beats(other, own) for other in won))


def test_r19_a_point_for_each_pair() -> None:
    for food, muertos in SCORES:
        assert score(food, muertos) == Score(food, muertos, food if food < muertos else muertos)


def test_r19_every_score_of_both_sides() -> None:
    """All Food 0–9 and Muertos 0–12 on either side, four players in two teams."""
    for ns, ew in itertools.product(SCORES, repeat=2):
        totals = [score(*ns), score(*ew)] * 2
        assert winners(totals) == naive_winners([ns, ew, ns, ew])


@pytest.mark.parametrize(
    ("won", "best"),
    [
        ([(3, 3), (2, 2)], (0,)),
        ([(2, 9), (3, 3)], (1,)),  # points first
        ([(2, 3), (3, 2)], (1,)),  # then Food
        ([(2, 3), (2, 4)], (1,)),  # then Muertos
        ([(2, 3), (2, 3)], (0, 1)),  # then shared
        ([(0, 0), (0, 12)], (1,)),
        ([(0, 12), (1, 0)], (1,)),
    ],
)
def test_r19_points_then_food_then_muertos_then_shared(won: list[tuple[int, int]], best: tuple[int, ...]) -> None:
    assert winners([score(*own) for own in won]) == best


def test_r24_every_three_way_tie_and_every_order_of_three() -> None:
    """Three players' scores that agree in points, in Food, in both or in all, in every order."""
    shared = Counter[int]()
    some = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (9, 12)]
    for won in itertools.product(some, repeat=3):
        best = winners([score(*own) for own in won])
        assert best == naive_winners(list(won))
        shared[len(best)] += 1
    assert shared[3] == len(some)
    assert shared[2] > 100
    for own in SCORES:
        assert winners([score(*own)] * 3) == (0, 1, 2)


@pytest.mark.parametrize(("players", "options"), settings())
def test_r19_r24_a_games_totals_are_those_of_its_hands(players: int, options: Options) -> None:
    rng = Random(f"totals {players} {options}")
    for _ in range(5):
        state, _ = play(rng, players, options)
        won = [[0, 0] for _ in range(players)]
        for day, ended in enumerate((event for event in state.log if isinstance(event, HandEnded)), 1):
            for side, cards in enumerate(ended.captured):
                for player in team_of(players, day, side):
                    for card in cards:
                        won[player][card.kind == "muertos"] += 1
        (ended_game,) = (event for event in state.log if isinstance(event, GameEnded))
        assert [[total.food, total.muertos] for total in ended_game.totals] == won
        assert [total.points for total in ended_game.totals] == [min(own) for own in won]
        assert ended_game.winners == naive_winners([(food, muertos) for food, muertos in won])
        if players == 4:
            assert ended_game.totals[:2] == ended_game.totals[2:]


def test_r12_what_the_last_hand_won_still_lies_there_when_the_game_is_over() -> None:
    state, _ = play(Random("last hand"), 4, PLAIN)
    ended = [event for event in state.log if isinstance(event, HandEnded)]
    assert view(state, 0).captured == ended[-1].captured != ((), ())
