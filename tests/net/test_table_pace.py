"""Who decides when at a table: people who are away, the pace of bots, and bots that fail (DESIGN §5)."""

import logging
from itertools import pairwise

import pytest

from engine.actions import Action, Play
from engine.bots import choose
from engine.cards import CARDS
from engine.rules import legal_actions
from engine.views import view
from net import messages as m
from net.game import Pace
from tests.net.tables import PACED, Desk, game_at, game_of, started, state_of

# --- Absence ---


def test_a_bot_plays_for_who_does_not_come_back_and_gives_the_seat_back_at_once() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    token = desk.token(beto)
    desk.lose(beto)
    assert desk.places()[1] == "away"
    desk.wait(desk.config.away_time - 1)
    assert desk.places()[1] == "away"
    desk.wait(1)
    assert desk.places()[1] == "stand_in"
    assert desk.table().places[1].level == "easy"
    assert desk.table().places[1].name == "Beto"
    while 1 not in game_of(desk).owing():
        desk.step([ana])
    before = desk.digest()
    assert desk.think()  # the bot has decided, and its time has not come yet
    back = desk.enter(m.Resume(token))
    assert desk.places()[1] == "here"
    assert not desk.think()
    desk.wait(60)
    assert desk.digest() == before  # it is the person's decision now
    assert desk.act(back)


@pytest.mark.parametrize("kind", ["play", "color", "ask", "offer", "swap", "kill", "take", "give"])
def test_a_bot_decides_for_the_absent_at_every_sort_of_decision(kind: str) -> None:
    desk, people = game_at(kind, players=3 if kind == "take" else 4, people=3 if kind == "take" else 4)
    number = state_of(desk).decision
    owing = sorted(game_of(desk).owing())
    for player in owing:
        desk.lose(people[player])
    desk.join("Watcher", watch=True)
    desk.wait(desk.config.away_time)
    while state_of(desk).decision == number:
        assert desk.think()
    assert desk.places()[owing[0]] == "stand_in"


def test_nothing_goes_on_while_nobody_is_there() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    token = desk.token(ana)
    desk.lose(ana)
    before = desk.digest()
    assert desk.think() == 0
    desk.wait(500)
    assert desk.digest() == before
    assert desk.places()[0] == "away"
    again = desk.enter(m.Resume(token))
    assert desk.last(again, m.Shown).since == 0
    desk.play([again])


def test_who_leaves_or_is_removed_in_a_game_is_replaced_at_once() -> None:
    desk, (ana, beto, caro) = started(4, 3)
    desk.say(beto, m.Leave())
    assert desk.places() == ["here", "bot", "here", "bot"]
    desk.say(ana, m.Remove(desk.person(caro)))
    assert desk.places() == ["here", "bot", "bot", "bot"]
    desk.play([ana])


def test_the_host_gives_an_absent_persons_seat_to_a_bot_and_then_to_another() -> None:
    desk, (ana, beto) = started(4, 2)
    token = desk.token(beto)
    desk.lose(beto)
    desk.say(ana, m.SeatBot(1, "medium"))
    assert desk.places()[1] == "bot"
    eva = desk.join("Eva", watch=True)
    desk.say(eva, m.Sit(1))
    assert desk.last(eva, m.Shown).view.me == 1
    again = desk.enter(m.Resume(token))
    assert desk.last(again, m.Shown).view.me is None
    desk.play([ana, eva])


def test_the_bot_that_the_host_chose_decides_at_once_and_not_the_one_that_thought() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    desk.lose(beto)
    desk.wait(desk.config.away_time)
    while 1 not in game_of(desk).owing():
        desk.step([ana])
    assert [job.level for job in desk.authority.jobs(desk.now)] == ["easy"]
    desk.say(ana, m.SeatBot(1, "medium"))
    assert [job.level for job in desk.authority.jobs(desk.now)] == ["medium"]


def test_who_takes_a_bots_seat_decides_though_the_bot_has_thought() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    while 1 not in game_of(desk).owing():
        desk.step([ana])
    assert desk.think()
    eva = desk.join("Eva", watch=True)
    desk.say(eva, m.Sit(1))
    before = desk.digest()
    desk.wait(60)
    assert desk.digest() == before
    assert desk.act(eva)


def test_whose_seat_a_bot_is_given_looks_on_and_is_not_waited_for() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    while not game_of(desk).resting:
        desk.step([ana, beto])
    desk.say(ana, m.Seen(*(game_of(desk).last_trick or (0, 0))))
    desk.say(ana, m.SeatBot(1, "medium"))
    assert game_of(desk).rest_until == desk.now
    shown = desk.last(beto, m.Shown)
    assert (shown.view.me, shown.since) == (None, 0)


def test_a_game_ends_though_its_host_does_not_come_back() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    desk.lose(ana)
    desk.play([beto])
    assert desk.last(beto, m.Shown).view.over
    desk.say(beto, m.Start())  # the host's rights are theirs for now
    assert desk.table().phase == "playing"


# --- Pace ---


def test_bots_take_their_time_and_a_finished_trick_is_left_to_be_seen() -> None:
    desk, (ana,) = started(4, 1, pace=PACED)
    moves: list[float] = []
    tricks: list[float] = []
    while len(tricks) < 2:
        before, log = desk.digest(), len(state_of(desk).log)
        desk.step([ana])
        if desk.digest() != before:
            moves.append(desk.now)
        if any(type(event).__name__ == "TrickWon" for event in state_of(desk).log[log:]):
            tricks.append(desk.now)
            assert desk.last(ana, m.Shown).rest == round(PACED.trick_pause * 1000)
    bots = [after - before for before, after in pairwise(moves) if after != before]
    assert min(bots) == pytest.approx(PACED.bot_delay)
    assert max(bots) <= PACED.trick_pause + PACED.bot_delay


def test_the_rest_after_a_trick_ends_when_everyone_has_seen_it() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    while not game_of(desk).resting:
        desk.step([ana, beto])
    day, trick = game_of(desk).last_trick or (0, 0)
    rest_until = game_of(desk).rest_until
    desk.say(ana, m.Seen(day, trick))
    desk.say(ana, m.Seen(day, trick))
    desk.say(beto, m.Seen(day, trick + 1))
    assert game_of(desk).rest_until == rest_until
    desk.say(beto, m.Seen(day, trick))
    assert game_of(desk).rest_until == desk.now


def test_who_is_lost_is_not_waited_for() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    while not game_of(desk).resting:
        desk.step([ana, beto])
    day, trick = game_of(desk).last_trick or (0, 0)
    desk.say(ana, m.Seen(day, trick))
    desk.lose(beto)
    assert game_of(desk).rest_until == desk.now


def test_who_was_gone_when_the_trick_ended_is_not_waited_for() -> None:
    desk, (ana, beto) = started(4, 2, pace=PACED)
    desk.lose(beto)
    desk.wait(desk.config.away_time)
    while not game_of(desk).resting:
        desk.step([ana])
    day, trick = game_of(desk).last_trick or (0, 0)
    desk.say(ana, m.Seen(day, trick))
    assert game_of(desk).rest_until == desk.now


# --- Bots that fail ---


@pytest.fixture
def bot_owes() -> Desk:
    desk, (ana,) = started(4, 1, pace=PACED)
    while 0 in game_of(desk).owing():
        desk.step([ana])
    return desk


def test_a_bot_that_does_not_answer_is_replaced_in_time(bot_owes: Desk, caplog: pytest.LogCaptureFixture) -> None:
    assert Pace().bot_patience == PACED.bot_patience == 2
    desk, before = bot_owes, bot_owes.digest()
    (job,) = desk.authority.jobs(desk.now)
    due = game_of(desk)._due()
    desk.wait(due - desk.now + PACED.bot_patience - 0.01)
    assert desk.digest() == before
    with caplog.at_level(logging.ERROR):
        desk.wait(0.01)
    assert desk.digest() != before
    assert "no choice" in caplog.text
    after = desk.digest()
    desk.authority.chosen(job, choose(job.view, "easy", b"").action, desk.now)  # too late by now
    assert desk.digest() == after


@pytest.mark.parametrize("fault", ["raised", "illegal", "foreign"])
def test_a_bot_that_fails_is_replaced(bot_owes: Desk, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    desk, before = bot_owes, bot_owes.digest()
    (job,) = desk.authority.jobs(desk.now)
    seat = job.view.decisions[0].seat
    wrong: dict[str, Action | None] = {
        "raised": None,
        "illegal": Play(seat, CARDS["K0c=K"]),
        "foreign": Play((seat + 1) & 3, CARDS["K10"]),
    }
    with caplog.at_level(logging.ERROR):
        desk.authority.chosen(job, wrong[fault], desk.now)
        desk.wait(5)
    assert desk.digest() != before
    assert len(caplog.records) == 1


def test_a_late_answer_is_not_taken_for_a_later_job(bot_owes: Desk) -> None:
    desk = bot_owes
    (late,) = desk.authority.jobs(desk.now)
    game_of(desk).dismiss(late.player)
    (job,) = desk.authority.jobs(desk.now)
    assert (job.player, job.view) == (late.player, late.view)
    before = desk.digest()
    desk.authority.chosen(late, choose(late.view, "easy", b"").action, desk.now)
    desk.wait(game_of(desk)._due() - desk.now + 0.1)
    assert desk.digest() == before  # the newer one still thinks
    desk.authority.chosen(job, choose(job.view, "easy", b"").action, desk.now)
    assert desk.digest() != before


def test_a_bot_cannot_choose_for_the_other_side_of_a_swap() -> None:
    desk, people = game_at("swap")
    state = state_of(desk)
    mine, other = state.owing
    desk.lose(people[mine])
    desk.wait(desk.config.away_time)
    (job,) = desk.authority.jobs(desk.now)
    desk.authority.chosen(job, legal_actions(state, other)[0], desk.now)
    assert state.owing == (other,)
    assert list(state.picks) == [mine]


def test_bots_are_given_a_view_and_nothing_else(bot_owes: Desk) -> None:
    (job,) = bot_owes.authority.jobs(bot_owes.now)
    assert job.view == view(state_of(bot_owes), job.player)
    assert bot_owes.authority.jobs(bot_owes.now) == []  # it is at it
