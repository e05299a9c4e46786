"""Textual's driver for a terminal, made to bear a terminal that hangs up, lies or speaks only ASCII."""

import os
import selectors
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from time import monotonic
from typing import Any, TextIO

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from muertos_tui import terminal
from muertos_tui.glyphs import is_ascii
from muertos_tui.sieve import Sieve


class Screen:
    """Where the driver writes: a terminal that has hung up takes nothing, and is no error."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._ascii = is_ascii()

    def write(self, text: str) -> None:
        """Write all of the text."""
        with suppress(OSError, ValueError):
            self._stream.write(terminal.to_ascii(text) if self._ascii else text)

    def flush(self) -> None:
        """Send what has been written."""
        with suppress(OSError, ValueError):
            self._stream.flush()

    def fileno(self) -> int:
        """The terminal's descriptor."""
        return self._stream.fileno()


class TerminalDriver(LinuxDriver):
    """Reads keys and what else is whole, until the end of input and no further."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        stream = terminal.output()
        if stream is not None:
            self._file: Any = Screen(stream)

    def start_application_mode(self) -> None:
        terminal.taken(True)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        super().close()
        terminal.taken(False)

    def _sigtstp_application(self, *arguments: Any) -> None:
        """Ctrl+Z: the whole foreground stops, as a terminal has it do; a `make` that waits there would hold it."""
        self.suspend_application_mode()
        self._must_signal_resume = True
        os.killpg(os.getpgrp(), signal.SIGSTOP)

    def _sigcont_application(self, *arguments: Any) -> None:
        if not terminal.ending():  # else there is nothing to come back for
            super()._sigcont_application(*arguments)

    def run_input_thread(self) -> None:
        """Read keys. Bytes that are not UTF-8 are no keys, nor is what a terminal reports."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        sieve, heard_at = Sieve(), monotonic()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(0.1):
                    data, heard_at = self._read(), monotonic()
                    if not data:
                        # The terminal has gone. Textual would read its end for ever, at full speed.
                        os.kill(os.getpid(), signal.SIGHUP)
                        return
                    text = sieve.feed(decode(data))
                else:
                    text = sieve.quiet(monotonic() - heard_at)
                # Nothing must not be fed: to the parser it means the end.
                for event in parser.feed(text) if text else ():
                    self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _disable_mouse_support(self) -> None:
        super()._disable_mouse_support()
        if self._mouse:
            self.write("\x1b[?1016l")  # Textual turns pixels on, and never off
