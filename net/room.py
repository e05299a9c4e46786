"""One table as people use it: the people, their places, the game on it and its clocks; `net.requests`: what they ask.

Nothing here knows connections. What others have to be told afterwards is collected in `news`.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from engine.bots import LEVELS
from engine.deck import HOUSE, Deck
from engine.options import PLAIN, Options
from engine.rules import new_game
from net import limits
from net import messages as m
from net import shuffle as shuffles
from net.game import Game, Job, Pace
from net.messages import Phase
from net.seats import Chair, Member, Refusal, Seats
from net.shuffle import Shuffle

log = logging.getLogger(__name__)

Entropy = Callable[[int], bytes]


class TableConfig(Struct, frozen=True):
    """What a table is from the start. `key` is the secret that gives the host's rights, "" if nobody has it."""

    name: str
    players: int = 4
    bots: tuple[str, ...] = ()  # levels; they sit at the last places
    options: Options = PLAIN
    deck: Deck = HOUSE
    key: str = ""
    pace: Pace = Pace()
    clock: int = 0  # seconds for a decision, 0 for as long as it takes
    away_time: float = limits.AWAY_TIME
    empty_time: float = limits.EMPTY_TABLE_TIME
    closed: bool = False  # nobody may come without the key
    lasting: bool = False  # when empty for long, begin anew instead of ending
    filler: str = "medium"  # the level of bots that nobody chose
    seed: bytes = b""  # of the first game, where a table is nobody else's; else, and for the games after it, by chance


@dataclass(eq=False, slots=True)
class News:
    """What has happened that people have to be told."""

    table: bool = False  # the table is another: everyone sees it anew
    moved: bool = False  # a decision was made: everyone sees the game anew
    begun: bool = False  # another game has begun
    anew: set[Member] = field(default_factory=set)  # these see the game through other eyes now
    parted: list[tuple[Member, str]] = field(default_factory=list)  # these are gone, with the code of why
    ended: str = ""  # the table is over, with the code of why


class Room:
    """The people, the places and the game of a table."""

    def __init__(self, config: TableConfig, entropy: Entropy, now: float) -> None:
        self.config = config
        self.news = News()
        self.seats = Seats([Chair() for _ in range(config.players)])
        for place, level in enumerate(config.bots, config.players - len(config.bots)):
            self.seats.seat_bot(place, level)
        self.options = config.options
        self.game: Game | None = None
        self.games = 0
        self.shuffle: Shuffle | None = None  # under way, before a game
        self.fair: Shuffle | None = None  # that of the game
        self.record: tuple[str, ...] = ()  # of the finished game
        self.names: tuple[str, ...] = ()  # in it
        self.paused = False
        self.clock = config.clock
        self.watching = True  # whether people may come to watch
        self.stopped_at: float | None = now  # clocks stand still since then: paused, or nobody is here
        self._entropy = entropy

    @property
    def phase(self) -> Phase:
        """Before a game, about to begin one, in one, or after one."""
        if self.shuffle is not None:
            return "shuffling"
        if self.game is None:
            return "lobby"
        return "over" if self.game.state.over else "playing"

    def host(self) -> Member | None:
        """Who has the host's rights: who came with the key, else who has a place, else anyone; the first of those."""
        here = [member for member in self.seats.members.values() if member.connected]
        seated = self.seats.seated()
        return min(here, key=lambda one: (not one.key, one.number not in seated, one.number), default=None)

    def player(self, member: Member) -> int | None:
        """Whose view of the game the person may see, None for a watcher's: after a game, that of the hand they had."""
        if self.phase == "playing":
            return self.seats.place_of(member)
        return member.held[1] if member.held is not None and member.held[0] == self.games else None

    # --- Coming and going ---

    def join(self, name: str, watch: bool, key: bool) -> Member:
        """Somebody new; who comes to play is seated if there is a place. Refuses who would watch where nobody may."""
        place = None if watch else self.seats.best_place()
        if place is None and not (self.watching or key):
            raise Refusal("no_watching")
        member = self.seats.join(name, watch, key)
        if place is not None:
            self.seat(member, place)
        log.info("%s joined as person %d, %s", member.name, member.number, "watching" if place is None else "seated")
        self.news.table = True
        return member

    def make_space(self, now: float) -> bool:
        """Whether one more may come; where it is full, the first who did not come back makes way."""
        if len(self.seats.members) < limits.MAX_PEOPLE:
            return True
        for member in self.seats.members.values():
            if not member.connected and member.away_until is None and not member.key:
                self.part(member, "gone", now)
                return True
        return False

    def seat(self, member: Member, place: int) -> None:
        """The person takes a place that is free or a bot's. Refuses what `Seats.sit` does."""
        self.seats.sit(member, place)
        if self.game is not None and self.phase == "playing":
            self.game.dismiss(place)
            member.held = (self.games, place)

    def back(self, member: Member) -> None:
        """The person is here again and decides for themselves."""
        member.connected, member.away_until = True, None
        place = self.seats.place_of(member)
        if place is not None:
            self.seats.chairs[place].level = ""
            if self.game is not None:
                self.game.dismiss(place)
        log.info("%s is back", member.name)
        self.news.table = True

    def away(self, member: Member, now: float) -> None:
        """The person's connection is lost; they may come back."""
        log.info("%s is away", member.name)
        member.connected = False
        member.away_until = now + self.config.away_time
        self.look_away(member, now)
        self.news.table = True

    def part(self, member: Member, code: str, now: float) -> None:
        """The person is at the table no more: their place is free, or a bot's in a running game."""
        self.vacate(member, now)
        self.seats.forget(member)
        log.info("%s: %s", member.name, code)
        self.news.parted.append((member, code))
        self.news.table = True

    def vacate(self, member: Member, now: float) -> None:
        """The person gives up their place, if they have one: in a running game a bot takes it."""
        place = self.seats.place_of(member)
        if place is not None:
            if self.phase in ("shuffling", "playing"):
                self.seats.seat_bot(place, self.config.filler)
                self.not_asked(place, now)
            else:
                self.seats.clear(place)
        self.look_away(member, now)

    def look_away(self, member: Member, now: float) -> None:
        """The person is not waited for to see a finished trick."""
        if self.game is not None:
            self.game.looked_away(member.number, now)

    def _give_up_waiting(self, member: Member, now: float) -> None:
        """A person does not come back: in a game a bot plays until they do; else the place is another's."""
        member.away_until = None
        place = self.seats.place_of(member)
        if place is not None and self.phase == "playing":
            self.seats.chairs[place].level = self.config.filler
            log.info("a bot plays for %s", member.name)
            self.news.table = True
        else:
            self.part(member, "gone", now)

    # --- Time ---

    def time(self, now: float) -> float:
        """The time for all that is counted here: it stands still while the clocks do."""
        return now if self.stopped_at is None else self.stopped_at

    def settle_clock(self, now: float) -> None:
        """Clocks stand still while the game is paused or nobody is here, and go on from where they stood."""
        if self.game is not None and self.game.clock != self.clock:  # another game, or one brought back
            self.game.set_clock(self.clock, self.time(now))
        stopped = self.paused or not any(member.connected for member in self.seats.members.values())
        if stopped and self.stopped_at is None:
            self.stopped_at = now
        elif not stopped and self.stopped_at is not None:
            self._shift(now - self.stopped_at)
            self.stopped_at = None

    def _shift(self, seconds: float) -> None:
        for member in self.seats.members.values():
            if member.away_until is not None:
                member.away_until += seconds
        if self.shuffle is not None:
            self.shuffle.due += seconds
        if self.game is not None:
            self.game.shift(seconds)

    def tick(self, now: float) -> None:
        """Do what is due: a shuffle that waits no more, people who do not come back, and bots' decisions."""
        if self.stopped_at is not None:
            return
        self.shuffle_on(now)
        for member in list(self.seats.members.values()):
            if member.away_until is not None and now >= member.away_until:
                self._give_up_waiting(member, now)
        game = self.game
        while game is not None and (finished := game.tick(now)) is not None:
            self.moved(game, finished, now)

    def next_time(self) -> float | None:
        """When `tick` has something to do, None if nothing is awaited."""
        if self.stopped_at is not None:
            return None
        times = [t for member in self.seats.members.values() if (t := member.away_until) is not None]
        times += [] if self.shuffle is None else [self.shuffle.due]
        if self.game is not None and (due := self.game.next_time()) is not None:
            times.append(due)
        return min(times, default=None)

    def jobs(self, now: float) -> list[Job]:
        """What bots have to begin to think about."""
        if self.game is None or self.stopped_at is not None:
            return []
        levels = dict.fromkeys(self.game.late(now), self.config.filler)
        levels |= {place: chair.level for place, chair in enumerate(self.seats.chairs) if chair.bot}
        return self.game.jobs(levels, self._entropy, now)

    # --- The shuffle, and the game ---

    def start(self, now: float) -> None:
        """Begin another game with whoever sits here; free places get bots."""
        for place, chair in enumerate(self.seats.chairs):
            if chair.free:
                self.seats.seat_bot(place, self.config.filler)
        if self.config.seed and not self.games:
            self._begin_game(self.config.seed, None, now)
            return
        asked = [None if chair.bot or chair.person is None else chair.person for chair in self.seats.chairs]
        here = [person.number if person is not None and person.connected else None for person in asked]
        self.shuffle = shuffles.begin(self.games + 1, here, self._entropy, now)
        self.news.table = True
        self.shuffle_on(now)

    def not_asked(self, place: int, now: float) -> None:
        """A shuffle does not wait for that place any more."""
        if self.shuffle is not None:
            self.shuffle.dismiss(place)
            self.shuffle_on(now)

    def shuffle_on(self, now: float) -> None:
        """Go on with the shuffle as far as all have answered, or their time is over; then the game begins."""
        shuffle = self.shuffle
        while shuffle is not None and shuffle.go_on(now):
            if shuffle.stage == "done":
                self._begin_game(shuffle.seed(), shuffle, now)

    def _begin_game(self, seed: bytes, fair: Shuffle | None, now: float) -> None:
        self.shuffle, self.fair = None, fair
        self.games += 1
        self.record = self.names = ()
        state = new_game(seed, len(self.seats.chairs), self.options, self.config.deck)
        self.game = Game(self.games, state, self.config.pace, now)
        for place, chair in enumerate(self.seats.chairs):
            if chair.person is not None:
                chair.person.held = (self.games, place)
        log.info("game %d begins with %d players", self.games, state.players)
        self.keep_unwatched(now)
        self.news.begun = self.news.table = True

    def keep_unwatched(self, now: float) -> None:
        """Where nobody may watch, a game is seen by its players and the host alone."""
        for other in list(self.seats.members.values()):
            onlooker = self.seats.place_of(other) is None and other is not self.host()
            if onlooker and not self.watching and (other.watch or self.phase == "playing"):
                self.part(other, "no_watching", now)

    def moved(self, game: Game, finished: bool, now: float) -> None:
        """A decision has been made."""
        if finished:
            game.rest(self._onlookers(), now)
        if game.state.over:
            self.names = tuple(chair.name for chair in self.seats.chairs)
            self.record = game.record(self.names)
            for member in self.seats.members.values():
                member.ready = False
            log.info("game %d is over", game.number)
        self.news.moved = True

    def _onlookers(self) -> list[int]:
        """Who is waited for to see a finished trick: the players who are here, else the watchers."""
        here = [member for member in self.seats.members.values() if member.connected]
        seated = self.seats.seated()
        return [member.number for member in here if member.number in seated] or [member.number for member in here]

    # --- As others see it ---

    def table(self, now: float, locked: bool = False) -> m.Table:
        """Everything about the table but the game on it; whether it is `locked`, its door knows."""
        host = self.host()
        return m.Table(
            name=self.config.name,
            players=len(self.seats.chairs),
            places=self.seats.places(self.time(now)),
            others=self.seats.others(),
            host=None if host is None else host.number,
            options=self.options,
            deck=self.config.deck.name,
            phase=self.phase,
            paused=self.paused,
            clock=self.clock,
            left=self._left(self.time(now)),
            locked=locked,
            watching=self.watching,
            game=self.games,
            levels=LEVELS,
        )

    def _left(self, now: float) -> int:
        """Milliseconds before a bot makes the decision that a person owes."""
        deadline = None if self.game is None else self.game.deadline()
        if self.game is None or deadline is None or all(self.seats.chairs[place].bot for place in self.game.owing()):
            return 0
        return round(max(0.0, deadline - now) * 1000)
