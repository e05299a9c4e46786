"""Tables brought back: `serve --resume` and `host --resume`, and what they say when that cannot be."""

import contextlib
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from muertos_tui import journals, registry
from muertos_tui.faults import Fault
from muertos_tui.table_process import TableSpec, new_id
from net import messages as m
from net.journal import Journal
from net.ledger import Entry, Save
from tests.cli.commands import ROOT, Serving, muertos, unused_port
from tests.net.wire import Guest, eventually


def journal_of(number: int = 0) -> Path:
    return sorted(journals.journals_dir().glob("*.journal"))[number]


def on_a_port() -> tuple[str, str]:
    """A port that no other test takes between two runs of a table."""
    return "--port", str(unused_port(Random(os.getpid())))


async def with_a_game(port: int) -> Guest:
    """Somebody at the table, in a game."""
    guest = Guest(port, "Ana")
    await guest.__aenter__()
    await guest.told(m.Lobby)
    guest.peer.send(m.Start())
    await guest.told(m.Shown)
    return guest


async def test_a_table_that_was_killed_comes_back_on_its_port() -> None:
    with Serving("--table", "Ofrenda", "--players", "3", *on_a_port()) as first:
        guest = await with_a_game(first.ports[0])
        first.process.kill()
        first.process.wait()
        guest.events.clear()
        with Serving("--resume") as again:
            assert again.ports == first.ports
            assert again.lines[0].startswith("Ofrenda: ")
            welcome = await guest.told(m.Welcome)  # by itself
            shown = await guest.told(m.Shown)
            assert (welcome.token, shown.view.me, shown.view.players) == (guest.purse.kept[0], 0, 3)
            await guest.go()
            assert again.end().status == 0
        assert journal_of().exists()  # stopped, not closed


@contextlib.contextmanager
def alone(spec: str) -> Iterator[tuple[int, str]]:
    """A solo table for as long as its player's process is there, which is killed; its port and key."""
    script = f"""
import signal
from muertos_tui import journals
from muertos_tui.table_process import TableSpec, open_table
connect, told = open_table({spec})
assert connect.solo and not told
print(connect.port, connect.key, flush=True)
signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        try:
            assert player.stdout
            port, key = player.stdout.readline().split()
            yield int(port), key
        finally:
            player.kill()


async def test_a_solo_game_whose_player_is_gone_can_be_gone_on_with() -> None:
    with alone(f"TableSpec('{new_id()}', 'Mesa', 'the_key', players=3, pace='fast', solo=True)") as (port, key):
        async with Guest(port, "Ana", key=key) as ana:
            await ana.told(m.Lobby)
            ana.peer.send(m.Start())
            ana.play()
            seen = await ana.told(m.Shown, lambda shown: shown.view.number > 20)
    await eventually(lambda: not registry.running())
    with alone("journals.left_behind('')") as (port, key):
        async with Guest(port, "whoever", key=key) as ana:
            again = await ana.told(m.Shown)
            assert again.view.number >= seen.view.number
            assert again.table.places[0].name == "Ana"
            ana.peer.send(m.Close())
            await eventually(lambda: not registry.running())
    assert not journals.mine()


def test_it_has_the_join_code_it_had() -> None:
    with Serving(*on_a_port(), locked=True) as first:
        first.process.kill()
        first.process.wait()
        with Serving("--resume") as again:
            assert again.lines == first.lines
            assert " --code " in again.lines[0]


async def test_its_port_may_be_anothers_by_then() -> None:
    with Serving(*on_a_port()) as first:
        guest = await with_a_game(first.ports[0])
        await guest.go()
        first.end(signal.SIGTERM)
    table = journal_of().stem
    with Serving("--port", str(first.ports[0])) as other, Serving("--resume", table) as again:
        assert again.ports[0] > other.ports[0]


async def test_a_table_that_nobody_used_leaves_nothing() -> None:
    with Serving() as table:
        assert stat.S_IMODE(journal_of().stat().st_mode) == 0o600
        assert stat.S_IMODE(journals.journals_dir().stat().st_mode) == 0o700
        table.end()
    assert not [*journals.journals_dir().iterdir()]
    assert muertos("serve", "--resume").fault(1).endswith(" host opens one")


def test_a_table_that_runs_is_not_brought_back_twice() -> None:
    with Serving():
        assert "no table of yours is left" in muertos("serve", "--resume", journal_of().stem).fault(1)


def test_resume_goes_alone() -> None:
    assert "--resume goes alone" in muertos("serve", "--resume", "--players", "3").fault(2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"Dear diary" * 500, "it is damaged"),
    ],
)
def test_a_journal_that_is_none(content: bytes, said: str) -> None:
    path = journals.journal_file("abcdef12")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    for command in (("serve", "--resume"), ("serve", "--resume", "abc")):
        fault = muertos(*command).fault(1)
        assert str(path) in fault
        assert said in fault
        assert fault.endswith("The file stays as it is.")
    with pytest.raises(Fault, match=said):
        journals.left_behind("abc")
    assert path.read_bytes() == content


def a_journal(table: str, name: str, *entries: Entry) -> Path:
    """A journal that holds no more than that."""
    spec = TableSpec(id=table, name=name)
    journals.begun(spec)[0].close()
    journal = Journal(journals.journal_file(table))
    journal._open()
    journal.append(Save(True, entries))
    journal.close()
    return journal.path


def test_a_whole_journal_that_is_no_table() -> None:
    path = a_journal("abcdef12", "Ana's table", Entry("room", '"nothing"'))
    with pytest.raises(Fault, match=re.escape(str(path))):
        journals.left_behind("")


def test_several_tables_are_told_apart() -> None:
    for table, name in (("aaaa1111bbbb", "One"), ("cccc2222dddd", "Two")):
        kept = '{"spec":"{\\"id\\":\\"' + table + '\\",\\"name\\":\\"' + name + '\\"}","port":"11102"}'
        a_journal(table, name, Entry("keep", kept))
    journals.journal_file("eeee").touch()  # broken ones are not asked about
    with pytest.raises(Fault, match=r"aaaa11 \(One\), cccc22 \(Two\)"):
        journals.left_behind("")
    spec = journals.left_behind("cc")
    assert (spec.name, spec.port, spec.resume) == ("Two", 11102, True)
    assert spec.key


def test_an_id_that_no_table_has_is_told_which_there_are() -> None:
    with Serving("--table", "Gone") as gone:
        gone.process.kill()
        gone.process.wait()
    left = journal_of().stem[:6]
    assert muertos("serve", "--resume", "zzz").fault(1).endswith(f"begins with “zzz”; there are: {left} (Gone)")
    runs = registry.Entry("0f" * 8, 1, "Ofrenda", (), 1, 4, 3, 1, "lobby", solo=False, key="key", code="")
    with registry.Registration(runs.id) as registration:
        registration.write(runs)
        fault = muertos("host", "--resume", "zzz").fault(1)
        assert fault.endswith(f"begins with “zzz”; there are: 0f0f0f (Ofrenda), {left} (Gone)")
    nothing = muertos("tables", "--wait", "0").err
    assert "A table of yours can be brought back: python -m muertos_tui host --resume" in nothing
    journal_of().unlink()
    assert "brought back" not in muertos("tables", "--wait", "0").err


def test_what_nobody_came_back_to_for_a_month_is_removed() -> None:
    old, new = a_journal("aaaa", "Old", Entry("room", "{}")), a_journal("bbbb", "New", Entry("room", "{}"))
    os.utime(old, (0, 0))
    journals.begun(TableSpec(id="cccc", name="Newest"))[0].close()
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_cannot_be_written() -> None:
    journals.journals_dir().parent.mkdir(parents=True, exist_ok=True)
    journals.journals_dir().write_text("a file where the folder should be")
    fault = muertos("serve").fault(1)
    assert str(journals.journals_dir()) in fault
    assert journals.journals_dir().read_text().startswith("a file")
