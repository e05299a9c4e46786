"""A game at a table: decisions, what each is told, absence, bots and pace (DESIGN §3, §4, §5)."""

import logging
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine import record
from engine.actions import Action, Ask, Discard, Play, Swap
from engine.bots import choose
from engine.cards import CARDS
from engine.events import Event
from engine.options import Options
from engine.rules import legal_actions
from engine.state import State
from engine.views import events_for, view
from net import messages as m
from net.codec import frame
from net.game import AT_ONCE, Game, Pace
from tests.engine.play import OPTION_SETS
from tests.net.tables import Desk, started

PACED = Pace(bot_delay=0.7, trick_pause=4.0, bot_patience=2.0)
ALL = Options(ask_chips=True, optional_swap=True)


def game_of(desk: Desk) -> Game:
    game = desk.authority.room.game
    assert game is not None
    return game


def state_of(desk: Desk) -> State:
    return game_of(desk).state


def until(desk: Desk, people: list[int], kind: str) -> bool:
    """Play on until a decision of that sort is owed; False if the game ends before."""
    while desk.table().phase == "playing":
        if state_of(desk).phase == kind:
            return True
        desk.step(people)
    return False


def game_at(kind: str, players: int = 4, people: int = 4) -> tuple[Desk, list[int]]:
    """A game in which a decision of that sort is owed; every decision is a person's if there are enough people."""
    while True:
        desk, connections = started(players, people, ALL)
        if until(desk, connections, kind):
            return desk, connections


# --- Whole games ---


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("options", OPTION_SETS)
def test_a_whole_game_ends_with_a_record_that_verifies(players: int, options: Options) -> None:
    desk, people = started(players, 2, options)
    watcher = desk.join("Watcher", watch=True)
    desk.play(people)
    for connection in (*people, watcher):
        result = desk.last(connection, m.Result)
        (game,) = record.read(result.record)
        assert game.state.over
        assert game.names[:2] == ("Ana", "Beto")
        assert desk.last(connection, m.Shown).view.over


@pytest.mark.parametrize("players", [4, 3])
def test_everyone_is_shown_exactly_what_the_engine_lets_them_know(players: int) -> None:
    desk, people = started(players, 2, ALL)
    watcher = desk.join("Watcher", watch=True)
    heard: dict[int, list[Event]] = {person: [] for person in (*people, watcher)}
    counted = dict.fromkeys(heard, 0)
    while desk.table().phase == "playing":
        desk.step(people)
        for connection, player in ((people[0], 0), (people[1], 1), (watcher, None)):
            for message in desk.told[connection][counted[connection] :]:
                if isinstance(message, m.Shown):
                    assert message.since == len(heard[connection])
                    heard[connection] += message.events
            counted[connection] = len(desk.told[connection])
            assert desk.last(connection, m.Shown).view == view(state_of(desk), player)
            assert heard[connection] == events_for(state_of(desk), player, 0)


def test_a_slow_reader_is_told_the_newest_view_only_with_all_that_happened() -> None:
    desk, people = started(4, 2)
    slow = people[1]
    seen = len(desk.told[slow])
    desk.deliver = lambda to=None: Desk.deliver(desk, to or [people[0]])  # type: ignore[method-assign]
    for _ in range(40):
        desk.think()
        desk.act(people[0])
        if 1 in game_of(desk).owing():
            action = choose(view(state_of(desk), 1), "easy", b"").action
            desk.authority.receive(slow, m.Act(state_of(desk).decision, action), desk.now)
    assert len(desk.told[slow]) == seen
    told = desk.authority.pull(slow, desk.now)
    (shown,) = (message for message in told if isinstance(message, m.Shown))
    assert shown.view == view(state_of(desk), 1)
    assert list(shown.events) == events_for(state_of(desk), 1, shown.since)
    assert desk.authority.pull(slow, desk.now) == []


def test_another_game_with_the_same_people() -> None:
    desk, people = started(4, 2)
    desk.play(people)
    first = desk.last(people[0], m.Result)
    assert desk.table().phase == "over"
    desk.say(people[0], m.Start())
    shown = desk.last(people[1], m.Shown)
    assert (shown.table.game, shown.since, shown.view.over) == (2, 0, False)
    desk.play(people)
    second = desk.last(people[1], m.Result)
    assert (first.game, second.game) == (1, 2)
    assert first.record[0] != second.record[0]  # another deal


def test_after_a_game_the_table_may_be_arranged_and_the_result_stays() -> None:
    desk, (ana, beto) = started(3, 2)
    desk.play([ana, beto])
    desk.say(ana, m.SetPlayers(4))
    desk.say(ana, m.Exchange(0, 3))
    desk.say(beto, m.Stand())
    late = desk.join("Late")
    assert desk.last(late, m.Shown).view.me is None
    assert desk.last(late, m.Result).record == desk.last(ana, m.Result).record
    assert desk.last(ana, m.Shown).view.me == 0
    again = desk.enter(m.Resume(desk.token(beto)))
    assert desk.last(again, m.Shown).view.me == 1  # the hand they had
    desk.say(ana, m.Start())
    assert desk.last(ana, m.Shown).view.me == 3


def test_a_chosen_seed_is_that_of_the_first_game_only() -> None:
    desk, (ana,) = started(4, 1)
    config = replace(desk.config, seed=b"s" * 32)
    chosen = Desk(config)
    ana = chosen.join("Ana", key="secret")
    chosen.say(ana, m.Start())
    assert state_of(chosen).seed == b"s" * 32
    chosen.play([ana])
    chosen.say(ana, m.Start())
    assert state_of(chosen).seed != b"s" * 32


# --- Decisions that are refused ---


def test_late_and_early_decisions_change_nothing() -> None:
    desk, people = game_at("play")
    owner = people[state_of(desk).control[state_of(desk).owing[0]]]
    shown = desk.last(owner, m.Shown)
    action = choose(shown.view, "easy", b"").action
    for number in (shown.view.number - 1, shown.view.number + 1, 0, 2**40):
        assert desk.refused(owner, m.Act(number, action)) == "too_late"
    desk.say(owner, m.Act(shown.view.number, action))
    assert desk.refused(owner, m.Act(shown.view.number, action)) in ("too_late", "not_owing")


def test_a_decision_for_anothers_seat_changes_nothing() -> None:
    for kind in ("play", "color", "ask", "swap", "kill", "give"):
        desk, people = game_at(kind)
        seat = state_of(desk).owing[0]
        (action, *_) = legal_actions(state_of(desk), seat)
        for person in people:
            if person != people[state_of(desk).control[seat]]:
                assert desk.refused(person, m.Act(state_of(desk).decision, action)) == "not_yours"
        watcher = desk.join("Watcher", watch=True)
        assert desk.refused(watcher, m.Act(state_of(desk).decision, action)) == "not_seated"


def test_a_card_not_held_and_a_play_against_the_rules_change_nothing() -> None:
    desk, people = game_at("play")
    state = state_of(desk)
    seat = state.owing[0]
    owner = people[seat]
    shown = desk.last(owner, m.Shown)
    held = shown.view.hands[seat] or ()
    other = next(card for card in shown.view.deck if card not in held)
    assert desk.refused(owner, m.Act(state.decision, Play(seat, other))) == "not_held"
    assert desk.refused(owner, m.Act(state.decision, Play(seat, CARDS["K0c=P"]))) == "not_held"
    assert desk.refused(owner, m.Act(state.decision, Swap(seat, held[0]))) == "wrong_kind"
    assert desk.refused(owner, m.Act(state.decision, Discard(seat, held[0]))) == "must_play"
    assert desk.refused(owner, m.Act(state.decision, Ask(seat, (seat + 1) & 3, None, True))) == "bad_question"
    idle = people[(seat + 1) & 3]
    mine = desk.last(idle, m.Shown).view.hands[(seat + 1) & 3] or ()
    assert desk.refused(idle, m.Act(state.decision, Play((seat + 1) & 3, mine[0]))) == "not_owing"


def test_whatever_is_asked_for_only_what_is_legal_changes_the_game() -> None:
    rng = Random(4)
    desk, people = started(3, 3, ALL)
    while desk.table().phase == "playing":
        state, person = state_of(desk), rng.choice(people)
        player = people.index(person)
        legal = [a for seat in state.owing if state.control[seat] == player for a in legal_actions(state, seat)]
        action = _any_action(rng)
        before = desk.digest()
        answers = desk.say(person, m.Act(state.decision, action))
        if any(isinstance(answer, m.Rejected) for answer in answers):
            assert desk.digest() == before
        else:
            assert action in legal
        if rng.random() < 0.5:
            desk.step(people)


def _any_action(rng: Random) -> Action:
    card = rng.choice([card for card in CARDS.values() if "=" not in card.code])
    seat = rng.randrange(4)
    actions: list[Action] = [Play(seat, card), Discard(seat, card), Swap(seat, card)]
    return rng.choice(actions)


def test_the_table_plays_nothing_while_it_is_paused() -> None:
    desk, people = started(4, 1, pace=PACED)
    ana = people[0]
    desk.say(ana, m.Pause(True))
    assert desk.table().paused
    before = desk.digest()
    desk.think()
    desk.wait(300)
    assert desk.digest() == before
    assert desk.refused(ana, m.Act(state_of(desk).decision, Play(0, CARDS["K6*"]))) == "paused"
    desk.say(ana, m.Pause(False))
    for _ in range(10):
        desk.step(people)
    assert desk.digest() != before


# --- Swap ---


def test_the_first_choice_of_a_swap_tells_nobody_anything() -> None:
    """Whichever card the first side chooses, everyone else is told the same, byte for byte (R17)."""
    desk, people = game_at("swap")
    state = state_of(desk)
    first, second = state.owing
    counts = [len(desk.told[person]) for person in people]
    told: set[tuple[bytes, ...]] = set()
    choices = legal_actions(state, first)
    for action in choices:
        game_of(desk).state = state.copy()
        for person, count in zip(people, counts, strict=True):
            del desk.told[person][count:]
        for line in desk.authority._lines.values():
            line.told = len(state.log)
        desk.say(people[first], m.Act(state.decision, action))
        others = [desk.told[p][c:] for p, c in zip(people, counts, strict=True) if p != people[first]]
        told.add(tuple(frame(message) for messages in others for message in messages))
    assert len(choices) > 1
    assert len(told) == 1
    assert desk.last(people[second], m.Shown).view.number == state.decision  # theirs still holds
    assert desk.refused(people[first], m.Act(state.decision, choices[0])) == "not_owing"


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


# --- Bots that fail ---


@pytest.fixture
def bot_owes() -> Desk:
    desk, (ana,) = started(4, 1, pace=PACED)
    while 0 in game_of(desk).owing():
        desk.step([ana])
    return desk


def test_a_bot_that_does_not_answer_is_replaced_in_time(bot_owes: Desk, caplog: pytest.LogCaptureFixture) -> None:
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


def test_no_log_line_names_a_card_or_a_token(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        desk, people = started(3, 2, ALL, AT_ONCE)
        tokens = [desk.token(person) for person in people]
        desk.refused(people[0], m.Act(state_of(desk).decision, Play(0, CARDS["K0c=K"])))
        desk.play(people)
    assert caplog.records
    words = {word.strip(".,:;'") for record in caplog.records for word in record.getMessage().split()}
    assert not words.intersection(CARDS)
    assert not any(token in caplog.text for token in [*tokens, "secret"])
