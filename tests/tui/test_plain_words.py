"""What the table's words say fits what lies there: keys that work, days, finished games, questions."""

import dataclasses

import pytest
from msgspec.structs import replace

from engine.actions import Ask, Declare
from engine.rules import apply
from engine.views import View
from muertos_tui.hosting import clock_rows
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from muertos_tui.table_menu import menu_rows
from muertos_tui.widgets.prompt import prompt_lines
from tests.tui.driving import press, text_of
from tests.tui.local import CONNECT
from tests.tui.stage import Staged, shows, until
from tests.tui.table_harness import Harness
from tests.tui.test_deciding import deciding, game_at
from tests.tui.test_table_screen import SIZES, SLOW, later, leading, playing


def asks(shown: View) -> bool:
    """Whether a question is due."""
    return any(isinstance(action, Ask) and not action.chip for action in shown.actions)


@pytest.mark.parametrize("players", [3, 4])
async def test_as_many_keys_as_there_are_to_be_asked(players: int) -> None:
    app = Harness(game_at(players, asks), SLOW, SLOW)
    async with app.run_test(size=(80, 24)):
        assert app.table.deciding.draft is not None
        assert app.table.deciding.draft.asks
        assert f" 1-{len(app.table.deciding.draft.asks)} whom" in text_of(app.table)[-2]


@pytest.mark.parametrize("width", [60, 80])
def test_why_the_colour_of_the_day_is_not_among_them(width: int) -> None:
    choice = deciding(game_at(4, lambda shown: any(isinstance(a, Declare) for a in shown.actions)))
    asked, options = (row.plain for row in prompt_lines(choice, width))
    assert "Not green, the day's colour." in asked
    assert "green" not in options


async def test_the_clock_of_now_comes_first_and_says_so() -> None:
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(s.links) and s.links[-1]._table_told is not None)
        table = replace(s.links[-1].table, clock=60)
        first, *others = clock_rows(table)
        assert (first.id, first.title) == ("clock 60", "60 s (now)")
        assert [row.title for row in others] == ["15 s", "30 s", "120 s", "300 s", "as long as it takes"]


@pytest.mark.parametrize("solo", [True, False])
async def test_nobody_watches_a_solo_table(solo: bool) -> None:
    s = Staged(connect=dataclasses.replace(CONNECT, solo=solo))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        assert s.app.sitting is not None
        assert any("watch" in row.title for row in menu_rows(s.app.sitting)) != solo


@pytest.mark.parametrize("size", SIZES)
async def test_a_finished_game_shows_its_last_trick_and_nothing_to_play(size: tuple[int, int]) -> None:
    game = playing(3)
    while not game.state.over:
        apply(game.state, game.any_action(game.state.owing[0]))
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=size) as pilot:
        assert app.table._view.over
        text = text_of(app.table)
        assert ("Trick 8 over" if size == (60, 20) else "Trick 8 of 8 is over") in text[1]
        for wrong in ("free:", "leads", "0 cards", "yet", "hand is over"):
            assert wrong not in "".join(text), wrong
        await press(pilot, "space")
        assert app.results == 1


async def test_a_day_is_a_day() -> None:
    for size, said in zip(SIZES, ("day", "today", "today"), strict=True):
        app = Harness(later(4, 0, 2), SLOW, SLOW)
        async with app.run_test(size=size):
            (score,) = [row for row in text_of(app.table) if "─ Score" in row]
            assert said in score.split()
            assert "hand" not in score.split("Score")[1].split("─")[0]


async def test_help_explains_the_question_that_is_put_together() -> None:
    for size in SIZES:
        app = Harness(game_at(3, asks), SLOW, SLOW)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "tab", "question_mark")
            text = text_of(app.table)
            assert "Whom: 1 to 2" in "".join(text)
            assert "Space sets" in "".join(text)
            assert "may be played" not in "".join(text)
            assert "Enter or ?: close" in text[-2]
            await press(pilot, "enter")
            assert app.actions == []
            assert app.table.deciding.draft is not None
            assert "Space sets, + and - count" in text_of(app.table)[-2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 4])
async def test_help_explains_the_signs_that_are_there(size: tuple[int, int], players: int) -> None:
    app = Harness(playing(players), SLOW, SLOW)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "1", "question_mark")
        text = " ".join(" ".join(text_of(app.table)).split())
        assert ("a number is so many" in text) == (size[0] == 60)
        assert "c Choose, a Ask, s Spoiled, w Swap" in text
        assert "k shows it all." in text or size[0] == 60
        assert "Enter or ?: close" in text_of(app.table)[-2]


async def test_a_hint_that_is_being_thought_of_is_not_lost() -> None:
    app = Harness(playing(4), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "h", "h", "l", "l")
        assert len(app.hints) == 1
        assert "A bot is thinking" in text_of(app.table)[-3]
        app.hints[0].tell(None)
        await pilot.pause()
        assert "no advice" in text_of(app.table)[-3]
        await press(pilot, "h")
        assert "Your turn" in text_of(app.table)[-3]


async def test_a_hint_that_cannot_be_had_says_why() -> None:
    game = leading()
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        update = game.update()
        app.table.show(dataclasses.replace(update, view=replace(update.view, actions=())))
        await press(pilot, "h")
        assert app.hints == []
        assert "A hint is for your own turn." in text_of(app.table)[-2]
