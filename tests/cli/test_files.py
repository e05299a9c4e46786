"""Decks, records and the rules on the command line."""

import os
import pty
import subprocess
import tomllib
from pathlib import Path

import pytest

from engine import deck as decks
from engine.deck import HOUSE
from muertos_tui import files
from tests.cli.commands import MUERTOS, ROOT, environment, muertos, quick

CASES = ROOT / "tests/engine/cases"
FROM_SEED = "The deals and draws follow from the seed; who made the seed is not kept here."


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games."""
    path = tmp_path_factory.mktemp("records") / "three.jsonl"
    assert quick("simulate", "--games", "3", "--seed", "11", "--ask-chips", "--record", str(path)).status == 0
    return path


# -- verify


def test_clean_records(record: Path) -> None:
    done = quick("verify", str(record))
    assert (done.status, done.out, done.err) == (0, f"{record}: 3 games, all clean. {FROM_SEED}\n", "")
    done = muertos("verify", "-", text=record.read_text())
    assert (done.status, done.out, done.err) == (0, f"the input: 3 games, all clean. {FROM_SEED}\n", "")


def test_an_unfinished_game_is_said_to_be_one(record: Path) -> None:
    begun = "".join(record.read_text().splitlines(keepends=True)[:40])
    done = quick("verify", "-", text=begun)
    assert (done.status, done.out) == (0, f"the input: 1 game, clean. The last one is unfinished. {FROM_SEED}\n")


def test_the_first_line_that_cannot_stand_is_named(record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    for number in (3, 17, len(lines) // 2, len(lines)):
        broken = [*lines[: number - 1], lines[number - 1].replace('"type":"', '"type":"x'), *lines[number:]]
        assert f"the input: line {number}: " in quick("verify", "-", text="".join(broken)).fault(1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: a game begins"),
        ("\n", "line 1: it is no line of JSON"),
        ("{}\n", "line 1: it is no object"),
        ("[1]\n", "line 1: it is no object"),
        ('{"type":"play"}\n', "line 1: a game begins"),
        ("[" * 100_000, "line 1: it is no line of JSON"),
        ('{"type":"game","x":"\x1b[2J"}', "line 1: "),
        ("x" * 1_000_000, "line 1: it is no line of JSON"),
    ],
    ids=range(8),
)
def test_what_is_no_record(text: str, why: str) -> None:
    line = quick("verify", "-", text=text).fault(1)
    assert why in line
    assert "\x1b" not in line


def test_every_fault_of_a_line_has_words(record: Path) -> None:
    head, *rest = record.read_text().splitlines(keepends=True)
    for text, why in [
        (head.replace('"version":1', '"version":2'), "its format is muertos-record 2"),
        (head.replace('"players":4', '"players":3'), "there must be 3 names"),
        (head.replace('"deck":"house"', '"deck":{}'), "its deck cannot be played with"),
        (head + rest[0] + rest[0], "line 3: no line of type hand is due here"),
        (head + head, "line 2: the game before has not ended"),
        (head + rest[0] + '{"type":"play","seat":"N","card":"Q9"}\n', "line 3: "),
        ("".join([head, *rest[: rest.index(head) if head in rest else 5], '{"type":"nonsense"}\n']), "line 7: "),
    ]:
        assert why in quick("verify", "-", text=text).fault(1)


def test_a_record_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe\x00")
    assert "it is no text in UTF-8" in quick("verify", str(file)).fault(1)


# -- deck


def test_the_house_deck_is_a_deck_file(tmp_path: Path) -> None:
    done = quick("deck")
    assert done.status == 0
    assert decks.loads(done.out) == HOUSE
    assert tomllib.loads(done.out)["name"] == "house"
    file = tmp_path / "house.toml"
    file.write_text(done.out)
    checked = quick("deck", str(file))
    assert (checked.status, checked.out, checked.err) == (0, f"{file}: a good deck (house).\n", "")
    assert quick("simulate", "--games", "1", "--deck", str(file)).status == 0


HOUSE_TEXT = decks.dumps(HOUSE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "it is no TOML"),
        ("", "the [cards] table is missing"),
        (HOUSE_TEXT.replace('"K10" = 3', '"K10" = 4'), "there must be 25 base cards, but there are 26"),
        (HOUSE_TEXT.replace('"K6*" = 1', '"K6*" = 2'), "exactly one Start card (as in K6*), but there are 2"),
        (HOUSE_TEXT.replace('"K6*" = 1', ""), "exactly one Start card (as in K6*), but there are 0"),
        (HOUSE_TEXT.replace('"P7"', '"R7"'), "R7: there is no colour R"),
        (HOUSE_TEXT.replace('"P7"', '"P7z"'), "P7z: there is no kind z"),
        (HOUSE_TEXT.replace('"P7"', '"P11"'), "P11: a rank is a number from 0 to 10"),
        (HOUSE_TEXT.replace('"P7"', '"P4"'), "P4: rank 4 scores"),
        (HOUSE_TEXT.replace('"P7"', '"seven"'), "seven is no card"),
        (HOUSE_TEXT.replace('"P7"', '"P7c"'), "P7c: Choose is black"),
        (HOUSE_TEXT.replace('"P7" = 1', '"P7" = -1'), "P7: the copies are a number"),
        (HOUSE_TEXT.replace('"P7" = 1', '"P7" = 1.0'), "P7: the copies are a number"),
        ('colour = "red"\n' + HOUSE_TEXT, "colour means nothing in a deck file"),
        (f'name = "{"x" * 100}"', "the name must be a text of at most 40 characters"),
        ('"\\u001b[2J" = 1', "[2J means nothing in a deck file"),
        ("x = " + "[" * 5000, "it is no TOML"),
        ("#" * 100_000, "that is too long for a deck file"),
    ],
    ids=range(18),
)
def test_faults_of_a_deck_file_are_named(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text)
    line = quick("deck", str(file)).fault(1)
    assert why in line
    assert "\x1b" not in line
    if why.startswith("there must"):  # other commands say the same
        assert why in quick("simulate", "--deck", str(file)).fault(1)
        assert why in quick("serve", "--deck", str(file)).fault(1)


# -- rules


def test_the_rules_are_text() -> None:
    done = muertos("rules", COLUMNS="70")
    assert (done.status, done.err) == (0, "")
    assert "Muertos" in done.out
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 70


def test_the_rules_are_paged_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*MUERTOS, "rules"],
        cwd=ROOT,
        env=environment(PAGER="sed s/^/paged:/"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        seen = b""
        while True:
            try:
                seen += os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
    os.close(ours)
    assert b"paged:" in seen


def test_a_line_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_text("x" * 1_000_000)
    with files._lines(str(file)) as lines:
        assert len(next(lines)) < 100_000
