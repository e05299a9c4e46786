"""The golden games: what every player saw and was told at every step."""

import pytest

from tests.engine.playthroughs import GAMES, again, path


def test_there_is_a_golden_game_of_each_sort() -> None:
    assert {path(name) for name in GAMES} == set(path("four").parent.glob("*.txt"))
    assert {players for players, _, _ in GAMES.values()} == {3, 4}


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_as_it_was(name: str) -> None:
    """If the change is meant, `make playthroughs` writes the games anew; read the difference."""
    text = path(name).read_text("utf-8")
    assert again(name, text).splitlines() == text.splitlines()
    assert "sees otherwise" not in text
