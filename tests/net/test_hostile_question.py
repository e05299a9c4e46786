"""A question comes as its parts (R25): whatever else is said in their place is refused by a code, and shown nowhere."""

import logging
from typing import Any

import msgpack
import pytest

from engine.cards import COLORS, KINDS
from engine.questions import Question
from net import messages as m
from net.codec import WireError, decode_to_table
from tests.net.test_text import HOSTILE
from tests.net.wire import FAST, Guest, Stranger, eventually, serving

FULL = {"measure": "count", "colors": COLORS, "ranks": list(range(11)), "kinds": KINDS}


def act(question: object) -> bytes:
    """A peer's Ask, whatever the question."""
    action = {"do": "ask", "seat": 0, "target": 1, "question": question, "chip": True}
    packed: bytes = msgpack.packb({"t": "act", "number": 3, "action": action})
    return packed


def with_it(text: str) -> list[object]:
    """Questions with that text at every place of one."""
    parts: list[dict[str, Any]] = [{each: [text]} for each in ("colors", "ranks", "kinds")]
    parts += [{each: text} for each in ("measure", "colors", "at_least", "at_most", "exactly", "text", text)]
    return [text, [text], {"text": text}, *({"measure": "count", **part} for part in parts)]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_is_no_part_of_a_question(text: str) -> None:
    for question in with_it(text):
        with pytest.raises(WireError) as caught:
            decode_to_table(act(question))
        assert caught.value.code == "bad_message"
        assert caught.value.why.isprintable()
        assert text.strip() not in caught.value.why or len(text) < 3


def test_no_question_is_longer_than_all_there_is_to_ask_about() -> None:
    act_read = decode_to_table(act(FULL))
    assert isinstance(act_read, m.Act)
    for part in ("colors", "ranks", "kinds"):
        with pytest.raises(WireError):
            decode_to_table(act({**FULL, part: [*FULL[part], FULL[part][0]]}))
    assert Question("count") != Question("sum")


async def test_who_asks_so_is_shown_out_and_nobody_hears_of_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(FAST) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        ana.peer.send(m.Start())
        await ana.told(m.Shown)
        for text in HOSTILE[:12]:
            async with Stranger(server.port) as eve:
                await eve.come_in()
                payload = act({"measure": "count", "colors": [text]})
                eve.send(len(payload).to_bytes(4, "big") + payload)
                assert await eve.bye() == "bad_message"
            await eventually(lambda: server.status.people == 1)
        assert not any(text in repr(ana.events) for text in ("\x1b", "click", "\\x1b", "\u202e"))
        assert "bad_message" in caplog.text
        assert not any(text in caplog.text for text in ("\x1b", "click", "\\x1b", "\u202e"))
