"""How a game ended, in figures and in words; and its record as a file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.events import Score
from engine.views import View
from muertos_tui import saving
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.result import ResultScreen, reason, score_lines, verdict
from tests.tui.stage import Staged, shows, text_of
from tests.tui.test_outside import game_over

NAMES = ("Ana", "Beto", "Caro", "Dani")


def ended(scores: list[tuple[int, int]], winners: tuple[int, ...], me: int | None = 0) -> View:
    """A view of a game that ended so, by player."""
    view, _ = game_over()
    totals = tuple(Score(food, muertos, min(food, muertos)) for food, muertos in scores)
    return replace(view, players=len(scores), totals=totals, winners=winners, me=me)


@pytest.mark.parametrize(
    ("scores", "winners", "words"),
    [
        ([(5, 6), (4, 6), (5, 6), (4, 6)], (0, 2), "You and Caro win."),
        ([(4, 6), (5, 6), (4, 6), (5, 6)], (1, 3), "Beto and Dani win."),
        ([(4, 6)] * 4, (0, 1, 2, 3), "A shared win: You + Caro, Beto + Dani."),
        ([(5, 6), (4, 6), (4, 6)], (0,), "You win."),
        ([(4, 6), (5, 6), (4, 6)], (1,), "Beto wins."),
        ([(4, 6), (5, 6), (5, 6)], (1, 2), "A shared win: Beto, Caro."),
    ],
)
def test_who_has_won(scores: list[tuple[int, int]], winners: tuple[int, ...], words: str) -> None:
    assert verdict(ended(scores, winners), NAMES) == words


def test_a_watcher_is_no_player() -> None:
    view = ended([(5, 6), (4, 6), (5, 6), (4, 6)], (0, 2), me=None)
    assert verdict(view, NAMES) == "Ana and Caro win."
    assert [line.mine for line in score_lines(view, NAMES)] == [False, False]


@pytest.mark.parametrize(
    ("scores", "winners", "words"),
    [
        ([(5, 6), (4, 6), (4, 6)], (0,), "scores a point"),
        ([(5, 4), (4, 6), (0, 0)], (0,), "the most Food decides"),
        ([(4, 5), (4, 6), (4, 4)], (1,), "the most Muertos decide"),
        ([(4, 6), (4, 6), (4, 4)], (0, 1), "as much Food, as many Muertos"),
    ],
)
def test_what_decided(scores: list[tuple[int, int]], winners: tuple[int, ...], words: str) -> None:
    assert words in reason(score_lines(ended(scores, winners), NAMES))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_all_of_it_is_on_the_screen(size: tuple[int, int]) -> None:
    s = Staged()
    async with s.app.run_test(size=size) as pilot:
        await s.app.push_screen(ResultScreen(ended([(5, 6), (4, 7), (3, 8)], (0,)), NAMES, True, True))
        await pilot.pause()
        text = text_of(pilot)
        for words in ("You win.", "Beto", "Caro", "5        6      5", "another game", "record"):
            assert words in text
        body = s.app.screen.query_one("#body")
        assert body.max_scroll_y == 0


async def test_a_guest_cannot_start_another_game() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await s.app.push_screen(ResultScreen(ended([(5, 6), (4, 7), (3, 8)], (0,)), NAMES, False, False))
        await pilot.pause()
        assert "another game" not in text_of(pilot)
        assert "PlayAgain" not in {each.binding.id for each in s.app.screen.active_bindings.values()}
        s.app.ask("Leave?", [], lambda answer: None)
        await shows(pilot, Choose)
        assert not s.app.check_action("command", ("PlayAgain",)), "the page's footer is seen beside the dialog"


def test_a_record_is_written_and_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / saving.default_file("Ana's [red] table/../x")
    assert file.parent == tmp_path
    assert saving.save(("{}", "{}"), str(file))[0]
    assert file.read_bytes() == b"{}\n{}\n"
    assert not saving.save(("other",), str(file))[0]
    assert file.read_bytes() == b"{}\n{}\n"
    assert not saving.save(("{}",), str(tmp_path / "no" / "such" / "folder"))[0]
    assert not saving.save(("{}",), "a\0b")[0]
