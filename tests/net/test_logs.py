"""The log has what an operator needs, and nothing that only a player may know."""

import io
import logging
import re
from collections.abc import Iterator
from random import Random

import msgpack
import pytest
from msgspec.structs import replace

from engine.bots import choose
from engine.bots.choice import Choice
from engine.cards import CARDS
from engine.views import View
from muertos_tui.logs import FORMAT, Lines
from net import limits, thinking
from net import messages as m
from net.codec import WireError, decode_to_table
from net.game import Pace
from tests.net.mutations import mutated
from tests.net.wire import FAST, HELLO, Guest, Stranger, serving

CARD = re.compile(r"\b[KPBG]\d{1,2}[*cwasx]?\b")
SECRET = re.compile(r"[0-9a-f]{16,}")  # tokens, seeds, nonces, commitments
CODE = re.compile(r"\b\d-[a-z]+-[a-z]+\b")
KEY = "the-hosts-secret-key"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged, as it stands in a file, and more than an operator asks for."""
    lines, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(Lines(FORMAT))
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(before)


def tells(view: View) -> str:
    return " ".join(card.code for hand in view.hands if hand for card in hand)


async def test_the_log_of_whole_games(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(view: View, level: str, seed: bytes) -> Choice:
        if view.number % 5 == 0:
            raise ValueError(f"no way to play {tells(view)}")
        return choose(view, level, seed)

    monkeypatch.setattr(thinking, "choose", failing)
    monkeypatch.setattr(limits, "FLOOD_BURST", 10**6)
    config = replace(FAST, bots=("medium", "hard"), pace=Pace(0.0, 0.0, 0.2), key=KEY, away_time=0.1)
    rng = Random("log")
    async with serving(config) as server, Guest(server.port, "Ana", key=KEY) as ana, Guest(server.port, "Beto") as beto:
        await ana.told(m.Welcome)
        await beto.told(m.Welcome)
        ana.play()
        beto.play()
        ana.peer.send(m.Start())
        shown = await beto.told(m.Shown)
        for _ in range(12):
            async with Stranger(server.port) as eve:  # with Beto's token: a fault in every word of a player's
                eve.say(HELLO)
                await eve.hear()
                eve.say(m.Resume(beto.purse.kept[-1]) if rng.random() < 0.7 else m.Join("E", True))
                acts: list[m.Message] = [m.Act(shown.view.number, action) for action in shown.view.actions]
                for _ in range(4):
                    eve.send(mutated(rng, [*acts, m.Ping(1), m.Resume(beto.purse.kept[-1])]))
                await eve.bye()
        await ana.told(m.Result, patience=60)
        tokens = [*ana.purse.kept, *beto.purse.kept]
    said = log.getvalue()
    assert len(said.splitlines()) > 30
    for part in (KEY, *tokens):
        assert part not in said
    for pattern in (CARD, SECRET, CODE):
        assert not pattern.findall(said)
    for needed in ("listens on port", "Ana joined", "is away", "is back", "game 1 begins", "game 1 is over", "failed"):
        assert needed in said


@pytest.mark.parametrize("part", ["K9", "5d41402abc4b2a76b9719d911017c592", "x' K9 'y", 'x" K9 "y'])
def test_what_was_sent_is_not_why_it_was_refused(part: str) -> None:
    act = {"t": "act", "number": 1, "action": {"seat": 0, "kind": "play", "card": "K9"}}
    for wrong in (
        {"t": part},
        {**act, "number": part},
        {**act, "action": part},
        {**act, "action": {"kind": part}},
        {**act, part: 1},
    ):
        with pytest.raises(WireError) as caught:
            decode_to_table(msgpack.packb(wrong))
        assert not any(pattern.search(caught.value.why) for pattern in (CARD, SECRET))


def test_no_card_is_missed() -> None:
    assert all(CARD.search(f"x {card.code}, y") for card in CARDS.values() if "=" not in card.code)


@pytest.mark.parametrize("text", ["a\nb", "\x1b[2J", "\x1b]0;t\x07", "\x9b31m", "a\x00b", "\u202eabc", "x" * 999])
def test_text_from_outside_makes_no_line_of_its_own(log: io.StringIO, text: str) -> None:
    logging.getLogger("muertos").info("%s joined", text)
    try:
        raise KeyError(text)
    except KeyError:
        logging.getLogger("muertos").exception("%s failed", text)
    said = log.getvalue()
    assert len([line for line in said.splitlines() if "muertos" in line and "File" not in line]) == 2
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said)
    assert max(map(len, said.splitlines())) < 700


def test_the_systems_words_are_kept(log: io.StringIO) -> None:
    try:
        raise PermissionError(13, "Permission denied", "/x")
    except OSError:
        logging.getLogger("muertos").exception("not written")
    assert "PermissionError: Permission denied" in log.getvalue()
