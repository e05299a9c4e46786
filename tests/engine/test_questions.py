"""The question language (R25): what can be asked, and that every answer is true."""

import itertools
from random import Random

import pytest

from engine import wire
from engine.cards import COLORS, DAY_COLORS, KINDS
from engine.errors import RuleError
from engine.notation import parse_question, question_text
from engine.questions import MEASURES, Question, answer, check_question, menu
from tests.engine import naive_record
from tests.engine.naive import day_cards
from tests.engine.play import random_question
from tests.engine.position import cards, legal, position, run

HAND = "K0c K0a K1w K2 P3x P7 B7 K10"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count", 8),
        ("count colors=P", 2),
        ("count colors=P,B", 3),
        ("count ranks=7", 2),
        ("count ranks=0,10", 3),
        ("count kinds=choose", 1),
        ("count kinds=food,muertos", 1),
        ("count colors=K ranks=0 kinds=ask", 1),
        ("count colors=P kinds=food", 0),  # each filter must match
        ("colors", 3),
        ("colors ranks=7", 2),
        ("ranks", 6),
        ("ranks colors=B", 1),
        ("sum", 30),
        ("sum kinds=plain", 24),
        ("sum colors=G", 0),
        ("highest", 10),
        ("lowest", 0),
        ("count ranks=10 at_least=1", True),
        ("count ranks=10 at_least=2", False),
        ("count colors=G at_most=0", True),
        ("count exactly=8", True),
        ("sum exactly=29", False),
        ("highest at_most=8", False),
        ("lowest at_least=0", True),
        ("ranks at_most=6", True),
    ],
)
def test_r25_measures_filters_and_comparisons(text: str, value: int | bool) -> None:
    found = answer(parse_question(text), cards(HAND))
    assert (type(found), found) == (type(value), value)


def test_r25_in_the_hand_choose_is_black() -> None:
    assert answer(parse_question("count colors=K kinds=choose"), cards("K0c K0c P7")) == 2
    assert answer(parse_question("colors"), cards("K0c P7")) == 2


def test_r25_in_a_record_what_does_not_matter_is_left_out() -> None:
    plain = {"measure": "count", "colors": ["P", "K"], "ranks": [10], "kinds": ["plain"], "at_least": 1}
    asked = wire.from_plain(plain, Question)
    assert asked == Question("count", ("P", "K"), (10,), ("plain",), 1)
    assert {
        key: list(value) if isinstance(value, tuple) else value for key, value in wire.to_plain(asked).items()
    } == plain
    assert wire.to_plain(Question("highest", at_most=8)) == {"measure": "highest", "at_most": 8}
    assert wire.to_plain(Question("sum")) == {"measure": "sum"}


def test_r25_every_shape_of_a_question_is_allowed_or_refused_as_told() -> None:
    """All measures, with or without each filter and each comparison."""
    allowed = 0
    for measure, given in itertools.product(MEASURES, itertools.product([False, True], repeat=6)):
        c, r, k, *bounds = given
        asked = Question(
            measure,
            ("P", "K") if c else (),
            (10, 0) if r else (),
            ("plain",) if k else (),
            *(3 if bound else None for bound in bounds),
        )
        fine = sum(bounds) <= 1 and not ((c or r or k) and measure in ("highest", "lowest"))
        allowed += fine
        if fine:
            check_question(asked)
            assert naive_record.answer(_plain(asked), HAND.split()) == answer(asked, cards(HAND))
        else:
            with pytest.raises(RuleError) as caught:
                check_question(asked)
            assert caught.value.code == "bad_question"
            with pytest.raises(naive_record.Bad):
                naive_record.answer(_plain(asked), HAND.split())
    assert allowed == 4 * 8 * 4 + 2 * 4


def test_r25_what_is_named_twice_counts_once() -> None:
    for text, value in (("count colors=P,P", 2), ("sum ranks=7,8,7", 14), ("count kinds=ask,ask exactly=1", True)):
        asked = parse_question(text)
        check_question(asked)
        assert answer(asked, cards(HAND)) == value == naive_record.answer(_plain(asked), HAND.split())


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"measure": "median"},
        {"measure": "count", "colors": ["R"]},
        {"measure": "count", "colors": "P"},
        {"measure": "count", "ranks": [11]},
        {"measure": "count", "ranks": [-1]},
        {"measure": "count", "ranks": [True]},
        {"measure": "count", "ranks": [1.0]},
        {"measure": "count", "kinds": ["seven"]},
        {"measure": "count", "at_least": "1"},
        {"measure": "count", "at_least": True},
        {"measure": "count", "at_least": -1},
        {"measure": "count", "exact": 1},
        {"text": "Any pink?"},
    ],
)
def test_r25_nothing_else_is_a_question(plain: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        wire.from_plain(plain, Question)


def test_r25_answers_are_those_of_a_second_implementation() -> None:
    rng = Random("answers")
    for _ in range(4000):
        asked = random_question(rng)
        hand = rng.sample(day_cards(rng.randint(1, 3)), rng.randint(1, 8))
        check_question(asked)
        value = answer(asked, cards(hand))
        assert (type(value), value) == (type(v := naive_record.answer(_plain(asked), hand)), v)
        assert parse_question(question_text(asked)) == asked


def test_r25_the_menu_holds_different_questions_that_are_allowed() -> None:
    for color in DAY_COLORS.values():
        questions = menu(color)
        assert len(set(questions)) == len(questions) > 20
        for asked in questions:
            check_question(asked)
            assert parse_question(question_text(asked)) == asked
        used = {kind for asked in questions for kind in asked.kinds} | {c for asked in questions for c in asked.colors}
        assert used <= {*KINDS, *COLORS}


def test_r25_the_engine_answers_for_the_one_asked() -> None:
    state = position("N", "K0a P7", HAND, "B7 B8", "G7 G8")
    run(state, "N play K0a")
    assert legal(state)[0] == "N ask E ?"
    run(state, "N ask E sum kinds=plain at_least=24")
    assert getattr(state.log[-1], "answer", None) is True


def _plain(asked: Question) -> dict[str, object]:
    return {key: list(v) if isinstance(v, tuple | list) else v for key, v in wire.to_plain(asked).items()}
