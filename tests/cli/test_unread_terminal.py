"""A host's terminal that is not read delays nobody: the table is a process of its own (DESIGN §4)."""

import asyncio
import json
import os
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import Swap
from engine.bots import choose
from engine.views import View
from net import messages as m
from tests.amounts import SOAK, amount
from tests.net.wire import Guest, eventually, free_port
from tests.tui.test_terminal import Terminal

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="ptys"), pytest.mark.timeout(300)]

UNREAD = amount(3, 60)  # seconds
USUAL = 5  # decisions before that
PACE = "slow" if SOAK else "fast"  # one game is to last
HOST = "import sys; from muertos_tui.cli import main; sys.exit(main())"


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def host(port: int, home: Path) -> Iterator[Terminal]:
    """Somebody who hosts a table without a code, and watches."""
    words = ["host", "--open", "--port", str(port), "--pace", PACE, "--name", "Ana", "--table", "T"]
    at = Terminal(f"import sys; sys.argv[1:] = {words!r}; " + HOST, {"MUERTOS_INTERFACES": "off"})
    try:
        at.until(b"lobby")
        os.write(at.master, b"u")
        yield at
    finally:
        at.process.kill()
        at.close()
        for entry in home.glob(".local/state/muertos/tables/*.json"):
            os.kill(json.loads(entry.read_text())["pid"], signal.SIGTERM)


def fill(at: Terminal) -> None:
    """Make the screen draw until every buffer on the way is full."""
    for width in range(61, 140):
        at.resize(width, 24 + width % 2)
        time.sleep(0.02)


def newest(guest: Guest) -> View:
    """What the guest sees."""
    shown = guest.newest(m.Shown)
    assert shown is not None
    return shown.view


def hosted(guest: Guest) -> bool:
    """Whether the host is there, as far as the guest has been told."""
    told = next(event for event in reversed(guest.events) if isinstance(event, m.Lobby | m.Shown))
    here = [person.name for person in told.table.others if person.connected]
    return "Ana" in [*here, *(place.name for place in told.table.places if place.state == "here")]


async def decide(guest: Guest) -> float:
    """Seconds from the guest's next decision to the view that follows it."""
    await eventually(lambda: newest(guest).actions, 60)
    asked, began = newest(guest), time.monotonic()
    action = choose(asked, "easy", b"guest").action
    guest.peer.send(m.Act(asked.number, action))
    await eventually(lambda: newest(guest).number > asked.number)
    took = time.monotonic() - began
    if (last := newest(guest).last) is not None:
        guest.peer.send(m.Seen(last.day, last.number))
    # What one gives in a Swap is shown with what the other side gives.
    return await decide(guest) if isinstance(action, Swap) else took


async def test_moves_are_as_quick_as_before(host: Terminal, port: int) -> None:
    loop = asyncio.get_running_loop()
    loop.add_reader(host.master, lambda: os.read(host.master, 65536))
    async with Guest(port, "Beto") as beto:
        await beto.told(m.Lobby, lambda lobby: any(place.state == "here" for place in lobby.table.places), 20)
        beto.peer.send(m.Ready(True))
        await beto.told(m.Lobby, lambda lobby: any(place.ready for place in lobby.table.places))
        os.write(host.master, b"g")
        await beto.told(m.Shown, patience=20)
        assert hosted(beto)
        usual = [await decide(beto) for _ in range(USUAL)]

        loop.remove_reader(host.master)
        await asyncio.to_thread(fill, host)
        end, unread = loop.time() + UNREAD, list[float]()
        while loop.time() < end or len(unread) < USUAL:
            unread.append(await decide(beto))
        assert statistics.median(unread) < 2 * statistics.median(usual) + 0.02
        assert max(unread) < 2  # far below the time for which nothing was read

        loop.add_reader(host.master, lambda: os.read(host.master, 65536))
        await eventually(lambda: hosted(beto), 30)  # whoever was taken for dead is back by themselves
        assert host.process.poll() is None
        loop.remove_reader(host.master)
