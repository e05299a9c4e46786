"""The terminal is given back as it was, however the app ends.

Textual restores it at a normal end, after an exception and for SIGINT. Other signals end a process on the
spot, and a terminal that hangs up or is no longer read leaves Textual spinning or waiting. So: a signal asks
the app to end, and a watchdog ends the process when the app does not manage it in time. A hang-up is made into
SIGHUP by the driver.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType
from typing import Any, Final, TextIO
from unicodedata import normalize

from rich.cells import cell_len

from muertos_tui.i18n import _

GRACE: Final = 1.5  # seconds for the app to end by itself; with the watchdog's own work it is gone within three
SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)

# Every mode that Textual's driver sets, and the plain state of it.
RESET: Final = (
    "\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # mouse
    "\x1b[?2004l\x1b[?1004l\x1b[?2048l\x1b[?2026l"  # paste, focus, resize reports, held output
    "\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[0m"  # line wrap, keyboard, screen, cursor, colours
)

# What a terminal without UTF-8 shows in place of lines, marks and typographic signs.
_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌┄┈╴╶▔▁▂▀▄‾—–‒―▬", "-"),
        **dict.fromkeys("│┃║╎┆┊▏▕▌▐▎▊", "|"),
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛╋", "+"),
        **dict.fromkeys("■█▉▇▆▅◆●◉★✓✔▪", "#"),
        **dict.fromkeys("□○◇☆▫◌", "o"),
        **dict.fromkeys("·•∙⋅…‧", "."),
        **dict.fromkeys("▶▸►→❯›»", ">"),
        **dict.fromkeys("◀◂◄←❮‹«", "<"),
        **dict.fromkeys("▲↑△", "^"),
        **dict.fromkeys("▼↓▽", "v"),
        **dict.fromkeys("×✗✘╳", "x"),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("░▒▓", ":"),
        "\u00a0": " ",
    }
)


def missing() -> str:
    """Why there is no terminal to play in, in words; nothing if there is one."""
    if sys.__stdin__ is None or not sys.__stdin__.isatty() or output() is None:
        return _("muertos needs a terminal to show its screen in.")
    if os.environ.get("TERM") == "dumb":
        return _(
            "This terminal says that it cannot place text (TERM=dumb). Set TERM to what it is, such as xterm-256color."
        )
    return ""


def output() -> TextIO | None:
    """Where the screen is drawn: Textual takes stderr even if that has been sent into a file."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and stream.isatty():
            return stream
    return None


def to_ascii(text: str) -> str:
    """The same text in as many columns of ASCII."""
    if text.isascii():
        return text
    return "".join(c if c.isascii() else _letter(c) for c in text.translate(_ASCII))


@cache
def _letter(char: str) -> str:
    """A letter without its marks, else a question mark for each column."""
    bare = normalize("NFKD", char)[0]
    return bare if bare.isascii() else "?" * cell_len(char)


class Guard:
    """Ends the app on a signal, and the process if the app cannot."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._before = _state()
        self.number = 0  # of the signal that came
        self.taken = False  # the driver has the terminal, and has not given it back to the last byte

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Take a signal: the first counts."""
        if self.number:
            return
        self.number = number
        if hasattr(signal, "SIGTTOU"):  # restoring from the background must not put the process to sleep
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        threading.Thread(target=self._watch, name="muertos-watchdog", daemon=True).start()
        self._stop()

    def _watch(self) -> None:
        time.sleep(GRACE)
        if self.taken:
            force(self._before)
        os._exit(128 + self.number)


_current: Guard | None = None


def taken(is_taken: bool) -> None:
    """The driver takes the terminal, or has given it back."""
    if _current:
        _current.taken = is_taken


def ending() -> bool:
    """Whether a signal has asked to end."""
    return _current is not None and _current.number != 0


@contextmanager
def guard(stop: Callable[[], None]) -> Iterator[Guard]:
    """Keep the terminal safe while the app runs; `stop` is called, in the main thread, to end the app."""
    global _current
    _current = watching = Guard(stop)
    before = [(number, signal.signal(number, watching.handle)) for number in SIGNALS]
    try:
        yield watching
    finally:
        _current = None
        for number, handler in before:
            signal.signal(number, handler)


def _state() -> list[Any] | None:
    if sys.platform == "win32":
        return None
    import termios

    with suppress(termios.error, OSError):
        return termios.tcgetattr(0)
    return None


def force(attributes: list[Any] | None) -> None:
    """Give the terminal back without the app's help, and without waiting for a terminal that is not read."""
    if sys.platform == "win32":
        return
    import termios

    if attributes is not None:
        with suppress(termios.error, OSError):
            termios.tcsetattr(0, termios.TCSANOW, attributes)
    stream = output()
    with suppress(OSError, ValueError):
        if stream is not None:
            # Opened anew: O_NONBLOCK on the shell's own descriptor would outlive this process.
            terminal = os.open(os.ttyname(stream.fileno()), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            os.write(terminal, RESET.encode())
