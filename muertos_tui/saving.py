"""Writing a game's record into a file."""

import time
from collections.abc import Sequence
from pathlib import Path

from muertos_tui.i18n import _

LONGEST = 200  # characters of a file's name as typed


def default_file(table: str) -> str:
    """A name that no other game of the day is likely to have."""
    kept = "".join(char if char.isalnum() else "-" for char in table).strip("-").lower() or "muertos"
    return f"{kept}-{time.strftime('%Y-%m-%d-%H%M')}.jsonl"


def save(record: Sequence[str], file: str) -> tuple[bool, str]:
    """Write the record; whether that could be done, and what to say. A file that is there is never overwritten."""
    path = Path(file).expanduser()
    try:
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{line}\n" for line in record)
    except FileExistsError:
        return False, _("There is a file of that name already.")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return False, _("It could not be written: {reason}").format(reason=reason)
    return True, _("Saved as {file}. Check it with: muertos verify {file}").format(file=path)
