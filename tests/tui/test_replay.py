"""Going through a game that was played: forwards, backwards, through anyone's eyes, from a file or from the result."""

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import on
from textual.app import App
from textual.pilot import Pilot

from engine import record
from engine.bots import choose
from engine.record import Game
from engine.retrace import retrace
from engine.rules import apply
from engine.views import View, open_view, view
from muertos_tui import records
from muertos_tui.faults import Fault
from muertos_tui.reel import Reel
from muertos_tui.replay_app import GamesScreen, ReplayApp
from muertos_tui.screens.replay import ReplayScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.screens.table import TableScreen
from muertos_tui.terminal import to_ascii
from muertos_tui.theme import THEME
from muertos_tui.updates import HintRequested
from tests.cli.commands import quick
from tests.tui.driving import press
from tests.tui.stage import Staged, shows, until
from tests.tui.table_harness import ALL, NAMES, Solo
from tests.tui.test_table_games import choose as any_choice
from tests.tui.test_table_screen import SIZES, SLOW

MUTANTS = Path(__file__).parent.parent / "engine" / "cases" / "mutants"


@cache
def played(players: int, seed: int = 56) -> Game:
    """A whole game by chance."""
    game, chance = Solo(seed, players, ALL, 0), random.Random(seed)
    game.others()
    while not game.state.over:
        apply(game.state, any_choice(game, chance))
        game.others()
    return Game(NAMES[:players], game.state)


def written(players: int) -> str:
    game = played(players)
    return record.dumps(record.lines(game.state, game.names))


class Shows(App[None]):
    """The replay alone."""

    def __init__(self, reel: Reel, pace: float = SLOW) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.hints: list[HintRequested] = []
        self.replay = ReplayScreen(reel, pace=pace)

    def on_mount(self) -> None:
        self.push_screen(self.replay)

    @on(HintRequested)
    def _hint(self, event: HintRequested) -> None:
        self.hints.append(event)

    def text(self) -> list[str]:
        return ["".join(s.text for s in strip) for strip in self.replay._compositor.render_strips()]


@pytest.mark.parametrize("players", [3, 4])
def test_the_decisions_are_found_again_in_the_log(players: int) -> None:
    game = played(players).state
    path = retrace(game)
    assert path[-1][1].digest() == game.digest()
    assert path[0][0] is None
    for (_action, before), (action, after) in pairwise(path):
        assert action is not None
        again = before.copy()
        apply(again, action)
        assert again.digest() == after.digest()
    middle = path[len(path) // 2][1]
    assert retrace(middle)[-1][1].digest() == middle.digest()


def test_open_hands_tell_nothing_else() -> None:
    for _action, state in retrace(played(4).state)[::20]:
        shown = open_view(state)
        assert shown.hands == tuple(tuple(state.hand(seat)) for seat in range(4))
        assert shown.me is None
        assert shown.actions == ()
        assert shown.known == view(state, None).known


@pytest.mark.parametrize("players", [3, 4])
async def test_a_whole_game_forwards_and_backwards(players: int) -> None:
    reel = Reel(played(players))
    app = Shows(reel)
    seen: list[tuple[View, list[str]]] = []
    pictures: dict[int, list[str]] = {}
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen, last = app.replay, len(reel.frames) - 1
        for place in range(last + 1):
            assert screen.place == place
            seen.append((screen._view, list(screen._told)))
            if place % 30 == 0:
                await pilot.pause()
                pictures[place] = app.text()
            await press(pilot, "right") if place % 25 == 0 else screen.action_step(1)
        assert screen.place == last
        assert screen._view.over
        assert "The game is over." in "\n".join(screen._told)
        for place in range(last, -1, -1):
            assert screen.place == place
            assert (screen._view, screen._told) == seen[place]
            if place in pictures:
                await pilot.pause()
                assert app.text() == pictures[place]
            await press(pilot, "left") if place % 25 == 0 else screen.action_step(-1)
        assert screen.place == 0
    assert len(seen) > reel.decisions
    assert all(shown.actions == () for shown, _told in seen)


@pytest.mark.parametrize("players", [3, 4])
async def test_by_trick_by_day_and_to_the_ends(players: int) -> None:
    app = Shows(Reel(played(players)))
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(1, 25):
            await press(pilot, "down")
            assert f"Trick {(number - 1) % 8 + 1} of 8 is over" in app.text()[1]
        await press(pilot, "up")
        assert "Trick 7 of 8 is over" in app.text()[1]
        for day, name in ((2, "Children"), (3, "Adults"), (1, "Animals")):
            await press(pilot, str(day))
            assert f"Day {day} {name}" in app.text()[0]
            assert "trick 1 of 8" in app.text()[0]
        await press(pilot, "end")
        assert "game over" in app.text()[0]
        await press(pilot, "right", "home", "left")
        assert app.replay.place == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 4])
async def test_through_everyones_eyes(size: tuple[int, int], players: int) -> None:
    reel = Reel(played(players))
    app = Shows(reel)
    async with app.run_test(size=size) as pilot:
        app.replay.go(40)
        await pilot.pause()
        state = reel.state(40)
        codes = [card for seat in range(4) for card in state.hand(seat)]
        assert "all hands open" in app.text()[-2]
        text = "\n".join(app.text())
        assert all(f"{card.color}{card.rank}" in text for card in codes)
        assert all(name[:4] in text for name in NAMES[:players])
        for player in range(players):
            await press(pilot, "e")
            assert app.replay._view.hands == view(state, player).hands
            lines = app.text()
            assert f"eyes: {NAMES[player]}" in lines[-2]
            assert f"{NAMES[player]}'s hand" in "\n".join(lines)
            assert all(cell_len(line) == len(to_ascii(line)) == size[0] for line in lines)
            assert not {"You", "Your", "your"} & set("\n".join(lines).split())
        await press(pilot, "e")
        assert "all hands open" in app.text()[-2]


async def test_it_plays_by_itself_and_stops() -> None:
    app = Shows(Reel(played(4)), pace=0.01)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        for _ in range(200):
            await pilot.pause(0.02)
            if app.replay.place > 3:
                break
        assert app.replay.place > 3
        await press(pilot, "left")
        place = app.replay.place
        await pilot.pause(0.1)
        assert app.replay.place == place
        app.replay.go(len(app.replay.reel.frames) - 2)
        await press(pilot, "space")
        for _ in range(200):
            await pilot.pause(0.02)
            if app.replay._timer is None:
                break
        assert app.replay._timer is None
        assert app.replay._view.over


async def test_what_a_bot_would_have_done() -> None:
    app = Shows(Reel(played(4)))
    async with app.run_test(size=(80, 24)) as pilot:
        app.replay.go(40)
        await press(pilot, "h")
        (asked,) = app.hints
        state = app.replay.reel.state(40)
        assert asked.view == view(state, state.control[state.owing[0]])  # what the decider knew, no more
        asked.tell(choose(asked.view, "medium", bytes(32)))
        await pilot.pause()
        assert "Hint: " in app.text()[-3]
        assert "Next: " in app.text()[-3]
        await press(pilot, "right")
        assert "Hint" not in app.text()[-3]
        await press(pilot, "end", "h")
        assert len(app.hints) == 1


async def test_by_mouse() -> None:
    app = Shows(Reel(played(4)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        keys = app.text()[-1]
        for word, place in (("→", 1), ("←", 0)):
            await pilot.click(offset=(keys.index(word), 39))
            assert app.replay.place == place
        await pilot.click("#trick")
        assert app.replay.place == 1
        await pilot.click(offset=(keys.index("day"), 39))
        assert app.replay.place == 0


def test_games_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(written(4) + written(3), "utf-8")
    first, second = records.find(str(file))
    assert (first.names, second.names) == (NAMES, NAMES[:3])
    assert records.load(str(file), second).state.digest() == played(3).state.digest()
    assert records.find(str(file), 2) == [second]
    with pytest.raises(Fault, match="there is no game 3 in it"):
        records.find(str(file), 3)


def test_a_broken_record_is_refused_with_its_line(tmp_path: Path) -> None:
    lines = (written(4) + written(3)).splitlines(keepends=True)
    second = next(place for place, line in enumerate(lines) if place and '"type":"game"' in line)
    broken = tmp_path / "broken.jsonl"
    for place in (5, second + 5):
        broken.write_text("".join(lines[:place] + lines[place + 1 :]), "utf-8")
        with pytest.raises(Fault, match=f"line {place + 1}: "):
            records.find(str(broken))
    (game,) = records.find(str(broken), 2)
    with pytest.raises(Fault, match=f"line {second + 6}: "):
        records.load(str(broken), game)
    for text, line in (("", 1), ("x\n", 1), ("{}\n" + written(4), 1)):
        broken.write_text(text, "utf-8")
        with pytest.raises(Fault, match=f"line {line}: "):
            records.find(str(broken))


@pytest.mark.parametrize("mutant", sorted(MUTANTS.glob("*.jsonl"))[::12], ids=lambda path: path.stem)
def test_a_broken_record_is_refused_as_verify_does(mutant: Path) -> None:
    said = quick("replay", str(mutant)).fault(1)
    assert said == quick("verify", str(mutant)).fault(1)
    assert ": line " in said


def test_a_replay_needs_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text(written(4), "utf-8")
    assert "terminal" in quick("replay", str(file)).fault(1)


async def leave(pilot: Pilot[int]) -> None:
    await pilot.press("q")
    await pilot.pause()


async def test_one_game_is_shown_at_once_and_several_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(written(4), "utf-8")
    one = ReplayApp(str(file), records.find(str(file)))
    async with one.run_test(size=(80, 24)) as pilot:
        await shows(pilot, ReplayScreen)
        await leave(pilot)
    assert one.return_code == 0
    file.write_text(written(4) + written(3), "utf-8")
    several = ReplayApp(str(file), records.find(str(file)))
    async with several.run_test(size=(80, 24)) as pilot:
        await shows(pilot, GamesScreen)
        await pilot.press("down", "enter")
        await shows(pilot, ReplayScreen)
        assert isinstance(several.screen, ReplayScreen)
        assert several.screen.reel.players == 3
        await leave(pilot)
        assert isinstance(several.screen, GamesScreen)
        await leave(pilot)
    assert several.return_code == 0


async def test_a_game_that_is_named_has_the_number_it_has_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(written(4) + written(3), "utf-8")
    app = ReplayApp(str(file), records.find(str(file), 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, ReplayScreen)
        assert isinstance(app.screen, ReplayScreen)
        assert "game 2" in text_of_replay(app.screen)


async def test_from_the_result() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        s.finish()
        await until(pilot, lambda: bool(s.app.sitting and s.app.sitting.finished))
        for _ in range(3):
            await pilot.press("space")
        await shows(pilot, ResultScreen)
        await pilot.press("r")
        await shows(pilot, ReplayScreen)
        screen = s.app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.eyes == 0
        await pilot.press("end")
        assert "game over" in text_of_replay(screen)
        await pilot.press("q")
        await shows(pilot, ResultScreen)


def text_of_replay(screen: ReplayScreen) -> str:
    return "".join(segment.text for segment in next(iter(screen._compositor.render_strips())))
