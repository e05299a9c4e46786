"""Writing a game's record into a file, and what made its deals into one beside it."""

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine import fair
from engine.fair import Shuffled
from muertos_tui.called import called
from muertos_tui.i18n import _

LONGEST = 200  # characters of a file's name as typed
RECORD: Final = ".jsonl"
SHUFFLE: Final = ".fair.json"


def default_file(table: str) -> str:
    """A name that no other game of the day is likely to have."""
    kept = "".join(char if char.isalnum() else "-" for char in table).strip("-").lower() or "muertos"
    return f"{kept}-{time.strftime('%Y-%m-%d-%H%M')}{RECORD}"


def beside(record: Path) -> Path:
    """The file of the shuffle of that record's game."""
    return record.with_name(record.name.removesuffix(RECORD) + SHUFFLE)


def save(record: Sequence[str], file: str, shuffled: Shuffled | None = None) -> tuple[bool, str]:
    """Write the record; whether that could be done, and what to say. A file that is there is never overwritten."""
    try:
        path = Path(file).expanduser()
        if not path.name or path.is_dir():
            return False, _("That is a folder. Type the name of a file in it.")
        texts = {path: "".join(f"{line}\n" for line in record)}
        if shuffled is not None:
            texts[beside(path)] = fair.dumps(shuffled)
        _write(texts)
    except FileExistsError as error:
        return False, _("There is a file of that name already: {file}").format(file=error.filename)
    except OSError as error:
        return False, _("It could not be written: {reason}.").format(reason=error.strerror or type(error).__name__)
    except (ValueError, RuntimeError):  # the latter where `~` is nobody's folder
        return False, _("No file can have that name.")
    said = _("Saved as {file}").format(file=path.absolute())
    if shuffled is not None:
        said += _(", and beside it the shuffle, {file}").format(file=beside(path).name)
    check = _("Check it with: {muertos} verify {file}").format(muertos=called(), file=shlex.quote(str(path)))
    return True, f"{said}. {check}"


def _write(texts: dict[Path, str]) -> None:
    """Write new files, all of them or none."""
    made: list[Path] = []
    try:
        for path, text in texts.items():
            with path.open("x", encoding="utf-8", newline="\n") as out:
                made.append(path)
                out.write(text)
    except (OSError, ValueError):
        for path in made:
            path.unlink()
        raise
