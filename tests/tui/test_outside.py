"""Text from outside does no harm on any screen: no markup, no control, whole rows."""

import pytest
from textual.content import Content

from engine.options import Options
from engine.views import View
from muertos_tui import seating_words
from muertos_tui.finished import Finished
from muertos_tui.screens.browse import BrowseScreen
from muertos_tui.screens.dialogs import Choose
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.sitting import Sitting
from muertos_tui.startup import StartUp
from net import messages as m
from net.discovery import FoundTable, TableInfo
from net.text import clean_text
from tests.tui.local import CONNECT, GUEST, LocalTable, decided
from tests.tui.stage import Staged, shows, text_of, until
from tests.tui.test_browse import Network

HOSTILE = [
    "[/]",
    "[red]",
    "[@click=app.quit]x[/]",
    "[bold",
    "$primary",
    "\x1b[2J",
    "\x1b]52;c;eA==\x07",
    "\x1b]0;title\x07",
    "\x9b31m",
    "a\x00b",
    "a\nb",
    "\u202eabc",
    "\u2066abc",
    "a\u200bb",
    "a" + "\u0301" * 100,
    "x" * 10_000,
    "名前" * 20,
    "👩‍👩‍👧‍👦",
    "{name}",
    "%s",
]


@pytest.mark.parametrize("start", range(0, len(HOSTILE), 4))
async def test_in_the_lobby_the_table_and_dialogs(start: int) -> None:
    texts = HOSTILE[start : start + 4]
    s = Staged(StartUp(CONNECT, clean_text(texts[0]) or "Ana"))
    for text in texts[1:]:
        s.table.enter(m.Join(text[:400], False), lambda message: None)
    async with s.app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, LobbyScreen)
        for text in texts:
            assert clean_text(text)[:6] in text_of(pilot)
        menu = s.app.screen.query_one(Menu)
        assert menu.size.height == menu.option_count
        for text in texts:
            s.app.ask(text, [], lambda answer: None, text)
            await shows(pilot, Choose)
            await pilot.press("escape")
            s.app.say(text, "warning")
        await pilot.press("g")
        await shows(pilot, Choose)
        await pilot.press("down", "enter")
        await shows(pilot, TableScreen)
        assert s.app.is_running


async def test_in_the_list_of_tables() -> None:
    tables = [
        FoundTable(str(n), ("10.0.0.1",), 11102, TableInfo(1, clean_text(text, 16), clean_text(text, 64), 4, 1, False))
        for n, text in enumerate(HOSTILE)
    ]
    network = Network(*tables)
    s = Staged(StartUp("browse", "Beto"), finder=lambda: network)
    async with s.app.run_test(size=(160, 24)) as pilot:
        await shows(pilot, BrowseScreen)
        await until(pilot, lambda: f"{len(HOSTILE)} tables" in text_of(pilot))
        menu = s.app.screen.query_one(Menu)
        for table in tables:
            assert table.info.name in text_of(pilot)
            prompt = menu.get_option(table.key).prompt
            assert isinstance(prompt, Content)
            assert not any("click" in str(span.style) for span in prompt.spans)


def game_over() -> tuple[View, tuple[str, ...]]:
    table, sitting = LocalTable(), Sitting(CONNECT)
    table.enter(m.Join("Ana", False), sitting.take, "key")
    table.say(1, m.Start())
    while sitting.view is not None and not sitting.view.over:
        table.say(1, m.Act(sitting.view.number, decided(sitting.view)))
    assert sitting.view is not None
    return sitting.view, sitting.names


async def test_in_the_result() -> None:
    view, _ = game_over()
    s = Staged(StartUp(GUEST, "Ana"))
    async with s.app.run_test(size=(60, 20)) as pilot:
        for start in range(0, len(HOSTILE), 4):
            names = tuple(clean_text(text) for text in HOSTILE[start : start + 4])
            await s.app.push_screen(ResultScreen(view, names, True, Finished(1, (), names, 0)))
            await pilot.pause()
            assert "won" in text_of(pilot)


async def test_the_codes_of_a_newer_table_are_shown_as_they_are() -> None:
    s = Staged(StartUp(GUEST, "Beto"))
    s.table.enter(m.Join("Ana", False), lambda message: None, "key")
    async with s.app.run_test() as pilot:
        await shows(pilot, LobbyScreen)
        s.links[-1].tell(m.Rejected("sit", None, "[red]\x1b[2Jnew", {}))
        s.links[-1].tell(m.Rejected("sit", None, "color_taken", {"color": "[bold]"}))
        await until(pilot, lambda: len(s.app._notifications) == 2)
        assert "[red][2Jnew" in next(notice.message for notice in s.app._notifications)


def test_options_of_the_table_in_words() -> None:
    place = m.Place("free", "", None, "", False, 0)
    options = Options(True, True, True)
    table = m.Table("t", 3, (place,) * 3, (), None, options, "my deck", "lobby", False, False, True, 0, (), 0, 0)
    assert seating_words.options(table).startswith("With Ask chips, a Swap may be declined, questions in words")
