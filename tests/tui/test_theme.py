"""Colours can be told apart from their ground: in full, and with the sixteen of a plain terminal. NO_COLOR has none."""

import re

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from muertos_tui.screens.table import TableScreen
from muertos_tui.theme import THEME, NoColor
from tests.tui.stage import Staged, shows

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
    assert contrast(plain(ink), plain(ground)) >= 4.5


def test_no_color_sends_none_and_reverses_what_is_light() -> None:
    night, marigold = "#15111a", "#ffb347"
    line = [
        Segment("plain", Style(color="#f4ede4", bgcolor=night, bold=True)),
        Segment("cursor", Style(color=night, bgcolor=marigold)),
        Segment("nothing", None),
    ]
    plain, cursor, nothing = NoColor().apply(line, Color.parse(night))
    assert plain.style is not None
    assert cursor.style is not None
    assert plain.style.bold
    assert not plain.style.reverse
    assert cursor.style.reverse
    assert nothing.style is None
    for segment in (plain, cursor):
        assert segment.style is not None
        assert not re.search(r"\b[34]8;", segment.style.render("x"))


async def test_no_color_is_followed_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        colors = {
            color
            for strip in s.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
            if color is not None and not color.is_default
        }
        assert not colors
