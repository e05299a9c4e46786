"""The host who lost the screen takes the seat back with the key, which nobody else has."""

from net import messages as m
from net.limits import MAX_PEOPLE
from net.room import TableConfig
from tests.net.tables import Desk


def test_the_key_brings_the_host_back_to_the_seat() -> None:
    desk = Desk()
    ana = desk.join("Ana", key="secret")
    beto = desk.join("Beto")
    desk.say(beto, m.Sit(3))
    desk.lose(ana)
    assert desk.places() == ["away", "free", "free", "here"]
    assert desk.table().host == desk.person(beto)

    again = desk.join("Whoever", key="secret")
    assert desk.person(again) == desk.person(ana)
    assert desk.places() == ["here", "free", "free", "here"]
    assert desk.table().places[0].name == "Ana"
    assert desk.table().host == desk.person(ana)


def test_in_a_game_too_and_an_older_connection_is_put_out() -> None:
    desk = Desk()
    ana = desk.join("Ana", key="secret")
    desk.say(ana, m.Start())
    again = desk.join("Ana", key="secret")
    assert desk.told[ana][-1] == m.Bye("elsewhere", {})
    assert desk.last(again, m.Shown).view.me == 0
    assert desk.token(again) != desk.token(ana)
    desk.lose(again)
    assert desk.person(desk.enter(m.Resume(desk.token(ana)))) == desk.person(ana)  # the tokens are the seat's


def test_a_full_table_has_its_host_back() -> None:
    desk = Desk()
    ana = desk.join("Ana", key="secret")
    for number in range(MAX_PEOPLE - 1):
        desk.join(f"P{number}")
    desk.lose(ana)
    assert desk.told[desk.join("Late")] == [m.Bye("table_full", {"most": MAX_PEOPLE})]
    assert desk.person(desk.join("Ana", key="secret")) == desk.person(ana)


def test_a_closed_table_takes_nobody_without_the_key() -> None:
    desk = Desk(TableConfig("Solo", key="secret", closed=True))
    ana = desk.join("Ana", key="secret")
    for watch in (False, True):
        assert desk.told[desk.join("Eve", watch)] == [m.Bye("bad_key", {})]
    desk.lose(ana)
    assert desk.person(desk.enter(m.Resume(desk.token(ana)))) == desk.person(ana)
