"""Text from outside (DESIGN §7): harmless, and still itself."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import MAX_COMBINING, MAX_NAME
from net.text import clean_text

HOSTILE = [
    "[/]",
    "[red]",
    "[@click=app.quit]x[/]",
    "[b",
    "\x1b[2J\x1b[H",
    "\x1b]52;c;aGk=\x07",
    "\x1b]0;title\x07",
    "\x9b2J\x90",
    "\x00",
    "a\nb\r\nc",
    "\u202eabc",
    "\u2066abc\u2069",
    "a\u200bb\u200d\ufeff",
    "e" + "\u0301" * 100,
    "\u0301" * 5,
    "x" * 10_000,
    "\x7f\x80\x9f",
    "\u115f\u3164\u2800",
    "\U000e0041\U000e007f",
    "a\u2028b\u2029c",
    "\ue000\U0010ffff",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_is_left(text: str) -> None:
    cleaned = clean_text(text)
    assert len(cleaned) <= MAX_NAME
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in cleaned)
    assert cleaned == cleaned.strip()


@given(st.text())
def test_cleaning_is_done_once_and_for_all(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert len(cleaned) <= MAX_NAME
    marks = 0
    for char in cleaned:
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        assert marks <= MAX_COMBINING
    assert not cleaned[:1] or not unicodedata.category(cleaned[0]).startswith("M")


@pytest.mark.parametrize(
    "text", ["Ana", "Nguyễn Thị Ánh", "日本語テーブル", "Ñandú 2", 'O\'Brien "Bob"', "[red]", "💀🌺"]
)
def test_names_of_people_stay_as_they_are(text: str) -> None:
    assert clean_text(text) == text


def test_spaces_and_line_ends_become_one_space() -> None:
    assert clean_text("  a \t\r\n\u00a0 b  ") == "a b"


def test_a_long_text_is_cut_before_a_character_and_never_within_one() -> None:
    whole = "x" * (MAX_NAME - 1)
    assert (
        clean_text(whole + "q\u0323\u0307") == whole
    )  # a letter with two marks does not fit, so nothing of it is kept
    assert clean_text(whole + "yz") == whole + "y"
