"""Games written by an implementation that shares no code with this one: the engine and both readers agree with it."""

from pathlib import Path

import pytest

from engine import record
from engine.errors import RecordError
from tests.engine import naive_record

CASES = Path(__file__).parent / "cases"
RECORDS = sorted(path.name for path in (CASES / "records").glob("*.jsonl"))
INDEX = [line.split("\t") for line in (CASES / "mutants/INDEX.tsv").read_text("utf-8").splitlines()[1:]]


def text(folder: str, name: str) -> list[str]:
    return (CASES / folder / name).read_text("utf-8").splitlines()


def test_r31_there_are_cases_for_every_sort_of_game() -> None:
    options = ("plain", "ask_chips", "optional_swap", "ask_chips-optional_swap")
    assert {f"{players}p-{some}.jsonl" for players in (3, 4) for some in options} == set(RECORDS)
    assert len(INDEX) == 72
    assert {name for name, *_ in INDEX} == {path.name for path in (CASES / "mutants").glob("*.jsonl")}


@pytest.mark.parametrize("name", RECORDS)
def test_r31_a_sound_record_verifies_and_is_written_the_same(name: str) -> None:
    lines = text("records", name)
    games = list(record.read(lines))
    assert len(games) == 5
    assert all(game.state.over for game in games)
    assert "".join(record.dumps(record.lines(game.state, game.names)) for game in games).splitlines() == lines
    assert naive_record.first_bad_line(lines) is None


@pytest.mark.parametrize(("name", "bad"), [(name, int(number)) for name, number, *_ in INDEX])
def test_r31_a_mutant_is_refused_at_its_line(name: str, bad: int) -> None:
    lines = text("mutants", name)
    with pytest.raises(RecordError) as caught:
        list(record.read(lines))
    assert caught.value.line == bad
    assert naive_record.first_bad_line(lines) == bad
