"""The join code, typed: words complete themselves."""

from textual import on
from textual.suggester import Suggester
from textual.widgets import Input

from muertos_tui import saying
from muertos_tui.i18n import _
from muertos_tui.screens.dialogs import AskText, Line
from net import codes


class Completion(Suggester):
    """What the word being typed can only become."""

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line, with the word completed."""
        rest = codes.completed(value)
        return value + rest if rest else None


class AskCode(AskText):
    """Asks for a code; dismissed with it, or "" for Escape. `said` is why it is asked for again."""

    def __init__(self, table: str, said: str = "") -> None:
        super().__init__(_("The join code of {table}").format(table=table) if table else _("The join code"), said)

    def line(self) -> Input:
        """The line, which completes words."""
        completion = Completion(use_cache=False)
        return Line(placeholder=_("such as 3-agave-kumquat"), suggester=completion, max_length=codes.MAX_TYPED)

    def hint(self) -> str:
        """Where the code is found, and how little of it has to be typed."""
        return _("The host's screen shows it. A number and two words; three letters of each word will do.")

    def read(self, typed: str) -> str | None:
        """The code that was typed."""
        return codes.read_code(typed)

    def unread(self, typed: str) -> str:
        """What is wrong with it."""
        return saying.no_code(typed)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """A word that is followed by anything is written out."""
        line = event.input  # what it holds now: more may have been typed since
        written = codes.written(line.value)
        if written != line.value and line.cursor_position == len(line.value):
            line.value = written
            line.cursor_position = len(written)
