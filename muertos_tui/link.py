"""The way from a table to the screen: what a link says, as Textual messages."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Protocol

from textual.message import Message

from muertos_tui import __version__
from muertos_tui.keeping import KeptSeat
from muertos_tui.startup import Connect
from net import messages as m
from net.peer import Ended, Lost, Peer, PeerEvent
from net.witness import Verdict


class LinkMessage(Message):
    """Something came of the link."""


class Told(LinkMessage):
    """The table says something."""

    def __init__(self, told: m.ToPeer) -> None:
        super().__init__()
        self.told = told


class LinkLost(LinkMessage):
    """The connection is lost; the link is trying to bring it back, and a Welcome tells that it has."""

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.code = code


class LinkEnded(LinkMessage):
    """The link is at its end: the table said why (`net.messages.BYES`), or it could not be reached at all."""

    def __init__(self, code: str, facts: m.Facts) -> None:
        super().__init__()
        self.code = code
        self.facts = facts


class Judged(LinkMessage):
    """This end has checked a finished game."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict


Tell = Callable[[LinkMessage], object]


class Link(Protocol):
    """A peer's end of a table."""

    def send(self, message: m.ToTable) -> bool:
        """Say something to the table; whether it could be said."""

    async def run(self, tell: Tell) -> None:
        """Connect, and tell what comes, until the end or until cancelled."""


LinkMaker = Callable[[Connect, str], Link]


class PeerLink:
    """The link over the network."""

    def __init__(self, connect: Connect, name: str, seat: KeptSeat | None = None) -> None:
        self._seat = seat
        self._peer = Peer(
            connect.addresses,
            connect.port,
            name=name,
            watch=connect.watch,
            key=connect.key,
            code=connect.code,
            app=__version__,
            pocket=seat,
        )

    def send(self, message: m.ToTable) -> bool:
        """Say something to the table; whether it could be said."""
        return self._peer.send(message)

    async def run(self, tell: Tell) -> None:
        """Connect, and tell what comes, until the end or until cancelled."""
        with self._seat or nullcontext():
            await self._peer.run(lambda event: tell(_as_message(event)))


def _as_message(event: PeerEvent) -> LinkMessage:
    match event:
        case Lost(code):
            return LinkLost(code)
        case Verdict():
            return Judged(event)
        case Ended(code, facts):
            return LinkEnded(code, facts)
    return Told(event)
