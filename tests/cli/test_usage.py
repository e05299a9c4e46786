"""Exit statuses, one line on stderr, and never a traceback."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from engine.bots import LEVELS
from muertos_tui.table_options import checked_seed
from tests.cli.commands import MUERTOS, ROOT, environment, muertos, quick

WRONG_USE = [
    ["frob"],
    ["--frob"],
    ["simulate", "--bots", "genius"],
    ["simulate", "--bots", ""],
    ["simulate", "--bots", "easy,easy,easy,easy,easy"],
    ["simulate", "--games", "0"],
    ["simulate", "--players", "5"],
    ["simulate", "--seed", "xyz"],
    ["simulate", "--seed", "-1"],
    ["simulate", "--seed", "ab" * 31],
    ["verify"],
    ["verify", "a", "b"],
    ["play", "--seed", "1"],
    ["play", "--solo", "--port", "5000"],
    ["play", "--solo", "--bind", "127.0.0.1"],
    ["play", "--bots", "easy,easy,easy,easy"],
    ["play", "--name", "\u200b\x1b"],
    ["host", "--seed", "1"],
    ["host", "--port", "0"],
    ["host", "--port", "65536"],
    ["host", "--bind", "example"],
    ["host", "--table", "\u202e"],
    ["host", "--resume", "ab", "--players", "3"],
    ["join", "--seed", "1"],
    ["join", "a b"],
    ["join", "host:"],
    ["join", ":::"],
    ["watch", "host:"],
    ["watch", "a", "--seed", "1"],
    ["join", "host:99999"],
    ["join", "a", "b"],
    ["serve", "--seed", "1"],
    ["serve", "--tables", "0"],
    ["serve", "--tables", "2", "--port", "5000"],
    ["tables", "--wait", "-1"],
    ["tables", "--wait", "nan"],
    ["tables", "--wait", "inf"],
    ["arena", "easy", "medium", "--bots", "hard"],
    ["replay"],
    ["replay", "file", "--game", "0"],
]


@pytest.mark.parametrize("words", WRONG_USE, ids=" ".join)
def test_wrong_use(words: list[str]) -> None:
    assert "--help" in quick(*words).fault(2)


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "/nowhere"],
        ["verify", "."],
        ["replay", "/nowhere"],
        ["replay", "."],
        ["deck", "/nowhere"],
        ["deck", "."],
        ["simulate", "--deck", "/nowhere"],
        ["simulate", "--games", "1", "--record", "/nowhere/at/all"],
        ["play", "--deck", "/nowhere"],
        ["host", "--deck", "."],
        ["tables", "--stop", "abc"],
        ["tables", "--stop", ""],
        ["host", "--resume"],
        ["host", "--resume", "abc"],
        ["serve", "--bind", "192.0.2.123"],
        ["serve", "--attached"],
    ],
    ids=" ".join,
)
def test_what_goes_wrong_in_the_world(words: list[str]) -> None:
    quick(*words).fault(1)


@pytest.mark.parametrize(
    "words", [[], ["play"], ["host"], ["join"], ["join", "127.0.0.1:9"], ["watch", "a"]], ids=" ".join
)
def test_a_screen_needs_a_terminal(words: list[str]) -> None:
    assert "terminal" in muertos(*words).fault(1)
    assert quick("tables", "--wait", "0").out == ""  # and no table is left behind


@pytest.mark.parametrize(
    "command", ["", "play", "host", "join", "watch", "serve", "tables", "simulate", "verify", "replay", "rules", "deck"]
)
def test_help(command: str) -> None:
    done = quick(*command.split(), "--help")
    assert done.status == 0
    assert done.out.startswith("Usage: muertos")
    assert done.err == ""


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes break otherwise there")
@pytest.mark.parametrize(
    "words",
    [
        "simulate --games 1 --record -",
        "simulate --games 3 --record -",
        "simulate --games 200 --record -",
        "rules",
        "deck",
    ],
)
def test_a_reader_that_has_seen_enough(words: str) -> None:
    process = subprocess.Popen(
        [*MUERTOS, *words.split()], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 1


@pytest.mark.parametrize("games", ["49", "100000"])  # in one process, and in several
def test_ctrl_c(games: str) -> None:
    process = subprocess.Popen(
        [*MUERTOS, "simulate", "--bots", "medium", "--games", games, "--record", "-"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout
    process.stdout.read(100)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all of them
    began = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert err == b"\n"  # past the ^C on the terminal
    assert process.returncode == 130
    assert time.monotonic() - began < 10


def test_a_fault_of_the_program_is_one_line_and_in_the_log(home: Path) -> None:
    script = """
import sys
from muertos_tui import files
from muertos_tui.cli import main
files.show_rules = lambda: 1 / 0
main(["rules"])
"""
    done = subprocess.run(
        [MUERTOS[0], "-c", script], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    (log,) = home.rglob("muertos.log")
    assert str(log) in done.stderr
    assert "ZeroDivisionError" in log.read_text()
    assert log.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_letters_that_the_terminal_does_not_have(locale: str, tmp_path: Path) -> None:
    file = tmp_path / "no 💀 here"
    line = muertos("verify", str(file), LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0").fault(1)
    assert line.isascii()


def test_hostile_words_are_shown_harmless(tmp_path: Path) -> None:
    for words in (["verify", "\x1b[2J\u202e"], ["deck", "\x9b2J\n\r"], ["\x1b]0;title\x07"], ["join", "a\x1b b"]):
        done = quick(*words)
        assert done.status in (1, 2)
        assert len(done.err.splitlines()) == 1
        assert not {"\x1b", "\x9b", "\x07", "\u202e", "\r"} & {*done.err}


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("rules >&-", 0),
        ("deck >&-", 0),
        ("--version >&-", 0),
        ("simulate --games 1 --record - >&-", 0),
        ("verify - <&-", 1),
        ("frob 2>&-", 2),
        ("deck <&- >&- 2>&-", 0),
    ],
)
def test_streams_that_are_closed(command: str, status: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m muertos_tui {command}', MUERTOS[0]],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert "fault of the program" not in done.stderr


def test_seeds() -> None:
    def seed(text: str) -> bytes | None:
        return checked_seed(None, None, text)  # type: ignore[arg-type]  # neither is looked at

    assert seed("7") == bytes(31) + b"\x07"
    assert seed("AB" * 32) == b"\xab" * 32
    assert seed("1" * 64) == b"\x11" * 32


def test_the_help_names_every_level() -> None:
    help_text = " ".join(quick("play", "--help").out.split())
    assert f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]};" in help_text


def test_an_option_without_its_value_points_to_the_help_of_its_command() -> None:
    assert quick("tables", "--stop").fault(2).endswith("See: muertos tables --help")
    assert quick("--nothing").fault(2).endswith("See: muertos --help")


def test_the_help_names_the_bots_one_gets() -> None:
    assert "medium to play with" in " ".join(quick("play", "--help").out.split())
