"""The order of messages (DESIGN §4): two ends linked in memory, and each message at each stage."""

import itertools

import pytest

from engine.options import Options
from net import messages as m
from net.codec import WireError, frame
from net.limits import MAX_FRAME_FROM_PEER, MAX_FRAME_FROM_STRANGE_HOST, PING_EVERY, SILENCE
from net.messages import Message
from net.protocol import ORDER, Connection, LocalError, Pulse, Role, Stage, agree

HELLO = m.Hello(m.OLDEST_VERSION, m.NEWEST_VERSION, "0.1")
WAY_IN: list[tuple[Role, Message]] = [
    ("peer", HELLO),
    ("table", m.Greeting(1, "0.1", True)),
    ("peer", m.Pair("code", "00")),
    ("table", m.Paired("00")),
    ("peer", m.Prove("00")),
    ("table", m.Proved("00")),
    ("peer", m.Join("Ana", False)),
    ("table", m.Welcome("00", 1)),
]
STAGES: list[Stage] = ["hello", "greeting", "entry", "pairing", "proof", "proving", "proved", "welcome", "open"]
IN = len(WAY_IN)  # steps
SAMPLES: list[Message] = [
    *(message for _, message in WAY_IN),
    m.Resume("00"),
    m.Sit(0),
    m.Leave(),
    m.SetOptions(Options()),
    m.Seen(1, 1),
    m.Ping(1),
    m.Pong(1),
    m.Rejected("sit", None, "place_taken", {}),
    m.Shuffle(1, "0" * 64, None),
    m.Commit(1, "0" * 64),
    m.Commitments(1, "0" * 64, True, (m.Promise("0" * 64, "1" * 64, False),) * 3),
    m.Reveal(1, "0" * 64),
    m.Nonces(1, (m.Nonce("0" * 64, True),) * 4),
    m.Result(1, (), ""),
    m.Waits(True),
    m.Bye("closed", {}),
]


def ends(steps: int = 0) -> dict[Role, Connection]:
    """Both ends of a connection, so many steps on the way in."""
    both: dict[Role, Connection] = {"peer": Connection("peer"), "table": Connection("table")}
    for role, message in WAY_IN[:steps]:
        other = both[both[role].other]
        other.feed(both[role].send(message))
        assert other.take() == message
    return both


def test_both_ends_agree_on_the_stage_all_the_way_in() -> None:
    for steps, stage in enumerate(STAGES):
        both = ends(steps)
        assert both["peer"].stage == both["table"].stage == stage
        assert both["peer"].admitted == (stage == "open")


@pytest.mark.parametrize(("steps", "role"), [*itertools.product(range(IN + 1), ("peer", "table"))])
def test_a_message_is_said_and_heard_only_in_its_place(steps: int, role: Role) -> None:
    for message in SAMPLES:
        both = ends(steps)
        speaker, listener = both[role], both[both[role].other]
        listener.feed(frame(message))
        if type(message) in ORDER[STAGES[steps]][role]:
            assert listener.take() == message
            speaker.send(message)
            assert speaker.stage == listener.stage
        else:
            with pytest.raises(WireError) as caught:
                listener.take()
            assert caught.value.code in ("bad_order", "bad_message")  # the latter where only the other role says it
            with pytest.raises(LocalError):
                speaker.send(message)
            assert speaker.stage == STAGES[steps]


def test_after_goodbye_nothing_is_heard_or_said() -> None:
    both = ends(IN)
    both["peer"].feed(both["table"].send(m.Bye("closed", {})) + frame(m.Ping(1)) + b"\xff" * 50)
    assert both["peer"].take() == m.Bye("closed", {})
    assert both["peer"].take() is None
    both["table"].feed(frame(m.Sit(1)))
    assert both["table"].take() is None
    with pytest.raises(LocalError):
        both["table"].send(m.Ping(1))


def test_messages_before_a_fault_are_heard() -> None:
    table = ends(IN)["table"]
    table.feed(frame(m.Sit(1)) + frame(m.Ping(1)) + b"\x00\x00\x00\x00")
    assert table.take() == m.Sit(1)
    assert table.take() == m.Ping(1)
    with pytest.raises(WireError):
        table.take()


def test_a_peer_may_not_say_two_things_where_an_answer_is_due() -> None:
    table = Connection("table")
    table.feed(frame(HELLO) + frame(m.Join("Ana", False)))
    assert table.take() == HELLO
    with pytest.raises(WireError, match="bad_order"):
        table.take()


def test_frames_are_capped_by_who_speaks_and_when() -> None:
    table = ends(IN)["table"]
    table.feed((MAX_FRAME_FROM_PEER + 1).to_bytes(4))
    with pytest.raises(WireError, match="bad_frame"):
        table.take()
    stranger = ends(IN - 1)["peer"]
    stranger.feed((MAX_FRAME_FROM_STRANGE_HOST + 1).to_bytes(4))
    with pytest.raises(WireError, match="bad_frame"):
        stranger.take()
    friend = ends(IN)["peer"]
    friend.feed((MAX_FRAME_FROM_STRANGE_HOST + 1).to_bytes(4))
    assert friend.take() is None


def test_versions_are_agreed_or_the_older_side_is_named() -> None:
    newest = m.NEWEST_VERSION
    assert agree(m.Hello(m.OLDEST_VERSION, newest, ""), "0.1", False) == m.Greeting(newest, "0.1", False)
    assert agree(m.Hello(m.OLDEST_VERSION, newest + 5, ""), "0.1", True) == m.Greeting(newest, "0.1", True)
    assert agree(m.Hello(0, m.OLDEST_VERSION - 1, ""), "", False) == m.Bye("peer_older", {"peer": 0, "table": newest})
    newer = newest + 1
    assert agree(m.Hello(newer, newer, ""), "", False) == m.Bye("table_older", {"peer": newer, "table": newest})


def test_a_pulse_asks_in_time_and_notices_silence() -> None:
    pulse = Pulse(100.0)
    assert pulse.ask(100.0 + PING_EVERY / 2) is None
    first = pulse.ask(100.0 + PING_EVERY)
    second = pulse.ask(100.0 + 2 * PING_EVERY)
    assert first is not None
    assert second is not None
    assert first.n != second.n
    assert not pulse.silent(100.0 + SILENCE - 1)
    assert pulse.silent(100.0 + SILENCE)
    pulse.heard(100.0 + SILENCE)
    assert not pulse.silent(100.0 + SILENCE + 1)


def test_every_message_there_is_has_its_place() -> None:
    placed = {kind for roles in ORDER.values() for kinds in roles.values() for kind in kinds}
    assert placed == {*m.ToTable.__args__, *m.ToPeer.__args__}


def test_no_two_messages_of_a_direction_share_a_tag() -> None:
    for union in (m.ToTable, m.ToPeer):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)
