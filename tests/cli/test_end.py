"""`muertos serve` is gone within three seconds, whatever its connections are at, its port free and its peers told."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from pathlib import Path
from random import Random

import pytest

from net import messages as m
from net.host import listen
from tests.cli.commands import Serving, unused_port
from tests.net.wire import HELLO, Guest, Stranger

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
END = 3.0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
async def test_with_idle_half_open_and_unpaired_connections(name: str) -> None:
    port = unused_port(Random(os.getpid()))
    with Serving("--table", "Ofrenda", "--bots", "hard,hard,hard", "--port", str(port)) as serving:
        async with Guest(port, "Ana") as ana, contextlib.AsyncExitStack() as stack:
            await ana.told(m.Welcome)
            ana.peer.send(m.Start())  # so that bots think, in their processes
            await ana.told(m.Shown)
            for _ in range(3):
                bare = stack.enter_context(socket.create_connection(("127.0.0.1", port)))  # no TLS at all
                await asyncio.sleep(0)
            bare.send(b"\x16\x03\x01\x02")
            await stack.enter_async_context(Stranger(port))  # silent
            halfway = await stack.enter_async_context(Stranger(port))
            halfway.say(HELLO)
            halfopen = await stack.enter_async_context(Stranger(port))
            halfopen.say(HELLO)
            halfopen.writer.write_eof()
            began = time.monotonic()
            done = await asyncio.to_thread(serving.end, getattr(signal, name))
            assert time.monotonic() - began < END
            assert done.status == 0, done
            assert "Traceback" not in done.err
            await ana.told(object, lambda event: getattr(event, "code", "") == "stopping")
        for sock in listen("127.0.0.1", port):
            sock.close()
    assert not thinkers(), "a process that thinks is left"


def thinkers() -> list[str]:
    """The processes that think for this test's tables."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            mine = f"HOME={os.environ['HOME']}".encode() in (folder / "environ").read_bytes().split(b"\0")
            if mine and b"net.thinker" in (folder / "cmdline").read_bytes():
                found.append(folder.name)
    return found
