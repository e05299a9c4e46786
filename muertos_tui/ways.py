"""The ways from the screen to the world: a table's process, a peer, and discovery. Tests take others."""

from contextlib import AbstractAsyncContextManager
from functools import partial

from muertos_tui import settings, table_process, unmanned
from muertos_tui.keeping import KeptSeat
from muertos_tui.link import Link, PeerLink
from muertos_tui.screens.browse import Finder, FinderMaker
from muertos_tui.screens.host import TableWish
from muertos_tui.startup import Connect, StartUp
from net.discovery import Browser


def make_link(connect: Connect, name: str) -> Link:
    """A peer of the table. Whoever watches has no seat to come back to, and a solo table ends with its player."""
    return PeerLink(connect, name, None if connect.solo or connect.watch else KeptSeat(name))


async def open_table(wish: TableWish, begin: bool) -> tuple[Connect, str]:
    """Start a table's process; how to join it, and what its host should be told. Raises Fault, in words."""
    spec = table_process.TableSpec(
        id=table_process.new_id(),
        name=wish.table,
        key=table_process.new_key(),
        players=wish.players,
        bots=wish.levels,
        options=wish.options,
        open=wish.open,
        interfaces=settings.interfaces(settings.load()),
    )
    return await unmanned.opened(partial(table_process.open_table, spec, begin=begin))


def finder_maker(start: StartUp) -> FinderMaker | None:
    """How to look for tables; None where that is turned off."""
    if not start.discovery:
        return None

    def make() -> AbstractAsyncContextManager[Finder]:
        return Browser(settings.interfaces(settings.load()))

    return make
