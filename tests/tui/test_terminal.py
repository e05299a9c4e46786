"""The terminal is as it was after any end, and no process stays: on real ptys."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from muertos_tui import terminal

ROOT = Path(__file__).resolve().parents[2]
MUERTOS = "from muertos_tui.cli import main; main(prog_name='muertos')"
APP = "from muertos_tui.app import run; from muertos_tui.startup import StartUp; import sys; "
HOME = APP + "sys.exit(run(StartUp(name='Ana')))"
BROKEN = (
    "from muertos_tui.app import MuertosApp; from muertos_tui import commands\n"
    "MuertosApp._toggle_bell.__code__ = (lambda self: 1 / 0).__code__\n" + HOME
)
END = 3.0  # seconds within which the process must be gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ptys")


class Terminal:
    """A program on a terminal of its own, and what the terminal is left like."""

    def __init__(self, program: str, environment: dict[str, str] | None = None, owned: bool = True) -> None:
        self.master, slave = pty.openpty()
        self.slave = slave
        self.resize(80, 24)
        self.before = termios.tcgetattr(slave)
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if owned else None,
            env={**os.environ, **(environment or {})},
        )

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", height, width, 0, 0))

    def read(self, seconds: float) -> None:
        """Read what the program writes."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if select.select([self.master], [], [], rest)[0]:
                self.seen += os.read(self.master, 65536)

    def until(self, seen: bytes) -> None:
        """Read until the program has written this."""
        end = time.monotonic() + 20
        while seen not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            assert self.process.poll() is None, self.seen[-2000:]
            self.read(0.05)
        self.read(0.3)

    def ended(self) -> int:
        """Its exit status; it must be gone in time."""
        end = time.monotonic() + END
        while self.process.poll() is None:
            assert time.monotonic() < end, "it stays"
            self.read(0.02)
        return self.process.returncode

    def restored(self) -> bool:
        """Whether the terminal's own state and every mode are as they were."""
        self.read(0.1)
        on = set(re.findall(rb"\x1b\[\?(\d+)h", self.seen)) - {b"7", b"25"}
        last = {mode: self.seen.rfind(b"\x1b[?%bh" % mode) < self.seen.rfind(b"\x1b[?%bl" % mode) for mode in on}
        shown = self.seen.rfind(b"\x1b[?25h") > self.seen.rfind(b"\x1b[?25l")
        wraps = self.seen.rfind(b"\x1b[?7h") >= self.seen.rfind(b"\x1b[?7l")
        keyboard = self.seen.count(b"\x1b[<u") >= len(re.findall(rb"\x1b\[>\d+u", self.seen))
        assert b"1049" in on, "it never took the screen"
        assert all(last.values()), last
        return shown and wraps and keyboard and termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                continue


Open = Callable[..., Terminal]


@pytest.fixture
def opened() -> Iterator[Open]:
    terminals: list[Terminal] = []

    def make(program: str = HOME, environment: dict[str, str] | None = None, owned: bool = True) -> Terminal:
        terminals.append(Terminal(program, environment, owned))
        return terminals[-1]

    yield make
    for each in terminals:
        each.close()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"])
def test_signals(opened: Open, name: str) -> None:
    at = opened()
    at.until(b"Quit")
    at.process.send_signal(getattr(signal, name))
    assert at.ended() == 128 + getattr(signal, name)
    assert at.restored()


def test_quit(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    os.write(at.master, b"q")
    assert at.ended() == 0
    assert at.restored()


def test_a_fault_of_the_program(opened: Open) -> None:
    at = opened(BROKEN)
    at.until(b"Quit")
    os.write(at.master, b"b")
    assert at.ended() == 1
    assert at.restored()
    assert b"Traceback" not in at.seen
    assert b"the screen failed" in at.seen


def test_an_app_that_hangs_is_ended_and_the_terminal_given_back(opened: Open) -> None:
    at = opened(BROKEN.replace("1 / 0", "__import__('time').sleep(30)"))
    at.until(b"Quit")
    os.write(at.master, b"b")
    at.read(0.3)
    at.process.send_signal(signal.SIGTERM)
    assert at.ended() == 128 + signal.SIGTERM
    assert at.restored()


def test_the_mouse_in_pixels_is_turned_off_again(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    os.write(
        at.master, b"\x1b[?2048;2$y"
    )  # a terminal that tells its size in pixels: Textual asks for the mouse in them
    at.until(b"\x1b[?1016h")
    os.write(at.master, b"q")
    assert at.ended() == 0
    assert at.restored()


@pytest.mark.parametrize("owned", [True, False])  # only the terminal that a process is owned by sends SIGHUP
def test_a_closed_terminal_ends_the_process(opened: Open, owned: bool) -> None:
    at = opened(owned=owned)
    at.until(b"Quit")
    os.close(at.slave)
    os.close(at.master)
    at.process.wait(END)


def test_a_terminal_that_is_not_read_does_not_keep_the_process(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    for width in range(61, 140):  # enough to fill every buffer on the way
        at.resize(width, 24 + width % 2)
        time.sleep(0.02)
    at.process.send_signal(signal.SIGTERM)
    at.process.wait(END)
    assert termios.tcgetattr(at.slave) == at.before


def test_bytes_that_are_no_text_choose_nothing(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    os.write(at.master, b"\xb2\xff\xc3")
    at.read(0.5)
    assert at.process.poll() is None
    os.write(at.master, b"q")
    assert at.ended() == 0


def test_no_terminal_is_one_clear_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MUERTOS], stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, text=True
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "terminal" in done.stderr


def test_a_terminal_that_cannot_place_text_is_refused(opened: Open) -> None:
    at = opened(MUERTOS, {"TERM": "dumb"})
    at.until(b"TERM=dumb")
    assert at.ended() == 1
    assert b"\x1b" not in at.seen


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"LANG": "", "LC_CTYPE": "POSIX"}])
def test_a_terminal_without_utf_8_is_sent_ascii_alone(opened: Open, environment: dict[str, str]) -> None:
    at = opened(HOME, environment)
    at.until(b"Dia de los Muertos")
    assert at.seen.isascii()


def test_ascii_keeps_every_column() -> None:
    assert terminal.to_ascii("│ Día ─ 名前 · ►") == "| Dia - ???? . >"


def test_the_ways_out_cover_what_textual_sets() -> None:
    from textual.drivers import linux_driver

    source = Path(linux_driver.__file__).read_text("utf-8")
    for mode in set(re.findall(r"\\x1b\[\?(\d+)h", source)) - {"25", "7", "1007"}:  # Textual only mentions 1007
        assert f"\x1b[?{mode}l" in terminal.RESET, mode


def test_put_to_sleep_and_woken(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    os.write(at.master, b"\x1a")
    end = time.monotonic() + 10
    while os.waitpid(at.process.pid, os.WUNTRACED | os.WNOHANG)[0] == 0:
        assert time.monotonic() < end, "it does not stop"
        at.read(0.05)
    assert at.restored()
    at.seen = b""
    at.process.send_signal(signal.SIGCONT)
    at.until(b"Quit")
    os.write(at.master, b"q")
    assert at.ended() == 0
    assert at.restored()


def test_ended_while_asleep(opened: Open) -> None:
    at = opened()
    at.until(b"Quit")
    os.write(at.master, b"\x1a")
    at.read(1.0)
    at.process.send_signal(signal.SIGTERM)
    at.process.send_signal(signal.SIGCONT)
    assert at.ended() == 128 + signal.SIGTERM
    assert at.restored()


# A shell, and `make` in a process group of its own, as a shell starts what is typed.
MAKE = f"""
import os, signal, subprocess, sys
make = subprocess.Popen([sys.executable, "-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))",
    sys.executable, "-c", {HOME!r}], process_group=0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
os.tcsetpgrp(0, make.pid)
stopped = os.WIFSTOPPED(os.waitpid(make.pid, os.WUNTRACED)[1])
os.tcsetpgrp(0, os.getpgrp())
print("prompt", stopped, flush=True)
sys.stdin.readline()
os.tcsetpgrp(0, make.pid)
os.killpg(make.pid, signal.SIGCONT)
sys.exit(make.wait())
"""


def test_whoever_waits_in_the_foreground_is_put_to_sleep_too(opened: Open) -> None:
    at = opened(MAKE)
    at.until(b"Quit")
    os.write(at.master, b"\x1a")
    at.until(b"prompt True")
    at.seen = b""
    os.write(at.master, b"fg\n")
    at.until(b"Quit")
    os.write(at.master, b"q")
    assert at.ended() == 0
    assert at.restored()
