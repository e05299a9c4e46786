"""Where this program keeps what: settings, logs, and the tables that run on this machine."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

import platformdirs

APP = "muertos"


def config_dir() -> Path:
    """Where settings are."""
    return platformdirs.user_config_path(APP, appauthor=False)


def state_dir() -> Path:
    """Where logs and running tables are."""
    return platformdirs.user_state_path(APP, appauthor=False)


def private_dir(path: Path) -> Path:
    """The directory, made if need be so that only this user may look into it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def private_file(path: Path) -> IO[bytes]:
    """The file, open to be added to, made if need be so that only this user may read it."""
    private_dir(path.parent)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def write_whole(path: Path, text: str) -> None:
    """Write a file, readable by this user only, so that nobody ever reads half of it."""
    private_dir(path.parent)
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
