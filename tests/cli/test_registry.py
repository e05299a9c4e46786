"""The tables that run on this machine."""

import subprocess
import sys
from pathlib import Path

import pytest

from muertos_tui import registry
from muertos_tui.registry import Entry, Registration
from tests.cli.commands import ROOT, environment


def entry(table: str, name: str = "Ana") -> Entry:
    return Entry(
        id=table,
        pid=1,
        name=name,
        addresses=("192.0.2.1",),
        port=11102,
        players=4,
        free=3,
        people=1,
        phase="lobby",
        solo=False,
        key="secret",
        code="3-agave-kumquat",
    )


def test_a_table_is_listed_while_it_runs() -> None:
    assert registry.running() == []
    with Registration("aa") as one, Registration("bb") as two:
        one.write(entry("aa", "Zoe"))
        assert registry.running() == [entry("aa", "Zoe")]  # the other has not said anything yet
        two.write(entry("bb", "Ana"))
        assert [found.id for found in registry.running()] == ["bb", "aa"]
        one.write(entry("aa", "Beto"))
        assert [found.name for found in registry.running()] == ["Ana", "Beto"]
        assert registry.alive("aa")
    assert registry.running() == []
    assert [*registry.tables_dir().iterdir()] == []


def test_only_this_user_may_read_it() -> None:
    with Registration("aa") as one:
        one.write(entry("aa"))
        for path in (registry.tables_dir(), registry.tables_dir() / "aa.json"):
            assert path.stat().st_mode & 0o077 == 0


def test_asking_to_end() -> None:
    with Registration("aa") as one, Registration("bb") as two:
        registry.ask_to_end("aa")
        assert one.asked_to_end()
        assert not two.asked_to_end()
    assert [*registry.tables_dir().iterdir()] == []


def test_what_a_killed_process_left_behind_is_removed() -> None:
    script = """
import os, signal
from muertos_tui.registry import Registration, ask_to_end
from tests.cli.test_registry import entry
table = Registration("aa")
table.write(entry("aa"))
ask_to_end("aa")
print("there", flush=True)
signal.pause()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "there\n"
        assert [found.id for found in registry.running()] == ["aa"]
        process.kill()
        process.wait()
        assert registry.running() == []
    assert [*registry.tables_dir().iterdir()] == []


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"id":5}'])
def test_a_file_that_says_nothing_sensible_hides_no_other(text: str) -> None:
    with Registration("aa"), Registration("bb") as two:
        (registry.tables_dir() / "aa.json").write_text(text)
        two.write(entry("bb"))
        assert [found.id for found in registry.running()] == ["bb"]


def test_where_nothing_can_be_written(home: Path) -> None:
    (home / ".local").write_text("no directory")
    assert registry.running() == []
    with pytest.raises(OSError, match=r"."):
        Registration("aa")
