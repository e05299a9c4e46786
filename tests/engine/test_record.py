"""Writing and reading records (R31): each line as told, and every broken record refused at its line."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from engine import record
from engine.deck import HOUSE, Deck, to_plain
from engine.errors import RecordError
from engine.options import PLAIN, Options
from engine.rules import new_game
from engine.state import State
from tests.engine import mutants, naive_record
from tests.engine.play import ODD_DECKS, play, seed, settings
from tests.engine.position import CHIPS, OPTIONAL, SEED, position, run

NAMES = ["Ana", "Beto", "Caro", "Dani"]


def game(players: int, options: Options, number: object, deck: Deck = HOUSE) -> list[str]:
    """The lines of a whole game's record."""
    state, _ = play(Random(f"record {players} {options} {number}"), players, options, deck)
    return record.dumps(record.lines(state, NAMES[:players])).splitlines()


def first_bad_line(lines: list[str]) -> int | None:
    """Where the engine's reader stops."""
    try:
        games = list(record.read(lines))
    except RecordError as error:
        return error.line
    assert games
    return None


# Writing


def as_json(state: State, names: Sequence[str] = NAMES) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.dumps(record.lines(state, names)).splitlines()]


def written(state: State, *texts: str) -> list[dict[str, Any]]:
    """The lines that decisions add to a record, as JSON."""
    before = len(as_json(state))
    run(state, *texts)
    return as_json(state)[before:]


def test_r31_the_game_line() -> None:
    line = record.lines(new_game(SEED, 4, Options(True, False)), NAMES)[0]
    assert json.dumps(line) == json.dumps(
        {
            "type": "game",
            "format": "muertos-record",
            "version": 1,
            "players": 4,
            "names": NAMES,
            "options": {"ask_chips": True, "optional_swap": False, "spoken_questions": False},
            "deck": "house",
            "game_seed": SEED.hex(),
        }
    )
    other = record.lines(new_game(SEED, 3, PLAIN, ODD_DECKS[0]), NAMES[:3])[0]
    assert other["deck"] == to_plain(ODD_DECKS[0])


def test_r31_the_hand_line() -> None:
    line = record.lines(new_game(SEED, 4), NAMES)[1]
    assert list(line) == ["type", "day", "seats", "dealt"]
    assert line["seats"] == {"N": 0, "E": 1, "S": 2, "W": 3}
    assert [list(line["dealt"]), [len(hand) for hand in line["dealt"].values()]] == [list("NESW"), [8] * 4]
    assert record.lines(new_game(SEED, 3), NAMES[:3])[1]["seats"] == {"N": 0, "E": 1, "S": "table", "W": 2}


def test_r31_play_discard_and_trick_lines() -> None:
    state = position("N", "K0c P8 K10", "P7 P9 P5", "K2 G8 G5", "G4 B5 B8")
    assert written(state, "N play K0c") == [], "a Choose has no line before its colour is named"
    assert written(state, "N color P") == [{"type": "play", "seat": "N", "card": "K0c", "color": "P"}]
    assert written(state, "E discard P7") == [{"type": "discard", "seat": "E", "card": "P7"}]
    assert written(state, "S play K2") == [{"type": "play", "seat": "S", "card": "K2"}]
    assert written(state, "W play G4") == [
        {"type": "play", "seat": "W", "card": "G4"},
        {"type": "trick", "winner": "W", "captured": ["K2", "G4"]},
    ]
    (gift,) = written(state, "S give G5")
    assert list(gift) == ["type", "winner", "taker", "taken", "returned"]
    assert gift["taken"] in ("B5", "B8")
    assert gift == {"type": "gift", "winner": "W", "taker": "S", "taken": gift["taken"], "returned": "G5"}


def test_r31_ask_and_chip_lines() -> None:
    state = position("N", "K0a P8", "P7 P9", "G7 G8", "B7 B8", options=CHIPS)
    asked = {"seat": "N", "target": "E", "question": {"measure": "count", "colors": ["P"]}, "answer": 2}
    assert written(state, "N chip E count colors=P") == [{"type": "ask", **asked, "chip": True}]
    assert written(state, "N play K0a")[0]["type"] == "play"
    assert written(state, "N ask E count colors=P") == [{"type": "ask", **asked, "chip": False}]
    line = written(state, "E chip W highest at_most=8")[0]
    assert (line["answer"], line["question"]) == (True, {"measure": "highest", "at_most": 8})


def test_r31_swap_lines() -> None:
    state = position("N", "K1w P8", "K1w P9", "G7 G8", "B7 B8", options=OPTIONAL)
    run(state, "N play K1w")
    assert written(state, "N offer yes", "S swap G8") == []
    assert written(state, "N swap P8") == [{"type": "swap", "seat": "N", "given": "P8", "received": "G8"}]
    run(state, "E play K1w")
    assert written(state, "E offer no") == [{"type": "swap", "seat": "E", "declined": True}]


def test_r31_kill_lines() -> None:
    state = position("N", "K10 P8", "P3x B8", "K10 G8", "B3x B9")
    run(state, "N play K10", "E play P3x", "S play K10", "W play B3x")
    assert written(state, "E kill S") == [{"type": "kill", "seat": "E", "target": "S"}]
    assert written(state, "W kill none") == [
        {"type": "kill", "seat": "W", "target": None},
        {"type": "trick", "winner": "N", "captured": []},
    ]


def test_r31_hand_end_and_game_end_lines() -> None:
    state = position("N", "K10", "K2", "B4", "K2", day=3)
    lines = written(state, "N play K10", "E play K2", "S play B4", "W play K2")
    score, none = {"food": 2, "muertos": 1, "points": 1}, {"food": 0, "muertos": 0, "points": 0}
    assert lines[-2:] == [
        {"type": "hand_end", "captured": {"NS": ["K2", "B4", "K2"], "EW": []}},
        {"type": "game_end", "totals": [score, none, score, none], "winners": [0, 2]},
    ]


def test_r31_a_line_is_json_with_its_type_first_and_letters_as_they_are() -> None:
    state = new_game(seed(1), 3)
    text = record.dumps(record.lines(state, ["Zoë", "李", '"'])).splitlines()
    assert all(line.startswith('{"type":"') for line in text)
    assert '"names":["Zoë","李","\\""]' in text[0]


# Reading


def test_r31_several_games_and_an_unfinished_one_at_the_end() -> None:
    one, two = game(4, PLAIN, "one"), game(3, CHIPS, "two")
    assert [len(read.names) for read in record.read([*one, *two[:40]])] == [4, 3]
    assert first_bad_line([*one[:40], *two]) == 41 == naive_record.first_bad_line([*one[:40], *two])
    assert first_bad_line([]) == 1
    assert first_bad_line(["", *one]) == 1


NO_LINES = """{} [] 1 "game" null nul {"type":null} {"type":"x"} {"type":"hand"} {"seat":"N","type":"play"}
{"type":"play","seat":"N","seat":"N","card":"P7"} {"type":"play","seat":"N","card":NaN}""".split()
NO_LINES += [
    "",
    "\ufeff{}",
    "{" * 5000,
    '{"type":"ask","a":' + "[" * 5000 + "]" * 5000 + "}",
    '{"type":"' + "x" * 70_000,
]


NO_LINES += ['{"type":"play","\\ud800":1}', '{"type":"play","card":"\\udfff"}', '{"type":"play","seat":"\ud800"}']


@pytest.mark.parametrize("raw", NO_LINES, ids=range(len(NO_LINES)))
def test_r31_what_is_no_line_is_refused_at_its_number(raw: str) -> None:
    lines = game(4, PLAIN, "one")[:20]
    assert first_bad_line([*lines, raw]) == 21
    assert first_bad_line([raw]) == 1


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("format", ["other", None]),
        ("version", [2, 0, True, 1.0, "1"]),
        ("players", [2, 5, 3, True, 4.0, "4"]),
        ("names", [["A", "B", "C", "\ud800"], ["A", "B", "C"], "ABCD", [1, 2, 3, 4], None]),
        ("options", [{}, {"ask_chips": False}, None]),
        ("deck", ["mine", {"cards": {"K6*": 1}}, {"cards": []}, {}, None]),
        ("game_seed", ["00", "G" * 64, "A" * 64, 7]),
        ("extra", [1]),
    ],
)
def test_r31_a_faulty_game_line_is_refused(field: str, values: list[object]) -> None:
    line = json.loads(game(4, PLAIN, "one")[0])
    assert first_bad_line([json.dumps(line)]) is None
    for value in values:
        assert first_bad_line([json.dumps({**line, field: value})]) == 1


def broken(players: int, options: Options) -> Iterator[tuple[str, list[str]]]:
    """Mutants: every line of a game moved, where the table has all options; and lines of many games changed."""
    if options == Options(True, True):
        yield from mutants.moved(game(players, options, "moved"))
    for number in range(10):
        rng = Random(f"changed {players} {options} {number}")
        lines = game(players, options, number, HOUSE if number % 4 else rng.choice(ODD_DECKS))
        lines = lines[: rng.choice([30, 60, 90, 200])]
        yield from (mutants.changed(lines, rng) for _ in range(25))
        yield from rng.sample(list(mutants.moved(lines)), 8)


@pytest.mark.parametrize(("players", "options"), settings())
def test_r31_a_broken_record_is_refused_at_its_line_or_is_a_game_of_its_own(players: int, options: Options) -> None:
    """Both readers agree on the line. Where neither refuses any, the text is what that other game writes."""
    met = Counter[str]()
    for name, lines in broken(players, options):
        bad = first_bad_line(lines)
        assert bad == naive_record.first_bad_line(lines), name
        met["legal" if bad is None else "refused"] += 1
        if bad is None:
            games = list(record.read(lines))
            again = [line for read in games for line in as_json(read.state, read.names)]
            assert [json.loads(line) for line in lines] == again[: len(lines)], name
            assert {line["type"] for line in again[len(lines) :]} <= {"trick", "hand_end", "hand", "game_end"}
    assert met["refused"] > 200
    assert met["legal"] >= 1


def test_r31_dropping_the_end_leaves_an_unfinished_game() -> None:
    lines = game(3, Options(True, True), "end")
    for end in range(1, len(lines) + 1):
        assert naive_record.first_bad_line(lines[:end]) is None
        if end % 10 == 0:
            assert first_bad_line(lines[:end]) is None
