"""The door: one guess a connection, counted, slowed, told to the host, and a new code after too many (DESIGN §4)."""

import hashlib
import logging
from random import Random

import pytest

from net import codes, limits
from net import messages as m
from net.door import Door
from net.pairing import Pairing
from net.room import TableConfig
from tests.net.tables import Desk

CODE, KEY = "3-agave-kumquat", "the host's key"
SEEN = hashlib.sha256(b"certificate").digest()
ADDRESS = "192.168.1.66"


def door(code: str = CODE, key: str = KEY) -> Door:
    return Door(code, key, SEEN, Random(1).randbytes, 0.0)


def guess(
    door: Door, connection: int, secret: str, by: m.Secret = "code", address: str = ADDRESS, now: float = 0.0
) -> m.Proved | m.Bye:
    """One guess, as far as it goes."""
    peer = Pairing(secret, SEEN)
    answer = door.pair(connection, address, m.Pair(by, peer.share().hex()), now)
    if isinstance(answer, m.Bye):
        return answer
    proved = door.prove(connection, m.Prove(peer.prove(bytes.fromhex(answer.share)).hex()))
    if isinstance(proved, m.Proved):
        peer.check(bytes.fromhex(proved.proof))
    return proved


def test_who_knows_a_secret_is_known_by_it() -> None:
    it = door()
    assert isinstance(guess(it, 1, CODE), m.Proved)
    assert isinstance(guess(it, 2, KEY, "key"), m.Proved)
    assert [it.by(number) for number in (1, 2, 3)] == ["code", "key", ""]
    it.gone(1)
    assert it.by(1) == ""
    assert it.news() == m.Door(CODE, 0, "")


@pytest.mark.parametrize(
    ("secret", "by", "code"),
    [("4-agave-kumquat", "code", "wrong_code"), (KEY, "code", "wrong_code"), (CODE, "key", "bad_key")],
)
def test_who_does_not_is_told_so_and_the_host_too(secret: str, by: m.Secret, code: str) -> None:
    it = door()
    assert guess(it, 1, secret, by) == m.Bye(code, {})
    assert it.by(1) == ""
    assert it.news() == m.Door(CODE, 1, ADDRESS)


def test_where_there_is_no_secret_nothing_is_taken_for_one() -> None:
    it = door("", "")
    assert guess(it, 1, "") == m.Bye("not_locked", {})
    assert guess(it, 1, "", "key") == m.Bye("bad_key", {})
    assert it.by(1) == ""


@pytest.mark.parametrize("share", ["", "00", "zz" * 33, "41" + "00" * 32, "41" + "ff" * 32, "42" * 33])
def test_what_is_no_share_is_a_wrong_guess(share: str) -> None:
    it = door()
    assert it.pair(1, ADDRESS, m.Pair("code", share), 0.0) == m.Bye("wrong_code", {})
    assert it.wrong == 1


def test_a_proof_without_a_pairing_proves_nothing() -> None:
    it = door()
    assert it.prove(1, m.Prove("00" * 32)) == m.Bye("wrong_code", {})
    assert it.by(1) == ""


def test_guesses_are_slowed_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    it = door()
    for number in range(int(limits.GUESSES)):
        assert guess(it, number, "1-agave-agave") == m.Bye("wrong_code", {})
    computed: list[bytes] = []
    monkeypatch.setattr(Pairing, "answer", lambda self, share: computed.append(share))
    pair = m.Pair("code", "41" * 33)
    assert it.pair(90, ADDRESS, pair, 0.0) == m.Bye("guess_later", {"seconds": int(limits.GUESS_EVERY) + 1})
    assert computed == []
    assert it.wrong == limits.GUESSES
    monkeypatch.undo()
    assert isinstance(guess(it, 91, CODE, address="192.168.1.7"), m.Proved)  # a friend elsewhere does not wait
    assert isinstance(guess(it, 92, CODE, now=limits.GUESS_EVERY), m.Proved)


def test_after_twenty_wrong_guesses_there_is_another_code() -> None:
    it = door()
    late = Pairing(CODE, SEEN)
    answer = it.pair(99, "192.168.1.7", m.Pair("code", late.share().hex()), 0.0)
    assert isinstance(answer, m.Paired)
    now = 0.0
    for number in range(limits.WRONG_GUESSES):
        assert it.code == CODE
        now += limits.GUESS_EVERY
        assert guess(it, number, "1-agave-agave", now=now) == m.Bye("wrong_code", {})
    assert it.code != CODE
    assert codes.read_code(it.code) == it.code
    assert it.news() == m.Door(it.code, limits.WRONG_GUESSES, ADDRESS)
    # A guess at the old code that has begun is in vain, and so is any other.
    proof = late.prove(bytes.fromhex(answer.share))
    assert it.prove(99, m.Prove(proof.hex())) == m.Bye("wrong_code", {})
    assert guess(it, 100, CODE, address="192.168.1.7", now=now) == m.Bye("wrong_code", {})
    assert isinstance(guess(it, 101, it.code, address="192.168.1.7", now=now), m.Proved)


def test_wrong_keys_change_no_code() -> None:
    it = door()
    for number in range(limits.WRONG_GUESSES + 1):
        guess(it, number, "a guess", "key", now=number * limits.GUESS_EVERY)
    assert it.code == CODE


def test_the_log_and_what_is_shown_hold_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    it = door()
    for number in range(limits.WRONG_GUESSES):
        guess(it, number, "1-agave-agave", now=number * limits.GUESS_EVERY)
    guess(it, 50, KEY, "key", address="192.168.1.7", now=1000.0)
    assert "wrong guess number 20, of the code, from 192.168.1.66" in caplog.text
    for secret in (CODE, it.code, KEY, "1-agave-agave"):
        assert secret not in caplog.text + repr(it._runs) + repr(it)


# --- What the table makes of it ---


def locked() -> Desk:
    desk = Desk()
    desk.authority.door = door()
    return desk


def test_a_locked_table_lets_nobody_in_who_has_shown_nothing() -> None:
    desk = locked()
    assert desk.told[desk.join("Eve")] == [m.Bye("code_wanted", {})]
    assert desk.told[desk.join("Eve", watch=True)] == [m.Bye("code_wanted", {})]
    assert desk.table().others == ()
    desk.authority.door.vouch(desk._last + 1, "code")
    assert isinstance(desk.told[desk.join("Beto")][0], m.Welcome)


def test_what_a_connection_has_shown_is_worth_one_seat() -> None:
    desk = locked()
    desk.authority.door.vouch(1, "key")
    assert desk.authority.door.by(1) == "key"
    ana = desk.join("Ana")
    assert ana == 1
    assert desk.authority.door.by(1) == ""
    desk.authority.door.vouch(2, "key")
    desk.authority.lost(2, desk.now)
    assert desk.told[desk.join("Eve")] == [m.Bye("code_wanted", {})]


def test_a_solo_table_takes_the_key_alone() -> None:
    desk = Desk(TableConfig("Solo", key="secret", closed=True))
    desk.authority.door.vouch(1, "code")
    assert desk.told[desk.join("Eve")] == [m.Bye("bad_key", {})]
    assert isinstance(desk.told[desk.join("Ana", key="secret")][0], m.Welcome)


def test_the_host_alone_is_told_of_the_door() -> None:
    desk = locked()
    desk.authority.door.vouch(1, "key")
    ana = desk.join("Ana")
    desk.authority.door.vouch(2, "code")
    beto = desk.join("Beto")
    assert desk.last(ana, m.Door) == m.Door(CODE, 0, "")
    guess(desk.authority.door, 50, "1-agave-agave")
    desk.deliver()
    assert desk.last(ana, m.Door) == m.Door(CODE, 1, ADDRESS)
    assert len([told for told in desk.told[ana] if isinstance(told, m.Door)]) == 2
    assert not [told for told in desk.told[beto] if isinstance(told, m.Door)]
    assert desk.table().locked is False  # the room does not know; what people are told does
    assert desk.last(beto, m.Lobby).table.locked
    desk.lose(ana)  # who stands in for the host may let friends in
    assert desk.last(beto, m.Door) == m.Door(CODE, 1, ADDRESS)
