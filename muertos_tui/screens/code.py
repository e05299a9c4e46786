"""The join code, typed: words complete themselves."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, OptionList, Static

from muertos_tui.commands import Back, bindings
from muertos_tui.i18n import _
from muertos_tui.screens.page import Menu, Row
from net import codes


class Completion(Suggester):
    """What the word being typed can only become."""

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line, with the word completed."""
        rest = codes.completed(value)
        return value + rest if rest else None


class AskCode(ModalScreen[str]):
    """Asks for a code; dismissed with it, or "" for Escape. `said` is why it is asked for again."""

    BINDINGS = bindings(Back)

    def __init__(self, table: str, said: str = "") -> None:
        super().__init__()
        self._table = table
        self._said = said

    def compose(self) -> ComposeResult:
        """What was wrong, the line, how to type it."""
        question = _("The join code of {table}").format(table=self._table) if self._table else _("The join code")
        with Vertical(classes="dialog"):
            yield Static(question, classes="question", markup=False)
            if self._said:
                yield Static(self._said, classes="said", markup=False)
            yield Input(
                placeholder="3-agave-kumquat", suggester=Completion(use_cache=False), max_length=codes.MAX_TYPED
            )
            yield Menu([Row("ok", _("OK")), Row("back", _("Back"))])
            yield Static(
                _("The host's screen shows it. A number and two words; three letters of each word will do."),
                classes="hint",
                markup=False,
            )

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """A word that is followed by anything is written out."""
        line = event.input  # what it holds now: more may have been typed since
        written = codes.written(line.value)
        if written != line.value and line.cursor_position == len(line.value):
            line.value = written
            line.cursor_position = len(written)

    @on(Input.Submitted)
    def _done(self) -> None:
        code = codes.read_code(self.query_one(Input).value)
        if code:
            self.dismiss(code)
        else:
            self.notify(
                _("A code is a number and two words, such as 3-agave-kumquat."), severity="warning", markup=False
            )

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "ok":
            self._done()
        else:
            self.dismiss("")

    @on(Back)
    def _back(self) -> None:
        self.dismiss("")
