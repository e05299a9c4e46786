"""The chance to win the game from the end of a hand (R19, R24)."""

from itertools import product

import numpy as np
import pytest

from engine.bots.prospects import Prospects, chance_to_win
from engine.seating import side, team_of
from engine.views import view
from tests.engine.position import position

HELD = ((3, 2), (1, 4), (2, 2), (0, 3))


@pytest.mark.parametrize("day", [1, 2, 3])
def test_of_three_players_one_wins(day: int) -> None:
    """By side: what East–West see is what North–South see with the sides exchanged."""
    total = np.zeros(())
    for me in range(3):
        chance = chance_to_win(3, day, me, HELD[:3])
        north = me in team_of(3, day, 0)
        total = total + (chance if north else chance.transpose(2, 3, 0, 1))
    assert np.allclose(total, 1)


def test_partners_for_the_whole_game_win_together() -> None:
    held = ((3, 2), (1, 4)) * 2
    for day in (1, 3):
        chances = [chance_to_win(4, day, me, held) for me in range(4)]
        assert np.array_equal(chances[0], chances[2])
        assert np.allclose(chances[0] + chances[1].transpose(2, 3, 0, 1), 1)


def test_r19_the_last_hand_decides() -> None:
    chance = chance_to_win(4, 3, 0, ((4, 4), (4, 5)) * 2)
    assert chance[1, 1, 0, 0] == 1  # more pairs
    assert chance[0, 1, 0, 0] == 0.5
    assert chance[0, 0, 1, 0] == 0


def test_r24_partners_of_the_day_race_each_other() -> None:
    # On the last day player 2 sits North with the table, 0 and 1 are credited alike.
    ahead, behind = (chance_to_win(3, 3, me, ((4, 4), (3, 3), (3, 3))) for me in (0, 1))
    assert ahead[2, 2, 0, 0] == 1
    assert behind.max() == 0


def test_food_is_not_dearer_than_muertos_that_are_often_discarded() -> None:
    chance = chance_to_win(4, 1, 0, ((0, 0),) * 4)
    assert 0 < chance[2, 2, 1, 2] - chance[1, 3, 1, 2] < 0.1


def test_r24_worth_counts_for_the_player_of_the_table() -> None:
    state = position("N", "K2 P5", "K2 G4", "G4 P7", "B5 B7", players=3, day=1)
    seen = view(state, 0)
    for food, muertos in product(range(3), repeat=2):
        won = [np.array([[food], [3 - food]], np.uint8), np.array([[muertos], [4 - muertos]], np.uint8)]
        declarer, table = (Prospects(seen, seat).weigh(*won) for seat in (0, 2))
        assert [part.tolist() for part in declarer] == [part.tolist() for part in table]
    assert side(0) == side(2)
