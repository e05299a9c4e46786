"""A table in the tests' own process: the authority itself, without a wire, for as many people as a test needs."""

import asyncio
import os
from collections.abc import Callable

from msgspec.structs import replace

from engine.actions import Action, Ask
from engine.bots import choose
from engine.questions import Question
from engine.views import View
from muertos_tui.link import LinkEnded, Tell, Told
from muertos_tui.startup import Connect
from net import messages as m
from net.authority import Authority
from net.door import By
from net.game import AT_ONCE, Job
from net.room import TableConfig
from net.witness import Witness

KEY = "the host's key"
CONNECT = Connect(("127.0.0.1",), 11102, key=KEY, table="Ana's table", own=True, invite=("192.168.1.5",))
GUEST = Connect(("127.0.0.1",), 11102, table="Ana's table")


class LocalTable:
    """Everything happens at once: bots think and play before a request returns."""

    def __init__(self, players: int = 4, bots: tuple[str, ...] = ()) -> None:
        config = TableConfig("Ana's table", players=players, bots=bots, key=KEY, pace=AT_ONCE)
        self.authority = Authority(config, os.urandom, 0.0)
        self.now = 0.0
        self.silent = False  # as a host that is reached and says nothing
        self.dead = False  # as a host that cannot be reached
        self._heard: dict[int, Callable[[m.ToPeer], None]] = {}
        self._witnesses: dict[int, Witness] = {}

    def enter(self, message: m.Join | m.Resume, heard: Callable[[m.ToPeer], None], by: By = "") -> int:
        """Come in, as who has shown what; `heard` is called with all that this person is told."""
        connection = len(self._heard) + 1
        self.authority.door.vouch(connection, by)
        self._heard[connection] = heard
        self._witnesses[connection] = Witness(os.urandom)
        self.authority.enter(connection, message, self.now)
        self.settle()
        return connection

    def say(self, connection: int, message: m.ToTable) -> None:
        """Ask something of the table."""
        self.authority.receive(connection, message, self.now)
        self.settle()

    def settle(self) -> None:
        """Let bots play until a person is asked, and tell everyone."""
        self._tell()
        while jobs := self.authority.jobs(self.now):
            for job in jobs:
                self.authority.chosen(job, choose_for(job), self.now)
            self._tell()
            self.now += 1.0
            self.authority.tick(self.now)
            self._tell()

    def _tell(self) -> None:
        """Tell everyone; of the shuffle their peers alone, which answer by themselves."""
        while waiting := self.authority.waiting():
            for connection in waiting:
                for message in self.authority.pull(connection, self.now):
                    if not isinstance(message, m.Shuffle | m.Commitments | m.Nonces):
                        self._heard[connection](message)
                    for answer in self._witnesses[connection].hear(message):
                        self.authority.receive(connection, answer, self.now)


def choose_for(job: Job) -> Action:
    """What a bot decides."""
    return choose(job.view, job.level, job.seed).action


def decided(view: View) -> Action:
    """Any decision that the view's player may make."""
    action = view.actions[0]
    return replace(action, question=Question("count")) if isinstance(action, Ask) else action


class LocalLink:
    """A link to a LocalTable."""

    def __init__(self, table: LocalTable, connect: Connect, name: str) -> None:
        self._table = table
        self._join = m.Join(name, connect.watch)
        self._by: By = "key" if connect.key else ""
        self._connection = 0
        self._news: asyncio.Queue[m.ToPeer] = asyncio.Queue()
        self._shown: m.Shown | None = None
        self._table_told: m.Table | None = None
        self.said: list[m.ToTable] = []

    @property
    def table(self) -> m.Table:
        """The newest table that was told."""
        assert self._table_told is not None
        return self._table_told

    @property
    def view(self) -> View:
        """The newest view that was told, on the screen or not."""
        assert self._shown is not None
        return self._shown.view

    def send(self, message: m.ToTable) -> bool:
        """Say something to the table."""
        self.said.append(message)
        self._table.say(self._connection, message)
        return True

    def tell(self, message: m.ToPeer) -> None:
        """The table says something."""
        if isinstance(message, m.Shown):
            self._shown = message
        if isinstance(message, m.Shown | m.Lobby):
            self._table_told = message.table
        self._news.put_nowait(message)

    async def run(self, tell: Tell) -> None:
        """Join, and pass on what is told until the table says goodbye."""
        if self._table.dead:
            tell(LinkEnded("unreachable", {}))
            return
        if not self._table.silent:
            self._connection = self._table.enter(self._join, self.tell, self._by)
        while True:
            message = await self._news.get()
            if isinstance(message, m.Bye):
                tell(LinkEnded(message.code, dict(message.facts)))
                return
            tell(Told(message))
