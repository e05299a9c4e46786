"""The seats that this user holds at tables, so that a screen that went down is brought back to its own.

A table tells each person a secret token that brings the seat back. A lost connection needs no more than the screen's
memory; this is for a screen that was closed or killed, or whose machine went down. A file for each seat, locked while a
screen has it: two players may share an account, and neither may be given the other's seat.
"""

import logging
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Self

import msgspec

from muertos_tui.places import private_dir, state_dir
from muertos_tui.registry import try_lock

log = logging.getLogger(__name__)

SUFFIX: Final = ".seat"
KEPT: Final = 24 * 3600.0  # seconds: whoever has not come back for a day comes as anyone does
LONGEST: Final = 64 * 1024  # bytes of a file that are read


class Seat(msgspec.Struct, frozen=True):
    """Who sits where, and the token: the file is for this user's eyes only. A table is known by its certificate."""

    name: str
    fingerprint: bytes
    token: str


def seats_dir() -> Path:
    """Where the files are."""
    return state_dir() / "seats"


class KeptSeat:
    """The seat of one screen, as a `net.entry.Pocket`; what cannot be read or written is done without."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._path = seats_dir()
        self._file: IO[bytes] | None = None

    def find(self, fingerprint: bytes) -> str:
        """The token of this person's seat at that table, if no screen has it now; "" if there is none."""
        token = ""
        with suppress(OSError):
            for path, file, seat in _nobodys():
                if self._file is None and (seat.name, seat.fingerprint) == (self._name, fingerprint):
                    self._path, self._file, token = path, file, seat.token
                else:
                    file.close()
        return token

    def keep(self, fingerprint: bytes, token: str) -> None:
        """Keep a seat."""
        try:
            if self._file is None:
                self._path = private_dir(seats_dir()) / f"{secrets.token_hex(8)}{SUFFIX}"
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
                self._file = os.fdopen(os.open(self._path, flags, 0o600), "r+b")
                try_lock(self._file)
            self._file.seek(0)
            self._file.truncate()
            self._file.write(msgspec.json.encode(Seat(self._name, fingerprint, token)))
            self._file.flush()
        except OSError as error:
            log.warning("the seat is not kept: %s", error)

    def forget(self) -> None:
        """The seat is no more."""
        if self._file is not None:
            self.close()
            with suppress(OSError):
                self._path.unlink()

    def close(self) -> None:
        """Leave the seat for the next screen."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _nobodys() -> Iterator[tuple[Path, IO[bytes], Seat]]:
    """The seats that no screen has now, each with its file, open and locked; what is old or broken is removed."""
    for path in sorted(seats_dir().glob(f"*{SUFFIX}")):
        file: IO[bytes] | None = None
        try:
            file = path.open("r+b")
            if not try_lock(file):
                file.close()
                continue
            seat = msgspec.json.decode(file.read(LONGEST), type=Seat)
            if time.time() - os.fstat(file.fileno()).st_mtime < KEPT:
                yield path, file, seat
                continue
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("no seat to come back to: %s: %s", path, error)
        if file is not None:
            file.close()
        with suppress(OSError):
            path.unlink()
