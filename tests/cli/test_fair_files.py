"""`muertos verify` of a game that was played over a network: its record, and the shuffle that is kept beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from muertos_tui import saving
from net import messages as m
from tests.cli.commands import quick
from tests.net.tables import started


@pytest.fixture(scope="module")
def played() -> tuple[tuple[str, ...], Any]:
    """The record of a game of two people and two bots, and its shuffle as one of the peers saw it."""
    desk, people = started(4, 2)
    desk.play(people)
    result = desk.last(people[1], m.Result)
    verdict = desk.witnesses[people[1]].verdict(result)
    assert verdict.shuffled is not None
    assert [part.by_table for part in verdict.shuffled.players] == [False, False, True, True]
    return result.record, verdict.shuffled


@pytest.fixture
def saved(played: tuple[tuple[str, ...], Any], tmp_path: Path) -> Path:
    record, shuffled = played
    assert saving.save(record, str(tmp_path / "one.jsonl"), shuffled)[0]
    return tmp_path / "one.jsonl"


def test_it_says_how_far_the_proof_goes(saved: Path) -> None:
    beside = saved.with_name("one.fair.json")
    done = quick("verify", str(saved))
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        f"{saved}: 1 game, clean. The deals and draws follow from the seed, "
        f"and the seed from what all had promised before ({beside}).\n"
    )
    beside.unlink()
    assert quick("verify", str(saved)).out == (
        f"{saved}: 1 game, clean. The deals and draws follow from the seed; who made the seed is not kept here.\n"
    )


def test_the_first_thing_that_differs_is_named(saved: Path, played: tuple[tuple[str, ...], Any]) -> None:
    beside = saved.with_name("one.fair.json")
    sound: dict[str, Any] = json.loads(beside.read_text())
    second = {**sound["players"][1]}
    changes: list[tuple[dict[str, Any], str]] = [
        ({"secret": "0" * 64}, "the table did not show the part of the shuffle that was promised"),
        ({"commitment": "0" * 64}, "the table did not show the part"),
        ({"players": [sound["players"][0], {**second, "nonce": "0" * 64}, *sound["players"][2:]]}, "Beto did not show"),
        ({"players": [sound["players"][0], {**second, "commitment": "0" * 64}, *sound["players"][2:]]}, "Beto did not"),
        ({"players": [second, *sound["players"][1:]]}, "Beto used an earlier part"),
        ({"players": sound["players"][:3]}, "the deals are not those of the shuffle"),
        ({"players": sound["players"][::-1]}, "the deals are not those of the shuffle"),
        ({"version": 2}, "it is no shuffle"),
        ({"secret": "\x1b[2J"}, "it is no shuffle"),
    ]
    for change, why in changes:
        beside.write_text(json.dumps({**sound, **change}))
        line = quick("verify", str(saved)).fault(1)
        assert why in line
        assert str(beside) in line
    other, people = started(4, 1)
    other.play(people)
    beside.write_text(json.dumps(sound))
    saved.write_text("".join(f"{line}\n" for line in other.last(people[0], m.Result).record))
    assert "the deals are not those of the shuffle" in quick("verify", str(saved)).fault(1)


def test_a_shuffle_is_of_one_game(saved: Path) -> None:
    saved.write_text(saved.read_text() * 2)
    assert "it is the shuffle of one game" in quick("verify", str(saved)).fault(1)


def test_what_lies_there_may_be_anything(saved: Path) -> None:
    beside = saved.with_name("one.fair.json")
    for content in (b"", b"\xff\x00", b"[" * 100_000, b"9" * 100_000):
        beside.write_bytes(content)
        assert "it is no shuffle" in quick("verify", str(saved)).fault(1)
    beside.unlink()
    beside.mkdir()
    quick("verify", str(saved)).fault(1)
