"""Tables between machines, and on machines without a network."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.netns import Namespace, lan, lone_machine

pytestmark = pytest.mark.netns

MUERTOS = (sys.executable, "-m", "muertos_tui")


# Tells of every table that comes and goes, until its input ends.
LISTEN = """
import asyncio
from net.discovery import Browser

async def main():
    async with Browser() as browser:
        async for event in browser.events():
            print(type(event).__name__, flush=True)

asyncio.run(main())
"""


def run(machine: Namespace, *words: str, home: str = "") -> tuple[str, str]:
    """What a command prints, on the output and beside it."""
    apart = ("env", f"XDG_STATE_HOME={home}") if home else ()
    done = subprocess.run(
        ["ip", "netns", "exec", machine.name, *apart, *MUERTOS, *words],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    return done.stdout, done.stderr


def serve(machine: Namespace, *words: str) -> "subprocess.Popen[str]":
    return machine.popen(*MUERTOS, "serve", *words)


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().partition(" --code ")[0].strip()  # the code is another each time


def test_tables_are_seen_from_another_machine_until_they_end(tmp_path: object) -> None:
    with lan(2) as (one, two):
        ours, others = serve(one, "--table", "Mesa"), serve(one, "--table", "Mesa", "--players", "3")
        try:
            lines = {first_line(ours), first_line(others)}
            assert lines == {f"Mesa: muertos join {one.address}:{port}" for port in (11102, 11103)}
            found = json.loads(run(two, "tables", "--json", home=str(tmp_path))[0])
            assert sorted((row["name"], row["players"], row["port"], row["addresses"]) for row in found) == [
                ("Mesa", 3, found[0]["port"] if found[0]["players"] == 3 else found[1]["port"], [one.address]),
                ("Mesa", 4, found[0]["port"] if found[0]["players"] == 4 else found[1]["port"], [one.address]),
            ]
            assert len({row["id"] for row in found}) == 2
            ours.terminate()
            assert ours.wait(3) == 0
            assert len(json.loads(run(two, "tables", "--json", home=str(tmp_path))[0])) == 1
        finally:
            for process in (ours, others):
                process.kill()
                process.communicate()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_whoever_looks_is_told_at_once_that_a_table_has_ended(name: str) -> None:
    with lan(2) as (one, two):
        table, listener = serve(one, "--table", "Mesa"), two.python(LISTEN)
        try:
            first_line(table)
            assert listener.stdout
            until(listener, "Found")
            table.send_signal(signal.Signals[name])
            began = time.monotonic()
            until(listener, "Gone")
            assert time.monotonic() - began < 5, "not told, but found out"
            assert table.wait(3) == 0
        finally:
            for process in (table, listener):
                process.kill()
                process.communicate()


def until(listener: "subprocess.Popen[str]", said: str) -> None:
    assert listener.stdout
    assert said in (line.strip() for line in iter(listener.stdout.readline, ""))


@pytest.mark.parametrize("loopback", [True, False])
def test_without_a_network_the_table_is_there_and_says_how_to_join(loopback: bool) -> None:
    with lone_machine(loopback=loopback) as machine:
        process = serve(machine, "--table", "Mesa")
        try:
            assert first_line(process) == "Mesa: muertos join 127.0.0.1:11102"
            out, err = run(machine, "tables")
            assert re.match(r"Mesa  4 players .* muertos join 127\.0\.0\.1:11102", out)
            assert "cannot be found by themselves here (no network)" in err
            process.terminate()
            assert process.wait(3) == 0
        finally:
            process.kill()
            process.communicate()


def test_without_multicast_the_table_is_there_and_says_how_to_join() -> None:
    with lan(2) as (one, two):
        for machine in (one, two):
            machine.popen("sh", "-c", "echo 0 >/proc/sys/net/ipv4/igmp_max_memberships").communicate(timeout=5)
        process = serve(one, "--table", "Mesa")
        try:
            assert first_line(process) == f"Mesa: muertos join {one.address}:11102"
            reach = f"import socket; socket.create_connection(('{one.address}', 11102), 5).close()"
            reaching = two.python(reach)
            reaching.communicate(timeout=10)
            assert reaching.returncode == 0
        finally:
            process.kill()
            process.communicate()
