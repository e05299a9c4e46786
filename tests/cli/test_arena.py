"""`muertos arena`: duplicate matches of bots."""

import pytest
from click.testing import CliRunner

from engine.bots import LEVELS
from engine.deck import HOUSE
from engine.options import Options
from muertos_tui import arena
from muertos_tui.cli import main


def match(first: str, second: str, players: int = 4, deals: int = 1) -> arena.Match:
    return arena.Match((first, second), deals, players, Options(), HOUSE, bytes(32))


@pytest.mark.parametrize("players", [3, 4])
def test_the_same_level_on_both_sides_of_the_same_deals_is_as_strong(players: int) -> None:
    *_, tally = arena.fight(match("medium", "medium", players, deals=3))
    assert tally.games == 3 * len(arena.SEATINGS[players])
    if players == 4:  # what one side wins in a game, the other wins in its twin
        assert tally.won == tally.lost
        assert tally.margins == [0.0] * 3
    assert all(
        sum(seating[p] for seating in arena.SEATINGS[players]) * 2 == len(arena.SEATINGS[players])
        for p in range(players)
    )


def test_who_sees_all_cards_plays_in_the_arena_only() -> None:
    assert arena.CHEAT not in LEVELS
    *_, tally = arena.fight(match("cheat", "easy"))
    assert tally.games == 2
    assert tally.seconds[0]


def test_a_match_comes_out_the_same_again() -> None:
    one, other = ([(t.won, t.lost, t.margins) for t in arena.fight(match("hard", "easy"))] for _ in range(2))
    assert one == other


def test_intervals() -> None:
    assert arena.share(0, 0) == (0.5, 0.0, 1.0)
    rate, low, high = arena.share(80, 100)
    assert (rate, round(low, 3), round(high, 3)) == (0.8, 0.711, 0.867)
    middle, reach = arena.mean([1.0, 2.0, 3.0, 4.0])
    assert middle == 2.5
    assert reach == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)


def test_command_says_who_is_stronger() -> None:
    result = CliRunner().invoke(main, ["arena", "medium", "easy", "--deals", "2", "--seed", "3"])
    assert result.exit_code == 0, result.output
    assert "medium against easy, 4 players: 2 deals, 4 games" in result.output
    assert "95 % sure" in result.output
    assert CliRunner().invoke(main, ["arena", "medium", "wild"]).exit_code != 0
    assert CliRunner().invoke(main, ["arena", "medium", "easy", "--bots", "easy"]).exit_code != 0


def test_decisions_can_be_explained() -> None:
    result = CliRunner().invoke(main, ["arena", "hard", "easy", "--deals", "1", "--seed", "3", "--explain"])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert any(line.startswith("easy  ") and "random" in line for line in lines)
    assert any(line.startswith("hard  ") and "%)" in line for line in lines)
