"""The screen at a real table over loopback: from the lobby to the result, with another person and bots."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from muertos_tui.app import MuertosApp
from muertos_tui.screens.dialogs import AskText, Choose
from muertos_tui.screens.home import HomeScreen
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.startup import Connect, StartUp
from muertos_tui.updates import ActionChosen
from muertos_tui.ways import make_link
from net import messages as m
from net.game import AT_ONCE
from net.host import TableServer
from net.peer import Peer, PeerEvent
from net.room import TableConfig
from tests.tui.local import KEY, decided
from tests.tui.stage import text_of

PATIENCE = 60


@asynccontextmanager
async def serving(players: int = 4, port: int = 0, code: str = "") -> AsyncIterator[TableServer]:
    config = TableConfig("Ana's table", players=players, key=KEY, pace=AT_ONCE)
    async with TableServer(config, bind="127.0.0.1", port=port, code=code) as server:
        yield server


def app_at(server: TableServer) -> MuertosApp:
    async def no_table(*_: object) -> tuple[Connect, str]:
        raise OSError("tests open no table")

    connect = Connect(("127.0.0.1",), server.port, key=KEY, own=True, invite=("127.0.0.1",))
    app = MuertosApp(StartUp(connect, "Ana"), make_link, no_table, None)
    app.pace = app.hold = 0.005
    return app


@asynccontextmanager
async def friend(server: TableServer) -> AsyncIterator[Peer]:
    """Another person, who makes any decision at once."""
    peer = Peer(["127.0.0.1"], server.port, name="Beto")

    def hear(event: PeerEvent) -> None:
        match event:
            case m.Welcome():
                peer.send(m.Ready(True))
            case m.Shown(view=view) if view.actions:
                peer.send(m.Act(view.number, decided(view)))

    task = asyncio.create_task(peer.run(hear))
    yield peer
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until_screen(pilot: Pilot[int], kind: type, act: bool = False) -> None:
    """Wait for a screen; with `act`, make the decisions that are asked for on the way."""
    app = pilot.app
    assert isinstance(app, MuertosApp)
    answered: object = None
    async with asyncio.timeout(PATIENCE):
        while not isinstance(app.screen, kind):
            view = app.sitting.view if app.sitting else None
            if act and view is not None and view.actions and view is not answered:
                answered = view  # by its identity: both sides of a Swap may be asked under one number
                app.stage.post_message(ActionChosen(view.number, decided(view)))
            await asyncio.sleep(0.01)
    await pilot.pause()


async def play(players: int, folder: Path) -> None:
    async with serving(players) as server, friend(server):
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, LobbyScreen)
            async with asyncio.timeout(PATIENCE):
                while "Beto" not in text_of(pilot):
                    await pilot.pause()
            await pilot.press("g")
            await until_screen(pilot, ResultScreen, act=True)
            async with asyncio.timeout(PATIENCE):
                while "Verified: nobody chose the deals" not in text_of(pilot):
                    await pilot.pause()
            text = text_of(pilot)
            await pilot.press("s")
            await until_screen(pilot, AskText)
            await pilot.press("ctrl+a", "ctrl+k", *str(folder / "game.jsonl"), "enter")
            await until_screen(pilot, ResultScreen)
            await pilot.press("escape")
            await pilot.pause()
            await pilot.press("down", "down", "enter")
            await until_screen(pilot, HomeScreen)
        async with asyncio.timeout(PATIENCE):
            assert await server.wait_ended() == "closed"
    lines = [json.loads(line) for line in (folder / "game.jsonl").read_text("utf-8").splitlines()]
    me, end = lines[0]["names"].index("Ana"), lines[-1]
    assert end["type"] == "game_end"
    for total in end["totals"]:
        figures = f"{total['food']:>8}{total['muertos']:>9}{total['points']:>7}"
        assert figures in text
    assert ("You" in text.splitlines()[1]) == (me in end["winners"])


async def test_four_players_from_the_lobby_to_the_result(tmp_path: Path) -> None:
    await play(4, tmp_path)


async def test_three_players_from_the_lobby_to_the_result(tmp_path: Path) -> None:
    await play(3, tmp_path)


async def test_a_lost_link_is_shown_and_comes_back() -> None:
    async with serving() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_screen(pilot, LobbyScreen)
            await pilot.press("g")
            await until_screen(pilot, TableScreen)
            assert app.sitting is not None
            for link in list(server._links.values()):
                link.cut()
            seen: set[str] = set()
            async with asyncio.timeout(PATIENCE):
                while seen != {"connected", "reconnecting"} or app.sitting.connection != "connected":
                    seen.add(app.sitting.connection)
                    await asyncio.sleep(0.01)
            assert isinstance(app.screen, TableScreen)
            assert [notice.message for notice in app._notifications] == [
                "The connection is lost. Trying to come back …",
                "The connection is back.",
            ]


async def test_a_port_where_nobody_answers() -> None:
    async with serving() as server:
        app = app_at(server)
    async with app.run_test() as pilot:
        async with asyncio.timeout(PATIENCE):
            while not isinstance(app.screen, Choose):
                await pilot.pause()
        assert "No table answers there." in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
