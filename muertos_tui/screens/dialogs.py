"""Questions that stand before everything else until they are answered."""

from collections.abc import Sequence
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from muertos_tui.commands import Back, dialog_bindings
from muertos_tui.i18n import _
from muertos_tui.screens.page import LeftOnce, Menu, Row
from net.limits import MAX_NAME
from net.text import clean_text


class Choose(ModalScreen[str], LeftOnce[str]):
    """A question with a few answers; dismissed with the answer's id, or "" for Escape."""

    BINDINGS = dialog_bindings()

    def __init__(self, question: str, rows: Sequence[Row], text: str = "") -> None:
        super().__init__()
        self._question = question
        self._text = text
        self._rows = rows

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            if self._text:
                yield Static(self._text, classes="said", markup=False)
            yield Menu(self._rows)
            yield Static(_("Arrows and Enter, or a click; Escape goes back."), classes="hint", markup=False)

    def ask(self, question: str) -> None:
        """Ask otherwise: what it was asked for has changed. The answers stay, and so does the mark."""
        self._question = question
        for line in self.query(".question").results(Static):  # none before it stands
            line.update(question)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id or "")

    @on(Back)
    def _back(self) -> None:
        self.dismiss("")


_EDITING: Final = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding) and binding.action.startswith(("cursor_", "home", "end", "delete_"))
    for key in binding.key.split(",")
}


class Line(Input):
    """A line to type; of a text that is pasted it takes what there is room for."""

    async def _on_key(self, event: events.Key) -> None:
        """Keys that edit take their turn among letters: Textual has them go to the app first, and letters overtake."""
        if event.key in _EDITING:
            event.prevent_default()
            event.stop()
            await self.run_action(_EDITING[event.key])

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        taken = event.text.splitlines()[:1]
        if not taken or self.max_length is None:
            return
        room = self.max_length - len(self.value) + abs(self.selection.end - self.selection.start)
        self.replace(taken[0][:room], *self.selection)


class AskText(ModalScreen[str], LeftOnce[str]):
    """A line to type; dismissed with the cleaned text, or "" for Escape."""

    BINDINGS = dialog_bindings()

    def __init__(self, question: str, text: str = "", given: str = "", longest: int = MAX_NAME) -> None:
        super().__init__()
        self._question = question
        self._text = text
        self._given = given
        self._longest = longest

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            said = Static(self._text, classes="said", markup=False)
            said.display = bool(self._text)
            yield said
            yield self.line()
            yield Menu([Row("ok", _("OK")), Row("back", _("Back"))])
            yield Static(self.hint(), classes="hint", markup=False)

    def line(self) -> Input:
        """The line; what is given is selected, so that typing replaces it."""
        return Line(self._given, max_length=self._longest)

    def hint(self) -> str:
        """How to type it."""
        return _("Enter when done; Escape goes back.")

    def read(self, typed: str) -> str | None:
        """What was typed, as it is answered; nothing if it cannot be."""
        return clean_text(typed, self._longest)

    def unread(self, typed: str) -> str:
        """What to type instead of what cannot be read."""
        return _("Something that can be seen, please.")

    @on(Input.Submitted)
    def _done(self) -> None:
        typed = self.query_one(Input).value
        text = self.read(typed)
        if text:
            self.dismiss(text)
        else:
            said = self.query_one(".said", Static)
            said.update(self.unread(typed))
            said.display = True

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "ok":
            self._done()
        else:
            self.dismiss("")

    @on(Back)
    def _back(self) -> None:
        self.dismiss("")


class AskFile(AskText):
    """Asks for the name of a record's file; `said` is why it is asked again."""

    def __init__(self, given: str, said: str, longest: int) -> None:
        super().__init__(_("Save the record as"), said, given, longest)


class TooSmall(ModalScreen[None]):
    """Stands before everything while the terminal is too small, and takes no keys."""

    class Resumed(Message):
        """It stands before everything again: what came before it meanwhile is gone, and it may not be needed."""

    def on_screen_resume(self) -> None:
        """Ask whether it is needed."""
        self.post_message(self.Resumed())

    def compose(self) -> ComposeResult:
        """The notice."""
        yield Static(_("muertos needs 60 × 20 characters. Please make this window larger."), markup=False)
