"""Frames and strict decoding (DESIGN §4): whatever the bytes are, a message or WireError comes of them."""

import contextlib
import json
import random
import struct
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Ask, Play
from engine.cards import CARDS
from engine.options import Options
from engine.questions import Question
from net import messages as m
from net.codec import Frames, WireError, decode_to_peer, decode_to_table, frame
from net.limits import MAX_DEPTH, MAX_FRAME_FROM_HOST, MAX_FRAME_FROM_PEER, MAX_INT
from net.messages import Message
from tests.net.tables import shown_messages

PLAY = {"t": "act", "number": 3, "action": {"do": "play", "seat": 0, "card": "P7"}}
CODES = ("", "bad_data", "bad_message")
TO_TABLE: list[Message] = [
    m.Hello(1, 1, "0.1"),
    m.Join("Ana", False),
    m.Resume("00"),
    m.Sit(3),
    m.Act(7, Play(2, CARDS["K0c"])),
    m.Act(7, Ask(2, 1, Question("count", colors=("P", "K"), at_least=2))),
    m.SetOptions(Options(ask_chips=True)),
    m.Commit(1, "0" * 64),
    m.Reveal(1, "0" * 64),
    m.Ping(0),
]


def packed(value: object) -> bytes:
    return bytes(msgpack.packb(value))


def sorted_text(payload: bytes) -> str:
    """What the payload says, whatever the order of its keys; 1, 1.0 and true are three things."""
    return json.dumps(msgpack.unpackb(payload), sort_keys=True)


def fault_of(decode: Callable[[bytes], Message], payload: bytes) -> str:
    """The code that the payload is refused with, "" if it is a message; nothing else may come of it."""
    try:
        decode(payload)
    except WireError as fault:
        return fault.code
    return ""


def refused(payload: bytes) -> WireError:
    with pytest.raises(WireError) as caught:
        decode_to_table(payload)
    return caught.value


@pytest.mark.parametrize("message", TO_TABLE)
def test_a_message_survives_the_wire(message: Message) -> None:
    frames = Frames()
    frames.feed(frame(message))
    payload = frames.take(MAX_FRAME_FROM_PEER)
    assert payload is not None
    assert decode_to_table(payload) == message
    assert frames.take(MAX_FRAME_FROM_PEER) is None


def test_every_view_of_whole_games_survives_the_wire_within_the_cap() -> None:
    for message in shown_messages():
        data = frame(message)
        assert len(data) <= MAX_FRAME_FROM_HOST // 2
        assert decode_to_peer(data[4:]) == message


def test_frames_come_in_any_pieces() -> None:
    data = b"".join(frame(message) for message in TO_TABLE)
    for step in (1, 2, 3, 7, 1000):
        frames, found = Frames(), []
        for start in range(0, len(data), step):
            frames.feed(data[start : start + step])
            while (payload := frames.take(MAX_FRAME_FROM_PEER)) is not None:
                found.append(decode_to_table(payload))
        assert found == TO_TABLE


@pytest.mark.parametrize("length", [0, MAX_FRAME_FROM_PEER + 1, 2**31, 2**32 - 1])
def test_a_length_out_of_bounds_is_refused_before_anything_comes(length: int) -> None:
    frames = Frames()
    frames.feed(struct.pack(">I", length))
    with pytest.raises(WireError) as caught:
        frames.take(MAX_FRAME_FROM_PEER)
    assert caught.value.code == "bad_frame"


@pytest.mark.parametrize("depth", [5, 200, 1000, 4000])
@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1t"])
def test_deep_nesting_is_refused(depth: int, opening: bytes) -> None:
    code = "bad_message" if depth < MAX_DEPTH else "bad_data"
    assert refused(opening * depth + b"\xc0").code == code
    assert refused(b"\x82\xa1t\xa4ping\xa1n" + opening * depth + b"\xc0").code == code


def test_depth_has_a_cap_of_its_own() -> None:
    value: object = 1
    for _ in range(MAX_DEPTH - 1):
        value = [value]
    assert refused(packed({"t": "ping", "n": value})).code == "bad_message"
    assert refused(packed({"t": "ping", "n": [value]})).why == "too deep"


@pytest.mark.parametrize("number", [2**53, 2**63, -(2**53)])
def test_no_number_is_too_large_wherever_it_stands(number: int) -> None:
    shown = msgpack.unpackb(frame(shown_messages(games=1)[0])[4:])
    shown["view"]["day"] = number
    with pytest.raises(WireError, match="number too large"):
        decode_to_peer(packed(shown))


LYING = {
    "array32": b"\xdd\xff\xff\xff\xff",
    "array16": b"\xdc\xff\xff",
    "map32": b"\xdf\xff\xff\xff\xff",
    "str32": b"\xdb\xff\xff\xff\xff",
    "bin32": b"\xc6\xff\xff\xff\xff",
    "ext32": b"\xc9\xff\xff\xff\xff\x01",
}


@pytest.mark.parametrize("header", LYING.values(), ids=LYING)
def test_headers_that_claim_more_than_there_is_are_refused(header: bytes) -> None:
    assert refused(header).code == "bad_data"
    assert refused(b"\x82\xa1t\xa4ping\xa1n" + header).code == "bad_data"


NOT_DATA = {
    "nothing": b"",
    "cut short": packed(PLAY)[:-1],
    "trailing byte": packed(PLAY) + b"\xc0",
    "two messages": packed(PLAY) * 2,
    "the byte that is no type": b"\xc1",
    "doubled key": b"\x83\xa1t\xa4ping\xa1n\x01\xa1n\x01",
    "doubled tag": b"\x83\xa1t\xa4ping\xa1t\xa4ping\xa1n\x01",
    "a longer number than need be": b"\x82\xa1t\xa4ping\xa1n\xcd\x00\x01",
    "a longer text than need be": b"\x82\xa1t\xd9\x04ping\xa1n\x01",
    "a number as key": b"\x81\x01\x01",
    "bytes as key": b"\x81\xc4\x01t\x01",
    "no bytes as key": b"\x81\xc4\x00\x01",
    "a list as key": b"\x81\x90\x01",
    "bytes for text": b"\x82\xa1t\xc4\x04ping\xa1n\x01",
    "no bytes": b"\x82\xa1t\xa4ping\xa1n\xc4\x00",
    "not UTF-8": b"\x82\xa1t\xa1\xff\xa1n\x01",
    "a lone surrogate": b"\x82\xa1t\xa3\xed\xa0\x80\xa1n\x01",
    "an overlong NUL": b"\x82\xa1t\xa2\xc0\x80\xa1n\x01",
    "a fraction": packed({"t": "ping", "n": 1.5}),
    "a whole fraction": packed({"t": "ping", "n": 1.0}),
    "not a number": packed({"t": "ping", "n": float("nan")}),
    "infinity": packed({"t": "ping", "n": float("inf")}),
    "2**63": packed({"t": "ping", "n": 2**63}),
    "2**64 - 1": packed({"t": "ping", "n": 2**64 - 1}),
    "one too many": packed({"t": "ping", "n": MAX_INT + 1}),
    "-2**63": packed({"t": "ping", "n": -(2**63)}),
    "a timestamp": b"\x82\xa1t\xa4ping\xa1n\xd6\xff\x00\x00\x00\x01",
    "an empty extension": b"\x82\xa1t\xa4ping\xa1n\xc7\x00\x05",
    "an extension": b"\x82\xa1t\xa4ping\xa1n\xd4\x05\x00",
}


@pytest.mark.parametrize("payload", NOT_DATA.values(), ids=NOT_DATA)
def test_what_is_no_plain_data_is_refused(payload: bytes) -> None:
    assert refused(payload).code == "bad_data"
    with pytest.raises(WireError, match="bad_data"):
        decode_to_peer(payload)


NO_MESSAGE: dict[str, object] = {
    "a list": [1, 2],
    "nil": None,
    "no tag": {"n": 1},
    "an empty map": {},
    "unknown tag": {"t": "pong!"},
    "a number for a tag": {"t": 1},
    "what only a table says": {"t": "welcome", "token": "", "person": 1},
    "a field missing": {"t": "ping"},
    "a field too many": {"t": "ping", "n": 1, "m": 1},
    "true for 1": {"t": "ping", "n": True},
    "1 for true": {"t": "ready", "ready": 1},
    "text for a number": {"t": "ping", "n": "1"},
    "nil for a number": {"t": "ping", "n": None},
    "below zero": {"t": "ping", "n": -1},
    "a seat that is none": {**PLAY, "action": {"do": "play", "seat": 4, "card": "P7"}},
    "a card that is none": {**PLAY, "action": {"do": "play", "seat": 0, "card": "Z9"}},
    "a number for a card": {**PLAY, "action": {"do": "play", "seat": 0, "card": 7}},
    "no such action": {**PLAY, "action": {"do": "win", "seat": 0}},
    "an action with more": {**PLAY, "action": {"do": "play", "seat": 0, "card": "P7", "x": 1}},
    "a list of filters that is a text": {
        **PLAY,
        "action": {"do": "ask", "seat": 0, "target": 1, "question": {"measure": "count", "colors": "P"}},
    },
    "a place that is none": {"t": "sit", "place": 4},
    "a name too long": {"t": "join", "name": "x" * 401, "watch": False, "key": ""},
}


@pytest.mark.parametrize("value", NO_MESSAGE.values(), ids=NO_MESSAGE)
def test_data_that_is_no_message_is_refused(value: object) -> None:
    assert refused(packed(value)).code == "bad_message"


@given(st.binary(max_size=300))
def test_random_bytes_raise_nothing_else(payload: bytes) -> None:
    for decode in (decode_to_table, decode_to_peer):
        assert fault_of(decode, payload) in CODES


_plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=9,
)


@given(st.sampled_from(TO_TABLE), st.text(max_size=8), _plain)
def test_a_message_with_something_else_in_it_raises_nothing_else(message: Message, key: str, value: object) -> None:
    known = msgpack.unpackb(frame(message)[4:])
    for name in [*known, key]:
        assert fault_of(decode_to_table, packed({**known, name: value})) in CODES


def test_mutated_frames_raise_nothing_else() -> None:
    rng = random.Random(11)
    payloads = [frame(message)[4:] for message in [*TO_TABLE, *shown_messages(games=1)[:12]]]
    for _ in range(4_000):
        payload = bytearray(rng.choice(payloads))
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(payload))
            match rng.randrange(3):
                case 0:
                    payload[place] = rng.randrange(256)
                case 1:
                    del payload[place : place + rng.randint(1, 9)]
                    payload = payload or bytearray(b"\x00")
                case 2:
                    payload[place:place] = rng.randbytes(rng.randint(1, 9))
        for decode in (decode_to_table, decode_to_peer):
            assert fault_of(decode, bytes(payload)) in CODES


def test_what_is_taken_says_what_came_and_no_more() -> None:
    rng = random.Random(12)
    payloads = [frame(message)[4:] for message in shown_messages(games=1)]
    taken = 0
    for _ in range(2_000):
        payload = bytearray(rng.choice(payloads))
        payload[rng.randrange(len(payload))] = rng.randrange(256)
        with contextlib.suppress(WireError):
            said = frame(decode_to_peer(bytes(payload)))[4:]
            assert sorted_text(said) == sorted_text(bytes(payload))
            taken += 1
    assert taken > 50
