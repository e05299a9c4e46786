"""What is kept up of a log is what reading the whole log gives."""

from random import Random

import pytest

from engine import wire
from engine.options import Options
from engine.rules import new_game
from engine.state import State
from engine.story import Story
from engine.views import view
from tests.engine.play import play, settings


@pytest.mark.parametrize(("players", "options"), settings())
def test_a_view_kept_up_is_the_view_of_a_log_read_anew(players: int, options: Options) -> None:
    rng, compared = Random(f"story {players} {options}"), 0

    def stop(state: State, steps: int) -> bool:
        nonlocal compared
        if rng.random() < 0.3:  # not at each step, so that several events come at once
            anew = state.copy()
            for player in (*range(players), None):
                assert wire.to_plain(view(state, player)) == wire.to_plain(view(anew, player))
                compared += 1
        return False

    for _ in range(3):
        play(rng, players, options, stop=stop)
    assert compared > 300


def test_another_log_is_read_from_its_start() -> None:
    story, one, other = Story(), new_game(bytes(32)), new_game(bytes([1]) * 32)
    story.memory(one.log, frozenset({0})).known[1].append(one.hand(1)[0])
    assert story.memory(one.log, frozenset({0})).recall()[0] != ()
    assert story.memory(other.log, frozenset({0})).recall()[0] == ()
    assert story.board([]).day == 0
