"""What all screens outside the table share: a heading, a body that scrolls, and the keys in a footer."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from muertos_tui.commands import Command
from muertos_tui.glyphs import CHOSEN


class LeftOnce(Screen[ScreenResultType]):
    """A screen that a key pressed twice leaves once: Textual would leave the one below it as well."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave this screen, if it is not left already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class Page(LeftOnce[None]):
    """A heading line, a body that scrolls where the terminal is small, and the keys."""

    def heading(self) -> str:
        """The screen's first line."""
        return ""

    def body(self) -> ComposeResult:
        """What lies between the heading and the keys."""
        yield from ()

    def may(self, command: type[Command]) -> bool:
        """Whether this command can be given now; else it is shown nowhere."""
        return True

    def compose(self) -> ComposeResult:
        """Heading, body, keys."""
        if heading := self.heading():
            yield Static(heading, id="heading", markup=False)
        with VerticalScroll(id="body", can_focus=False):
            yield from self.body()
        yield Footer(show_command_palette=False, compact=True)


@dataclass(frozen=True)
class Row:
    """One line of a menu: what it is called by the program and on the screen, its key, and more words."""

    id: str
    title: str
    key: str = ""
    note: str = ""
    disabled: bool = False


class Menu(OptionList):
    """Rows to choose from, by arrows and Enter or by mouse. Text is never markup."""

    def __init__(self, rows: Sequence[Row] = (), id: str | None = None) -> None:
        super().__init__(*_options(rows), id=id, markup=False, compact=True)

    def put(self, rows: Sequence[Row]) -> None:
        """Show other rows; the marked one stays marked if it is still there."""
        marked = self.marked
        self.set_options(_options(rows))
        places = [row.id for row in rows]
        if rows:
            self.highlighted = places.index(marked) if marked in places else 0

    def render_line(self, y: int) -> Strip:
        """The marked row has a sign besides its colour."""
        strip = super().render_line(y)
        first = next(iter(strip), None)
        if first is None or first.style is None or first.style.meta.get("option", -1) != self.highlighted:
            return strip
        return Strip([Segment(CHOSEN, first.style), *strip.crop(1)])

    @property
    def marked(self) -> str:
        """The id of the marked row, "" if there is none."""
        if self.highlighted is None or self.highlighted >= self.option_count:
            return ""
        return self.get_option_at_index(self.highlighted).id or ""


def _options(rows: Sequence[Row]) -> list[Option]:
    keys = max((cell_len(row.key) for row in rows), default=0)
    titles = max((cell_len(row.title) for row in rows), default=0)
    weight = "bold" if any(row.note for row in rows) else ""
    return [Option(_line(row, keys, titles, weight), row.id, row.disabled) for row in rows]


def _line(row: Row, keys: int, titles: int, weight: str) -> Content:
    parts: list[str | tuple[str, str]] = [" "]
    if keys:
        parts += [(row.key, "bold"), " " * (keys - cell_len(row.key) + 2)]
    parts.append((row.title, weight))
    if row.note:
        parts += [" " * (titles - cell_len(row.title) + 2), row.note]
    return Content.assemble(*parts, " ")
