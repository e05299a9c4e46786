"""The state of a game: everything that is true of it, known to nobody but the host."""

import hashlib
import json
from typing import Literal, Self

from engine import wire
from engine.actions import DecisionKind
from engine.cards import Card
from engine.chance import Stream
from engine.deck import Deck
from engine.deck import to_plain as deck_to_plain
from engine.events import Event
from engine.options import CHIPS, Options
from engine.seating import NORTH

Phase = DecisionKind | Literal["over"]


class State:
    """One game. `engine.rules` makes and changes it; nothing else does.

    `owing` are the seats that owe a decision now, all of the sort `phase`; `decision` numbers that decision (both sides
    of a Swap share it). `log` holds every event with all its secrets.
    """

    __slots__ = (
        "blocked",
        "captured",
        "chips",
        "control",
        "day",
        "decision",
        "deck",
        "discarded",
        "hands",
        "kills",
        "leader",
        "log",
        "lost",
        "options",
        "owing",
        "owners",
        "phase",
        "picks",
        "players",
        "removed",
        "seed",
        "start",
        "stream",
        "tableau",
        "taken",
        "trick",
        "trick_number",
        "won",
    )

    deck: Deck
    hands: list[list[Card]]
    owners: tuple[int | None, ...]
    control: tuple[int, ...]
    start: Card | None  # the Start card while it must lead (R8)
    stream: Stream
    taken: Card | None

    def __init__(self, seed: bytes, players: int, options: Options, deck: Deck) -> None:
        self.seed = seed
        self.players = players
        self.options = options
        self.deck = deck
        self.day = 0
        self.trick_number = 0
        self.leader = NORTH
        self.phase: Phase = "over"
        self.owing: tuple[int, ...] = ()
        self.decision = 0
        self.trick: list[tuple[int, Card]] = []  # played, tens removed by Kill 10 taken out
        self.discarded: list[tuple[int, Card]] = []
        self.removed: list[tuple[int, Card]] = []
        self.blocked = 0  # bits of what may not be played to this trick (`Card.mask`)
        self.kills: list[int] = []  # seats whose 3 is still to be settled, in order (R18)
        self.picks: dict[int, Card] = {}  # what has been chosen for a Swap under way (R17)
        self.taken = None  # the gift taken, while one is owed in return (R13)
        self.tableau: list[Card] = []
        self.lost: list[Card] = []
        self.captured: tuple[list[Card], list[Card]] = ([], [])
        self.won = [[0, 0] for _ in range(players)]  # Food and Muertos by player, finished hands (R24)
        self.chips = [CHIPS] * players if options.ask_chips else []
        self.log: list[Event] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def copy(self) -> Self:
        """A game that goes its own way from here; values that never change are shared."""
        new = object.__new__(type(self))
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.hands = [hand.copy() for hand in self.hands]
        new.stream = self.stream.copy()
        for name in ("trick", "discarded", "removed", "kills", "picks", "tableau", "lost", "chips", "log"):
            setattr(new, name, getattr(self, name).copy())
        new.captured = (self.captured[0].copy(), self.captured[1].copy())
        new.won = [pair.copy() for pair in self.won]
        return new

    def digest(self) -> str:
        """A hash of everything the state holds, its past and the place in the stream included."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        plain["deck"] = deck_to_plain(self.deck)
        plain["stream"] = (self.stream.key.hex(), self.stream.position)
        plain["seed"] = self.seed.hex()
        plain["picks"] = sorted(self.picks.items())
        return hashlib.sha256(json.dumps(wire.to_plain(plain), sort_keys=True).encode()).hexdigest()
