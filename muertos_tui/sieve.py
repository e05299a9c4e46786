"""What a terminal sends, sorted before Textual reads it: keys, the mouse and whole reports go on, all else is dropped.

Textual types out, key by key, what it does not understand: the digits of a colour report would choose cards, and a cut
mouse report would too. Numbers that it does not expect end its reading altogether.
"""

import re
from functools import lru_cache
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser

REST: Final = 0.5  # seconds of silence after which the rest of what was begun does not come any more
LONGEST: Final = 32  # characters of a sequence; Textual types out longer ones
ESCAPE: Final = "\x1b"
ESCAPE_KEY: Final = "\x1b[27u"  # for which Textual need not wait: this has waited already
PASTE: Final = "\x1b[200~"
PASTED: Final = "\x1b[201~"

_WHOLE: Final = re.compile(
    r"""\x1b(?:
        \[M[^\x1b]{3}                           # the mouse of old
      | \[[0-?]*[ -/]*[@-LN-~] | \[[0-?]+M      # keys, the mouse, focus, modes
      | O[ -~]                                  # keys
      | [\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)     # strings: colours, names
      | [^\[OPX^_\]\x1b]                        # keys with Alt
    )""",
    re.VERBOSE,
)
_BEGUN: Final = re.compile(r"\x1b(?:\[(?:M[^\x1b]{0,2}|[0-?]*[ -/]*)|O|[\]PX^_][^\x07\x1b]*)?")
_STRING: Final = re.compile(r"\x1b[\]PX^_]")
_BROKEN: Final = re.compile(r"\x1b\[(?![=>?][\d;]*\$?[a-z])")  # if it means nothing, and is no answer to a question
_C1: Final = dict.fromkeys(range(0x80, 0xA0))


class Sieve:
    """Of one terminal. Sequences may come in any pieces."""

    def __init__(self) -> None:
        self._begun = ""
        self._pasting = False
        self._broken = False  # until another sequence or silence: what comes along with something broken is part of it

    def feed(self, text: str) -> str:
        """Text has come; what of it, and of what was begun before, is for Textual."""
        text, self._begun = self._begun + text, ""
        passed: list[str] = []
        at = 0
        while at < len(text):
            if text[at] != ESCAPE:
                end = _next_escape(text, at)
                if not self._broken:
                    passed.append(text[at:end].translate(_C1))
            elif whole := _WHOLE.match(text, at):
                end = whole.end()
                passed.append(self._sort(whole[0]))
            else:
                end = self._unfinished(text, at)
            at = end
        return "".join(passed)

    def quiet(self, seconds: float) -> str:
        """Nothing has come for so long; what is for Textual now."""
        is_key = self._begun == ESCAPE
        if seconds < (constants.ESCAPE_DELAY if is_key and not self._pasting else REST):
            return ""
        passed = (ESCAPE_KEY if is_key and not self._pasting else "") + (PASTED if self._pasting else "")
        self._begun, self._pasting, self._broken = "", False, False
        return passed

    def _sort(self, sequence: str) -> str:
        """A whole sequence, if it is for Textual."""
        self._broken = False
        if self._pasting:
            self._pasting = sequence != PASTED
            return "" if self._pasting else sequence
        self._pasting = sequence == PASTE
        if self._pasting or (not _STRING.match(sequence) and _means_something(sequence)):
            return sequence
        self._broken = _BROKEN.match(sequence) is not None
        return ""

    def _unfinished(self, text: str, at: int) -> int:
        """A sequence begins that is not whole: wait for the rest, or pass over it if something else follows."""
        begun = _BEGUN.match(text, at)
        assert begun  # there is an Escape at least
        end = begun.end()
        if end == len(text):
            # Of a string it is enough to know that there is one; another sequence of that length means nothing.
            self._begun = begun[0][: 2 if _STRING.match(begun[0]) else LONGEST + 1]
            return end
        if _STRING.match(begun[0]) and text[end:] == ESCAPE:  # half of what ends it
            self._begun = begun[0][:2] + ESCAPE
            return end + 1
        self._broken = text[end] != ESCAPE
        return end


def _next_escape(text: str, at: int) -> int:
    found = text.find(ESCAPE, at)
    return len(text) if found < 0 else found


@lru_cache(maxsize=512)
def _means_something(sequence: str) -> bool:
    """Whether Textual makes something of it, and at once."""
    if len(sequence) > LONGEST:
        return False
    try:
        made = [*XTermParser().feed(sequence)]
    except (ValueError, OverflowError):
        return False
    sizes = [size for event in made if isinstance(event, events.Resize) for size in (event.size, event.pixel_size)]
    return bool(made) and all(size is not None and size.area > 0 for size in sizes)
