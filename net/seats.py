"""Who is at a table and who sits where: people, places and bots, before, during and between games.

Whether somebody may do what is asked is decided here and in `net.authority`, from what the table itself knows.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.bots import LEVELS
from net.limits import MAX_NAME
from net.messages import Person, Place, PlaceState
from net.text import clean_text

BOT_NAMES: Final = ("Lupe", "Chucho", "Rosario", "Pancho", "Lola", "Memo", "Catrina", "Nacho")


class Refusal(Exception):
    """A request that cannot be met: a code of `messages.REJECTIONS` and its facts."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, str | int] = facts


@dataclass(eq=False, slots=True)
class Member:
    """A person at the table, connected or expected back until `away_until`."""

    number: int
    name: str
    watch: bool
    key: bool  # came with the host's key
    connected: bool = True
    away_until: float | None = None  # None too once a bot plays for them
    ready: bool = False
    held: tuple[int, int] | None = None  # the game and place whose hand this person has seen


@dataclass(eq=False, slots=True)
class Chair:
    """A place: nobody's, a person's, a bot's (`level`), or a person's for whom a bot plays (both)."""

    person: Member | None = None
    level: str = ""
    name: str = ""

    @property
    def free(self) -> bool:
        """Nobody sits here and no bot does."""
        return self.person is None and not self.level

    @property
    def bot(self) -> bool:
        """A bot decides here."""
        return bool(self.level)

    @property
    def state(self) -> PlaceState:
        """As the lobby shows it."""
        if self.person is None:
            return "bot" if self.level else "free"
        if self.person.connected:
            return "here"
        return "stand_in" if self.level else "away"


@dataclass(eq=False, slots=True)
class Seats:
    """The chairs of a table and the people around it."""

    chairs: list[Chair]
    members: dict[int, Member] = field(default_factory=dict)
    last: int = 0  # number given to a person

    # --- People ---

    def join(self, name: str, watch: bool, key: bool) -> Member:
        """A new person, not seated yet; a name that is taken gets a number."""
        self.last += 1
        member = Member(self.last, self._unused(name), watch, key)
        self.members[member.number] = member
        return member

    def forget(self, member: Member) -> None:
        """The person is gone for good, and not seated any more."""
        self.members.pop(member.number, None)

    def _unused(self, name: str) -> str:
        taken = {used.casefold() for used in self._names()}
        number, wanted = 1, name
        while wanted.casefold() in taken:
            number += 1
            wanted = f"{clean_text(name, MAX_NAME - len(f' {number}'))} {number}"
        return wanted

    def _names(self) -> Iterable[str]:
        yield from (member.name for member in self.members.values())
        yield from (chair.name for chair in self.chairs if chair.name)

    # --- Places ---

    def chair(self, place: int) -> Chair:
        """The chair of a place. Refuses `no_place`."""
        if not 0 <= place < len(self.chairs):
            raise Refusal("no_place", place=place)
        return self.chairs[place]

    def place_of(self, member: Member) -> int | None:
        """Where the person sits, None if nowhere."""
        for place, chair in enumerate(self.chairs):
            if chair.person is member:
                return place
        return None

    def seated(self) -> set[int]:
        """The numbers of the people who have a place."""
        return {chair.person.number for chair in self.chairs if chair.person is not None}

    def best_place(self) -> int | None:
        """Where somebody who comes to play is seated: the first free place, else the first bot's."""
        for wanted in ("free", "bot"):
            for place, chair in enumerate(self.chairs):
                if chair.state == wanted:
                    return place
        return None

    def sit(self, member: Member, place: int) -> None:
        """Seat the person at a place that is free or a bot's, and free the one they had."""
        chair = self.chair(place)
        if chair.person is not None:
            raise Refusal("place_taken", place=place)
        old = self.place_of(member)
        if old is not None:
            self.clear(old)
        self._put(chair, member)

    def _put(self, chair: Chair, member: Member) -> None:
        chair.person, chair.level, chair.name = member, "", member.name
        member.watch = False

    def clear(self, place: int) -> Member | None:
        """Make a place free; the person who sat there, if one did, stands by."""
        chair = self.chair(place)
        member = chair.person
        chair.person, chair.level, chair.name = None, "", ""
        if member is not None:
            member.ready = False
        return member

    def seat_bot(self, place: int, level: str) -> Member | None:
        """Give a place to a bot; the person who sat there, if one did, stands by."""
        if level not in LEVELS:
            raise Refusal("no_level")
        chair = self.chair(place)
        named = chair.name if chair.person is None and chair.bot else ""
        member = self.clear(place)
        chair.level, chair.name = level, named or self._bot_name()
        return member

    def _bot_name(self) -> str:
        taken = {used.casefold() for used in self._names()}
        return next((name for name in BOT_NAMES if name.casefold() not in taken), None) or self._unused("Bot")

    def exchange(self, a: int, b: int) -> None:
        """Whoever is at two places changes places."""
        self.chairs[a], self.chairs[b] = self.chair(b), self.chair(a)

    def resize(self, players: int) -> list[Member]:
        """Three or four places; who sat at the one that goes stands by."""
        out = [person for place in range(players, len(self.chairs)) if (person := self.clear(place)) is not None]
        del self.chairs[players:]
        self.chairs += [Chair() for _ in range(len(self.chairs), players)]
        return out

    # --- As the lobby shows them ---

    def places(self, now: float) -> tuple[Place, ...]:
        """The places in player order."""
        return tuple(self._place(chair, now) for chair in self.chairs)

    def _place(self, chair: Chair, now: float) -> Place:
        person = chair.person
        if person is None:
            return Place(chair.state, chair.name, None, chair.level, chair.bot, 0)
        wait = 0.0
        if chair.state == "away" and person.away_until is not None:
            wait = max(0.0, person.away_until - now)
        return Place(chair.state, chair.name, person.number, chair.level, person.ready, round(wait * 1000))

    def others(self) -> tuple[Person, ...]:
        """The people without a place."""
        seated = self.seated()
        return tuple(
            Person(member.number, member.name, member.watch, member.connected)
            for member in self.members.values()
            if member.number not in seated
        )
