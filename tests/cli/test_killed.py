"""`kill -9` of the server at random moments: nothing a peer saw is missing after `--resume`, and games end well."""

import asyncio
import contextlib
import os
from pathlib import Path
from random import Random

import pytest

from engine.events import Event
from muertos_tui import journals
from net import ledger, limits
from net import messages as m
from net.journal import Journal
from net.room import TableConfig
from net.witness import Verdict
from tests.amounts import amount
from tests.cli.commands import Serving, unused_port
from tests.net.wire import Guest

KILLS = amount(4, 200)
NAMES = ("Ana", "Beto", "Caro", "Dani")
LONGEST = 1.2  # seconds before a kill: a game of four who never wait takes a few


def journal_file() -> Path:
    (path,) = journals.journals_dir().glob("*.journal")
    return path


def heard(guest: Guest) -> tuple[int, list[Event]]:
    """The number of the newest game this guest was told of, and all events of it, each once."""
    game, events = 0, list[Event]()
    for shown in guest.events:
        if isinstance(shown, m.Shown):
            if shown.table.game != game:
                game, events = shown.table.game, []
            # What is told again after a restart is what was told before it.
            assert [*shown.events][: len(events) - shown.since] == events[shown.since :]
            events = [*events[: shown.since], *shown.events]
    return game, events


def check_disk(guests: list[Guest]) -> None:
    """Everything that anyone was told of is in the journal, as it lies there after the kill."""
    saved = ledger.read(Journal(journal_file()).read())
    game = saved.replayed(saved.part("config", TableConfig), 0.0)
    for guest in guests:
        number, events = heard(guest)
        on_disk = (0, 0) if game is None else (game.number, len(game.state.log))
        assert (number, len(events)) <= on_disk


async def follow(guests: list[Guest], verdicts: list[Verdict]) -> None:
    """Whoever is the host begins another game when one is over; what the peers found is noted."""
    while True:
        await asyncio.sleep(0.05)
        for guest in guests:
            table = guest.newest(m.Lobby)
            shown = guest.newest(m.Shown)
            verdicts += [event for event in guest.events if isinstance(event, Verdict) and event not in verdicts]
            state = shown.table if shown is not None else table.table if table is not None else None
            welcome = guest.newest(m.Welcome)
            if state is not None and welcome is not None and state.host == welcome.person and state.phase != "playing":
                guest.peer.send(m.Start())


@pytest.mark.timeout(120 + 12 * KILLS)
async def test_killed_at_random_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.1)
    monkeypatch.setattr(limits, "RETRY_LONGEST", 0.2)
    rng = Random("kills")
    verdicts: list[Verdict] = []
    async with contextlib.AsyncExitStack() as stack:
        port = unused_port(Random(os.getpid()))
        serving = Serving("--pace", "fast", "--port", str(port))
        stack.callback(lambda: serving.process.kill())
        guests = [await stack.enter_async_context(Guest(serving.ports[0], name)) for name in NAMES]
        for guest in guests:
            await guest.told(m.Lobby)
            guest.play()
        task = asyncio.create_task(follow(guests, verdicts))
        for _ in range(KILLS):
            await asyncio.sleep(rng.random() * LONGEST)
            serving.process.kill()
            serving.process.communicate()
            check_disk(guests)
            serving = await asyncio.to_thread(Serving, "--resume")
            assert serving.ports == [port]
        games = heard(guests[0])[0]
        async with asyncio.timeout(60):
            while heard(guests[0])[0] <= games or not verdicts:  # noqa: ASYNC110 - to the end of that game
                await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # Who was killed away during a shuffle came late to it, which is said and is no fault.
        assert {verdict.code for verdict in verdicts} <= {"verified", "verified_late", "verified_without"}
        assert len({verdict.game for verdict in verdicts}) >= games
        assert all(len(guest.purse.kept) == 1 for guest in guests)
        serving.end()
