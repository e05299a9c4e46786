"""What the table screen is fed, and what it says back. A peer's link, a replay and the tests all speak this."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from engine.actions import Action
from engine.bots import Choice
from engine.events import Event
from engine.views import View

Presence = Literal["here", "away", "bot", "stand_in"]  # the last: a bot, until the person comes back
Connection = Literal["connected", "reconnecting", "solo", "replay"]


@dataclass(frozen=True)
class TableStatus:
    """What is known of the table beside the game. `names`, `presence` and `bot_in` go by player index."""

    names: tuple[str, ...]
    table: str = ""
    presence: tuple[Presence, ...] = ()
    bot_in: tuple[int | None, ...] = ()  # seconds until a bot decides for a player who is away
    connection: Connection = "connected"
    code: str = ""  # the join code, where the host shows it
    watchers: int = 0
    paused: bool = False
    waits: bool = False  # the table cannot save what happens, and stands still until it can
    host: str = ""  # who has the host's rights, if that is another person who is here
    hosting: bool = False  # whether it is the one who reads this
    gone: bool = False  # one's own table has not answered for some time
    left: int | None = None  # seconds before a bot makes the decision; None if it may take as long as it takes


@dataclass(frozen=True)
class TableUpdate:
    """A view, and what happened since the one before, as its player may see it. After a reconnect: no events."""

    view: View
    status: TableStatus
    events: tuple[Event, ...] = ()


class ActionChosen(Message):
    """The player decided: `number` is the decision number of the view it answers."""

    def __init__(self, number: int, action: Action) -> None:
        super().__init__()
        self.number = number
        self.action = action


class HintRequested(Message):
    """What would a bot decide? `tell` is called with its choice in the end, with None if it failed."""

    def __init__(self, view: View, tell: Callable[[Choice | None], object]) -> None:
        super().__init__()
        self.view = view
        self.tell = tell


class TrickSeen(Message):
    """The player has looked at a finished trick."""

    def __init__(self, day: int, trick: int) -> None:
        super().__init__()
        self.day = day
        self.trick = trick


class ResultRequested(Message):
    """The game is over, its last trick seen, and the player wants the result."""


class MenuRequested(Message):
    """The player wants the menu."""


class LeaveRequested(Message):
    """The player wants to leave the table; whoever holds the screen asks first."""
