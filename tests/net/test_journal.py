"""The journal's file: what is on the disk when, and what is made of one that is not as it was left."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from net.journal import VERSION, Journal, JournalFault
from net.ledger import Entry, Save
from tests.net.journals import beside, contents, copied, killed

SECTOR = 512
MOVES = 14


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a table that was killed in a game."""
    return killed(tmp_path_factory.mktemp("left") / "aa.journal", MOVES)


@pytest.fixture(scope="module")
def whole(left: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """What it holds."""
    return Journal(copied(left, tmp_path_factory.mktemp("whole"))).read()


def entry(number: int) -> Save:
    return Save(False, (Entry("line", f"{number}"),))


def fault_of(path: Path) -> JournalFault:
    """The fault that a journal is refused with; every byte of it stays."""
    before = contents(path)
    with pytest.raises(JournalFault) as caught:
        Journal(path).resume()
    assert contents(path) == before
    assert caught.value.path == path
    return caught.value


def refused_or_the_same(path: Path, whole: list[Entry]) -> str:
    """Either nothing that was saved is missing or another, or the journal is refused and stays as it is."""
    before = contents(path)
    try:
        found = Journal(path).read()
    except JournalFault as fault:
        code = fault.code
    else:
        assert found == whole
        code = ""
    assert contents(path) == before
    return code


def test_what_was_appended_is_there_after_a_kill(left: Path, whole: list[Entry], tmp_path: Path) -> None:
    assert sum(entry.kind == "action" for entry in whole) == MOVES
    path = copied(left, tmp_path / "again")
    journal = Journal(path)
    assert journal.resume() == whole
    journal.append(entry(1))
    journal.close()
    assert not beside(path, "-wal").exists()
    assert Journal(path).read() == [*whole, Entry("line", "1")]


def test_a_fresh_save_leaves_nothing_of_before(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    journal.create()
    for number in range(300):
        journal.append(entry(number))
    long = len(contents(journal.path)["-wal"])
    journal.append(Save(True, (Entry("room", "{}"),)))
    assert len(contents(journal.path)["-wal"]) < long / 10
    journal.append(entry(7))
    journal.close()
    assert Journal(journal.path).read() == [Entry("room", "{}"), Entry("line", "7")]


def test_the_files_are_for_this_user_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    before = os.umask(0)
    try:
        journal.create()
        journal.append(entry(1))
    finally:
        os.umask(before)
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert {file.name for file in tmp_path.iterdir()} == {"aa.journal", "aa.journal-wal", "aa.journal-mark"}
    journal.close(remove=True)
    assert not [*tmp_path.iterdir()]


def test_every_commit_is_synced(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    journal.create()
    assert journal._database is not None
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()


def test_a_file_that_is_there_is_never_created_over(tmp_path: Path) -> None:
    path = tmp_path / "aa.journal"
    path.write_text("something")
    with pytest.raises(JournalFault) as caught:
        Journal(path).create()
    assert caught.value.code == "unwritable"
    assert path.read_text() == "something"


@pytest.fixture(scope="module")
def tidy(left: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same journal, of a table that was stopped in good order: all of it is in one file."""
    path = copied(left, tmp_path_factory.mktemp("tidy"))
    journal = Journal(path)
    journal.resume()
    journal.close()
    assert not beside(path, "-wal").exists()
    return path


def a_journal(state: str, left: Path, tidy: Path) -> Path:
    return {"killed": left, "tidy": tidy}[state]


@pytest.mark.parametrize(("state", "end"), [("killed", ""), ("killed", "-wal"), ("tidy", "")])
def test_cut_anywhere(left: Path, tidy: Path, whole: list[Entry], tmp_path: Path, state: str, end: str) -> None:
    original = a_journal(state, left, tidy)
    length = beside(original, end).stat().st_size
    codes = []
    for cut in range(0, length, SECTOR):
        path = copied(original, tmp_path / "cut")
        os.truncate(beside(path, end), cut)
        codes.append(refused_or_the_same(path, whole))
    assert len(codes) > 15
    assert set(codes) <= {"", "empty", "damaged", "lost_end"}
    if (state, end) != ("killed", ""):  # there every page stands in the -wal once more
        assert "" not in codes


@pytest.mark.parametrize(("state", "end"), [("killed", ""), ("killed", "-wal"), ("killed", "-mark"), ("tidy", "")])
def test_flipped_bytes(left: Path, tidy: Path, whole: list[Entry], tmp_path: Path, state: str, end: str) -> None:
    original = a_journal(state, left, tidy)
    rng = Random(f"flips {end}")
    length = beside(original, end).stat().st_size
    places = {*range(min(length, 60)), *(rng.randrange(length) for _ in range(80))}
    codes = []
    for place in sorted(places):
        path = copied(original, tmp_path / "flipped")
        data = bytearray(beside(path, end).read_bytes())
        data[place] ^= 1 << rng.randrange(8)
        beside(path, end).write_bytes(data)
        codes.append(refused_or_the_same(path, whole))
    assert set(codes) <= {"", "empty", "damaged", "lost_end", "foreign", "newer"}
    if end == "-wal":
        assert codes.count("") < len(codes) / 3


def test_without_its_wal(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "files")
    beside(path, "-wal").unlink()
    assert fault_of(path).code == "lost_end"


def test_with_a_foreign_wal(left: Path, tmp_path: Path) -> None:
    other = killed(tmp_path / "other" / "bb.journal", 10)
    path = copied(left, tmp_path / "files")
    shutil.copyfile(beside(other, "-wal"), beside(path, "-wal"))
    assert fault_of(path).code in ("damaged", "lost_end")


def test_with_an_older_wal_of_its_own(tmp_path: Path) -> None:
    long = killed(tmp_path / "long" / "aa.journal", 20)
    short = killed(tmp_path / "short" / "aa.journal", 10)
    shutil.copyfile(beside(short, "-wal"), beside(long, "-wal"))
    assert fault_of(long).code == "lost_end"


def test_of_another_table(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "files")
    for end in ("", "-wal", "-mark"):
        beside(path, end).rename(tmp_path / f"cc.journal{end}")
    assert fault_of(tmp_path / "cc.journal").code == "damaged"


CHANGES = {
    "a number": "UPDATE entries SET number = number + 1 WHERE number = (SELECT max(number) FROM entries)",
    "one is gone": "DELETE FROM entries WHERE number = 3",
    "a body": "UPDATE entries SET body = CAST('{}' AS BLOB) WHERE number = 3",
    # One bit tells text from bytes.
    "a body of text": "UPDATE entries SET body = CAST(body AS TEXT) WHERE number = 3",
    "a kind of bytes": "UPDATE entries SET kind = CAST(kind AS BLOB) WHERE number = 3",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_entry_that_is_another(tidy: Path, tmp_path: Path, change: str) -> None:
    path = copied(tidy, tmp_path / "files")
    with sqlite3.connect(path) as database:
        database.execute(change)
    database.close()
    assert fault_of(path).code == "damaged"


def test_entries_that_can_be_read_on_broken_pages(tidy: Path, tmp_path: Path) -> None:
    path = copied(tidy, tmp_path / "files")
    data = bytearray(path.read_bytes())
    data[36:40] = (5).to_bytes(4)  # so many pages are free, it says
    path.write_bytes(data)
    assert fault_of(path).code == "damaged"


def test_a_fault_that_the_database_cannot_put_in_words(tidy: Path, tmp_path: Path) -> None:
    path = copied(tidy, tmp_path / "files")
    data = path.read_bytes()
    assert b"TABLE entries" in data
    path.write_bytes(data.replace(b"TABLE entries", b"TABL\xc5 entries"))  # quoted in a message that is no UTF-8 then
    assert fault_of(path).code == "damaged"


def test_empty(tmp_path: Path) -> None:
    path = tmp_path / "aa.journal"
    path.touch()
    assert fault_of(path).code == "empty"


def test_begun_and_never_saved_to(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    journal.create()
    journal.close()
    assert fault_of(journal.path).code == "empty"


def test_not_there(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "aa.journal").code == "gone"


def test_no_database(tmp_path: Path) -> None:
    path = tmp_path / "aa.journal"
    path.write_bytes(b"Dear diary, " * 1000)
    assert fault_of(path).code == "damaged"


def test_another_programs_database(tmp_path: Path) -> None:
    path = tmp_path / "aa.journal"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    assert fault_of(path).code == "foreign"


def test_of_a_newer_version(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    journal.create()
    journal.append(entry(1))
    journal.close()
    database = sqlite3.connect(journal.path)
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    fault = fault_of(journal.path)
    assert (fault.code, fault.detail) == ("newer", str(VERSION + 1))


def test_a_journal_that_is_written_is_nobody_elses(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "aa.journal")
    journal.create()
    journal.append(entry(1))
    script = "import sys, pathlib; from net.journal import Journal; Journal(pathlib.Path(sys.argv[1])).resume()"
    done = subprocess.run(
        [sys.executable, "-c", script, str(journal.path)], capture_output=True, text=True, check=False, timeout=30
    )
    assert "net.journal.JournalFault: ('busy'" in done.stderr
    journal.append(entry(2))
    journal.close()
    assert len(Journal(journal.path).read()) == 2


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalFault) as caught:
        Journal(tmp_path / "nowhere" / "aa.journal").create()
    assert caught.value.code == "unwritable"


def test_no_fault_tells_what_is_in_it(left: Path, whole: list[Entry], tmp_path: Path) -> None:
    path = copied(left, tmp_path / "files")
    os.truncate(beside(path, "-wal"), 12_000)
    said = repr(fault_of(path)) + repr(whole) + repr(Save(False, tuple(whole)))
    assert "seed" not in said
    assert '"card"' not in said
