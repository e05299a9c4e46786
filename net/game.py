"""A game on the table: decisions of people and bots, and the pace at which bots make theirs.

Nothing here knows connections. A bot is a level and its own View; it never sees the state. Thinking happens outside:
`jobs` says what is to be thought about, `chosen` takes the answer, `tick` plays it when its time has come.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Final

from msgspec import Struct

from engine import record, rules
from engine.actions import Action
from engine.bots import choose
from engine.errors import RuleError
from engine.events import TrickWon
from engine.state import State
from engine.views import View, view
from net import limits
from net.seats import Refusal

log = logging.getLogger(__name__)


class Pace(Struct, frozen=True):
    """How long bots take so that people can follow, in seconds; all zero where nobody looks on."""

    bot_delay: float = limits.BOT_DELAY
    trick_pause: float = limits.TRICK_PAUSE
    bot_patience: float = limits.BOT_PATIENCE


AT_ONCE: Final = Pace(0.0, 0.0)


class Job(Struct, frozen=True):
    """Something for a bot to think about. `serial` tells its answer from those that come too late."""

    serial: int
    player: int
    level: str
    view: View
    seed: bytes


@dataclass(eq=False, slots=True)
class _Thought:
    """A job under way, and the answer once there is one."""

    job: Job
    number: int  # the decision thought about
    late: float  # when it is replaced if there is no answer
    action: Action | None = None
    failed: bool = False


@dataclass(eq=False, slots=True)
class Game:
    """One game, from the first deal to the final score."""

    number: int
    state: State
    pace: Pace
    moved_at: float
    clock: float = 0.0  # seconds that a person has for a decision, 0 for as long as it takes
    last_trick: tuple[int, int] | None = None  # day and number of the one finished last
    rest_until: float = 0.0
    resting: set[int] = field(default_factory=set)  # people who have yet to see the finished trick
    actions: list[Action] = field(default_factory=list)  # all decisions made
    _asked_at: float = -inf  # when the decision that is owed came up: both sides of a Swap at once
    _late: int = -1  # the decision that took longer than the clock allows
    _thoughts: dict[int, _Thought] = field(default_factory=dict)  # by player
    _serial: int = 0

    # --- Decisions ---

    def act(self, player: int, number: int, action: Action, now: float) -> bool:
        """A person's decision; whether it finished a trick. Raises Refusal or RuleError, and nothing has changed."""
        if number != self.state.decision:
            raise Refusal("too_late", number=self.state.decision)
        if self.state.control[action.seat] != player:
            raise Refusal("not_yours")
        return self._apply(action, now)

    def _apply(self, action: Action, now: float) -> bool:
        before, trick = len(self.state.log), (self.state.day, self.state.trick_number)
        player, number = self.state.control[action.seat], self.state.decision
        rules.apply(self.state, action)
        self.actions.append(action)
        self._thoughts.pop(player, None)  # the other side of a Swap has the same number
        if self.state.decision != number:
            self._asked_at = now
        self.moved_at = now
        finished = any(isinstance(event, TrickWon) for event in self.state.log[before:])
        if finished:
            self.last_trick = trick
        return finished

    def owing(self) -> set[int]:
        """The players who owe a decision, for their own hand or the table's."""
        return {self.state.control[seat] for seat in self.state.owing}

    # --- The clock ---

    def deadline(self) -> float | None:
        """Until when a person may decide, None if there is no limit or nothing to decide."""
        if not self.clock or not self.state.owing:
            return None
        return max(self._asked_at, self.rest_until) + self.clock

    def set_clock(self, seconds: float, now: float) -> None:
        """So much for each decision; that which is owed now has all of it from now on."""
        self.clock, self._asked_at, self._late = seconds, now, -1

    def late(self, now: float) -> set[int]:
        """The players whose time is over: a bot decides, this once."""
        deadline = self.deadline()
        if deadline is None or now < deadline:
            return set()
        self._late = self.state.decision
        return self.owing()

    # --- The finished trick ---

    def rest(self, people: Iterable[int], now: float) -> None:
        """Let these people see the finished trick before bots go on."""
        if self.pace.trick_pause:
            self.resting = set(people)
            self.rest_until = now + self.pace.trick_pause

    def seen(self, person: int, day: int, trick: int, now: float) -> None:
        """The person has seen that trick, if it is the one."""
        if (day, trick) == self.last_trick:
            self.looked_away(person, now)

    def looked_away(self, person: int, now: float) -> None:
        """The person need not be waited for; when none is left to wait for, the rest ends."""
        if person in self.resting:
            self.resting.discard(person)
            if not self.resting:
                self.rest_until = now

    def shift(self, seconds: float) -> None:
        """All clocks stood still for so long."""
        self.moved_at += seconds
        self._asked_at += seconds
        self.rest_until += seconds
        for thought in self._thoughts.values():
            thought.late += seconds

    # --- Bots ---

    def jobs(self, levels: dict[int, str], entropy: Callable[[int], bytes], now: float) -> list[Job]:
        """What bots have to begin to think about now; `levels` are those of the players for whom bots decide."""
        begun = []
        self._forget_stale()
        for player in sorted(self.owing().intersection(levels).difference(self._thoughts)):
            self._serial += 1
            job = Job(self._serial, player, levels[player], view(self.state, player), entropy(32))
            late = max(self._due(), now) + self.pace.bot_patience
            self._thoughts[player] = _Thought(job, self.state.decision, late)
            begun.append(job)
        return begun

    def chosen(self, job: Job, action: Action | None) -> None:
        """A bot's answer, None if it failed. One that comes too late is not looked at."""
        thought = self._thoughts.get(job.player)
        if thought is not None and thought.job.serial == job.serial:
            thought.action, thought.failed = action, action is None

    def dismiss(self, player: int) -> None:
        """The bot that thought for this player does not decide any more."""
        self._thoughts.pop(player, None)

    def next_time(self) -> float | None:
        """When `tick` has something to do, or a person's time is over; None if nothing of that will be."""
        deadline = self.deadline()
        times = [] if deadline is None or self._late == self.state.decision else [deadline]
        times += [
            self._due() if thought.action is not None or thought.failed else thought.late
            for thought in self._thoughts.values()
        ]
        return min(times, default=None)

    def tick(self, now: float) -> bool | None:
        """Play one bot's decision that is due; whether it finished a trick, None if none was due."""
        self._forget_stale()
        self.late(now)
        for player, thought in sorted(self._thoughts.items()):
            if now >= (self._due() if thought.action is not None or thought.failed else thought.late):
                del self._thoughts[player]
                return self._play(thought, now)
        return None

    def _forget_stale(self) -> None:
        """What was thought about a decision that has been made is of no use."""
        for player in [p for p, thought in self._thoughts.items() if thought.number != self.state.decision]:
            del self._thoughts[player]

    def _due(self) -> float:
        return max(self.moved_at + self.pace.bot_delay, self.rest_until)

    def _play(self, thought: _Thought, now: float) -> bool:
        """Play what the bot chose; an easy bot's choice if it gave none, or one that the rules refuse."""
        job, action = thought.job, thought.action
        if action is not None and self.state.control[action.seat] == job.player:
            try:
                return self._apply(action, now)
            except RuleError as fault:
                log.error("bot %s chose against the rules: %s", job.level, fault.code)
        else:
            log.error("bot %s gave no choice of its own in time", job.level)
        return self._apply(choose(view(self.state, job.player), "easy", job.seed).action, now)

    # --- Its record ---

    def record(self, names: Iterable[str]) -> tuple[str, ...]:
        """The lines of the finished game (R31)."""
        lines = record.lines(self.state, list(names))
        return tuple(record.dumps([line]).rstrip("\n") for line in lines)
