"""The journals of this user's tables: bringing a table back whose process is gone, and removing what is old."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from muertos_tui import registry
from muertos_tui.called import called
from muertos_tui.faults import Fault, shown
from muertos_tui.i18n import _
from muertos_tui.places import private_dir, state_dir
from muertos_tui.table_process import TableSpec, new_key
from net import ledger
from net.journal import SUFFIX, Journal, JournalFault, discard
from net.ledger import Entry, Saved, Unreadable

KEPT: Final = 30 * 24 * 3600.0  # seconds: a table that nobody has come back to for a month is nobody's
ID_SHOWN: Final = 6  # digits of an ID that tell a few tables apart


def journals_dir() -> Path:
    """Where the journals are."""
    return state_dir() / "journals"


def journal_file(table: str) -> Path:
    """The journal of a table."""
    return journals_dir() / f"{table}{SUFFIX}"


def begun(spec: TableSpec) -> tuple[Journal, Saved | None, dict[str, str]]:
    """The journal of a table that begins or is brought back, what it holds, and what is to be kept in it.

    Raises Fault.
    """
    journal = Journal(journal_file(spec.id))
    kept = {"spec": msgspec.json.encode(replace(spec, key="", resume=False)).decode()}
    try:
        if spec.resume:
            return journal, _read(journal, journal.resume()), kept
        private_dir(journals_dir())
        _clean()
        journal.create()
    except JournalFault as fault:
        raise Fault(fault_sentence(fault)) from None
    except OSError as error:
        raise Fault(_("{file}: {reason}").format(file=shown(journals_dir()), reason=error.strerror)) from None
    return journal, None, kept


def left_behind(table: str, others: Sequence[registry.Entry] = ()) -> TableSpec:
    """The table whose ID begins so and whose process is gone, as it may be started again. Raises Fault.

    `others` run: they could have been meant as well.
    """
    left = _left()
    found = [path for path in left if path.stem.startswith(table.lower())]
    if not found:
        raise Fault(_none_such(table, [*others, *_whole(left)]))
    if len(found) == 1:
        return _spec(found[0])
    whole = _whole(found)  # what cannot be brought back is not asked about, unless there is nothing else
    if len(whole) == 1:
        return whole[0]
    ids = _named(whole) or ", ".join(path.stem[:ID_SHOWN] for path in found)
    raise Fault(
        _("several tables are left to be brought back; say which one: --resume with one of {ids}").format(ids=ids)
    )


def left_behind_all(table: str) -> list[TableSpec]:
    """The table whose ID begins so; without one, every table of `muertos serve`. Raises Fault."""
    if table:
        return [left_behind(table)]
    specs = []
    for path in _left():
        spec = _spec(path)
        if spec.lasting:
            specs.append(spec)
    return specs or [left_behind(table)]


class Mine(msgspec.Struct, frozen=True):
    """A table of this user to go back to."""

    id: str
    name: str
    runs: bool  # else it can be brought back


def mine() -> list[Mine]:
    """The tables of this user to go back to, those that run first."""
    running = [Mine(entry.id, entry.name, True) for entry in registry.running() if entry.key and not entry.solo]
    return running + [Mine(spec.id, spec.name, False) for spec in _whole(_left())]


def is_one_left() -> bool:
    """Whether there is a table that can be brought back."""
    return bool(_whole(_left()))


def _whole(paths: Sequence[Path]) -> list[TableSpec]:
    """The tables among them that can be brought back."""
    specs = []
    for path in paths:
        with suppress(Fault):
            specs.append(_spec(path))
    return specs


def _named(tables: Sequence[TableSpec | registry.Entry]) -> str:
    return ", ".join(f"{table.id[:ID_SHOWN]} ({table.name})" for table in tables)


def _none_such(table: str, there: Sequence[TableSpec | registry.Entry]) -> str:
    if table and there:
        return _("no table of yours has an ID that begins with “{table}”; there are: {ids}").format(
            table=shown(table), ids=_named(there)
        )
    return _("no table of yours is left to be brought back; {muertos} host opens one").format(muertos=called())


def _left() -> list[Path]:
    """The journals of tables whose process is gone."""
    alive = {entry.id for entry in registry.running()}
    return sorted(path for path in journals_dir().glob(f"*{SUFFIX}") if path.stem not in alive)


def _spec(path: Path) -> TableSpec:
    journal = Journal(path)
    try:
        saved = _read(journal, journal.read())
    except JournalFault as fault:
        raise Fault(fault_sentence(fault)) from None
    try:
        kept = saved.part("keep", dict[str, str])
        spec = msgspec.json.decode(kept["spec"], type=TableSpec)
        return replace(spec, id=path.stem, key=new_key(), port=int(kept["port"]), resume=True)
    except (Unreadable, KeyError, ValueError, msgspec.MsgspecError):
        raise Fault(no_table(path)) from None


def _read(journal: Journal, entries: Sequence[Entry]) -> Saved:
    try:
        return ledger.read(entries)
    except Unreadable:
        journal.close()
        raise Fault(no_table(journal.path)) from None


def no_table(path: Path) -> str:
    """That a journal is whole, and yet no table."""
    return _("{file} holds no table that this muertos can play. The file stays as it is.").format(file=shown(path))


def _clean() -> None:
    """Remove what nobody has come back to."""
    for path in _left():
        try:
            old = time.time() - path.stat().st_mtime > KEPT
        except OSError:
            continue
        if old:
            discard(path)


_FAULTS: Final = {
    "full": _("the disk is full"),
    "unwritable": _("it cannot be written ({detail})"),
    "unreadable": _("it cannot be read ({detail})"),
    "gone": _("there is no such file"),
    "busy": _("a table that runs is writing it"),
    "foreign": _("it is no journal of muertos"),
    "empty": _("it is empty: its table had not begun"),
    "newer": _("a newer muertos has written it; please update this one: pip install --upgrade muertos"),
    "damaged": _("it is damaged ({detail})"),
    "lost_end": _("the end of it is lost: moves that players have seen are missing"),
}


def fault_sentence(fault: JournalFault) -> str:
    """Why a journal cannot be had; it is never written to then."""
    why = _FAULTS[fault.code].format(detail=shown(fault.detail))
    said = _("the table's journal {file}: {why}.").format(file=shown(fault.path), why=why)
    return said + " " + _("The file stays as it is.") if fault.path.exists() else said
