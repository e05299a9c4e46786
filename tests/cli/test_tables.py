"""Tables as processes: serving, listing, ending, and what becomes of them when others end."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.deck import HOUSE, dumps
from engine.options import Options
from muertos_tui import logs, registry, table_process
from muertos_tui.faults import Fault
from muertos_tui.startup import Connect
from muertos_tui.table_process import Ready, TableSpec, launch, log_name, new_id, new_key, open_table
from net import messages as m
from net.codec import frame
from net.codes import read_code
from net.messages import NEWEST_VERSION
from net.tls import peer_context
from tests.cli.commands import ROOT, Serving, environment, muertos, quick


@pytest.fixture(autouse=True)
def _on_loopback(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Discovery is heard by nobody else, and no table outlives a test, not even one that fails."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    yield
    for entry in registry.running():
        os.kill(entry.pid, signal.SIGKILL)


def spec(**more: object) -> TableSpec:
    fields = {"id": new_id(), "name": "Ana's table", "key": new_key(), "interfaces": ("127.0.0.1",), **more}
    return TableSpec(**fields)  # type: ignore[arg-type]


def until(what: object, wanted: object, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    assert callable(what)
    while (seen := what()) != wanted:
        assert time.monotonic() < end, seen
        time.sleep(0.05)


def reachable(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def everything(peer: socket.socket) -> bytes:
    """What is said until the connection ends."""
    heard = b""
    while data := peer.recv(65536):
        heard += data
    return heard


def speaking_to(port: int) -> ssl.SSLSocket:
    """A connection to a table of this machine."""
    return peer_context().wrap_socket(socket.create_connection(("127.0.0.1", port), 5))


def end_all() -> None:
    for entry in registry.running():
        registry.ask_to_end(entry.id)
    until(registry.running, [])


# -- muertos serve


def test_serve_says_where_and_ends_in_good_order() -> None:
    with Serving("--table", "Mesa 💀", "--tables", "2", tables=2) as serving:
        for number, (line, port) in enumerate(zip(serving.lines, serving.ports, strict=True), 1):
            assert line.startswith(f"Mesa 💀 {number}: muertos join ")
            assert reachable(port)
        began = time.monotonic()
        done = serving.end()
        assert time.monotonic() - began < 3
        assert (done.status, done.err) == (0, "")
        assert registry.running() == []


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_end_it_within_three_seconds_even_with_strangers_connected(name: str) -> None:
    with Serving() as serving, socket.create_connection(("127.0.0.1", serving.ports[0])) as stranger:
        stranger.sendall(b"\x00\x00")  # half a header
        began = time.monotonic()
        done = serving.end(getattr(signal, name))
        assert time.monotonic() - began < 3
        assert (done.status, done.err) == (0, "")


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        fault = muertos("serve", "--port", str(port)).fault(1)
        assert f"port {port} is taken; choose another with --port" in fault
    assert registry.running() == []
    with Serving() as one, Serving() as two:  # without a wish, the next one that is free
        assert one.ports != two.ports


def test_discovery_off_is_said_and_the_table_there() -> None:
    with Serving(MUERTOS_INTERFACES="off") as serving:
        assert reachable(serving.ports[0])
        done = serving.end()
        (line,) = done.err.splitlines()
        assert line.startswith("Discovery is off (it is turned off). Friends join by: muertos join ")
        assert line.endswith(f":{serving.ports[0]}")


# -- muertos tables


def test_tables_of_this_machine_and_of_the_network(tmp_path: Path) -> None:
    with Serving("--table", "Mesa de Ana", "--players", "3", locked=True) as serving:
        one = quick("tables", "--wait", "0")
        (line,) = one.out.splitlines()
        (mine,) = registry.running()
        assert line.startswith("Mesa de Ana  3 players  3 free seats  muertos join ")
        assert read_code(mine.code) == mine.code
        assert serving.lines[0].endswith(f" --code {mine.code}")
        port = serving.ports[0]
        ending = f"to end it: python -m muertos_tui tables --stop {mine.id[:6]}"
        assert line.endswith(f":{port} --code {mine.code}  {ending}")

        # Somebody else, who has another home, finds it by multicast.
        theirs = muertos("tables", "--json", HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
        assert theirs.status == 0
        (found,) = [row for row in json.loads(theirs.out) if row["id"] == mine.id]
        assert found["name"] == "Mesa de Ana"
        assert found["port"] == serving.ports[0]
        assert found["here"] is False
        assert (found["players"], found["free"], found["locked"]) == (3, 3, True)
        assert mine.code not in theirs.out

        ours = quick("tables", "--json", "--wait", "1")
        (row,) = [row for row in json.loads(ours.out) if row["id"] == mine.id]  # once, not twice
        assert row["here"] is True
        assert "key" not in row


def test_no_table_at_all() -> None:
    done = quick("tables", "--wait", "0")
    assert (done.status, done.out, done.err) == (0, "", "No table found. python -m muertos_tui host opens one.\n")
    done = quick("tables", "--wait", "0", "--json")
    assert json.loads(done.out) == []


def test_ending_one_table_of_several() -> None:
    with Serving("--tables", "2") as serving:
        one, two = registry.running()
        done = quick("tables", "--stop", one.id[:8].upper())
        assert (done.status, done.err) == (0, "")
        assert done.out == f"{one.name} has ended.\n"
        assert registry.running() == [two]
        assert quick("tables", "--stop", two.id).status == 0
        assert serving.process.wait(5) == 0


def test_an_open_table_says_so_here_and_to_the_network(tmp_path: Path) -> None:
    with Serving("--table", "Mesa abierta") as serving:
        assert "--code" not in serving.lines[0]
        assert "open, without a code" in quick("tables", "--wait", "0").out
        theirs = muertos("tables", "--json", HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
        assert [row["locked"] for row in json.loads(theirs.out) if row["name"] == "Mesa abierta"] == [False]


def test_an_id_that_several_tables_share(monkeypatch: pytest.MonkeyPatch) -> None:
    with registry.Registration("ab1") as one, registry.Registration("ab2") as two:
        for registration, table in ((one, "ab1"), (two, "ab2")):
            registration.write(registry.Entry(table, os.getpid(), "T", (), 1, 4, 4, 0, "lobby", False, "k", ""))
        assert "type more of it" in quick("tables", "--stop", "ab").fault(1)
        monkeypatch.setattr("muertos_tui.tables.STOP", 0.2)
        assert f"its process is {os.getpid()}" in quick("tables", "--stop", "ab1").fault(1)


# -- a table's own process


def test_a_launched_table_outlives_who_launched_it() -> None:
    script = f"""
import json, sys
from muertos_tui.table_process import TableSpec, open_table
connect, told = open_table(TableSpec("{new_id()}", "Mesa", key="hush", interfaces=()))
print(json.dumps([connect.port, told]), flush=True)
sys.stdin.readline()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        port, told = json.loads(process.stdout.readline())
        assert told.startswith("Discovery is off (it is turned off).")
        (entry,) = registry.running()
        assert entry.port == port
        for number in (signal.SIGINT, signal.SIGHUP):  # what a terminal sends to all that belong to it
            os.killpg(process.pid, number)
        process.wait(5)
    time.sleep(0.3)
    assert reachable(port)
    assert "hush" not in command_line(entry.pid)
    end_all()
    assert not reachable(port)


def command_line(pid: int) -> str:
    """What everybody on the machine can see of a process."""
    return subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout


def test_a_solo_table_is_on_loopback_not_announced_and_ends_with_its_player() -> None:
    script = f"""
from muertos_tui.table_process import TableSpec, launch
import signal
print(launch(TableSpec("{new_id()}", "Mesa", solo=True, bind="127.0.0.1")).port, flush=True)
signal.pause()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline())
        (entry,) = registry.running()
        assert entry.solo
        assert entry.addresses == ()
        assert "solo" in quick("tables", "--wait", "0").out
        with speaking_to(port) as stranger:
            stranger.sendall(frame(m.Hello(NEWEST_VERSION, NEWEST_VERSION, "")) + frame(m.Join("Eve", False)))
            assert b"bad_key" in everything(stranger)
        network = json.loads(muertos("tables", "--json", XDG_STATE_HOME=os.environ["HOME"]).out)
        assert entry.id not in {row["id"] for row in network}
        process.kill()
    until(registry.running, [], 3)
    assert not reachable(port)


def test_what_a_table_is_to_be_arrives() -> None:
    asked = spec(
        players=3,
        bots=("easy", "medium"),
        options=Options(ask_chips=True),
        deck=dumps(HOUSE).replace('"house"', '"mine"'),
        name="Mesa 'de' «Ana» 💀",
    )
    connect, told = open_table(asked, begin=True)
    (entry,) = registry.running()
    assert told == ""
    assert connect == Connect(
        ("127.0.0.1",),
        connect.port,
        key=asked.key,
        table=asked.name,
        own=True,
        begin=True,
        invite=entry.addresses,
        new=True,
    )
    assert (entry.name, entry.players, entry.free, entry.port) == (asked.name, 3, 3, connect.port)
    assert entry.key == asked.key
    end_all()


def test_a_table_that_cannot_be_had_is_told_in_words() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Fault, match=f"port {port} is taken"):
            launch(spec(port=port))
    with pytest.raises(Fault, match="this machine has no address"):
        launch(spec(bind="192.0.2.77"))
    assert registry.running() == []


def test_a_process_that_does_not_start_is_told_with_its_log(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    asked = spec()
    broken = home / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text("raise SystemExit('no such luck')")
    monkeypatch.setenv("PYTHONPATH", str(broken))
    with pytest.raises(Fault, match="did not start") as raised:
        launch(asked)
    (log,) = home.rglob(f"{log_name(asked.id)}.log")
    assert str(log) in str(raised.value)
    assert "no such luck" in log.read_text()


def test_a_process_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "sitecustomize.py").write_text("import time; time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(home))
    monkeypatch.setattr(table_process, "READY", 0.5)
    began = time.monotonic()
    with pytest.raises(Fault, match="did not start"):
        launch(spec())
    assert time.monotonic() - began < 5


def test_where_nothing_can_be_written_a_table_can_be_had_all_the_same(home: Path) -> None:
    (home / ".local").write_text("no directory")
    (home / ".local").chmod(0o400)
    ready = launch(spec(solo=True, bind="127.0.0.1"))
    assert isinstance(ready, Ready)
    assert reachable(ready.port)
    child = table_process._children[-1]
    assert child.stdin
    child.stdin.close()  # as the end of this process would
    assert child.wait(5) == 0


def test_what_stops_or_ends_this_terminal_does_not_stop_a_table() -> None:
    launch(spec())
    (entry,) = registry.running()
    assert os.getpgid(entry.pid) == os.getsid(entry.pid) == entry.pid
    end_all()


def test_the_log_tells_no_secret(home: Path) -> None:
    asked = spec()
    launch(asked)
    end_all()
    (log,) = home.rglob(f"{log_name(asked.id)}.log")
    text = log.read_text()
    assert "the table listens" in text
    assert asked.key not in text
    assert log.stat().st_mode & 0o077 == 0


def test_few_logs_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "KEPT", 2)
    folder = logs.log_file("").parent
    folder.mkdir(parents=True)
    for number in range(5):
        (folder / f"table-{number}.log").touch()
        os.utime(folder / f"table-{number}.log", (number, number))
    (folder / "muertos.log").touch()
    logs.keep_few()
    assert sorted(path.name for path in folder.iterdir()) == ["muertos.log", "table-3.log", "table-4.log"]


def test_a_closed_table_says_goodbye_for_good_and_one_that_is_stopped_does_not() -> None:
    for end, code in ((end_all, b"closed"), (None, b"stopping")):
        with Serving() as serving, speaking_to(serving.ports[0]) as peer:
            peer.sendall(frame(m.Hello(NEWEST_VERSION, NEWEST_VERSION, "")))
            peer.sendall(frame(m.Join("Ana", False)))
            until(lambda: [entry.people for entry in registry.running()], [1])
            if end:
                end()
            else:
                serving.end()
            assert code in everything(peer)
