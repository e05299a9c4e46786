"""The clock: a decision that takes too long is made by a bot, this once, at whatever point of the game."""

import pytest

from net import limits
from net import messages as m
from net.codec import frame
from net.game import Pace
from tests.net.saving import Shelf, brought_back
from tests.net.tables import PACED, Desk, game_at, game_of, started, state_of

KINDS = ("play", "color", "ask", "offer", "swap", "kill", "take", "give")


def at(kind: str) -> tuple[Desk, list[int]]:
    """A decision of that sort is owed, by a person, and the clock is on."""
    people = 3 if kind == "take" else 4
    desk, connections = game_at(kind, players=people, people=people)
    desk.say(connections[0], m.SetClock(30))
    return desk, connections


def decide_late(desk: Desk) -> int:
    """Let time pass and bots think; how many decided."""
    desk.authority.tick(desk.now)
    return desk.think()


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_left_over_its_time_is_made_by_a_bot(kind: str) -> None:
    desk, people = at(kind)
    number, owing = state_of(desk).decision, game_of(desk).owing()
    assert desk.authority.next_time() == desk.now + 30
    desk.wait(29.9)
    assert decide_late(desk) == 0
    assert state_of(desk).decision == number
    desk.wait(0.1)
    while state_of(desk).decision == number:
        assert decide_late(desk)
    assert desk.places() == ["here"] * len(people)  # nobody has lost a seat
    desk.wait(29.9)
    assert desk.think() == 0 or not owing  # the next decision has its whole time


@pytest.mark.parametrize("kind", KINDS)
def test_who_decides_in_time_decides(kind: str) -> None:
    desk, people = at(kind)
    number = state_of(desk).decision
    while state_of(desk).decision == number:
        desk.wait(10)
        owner = people[min(game_of(desk).owing())]
        assert desk.act(owner)
    assert desk.authority.jobs(desk.now) == []


def test_who_decides_while_the_bot_thinks_has_decided() -> None:
    """Both sides of a Swap have the same number: what a bot thought for one of them is of no use any more."""
    desk, people = at("swap")
    number, (first, second) = state_of(desk).decision, sorted(game_of(desk).owing())
    desk.wait(30)
    jobs = desk.authority.jobs(desk.now)
    assert {job.player for job in jobs} == {first, second}
    desk.act(people[first])
    assert state_of(desk).decision == number
    for job in jobs:
        desk.authority.chosen(job, job.view.actions[0], desk.now)
    assert state_of(desk).decision > number


def test_the_clock_of_a_swap_tells_nobody_that_the_other_side_has_chosen() -> None:
    desk, people = at("swap")
    first = min(game_of(desk).owing())
    desk.wait(12)
    before = desk.table().left
    desk.act(people[first])
    assert desk.table().left == before == 18_000


def test_everyone_is_told_how_much_time_is_left() -> None:
    desk, (ana, beto) = started(4, 2, pace=Pace(0.0, 0.0, 2.0))
    assert (desk.table().clock, desk.table().left) == (0, 0)
    desk.say(ana, m.SetClock(60))
    while 0 in game_of(desk).owing():
        desk.act(ana)
    while 0 not in game_of(desk).owing():
        desk.step([beto])
    assert desk.last(beto, m.Shown).table.left == 60_000
    desk.wait(25)
    back = desk.enter(m.Resume(desk.token(beto)))
    shown = desk.last(back, m.Shown)
    assert (shown.table.clock, shown.table.left) == (60, 35_000)


def test_no_time_is_told_while_a_bot_decides() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    desk.say(ana, m.SetClock(60))
    while 0 in game_of(desk).owing():
        desk.act(ana)
    assert desk.table().left == 0


def test_the_clock_stands_still_with_the_game_and_while_a_trick_is_looked_at() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    desk.say(ana, m.SetClock(20))
    while not (game_of(desk).resting and 0 in game_of(desk).owing()):
        desk.step([ana])
    assert desk.table().left == 20_000 + round(1000 * (game_of(desk).rest_until - desk.now))
    desk.say(ana, m.Seen(*(game_of(desk).last_trick or (0, 0))))
    assert desk.table().left == 20_000
    desk.wait(5)
    desk.say(ana, m.Pause(True))
    desk.wait(1000)
    assert desk.think() == 0
    assert desk.table().left == 15_000
    desk.say(ana, m.Pause(False))
    assert desk.table().left == 15_000
    desk.wait(15)
    assert desk.think() == 1


def test_the_clock_stands_still_in_a_pause() -> None:
    desk, (ana,) = started(4, 1)
    while 0 not in game_of(desk).owing():
        desk.step([])
    desk.say(ana, m.SetClock(20))
    desk.wait(5)
    desk.say(ana, m.Pause(True))
    desk.wait(1000)
    desk.say(ana, m.Pause(False))
    assert desk.table().left == 15_000


def test_a_whole_game_ends_though_its_only_person_never_decides() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    desk.say(ana, m.SetClock(limits.SHORTEST_CLOCK))
    while desk.table().phase == "playing":
        desk.step([])
    assert desk.last(ana, m.Result).record


def test_only_the_host_sets_the_clock_and_leaves_time_to_think() -> None:
    desk, (ana, beto) = started(4, 2)
    assert desk.refused(beto, m.SetClock(30)) == "host_only"
    assert desk.refused(ana, m.SetClock(limits.SHORTEST_CLOCK - 1)) == "bad_clock"
    desk.say(ana, m.SetClock(30))
    assert desk.table().clock == 30
    desk.say(ana, m.SetClock(0))
    assert (desk.table().clock, desk.table().left) == (0, 0)
    desk.wait(10_000)
    assert desk.think() == 0 or 0 not in game_of(desk).owing()
    assert frame(m.SetClock(30))


def test_the_clock_goes_for_who_is_away_too() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    desk.say(ana, m.SetClock(10))
    while 1 not in game_of(desk).owing():
        desk.step([ana, beto])
    desk.lose(beto)
    number = state_of(desk).decision
    desk.wait(14)  # a rest of 4 s and a clock of 10, where a bot would take over after 45
    assert desk.think() == 1
    desk.wait(0)
    assert state_of(desk).decision > number
    assert desk.places()[1] == "away"


def test_the_clock_is_brought_back_with_the_table_and_goes_on_for_the_next_game() -> None:
    desk, (ana,) = started(4, 1)
    desk.say(ana, m.SetClock(45))
    shelf = Shelf()
    shelf.save(desk.authority)
    back = Desk(desk.config)
    back.authority = brought_back(desk, shelf)
    again = back.enter(m.Resume(desk.token(ana)))
    assert back.table().clock == 45
    back.play([again])
    back.say(again, m.Start())
    while 0 not in game_of(back).owing():
        back.step([again])
    assert back.table().left == 45_000
