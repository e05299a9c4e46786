"""What the screens outside the cards look like at 80×24, as text. `UPDATE_LOOKS=1 pytest` writes them anew."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.events import Score
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.page import Menu
from muertos_tui.screens.result import ResultScreen
from net import messages as m
from tests.tui.stage import Staged, shows, until
from tests.tui.test_result import NAMES, OVER, ended

LOOKS = Path(__file__).parent / "looks"
Way = Callable[[Staged, Pilot[int]], Awaitable[None]]


async def home(s: Staged, pilot: Pilot[int]) -> None:
    """Nothing to do."""


async def host(s: Staged, pilot: Pilot[int]) -> None:
    await pilot.press("h")


async def join(s: Staged, pilot: Pilot[int]) -> None:
    await pilot.press("j")


async def lobby(s: Staged, pilot: Pilot[int]) -> None:
    s.table.authority.door.code = "3-agave-kumquat"
    await pilot.press("h", "enter")
    await shows(pilot, LobbyScreen)
    s.table.enter(m.Join("Beto", False), lambda message: None, "code")
    s.links[-1].send(m.SeatBot(2, "medium"))
    await until(pilot, lambda: s.links[-1].table.places[2].state == "bot")


async def lobby_of_three(s: Staged, pilot: Pilot[int]) -> None:
    await lobby(s, pilot)
    await pilot.press("p")
    await until(pilot, lambda: s.links[-1].table.players == 3)


async def result(s: Staged, pilot: Pilot[int]) -> None:
    view = ended([(5, 6), (4, 6), (5, 6), (4, 6)], (0, 2))
    assert view.totals[0] == Score(5, 6, 5)
    await s.app.push_screen(ResultScreen(view, NAMES, True, OVER))


async def rules(s: Staged, pilot: Pilot[int]) -> None:
    await pilot.press("f1")


async def name(s: Staged, pilot: Pilot[int]) -> None:
    await pilot.press("n")


async def test_the_marked_row_has_a_sign_besides_its_colour() -> None:
    s = Staged()
    async with s.app.run_test() as pilot:
        menu = s.app.screen.query_one(Menu)
        for marked in (0, 1, 2):
            menu.highlighted = marked
            await pilot.pause()
            signs = [menu.render_line(line).text[0] for line in range(menu.option_count)]
            assert signs == ["►" if line == marked else " " for line in range(menu.option_count)]


@pytest.mark.parametrize("way", [home, host, join, lobby, lobby_of_three, result, rules, name])
async def test_it_looks_as_it_did(way: Way) -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await way(s, pilot)
        await pilot.pause()
        await pilot.pause()
        strips = s.app.screen._compositor.render_strips()
    looks = "".join(strip.text.rstrip() + "\n" for strip in strips)
    file = LOOKS / f"{way.__name__}.txt"
    if os.environ.get("UPDATE_LOOKS"):
        LOOKS.mkdir(exist_ok=True)
        file.write_text(looks, "utf-8")
    assert looks == file.read_text("utf-8")
