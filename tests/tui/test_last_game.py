"""The game that was played last stays at hand until the next one is over, and nobody is disturbed who saves it."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import record
from muertos_tui.reel import Reel
from muertos_tui.screens.dialogs import AskFile, Choose
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.replay import ReplayScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import StartUp
from muertos_tui.updates import ResultRequested
from net import messages as m
from tests.tui.local import GUEST
from tests.tui.stage import Staged, click_row, shows, text_of, until


def guest() -> tuple[Staged, int]:
    """Beto, and the connection of Ana, the host, who looks on."""
    s = Staged(StartUp(GUEST, "Beto"))
    return s, s.table.enter(m.Join("Ana", True), lambda message: None, "key")


async def played(pilot: Pilot[int], s: Staged, host: int) -> tuple[str, ...]:
    """The game is over, and its result stands; its record."""
    await shows(pilot, LobbyScreen)
    s.table.say(host, m.Start())
    await shows(pilot, TableScreen)
    s.finish()
    await until(pilot, lambda: bool(s.app.sitting and s.app.sitting.finished))
    s.app.post_message(ResultRequested())
    await shows(pilot, ResultScreen)
    assert s.app.sitting is not None
    assert s.app.sitting.last is not None
    return s.app.sitting.last.record


def game_on_screen(s: Staged) -> int:
    """The number of the game that the table's screen shows, 0 while it shows none."""
    stands = s.app._stands
    return stands[1] if stands is not None and isinstance(s.app.screen, TableScreen) else 0


def texts(folder: Path) -> dict[str, list[str]]:
    """The files of a folder, line by line."""
    return {path.name: path.read_text("utf-8").splitlines() for path in folder.iterdir()}


@pytest.mark.parametrize("answer", ["enter", "escape"])
async def test_who_types_a_file_name_is_not_thrown_out_by_the_next_game(
    answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    s, host = guest()
    async with s.app.run_test(size=(80, 24)) as pilot:
        lines = await played(pilot, s, host)
        await pilot.press("s")
        await shows(pilot, AskFile)
        await pilot.press("ctrl+u", *"fin")
        s.table.say(host, m.Start())
        await until(pilot, lambda: any("next game has begun" in each.message for each in s.app._notifications))
        assert isinstance(s.app.screen, AskFile)
        await pilot.press(*"al.jsonl", answer)
        await until(pilot, lambda: game_on_screen(s) == 2)
        assert texts(tmp_path) == ({"final.jsonl": [*lines]} if answer == "enter" else {})


async def test_who_types_a_file_name_is_not_thrown_out_when_the_table_closes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    s, host = guest()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await played(pilot, s, host)
        await pilot.press("s")
        await shows(pilot, AskFile)
        s.table.say(host, m.Close())
        await until(pilot, lambda: s.app._held_end is not None)
        await pilot.press("ctrl+u", *"a.jsonl", "enter")
        await shows(pilot, Choose)
        assert "The table has been closed." in text_of(pilot)
        assert (tmp_path / "a.jsonl").exists()
        await pilot.press("enter")
        await shows(pilot, HomeScreen)


async def test_in_the_next_game_the_menu_has_the_last_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    s, host = guest()
    async with s.app.run_test(size=(80, 24)) as pilot:
        lines = await played(pilot, s, host)
        s.table.say(host, m.Start())
        await until(pilot, lambda: game_on_screen(s) == 2)
        await pilot.press("m")
        await shows(pilot, Choose)
        await click_row(pilot, "SaveRecord")
        await shows(pilot, AskFile)
        await pilot.press("ctrl+u", *"last.jsonl", "enter")
        await until(pilot, lambda: game_on_screen(s) == 2)
        assert texts(tmp_path) == {"last.jsonl": [*lines]}
        await pilot.press("m")
        await shows(pilot, Choose)
        await click_row(pilot, "WatchReplay")
        await shows(pilot, ReplayScreen)
        assert isinstance(s.app.screen, ReplayScreen)
        *_others, first = record.read(lines)
        assert s.app.screen.reel.frames[-1] == Reel(first, "").frames[-1]
        assert s.app.screen.eyes == 0
        await pilot.press("q")
        await shows(pilot, TableScreen)


async def test_before_a_first_game_there_is_no_last_one() -> None:
    s, host = guest()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        assert "last game" not in text_of(pilot)
        s.table.say(host, m.Start())
        await shows(pilot, TableScreen)
        await pilot.press("m")
        await shows(pilot, Choose)
        assert "last game" not in text_of(pilot)


async def test_the_lobby_has_the_last_game() -> None:
    s, host = guest()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await played(pilot, s, host)
        await pilot.press("c")
        await shows(pilot, LobbyScreen)
        assert "Save the record of the last game" in text_of(pilot)
        await click_row(pilot, "WatchReplay")
        await shows(pilot, ReplayScreen)


async def test_a_name_that_cannot_be_is_asked_for_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one").write_text("mine", "utf-8")
    s, host = guest()
    async with s.app.run_test(size=(60, 20)) as pilot:
        lines = await played(pilot, s, host)
        await pilot.press("s")
        for typed, said in (("one", "There is a file of that name already: one"), ("/", "That is a folder")):
            await shows(pilot, AskFile)
            await pilot.press("ctrl+u", *typed, "enter")
            await until(pilot, lambda said=said: said in text_of(pilot))  # type: ignore[misc]
            assert s.app.screen.query_one(Input).value == typed
        await pilot.press("ctrl+u", *"two", "enter")
        await shows(pilot, ResultScreen)
        assert texts(tmp_path) == {"one": ["mine"], "two": [*lines]}
