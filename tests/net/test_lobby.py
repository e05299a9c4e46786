"""The lobby: who sits where, who may arrange it, and people who come and go (DESIGN §4, §5)."""

from random import Random

import pytest

from engine.actions import Offer
from engine.options import Options
from net import messages as m
from net.game import AT_ONCE
from net.limits import MAX_NAME, MAX_PEOPLE
from net.messages import Message
from net.room import TableConfig
from tests.net.tables import Desk, started


def lobby(people: int = 3) -> tuple[Desk, list[int]]:
    """A table where nothing has begun: the first has the host's key."""
    desk = Desk()
    names = ("Ana", "Beto", "Caro", "Dani")[1:people]
    return desk, [desk.join("Ana", key="secret"), *(desk.join(name) for name in names)]


def names(desk: Desk) -> list[str]:
    return [place.name for place in desk.table().places]


# --- Coming in ---


def test_who_comes_to_play_gets_the_first_free_place_and_who_watches_none() -> None:
    desk, _ = lobby()
    desk.join("Watcher", watch=True)
    assert names(desk) == ["Ana", "Beto", "Caro", ""]
    assert desk.places() == ["here", "here", "here", "free"]
    assert [(p.name, p.watch) for p in desk.table().others] == [("Watcher", True)]


def test_a_welcome_comes_first_then_the_table() -> None:
    desk, (ana, *_) = lobby(1)
    assert [type(message) for message in desk.told[ana]] == [m.Welcome, m.Lobby]
    assert desk.table().host == desk.person(ana)


def test_bots_sit_at_the_last_places_and_make_room_for_people() -> None:
    desk = Desk(TableConfig("T", 4, bots=("easy", "medium"), pace=AT_ONCE))
    assert desk.places() == ["free", "free", "bot", "bot"]
    assert [place.level for place in desk.table().places] == ["", "", "easy", "medium"]
    for name in ("Ana", "Beto", "Caro", "Dani"):
        desk.join(name)
    assert names(desk) == ["Ana", "Beto", "Caro", "Dani"]
    desk.join("Eva")
    assert [person.name for person in desk.table().others] == ["Eva"]


def test_the_same_name_twice_is_told_apart() -> None:
    desk = Desk()
    for name in ("Ana", "ana", " A\u200bna ", "x" * 50, "x" * 60):
        desk.join(name)
    assert names(desk) == ["Ana", "ana 2", "Ana 3", "x" * MAX_NAME]
    (person,) = desk.table().others
    assert person.name == "x" * (MAX_NAME - 2) + " 2"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (m.Join("", False), "bad_name"),
        (m.Join("\u202e\x1b\u200b", False), "bad_name"),
        (m.Resume("00" * 16), "bad_token"),
        (m.Resume(""), "bad_token"),
    ],
)
def test_who_may_not_come_in_is_told_why_and_nothing_else(message: m.Join | m.Resume, code: str) -> None:
    desk, _ = lobby()
    eve = desk.enter(message)
    (answer,) = desk.told[eve]
    assert isinstance(answer, m.Bye)
    assert answer.code == code
    assert m.BYES[code]
    assert "Eve" not in str(desk.table())


def test_a_table_holds_only_so_many() -> None:
    desk = Desk()
    for number in range(MAX_PEOPLE):
        desk.join(f"P{number}")
    assert desk.told[desk.join("Late")] == [m.Bye("table_full", {"most": MAX_PEOPLE})]


def test_who_did_not_come_back_makes_way_where_it_is_full() -> None:
    desk, (_, beto, caro) = started(4, 3)
    token = desk.token(beto)
    desk.lose(beto)
    desk.lose(caro)
    for number in range(MAX_PEOPLE - 3):
        desk.join(f"P{number}", watch=True)
    assert desk.told[desk.join("Late")] == [m.Bye("table_full", {"most": MAX_PEOPLE})]  # both may come back yet
    desk.wait(desk.config.away_time)
    assert desk.places()[1:3] == ["stand_in", "stand_in"]
    dani = desk.join("Dani")
    assert desk.places()[1:3] == ["here", "stand_in"]
    assert desk.person(dani) == desk.table().places[1].person
    assert desk.told[desk.enter(m.Resume(token))] == [m.Bye("bad_token", {})]


# --- Arranging ---


def test_people_sit_and_stand() -> None:
    desk, (ana, beto, _) = lobby()
    assert desk.refused(beto, m.Sit(0)) == "place_taken"
    desk.say(beto, m.Sit(3))
    assert names(desk) == ["Ana", "", "Caro", "Beto"]
    desk.say(beto, m.Stand())
    assert desk.refused(beto, m.Stand()) == "not_seated"
    assert desk.refused(beto, m.Ready(True)) == "not_seated"
    desk.say(ana, m.Ready(True))
    assert [place.ready for place in desk.table().places] == [True, False, False, False]
    desk.say(ana, m.Sit(1))
    assert [place.ready for place in desk.table().places] == [False] * 4


def test_the_host_arranges_the_table() -> None:
    desk, (ana, _, _) = lobby()
    desk.say(ana, m.SeatBot(3, "medium"))
    desk.say(ana, m.Exchange(0, 3))
    assert names(desk)[1:] == ["Beto", "Caro", "Ana"]
    desk.say(ana, m.SeatBot(1, "easy"))
    assert desk.places() == ["bot", "bot", "here", "here"]
    assert [person.name for person in desk.table().others] == ["Beto"]
    desk.say(ana, m.Clear(0))
    assert desk.places() == ["free", "bot", "here", "here"]
    desk.say(ana, m.SetOptions(Options(ask_chips=True)))
    assert desk.table().options.ask_chips
    desk.say(ana, m.SetPlayers(3))
    assert names(desk)[2:] == ["Caro"]
    assert {person.name for person in desk.table().others} == {"Ana", "Beto"}
    desk.say(ana, m.SetPlayers(4))
    assert desk.places() == ["free", "bot", "here", "free"]


HOSTS_OWN: list[Message] = [
    m.Start(),
    m.SeatBot(3, "easy"),
    m.Clear(0),
    m.Exchange(0, 1),
    m.Remove(1),
    m.SetOptions(Options(ask_chips=True)),
    m.SetPlayers(3),
    m.Pause(True),
    m.Close(),
]


@pytest.mark.parametrize("message", HOSTS_OWN)
def test_what_is_the_hosts_to_do_is_refused_to_others(message: Message) -> None:
    desk, (_, beto, _) = lobby()
    watcher = desk.join("Watcher", watch=True)
    before = desk.table()
    for person in (beto, watcher):
        assert desk.refused(person, message) == "host_only"
    assert desk.table() == before


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (m.SeatBot(1, "genius"), "no_level"),
        (m.Remove(99), "no_person"),
        (m.Remove(1), "no_person"),  # oneself
        (m.SetOptions(Options(spoken_questions=True)), "spoken_off"),
        (m.Act(1, Offer(0, True)), "no_game"),
    ],
)
def test_what_cannot_be_is_refused(message: Message, code: str) -> None:
    desk, (ana, *_) = lobby()
    before = desk.table()
    assert desk.refused(ana, message) == code
    assert desk.table() == before


def test_a_place_that_the_table_has_not_is_refused() -> None:
    desk, (ana, *_) = lobby(2)
    desk.say(ana, m.SetPlayers(3))
    for message in (m.Sit(3), m.SeatBot(3, "easy"), m.Clear(3), m.Exchange(0, 3), m.Exchange(3, 0)):
        assert desk.refused(ana, message) == "no_place"


def test_a_removed_person_is_told_and_their_token_is_void() -> None:
    desk, (ana, beto, _) = lobby()
    token = desk.token(beto)
    desk.say(ana, m.Remove(desk.person(beto)))
    assert desk.told[beto][-1] == m.Bye("removed", {})
    assert names(desk) == ["Ana", "", "Caro", ""]
    assert desk.told[desk.enter(m.Resume(token))] == [m.Bye("bad_token", {})]
    assert desk.say(beto, m.Sit(1)) == []  # what was under way when the goodbye was said


def test_who_leaves_is_gone() -> None:
    desk, (_, beto, _) = lobby()
    assert desk.say(beto, m.Leave())[-1] == m.Bye("left", {})
    assert names(desk) == ["Ana", "", "Caro", ""]


def test_closing_ends_the_table_for_everyone() -> None:
    desk, (ana, beto, _) = lobby()
    desk.say(ana, m.Close())
    assert desk.ended() == "closed"
    assert desk.told[ana][-1] == desk.told[beto][-1] == m.Bye("closed", {})


# --- The host's rights ---


def test_the_hosts_rights_pass_on_while_the_host_is_gone_and_come_back() -> None:
    desk, (ana, beto, _) = lobby()
    watcher = desk.join("Watcher", watch=True)
    token = desk.token(ana)
    desk.lose(ana)
    assert desk.table().host == desk.person(beto)
    assert desk.refused(watcher, m.Start()) == "host_only"
    desk.say(beto, m.SeatBot(3, "easy"))
    assert desk.refused(beto, m.Close()) == "host_only"  # that takes the key
    again = desk.enter(m.Resume(token))
    assert desk.table().host == desk.person(again)
    assert desk.refused(beto, m.Start()) == "host_only"


def test_the_host_may_watch_only() -> None:
    desk = Desk()
    desk.join("Beto")
    ana = desk.join("Ana", watch=True, key="secret")
    desk.say(ana, m.Start())
    assert desk.table().phase == "playing"
    assert desk.last(ana, m.Shown).view.me is None


# --- Gone and back ---


def test_a_place_is_kept_for_a_while_then_free() -> None:
    desk, (_, beto, _) = lobby()
    token = desk.token(beto)
    desk.lose(beto)
    place = desk.table().places[1]
    assert (place.state, place.bot_in) == ("away", round(desk.config.away_time * 1000))
    desk.wait(desk.config.away_time - 1)
    assert desk.table().places[1].bot_in == 1000
    back = desk.enter(m.Resume(token))
    assert desk.places()[1] == "here"
    desk.lose(back)
    desk.wait(desk.config.away_time)
    assert desk.places() == ["here", "free", "here", "free"]
    assert desk.told[desk.enter(m.Resume(token))] == [m.Bye("bad_token", {})]


def test_a_newer_connection_puts_the_older_one_out() -> None:
    desk, (_, beto, _) = lobby()
    again = desk.enter(m.Resume(desk.token(beto)))
    assert desk.told[beto][-1] == m.Bye("elsewhere", {})
    assert desk.person(again) == desk.person(beto)
    desk.lose(beto)  # the old one closes: the person is here all the same
    assert desk.places()[1] == "here"
    assert desk.say(beto, m.Stand()) == []
    assert desk.places()[1] == "here"


def test_a_table_nobody_is_at_ends_and_not_before() -> None:
    desk, people = lobby()
    for person in people:
        desk.lose(person)
    desk.wait(desk.config.empty_time - 1)
    assert desk.ended() == ""
    desk.wait(1)
    assert desk.ended() == "empty"


def test_a_table_nobody_ever_came_to_ends_too() -> None:
    desk = Desk()
    desk.wait(desk.config.empty_time)
    assert desk.ended() == "empty"


def test_a_lasting_table_begins_anew_instead() -> None:
    desk = Desk(TableConfig("T", bots=("easy",), pace=AT_ONCE, lasting=True))
    ana = desk.join("Ana")
    token = desk.token(ana)
    desk.say(ana, m.Start())
    desk.lose(ana)
    desk.wait(desk.config.empty_time)
    assert desk.ended() == ""
    assert desk.places() == ["free", "free", "free", "bot"]
    assert desk.table().phase == "lobby"
    assert desk.told[desk.enter(m.Resume(token))] == [m.Bye("bad_token", {})]


def test_a_lost_host_in_the_lobby_comes_back_to_the_place() -> None:
    desk, (ana, *_) = lobby(1)
    token = desk.token(ana)
    desk.lose(ana)
    desk.wait(300)  # nobody is here: clocks stand still, so the place is kept
    desk.enter(m.Resume(token))
    assert names(desk)[0] == "Ana"
    assert desk.places()[0] == "here"


# --- Whatever people do ---


def test_whatever_eight_people_do_at_once_a_place_has_one_owner() -> None:
    for seed in range(150):
        rng = Random(seed)
        desk = Desk(TableConfig("T", rng.choice((3, 4)), bots=("easy",), pace=AT_ONCE, filler="easy", key="secret"))
        people = [desk.join(f"P{n}", watch=rng.random() < 0.3, key="secret" if n == 3 else "") for n in range(8)]
        for _ in range(60):
            connection = rng.choice(people)
            match rng.randrange(9):
                case 0 | 1 | 2:
                    desk.say(connection, m.Sit(rng.randrange(4)))
                case 3:
                    desk.say(connection, m.Stand())
                case 4:
                    desk.say(connection, m.Ready(rng.random() < 0.5))
                case 5:
                    desk.say(connection, m.SeatBot(rng.randrange(4), "easy"))
                    desk.say(connection, m.Clear(rng.randrange(4)))
                case 6:
                    desk.say(connection, m.Exchange(rng.randrange(4), rng.randrange(4)))
                case 7:
                    token = desk.token(connection)
                    desk.lose(connection)
                    people[people.index(connection)] = desk.enter(m.Resume(token))
                case 8 if rng.random() < 0.1:
                    desk.say(connection, m.Start())
            _check_places(desk)


def _check_places(desk: Desk) -> None:
    """Everyone is at the table once, seated or not; a place is free, a bot's, or one person's."""
    table = desk.table()
    seated = [place.person for place in table.places if place.person is not None]
    others = [person.person for person in table.others]
    assert sorted([*seated, *others]) == list(range(1, 9))
    for place in table.places:
        assert (place.state == "free") == (not place.name and not place.level and place.person is None)
        assert (place.state == "bot") == (place.person is None and bool(place.level))
    held = [place.name for place in table.places if place.name]
    assert len(set(held)) == len(held)


def test_in_a_running_game_only_a_bots_place_can_be_had() -> None:
    desk, (ana, beto) = started(4, 2)
    eva = desk.join("Eva", watch=True)
    assert desk.refused(eva, m.Sit(0)) == "place_taken"
    assert desk.refused(beto, m.Sit(2)) == "in_game"
    desk.say(eva, m.Sit(3))
    shown = desk.last(eva, m.Shown)
    assert shown.view.me == 3
    assert shown.view.hands[3]
    assert shown.view.hands[0] is None
    assert shown.since == 0
    desk.say(eva, m.Stand())
    assert desk.last(eva, m.Shown).view.me is None
    assert desk.places()[3] == "bot"
    assert desk.refused(eva, m.Sit(2)) == "seen_other_hand"
    desk.say(eva, m.Sit(3))
    not_now: list[Message] = [m.Clear(1), m.Exchange(0, 1), m.SetPlayers(3), m.Start(), m.SetOptions(Options())]
    for message in not_now:
        assert desk.refused(ana, message) == "in_game"


def test_a_latecomer_takes_a_bots_place_at_once() -> None:
    desk, _ = started(3, 1)
    late = desk.join("Late")
    assert desk.last(late, m.Shown).view.me == 1
    assert [type(message) for message in desk.told[late]] == [m.Welcome, m.Shown]
