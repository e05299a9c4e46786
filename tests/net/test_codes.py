"""Join codes: easy to say, hard to mistake, quick to type."""

import itertools
import math
import re
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import codes
from net.codes import NUMBERS, WORDS, complete, completed, make_code, read_code, unknown_word


def _distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (a != b)))
    return row[-1]


def test_there_are_19_bits_to_guess() -> None:
    assert len(set(WORDS)) == 256
    assert math.log2(len(NUMBERS) * len(WORDS) ** 2) > 19


def test_no_two_words_are_alike() -> None:
    assert all(re.fullmatch(r"[a-z]{4,9}", word) for word in WORDS)
    assert len({word[:3] for word in WORDS}) == len(WORDS)
    assert all(_distance(a, b) >= 3 for a, b in itertools.combinations(WORDS, 2))


def test_every_code_can_be_drawn_and_reads_back_as_itself() -> None:
    drawn = [(0, 0, 0), (251, 255, 255), (8, 17, 200)]
    draws = iter(map(bytes, drawn))
    for number, first, second in drawn:
        code = make_code(lambda n: next(draws))
        assert code == f"{NUMBERS[number % 9]}-{WORDS[first]}-{WORDS[second]}"
        assert read_code(code) == code


def test_no_number_is_likelier_than_another() -> None:
    draws = cycle([bytes((252, 1, 2)), bytes((255,)), bytes((4,))])
    assert make_code(lambda n: next(draws)) == f"5-{WORDS[1]}-{WORDS[2]}"


@pytest.mark.parametrize(
    "typed",
    [
        "3-agave-kumquat",
        "3 agave kumquat",
        " 3  AGAVE, Kumquat. ",
        "3_aga_kum",
        "3\tagav-kumq\n",
        "agave 3 kum",
        "agave-kumquat-3",
        "3agavekumquat",
        "３－ａｇａ－ｋｕｍ",
        "AgaveKumquat 3",
    ],
)
def test_case_breaks_and_endings_do_not_matter(typed: str) -> None:
    assert read_code(typed) == "3-agave-kumquat"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "3",
        "3-agave",
        "0-agave-kumquat",
        "10-agave-kumquat",
        "3-agave-kumquat-x",
        "3-a-kumquat",
        "3agakum",
        "3-agave-4-kumquat",
    ],
)
def test_what_can_be_no_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


@given(st.text())
def test_no_text_breaks_reading(typed: str) -> None:
    code = read_code(typed)
    assert code is None or read_code(code) == code
    assert typed + completed(typed) == typed or complete(completed(typed)) is None or completed(typed)


@pytest.mark.parametrize(
    ("typed", "unknown"),
    [
        ("8-navajo-quen", ("quen", "queen")),
        ("8-nabajo-queen", ("nabajo", "navajo")),
        ("8-a-queen", ("a", "")),
        ("8-navajo-xyzzy", ("xyzzy", "")),
        ("8-nav", ("", "")),
        ("", ("", "")),
    ],
)
def test_which_word_is_none_of_the_words(typed: str, unknown: tuple[str, str]) -> None:
    assert unknown_word(typed) == unknown


def test_typing_completes_the_word_once_it_is_clear() -> None:
    assert completed("3-aga") == "ve"
    assert completed("3-agave ku") == ("mquat" if sum(word.startswith("ku") for word in WORDS) == 1 else "")
    assert completed("3-a") == ""
    assert completed("3") == ""
    assert complete("zzz") is None


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("", ""),
        ("3", "3"),
        ("3-aga", "3-aga"),
        ("3-aga-", "3-agave-"),
        ("3 aga kum", "3 agave kum"),
        ("3-a-", "3-a-"),
        ("３－ａｇａ－", "3-agave-"),
        ("3-nothing-kum", "3-nothing-kum"),
    ],
)
def test_finished_words_are_written_out(typed: str, written: str) -> None:
    assert codes.written(typed) == written
