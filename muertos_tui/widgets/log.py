"""What just happened, the newest at the bottom."""

from collections.abc import Sequence

from textual.content import Content

from muertos_tui.glyphs import NEW
from muertos_tui.i18n import _
from muertos_tui.ink import MARIGOLD, SOFT, TEXT, heading, ink, line, wrap


def log_lines(told: Sequence[str], fresh: int, width: int, height: int) -> list[Content]:
    """The last sentences that fit; the `fresh` newest are marked."""
    rows: list[Content] = []
    for place, text in enumerate(reversed(told)):
        new = place < fresh
        mark = (f"{NEW} " if new else "  ", ink(MARIGOLD, bold=True))
        wrapped = wrap(text, width - 3, indent="")
        block = [line(mark if i == 0 else "  ", (row, ink(TEXT if new else SOFT))) for i, row in enumerate(wrapped)]
        if len(rows) + len(block) > height - 1:
            break
        rows = block + rows
    return [heading(_("Just now"), width), *rows]
