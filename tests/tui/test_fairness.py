"""What a peer found of a game, on the result screen and in words."""

import re
from dataclasses import replace as replace_in

from msgspec.structs import replace

from muertos_tui import fairness
from muertos_tui.link import Judged, _as_message
from muertos_tui.screens.lobby import LobbyScreen
from muertos_tui.screens.result import ResultScreen
from muertos_tui.sitting import Sitting
from net import messages as m
from net.witness import VERDICTS, Verdict
from tests.tui.local import GUEST, LocalTable
from tests.tui.stage import Staged, text_of
from tests.tui.test_result import NAMES, OVER, ended


def test_every_verdict_has_words() -> None:
    for code in VERDICTS:
        said = fairness.found(Verdict(1, code, {"player": 1, "line": 7, "day": 2, "trick": 3}), NAMES)
        assert said.startswith("NOT verified") == (not Verdict(1, code).good)
        assert "{" not in said
        assert fairness.found(Verdict(1, code), ()) is not None
    assert "Beto" in fairness.found(Verdict(1, "broken_promise", {"player": 1}), NAMES)
    assert "the table" in fairness.found(Verdict(1, "broken_promise", {"player": -1}), NAMES)
    assert "line 7" in fairness.found(Verdict(1, "record", {"line": 7}), NAMES)
    assert re.search("day 2, in trick 3", fairness.found(Verdict(1, "view", {"day": 2, "trick": 3}), NAMES))


async def test_the_result_screen_says_what_was_found() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        screen = ResultScreen(ended([(5, 6), (4, 7), (3, 8)], (0,)), NAMES, True, OVER)
        await s.app.push_screen(screen)
        await pilot.pause()
        assert "erified" not in text_of(pilot)
        for code, words in (("verified", "Verified: nobody chose the deals"), ("seed", "the deals are not those of")):
            screen.show(True, replace_in(OVER, verdict=Verdict(1, code)))
            await pilot.pause()
            assert words in text_of(pilot)
            assert s.app.screen.query_one("#body").max_scroll_y == 0


def test_a_peer_tells_its_screen() -> None:
    said = _as_message(Verdict(3, "view"))
    assert isinstance(said, Judged)
    assert said.verdict == Verdict(3, "view")


async def test_the_lobby_says_that_the_table_shuffles() -> None:
    table = LocalTable()
    heard: list[m.ToPeer] = []
    table.enter(m.Join("Ana", False), heard.append)
    (lobby,) = (message for message in heard if isinstance(message, m.Lobby))
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await s.app.push_screen(LobbyScreen(replace(lobby.table, phase="shuffling"), 1))
        await pilot.pause()
        assert "Shuffling" in text_of(pilot)


def test_between_two_games_the_screen_that_stands_stays() -> None:
    table = LocalTable()
    sitting = Sitting(GUEST)
    table.enter(m.Join("Ana", False), sitting.take)
    table.say(1, m.Start())
    assert sitting.table is not None
    sitting.take(m.Lobby(replace(sitting.table, phase="shuffling")))
    sitting.wants = "result"
    assert sitting.stage == "result"
    sitting.take(m.Result(1, (), ""))
    sitting.judge(Verdict(1, "verified"))
    assert sitting.finished is not None
    assert sitting.finished.found.startswith("Verified")


def test_what_was_found_is_said_of_that_game_alone() -> None:
    table = LocalTable()
    sitting = Sitting(GUEST)
    table.enter(m.Join("Ana", False), sitting.take)
    table.say(1, m.Start())
    assert sitting.table is not None
    sitting.take(m.Result(1, ("one",), ""))
    sitting.judge(Verdict(1, "seed"))
    sitting.take(m.Lobby(replace(sitting.table, game=2)))
    assert sitting.finished is None
    assert sitting.last is not None
    assert sitting.last.found.startswith("NOT verified")
    sitting.judge(Verdict(2, "verified"))  # of a game whose result is not there yet
    assert sitting.last.found.startswith("NOT verified")
    sitting.take(m.Result(2, ("two",), ""))
    assert sitting.finished is not None
    assert (sitting.finished.record, sitting.finished.found) == (("two",), "")
    sitting.judge(Verdict(1, "verified"))
    assert sitting.finished.found == ""
