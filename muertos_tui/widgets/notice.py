"""What is shown where there is no room for the table."""

from textual.content import Content

from muertos_tui.i18n import _
from muertos_tui.ink import TEXT, ink, line, wrap
from muertos_tui.layout import MIN_HEIGHT, MIN_WIDTH


def notice_lines(width: int, height: int) -> list[Content]:
    """A plain request for more room."""
    text = _("The table needs {w} columns and {h} lines; here are {width} and {height}. Nothing is lost.")
    said = text.format(w=MIN_WIDTH, h=MIN_HEIGHT, width=width, height=height)
    return [line((row, ink(TEXT))) for row in wrap(said, width, indent="")]
