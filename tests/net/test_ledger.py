"""What is saved of a table brings it back: at every step of whole games, hidden state and all."""

from random import Random

import pytest

from engine.options import Options
from net import messages as m
from net.game import AT_ONCE
from net.ledger import Entry, Ledger, Unreadable
from net.room import TableConfig
from net.saved import save_room
from tests.engine.play import settings
from tests.net.saving import Shelf, brought_back
from tests.net.tables import Desk, started


@pytest.mark.parametrize(("players", "options"), settings())
def test_a_table_is_brought_back_from_every_step(players: int, options: Options) -> None:
    desk, people = started(players, 2, options)
    shelf = Shelf()
    shelf.save(desk.authority)
    steps = 0
    while desk.table().phase == "playing":
        desk.step(people)
        shelf.save(desk.authority)
        steps += 1
        if steps % 7 and desk.table().phase == "playing":
            continue
        again = brought_back(desk, shelf)
        assert again.room.game is not None
        assert again.room.game.state.digest() == desk.digest()  # the place in the stream too
        assert save_room(again.room) == save_room(desk.authority.room)
    assert steps > 50
    assert brought_back(desk, shelf).room.record == desk.authority.room.record != ()


def test_every_move_is_saved_and_nothing_twice() -> None:
    desk, people = started(4, 4)
    shelf = Shelf()
    shelf.save(desk.authority)
    while desk.table().phase == "playing":
        before = len(shelf.entries)
        desk.step(people)
        assert shelf.save(desk.authority)
        added = [entry.kind for entry in shelf.entries[before:]]
        assert added.count("action") == 1
        assert not shelf.save(desk.authority)
    game = desk.authority.room.game
    assert game is not None
    assert tuple(entry.body for entry in shelf.entries if entry.kind == "line") == desk.authority.room.record[1:]


def test_people_come_back_to_their_places_with_their_tokens() -> None:
    desk = Desk(TableConfig("T", pace=AT_ONCE, filler="easy", key="the host's key"))
    shelf = Shelf()
    ana, beto = desk.join("Ana", key="the host's key"), desk.join("Beto")
    desk.join("Wim", watch=True)
    desk.say(ana, m.Start())
    desk.step([ana, beto])
    tokens = {person: desk.token(person) for person in (ana, beto)}
    shelf.save(desk.authority)
    assert not any(token in entry.body for token in tokens.values() for entry in shelf.entries)
    assert not any("the host's key" in entry.body for entry in shelf.entries)

    desk.authority = brought_back(desk, shelf)
    assert desk.places()[:2] == ["away", "away"]
    desk.wait(desk.config.away_time * 2)  # nobody is here: no clock runs, and no bot plays
    assert desk.places()[:2] == ["away", "away"]
    for person in (ana, beto):
        again = desk.enter(m.Resume(tokens[person]))
        assert desk.person(again) == desk.person(person)
        assert desk.last(again, m.Shown).view.me == desk.last(person, m.Shown).view.me
    assert desk.places() == ["here", "here", "bot", "bot"]
    assert desk.table().host == desk.person(ana)
    assert desk.told[desk.enter(m.Resume("0" * 32))] == [m.Bye("bad_token", {})]


def test_a_person_for_whom_a_bot_plays_has_the_seat_kept() -> None:
    desk, (ana, beto) = started(4, 2)
    shelf = Shelf()
    desk.lose(beto)
    desk.wait(desk.config.away_time + 1)
    assert desk.places()[1] == "stand_in"
    shelf.save(desk.authority)
    desk.authority = brought_back(desk, shelf)
    assert desk.places()[:2] == ["away", "stand_in"]
    desk.enter(m.Resume(desk.token(beto)))
    assert desk.places()[:2] == ["away", "here"]
    assert desk.token(ana)


def test_a_new_game_makes_all_before_it_needless() -> None:
    desk, (ana,) = started(4, 1)
    shelf = Shelf()
    shelf.save(desk.authority)
    desk.play([ana])
    shelf.save(desk.authority)
    over = brought_back(desk, shelf)
    assert over.room.phase == "over"
    length = len(shelf.entries)
    desk.say(ana, m.Start())
    save = desk.authority.unsaved()
    assert save is not None
    assert save.fresh
    shelf.save(desk.authority)
    assert len(shelf.entries) < length / 3
    assert brought_back(desk, shelf).room.games == 2


def test_a_table_begun_anew_leaves_nobody_behind() -> None:
    config = TableConfig("T", pace=AT_ONCE, filler="easy", lasting=True)
    desk = Desk(config)
    shelf = Shelf()
    desk.lose(desk.join("Ana"))
    shelf.save(desk.authority)
    desk.wait(config.empty_time + 1)
    shelf.save(desk.authority)
    assert not brought_back(desk, shelf).room.seats.members


def test_what_makes_no_table_is_refused() -> None:
    desk, people = started(4, 1)
    shelf = Shelf()
    shelf.save(desk.authority)
    for _ in range(12):
        desk.step(people)
    shelf.save(desk.authority)
    rng = Random(7)
    refused = 0
    for number, entry in enumerate(shelf.entries):
        for body in ("", "{", "[]", '{"do":"play","seat":9}', entry.body[: rng.randrange(len(entry.body))]):
            damaged = [*shelf.entries[:number], Entry(entry.kind, body), *shelf.entries[number + 1 :]]
            refused += is_refused(desk, damaged)
        missing = [*shelf.entries[:number], *shelf.entries[number + 1 :]]
        if entry.kind in ("action", "line", "room", "tokens"):
            assert is_refused(desk, missing), entry.kind
    assert refused > len(shelf.entries) * 4


def is_refused(desk: Desk, entries: list[Entry]) -> bool:
    shelf = Shelf()
    shelf.entries = entries
    try:
        brought_back(desk, shelf)
    except Unreadable:
        return True
    return False


def test_a_save_that_fails_is_tried_again_whole() -> None:
    desk, people = started(4, 1)
    ledger = Ledger()
    game = desk.authority.room.game
    first = ledger.due({"room": {}}, game)
    assert first is not None
    assert first == ledger.due({"room": {}}, game)
    desk.step(people)
    ledger.done()  # what was saved is what was due then, whatever has happened since
    more = ledger.due({"room": {}}, game)
    assert more is not None
    assert not more.fresh
    assert more.entries[0].kind == "action"
