"""The theme of the app: the colours of `ink`, under the names that Textual's widgets know.

Every pair that is used for text keeps a contrast of 4.5:1. All grounds are dark enough to become black on a
terminal of 16 colours, and all inks light enough to become a colour that is read on it.
"""

from typing import Final

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
