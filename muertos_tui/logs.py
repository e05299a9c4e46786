"""The log file: what an operator needs, and never a card of a closed hand."""

import copy
import logging
import logging.handlers
import traceback
from pathlib import Path
from types import TracebackType
from typing import Final

from muertos_tui.places import private_file, state_dir
from net.text import clean_text

MAX_BYTES: Final = 1024 * 1024  # a log and its predecessor: enough for weeks, too little to fill a disk
KEPT: Final = 20  # logs of tables: the last few evenings
FORMAT: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


LONGEST: Final = 500  # characters of a message

Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Lines(logging.Formatter):
    """One line a message, whatever text from outside is in it; of a fault where it arose, not what it was about."""

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        record.exc_text = None  # what another handler made of it
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = clean_text(record.message, LONGEST)
        return super().formatMessage(record)

    def formatException(self, ei: Fault) -> str:
        """The words of an exception may name a card, a token, or whatever was being read; the system's do not."""
        kind, fault, where = ei
        if kind is None:
            return ""
        said = f": {fault.strerror}" if isinstance(fault, OSError) else ""
        return "".join([*traceback.format_tb(where), kind.__name__, said])


def log_file(name: str) -> Path:
    """The log of that name."""
    return state_dir() / "log" / f"{name}.log"


def keep_few() -> None:
    """Remove the logs of tables of long ago."""
    logs = sorted(log_file("").parent.glob("table-*.log*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in logs[KEPT:]:
        path.unlink(missing_ok=True)


def start_log(name: str) -> None:
    """Send what is logged to a file of that name; where none can be written, nowhere. Never to the terminal."""
    handler: logging.Handler
    try:
        private_file(log_file(name)).close()
        handler = logging.handlers.RotatingFileHandler(
            log_file(name), maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(Lines(FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
