"""How a game ended, in figures and in words; and its record as a file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import fair
from engine.events import Score
from engine.views import View
from muertos_tui import commands, saving
from muertos_tui.finished import Finished
from muertos_tui.link import Judged
from muertos_tui.screens.dialogs import AskText, Choose
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.result import ResultScreen, reason, score_lines, verdict
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from net.witness import Verdict
from tests.engine.test_fair import SHUFFLED
from tests.tui.local import CONNECT
from tests.tui.stage import Staged, shows, text_of, until
from tests.tui.test_outside import game_over

NAMES = ("Ana", "Beto", "Caro", "Dani")
OVER = Finished(1, (), NAMES, 0)


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
        await s.app.push_screen(ResultScreen(ended([(5, 6), (4, 7), (3, 8)], (0,)), NAMES, True, OVER))
        await pilot.pause()
        text = text_of(pilot)
        for words in ("You win.", "Beto", "Caro", "5        6      5", "another game", "record"):
            assert words in text
        body = s.app.screen.query_one("#body")
        assert body.max_scroll_y == 0


async def test_a_guest_cannot_start_another_game() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        await s.app.push_screen(ResultScreen(ended([(5, 6), (4, 7), (3, 8)], (0,)), NAMES, False, None, "Beto"))
        await pilot.pause()
        assert "another game" not in text_of(pilot)
        assert "Beto can start the next game." in text_of(pilot)
        assert "Back to the lobby: change your seat, get ready" in text_of(pilot)
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


@pytest.mark.parametrize("shuffled", [None, SHUFFLED])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("/", "That is a folder"),
        (".", "That is a folder"),
        ("..", "That is a folder"),
        ("~nobody-of-this-name/x", "No file can have that name."),
        ("a\0b", "No file can have that name."),
        ("no/such/folder", "It could not be written: No such file or directory."),
    ],
)
def test_what_is_no_name_of_a_file_is_said_in_words(
    name: str, said: str, shuffled: fair.Shuffled | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done, told = saving.save(("{}",), name, shuffled)
    assert not done
    assert said in told


def test_the_shuffle_is_written_beside_it_both_or_neither(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    assert saving.save(("{}",), str(file), SHUFFLED)[0]
    assert fair.loads((tmp_path / "one.fair.json").read_bytes()) == SHUFFLED
    file.unlink()
    done, said = saving.save(("{}",), str(file), SHUFFLED)
    assert not done
    assert "one.fair.json" in said
    assert not file.exists()
    (tmp_path / "one.fair.json").unlink()
    assert not saving.save(("{}", "\ud800"), str(file), SHUFFLED)[0]  # which is no text
    assert [*tmp_path.iterdir()] == []


def emptied(folder: Path) -> list[Path]:
    """The files there were in a folder."""
    files = [*folder.iterdir()]
    for file in files:
        file.unlink()
    return files


async def test_what_was_found_is_saved_with_the_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    s = Staged(StartUp(CONNECT, "Ana"))
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        await pilot.press("g")
        await shows(pilot, TableScreen)
        s.finish()
        await shows(pilot, ResultScreen)
        assert s.app.sitting is not None
        for game, kept in ((7, [".jsonl"]), (1, [".fair.json", ".jsonl"])):  # of another game; of this one
            s.app.post_message(Judged(Verdict(game, "verified", shuffled=SHUFFLED)))
            s.app.post_message(commands.SaveRecord())
            await shows(pilot, AskText)
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(s.app.screen, AskText))
            assert sorted("".join(path.suffixes) for path in emptied(tmp_path)) == kept


def test_what_is_saved_is_told_with_its_folder_and_how_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done, said = saving.save(("{}",), "one.jsonl", SHUFFLED)
    assert done
    assert said == (
        f"Saved as {tmp_path}/one.jsonl, and beside it the shuffle, one.fair.json."
        " Check it with: python -m muertos_tui verify one.jsonl"
    )
    assert "shuffle" not in saving.save(("{}",), "two.jsonl")[1]
