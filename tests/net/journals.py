"""Journals of tables that were killed: the files as they lay on the disk at that moment."""

import shutil
import subprocess
import sys
from pathlib import Path

from net.journal import Journal
from tests.net.tables import started

ENDS = ("", "-wal", "-mark")

# A process that is killed leaves its files as they are; one that ends would tidy up.
_KILLED = """
import os, sys
from pathlib import Path
from net.journal import Journal
from tests.net.journals import play
journal = Journal(Path(sys.argv[1]))
journal.create()
play(journal, int(sys.argv[2]))
os._exit(9)
"""


def play(journal: Journal, steps: int) -> None:
    """A game of so many steps, every one of them saved."""
    desk, people = started(4, 2)
    for step in range(steps + 1):
        if step:
            desk.step(people)
        save = desk.authority.unsaved()
        if save is not None:
            journal.append(save)
            desk.authority.saved()


def killed(path: Path, steps: int) -> Path:
    """The journal of a table that was killed after so many steps."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, "-c", _KILLED, str(path), str(steps)], check=False, timeout=60)
    assert done.returncode == 9
    return path


def beside(path: Path, end: str) -> Path:
    """A file that lies beside the journal."""
    return path.with_name(path.name + end)


def copied(path: Path, folder: Path) -> Path:
    """The journal and what lies beside it, in another folder."""
    folder.mkdir(exist_ok=True)
    for end in ENDS:
        if beside(path, end).exists():
            shutil.copyfile(beside(path, end), folder / f"{path.name}{end}")
    return folder / path.name


def contents(path: Path) -> dict[str, bytes]:
    """Every byte of the files."""
    return {end: beside(path, end).read_bytes() for end in ENDS if beside(path, end).exists()}
