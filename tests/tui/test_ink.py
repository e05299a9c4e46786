"""Colours that can be read, and signs that stay apart, on every terminal."""

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from textual.color import Color

from muertos_tui import glyphs, ink
from muertos_tui.terminal import to_ascii

PAIRS = {
    **{
        name: (getattr(ink, name), ink.GROUND)
        for name in ("TEXT", "MARIGOLD", "SOFT", "LINE", "WARNING", "OURS", "THEIRS")
    },
    **{f"card {color}": pair for color, pair in ink.CARD_INK.items()},
    **{f"word {color}": (letters, ink.GROUND) for color, letters in ink.COLOR_INK.items()},
    "chosen": (ink.GROUND, ink.MARIGOLD),
}


def luminance(color: Color) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: Color, second: Color) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", PAIRS)
def test_contrast_with_and_without_colour(name: str) -> None:
    letters, paper = map(Color.parse, PAIRS[name])
    assert contrast(letters, paper) >= 4.5
    assert contrast(letters.monochrome, paper.monochrome) >= 4.5


@pytest.mark.parametrize("name", PAIRS)
def test_sixteen_colours_keep_letters_and_paper_apart(name: str) -> None:
    bright = {7, *range(9, 16)}
    letters, paper = (Color.parse(c).rich_color.downgrade(ColorSystem.STANDARD).number for c in PAIRS[name])
    assert (letters in bright) != (paper in bright)


def test_the_festival_colours_are_three_with_sixteen_colours() -> None:
    papers = {Color.parse(p).rich_color.downgrade(ColorSystem.STANDARD).number for _, p in ink.CARD_INK.values()}
    assert len(papers) == 4


def test_signs_take_one_cell_and_stay_apart_in_ascii() -> None:
    signs = {name: sign for name, sign in vars(glyphs).items() if name.isupper() and isinstance(sign, str)}
    assert all(cell_len(sign) == 1 and len(to_ascii(sign)) == 1 for sign in signs.values())
    for group in (("OUT", "SEEN", "GONE"), ("PLAYABLE", "BARRED", "CHOSEN"), ("ON", "OFF"), ("WINNING", "DOT")):
        assert len({to_ascii(signs[name]) for name in group}) == len(group)


@pytest.mark.parametrize(
    ("env", "utf8_mode", "shows"),
    [
        ({"LANG": "de_DE.UTF-8"}, False, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True, False),
        ({"LANG": "en_US.ISO-8859-1"}, False, False),
        ({"LC_CTYPE": "C.UTF-8"}, False, True),
        ({"LC_CTYPE": "C.UTF-8"}, True, False),  # Python's own doing (PEP 538)
        ({}, False, False),
    ],
)
def test_the_locale_decides(env: dict[str, str], utf8_mode: bool, shows: bool) -> None:
    assert glyphs.shows_unicode(env, utf8_mode) == shows


def test_text_is_cut_by_cells() -> None:
    assert ink.cut("Ana", 5) == "Ana"
    assert ink.cut("Carolina", 5) == "Caro…"
    assert ink.fit("日本語の卓", 6) == "日本… "
    assert ink.centre("K2", 6) == "  K2  "
    assert ink.wrap("one two three", 8) == ["one two", "  three"]
    assert all(cell_len(row) <= 10 for row in ink.wrap("日本語の卓" * 5 + " x", 10))
