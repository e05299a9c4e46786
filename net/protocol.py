"""One connection without its socket: the order of messages, kept by one table for both ends (DESIGN §4).

Bytes go in, messages come out, and the other way round; nothing here waits or sends. What the other side does wrong
raises WireError (end the connection); what this side would do wrong raises LocalError (a mistake in this program).
"""

from typing import Final, Literal

from net import messages as m
from net.codec import Frames, WireError, decode_to_peer, decode_to_table, frame
from net.limits import (
    MAX_FRAME_FROM_HOST,
    MAX_FRAME_FROM_PEER,
    MAX_FRAME_FROM_STRANGE_HOST,
    PING_EVERY,
    SILENCE,
)
from net.messages import Bye, Greeting, Hello, Message

Role = Literal["table", "peer"]
Stage = Literal["hello", "greeting", "entry", "pairing", "proof", "proving", "proved", "welcome", "open", "closed"]

_REQUESTS: Final[tuple[type[Message], ...]] = (
    m.Sit,
    m.Stand,
    m.Ready,
    m.Act,
    m.Seen,
    m.Commit,
    m.Reveal,
    m.Start,
    m.SeatBot,
    m.Clear,
    m.Exchange,
    m.Remove,
    m.SetOptions,
    m.SetPlayers,
    m.SetClock,
    m.Pause,
    m.Watching,
    m.Close,
    m.Ping,
    m.Pong,
)
_NEWS: Final[tuple[type[Message], ...]] = (
    m.Lobby,
    m.Door,
    m.Shuffle,
    m.Commitments,
    m.Nonces,
    m.Shown,
    m.Rejected,
    m.Result,
    m.Waits,
    m.Ping,
    m.Pong,
)

# Who may say what at which stage, and the stage that follows.
ORDER: Final[dict[Stage, dict[Role, dict[type[Message], Stage]]]] = {
    "hello": {"peer": {Hello: "greeting"}, "table": {Bye: "closed"}},
    "greeting": {"peer": {}, "table": {Greeting: "entry", Bye: "closed"}},
    "entry": {"peer": {m.Pair: "pairing", m.Join: "welcome", m.Resume: "welcome"}, "table": {Bye: "closed"}},
    "pairing": {"peer": {}, "table": {m.Paired: "proof", Bye: "closed"}},
    "proof": {"peer": {m.Prove: "proving"}, "table": {Bye: "closed"}},
    "proving": {"peer": {}, "table": {m.Proved: "proved", Bye: "closed"}},
    "proved": {"peer": {m.Join: "welcome"}, "table": {Bye: "closed"}},
    "welcome": {"peer": {}, "table": {m.Welcome: "open", Bye: "closed"}},
    "open": {
        "peer": {**dict.fromkeys(_REQUESTS, "open"), m.Leave: "open"},
        "table": {**dict.fromkeys(_NEWS, "open"), Bye: "closed"},
    },
    "closed": {"peer": {}, "table": {}},
}


class LocalError(Exception):
    """This program would have broken the order itself."""


class Connection:
    """One end of a connection, `role` being this end's."""

    def __init__(self, role: Role) -> None:
        self.role: Role = role
        self.other: Role = "peer" if role == "table" else "table"
        self.stage: Stage = "hello"
        self._frames = Frames()

    @property
    def admitted(self) -> bool:
        """Whether the welcome has been said."""
        return self.stage == "open"

    def send(self, message: Message) -> bytes:
        """The bytes that say the message. Raises LocalError if it is not this end's to say now."""
        self.stage = self._next(self.role, message, LocalError(f"{type(message).__name__} at {self.stage}"))
        return frame(message)

    def feed(self, data: bytes) -> None:
        """Bytes have come. What comes after the end is not looked at."""
        if self.stage != "closed":
            self._frames.feed(data)

    def take(self) -> Message | None:
        """The next message, None if none has come in full. Raises WireError, and the connection is at its end."""
        if self.stage == "closed":
            return None
        try:
            payload = self._frames.take(self._longest())
            if payload is None:
                return None
            message: Message = decode_to_table(payload) if self.role == "table" else decode_to_peer(payload)
            why = f"{type(message).__name__} at {self.stage}"
            self.stage = self._next(self.other, message, WireError("bad_order", why))
        except WireError:
            self._frames = Frames()
            raise
        return message

    def close(self) -> None:
        """Nothing more will be said or heard."""
        self.stage = "closed"

    def _next(self, role: Role, message: Message, fault: Exception) -> Stage:
        stage = ORDER[self.stage][role].get(type(message))
        if stage is None:
            raise fault
        return stage

    def _longest(self) -> int:
        """The cap of the next frame."""
        if self.role == "table":
            return MAX_FRAME_FROM_PEER
        return MAX_FRAME_FROM_HOST if self.admitted else MAX_FRAME_FROM_STRANGE_HOST


def agree(hello: Hello, app: str, locked: bool) -> Greeting | Bye:
    """The table's answer to a hello: the highest version both speak, or which side is older."""
    version = min(hello.newest, m.NEWEST_VERSION)
    if version >= max(hello.oldest, m.OLDEST_VERSION):
        return Greeting(version, app, locked)
    older = "peer_older" if hello.newest < m.OLDEST_VERSION else "table_older"
    return Bye(older, {"peer": hello.newest, "table": m.NEWEST_VERSION})


class Pulse:
    """When to ask whether the other side is there, and when to give it up. Times are the caller's clock."""

    def __init__(self, now: float) -> None:
        self.heard_at = now
        self.asked_at = now
        self._asked = 0

    def heard(self, now: float) -> None:
        """Something came."""
        self.heard_at = now

    def silent(self, now: float) -> bool:
        """Whether nothing came for too long."""
        return now - self.heard_at >= SILENCE

    def ask(self, now: float) -> m.Ping | None:
        """The ping that is due, if one is."""
        if now - self.asked_at < PING_EVERY:
            return None
        self.asked_at = now
        self._asked += 1
        return m.Ping(self._asked)
