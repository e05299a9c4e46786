"""Commands that show the screen: home, play, host, join."""

import logging
from collections.abc import Callable

from msgspec.structs import replace

from muertos_tui import registry, settings, unmanned
from muertos_tui.addresses import shown as address
from muertos_tui.faults import Fault
from muertos_tui.i18n import _
from muertos_tui.logs import start_log
from muertos_tui.startup import Connect, NewTable, StartUp
from muertos_tui.table_process import TableSpec, open_table

log = logging.getLogger(__name__)


def _run(start: StartUp) -> int:
    from muertos_tui import terminal

    if missing := terminal.missing():
        raise Fault(missing)
    start_log("muertos")
    from muertos_tui.app import run

    return run(start)


def open_home() -> int:
    """The home screen."""
    set_up = settings.load()
    return _run(StartUp("home", set_up.name or None, settings.interfaces(set_up) != ()))


def join(name: str | None, where: tuple[str, int] | None, code: str, pace: str, *, watch: bool = False) -> int:
    """Join the table at an address, or one chosen from those on the network, to play or to watch."""
    if where is None:
        found = settings.interfaces(settings.load()) != ()
        return _run(StartUp("browse", name, found, pace=pace, code=code, watch=watch))
    host, port = where
    return _run(StartUp(Connect((host,), port, code=code, watch=watch), name, pace=pace))


def host(name: str | None, spec: TableSpec, *, begin: bool, rename: Callable[[str], str] | None = None) -> int:
    """Start a table and sit down at it. A host without a name is asked for it first; `rename` names the table then."""
    from muertos_tui import terminal

    if missing := terminal.missing():  # before there is a table that nobody can see
        raise Fault(missing)
    if name is None and not spec.resume:

        def named(player: str) -> tuple[Connect, str]:
            return open_table(replace(spec, name=rename(player)) if rename else spec, begin=begin)

        return _run(StartUp(NewTable(named), pace=spec.pace))
    connect, told = open_table(spec, begin=begin)
    try:
        return _run(StartUp(connect, name, not told, told, spec.pace))
    except BaseException:  # Ctrl+C before there is a screen
        unmanned.end(connect)
        raise


def way_back(table: str) -> tuple[Connect, str]:
    """How to join one's own table, brought back if its process is gone, and what to tell. Raises Fault. Blocks."""
    from muertos_tui import journals

    running = _running(table)
    return (running, "") if running else open_table(journals.left_behind(table))


def resume(name: str | None, table: str) -> int:
    """Take up the host's place again at a table of this machine, or bring one back whose process is gone."""
    connect = _running(table)
    if connect is None:
        from muertos_tui import journals

        spec = journals.left_behind(table, _mine())
        return host(name or settings.seat_name(spec.name), spec, begin=False)
    return _run(StartUp(connect, name or settings.seat_name(connect.table)))


def _mine() -> list[registry.Entry]:
    return [entry for entry in registry.running() if entry.key and not entry.solo]


def _running(table: str) -> Connect | None:
    """The table of this user that runs and whose ID begins so."""
    mine = [entry for entry in _mine() if entry.id.startswith(table.lower())]
    if not mine:
        return None
    if len(mine) > 1:
        ids = ", ".join(f"{entry.id[:6]} ({entry.name})" for entry in mine)
        raise Fault(_("several tables run here; say which one: --resume with one of {ids}").format(ids=ids))
    entry = mine[0]
    log.info("back to the table at %s", address("127.0.0.1", entry.port))
    return Connect(
        addresses=("127.0.0.1", *entry.addresses),
        port=entry.port,
        key=entry.key,
        table=entry.name,
        own=True,
        invite=entry.addresses,
    )
