"""Files of records: which games one holds, and the game one wants from it, checked line by line."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from engine import record
from engine.errors import RecordError
from muertos_tui.faults import Fault, record_fault, shown
from muertos_tui.i18n import _

MOST: Final = 1000  # games that are listed to choose from
CHECKED: Final = 50  # a file of no more is checked as a whole at once
_BEGINS: Final = re.compile(r'\s*\{\s*"type"\s*:\s*"game"')


@dataclass(frozen=True)
class Written:
    """A game as it stands in a file, unchecked: from that line on."""

    first: int
    lines: tuple[str, ...]
    number: int = 1  # among the games of the file

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, as far as that can be told before it is checked."""
        try:
            names = json.loads(self.lines[0])["names"]
            return tuple(shown(name)[:20] for name in names[:4])
        except (ValueError, LookupError, TypeError, RecursionError):
            return ()


def find(file: str, number: int | None = None) -> list[Written]:
    """The games of a file, or the one of that number from 1. Raises Fault in words."""
    try:
        with Path(file).open(encoding="utf-8", newline="\n") as source:
            lines = iter(lambda: source.readline(record.MAX_LINE + 1), "")
            games = _kept(split(lines), number)
    except UnicodeDecodeError:
        raise Fault(_("{file}: it is no text in UTF-8").format(file=shown(file))) from None
    if number is not None and not games:
        raise Fault(_("{file}: there is no game {number} in it").format(file=shown(file), number=number))
    if len(games) <= CHECKED and number is None:
        check(file, games)
    return games


def _kept(games: Iterator[Written], number: int | None) -> list[Written]:
    kept = []
    for game in games:
        if number in (None, game.number):
            kept.append(game)
        if len(kept) == (MOST if number is None else 1):
            break
    return kept


def split(lines: Iterable[str]) -> Iterator[Written]:
    """The lines of each game; what stands before the first belongs to it, and will be refused."""
    begun, kept, games = 1, list[str](), 1
    for line, raw in enumerate(lines, 1):
        if kept and _BEGINS.match(raw):
            yield Written(begun, tuple(kept), games)
            begun, kept, games = line, [], games + 1
        kept.append(raw)
    yield Written(begun, tuple(kept), games)


def check(file: str, games: Iterable[Written]) -> None:
    """Read them all as one record. Raises Fault with the line that cannot stand, and why."""
    _read(file, 1, chain.from_iterable(game.lines for game in games))


def load(file: str, game: Written) -> record.Game:
    """One game. Raises Fault with the line that cannot stand, and why."""
    return _read(file, game.first, game.lines)


def _read(file: str, first: int, lines: Iterable[str]) -> record.Game:
    try:
        *_before, last = record.read(lines)
    except RecordError as error:
        error.line += first - 1
        raise Fault(f"{shown(file)}: {record_fault(error)}") from None
    return last
