"""The log file: what an operator needs, and never a card of a closed hand."""

import logging
import logging.handlers
from pathlib import Path
from typing import Final

from muertos_tui.places import private_file, state_dir

MAX_BYTES: Final = 1024 * 1024  # a log and its predecessor: enough for weeks, too little to fill a disk
KEPT: Final = 20  # logs of tables: the last few evenings
FORMAT: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


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
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
