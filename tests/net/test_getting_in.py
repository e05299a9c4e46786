"""Getting in over real TLS: by code, by key, by token; and that nobody else gets one byte of what is at the table."""

import asyncio
import contextlib
import logging
import ssl
import sys
import time

import pytest

from net import limits
from net import messages as m
from net.authority import Status
from net.codec import frame
from net.door import Door
from net.pairing import Pairing
from net.peer import Ended
from net.tls import make_identity
from tests.net.wire import CODE, FAST, HELLO, IDENTITY, LOOPBACK, Guest, Stranger, eventually, serving

WRONG = "4-agave-kumquat"


async def outcome(guest: Guest) -> str:
    """Why a guest was not let in; nothing else was told."""
    async with guest:
        await guest.ended()
    (ended,) = guest.events
    assert isinstance(ended, Ended)
    return ended.code


async def heard_by(stranger: Stranger) -> list[str]:
    """The tags of all that a stranger is told until the table ends the connection."""
    tags = []
    while (message := await stranger.hear()) is not None:
        tags.append(str(type(message).__struct_config__.tag))
    return tags


# --- By code, by key, or freely ---


async def test_the_code_lets_in_and_the_key_makes_the_host() -> None:
    async with (
        serving(code=CODE) as server,
        Guest(server.port, "Beto", code=CODE) as beto,
        Guest(server.port, "Ana", key="secret") as ana,
    ):
        await beto.told(m.Welcome)
        welcome = await ana.told(m.Welcome)
        lobby = await beto.told(m.Lobby, lambda lobby: lobby.table.host == welcome.person)
        assert lobby.table.locked
        assert await ana.told(m.Door) == m.Door(CODE, 0, "")


async def test_every_connection_speaks_tls_1_3_and_nothing_else() -> None:
    async with serving(code="") as server:
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection(LOOPBACK, server.port, ssl=old)
        reader, writer = await asyncio.open_connection(LOOPBACK, server.port)
        writer.write(frame(HELLO))
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        new = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        new.check_hostname, new.verify_mode = False, ssl.CERT_NONE
        _, writer = await asyncio.open_connection(LOOPBACK, server.port, ssl=new)
        assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
        writer.transport.abort()


async def test_a_certificate_is_made_for_each_table() -> None:
    assert make_identity().fingerprint != IDENTITY.fingerprint


async def test_no_code_and_a_wrong_one_are_one_clear_end_each_and_the_host_is_told() -> None:
    async with serving(code=CODE) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        assert await outcome(Guest(server.port, "Eve")) == "code_wanted"
        assert await outcome(Guest(server.port, "Eve", code=WRONG)) == "wrong_code"
        assert await outcome(Guest(server.port, "Eve", key="a guess")) == "bad_key"
        assert await ana.told(m.Door, lambda door: door.wrong == 2) == m.Door(CODE, 2, LOOPBACK)
        assert server.status.people == 1


async def test_whoever_runs_the_table_is_told_at_once_of_another_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_GUESSES", 1)
    told: list[Status] = []
    async with serving(code=CODE, on_status=told.append) as server:
        assert len(told) == 1
        assert await outcome(Guest(server.port, "Eve", code=WRONG)) == "wrong_code"
        assert server.authority.door.code != CODE
        assert told == [told[0]] * 2


async def test_guesses_are_slowed_and_told_so() -> None:
    async with serving(code=CODE) as server:
        codes = [await outcome(Guest(server.port, "Eve", code=WRONG)) for _ in range(int(limits.GUESSES) + 1)]
        assert codes == ["wrong_code"] * int(limits.GUESSES) + ["guess_later"]
        assert server.authority.door.wrong == limits.GUESSES


async def test_the_end_of_a_table_takes_up_no_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GUESS_GAP", 600.0)
    async with serving(code=CODE) as server, Stranger(server.port) as eve:
        eve.say(HELLO, m.Pair("code", Pairing(WRONG, IDENTITY.fingerprint).share().hex()))
        assert isinstance(await eve.hear(), m.Greeting)
        assert isinstance(await eve.hear(), m.Paired)
        guesser = server._guesser
        assert guesser is not None
        assert not guesser.cancelled()
        await server.stop()
        assert guesser.cancelled()


async def test_a_connection_has_one_guess() -> None:
    async with serving(code=CODE) as server, Stranger(server.port) as eve:
        eve.say(HELLO, m.Pair("code", Pairing(WRONG, IDENTITY.fingerprint).share().hex()))
        assert isinstance(await eve.hear(), m.Greeting)
        assert isinstance(await eve.hear(), m.Paired)
        eve.say(m.Pair("code", Pairing(CODE, IDENTITY.fingerprint).share().hex()))
        assert await eve.bye() == "bad_order"


async def test_a_table_that_asks_for_no_code_is_not_the_one_whose_code_was_said() -> None:
    async with serving(code="") as server:
        assert await outcome(Guest(server.port, "Beto", code=CODE)) == "not_locked"
        async with Guest(server.port, "Beto") as beto:
            lobby = await beto.told(m.Lobby)
            assert not lobby.table.locked


async def test_a_table_that_does_not_know_the_code_is_told_nothing() -> None:
    """It can only guess: the peer's proof tells it whether it was right, and the peer goes no further."""
    async with serving(code=WRONG) as impostor:
        assert await outcome(Guest(impostor.port, "Beto", code=CODE)) == "wrong_code"
        assert impostor.status.people == 0


async def test_a_table_whose_own_proof_is_none_is_told_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "prove", lambda door, connection, prove: m.Proved("00" * 32))
    async with serving(code=CODE) as impostor:
        joined: list[m.Message] = []
        monkeypatch.setattr(impostor.authority, "enter", lambda connection, message, now: joined.append(message))
        assert await outcome(Guest(impostor.port, "Beto", code=CODE)) == "wrong_code"
        assert joined == []


# --- Not one byte of a view ---


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([m.Join("Eve", False)], "code_wanted"),
        ([m.Join("Eve", True)], "code_wanted"),
        ([m.Resume("00" * 16)], "bad_token"),
        ([m.Resume("")], "bad_token"),
        ([m.Pair("code", "41" * 33), m.Join("Eve", False)], "wrong_code"),
        ([m.Sit(0)], "bad_order"),
        ([m.Prove("00" * 32)], "bad_order"),
    ],
)
async def test_who_may_not_get_in_gets_not_one_byte_of_a_view(messages: list[m.ToTable], code: str) -> None:
    async with serving(code=CODE) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        ana.peer.send(m.Start())
        await ana.told(m.Shown)
        async with Stranger(server.port) as eve:
            eve.say(HELLO, *messages)
            assert await heard_by(eve) == ["greeting", "bye"]
        assert server.status.people == 1


async def test_tokens_of_another_table_and_of_who_was_shown_out_are_worth_nothing() -> None:
    async with (
        serving(code=CODE) as server,
        serving(code=CODE, identity=make_identity()) as other,
        Guest(server.port, "Ana", key="secret") as ana,
        Guest(server.port, "Beto", code=CODE) as beto,
        Guest(other.port, "Eve", code=CODE) as eve,
    ):
        welcomes = [await guest.told(m.Welcome) for guest in (ana, beto, eve)]
        ana.peer.send(m.Remove(welcomes[1].person))
        await beto.ended()
        assert isinstance(beto.events[-1], Ended)
        assert beto.purse.token == ""  # it is not kept any longer
        for token in (welcomes[1].token, welcomes[2].token):
            async with Stranger(server.port) as stranger:
                stranger.say(HELLO, m.Resume(token))
                assert await heard_by(stranger) == ["greeting", "bye"]


async def test_a_watchers_token_brings_back_a_watcher() -> None:
    async with serving(code=CODE) as server:
        async with Guest(server.port, "Eve", watch=True, code=CODE) as eve:
            token = (await eve.told(m.Welcome)).token
        async with Guest(server.port, "Eve", token=token) as eve, Guest(server.port, "Ana", key="secret") as ana:
            await eve.told(m.Lobby, lambda lobby: [person.watch for person in lobby.table.others] == [True])
            await ana.told(m.Welcome)
            ana.peer.send(m.Start())
            shown = await eve.told(m.Shown)
            assert shown.view.me is None
            assert not any(shown.view.hands)
            asked = (await ana.told(m.Shown, lambda shown: bool(shown.view.actions))).view
            eve.peer.send(m.Act(asked.number, asked.actions[0]))
            assert (await eve.told(m.Rejected)).code == "not_seated"


# --- Tokens ---


async def test_tokens_have_128_bits_and_the_table_keeps_only_their_hash() -> None:
    async with serving(code=CODE) as server, Guest(server.port, "Beto", code=CODE) as beto:
        token = (await beto.told(m.Welcome)).token
        assert len(bytes.fromhex(token)) == 16
        assert token not in repr(vars(server.authority))
        assert bytes.fromhex(token) not in server.authority._tokens


async def test_a_token_brings_the_seat_back_within_a_second_while_the_old_connection_lives() -> None:
    async with serving(code=CODE) as server, Guest(server.port, "Beto", code=CODE) as beto:
        welcome = await beto.told(m.Welcome)
        began = time.monotonic()
        async with Guest(server.port, "Beto", token=welcome.token) as again:  # which knows no code
            assert (await again.told(m.Welcome, patience=1)).person == welcome.person
            assert time.monotonic() - began < 1
            await beto.ended()
            assert beto.events[-1] == Ended("elsewhere", {})
            await again.told(m.Lobby, lambda lobby: lobby.table.places[0].state == "here")
            assert beto.purse.token == welcome.token  # it is the other's now, and still good


@pytest.mark.skipif(sys.platform != "linux", reason="one address of loopback")
async def test_a_token_brings_the_seat_back_from_another_address() -> None:
    async with serving(code=CODE) as server, Guest(server.port, "Beto", code=CODE) as beto:
        welcome = await beto.told(m.Welcome)
        async with Stranger(server.port, "127.0.0.2") as again:
            again.say(HELLO, m.Resume(welcome.token))
            assert isinstance(await again.hear(), m.Greeting)
            assert await again.hear() == welcome
            await beto.ended()
            assert [place.state for place in server.authority.room.table(0).places][:1] == ["here"]


async def test_a_seat_is_told_to_no_other_table() -> None:
    async with serving(code="") as server, Guest(server.port, "Beto") as beto:
        await beto.told(m.Welcome)
        await server.stop()
        async with serving(code="", identity=make_identity(), port=server.port) as other:
            await beto.ended()
            assert beto.events[-1] == Ended("another_table", {})
            assert other.status.people == 0
            assert beto.purse.token  # kept, for the table that it is of


async def test_who_has_lost_the_seat_is_asked_for_the_code() -> None:
    async with serving(code=CODE) as server:
        guest = Guest(server.port, "Beto", token="00" * 16)
        assert await outcome(guest) == "code_wanted"
        assert guest.purse.token == ""
        async with Guest(server.port, "Beto", token="00" * 16, code=CODE) as beto:
            await beto.told(m.Welcome)


# --- Watching ---


async def test_the_host_turns_watching_off_and_on_and_everyone_sees_who_watches() -> None:
    async with (
        serving(code="") as server,
        Guest(server.port, "Ana", key="secret") as ana,
        Guest(server.port, "Beto") as beto,
        Guest(server.port, "Eve", watch=True) as eve,
    ):
        for guest in (ana, beto):
            await guest.told(m.Lobby, lambda lobby: [p.name for p in lobby.table.others if p.watch] == ["Eve"])
        beto.peer.send(m.Watching(False))
        assert (await beto.told(m.Rejected)).code == "host_only"
        ana.peer.send(m.Watching(False))
        await eve.ended()
        assert eve.events[-1] == Ended("no_watching", {})
        assert eve.purse.token == ""
        await beto.told(m.Lobby, lambda lobby: not lobby.table.watching)
        assert await outcome(Guest(server.port, "Eve", watch=True)) == "no_watching"
        ana.peer.send(m.Watching(True))
        await beto.told(m.Lobby, lambda lobby: lobby.table.watching)
        async with Guest(server.port, "Eve", watch=True) as again:
            await again.told(m.Welcome)


async def test_the_log_of_getting_in_holds_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(code=CODE) as server, Guest(server.port, "Ana", key="secret") as ana:
        token = (await ana.told(m.Welcome)).token
        await outcome(Guest(server.port, "Eve", code=WRONG))
        async with Guest(server.port, "Beto", code=CODE) as beto:
            await beto.told(m.Welcome)
        await eventually(lambda: server.status.people == 1)
    for secret in (token, CODE, WRONG, FAST.key):
        assert secret not in caplog.text
    assert "wrong guess number 1, of the code, from 127.0.0.1" in caplog.text
