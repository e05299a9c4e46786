"""Whole games in real terminals, by keys only, to the final score that every screen shows."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.player import Player, Score, play
from tests.e2e.terminals import MUERTOS, ROOT, Terminal, Terminals
from tests.netns import lan

pytestmark = [pytest.mark.tmux, pytest.mark.timeout(240)]

FAST = ("--pace", "fast")


@pytest.fixture
def terminals(home: Path) -> Iterator[Terminals]:
    with Terminals(home) as terminals:
        yield terminals


@pytest.fixture
def table(tmp_path: Path) -> str:
    """The name of a table that no other test has, on a network that all tests share."""
    return f"Ofrenda {hash(tmp_path) % 10**8:08}"


def code_of(host: Player) -> str:
    """The join code that the host reads out."""
    screen = "\n".join(host.terminal.until("Join code:"))
    found = re.search(r"Join code: +(\d) - (\w+) - (\w+)", screen)
    assert found
    return "-".join(found.groups())


def joined(
    terminals: Terminals,
    table: str,
    *names: str,
    code: str = "",
    machine: Sequence[str] = (),
    locale: Mapping[str, str] | None = None,
) -> list[Player]:
    """People who find the table on the network, type its code if it has one, sit down and are ready."""
    words = ("join", *FAST, "--name")
    players = [
        Player(terminals.open(name.lower(), *words, name, machine=machine, locale=locale), name, locale is not None)
        for name in names
    ]
    for player in players:
        player.choose_table(table, code)
        player.terminal.press("r")
    return players


def start(host: Player, others: Sequence[Player]) -> None:
    """The host starts when all who came are ready."""
    ready = [re.compile(rf" {player.name} +ready") for player in others]
    host.terminal.until(lambda screen: all(any(map(each.search, screen)) for each in ready))
    host.terminal.press("g")


def same_score(players: Sequence[Player], record: Path) -> frozenset[Score]:
    """The score that all screens and the record agree on."""
    first, *rest = [player.scores() for player in players]
    assert all(other == first for other in rest)
    assert first == recorded(record)
    return first


def recorded(file: Path) -> frozenset[Score]:
    """The final score in a record."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    names, end = lines[0]["names"], lines[-1]
    scores = set()
    for side in [(0, 2), (1, 3)] if len(names) == 4 else [(0,), (1,), (2,)]:
        total = end["totals"][side[0]]
        who = frozenset(names[player] for player in side)
        scores.add(Score(who, total["food"], total["muertos"], total["points"], side[0] in end["winners"]))
    return frozenset(scores)


def save(player: Player) -> Path:
    """Save the record under the name that is offered; `muertos verify` finds it clean."""
    player.terminal.press("s")
    player.terminal.until("Save the record as")
    player.terminal.press("Enter")
    player.terminal.until("Saved as")
    (file,) = player.terminal.home.glob("*.jsonl")
    verified = subprocess.run([*MUERTOS, "verify", str(file)], cwd=ROOT, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    return file


def close(host: Player, others: Sequence[Player] = (), key: str = "Escape") -> None:
    """The host closes the table, and everyone goes home and quits."""
    leave(host.terminal, "Close the table", key)
    for player in others:
        player.terminal.until("The table has been closed.")
        player.terminal.press("Enter")
    for player in [host, *others]:
        quit_from_home(player.terminal)


def leave(terminal: Terminal, how: str, key: str = "Escape") -> None:
    """Leave the table: by Escape after a game, by q in one."""
    terminal.press(key)
    terminal.until("Leave the table?")
    terminal.mark(how)
    terminal.press("Enter")


def quit_from_home(terminal: Terminal) -> None:
    """Leave muertos; the exit status says that all was well."""
    terminal.until("Leave muertos")
    terminal.press("q")
    assert terminal.ended() == 0


def test_play(terminals: Terminals) -> None:
    ana = Player(terminals.open("ana", "play", *FAST, "--name", "Ana"), "Ana")
    ana.terminal.until("YOUR TURN")
    play([ana])
    same_score([ana], save(ana))
    close(ana)
    terminals.no_table_left()


def test_four_people_find_the_table_and_play_two_of_them_without_more_than_ascii(
    terminals: Terminals, table: str
) -> None:
    ana = Player(terminals.open("ana", "host", *FAST, "--name", "Ana", "--table", table, "--open"), "Ana")
    ana.terminal.until(f"{table} · lobby")
    others = [
        *joined(terminals, table, "Beto"),
        *joined(terminals, table, "Caro", locale={"LC_ALL": "C"}),
        *joined(terminals, table, "Dani", locale={}),
    ]
    start(ana, others)
    play([ana, *others])
    same_score([ana, *others], save(ana))
    close(ana, others)
    terminals.no_table_left()


def test_three_people_and_the_tables_open_hand(terminals: Terminals, table: str) -> None:
    ana = Player(terminals.open("ana", "host", *FAST, "--name", "Ana", "--table", table, "--players", "3"), "Ana")
    ana.terminal.until(f"{table} · lobby")
    others = joined(terminals, table, "Beto", "Caro", code=code_of(ana))
    start(ana, others)
    play([ana, *others])
    for player in [ana, *others]:  # each of them is the declarer once
        assert any("the table's hand" in asked for asked in player.asked)
    same_score([ana, *others], save(ana))
    close(ana, others)
    terminals.no_table_left()


def test_the_hosts_terminal_hangs_up_and_the_host_comes_back(terminals: Terminals, table: str) -> None:
    ana = Player(terminals.open("ana", "host", *FAST, "--name", "Ana", "--table", table), "Ana")
    ana.terminal.until(f"{table} · lobby")
    [beto] = joined(terminals, table, "Beto", code=code_of(ana))
    start(ana, [beto])
    play([ana, beto], lambda screen: "trick 3 of 8" in screen[0])
    ana.terminal.hang_up()
    beto.terminal.until("AWAY")
    assert len(terminals.tables()) == 1  # it goes on
    ana = Player(terminals.open("ana", "host", "--resume", home=ana.terminal.home), "Ana")
    ana.terminal.until("Your hand")
    play([ana, beto], lambda screen: "trick 5 of 8" in screen[0])
    close(ana, [beto], key="q")
    terminals.no_table_left()


@pytest.mark.netns
def test_two_people_on_two_machines_and_bots(terminals: Terminals, table: str) -> None:
    with lan(2) as machines:
        here, there = (("ip", "netns", "exec", machine.name) for machine in machines)
        words = ("host", *FAST, "--name", "Ana", "--table", table, "--bots", "medium,easy")
        ana = Player(terminals.open("ana", *words, machine=here), "Ana")
        ana.terminal.until(f"{table} · lobby")
        [beto] = joined(terminals, table, "Beto", code=code_of(ana), machine=there)
        start(ana, [beto])
        play([ana, beto])
        same_score([ana, beto], save(ana))
        leave(beto.terminal, "Leave")
        quit_from_home(beto.terminal)
        close(ana)
        terminals.no_table_left()
