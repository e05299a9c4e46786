"""Bots against bots on the same deals with the sides exchanged, to tell how much stronger a level is than another."""

import hmac
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import click

from engine.bots import LEVELS, Choice, choose
from engine.chance import Stream
from engine.deck import Deck
from engine.events import GameEnded, Score
from engine.notation import action_text
from engine.options import Options
from engine.rules import apply, new_game
from engine.state import State
from engine.views import view
from muertos_tui.i18n import _

CHEAT: Final = "cheat"  # sees all cards: in the arena only, never at a table
FIGHTERS: Final = (*LEVELS, CHEAT)
_SURE: Final = 1.96  # standard errors to either side: 95 of 100 such intervals hold the true value
_LATE: Final = 0.95
# Who sits where in the games of a deal: 0 is the first level, 1 the second. Of three, each is alone in each place.
SEATINGS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    4: ((0, 1, 0, 1), (1, 0, 1, 0)),
    3: ((0, 1, 1), (1, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 0, 1)),
}


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played: as many deals, each in all seatings."""

    levels: tuple[str, str]
    deals: int
    players: int
    options: Options
    deck: Deck
    seed: bytes


@dataclass(slots=True)
class Tally:
    """What came out for the first level; `margins` are its points above the other's, a game on average, by deal."""

    games: int = 0
    won: int = 0
    lost: int = 0
    margins: list[float] = field(default_factory=list)
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def decided(self) -> int:
        """The games that one of the levels won alone."""
        return self.won + self.lost


Watcher = Callable[[str, Choice], None]  # told every decision: the level that made it, and what it chose


def fight(match: Match, watch: Watcher | None = None) -> Iterator[Tally]:
    """Play the match; the tally so far after every deal."""
    tally = Tally()
    for number in range(match.deals):
        seed = hmac.digest(match.seed, b"muertos arena deal %d" % number, "sha256")
        margins = [_game(match, seed, seating, tally, watch) for seating in SEATINGS[match.players]]
        tally.margins.append(sum(margins) / len(margins))
        yield tally


def _game(match: Match, seed: bytes, seating: tuple[int, ...], tally: Tally, watch: Watcher | None) -> float:
    """Play one game and count it; the points of the first level above those of the second."""
    state = new_game(seed, match.players, match.options, match.deck)
    while not state.over:
        player = state.control[state.owing[0]]
        which = seating[player]
        begin = time.perf_counter()
        choice = _choose(state, player, match.levels[which], seed)
        tally.seconds[which].append(time.perf_counter() - begin)
        if watch:
            watch(match.levels[which], choice)
        apply(state, choice.action)
    end = state.log[-1]
    assert isinstance(end, GameEnded)
    winners = {seating[player] for player in end.winners}
    tally.games += 1
    tally.won += winners == {0}
    tally.lost += winners == {1}
    return _margin(end.totals, seating)


def _margin(totals: tuple[Score, ...], seating: tuple[int, ...]) -> float:
    points: tuple[list[int], list[int]] = ([], [])
    for score, which in zip(totals, seating, strict=True):
        points[which].append(score.points)
    return sum(points[0]) / len(points[0]) - sum(points[1]) / len(points[1])


def _choose(state: State, player: int, level: str, seed: bytes) -> Choice:
    """What the bot decides; its own chance says nothing about the cards."""
    chance = hmac.digest(seed, b"muertos arena bot %d" % player, "sha256")
    seen = view(state, player)
    if level != CHEAT:
        return choose(seen, level, chance)
    from engine.bots import seeing

    seat = seen.actions[0].seat
    actions = tuple(action for action in seen.actions if action.seat == seat)
    stream = Stream(hmac.digest(chance, b"%d %d" % (seen.number, seat), "sha256"))
    return seeing.decide(seen, actions, stream, [state.hand(s) for s in range(len(state.hands))])


def share(won: int, decided: int) -> tuple[float, float, float]:
    """The share of decided games won, with the ends of its confidence interval (Wilson's)."""
    if not decided:
        return 0.5, 0.0, 1.0
    rate, z = won / decided, _SURE**2 / decided
    middle = (rate + z / 2) / (1 + z)
    reach = _SURE * sqrt(rate * (1 - rate) / decided + z / decided / 4) / (1 + z)
    return rate, max(0.0, middle - reach), min(1.0, middle + reach)


def mean(values: list[float]) -> tuple[float, float]:
    """The mean, and how far its confidence interval reaches to either side."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return middle, float("inf")
    spread = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return middle, _SURE * sqrt(spread / len(values))


def report(match: Match, tally: Tally) -> Iterator[str]:
    """The outcome in words."""
    first, second = match.levels
    rate, low, high = share(tally.won, tally.decided)
    yield _(
        "{first} against {second}, {players} players: {deals} deals, {games} games, {decided} of them decided"
    ).format(
        first=first,
        second=second,
        players=match.players,
        deals=len(tally.margins),
        games=tally.games,
        decided=tally.decided,
    )
    yield _("{first} won {rate} of the decided games (95 % sure: {low} to {high})").format(
        first=first, rate=f"{rate:.3f}", low=f"{low:.3f}", high=f"{high:.3f}"
    )
    middle, reach = mean(tally.margins)
    yield _("{first} made {points} points more a game (± {reach})").format(
        first=first, points=f"{middle:+.2f}", reach=f"{reach:.2f}"
    )
    for level, seconds in zip(match.levels, tally.seconds, strict=True):
        ordered = sorted(seconds)
        yield _(
            "{level} thought {mean} ms on average, {late} ms at most in 95 of 100 decisions, {most} ms at most"
        ).format(
            level=level,
            mean=f"{1000 * sum(ordered) / len(ordered):.1f}",
            late=f"{1000 * ordered[int(_LATE * (len(ordered) - 1))]:.1f}",
            most=f"{1000 * ordered[-1]:.1f}",
        )


def explained(level: str, choice: Choice) -> str:
    """A decision with its reason, and what else could have been done: expected pairs and chance to win the game."""
    facts = " ".join(f"{name}={value}" for name, value in choice.facts.items())
    weighed = ", ".join(
        f"{action_text(each.action).partition(' ')[2]} {each.pairs:.2f} ({each.chance:.0%})" for each in choice.weighed
    )
    return "  ".join(part for part in (level, action_text(choice.action), choice.reason, facts, weighed) if part)


def run(match: Match, explain: bool = False) -> None:
    """Play, and print the outcome; on a terminal a line tells how far it is."""
    tally = Tally()
    shown = sys.stderr.isatty() and not explain
    watch: Watcher | None = (lambda level, choice: click.echo(explained(level, choice))) if explain else None
    for tally in fight(match, watch):
        if shown:
            rate, low, high = share(tally.won, tally.decided)
            click.echo(f"\r{len(tally.margins)}/{match.deals}  {rate:.3f} ({low:.3f}–{high:.3f})", err=True, nl=False)
    if shown:
        click.echo(err=True)
    for line in report(match, tally):
        click.echo(line)
