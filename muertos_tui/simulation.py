"""Bots play whole games with nobody looking on: for measuring, and for records to learn from."""

import hmac
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import click

from engine.actions import Ask
from engine.bots import choose
from engine.deck import Deck
from engine.events import GameEnded
from engine.options import Options
from engine.record import dumps, lines
from engine.rules import apply, legal_actions, new_game
from engine.views import view
from muertos_tui.i18n import _, ngettext

SEED_BYTES: Final = 32
CHUNK: Final = 2  # games handed to a process at a time: what Ctrl+C has to wait for
AHEAD: Final = 4  # chunks a process is given ahead, so that it never waits and little is kept in memory
WORTH_A_PROCESS: Final = 50  # games; for fewer, starting the process takes longer than it saves


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played. Player i's bot is of level `levels[i % len(levels)]`."""

    games: int
    players: int
    levels: tuple[str, ...]
    options: Options
    deck: Deck
    seed: bytes

    def names(self) -> tuple[str, ...]:
        """The players of a record."""
        return tuple(f"{level} {player + 1}" for player, level in enumerate(self.seated()))

    def seated(self) -> tuple[str, ...]:
        """The level of each player."""
        return tuple(self.levels[player % len(self.levels)] for player in range(self.players))


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of a game: the first game has the seed itself, so that one game can be played again by its record."""
    return seed if number == 0 else hmac.digest(seed, b"muertos simulate game %d" % number, "sha256")


class Outcome(NamedTuple):
    """A finished game: its end, the decisions it took, and the text of its record if that was wanted."""

    end: GameEnded
    decisions: int
    record: str


def play_game(simulation: Simulation, number: int, recorded: bool = False) -> Outcome:
    """One game to its end."""
    seed = game_seed(simulation.seed, number)
    state = new_game(seed, simulation.players, simulation.options, simulation.deck)
    levels = simulation.seated()
    # The bots' own chance: what they draw must say nothing about the cards.
    chance = hmac.digest(seed, b"muertos simulate bots", "sha256")
    decisions = 0
    while not state.over:
        seat = state.owing[0]
        actions = legal_actions(state, seat)
        action = actions[0]
        if len(actions) > 1 or isinstance(action, Ask):  # else there is nothing to choose, and no bot need look
            player = state.control[seat]
            action = choose(view(state, player), levels[player], chance + decisions.to_bytes(4, "big")).action
        apply(state, action)
        decisions += 1
    end = state.log[-1]
    assert isinstance(end, GameEnded)
    return Outcome(end, decisions, dumps(lines(state, simulation.names())) if recorded else "")


def _play_chunk(simulation: Simulation, numbers: range, recorded: bool) -> list[Outcome]:
    return [play_game(simulation, number, recorded) for number in numbers]


def outcomes(simulation: Simulation, recorded: bool = False) -> Iterator[Outcome]:
    """All games, in order; many games are played on all processors."""
    chunks = (range(first, min(first + CHUNK, simulation.games)) for first in range(0, simulation.games, CHUNK))
    workers = min(_processors(), simulation.games // WORTH_A_PROCESS)
    if workers < 2:
        for chunk in chunks:
            yield from _play_chunk(simulation, chunk, recorded)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        pending = deque[Future[list[Outcome]]]()
        for chunk in chunks:
            pending.append(pool.submit(_play_chunk, simulation, chunk, recorded))
            if len(pending) > workers * AHEAD:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    finally:  # also when the reader of our output has gone, or Ctrl+C came
        pool.shutdown(cancel_futures=True)


def _processors() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(slots=True)
class Summary:
    """What came out. By player; a shared win counts for each who shares it."""

    games: int
    shared: int
    wins: list[int]
    points: list[int]
    decisions: int
    seconds: float


def simulate(simulation: Simulation, write: Callable[[str], object] | None = None) -> Summary:
    """Play the games; `write` is handed the record of each as it ends."""
    begin = time.perf_counter()
    summary = Summary(0, 0, [0] * simulation.players, [0] * simulation.players, 0, 0.0)
    for outcome in outcomes(simulation, write is not None):
        if write:
            write(outcome.record)
        _count(summary, outcome)
    summary.seconds = time.perf_counter() - begin
    return summary


def _count(summary: Summary, outcome: Outcome) -> None:
    summary.games += 1
    summary.decisions += outcome.decisions
    summary.shared += len(outcome.end.winners) > (2 if len(summary.wins) == 4 else 1)
    for player, score in enumerate(outcome.end.totals):
        summary.points[player] += score.points
    for player in outcome.end.winners:
        summary.wins[player] += 1


def run(simulation: Simulation, record: str | None) -> None:
    """Play, write the records, and print a summary. A record on the output sends the summary to stderr."""
    with _writer(record) as write:
        summary = simulate(simulation, write)
    for line in report(simulation, summary):
        click.echo(line, err=record == "-")


@contextmanager
def _writer(record: str | None) -> Iterator[Callable[[str], object] | None]:
    with ExitStack() as stack:
        file: BinaryIO
        if record is None:
            yield None
            return
        if record == "-":
            file = sys.stdout.buffer
        else:
            file = stack.enter_context(Path(record).open("wb"))
        yield lambda text: file.write(text.encode())
        file.flush()  # here, where a full disk or a reader that has gone is still told


def report(simulation: Simulation, summary: Summary) -> Iterator[str]:
    """The summary in words."""
    speed = round(summary.decisions / summary.seconds) if summary.seconds else 0
    said = ngettext(
        "{games} game, {decisions} decisions, {speed} a second",
        "{games} games, {decisions} decisions, {speed} a second",
        summary.games,
    )
    yield said.format(games=summary.games, decisions=summary.decisions, speed=speed)
    for player, level in enumerate(simulation.seated()):
        yield _("player {number} ({level}): won {wins}, {points} points a game").format(
            number=player + 1,
            level=level,
            wins=summary.wins[player],
            points=f"{summary.points[player] / summary.games:.2f}",
        )
    if summary.shared:
        yield ngettext("{count} win was shared", "{count} wins were shared", summary.shared).format(
            count=summary.shared
        )
    yield _("seed {seed}").format(seed=simulation.seed.hex())
