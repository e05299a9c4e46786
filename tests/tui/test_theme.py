"""Colours can be told apart from their ground: in full, without colour, and with the sixteen of a plain terminal."""

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

from muertos_tui.theme import THEME

GROUNDS = ["background", "surface", "panel"]
INKS = ["foreground", "primary", "secondary", "accent", "warning", "error", "success"]


def named(name: str) -> Color:
    return Color.parse(THEME.variables.get(name) or str(getattr(THEME, name)))


PAIRS = [(named(ink), named(ground)) for ground in GROUNDS for ink in INKS]
PAIRS += [(named("soft"), named(ground)) for ground in GROUNDS]
PAIRS += [(named("block-cursor-foreground"), named("block-cursor-background"))]
PAIRS += [(named("button-color-foreground"), named("primary"))]


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: Color) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def plain(color: Color) -> Color:
    """As a terminal of sixteen colours shows it."""
    standard = color.rich_color.downgrade(ColorSystem.STANDARD)
    assert isinstance(standard, RichColor)
    return Color(*standard.get_truecolor())


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_contrast(ink: Color, ground: Color) -> None:
    assert contrast(ink, ground) >= 4.5
    assert contrast(ink.monochrome, ground.monochrome) >= 4.5
    assert contrast(plain(ink), plain(ground)) >= 4.5
