"""Every drawn character that is no letter: one cell wide, and told apart in ASCII (`terminal.to_ascii`)."""

import os
import sys
from collections.abc import Mapping
from typing import Final

RULE: Final = "─"
BAR: Final = "│"
CORNERS: Final = ("╭", "╮", "╰", "╯")
DOT: Final = "·"  # between the parts of a line
OUT: Final = "■"  # a card of the tableau that is still in a closed hand
SEEN: Final = "○"  # ... that lies in a hand one sees
GONE: Final = "·"  # ... that was played
WINNING: Final = "!"
PLAYABLE: Final = "+"
BARRED: Final = "×"
CHOSEN: Final = "►"
NEW: Final = "›"  # the newest lines of a log
ON: Final = "■"
OFF: Final = "□"
ELLIPSIS: Final = "…"
LEFT: Final = "◄"
RIGHT: Final = "►"
MINUS: Final = "-"

# What Python itself sets where the user's locale is C (PEP 538): no sign of a terminal that shows Unicode.
_COERCED: Final = ("C.UTF-8", "C.utf8", "UTF-8")


def shows_unicode(env: Mapping[str, str], utf8_mode: bool) -> bool:
    """Whether the user's locale, as the environment names it, is a UTF-8 one."""
    name = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    if utf8_mode and not env.get("LC_ALL") and name in _COERCED:
        name = env.get("LANG", "")
    return "utf" in name.lower()


def is_ascii() -> bool:
    """Whether this process's terminal promises no more than ASCII: what is written then goes through `to_ascii`."""
    return sys.platform != "win32" and not shows_unicode(os.environ, bool(sys.flags.utf8_mode))
