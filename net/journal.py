"""The journal of a table: an SQLite file in which every move is safe before anyone sees it (DESIGN §5).

Each entry carries a seal: the hash of the entry, the one before it and the table's ID. A small file beside the journal
says how far it went. So a page that is changed, missing or of another table's is noticed, and so is a lost end.
What is read is read from a copy: SQLite itself would write a foreign `-wal` into the journal when it opens it.
"""

import contextlib
import hashlib
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from net.ledger import Entry, Save

log = logging.getLogger(__name__)

VERSION: Final = 1
APPLICATION: Final = 0x6D756572  # "muer": tells our files from any other program's
SUFFIX: Final = ".journal"
_BESIDE: Final = ("-wal", "-shm", "-mark")
_MARK: Final = 20  # digits of the number in the mark, always so many: it is written in place, even on a full disk

_SCHEMA: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, body BLOB NOT NULL, seal BLOB NOT NULL)"
)


class JournalFault(Exception):
    """The journal cannot be had: a code, the file, and details in the system's words.

    Codes: full, unwritable, unreadable, gone, busy, foreign, empty, newer, damaged, lost_end.
    """

    def __init__(self, code: str, path: Path, detail: str = "") -> None:
        super().__init__(code, str(path), detail)
        self.code = code
        self.path = path
        self.detail = detail


class Journal:
    """The journal of the table whose ID is the file's name. Blocks: call it from one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._database: sqlite3.Connection | None = None
        self._mark: int | None = None
        self._number = 0  # of the last entry
        self._seal = b""

    # --- Beginning ---

    def create(self) -> None:
        """A new file, readable by this user only. Raises JournalFault."""
        try:
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as fault:
            raise JournalFault("unwritable", self.path, fault.strerror or "") from None
        try:
            self._open()
        except JournalFault:
            self.close(remove=True)
            raise

    def read(self) -> list[Entry]:
        """All entries of a file that nobody writes to. Raises JournalFault; the file stays as it is in any case."""
        if not self.path.exists():
            raise JournalFault("gone", self.path)
        with self._copied() as copy:
            return self._checked(copy)

    def resume(self) -> list[Entry]:
        """The same, and then it is open to be added to."""
        entries = self.read()
        try:
            self._open()
        except JournalFault:
            self.close()
            raise
        return entries

    def _open(self) -> None:
        with self._faults():
            self._database = database = _connect(self.path)
            database.execute("PRAGMA locking_mode = EXCLUSIVE")  # ours alone, and no file of shared memory
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA fullfsync = ON")  # macOS: down to the disk, not to its cache
            if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                database.execute("BEGIN IMMEDIATE")
                database.execute(f"PRAGMA application_id = {APPLICATION}")
                database.execute(f"PRAGMA user_version = {VERSION}")
                database.execute(_SCHEMA)
                database.execute("COMMIT")
            self._open_mark()

    def _open_mark(self) -> None:
        path = _beside(self.path, "-mark")
        try:
            self._mark = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        except OSError as fault:
            raise JournalFault("unwritable", path, fault.strerror or "") from None

    # --- Adding ---

    def append(self, save: Save) -> None:
        """All of it is on the disk when this returns. Raises JournalFault, and nothing of it is."""
        database = self._database
        assert database is not None
        number, seal = self._number, self._seal or self._first_seal(1)
        with self._faults():
            try:
                database.execute("BEGIN IMMEDIATE")
                if save.fresh:
                    database.execute("DELETE FROM entries")
                    seal = self._first_seal(number + 1)
                for entry in save.entries:
                    number += 1
                    body = entry.body.encode()
                    seal = _sealed(seal, entry.kind, body)
                    database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (number, entry.kind, body, seal))
                database.execute("COMMIT")
            except sqlite3.Error:
                with contextlib.suppress(sqlite3.Error):
                    database.execute("ROLLBACK")
                raise
        self._number, self._seal = number, seal
        self._write_mark()
        if save.fresh:  # so that the file stays as short as one game
            with contextlib.suppress(sqlite3.Error):
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _first_seal(self, number: int) -> bytes:
        return hashlib.sha256(f"{self.path.stem} {number}".encode()).digest()

    def _write_mark(self) -> None:
        """Not synced: it never says more than is on the disk, and outlives the process if not the machine."""
        assert self._mark is not None
        try:
            os.lseek(self._mark, 0, os.SEEK_SET)
            os.write(self._mark, b"%0*d\n" % (_MARK, self._number))
        except OSError as fault:
            log.warning("the journal's mark is not written: %s", fault)

    def close(self, remove: bool = False) -> None:
        """Be done with the file; with `remove` it is of no use any more."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None
        if self._mark is not None:
            os.close(self._mark)
            self._mark = None
        if remove:
            discard(self.path)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as fault:
            raise JournalFault(_code(fault), self.path, str(fault)) from None

    # --- Reading ---

    @contextlib.contextmanager
    def _copied(self) -> Iterator[Path]:
        with contextlib.ExitStack() as stack:
            try:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="muertos-")))
                for path in (self.path, _beside(self.path, "-wal")):
                    if path.exists():
                        shutil.copyfile(path, folder / path.name)
            except OSError as fault:
                raise JournalFault("unreadable", self.path, fault.strerror or "") from None
            yield folder / self.path.name

    def _checked(self, copy: Path) -> list[Entry]:
        """The entries of the copy, every one as it was written, and the last one there."""
        try:
            with contextlib.closing(_connect(copy)) as database:
                self._check_kind(database)
                rows = database.execute("SELECT number, kind, body, seal FROM entries ORDER BY number").fetchall()
                sound = database.execute("PRAGMA integrity_check").fetchone()[0]
        except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError) as fault:
            raise JournalFault("damaged", self.path, str(fault)) from None
        if sound != "ok":
            raise JournalFault("damaged", self.path, sound.splitlines()[0])
        if not rows:
            raise JournalFault("lost_end" if self._marked() else "empty", self.path)
        entries = self._unsealed(rows)
        if self._number < self._marked():
            raise JournalFault("lost_end", self.path)
        return entries

    def _check_kind(self, database: sqlite3.Connection) -> None:
        application = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema")]
        if application == 0 and not tables:  # its beginning was never finished
            raise JournalFault("lost_end" if self._marked() else "empty", self.path)
        if application != APPLICATION:
            raise JournalFault("foreign", self.path)
        if version > VERSION:
            raise JournalFault("newer", self.path, str(version))

    def _unsealed(self, rows: Sequence[tuple[int, object, object, object]]) -> list[Entry]:
        entries = []
        due, seal = rows[0][0], self._first_seal(rows[0][0])
        for number, kind, body, found in rows:
            # One flipped bit makes bytes of text, or text of bytes.
            if number == due and isinstance(kind, str) and isinstance(body, bytes):
                seal = _sealed(seal, kind, body)
                if seal == found:
                    entries.append(Entry(kind, body.decode()))
                    due += 1
                    continue
            raise JournalFault("damaged", self.path, f"entry {due}")
        self._number, self._seal = due - 1, seal
        return entries

    def _marked(self) -> int:
        """How far the journal went, 0 if that is not known."""
        try:
            return int(_beside(self.path, "-mark").read_bytes()[: _MARK + 1])
        except (OSError, ValueError):
            return 0


def discard(path: Path) -> None:
    """Remove a journal, and what lies beside it."""
    for gone in (path, *(_beside(path, end) for end in _BESIDE)):
        with contextlib.suppress(OSError):
            gone.unlink()


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _connect(path: Path) -> sqlite3.Connection:
    # Opened here, used by the thread that saves. Transactions are begun and ended by hand.
    return sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)


def _sealed(before: bytes, kind: str, body: bytes) -> bytes:
    return hashlib.sha256(b"%b%b\0%b" % (before, kind.encode(), body)).digest()


def _code(fault: sqlite3.Error) -> str:
    primary = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if primary == sqlite3.SQLITE_FULL:
        return "full"
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "busy"
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return "damaged"
    return "unwritable"
