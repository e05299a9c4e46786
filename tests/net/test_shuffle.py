"""The shuffle that nobody can choose (R30): its order, who is waited for, and a restart in the middle of it."""

import pytest

from engine import record
from engine.fair import commitment, game_seed
from net import messages as m
from net.game import AT_ONCE
from net.limits import SHUFFLE_TIME
from net.messages import Message
from net.room import TableConfig
from tests.net.saving import Shelf, brought_back
from tests.net.tables import Desk

SEED = bytes(range(32))


def asked(people: int = 2, seed: bytes = b"") -> tuple[Desk, list[int]]:
    """A table whose host has just started the game; nobody answers by themselves."""
    desk = Desk(TableConfig("T", pace=AT_ONCE, filler="easy", key="secret", seed=seed))
    desk.answering = False
    names = ("Beto", "Caro", "Dani")[: people - 1]
    connections = [desk.join("Ana", key="secret"), *(desk.join(name) for name in names)]
    desk.say(connections[0], m.Start())
    return desk, connections


def answer(desk: Desk, connection: int) -> list[m.ToPeer]:
    """What this person's peer says to the last thing it was told of the shuffle; what it is told then."""
    before = len(desk.shuffles[connection])
    for said in desk.witnesses[connection].hear(desk.shuffles[connection][-1]):
        desk.say(connection, said)
    return desk.shuffles[connection][before:]


def kinds(desk: Desk, connection: int) -> list[str]:
    return [type(message).__name__ for message in desk.shuffles[connection]]


def test_no_nonce_is_shown_before_everyone_has_every_commitment() -> None:
    desk, (ana, beto) = asked()
    watcher = desk.join("Wim", watch=True)
    assert desk.table().phase == "shuffling"
    assert kinds(desk, ana) == kinds(desk, beto) == kinds(desk, watcher) == ["Shuffle"]
    answer(desk, ana)
    assert kinds(desk, beto) == ["Shuffle"]
    answer(desk, beto)
    assert kinds(desk, ana) == kinds(desk, beto) == kinds(desk, watcher) == ["Shuffle", "Commitments"]
    answer(desk, beto)
    assert kinds(desk, ana) == ["Shuffle", "Commitments"]
    assert desk.authority.room.game is None
    answer(desk, ana)
    for connection in (ana, beto, watcher):
        assert kinds(desk, connection) == ["Shuffle", "Commitments", "Nonces"]
        assert desk.last(connection, m.Shown).view.day == 1
    assert desk.table().phase == "playing"


def test_the_seed_is_made_of_all_of_them_and_of_the_secret_shown_at_the_end() -> None:
    desk, people = asked()
    for _ in range(2):
        for connection in people:
            answer(desk, connection)
    desk.answering = True
    ana = people[0]
    shuffle, commitments, nonces = desk.shuffles[ana]
    assert isinstance(shuffle, m.Shuffle)
    assert isinstance(commitments, m.Commitments)
    assert isinstance(nonces, m.Nonces)
    assert [promise.by_table for promise in commitments.players] == [False, False, True, True]
    assert [nonce.by_table for nonce in nonces.players] == [False, False, True, True]
    desk.play(people)
    result = desk.last(ana, m.Result)
    assert commitment(bytes.fromhex(result.secret)).hex() == shuffle.host == commitments.host
    seed = game_seed(bytes.fromhex(result.secret), [bytes.fromhex(nonce.nonce) for nonce in nonces.players])
    (game,) = record.read(result.record)
    assert game.state.seed == seed


def test_the_secret_is_told_to_nobody_before_the_game_is_over() -> None:
    desk, people = asked(3)
    desk.answering = True
    desk.deliver()
    for _ in range(2):
        for connection in people:
            answer(desk, connection)
    fair = desk.authority.room.fair
    assert fair is not None
    late = desk.join("Wim", watch=True)
    secret, seed = fair.secret.hex(), fair.seed().hex()
    for connection in (*people, late):
        said = repr(desk.told[connection]) + repr(desk.shuffles[connection])
        assert secret not in said
        assert seed not in said
    desk.play(people)
    assert secret in repr(desk.told[late])


def test_who_is_gone_is_not_asked() -> None:
    desk = Desk()
    ana, beto = desk.join("Ana", key="secret"), desk.join("Beto")
    desk.lose(beto)
    desk.say(ana, m.Start())
    assert desk.table().phase == "playing"  # at once
    assert desk.places()[1] == "away"


@pytest.mark.parametrize("out", [m.SeatBot(1, "easy"), m.Remove(2)])
def test_whose_seat_the_host_gives_to_a_bot_is_not_waited_for(out: Message) -> None:
    desk, (ana, _beto) = asked()
    answer(desk, ana)
    desk.say(ana, out)
    commitments = desk.shuffles[ana][-1]
    assert isinstance(commitments, m.Commitments)
    assert [promise.by_table for promise in commitments.players] == [False, True, True, True]
    answer(desk, ana)
    assert desk.table().phase == "playing"


def test_who_makes_no_promise_in_time_plays_with_a_nonce_of_the_tables() -> None:
    desk, (ana, beto) = asked()
    answer(desk, ana)
    desk.wait(SHUFFLE_TIME + 0.1)
    commitments = desk.shuffles[ana][-1]
    assert isinstance(commitments, m.Commitments)
    assert [promise.by_table for promise in commitments.players] == [False, True, True, True]
    assert desk.refused(beto, m.Commit(1, "0" * 64)) == "no_shuffle"
    answer(desk, ana)
    assert desk.table().phase == "playing"


def test_who_does_not_show_what_was_promised_gets_the_spare_one() -> None:
    desk, (ana, beto) = asked()
    for connection in (ana, beto):
        answer(desk, connection)
    answer(desk, ana)
    commitments = desk.shuffles[ana][-1]
    assert isinstance(commitments, m.Commitments)
    assert desk.refused(beto, m.Reveal(1, "0" * 64)) == "bad_nonce"
    desk.wait(SHUFFLE_TIME + 0.1)
    nonces = desk.shuffles[ana][-1]
    assert isinstance(nonces, m.Nonces)
    assert [nonce.by_table for nonce in nonces.players] == [False, True, True, True]
    assert commitment(bytes.fromhex(nonces.players[1].nonce)).hex() == commitments.players[1].spare
    assert desk.table().phase == "playing"


@pytest.mark.parametrize("stage", [0, 1])
def test_who_leaves_in_the_middle_is_not_waited_for(stage: int) -> None:
    desk, (ana, beto) = asked()
    for _ in range(stage):
        for connection in (ana, beto):
            answer(desk, connection)
    answer(desk, ana)
    desk.say(beto, m.Leave())
    if stage == 0:
        answer(desk, ana)
    assert desk.table().phase == "playing"
    assert desk.places()[:2] == ["here", "bot"]


def test_answers_that_are_not_asked_for_change_nothing() -> None:
    desk, (ana, beto) = asked()
    watcher = desk.join("Wim", watch=True)
    untimely: list[tuple[int, Message]] = [
        (watcher, m.Commit(1, "0" * 64)),
        (ana, m.Commit(2, "0" * 64)),
        (ana, m.Reveal(1, "0" * 64)),
    ]
    for connection, message in untimely:
        assert desk.refused(connection, message) == "no_shuffle"
    answer(desk, ana)
    assert desk.refused(ana, m.Commit(1, "0" * 64)) == "no_shuffle"  # it has promised another
    arranging: list[Message] = [m.Start(), m.Sit(2), m.SetPlayers(3), m.Exchange(0, 1)]
    for message in arranging:
        assert desk.refused(ana, message) == "in_game"
    assert beto


def test_a_deal_that_was_chosen_is_not_shuffled() -> None:
    desk, (ana,) = asked(1, SEED)
    assert kinds(desk, ana) == []
    desk.play([ana])
    assert desk.last(ana, m.Result).secret == ""
    desk.say(ana, m.Start())  # the next one is
    assert kinds(desk, ana) == ["Shuffle"]


@pytest.mark.parametrize("answers", range(5))
def test_a_restart_in_the_middle_keeps_what_was_promised(answers: int) -> None:
    desk, people = asked()
    for connection in (people * 2)[:answers]:
        answer(desk, connection)
    shelf = Shelf()
    shelf.save(desk.authority)
    before = {connection: [*desk.shuffles[connection]] for connection in people}
    tokens = [desk.token(connection) for connection in people]

    desk.authority = brought_back(desk, shelf)
    desk.answering = True
    again = []
    for old, token in zip(people, tokens, strict=True):
        desk.answering = False
        new = desk.enter(m.Resume(token))
        desk.witnesses[new] = desk.witnesses[old]  # the same peer over another connection
        for message in desk.shuffles[new]:
            for said in desk.witnesses[new].hear(message):
                desk.authority.receive(new, said, desk.now)
        again.append(new)
    desk.answering = True
    desk.deliver()
    desk.play(again)
    for old, new in zip(people, again, strict=True):
        for message in desk.shuffles[new]:
            same_kind = [earlier for earlier in before[old] if type(earlier) is type(message)]
            assert all(getattr(earlier, "host", 0) == getattr(message, "host", 0) for earlier in same_kind)
        assert desk.witnesses[new].verdict(desk.last(new, m.Result)).code == "verified"
