"""`muertos solve`: positions read and refused, and plays that force a goal."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.bots.proof import winning
from engine.bots.puzzle import PositionError, loads
from engine.deck import parse
from engine.notation import action_text
from muertos_tui.cli import main
from muertos_tui.solving import _WRONG, EXAMPLE

# South can give G4 to North's ten; if North keeps the ten, West takes this trick and leads one of its own.
OPEN = """
leader = "W"
trick = ["W B9"]
goal = "cards 1"
[hands]
N = "K10 G8"
E = "P5 P7"
S = "G4 B5"
W = "K10"
"""


def solved(text: str) -> tuple[list[str], int]:
    actions, ways = winning(loads(text))
    return [action_text(action) for action in actions], ways


def test_a_forced_win_with_open_hands() -> None:
    assert solved(OPEN) == (["N play K10"], 1)
    assert solved(OPEN.replace('"cards 1"', '"cards 2"')) == ([], 1)
    assert solved(OPEN.replace('"cards 1"', '"points 1"') + '[won]\nNS = "K2"\n') == (["N play K10"], 1)


def test_a_3_refutes_a_ten() -> None:
    assert solved(OPEN.replace("P5 P7", "P3x P7")) == ([], 1)


def test_unknown_cards_may_lie_in_every_way() -> None:
    hidden = 'unknown = "P5 P7 K10"\n' + OPEN.replace('"P5 P7"', '"? ?"').replace('W = "K10"', 'W = "?"')
    assert solved(hidden) == (["N play K10"], 3)
    # In two of the ways East has the 3 that takes the ten.
    assert solved(hidden.replace("P5", "P3x", 1))[0] == []


def test_identical_cards_are_one_way() -> None:
    text = 'unknown = "K10 K10"\nleader = "N"\n[hands]\nN = "K2"\nE = "?"\nS = "G4"\nW = "?"\n'
    assert solved(text) == ([], 1)


def test_to_win_is_to_have_more_when_the_hand_ends() -> None:
    ahead = 'leader = "N"\n[hands]\nN = "K10"\nE = "K2"\nS = "G4"\nW = "P9"\n[won]\nEW = "K2 G4"\n'
    assert solved(ahead) == ([], 1)  # one pair each, and as much Food and Muertos
    assert solved(ahead.replace('"K2 G4"', '"G4 G4"')) == (["N play K10"], 1)


def test_a_swap_and_a_table_with_an_open_hand() -> None:
    text = 'players = 3\noptional_swap = true\nleader = "N"\ngoal = "cards 1"\n[hands]\n'
    hands = 'N = "K1w P5"\nE = "G8 G7"\nS = "K10 G4"\nW = "P9 B9"\n'
    assert solved(text + hands) == (["N play K1w"], 1)


def test_another_deck() -> None:
    deck = parse({"name": "tens", "cards": {"K10": 10, "K6*": 1, "P3x": 14}})
    text = 'leader = "N"\ngoal = "cards 1"\n[hands]\nN = "K10"\nE = "P3x"\nS = "K10"\nW = "K2"\n'
    assert [action_text(a) for a in winning(loads(text, deck))[0]] == ["N play K10"]  # a 3 removes one ten, not both
    assert winning(loads(text.replace('S = "K10"', 'S = "P3x"'), deck))[0] == []
    with pytest.raises(PositionError):
        loads(text.replace('S = "K10"', 'S = "B5"'), deck)


REFUSED = {
    "no_toml": "leader =",
    "unknown_key": OPEN.replace("goal", "aim"),
    "bad_number": "day = 4\n" + OPEN,
    "no_leader": "",
    "bad_seat": OPEN.replace('leader = "W"', 'leader = "X"'),
    "bad_card": OPEN.replace("P5", "P55"),
    "bad_trick": OPEN.replace("W B9", "W"),
    "bad_order": OPEN.replace("W B9", "E B9"),
    "full_trick": OPEN.replace('"W B9"', '"W B9", "N K10", "E P3x", "S K2"'),
    "bad_hands": OPEN.replace("W =", "X ="),
    "bad_sizes": OPEN.replace("G4 B5", "G4"),
    "bad_unknown": OPEN.replace("G4 B5", "G4 ?"),
    "too_many_unknown": 'unknown = "K10 K10 K10 K2 K2 K2 G4 G4 G4 G4"\n' + OPEN,
    "bad_won": OPEN + '[won]\nNS = "K10"\n',
    "bad_goal": OPEN.replace("cards 1", "cards"),
    "not_in_deck": OPEN.replace("G4 B5", "P4 B5"),
    "no_color": OPEN.replace("W B9", "W K0c"),
}


def test_every_fault_has_words() -> None:
    assert set(REFUSED) == set(_WRONG)


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_is_refused(code: str, tmp_path: Path) -> None:
    with pytest.raises(PositionError) as refusal:
        loads(REFUSED[code])
    assert refusal.value.code == code
    file = tmp_path / "position.toml"
    file.write_text(REFUSED[code])
    result = CliRunner().invoke(main, ["solve", str(file)])
    assert result.exit_code == 1
    assert "position.toml: " in result.output
    assert "{" not in result.output.partition("position.toml: ")[2]


def test_the_command_prints_the_plays(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    explained = CliRunner().invoke(main, ["solve", "--format"])
    file.write_text(explained.output)
    assert EXAMPLE in explained.output
    result = CliRunner().invoke(main, ["solve", str(file)])
    assert (result.exit_code, result.stdout) == (0, "S play K10\n")
    file.write_text(OPEN.replace("cards 1", "points 1"))
    result = CliRunner().invoke(main, ["solve", str(file)])
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No play forces it." in result.stderr
    assert CliRunner().invoke(main, ["solve"]).exit_code == 2
    file.write_bytes(b"\xff")
    assert CliRunner().invoke(main, ["solve", str(file)]).exit_code == 1
    file.write_bytes(b"#" * 70_000)
    assert CliRunner().invoke(main, ["solve", str(file)]).exit_code == 1


def test_a_position_comes_through_a_pipe() -> None:
    result = CliRunner().invoke(main, ["solve", "-"], input=EXAMPLE)
    assert (result.exit_code, result.stdout) == (0, "S play K10\n")
    result = CliRunner().invoke(main, ["solve", "-"], input="")
    assert result.stderr == "muertos: the input: `leader` must name the seat that leads the trick\n"
