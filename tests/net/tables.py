"""Tables without sockets for tests: a clock one can set, people by name, and whole games."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from engine.bots import choose
from engine.options import Options
from engine.state import State
from net import messages as m
from net.authority import Authority
from net.game import AT_ONCE, Game, Pace
from net.messages import Message, ToPeer
from net.room import TableConfig
from net.witness import Witness
from tests.engine.play import OPTION_SETS

PACED = Pace(bot_delay=0.7, trick_pause=4.0, bot_patience=2.0)
ALL = Options(ask_chips=True, optional_swap=True)

T = TypeVar("T", bound=ToPeer)


class Desk:
    """An authority, its clock, and what each connection was told."""

    def __init__(self, config: TableConfig | None = None, seed: int = 1) -> None:
        self.now = 1000.0
        self.rng = Random(seed)
        self.config = config or TableConfig("Ana's table", pace=AT_ONCE, filler="easy", key="secret")
        self.authority = Authority(self.config, self.rng.randbytes, self.now)
        self.told: dict[int, list[ToPeer]] = {}
        self.shuffles: dict[int, list[ToPeer]] = {}  # what was told of the shuffle, which every peer answers by itself
        self.witnesses: dict[int, Witness] = {}
        self.answering = True
        self._last = 0

    # --- people ---

    def join(self, name: str, watch: bool = False, key: str = "") -> int:
        """A new person over a new connection."""
        if key:
            assert key == self.config.key
            self.authority.door.vouch(self._last + 1, "key")
        return self.enter(m.Join(name, watch))

    def enter(self, message: m.Join | m.Resume) -> int:
        """Whoever comes in over a new connection."""
        self._last += 1
        self.told[self._last] = []
        self.shuffles[self._last] = []
        self.witnesses[self._last] = Witness(self.rng.randbytes)
        self.authority.enter(self._last, message, self.now)
        self.deliver()
        return self._last

    def say(self, connection: int, message: Message) -> list[ToPeer]:
        """A request; what that connection is told in answer."""
        before = len(self.told[connection])
        self.authority.receive(connection, message, self.now)
        self.deliver()
        return self.told[connection][before:]

    def refused(self, connection: int, message: Message) -> str:
        """The code that the request is refused with; nothing may have changed."""
        before = self.digest()
        (answer,) = self.say(connection, message)
        assert isinstance(answer, m.Rejected), answer
        assert answer.request == type(message).__struct_config__.tag
        assert self.digest() == before
        return answer.code

    def lose(self, connection: int) -> None:
        """The connection breaks."""
        self.authority.lost(connection, self.now)
        self.deliver()

    def wait(self, seconds: float) -> None:
        """Time goes by, tick by tick as the table asks for it; bots do not think."""
        end = self.now + seconds
        while (due := self.authority.next_time()) is not None and due <= end:
            self.now = max(self.now, due)
            self.authority.tick(self.now)
            self.deliver()
            if self.authority.next_time() == due and self.authority.ended:
                break
        self.now = end
        self.authority.tick(self.now)
        self.deliver()

    def deliver(self, to: Iterable[int] | None = None) -> None:
        """Tell everyone (or only some) what waits for them."""
        answers: list[tuple[int, Message]] = []
        for connection in self.authority.waiting():
            if to is None or connection in to:
                for message in self.authority.pull(connection, self.now):
                    of_shuffle = isinstance(message, m.Shuffle | m.Commitments | m.Nonces)
                    (self.shuffles if of_shuffle else self.told)[connection].append(message)
                    answers += [(connection, answer) for answer in self.witnesses[connection].hear(message)]
        for connection, answer in answers if self.answering else ():
            self.authority.receive(connection, answer, self.now)
        if answers and self.answering:
            self.deliver(to)

    # --- what they know ---

    def last(self, connection: int, kind: type[T]) -> T:
        """The newest message of that kind that the connection was told."""
        return next(message for message in reversed(self.told[connection]) if isinstance(message, kind))

    def table(self) -> m.Table:
        """The table as anyone sees it."""
        return self.authority.room.table(self.now)

    def places(self) -> list[str]:
        """The state of each place."""
        return [place.state for place in self.table().places]

    def ended(self) -> str:
        """Why the table is over, "" if it is not."""
        return self.authority.ended

    def token(self, connection: int) -> str:
        """The secret this connection was welcomed with."""
        return self.last(connection, m.Welcome).token

    def person(self, connection: int) -> int:
        """The number this connection's person goes by."""
        return self.last(connection, m.Welcome).person

    def digest(self) -> str:
        """Of the game, "" if there is none."""
        game = self.authority.room.game
        return "" if game is None else game.state.digest()

    # --- play ---

    def think(self, level: str = "easy") -> int:
        """Let every bot that has something to think about answer; how many did."""
        jobs = self.authority.jobs(self.now)
        for job in jobs:
            self.authority.chosen(job, choose(job.view, level, job.seed).action, self.now)
        self.deliver()
        return len(jobs)

    def act(self, connection: int) -> bool:
        """Decide something legal for a person, if they owe a decision."""
        shown = self.last(connection, m.Shown)
        if not shown.view.actions:
            return False
        action = choose(shown.view, "easy", self.rng.randbytes(8)).action
        answers = self.say(connection, m.Act(shown.view.number, action))
        assert not any(isinstance(answer, m.Rejected) for answer in answers), answers
        return True

    def step(self, people: Iterable[int]) -> None:
        """One decision, or one each: of bots, else of people; else time goes by."""
        if self.think():
            return
        if not any(self.act(connection) for connection in people):
            due = self.authority.next_time()
            assert due is not None, "nobody owes anything and nothing is awaited"
            self.wait(max(0.0, due - self.now))

    def play(self, people: Iterable[int]) -> None:
        """Play to the end."""
        people = list(people)
        while self.table().phase == "playing":
            self.step(people)


def started(
    players: int = 4, people: int = 1, options: Options | None = None, pace: Pace = AT_ONCE
) -> tuple[Desk, list[int]]:
    """A game that has begun, with so many people and bots at the other places."""
    config = TableConfig("T", players, options=options or Options(), pace=pace, filler="easy", key="secret")
    desk = Desk(config)
    connections = [
        desk.join("Ana", key="secret"),
        *(desk.join(name) for name in ("Beto", "Caro", "Dani")[: people - 1]),
    ]
    assert desk.say(connections[0], m.Start())
    return desk, connections


def game_of(desk: Desk) -> Game:
    game = desk.authority.room.game
    assert game is not None
    return game


def state_of(desk: Desk) -> State:
    return game_of(desk).state


def until(desk: Desk, people: list[int], kind: str) -> bool:
    """Play on until a decision of that sort is owed; False if the game ends before."""
    while desk.table().phase == "playing":
        if state_of(desk).phase == kind:
            return True
        desk.step(people)
    return False


def game_at(kind: str, players: int = 4, people: int = 4) -> tuple[Desk, list[int]]:
    """A game in which a decision of that sort is owed; every decision is a person's if there are enough people."""
    while True:
        desk, connections = started(players, people, ALL)
        if until(desk, connections, kind):
            return desk, connections


def shown_messages(games: int = 8) -> list[m.Shown]:
    """Every message with a view in whole games, three and four players, all options."""
    found: list[m.Shown] = []
    settings = [(players, options) for players in (4, 3) for options in OPTION_SETS]
    for players, options in settings[:games]:
        desk, people = started(players, 2, options)
        desk.play(people)
        found += [message for told in desk.told.values() for message in told if isinstance(message, m.Shown)]
    return found
