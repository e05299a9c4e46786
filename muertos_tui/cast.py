"""Who is who at the table, as one player sees it: names by seat, sides, and where each seat is drawn."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.seating import SOUTH, partner
from engine.views import View
from muertos_tui.i18n import _
from muertos_tui.updates import Presence, TableStatus

Place = Literal["bottom", "left", "top", "right"]
PLACES: tuple[Place, ...] = ("bottom", "left", "top", "right")  # clockwise from one's own seat


@dataclass(frozen=True)
class Cast:
    """`owners` by seat; `names` and `presence` by player; `me` who looks on, None for a watcher."""

    me: int | None
    owners: tuple[int | None, ...]
    names: tuple[str, ...]
    presence: tuple[Presence, ...] = ()
    bot_in: tuple[int | None, ...] = ()
    told: bool = True  # `me` is the one who reads this; in a replay nobody is

    @classmethod
    def of(cls, view: View, status: TableStatus) -> "Cast":
        """The cast of a view."""
        return cls(view.me, view.owners, status.names, status.presence, status.bot_in, status.connection != "replay")

    def seated(self, owners: tuple[int | None, ...]) -> "Cast":
        """The same people on another day."""
        return replace(self, owners=owners)

    @property
    def my_seat(self) -> int | None:
        """Where the one who looks on sits."""
        return None if self.me is None else self.owners.index(self.me)

    @property
    def bottom(self) -> int:
        """The seat drawn at the bottom: one's own."""
        return SOUTH if self.my_seat is None else self.my_seat

    @property
    def has_table(self) -> bool:
        """Whether one hand is the table's (R20)."""
        return None in self.owners

    def place(self, seat: int) -> Place:
        """Where a seat is drawn. Play goes clockwise: who comes next sits at the left."""
        return PLACES[(seat - self.bottom) & 3]

    def seat_at(self, place: Place) -> int:
        """The seat drawn there."""
        return (self.bottom + PLACES.index(place)) & 3

    def mine(self, seat: int) -> bool:
        """Whether the seat is the looker's own."""
        return self.me is not None and self.owners[seat] == self.me

    def you(self, seat: int) -> bool:
        """Whether the seat's owner is the one who reads this."""
        return self.told and self.mine(seat)

    def ours(self, seat: int) -> bool:
        """Whether the seat is on the side drawn bottom and top."""
        return (seat - self.bottom) % 2 == 0

    def player(self, index: int) -> str:
        """A player's name."""
        return self.names[index] if index < len(self.names) else _("Player {n}").format(n=index + 1)

    def name(self, seat: int) -> str:
        """Who sits there, as a label."""
        owner = self.owners[seat]
        if owner is None:
            return _("Table")
        return _("You") if self.you(seat) else self.player(owner)

    def doer(self, seat: int) -> str:
        """Who sits there, as the subject that begins a sentence."""
        owner = self.owners[seat]
        if owner is None:
            return _("The table")
        return _("You") if self.you(seat) else self.player(owner)

    def whom(self, seat: int) -> str:
        """Who sits there, as the object within a sentence."""
        owner = self.owners[seat]
        if owner is None:
            return _("the table")
        return _("you") if self.you(seat) else self.player(owner)

    def whose(self, seat: int) -> str:
        """Who sits there, as the owner of something."""
        owner = self.owners[seat]
        if owner is None:
            return _("the table's")
        return _("your") if self.you(seat) else _("{name}'s").format(name=self.player(owner))

    def side_name(self, seat: int) -> str:
        """The two who play together from that seat's side."""
        pair = sorted((seat, partner(seat)), key=lambda s: (s - self.bottom) & 3)
        return " + ".join(self.name(s) for s in pair)

    def mark(self, seat: int) -> Presence:
        """Whether a person, a bot, or nobody just now decides for the seat."""
        owner = self.owners[seat]
        if owner is None or owner >= len(self.presence):
            return "here"
        return self.presence[owner]

    def bot_comes(self, seat: int) -> int | None:
        """In how many seconds a bot decides for the seat."""
        owner = self.owners[seat]
        return None if owner is None or owner >= len(self.bot_in) else self.bot_in[owner]
