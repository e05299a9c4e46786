"""Running `muertos` as a user does: a process, what it prints, and its exit status."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from click.testing import CliRunner

from muertos_tui.cli import main

ROOT = Path(__file__).parent.parent.parent
MUERTOS = (sys.executable, "-m", "muertos_tui")


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str

    def fault(self, status: int) -> str:
        """The one line that says what is wrong, of a command that ended with that status."""
        assert self.status == status, self
        assert self.out == ""
        (line,) = self.err.splitlines()
        assert line.startswith("muertos: ")
        return line


def environment(**more: str) -> dict[str, str]:
    """That of the test, with discovery on loopback only, where nobody else hears it."""
    return {**os.environ, "MUERTOS_INTERFACES": "127.0.0.1", "PYTHONWARNINGS": "error", **more}


def muertos(*arguments: str, text: str = "", **more: str) -> Done:
    """Run a command to its end."""
    done = subprocess.run(
        [*MUERTOS, *arguments],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        env=environment(**more),
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def quick(*arguments: str, text: str = "") -> Done:
    """The same in this process, for commands that need no process of their own."""
    result = CliRunner().invoke(main, [*arguments], prog_name="muertos", input=text)
    return Done(result.exit_code, result.stdout, result.stderr)


class Serving:
    """`muertos serve`, running; without a join code unless it is `locked`."""

    def __init__(self, *arguments: str, tables: int = 1, locked: bool = False, **more: str) -> None:
        opened = [] if locked or "--resume" in arguments else ["--open"]
        self.process = subprocess.Popen(
            [*MUERTOS, "serve", *arguments, *opened],
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED="1", **more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.lines = [self.process.stdout.readline().strip() for _ in range(tables)]
        self.ports = [int(re.findall(r":(\d+)(?: --code \S+)?$", line)[0]) for line in self.lines if line]

    def end(self, number: int = signal.SIGTERM) -> Done:
        """Ask it to end, and see how it does."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=10)
        return Done(self.process.returncode, out, err)

    def __enter__(self) -> "Serving":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def unused_port(rng: Random) -> int:
    """Not one that other tables try, nor one that the system gives to connections: nobody takes it between two runs."""
    for port in rng.sample(range(20_000, 30_000), 50):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no port is free")
