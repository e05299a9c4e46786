"""A game at a table: decisions, and what each is told of them (DESIGN §3, §4)."""

import logging
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
from engine.views import events_for, view
from net import messages as m
from net.codec import frame
from net.game import AT_ONCE
from tests.engine.play import OPTION_SETS
from tests.net.tables import ALL, PACED, Desk, game_at, game_of, started, state_of
from tests.net.test_logs import CARD

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


# --- The log ---


def test_no_log_line_names_a_card_or_a_token(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        desk, people = started(3, 2, ALL, AT_ONCE)
        tokens = [desk.token(person) for person in people]
        desk.refused(people[0], m.Act(state_of(desk).decision, Play(0, CARDS["K0c=K"])))
        desk.play(people)
    assert caplog.records
    assert not any(CARD.search(record.getMessage()) for record in caplog.records)
    assert not any(token in caplog.text for token in [*tokens, "secret"])
