"""Machines of a test's own: network namespaces, joined by a bridge, that nothing outside can reach."""

import contextlib
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_numbers = itertools.count()
ROOT = Path(__file__).parent.parent


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Namespace:
    """One machine."""

    def __init__(self, name: str, address: str = "") -> None:
        self.name = name
        self.address = address

    def ip(self, *words: str) -> None:
        """Run `ip` in it."""
        _ip("-n", self.name, *words)

    def popen(self, *command: str) -> "subprocess.Popen[str]":
        """Start a command in it; its output is read line by line."""
        return subprocess.Popen(
            ["ip", "netns", "exec", self.name, *command],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def python(self, script: str, *arguments: str) -> "subprocess.Popen[str]":
        """Start a Python script in it."""
        return self.popen(sys.executable, "-X", "dev", "-c", script, *arguments)


def _remove(name: str) -> None:
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


@contextlib.contextmanager
def lone_machine(*, loopback: bool = True) -> Iterator[Namespace]:
    """A machine without a network; not even with itself, if `loopback` is off."""
    machine = Namespace(f"muertos-{os.getpid()}-{next(_numbers)}")
    _ip("netns", "add", machine.name)
    try:
        if loopback:
            machine.ip("link", "set", "lo", "up")
        yield machine
    finally:
        _remove(machine.name)


@contextlib.contextmanager
def lan(machines: int) -> Iterator[list[Namespace]]:
    """So many machines on one bridge, 10.97.0.1 and on. The bridge lives in a namespace of its own."""
    with contextlib.ExitStack() as stack:
        bridge = stack.enter_context(lone_machine())
        bridge.ip("link", "add", "br0", "type", "bridge", "mcast_snooping", "0", "forward_delay", "0")
        bridge.ip("link", "set", "br0", "up")
        found = []
        for number in range(1, machines + 1):
            machine = stack.enter_context(lone_machine())
            machine.address = f"10.97.0.{number}"
            machine.ip("link", "add", "eth0", "type", "veth", "peer", "name", f"p{number}", "netns", bridge.name)
            bridge.ip("link", "set", f"p{number}", "master", "br0", "up")
            machine.ip("address", "add", f"{machine.address}/24", "dev", "eth0")
            machine.ip("link", "set", "eth0", "up")
            machine.ip("route", "add", "default", "via", "10.97.0.254")
            found.append(machine)
        yield found
