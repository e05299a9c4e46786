"""The tables that run on this machine, for this user: a file each, so that none is ever left behind unseen.

The process of a table holds a lock on a file beside it for as long as it lives. A lock cannot be left behind, as a pid
can that another process has got since: whoever can take it knows that the process is gone.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec
from msgspec.structs import replace

from muertos_tui.places import private_dir, state_dir, write_whole
from net.limits import MAX_CODE, MAX_TABLE_NAME
from net.text import clean_text

log = logging.getLogger(__name__)


class Entry(msgspec.Struct, frozen=True):
    """A running table. `key` is the host's key, `code` the join code: the file is for this user's eyes only."""

    id: str
    pid: int
    name: str
    addresses: tuple[str, ...]
    port: int
    players: int
    free: int
    people: int
    phase: str
    solo: bool
    key: str
    code: str  # "" if none is asked for


def tables_dir() -> Path:
    """Where the files are."""
    return state_dir() / "tables"


def try_lock(file: IO[Any]) -> bool:
    """Take the lock of a file unless another process has it; the end of the process gives it back."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _locked(path: Path) -> IO[bytes]:
    """The file, locked. Another process may take it for one left behind, and remove it, until the lock is on it."""
    while True:
        lock = path.open("ab")
        with suppress(FileNotFoundError):
            if try_lock(lock) and os.path.samestat(os.fstat(lock.fileno()), path.stat()):
                return lock
        lock.close()


class Registration:
    """This process's own entry, for as long as it is open."""

    def __init__(self, table: str) -> None:
        folder = private_dir(tables_dir())
        self._file = folder / f"{table}.json"
        self._request = _request(table)
        self._lock_path = folder / f"{table}.lock"
        self._lock = _locked(self._lock_path)

    def write(self, entry: Entry) -> None:
        """Say how the table is now."""
        write_whole(self._file, msgspec.json.encode(entry).decode())

    def asked_to_end(self) -> bool:
        """Whether `ask_to_end` was called."""
        return self._request.exists()

    def close(self) -> None:
        """The table is over."""
        self._lock.close()  # first: Windows removes no open file
        for path in (self._file, self._request, self._lock_path):
            with suppress(OSError):
                path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def running() -> list[Entry]:
    """The tables that run now, by name; files of processes that are gone are removed."""
    return sorted(_running(), key=lambda entry: (entry.name, entry.id))


def _running() -> Iterator[Entry]:
    for lock_path in tables_dir().glob("*.lock"):
        if lock_path.name.startswith("."):
            continue
        entry_path = lock_path.with_suffix(".json")
        try:
            with lock_path.open("r+b") as lock:
                left_behind = try_lock(lock)
            if left_behind:
                for path in (entry_path, _request(lock_path.stem), lock_path):
                    path.unlink(missing_ok=True)
            else:
                yield _cleaned(msgspec.json.decode(entry_path.read_bytes(), type=Entry))
        except FileNotFoundError:
            continue  # it has just begun, or just ended
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("cannot tell about a table: %s: %s", entry_path, error)


def _cleaned(entry: Entry) -> Entry:
    """What another process has written is text from outside."""
    return replace(
        entry,
        name=clean_text(entry.name, MAX_TABLE_NAME),
        addresses=tuple(clean_text(address, MAX_TABLE_NAME) for address in entry.addresses),
        code=clean_text(entry.code, MAX_CODE),
    )


def alive(table: str) -> bool:
    """Whether the process of a table is still there."""
    return any(entry.id == table for entry in _running())


def ask_to_end(table: str) -> None:
    """Ask the process of a table to end it. A file does it on every system, and for one table of several."""
    _request(table).touch()


def _request(table: str) -> Path:
    return tables_dir() / f"{table}.end"
