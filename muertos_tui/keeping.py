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
from dataclasses import replace
from pathlib import Path
from typing import IO, Final, Self

import msgspec

from muertos_tui.link import Link, LinkEnded, LinkMaker, LinkMessage, Tell, Told
from muertos_tui.places import private_dir, state_dir
from muertos_tui.registry import try_lock
from muertos_tui.startup import Connect
from net import messages as m

log = logging.getLogger(__name__)

SUFFIX: Final = ".seat"
KEPT: Final = 24 * 3600.0  # seconds: whoever has not come back for a day comes as anyone does
LONGEST: Final = 64 * 1024  # bytes of a file that are read


class Seat(msgspec.Struct, frozen=True):
    """Who sits where, and the token: the file is for this user's eyes only."""

    name: str
    addresses: tuple[str, ...]
    port: int
    token: str

    def fits(self, connect: Connect, name: str) -> bool:
        """Whether this is where the person wants to go."""
        return self.name == name and self.port == connect.port and not {*self.addresses}.isdisjoint(connect.addresses)


def seats_dir() -> Path:
    """Where the files are."""
    return state_dir() / "seats"


class KeptSeat:
    """The seat of one screen, for as long as it is open; what cannot be read or written is done without."""

    def __init__(self, connect: Connect, name: str) -> None:
        self._seat = Seat(name, connect.addresses, connect.port, "")
        self._file: IO[bytes] | None = None
        self._path = seats_dir()
        with suppress(OSError):
            for path, file, seat in _nobodys():
                if self._file is None and seat.fits(connect, name):
                    self._path, self._file, self._seat = path, file, seat
                else:
                    file.close()

    @property
    def token(self) -> str:
        """What brings the seat back; empty if there is none."""
        return self._seat.token

    def keep(self, token: str) -> None:
        """The seat's token, as the table tells it."""
        if token == self._seat.token:
            return
        self._seat = msgspec.structs.replace(self._seat, token=token)
        try:
            if self._file is None:
                self._path = private_dir(seats_dir()) / f"{secrets.token_hex(8)}{SUFFIX}"
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
                self._file = os.fdopen(os.open(self._path, flags, 0o600), "r+b")
                try_lock(self._file)
            self._file.seek(0)
            self._file.truncate()
            self._file.write(msgspec.json.encode(self._seat))
            self._file.flush()
        except OSError as error:
            log.warning("the seat is not kept: %s", error)

    def give_up(self) -> None:
        """There is no seat to come back to any more."""
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


class KeptLink:
    """A link that comes back to the seat which a screen before it had, and keeps its own for the next."""

    def __init__(self, connect: Connect, name: str, make: LinkMaker) -> None:
        self._kept = KeptSeat(connect, name)
        self._link: Link = make(replace(connect, token=self._kept.token), name)

    def send(self, message: m.ToTable) -> bool:
        """Say something to the table; whether it could be said."""
        return self._link.send(message)

    async def run(self, tell: Tell) -> None:
        """Connect, and tell what comes, until the end or until cancelled."""

        def hear(message: LinkMessage) -> object:
            match message:
                case Told() if isinstance(message.told, m.Welcome):
                    self._kept.keep(message.told.token)
                case LinkEnded() if m.BYES.get(message.code, False) and message.code != "elsewhere":
                    self._kept.give_up()
            return tell(message)

        with self._kept:
            await self._link.run(hear)
