"""The state of a game: everything that is true of it, known to nobody but the host."""

import hashlib
import json
from collections.abc import Iterable
from typing import Literal, Self

from engine import wire
from engine.actions import DecisionKind
from engine.cards import Card
from engine.chance import Stream
from engine.deck import Deck
from engine.deck import to_plain as deck_to_plain
from engine.events import Event
from engine.faces import Faces, held
from engine.options import CHIPS, Options
from engine.seating import NORTH, SEATS
from engine.story import Story

Phase = DecisionKind | Literal["over"]


class State:
    """One game. `engine.rules` makes and changes it; nothing else does.

    `owing` are the seats that owe a decision now, all of the sort `phase`. `log` holds every event with all its
    secrets; what lies open on the table (tableau, captures, scores) is told from it by `engine.board`.
    """

    __slots__ = (
        "blocked",
        "captured",
        "chips",
        "control",
        "day",
        "deck",
        "faces",
        "hands",
        "held",
        "kills",
        "last",
        "leader",
        "log",
        "options",
        "owing",
        "owners",
        "phase",
        "picks",
        "players",
        "seed",
        "story",
        "stream",
        "taken",
        "trick",
        "trick_number",
        "won",
    )

    faces: Faces  # the day's cards as bits
    owners: tuple[int | None, ...]  # by seat: a player, or None for the table
    control: tuple[int, ...]  # by seat: the player who decides
    stream: Stream

    def __init__(self, seed: bytes, players: int, options: Options, deck: Deck) -> None:
        self.seed = seed
        self.players = players
        self.options = options
        self.deck = deck
        self.day = 0
        self.hands = [bytearray() for _ in SEATS]  # as `faces` reads them
        self.held = [0, 0, 0, 0]  # the different faces of each hand, as bits
        self.trick_number = 0
        self.leader = NORTH
        self.last = NORTH  # the seat that ends the trick
        self.phase: Phase = "over"
        self.owing: tuple[int, ...] = ()
        self.trick: list[tuple[int, Card]] = []  # cards played, without tens that Kill 10 removed
        self.blocked = 0  # bits of what may not be played to this trick (`Card.mask`)
        self.kills: list[int] = []  # seats whose 3 is still to be settled, in order (R18)
        self.picks: dict[int, Card] = {}  # what has been chosen for a Swap under way (R17)
        self.taken: Card | None = None  # the gift taken, while one is owed in return (R13)
        self.captured: tuple[list[Card], list[Card]] = ([], [])  # scoring cards won in this hand, by side
        self.won = [(0, 0)] * players  # Food and Muertos by player, of the hands that ended (R24)
        self.chips = [CHIPS] * players if options.ask_chips else []
        self.log: list[Event] = []
        self.story = Story()  # what the log tells; nothing that the log does not say

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def decision(self) -> int:
        """The number of the decision now due; both sides of a Swap share it."""
        return len(self.log)

    def hand(self, seat: int) -> list[Card]:
        """The cards of a hand in canonical order (R29)."""
        return self.faces.listed(self.hands[seat])

    def put_hand(self, seat: int, cards: Iterable[Card]) -> None:
        """Lay other cards of the day into a hand: for positions made by hand, not by play."""
        self.hands[seat] = self.faces.hand(cards)
        self.held[seat] = held(self.hands[seat])

    def copy(self) -> Self:
        """A game that goes its own way from here; values that never change are shared."""
        new = object.__new__(type(self))
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.hands = [hand.copy() for hand in self.hands]
        for name in ("held", "stream", "trick", "kills", "picks", "chips", "log"):
            setattr(new, name, getattr(self, name).copy())
        new.story = Story()
        new.captured = (self.captured[0].copy(), self.captured[1].copy())
        return new

    def digest(self) -> str:
        """A hash of everything the state holds, its past and the place in the stream included."""
        plain = {name: getattr(self, name) for name in self.__slots__ if name not in ("faces", "story")}
        plain["deck"] = deck_to_plain(self.deck)
        plain["stream"] = (self.stream.key.hex(), self.stream.position)
        plain["seed"] = self.seed.hex()
        plain["hands"] = [self.hand(seat) for seat in SEATS]
        plain["picks"] = list(map(list, self.picks.items()))
        return hashlib.sha256(json.dumps(wire.to_plain(plain), sort_keys=True).encode()).hexdigest()
