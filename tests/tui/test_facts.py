"""What is known of closed hands: what one asked oneself first, and what has no room is counted."""

from msgspec.structs import replace

from engine.cards import CARDS
from engine.memory import Answered, Known
from engine.questions import Question
from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.widgets.facts import all_facts, fact_lines
from tests.tui.driving import click_on, press, text_of
from tests.tui.table_harness import Harness
from tests.tui.test_table_screen import SLOW, playing

GAME = playing(3)
MY = GAME.state.owners.index(0)
NEXT, LAST = [seat for seat in range(4) if GAME.state.owners[seat] not in (0, None)]


def answered(seat: int, target: int, count: int) -> Answered:
    return Answered(seat, target, Question("count"), count, False, 1, ())


VIEW: View = replace(
    GAME.view(),
    known=(Known(NEXT, CARDS["P7"]), Known(LAST, CARDS["B9"])),
    answered=(answered(MY, NEXT, 2), answered(MY, LAST, 3), answered(LAST, NEXT, 4), answered(NEXT, MY, 5)),
)
CAST = Cast.of(VIEW, GAME.status)


def said(height: int, width: int = 60) -> list[str]:
    return [row.plain for row in fact_lines(VIEW, CAST, width, height)]


def test_own_questions_first_the_newest_before_the_others_then_cards_then_what_others_asked() -> None:
    heading, *rows = said(9)
    assert "more" not in heading
    assert [row.strip()[-2:].strip() for row in rows] == ["3", "2", "7.", "9.", "4", "5"]


def test_what_has_no_room_is_counted() -> None:
    heading, first = said(2)
    assert "… 5 more (k)" in heading
    assert first.endswith(" 3")
    heading, *rows = said(6)
    assert "… 1 more (k)" in heading
    assert not any(row.endswith(" 5") for row in rows)


def test_an_answer_with_no_room_for_all_of_it_begins_and_is_counted() -> None:
    heading, first = said(2, 29)
    assert first.strip()
    assert "more (k)" in heading
    assert len(heading) <= 29
    one = replace(VIEW, known=(), answered=(replace(answered(MY, NEXT, 2), question=Question("sum", kinds=("food",))),))
    heading, first = [row.plain for row in fact_lines(one, CAST, 20, 2)]
    assert "… 1 more" in heading
    assert GAME.status.names[GAME.state.owners[NEXT] or 0] in first


def test_all_of_it_over_the_screen() -> None:
    rows = [row.plain for row in all_facts(VIEW, CAST, 80, 14)]
    assert "k closes" in rows[0]
    assert len(rows) == 14
    assert sum(bool(row.strip()) for row in rows) == 7


async def test_a_key_or_a_click_shows_all_that_is_known() -> None:
    app = Harness(playing(3), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        for closing in ("k", "enter", "escape"):
            await press(pilot, "k")
            assert "k closes" in text_of(app.table)[1]
            await press(pilot, "question_mark")
            assert "What is this" in text_of(app.table)[1]
            await press(pilot, "k")
            await press(pilot, closing)
            assert "k closes" not in text_of(app.table)[1]
            assert not app.actions
        await pilot.click("#facts")
        assert "k closes" in text_of(app.table)[1]
        await pilot.click("#help")
        assert "free:" in text_of(app.table)[1]
        await click_on(pilot, app.table, "help")
        await pilot.click("#help")
        assert "free:" in text_of(app.table)[1]
