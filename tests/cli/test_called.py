"""What a sentence tells to type is what works here."""

import sys
from pathlib import Path

import pytest

from muertos_tui.called import called


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed muertos that is running."""
    path = tmp_path / "venv" / "bin" / "muertos"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(path), "play"])
    return path


def test_a_muertos_on_the_path_is_called_by_its_name(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(program.parent))
    assert called() == "muertos"


def test_one_that_is_not_on_the_path_is_called_by_where_it_lies(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.chdir(tmp_path)
    assert called() == "venv/bin/muertos"
    monkeypatch.chdir(program.parent)
    monkeypatch.setattr(sys, "argv", ["./muertos", "play"])
    assert called() == "./muertos"


def test_another_one_on_the_path_is_not_this_one(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "bin" / "muertos"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    assert called() == str(program)


def test_without_a_script_python_runs_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/muertos_tui/__main__.py"])
    assert called() == "python -m muertos_tui"
