"""On every screen: the terminal is as it was after any end, and bytes that are no keys choose nothing."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.amounts import SOAK
from tests.tui.test_terminal import END, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ptys")

SCREENS = "home rules host browse name connecting lobby leave table result small".split()
ENDS = "SIGTERM SIGHUP SIGQUIT SIGINT SIGUSR1 hang-up".split()  # at SIGUSR1 a handler of the screen fails
EVERY = [(screen, end) for screen in SCREENS for end in ENDS]
SOME = list(zip("rules host browse lobby leave table result".split(), cycle(ENDS), strict=False))
RUBBISH = (
    b"\xb2",
    b"\xff",
    b"\xb2\xff\xc3",  # no UTF-8, and half a letter
    b"\x1b[<0;300;900M\x1b[<999;-1;M\x1b[<0;5",  # a mouse beyond the screen, broken, and cut
    b"\x1b[M\xff\xfe\xfd",  # the old mouse
    b"\x1b[I\x1b[O\x1b[I\x1b[Z\x1b[99;99R",  # focus and places nobody asked for
    b"\x1b]11;rgb:zz/00/\x1b\\\x1b]10;\x07\x1b]4;0;?\x07",  # colours
    b"\x1b]11;rgb:1111/2222/3333\x1b\\\x1b]10;rgb:8888/7777/6666\x07",
    b"\x1b]11;rgb:1234/5",
    b"\x1b[<0;xx;5M12345678",
    b"\x1b[999999999999u\x1b[53;1:3u",  # keys that there are not
    b"\x1b[?2026;9$y\x1b[?1;2c\x1bP>|x\x1b\\\x1b[200~",  # modes, names, a paste that never ends
    b"\xe2\x96\x1b[201~",
)


def on(screen: str) -> Terminal:
    """The app on that screen."""
    at = Terminal(f"import sys; from tests.tui.on_screen import main; sys.exit(main({screen!r}))")
    at.until(b"\x1b]2;ready\x07")
    return at


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    made: list[Terminal] = []
    yield made
    for each in made:
        each.close()


@pytest.mark.parametrize(("screen", "end"), EVERY if SOAK else SOME)
def test_the_end(opened: list[Terminal], screen: str, end: str) -> None:
    at = on(screen)
    opened.append(at)
    os.write(at.master, b"".join(RUBBISH))
    at.read(0.3)
    assert at.process.poll() is None, at.seen[-2000:]
    if end == "hang-up":
        os.close(at.slave)
        os.close(at.master)
        at.process.wait(END)
        return
    number = getattr(signal, end)
    at.process.send_signal(number)
    assert at.ended() == (1 if end == "SIGUSR1" else 128 + number)
    assert at.restored()
    assert b"Traceback" not in at.seen
    assert b"K9" not in at.seen.rpartition(b"\x1b[?1049l")[2]


def chosen(at: Terminal) -> bytes:
    """Which screens stand there, what is marked and typed on them, and what was asked of the table."""
    before = at.seen.count(b"\x1b]2;at ")
    at.process.send_signal(signal.SIGUSR2)
    end = time.monotonic() + 5
    while at.seen.count(b"\x1b]2;at ") == before:
        assert time.monotonic() < end, "it does not say"
        at.read(0.02)
    return at.seen.rpartition(b"\x1b]2;at ")[2].partition(b"\x07")[0]


def pressed(at: Terminal, key: bytes) -> bytes:
    """The same after a key."""
    os.write(at.master, key)
    at.read(0.4)
    return chosen(at)


@pytest.mark.parametrize("screen", SCREENS if SOAK else ["home", "name", "lobby", "leave", "table", "result"])
def test_rubbish_chooses_nothing(opened: list[Terminal], screen: str) -> None:
    """Each sort of rubbish by itself: the screen stays, nothing is asked of the table, and keys go on working."""
    at = on(screen)
    opened.append(at)
    stood = chosen(at)
    for bytes_ in RUBBISH:
        os.write(at.master, bytes_)
        at.read(0.2)
        assert chosen(at) == stood, bytes_
    at.read(0.6)
    assert chosen(at) == stood
    if screen != "small":  # which takes no keys
        assert any(pressed(at, key) != stood for key in (b"\x1b[B", b"q", b"\x1b"))
    before = len(at.seen)
    at.resize(100, 30)
    at.process.send_signal(signal.SIGWINCH)
    at.read(0.5)
    assert len(at.seen) > before  # it draws
    assert at.process.poll() is None
    at.process.send_signal(signal.SIGTERM)
    assert at.ended() == 128 + signal.SIGTERM
    assert at.restored()


def test_escape_is_a_key_after_a_paste_without_an_end(opened: list[Terminal]) -> None:
    at = on("name")
    opened.append(at)
    os.write(at.master, b"\x1b[200~\x1b")
    at.read(1.0)
    assert b"AskText" in chosen(at)
    assert b"HomeScreen" in pressed(at, b"\x1b")
