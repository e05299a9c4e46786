"""A disk that is really full, and one that is read-only: small file systems of a test's own."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.journal import Journal, JournalFault
from net.ledger import Entry, Save
from tests.net.journals import contents

pytestmark = pytest.mark.netns  # it needs root, as they do


def entry(number: int) -> Save:
    return Save(False, (Entry("line", f"{number}".ljust(200)),))


@contextlib.contextmanager
def disk(path: Path, size: str = "256k") -> Iterator[Path]:
    """A disk of that size."""
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)], check=True)
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


def filled(journal: Journal) -> int:
    """How many entries there was space for."""
    for saved in range(1000):
        try:
            journal.append(entry(saved))
        except JournalFault:
            return saved
    raise AssertionError("the disk takes everything")


def test_what_does_not_fit_is_refused_whole_and_saved_when_there_is_space(tmp_path: Path) -> None:
    with disk(tmp_path / "disk") as folder:
        journal = Journal(folder / "aa.journal")
        journal.create()
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(120 * 1024))
        saved = filled(journal)
        assert saved > 1
        for _ in range(3):  # as often as it is tried
            with pytest.raises(JournalFault) as caught:
                journal.append(entry(saved))
            assert caught.value.code == "full"
        ballast.unlink()
        journal.append(entry(saved))
        journal.append(entry(saved + 1))
        journal.close()
        found = [int(entry.body) for entry in Journal(journal.path).read()]
        assert found == [*range(saved + 2)]


def test_a_disk_with_no_room_to_begin_on(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "4k") as folder:
        with pytest.raises(JournalFault) as caught:
            Journal(folder / "aa.journal").create()
        assert caught.value.code in ("full", "unwritable")
        assert not [*folder.iterdir()]


def test_a_read_only_disk(tmp_path: Path) -> None:
    with disk(tmp_path / "disk") as folder:
        journal = Journal(folder / "aa.journal")
        journal.create()
        journal.append(entry(1))
        journal.close()
        before = contents(journal.path)
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        for deed in (Journal(folder / "bb.journal").create, Journal(journal.path).resume):
            with pytest.raises(JournalFault) as caught:
                deed()
            assert caught.value.code == "unwritable"
        assert contents(journal.path) == before
        assert [file.name for file in folder.glob("bb*")] == []
