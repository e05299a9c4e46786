"""The theme of the app: the colours of `ink`, under the names that Textual's widgets know.

Every pair that is used for text keeps a contrast of 4.5:1. All grounds are dark enough to become black on a
terminal of 16 colours, and all inks light enough to become a colour that is read on it.
"""

from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from muertos_tui import ink

_RAISED: Final = "#262131"

THEME: Final = Theme(
    name="muertos",
    primary=ink.MARIGOLD,
    secondary=ink.OURS,
    accent=ink.COLOR_INK["P"],
    warning=ink.MARIGOLD,
    error=ink.WARNING,
    success=ink.COLOR_INK["G"],
    foreground=ink.TEXT,
    background=ink.GROUND,
    surface=ink.GROUND,
    panel=_RAISED,
    dark=True,
    variables={
        "soft": ink.SOFT,
        "line": ink.LINE,
        "text-muted": ink.SOFT,
        "border": ink.MARIGOLD,
        "border-blurred": ink.LINE,
        "block-cursor-background": ink.MARIGOLD,
        "block-cursor-foreground": ink.GROUND,
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": _RAISED,
        "block-cursor-blurred-foreground": ink.TEXT,
        "footer-background": ink.GROUND,
        "footer-key-foreground": ink.MARIGOLD,
        "footer-description-foreground": ink.SOFT,
        "button-color-foreground": ink.GROUND,
        "button-focus-text-style": "bold reverse",
    },
)


class NoColor(LineFilter):
    """For NO_COLOR: the terminal's own two colours. Light grounds, as under a cursor or a card, become reverse video.

    Textual's own filter for this sends greys, which are colours too and may not fit the terminal's ground.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line without colours."""
        return [Segment(text, None if style is None else _plain(style), control) for text, style, control in segments]


_DEFAULT: Final = RichColor.default()


@lru_cache(1024)
def _plain(style: Style) -> Style:
    reversed_ = bool(style.reverse) != (_light(style.bgcolor, 0.0) > _light(style.color, 1.0))
    return style + Style.from_color(_DEFAULT, _DEFAULT) + Style(reverse=reversed_)


def _light(color: RichColor | None, unsaid: float) -> float:
    if color is None or color.is_default:
        return unsaid
    return Color.from_rich_color(color).brightness
