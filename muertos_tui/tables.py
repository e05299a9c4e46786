"""`muertos tables`: who is hosting, on this network and on this machine; and ending a table of one's own."""

import asyncio
import json
import time
from typing import Any, Final

import click

from muertos_tui import registry, settings
from muertos_tui.addresses import shown as address
from muertos_tui.called import called
from muertos_tui.faults import Fault
from muertos_tui.i18n import _, ngettext
from muertos_tui.registry import Entry
from net.discovery import Browser, FoundTable
from net.multicast import Off

STOP: Final = 4.0  # seconds for a table to end; its process takes three at most
ID_SHOWN: Final = 6  # digits of an ID that tell a machine's few tables apart


def show(seconds: float, as_json: bool) -> None:
    """List the tables."""
    found, off = asyncio.run(_look(seconds))
    mine = registry.running()
    rows = [_own(entry) for entry in mine]
    own = {entry.id for entry in mine}
    others = sorted((table for table in found if table.key not in own), key=lambda table: (table.info.name, table.key))
    rows += [_found(table) for table in others]
    if as_json:
        click.echo("[" + ",".join(f"\n{json.dumps(row, ensure_ascii=False)}" for row in rows) + "\n]")
    for row in () if as_json else rows:
        click.echo(_line(row))
    if off:
        click.echo(_off(off), err=True)
    elif not rows:
        click.echo(_nothing(), err=True)


def _nothing() -> str:
    from muertos_tui import journals

    said = _("No table found. {muertos} host opens one.").format(muertos=called())
    if journals.is_one_left():
        said += " " + _("A table of yours can be brought back: {muertos} host --resume").format(muertos=called())
    return said


async def _look(seconds: float) -> tuple[tuple[FoundTable, ...], Off | None]:
    interfaces = settings.interfaces(settings.load())
    if interfaces == () or not seconds:
        return (), None
    async with Browser(interfaces) as browser:
        if not browser.off:
            await asyncio.sleep(seconds)
        return browser.tables, browser.off


def _off(off: Off) -> str:
    from muertos_tui.saying import discovery_off

    return discovery_off(off)


def _own(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "players": entry.players,
        "free": entry.free,
        "addresses": list(entry.addresses) or ["127.0.0.1"],
        "port": entry.port,
        "here": True,
        "id": entry.id,
        "pid": entry.pid,
        "phase": entry.phase,
        "people": entry.people,
        "solo": entry.solo,
        "locked": bool(entry.code),
        "code": entry.code,
    }


def _found(table: FoundTable) -> dict[str, Any]:
    return {
        "name": table.info.name,
        "players": table.info.players,
        "free": table.info.free,
        "addresses": list(table.addresses),
        "port": table.port,
        "here": False,
        "id": table.key,
        "version": table.info.app,
        "locked": table.info.locked,
    }


def _line(row: dict[str, Any]) -> str:
    free = ngettext("{count} free seat", "{count} free seats", row["free"]).format(count=row["free"])
    players = _("{count} players").format(count=row["players"])
    parts = [row["name"] or _("a table without a name"), players]
    if row.get("solo"):
        parts.append(_("solo"))
    else:
        line = f"muertos join {address(row['addresses'][0], row['port'])}"
        parts += [free, line + (f" --code {row['code']}" if row.get("code") else "")]
        if not row.get("code"):
            parts.append(_("with a code") if row["locked"] else _("open, without a code"))
    if row["here"]:
        parts.append(_("to end it: {muertos} tables --stop {id}").format(muertos=called(), id=row["id"][:ID_SHOWN]))
    return "  ".join(parts)


def stop(table: str) -> None:
    """End a table of this user on this machine."""
    named = [entry for entry in registry.running() if table and entry.id.startswith(table.lower())]
    if not named:
        told = _("no table of yours with that ID runs here; {muertos} tables lists them")
        raise Fault(told.format(muertos=called()))
    if len(named) > 1:
        raise Fault(_("several tables have an ID that begins so; type more of it"))
    registry.ask_to_end(named[0].id)
    end = time.monotonic() + STOP
    while registry.alive(named[0].id):
        if time.monotonic() > end:
            raise Fault(_("the table does not end; its process is {pid}").format(pid=named[0].pid))
        time.sleep(0.05)
    click.echo(_("{table} has ended.").format(table=named[0].name))
