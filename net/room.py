"""One table as people use it: the lobby, the game on it, its clocks, and every request there is.

Nothing here knows connections. A request that cannot be met raises Refusal or RuleError and changes nothing. What
others have to be told afterwards is collected in `news`.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

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
            self._seat(member, place)
        log.info("%s joined as person %d, %s", member.name, member.number, "watching" if place is None else "seated")
        self.news.table = True
        return member

    def _seat(self, member: Member, place: int) -> None:
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
        self._look_away(member, now)
        self.news.table = True

    def part(self, member: Member, code: str, now: float) -> None:
        """The person is at the table no more: their place is free, or a bot's in a running game."""
        self._vacate(member, now)
        self.seats.forget(member)
        log.info("%s: %s", member.name, code)
        self.news.parted.append((member, code))
        self.news.table = True

    def _vacate(self, member: Member, now: float) -> None:
        place = self.seats.place_of(member)
        if place is not None:
            if self.phase in ("shuffling", "playing"):
                self.seats.seat_bot(place, self.config.filler)
                self._not_asked(place, now)
            else:
                self.seats.clear(place)
        self._look_away(member, now)

    def _look_away(self, member: Member, now: float) -> None:
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

    def settle_clock(self, now: float) -> None:
        """Clocks stand still while the game is paused or nobody is here, and go on from where they stood."""
        if self.game is not None and self.game.clock != self.clock:  # another game, or one brought back
            self.game.set_clock(self.clock, now if self.stopped_at is None else self.stopped_at)
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
        self._shuffle_on(now)
        for member in list(self.seats.members.values()):
            if member.away_until is not None and now >= member.away_until:
                self._give_up_waiting(member, now)
        game = self.game
        while game is not None and (finished := game.tick(now)) is not None:
            self._moved(game, finished, now)

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

    # --- Requests of anyone ---

    def request(self, member: Member, message: m.Message, now: float) -> None:
        """Do what the person asks. Raises Refusal or RuleError, and nothing has changed."""
        self._requests[type(message)](self, member, message, now)

    def _sit(self, member: Member, sit: m.Sit, now: float) -> None:
        if self.phase == "shuffling":
            raise Refusal("in_game")
        if self.phase == "playing":
            if self.seats.place_of(member) is not None:
                raise Refusal("in_game")
            if member.held is not None and member.held[0] == self.games and member.held[1] != sit.place:
                raise Refusal("seen_other_hand", place=member.held[1])
        self._seat(member, sit.place)
        self.news.anew.add(member)
        self.news.table = True

    def _stand(self, member: Member, stand: m.Stand, now: float) -> None:
        self._place_of(member)
        if self.phase == "playing" and not self.watching:
            raise Refusal("no_watching")
        self._vacate(member, now)
        self.news.anew.add(member)
        self.news.table = True

    def _ready(self, member: Member, ready: m.Ready, now: float) -> None:
        self._between_games()
        self._place_of(member)
        member.ready = ready.ready
        self.news.table = True

    def _act(self, member: Member, act: m.Act, now: float) -> None:
        if self.game is None:
            raise Refusal("no_game")
        place = self._place_of(member)
        if self.paused:
            raise Refusal("paused")
        finished = self.game.act(place, act.number, act.action, now)
        self.game.looked_away(member.number, now)
        self._moved(self.game, finished, now)

    def _seen(self, member: Member, seen: m.Seen, now: float) -> None:
        if self.game is not None:
            self.game.seen(member.number, seen.day, seen.trick, now)

    def _leave(self, member: Member, leave: m.Leave, now: float) -> None:
        self.part(member, "left", now)

    def _place_of(self, member: Member) -> int:
        place = self.seats.place_of(member)
        if place is None:
            raise Refusal("not_seated")
        return place

    # --- Requests of the host ---

    def _start(self, member: Member, start: m.Start, now: float) -> None:
        self._host_only(member)
        self._between_games()
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
        self._shuffle_on(now)

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
        self._keep_unwatched(now)
        self.news.begun = self.news.table = True

    # --- The shuffle ---

    def _commit(self, member: Member, commit: m.Commit, now: float) -> None:
        self._shuffling(commit.game).promise(member.number, bytes.fromhex(commit.commitment))
        self._shuffle_on(now)

    def _reveal(self, member: Member, reveal: m.Reveal, now: float) -> None:
        self._shuffling(reveal.game).show(member.number, bytes.fromhex(reveal.nonce))
        self._shuffle_on(now)

    def _shuffling(self, game: int) -> Shuffle:
        if self.shuffle is None or self.shuffle.game != game:
            raise Refusal("no_shuffle")
        return self.shuffle

    def _not_asked(self, place: int, now: float) -> None:
        if self.shuffle is not None:
            self.shuffle.dismiss(place)
            self._shuffle_on(now)

    def _shuffle_on(self, now: float) -> None:
        """Go on with the shuffle as far as all have answered, or their time is over; then the game begins."""
        shuffle = self.shuffle
        while shuffle is not None and shuffle.go_on(now):
            if shuffle.stage == "done":
                self._begin_game(shuffle.seed(), shuffle, now)

    # --- More requests of the host ---

    def _seat_bot(self, member: Member, bot: m.SeatBot, now: float) -> None:
        self._host_only(member)
        self._unseated(self.seats.seat_bot(bot.place, bot.level), now)
        if self.game is not None:
            self.game.dismiss(bot.place)
        self._not_asked(bot.place, now)
        self._keep_unwatched(now)
        self.news.table = True

    def _clear(self, member: Member, clear: m.Clear, now: float) -> None:
        self._host_only(member)
        self._between_games()
        self._unseated(self.seats.clear(clear.place), now)
        self.news.table = True

    def _exchange(self, member: Member, exchange: m.Exchange, now: float) -> None:
        self._host_only(member)
        self._between_games()
        self.seats.exchange(exchange.a, exchange.b)
        self.news.table = True

    def _remove(self, member: Member, remove: m.Remove, now: float) -> None:
        self._host_only(member)
        out = self.seats.members.get(remove.person)
        if out is None or out is member:
            raise Refusal("no_person")
        self.part(out, "removed", now)

    def _set_options(self, member: Member, change: m.SetOptions, now: float) -> None:
        self._host_only(member)
        self._between_games()
        if change.options.spoken_questions:
            raise Refusal("spoken_off")
        self.options = change.options
        self.news.table = True

    def _set_players(self, member: Member, change: m.SetPlayers, now: float) -> None:
        self._host_only(member)
        self._between_games()
        for out in self.seats.resize(change.players):
            self._unseated(out, now)
        self.news.table = True

    def _set_clock(self, member: Member, change: m.SetClock, now: float) -> None:
        self._host_only(member)
        if 0 < change.seconds < limits.SHORTEST_CLOCK:
            raise Refusal("bad_clock", least=limits.SHORTEST_CLOCK)
        self.clock = change.seconds
        if self.game is not None:
            self.game.set_clock(change.seconds, now if self.stopped_at is None else self.stopped_at)
        self.news.table = True

    def _pause(self, member: Member, pause: m.Pause, now: float) -> None:
        self._host_only(member)
        self.paused = pause.paused
        self.news.table = True

    def _watching(self, member: Member, change: m.Watching, now: float) -> None:
        self._host_only(member)
        self.watching = change.allowed
        self._keep_unwatched(now)
        self.news.table = True

    def _keep_unwatched(self, now: float) -> None:
        """Where nobody may watch, a game is seen by its players and the host alone."""
        for other in list(self.seats.members.values()):
            onlooker = self.seats.place_of(other) is None and other is not self.host()
            if onlooker and not self.watching and (other.watch or self.phase == "playing"):
                self.part(other, "no_watching", now)

    def _close(self, member: Member, close: m.Close, now: float) -> None:
        if not member.key:  # who merely stands in for an absent host may not end what others use
            raise Refusal("host_only")
        log.info("%s closes the table", member.name)
        self.news.ended = "closed"

    def _host_only(self, member: Member) -> None:
        if member is not self.host():
            raise Refusal("host_only")

    def _between_games(self) -> None:
        if self.phase in ("shuffling", "playing"):
            raise Refusal("in_game")

    def _unseated(self, member: Member | None, now: float) -> None:
        """The host took the person's place from them; who is not even here is not waited for without end."""
        if member is None:
            return
        self._look_away(member, now)
        self.news.anew.add(member)
        if not member.connected and member.away_until is None:
            member.away_until = now + self.config.away_time

    _requests: Final[dict[type, Callable[..., Any]]] = {
        m.Sit: _sit,
        m.Stand: _stand,
        m.Ready: _ready,
        m.Act: _act,
        m.Seen: _seen,
        m.Commit: _commit,
        m.Reveal: _reveal,
        m.Leave: _leave,
        m.Start: _start,
        m.SeatBot: _seat_bot,
        m.Clear: _clear,
        m.Exchange: _exchange,
        m.Remove: _remove,
        m.SetOptions: _set_options,
        m.SetPlayers: _set_players,
        m.SetClock: _set_clock,
        m.Pause: _pause,
        m.Watching: _watching,
        m.Close: _close,
    }

    # --- The game ---

    def _moved(self, game: Game, finished: bool, now: float) -> None:
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
            places=self.seats.places(now if self.stopped_at is None else self.stopped_at),
            others=self.seats.others(),
            host=None if host is None else host.number,
            options=self.options,
            deck=self.config.deck.name,
            phase=self.phase,
            paused=self.paused,
            clock=self.clock,
            left=self._left(now if self.stopped_at is None else self.stopped_at),
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
