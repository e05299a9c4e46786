"""Colours and lines. Text is cut and padded by cells and never read as markup."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.color import Color
from textual.content import Content
from textual.style import Style

from muertos_tui.glyphs import ELLIPSIS, RULE

GROUND: Final = "#15111a"
TEXT: Final = "#f4ede4"
MARIGOLD: Final = "#ffb347"  # what to look at, and where the keys are
SOFT: Final = "#b9aec2"
LINE: Final = "#8d7aa6"
WARNING: Final = "#ff8a80"
OURS: Final = "#8fdcc8"
THEIRS: Final = "#ffb394"

# Letters and paper of a card: dark on light, white on black, so that 16 colours or none do as well.
CARD_INK: Final[dict[str, tuple[str, str]]] = {
    "K": ("#ffffff", "#3b3549"),
    "P": ("#1a0a12", "#ff8fc7"),
    "B": ("#06121f", "#6cc5ff"),
    "G": ("#04160a", "#5fdc78"),
}
# A card's colour as the ink of a word on the ground.
COLOR_INK: Final[dict[str, str]] = {"K": "#ffffff", "P": "#ff8fc7", "B": "#6cc5ff", "G": "#5fdc78"}

Part = str | tuple[str, Style] | Content


@cache
def ink(color: str, ground: str | None = None, *, bold: bool = False, reverse: bool = False) -> Style:
    """A style of these colours."""
    return Style(
        background=None if ground is None else Color.parse(ground),
        foreground=Color.parse(color),
        bold=bold or None,
        reverse=reverse or None,
    )


def card_ink(color: str, bold: bool = True) -> Style:
    """The style of a card of that colour."""
    letters, paper = CARD_INK[color]
    return ink(letters, paper, bold=bold)


def spot(style: Style, target: str, *args: str | int) -> Style:
    """The style, marked with what a click on it means."""
    return style + Style.from_meta({"pick": (target, *args)})


def line(*parts: Part) -> Content:
    """One line of plain or styled pieces."""
    return Content.assemble(*parts)


def width_of(text: str) -> int:
    """How many cells the text takes."""
    return cell_len(text)


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells."""
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS


def cut_within(text: str, width: int) -> str:
    """As `cut`, but the last letter stays: names that are counted differ in it alone."""
    last = text[-1:]
    return text if cell_len(text) <= width else cut(text[:-1] + " " * width, width - cell_len(last)) + last


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells, cut with an ellipsis or padded."""
    return set_cell_size(cut(text, width), max(width, 0))


def centre(text: str, width: int) -> str:
    """`text` in the middle of exactly `width` cells."""
    text = cut(text, width)
    left = (width - cell_len(text)) // 2
    return fit(" " * left + text, width)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """`text` broken between words into lines of at most `width` cells, later ones indented."""
    rows: list[str] = []
    row = ""
    for word in text.split():
        joined = f"{row} {word}" if row.strip() else row + word
        if row.strip() and cell_len(joined) > width:
            rows.append(row)
            joined = indent + word
        row = joined
    rows.append(row)
    return [cut(row, width) for row in rows]


def heading(title: str, width: int, *note: Part) -> Content:
    """A pane's first line: its title set in a rule, with a note after it."""
    title = cut(title, width - 4)
    said = line(*note)
    used = 3 + cell_len(title) + (said.cell_length + 1 if note else 0)
    return line(
        (RULE + " ", ink(LINE)),
        (title, ink(MARIGOLD, bold=True)),
        " ",
        *((said, " ") if note else ()),
        (RULE * max(width - used, 0), ink(LINE)),
    )


def page(lines: Iterable[Content], height: int) -> Content:
    """The lines one below another, no more than fit."""
    return Content("\n").join(list(lines)[:height])
