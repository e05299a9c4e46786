"""Real multicast between machines: network namespaces on a bridge, and machines where it cannot work."""

import json
import subprocess

import pytest

from tests.netns import Namespace, lan, lone_machine

pytestmark = pytest.mark.netns

ANNOUNCE = """
import asyncio, sys
from net.discovery import Announcer, TableInfo, new_key

async def main():
    async with Announcer() as announcer:
        print(announcer.off, flush=True)
        for name in sys.argv[1:]:
            announcer.announce(new_key(), 11102, TableInfo(1, "0.1.0", name, 4, 3, False))
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""

BROWSE = """
import asyncio, json, sys
from net.discovery import Browser, Found, Gone, Status

async def main():
    count, gone = int(sys.argv[1]), sys.argv[2] == "gone"
    async with Browser() as browser, asyncio.timeout(20):
        tables = {}
        async for event in browser.events():
            if isinstance(event, Status):
                print(json.dumps(event.off), flush=True)
                return
            if isinstance(event, Found):
                tables[event.table.key] = [event.table.info.name, *event.table.addresses]
                if len(tables) == count:
                    print(json.dumps(sorted(tables.values())), flush=True)
                    if not gone:
                        return
                    await asyncio.to_thread(sys.stdin.readline)
                    browser.unreachable(event.table.key)
            if isinstance(event, Gone):
                del tables[event.key]
                await asyncio.sleep(0.5)
                print(json.dumps([table.info.name for table in browser.tables]), flush=True)
                return

asyncio.run(main())
"""

PORT_TAKEN = """
import asyncio, socket
from net.discovery import Announcer, Browser

async def main():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as exclusive:
        exclusive.bind(("", 5353))
        async with Announcer() as announcer, Browser() as browser:
            print(announcer.off, browser.off)

asyncio.run(main())
"""

STATE = """
import asyncio, time
from net.discovery import Announcer, Browser, TableInfo, new_key

async def main():
    before = time.monotonic()
    async with Announcer() as announcer, Browser() as browser:
        announcer.announce(new_key(), 1, TableInfo(1, "0.1.0", "Ana", 4, 3, False))
        print(announcer.off, browser.off)
        assert time.monotonic() - before < 2
        await asyncio.sleep(0.1)
        before = time.monotonic()
    assert time.monotonic() - before < 2

asyncio.run(main())
"""


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def go_on(process: "subprocess.Popen[str]") -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate()


def test_tables_are_found_from_another_machine_and_a_killed_one_drops_out_when_tried() -> None:
    with lan(2) as (one, two):
        host = one.python(ANNOUNCE, "Ana", "Ana", "死者の日 💀")
        try:
            assert line(host) == "None"
            browser = two.python(BROWSE, "3", "gone")
            assert json.loads(line(browser)) == [
                ["Ana", one.address],
                ["Ana", one.address],
                ["死者の日 💀", one.address],
            ]
        finally:
            end(host)
        go_on(browser)
        assert len(json.loads(line(browser))) == 2
        assert browser.wait(10) == 0
        end(browser)


def test_a_table_that_ends_is_gone_by_itself() -> None:
    with lan(2) as (one, two):
        host = one.python(ANNOUNCE, "Ana")
        assert line(host) == "None"
        browser = two.python(BROWSE, "1", "gone")
        assert json.loads(line(browser)) == [["Ana", one.address]]
        go_on(host)
        assert host.wait(5) == 0
        go_on(browser)
        assert json.loads(line(browser)) == []
        end(host)
        end(browser)


def output(machine: Namespace, script: str) -> str:
    process = machine.python(script)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    return out.strip()


@pytest.mark.parametrize("loopback", [True, False])
def test_a_machine_without_a_network(loopback: bool) -> None:
    with lone_machine(loopback=loopback) as machine:
        assert output(machine, STATE) == "no_network no_network"


def test_a_port_that_is_taken() -> None:
    with lan(1) as (machine,):
        assert output(machine, PORT_TAKEN) == "port_taken port_taken"


def test_an_interface_that_is_down() -> None:
    with lan(1) as (machine,):
        machine.ip("link", "set", "eth0", "down")
        assert output(machine, STATE) == "no_network no_network"


def test_packets_that_are_swallowed_without_a_word() -> None:
    with lan(1) as (machine,):
        # No socket may join a group, so nothing sent to it is heard: what a firewall does, without needing one.
        machine.popen("sh", "-c", "echo 0 >/proc/sys/net/ipv4/igmp_max_memberships").communicate(timeout=5)
        assert output(machine, STATE) == "blocked blocked"
