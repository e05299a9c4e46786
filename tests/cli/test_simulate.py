"""Bots playing among themselves."""

import json
import re
from pathlib import Path

import pytest

from engine.deck import HOUSE
from engine.options import Options
from engine.record import read
from muertos_tui import simulation
from muertos_tui.simulation import Simulation, simulate
from tests.cli.commands import muertos, quick

PLAIN = Options()
SEED = bytes(32)


def games(number: int, players: int = 4, levels: tuple[str, ...] = ("easy",), options: Options = PLAIN) -> Simulation:
    return Simulation(number, players, levels, options, HOUSE, SEED)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", [PLAIN, Options(ask_chips=True, optional_swap=True)])
def test_records_verify_and_agree_with_the_summary(players: int, options: Options) -> None:
    texts: list[str] = []
    summary = simulate(games(4, players, ("easy", "medium"), options), texts.append)
    finished = list(read("".join(texts).splitlines(keepends=True)))
    assert summary.games == len(finished) == 4
    ends = [json.loads(text.splitlines()[-1]) for text in texts]
    assert summary.wins == [sum(player in end["winners"] for end in ends) for player in range(players)]
    assert summary.points == [sum(end["totals"][player]["points"] for end in ends) for player in range(players)]
    assert finished[0].names == ("easy 1", "medium 2", "easy 3", "medium 4")[:players]


def test_the_first_game_has_the_seed_itself_and_a_seed_plays_the_same_games_again() -> None:
    first: list[str] = []
    again: list[str] = []
    simulate(games(3), first.append)
    simulate(games(3), again.append)
    assert first == again
    seeds = [json.loads(text.splitlines()[0])["game_seed"] for text in first]
    assert seeds[0] == SEED.hex()
    assert len(set(seeds)) == 3


def test_many_processes_play_the_same_games_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: list[str] = []
    simulate(games(9), alone.append)
    monkeypatch.setattr(simulation, "_processors", lambda: 2)
    monkeypatch.setattr(simulation, "WORTH_A_PROCESS", 4)
    together: list[str] = []
    simulate(games(9), together.append)
    assert together == alone


def test_the_record_on_the_output_and_the_summary_beside_it(tmp_path: Path) -> None:
    arguments = ["simulate", "--games", "2", "--players", "3", "--seed", "5"]
    piped = muertos(*arguments, "--record", "-")
    assert piped.status == 0
    assert [json.loads(line)["type"] for line in piped.out.splitlines()].count("game_end") == 2
    assert piped.err.startswith("2 games, ")
    filed = muertos(*arguments, "--record", str(tmp_path / "two.jsonl"))
    assert (tmp_path / "two.jsonl").read_text() == piped.out
    assert filed.err == ""
    lines = filed.out.splitlines()
    assert re.fullmatch(r"2 games, \d+ decisions, \d+ a second", lines[0])
    assert re.fullmatch(r"player 1 \(easy\): won \d, \d+\.\d\d points a game", lines[1])
    assert len([line for line in lines if line.startswith("player ")]) == 3
    assert lines[-1] == "seed " + f"{5:064x}"


def test_a_full_disk_is_named() -> None:
    if not Path("/dev/full").exists():
        return
    assert "No space left" in muertos("simulate", "--games", "1", "--record", "/dev/full").fault(1)


def test_one_game_is_one_game() -> None:
    assert quick("simulate", "--games", "1").out.startswith("1 game, ")
