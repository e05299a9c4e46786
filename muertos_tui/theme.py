"""The colours: marigold on a night ground, with the pink, blue and green of the festival.

Every pair that is used for text keeps a contrast of 4.5:1. All grounds are dark enough to become black on a
terminal of 16 colours, and all inks light enough to become a colour that is read on it.
"""

from typing import Final

from textual.theme import Theme

THEME: Final = Theme(
    name="muertos",
    primary="#ffb347",  # marigold: what to look at, and where the keys are
    secondary="#b9a6d3",
    accent="#ff8fc7",
    warning="#ffd166",
    error="#ff8a80",
    success="#7ddb8f",
    foreground="#f4ede4",
    background="#15111a",
    surface="#1d1824",
    panel="#2a2334",
    dark=True,
    variables={
        "card-black": "#e4dccf",
        "card-pink": "#ff8fc7",
        "card-blue": "#86b9ff",
        "card-green": "#7ddb8f",
        "text-muted": "#b9aec2",
        "border": "#8d7aa6",
        "border-blurred": "#5f5270",
        "block-cursor-background": "#ffb347",
        "block-cursor-foreground": "#15111a",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#2a2334",
        "block-cursor-blurred-foreground": "#f4ede4",
        "footer-background": "#15111a",
        "footer-key-foreground": "#ffb347",
        "footer-description-foreground": "#b9aec2",
        "input-selection-background": "#8d7aa6 40%",
        "button-color-foreground": "#15111a",
        "button-focus-text-style": "bold reverse",
    },
)
