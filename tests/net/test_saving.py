"""Nothing is told before it is on the disk; a disk that refuses holds up the table, and nothing else."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from net import limits
from net import messages as m
from net.host import TableServer, listen
from net.journal import Journal, JournalFault
from net.keeper import Keeper
from net.ledger import Save, read
from net.link import Link
from net.messages import Message
from net.peer import Ended, Lost
from net.room import TableConfig
from tests.net.tables import started
from tests.net.wire import FAST, LOOPBACK, Guest, eventually


class Slow(Journal):
    """A journal whose disk can be stopped, and that notes how often it was asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.full = False
        self.goes = threading.Event()
        self.goes.set()
        self.tries = 0
        self.actions = 0  # on the disk

    def append(self, save: Save) -> None:
        """As on a disk that is full, if it is to be."""
        self.tries += 1
        assert self.goes.wait(10)
        if self.full:
            raise JournalFault("full", self.path, "database or disk is full")
        super().append(save)
        self.actions = self.actions * (not save.fresh) + sum(entry.kind == "action" for entry in save.entries)


@pytest.fixture(autouse=True)
def quick_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No second is waited out."""
    monkeypatch.setattr(limits, "SAVE_AGAIN", 0.02)


@pytest.fixture
def journal(tmp_path: Path) -> Slow:
    journal = Slow(tmp_path / "aa.journal")
    journal.create()
    return journal


@pytest.fixture
async def server(journal: Slow) -> AsyncIterator[TableServer]:
    async with TableServer(FAST, bind=LOOPBACK, port=0, app="0.1", journal=journal, code="") as server:
        yield server


async def begun(guest: Guest) -> None:
    await guest.told(m.Lobby)
    guest.peer.send(m.Start())
    await guest.told(m.Shown)


async def test_a_table_is_on_the_disk_before_anyone_comes(server: TableServer, journal: Slow) -> None:
    saved = read(Journal(journal.path).read())
    assert saved.part("config", TableConfig).name == server.config.name
    assert saved.part("keep", dict[str, str])["port"] == str(server.port)


async def test_a_table_that_cannot_be_saved_does_not_begin(journal: Slow) -> None:
    journal.full = True
    server = TableServer(FAST, bind=LOOPBACK, port=0, journal=journal, code="")
    with pytest.raises(JournalFault):
        await server.start()
    for sock in listen(LOOPBACK, server.port):
        sock.close()
    journal.close()


async def test_all_that_is_told_is_on_the_disk(
    server: TableServer, journal: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def prepare(link: Link, message: Message) -> None:
        if isinstance(message, m.Shown | m.Lobby | m.Welcome | m.Result):
            assert server.authority.unsaved() is None
            game = server.authority.room.game
            assert journal.actions == (0 if game is None else len(game.actions))
            told.append(type(message).__name__)
        real_prepare(link, message)

    real_prepare = Link.prepare
    monkeypatch.setattr(Link, "prepare", prepare)
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Beto") as beto:
        await beto.told(m.Lobby)
        await begun(ana)
        ana.play()
        beto.play()
        await beto.told(m.Result, patience=30)
        assert ana.newest(Lost) is None
    assert {*told} == {"Shown", "Lobby", "Welcome", "Result"}
    assert journal.actions > 80


async def test_a_full_disk_holds_the_table_up_and_play_goes_on_when_there_is_space(
    server: TableServer, journal: Slow
) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Beto") as beto:
        await beto.told(m.Lobby)
        await begun(ana)
        ana.play()
        await beto.told(m.Shown, lambda shown: bool(shown.view.actions))
        journal.full = True
        beto.play()
        beto.events.clear()
        ana.events.clear()
        await beto.told(m.Waits, lambda told: told.waits)
        await eventually(lambda: journal.tries > 5)
        assert ana.newest(m.Shown) is beto.newest(m.Shown) is None
        assert server.authority.room.game is not None

        journal.full = False
        await beto.told(m.Waits, lambda told: not told.waits)
        await beto.told(m.Result, patience=30)
        assert beto.newest(Lost) is None
        assert journal.actions == len(server.authority.room.game.actions)


async def test_while_the_disk_is_full_a_newcomer_is_told_so_at_once_and_who_has_a_seat_comes_back_by_themselves(
    server: TableServer, journal: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.05)
    monkeypatch.setattr(limits, "RETRY_LONGEST", 0.05)
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Wim", watch=True) as wim:
        await begun(ana)
        await wim.told(m.Shown)
        journal.full = True
        ana.play()
        await ana.told(m.Waits)
        before = server.authority.status(), [*server.authority.room.seats.members]

        async with Guest(server.port, "Caro") as caro:
            assert (await caro.told(Ended)).code == "unsaved"
            assert caro.newest(Lost) is None
        async with Guest(server.port, "Wim", token=wim.purse.token) as again:  # of a program begun anew
            assert (await again.told(Ended)).code == "unsaved"
            assert again.purse.token == wim.purse.token
        assert (server.authority.status(), [*server.authority.room.seats.members]) == before

        assert wim.peer._writer is not None
        wim.peer._writer.transport.abort()
        wim.events.clear()
        await eventually(
            lambda: sum(isinstance(e, Lost) and e.code == "unsaved" for e in wim.events) > limits.FIRST_TRIES
        )
        assert wim.newest(Ended) is None
        journal.full = False
        await wim.told(m.Welcome)
        async with Guest(server.port, "Caro") as caro:
            await caro.told(m.Welcome)


async def test_who_is_on_the_way_in_when_the_disk_refuses_is_told_so_and_is_not_let_in_later(
    server: TableServer, journal: Slow
) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana:
        await begun(ana)
        await ana.told(m.Shown, lambda shown: bool(shown.view.actions))
        journal.goes.clear()
        journal.full = True
        tries = journal.tries
        ana.play()
        await eventually(lambda: journal.tries > tries)
        async with Guest(server.port, "Caro") as caro:
            await eventually(lambda: any(link.connection.stage == "welcome" for link in server._links.values()))
            journal.goes.set()
            assert (await caro.told(Ended)).code == "unsaved"
        journal.full = False
        await ana.told(m.Result, patience=30)
        assert [member.name for member in server.authority.room.seats.members.values()] == ["Ana"]


async def test_a_newcomer_whose_own_entry_the_disk_refuses_leaves_nobody_behind(
    server: TableServer, journal: Slow
) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana:
        await begun(ana)
        await ana.told(m.Shown, lambda shown: bool(shown.view.actions))
        journal.full = True
        async with Guest(server.port, "Caro") as caro:
            assert (await caro.told(Ended)).code == "unsaved"
        journal.full = False
        ana.play()
        await ana.told(m.Result, patience=30)
        assert [member.name for member in server.authority.room.seats.members.values()] == ["Ana"]


async def test_who_does_not_read_when_the_disk_refuses_hears_of_it_when_they_do(
    server: TableServer, journal: Slow
) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Wim", watch=True) as wim:
        await begun(ana)
        await wim.told(m.Shown)
        link = server._links[2]
        link.pause_writing()
        journal.full = True
        ana.play()
        await ana.told(m.Waits)
        link.resume_writing()
        await wim.told(m.Waits, lambda told: told.waits)
        link.pause_writing()
        journal.full = False
        await ana.told(m.Waits, lambda told: not told.waits)
        link.resume_writing()
        await wim.told(m.Waits, lambda told: not told.waits)


async def test_who_reads_again_during_a_save_is_told_nothing_of_it(server: TableServer, journal: Slow) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Wim", watch=True) as wim:
        await begun(ana)
        shown = await ana.told(m.Shown, lambda shown: bool(shown.view.actions))
        await wim.told(m.Shown)
        link = server._links[2]
        link.pause_writing()  # as asyncio says when nothing is read
        journal.full = True
        ana.decide(shown)
        await ana.told(m.Waits)
        link.resume_writing()
        assert link.number in server.authority.waiting()
        journal.full = False
        await wim.told(m.Shown, lambda told: told.view.number > shown.view.number)


async def test_who_goes_on_sending_while_the_disk_is_full_is_cut(server: TableServer, journal: Slow) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Eve", watch=True) as eve:
        await begun(ana)
        await eve.told(m.Shown)
        journal.full = True
        ana.play()
        await ana.told(m.Waits)
        for _ in range(limits.MAX_HELD + 2):
            eve.peer.send(m.Seen(1, 1))
        await eve.told(Lost, lambda lost: lost.code == "flood")
        assert ana.newest(Lost) is None


async def test_stopping_on_a_full_disk_takes_no_time_and_loses_nothing_confirmed(
    server: TableServer, journal: Slow
) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana:
        await begun(ana)
        shown = await ana.told(m.Shown, lambda shown: bool(shown.view.actions))
        journal.full = True
        ana.decide(shown)
        await ana.told(m.Waits)
        before = journal.actions
        async with asyncio.timeout(3):
            await server.stop()
    assert journal.actions == before


async def test_what_the_disk_refused_is_saved_at_the_end_if_there_is_space_by_then(
    server: TableServer, journal: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SAVE_AGAIN", 60.0)
    async with Guest(server.port, "Ana", key="secret") as ana:
        await begun(ana)
        shown = await ana.told(m.Shown, lambda shown: bool(shown.view.actions))
        journal.full = True
        ana.decide(shown)
        await ana.told(m.Waits)
        journal.full = False
        await server.stop()
    assert server.authority.room.game is not None
    assert journal.actions == len(server.authority.room.game.actions)


async def test_a_save_under_way_at_the_end_is_there_once(journal: Slow) -> None:
    desk, people = started(4, 1)
    keeper = Keeper(journal, lambda: None, lambda refused: None)
    await keeper.begin(desk.authority)
    desk.step(people)
    journal.goes.clear()
    assert keeper.save(desk.authority)
    await eventually(lambda: journal.tries == 2)
    ending = asyncio.create_task(keeper.end(desk.authority, worthless=False))
    await asyncio.sleep(0)
    journal.goes.set()
    await ending
    game = read(Journal(journal.path).read()).replayed(desk.config, 0.0)
    assert game is not None
    assert game.state.digest() == desk.digest()


async def test_a_table_that_ended_for_good_leaves_no_journal(server: TableServer, journal: Slow) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana:
        await begun(ana)
        ana.peer.send(m.Close())
        await ana.ended()
    await server.stop()
    assert not journal.path.exists()


async def test_one_that_is_stopped_comes_back_with_everyone(server: TableServer, journal: Slow) -> None:
    async with Guest(server.port, "Ana", key="secret") as ana, Guest(server.port, "Beto") as beto:
        await beto.told(m.Lobby)
        await begun(ana)
        await beto.told(m.Shown)
        ana.play()
        beto.play()
        await beto.told(m.Shown, lambda shown: shown.view.day == 2, patience=30)
        assert server.authority.room.game is not None
        await server.stop()
        state = server.authority.room.game.state.digest()

        again = Journal(journal.path)
        saved = read(again.resume())
        config = saved.part("config", type(FAST))
        ana.events.clear()
        async with TableServer(config, bind=LOOPBACK, port=server.port, journal=again, saved=saved) as other:
            assert other.port == server.port
            assert other.authority.room.game is not None
            assert other.authority.room.game.state.digest() == state
            await asyncio.gather(ana.told(m.Result, patience=30), beto.told(m.Result, patience=30))
            assert ana.purse.kept == [ana.purse.token]
            assert len(beto.purse.kept) == 1
