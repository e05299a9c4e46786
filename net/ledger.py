"""What of a table has to be saved, and a table brought back from it; where it is saved, `net.journal` knows.

A game is a pure function of its seed, options, deck and the decisions made in it, so the decisions are what brings it
back; the lines of its record stand beside them, and say whether this program still makes the same game of them.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine import record, rules
from engine.actions import Action
from engine.errors import RuleError
from engine.options import Options
from engine.wire import from_plain, to_plain
from net.game import Game, Pace
from net.room import TableConfig

ACTION: Final[Any] = Action


class Entry(Struct, frozen=True):
    """One thing to be saved. It may hold what nobody may see."""

    kind: str
    body: str

    def __repr__(self) -> str:
        return f"Entry({self.kind!r}, …)"


class Save(Struct, frozen=True):
    """What has to be saved at once, or not at all; `fresh` if nothing saved before it is needed any more."""

    fresh: bool
    entries: tuple[Entry, ...]


class Unreadable(Exception):
    """What was saved does not make a table: why, for a log."""


class SavedGame(Struct, frozen=True):
    """How a game began."""

    number: int
    seed: bytes
    players: int
    options: Options


class Saved(Struct, frozen=True):
    """A table as it was saved. `parts` are those of the authority, by kind; `game` is None before the first."""

    parts: dict[str, Any]
    game: SavedGame | None
    actions: tuple[Action, ...]
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return "Saved(…)"

    def part(self, kind: str, type_: Any) -> Any:
        """One part. Raises Unreadable."""
        try:
            return from_plain(self.parts[kind], type_)
        except (KeyError, msgspec.ValidationError) as fault:
            raise Unreadable(f"no {kind}: {type(fault).__name__}") from None

    def replayed(self, config: TableConfig, now: float) -> Game | None:
        """The game brought to where it was. Raises Unreadable if the rules make something else of it."""
        saved = self.game
        if saved is None:
            return None
        game = begun(saved, config, now)
        try:
            for action in self.actions:
                rules.apply(game.state, action)
                game.actions.append(action)
        except RuleError as fault:
            raise Unreadable(f"an action that the rules refuse: {fault.code}") from None
        if tuple(map(_dumped, record.event_lines(game.state.log))) != self.lines:
            raise Unreadable("a record that the actions do not make")
        return game


def begun(game: SavedGame, config: TableConfig, now: float) -> Game:
    """A game that begins."""
    pace: Pace = config.pace
    return Game(game.number, rules.new_game(game.seed, game.players, game.options, config.deck), pace, now)


class Ledger:
    """Tells what is new since the last save."""

    def __init__(self) -> None:
        self._fresh = True
        self._parts: Mapping[str, object] = {}
        self._game: int | None = None
        self._actions = 0
        self._events = 0
        self._due: tuple[Mapping[str, object], int | None, int, int] | None = None

    def due(self, parts: Mapping[str, object], game: Game | None) -> Save | None:
        """What has to be saved now, None if nothing. Parts are compared with those saved: none may change later."""
        if game is not None and game.number != self._game:  # of the games before it nothing is needed any more
            self._fresh, self._parts, self._actions, self._events = True, {}, 0, 0
        changed = [kind for kind, part in parts.items() if kind not in self._parts or self._parts[kind] != part]
        entries = [Entry(kind, _dumped(to_plain(parts[kind]))) for kind in changed]
        entries += [] if game is None else self._moves(game)
        if not entries:
            return None
        self._due = (
            (parts, None, 0, 0) if game is None else (parts, game.number, len(game.actions), len(game.state.log))
        )
        return Save(self._fresh, tuple(entries))

    def _moves(self, game: Game) -> list[Entry]:
        state = game.state
        entries = []
        if game.number != self._game:
            begin = SavedGame(game.number, state.seed, state.players, state.options)
            entries.append(Entry("game", _dumped(to_plain(begin))))
        entries += [Entry("action", _dumped(to_plain(action))) for action in game.actions[self._actions :]]
        return entries + [Entry("line", _dumped(line)) for line in record.event_lines(state.log[self._events :])]

    def done(self) -> None:
        """What was due is saved."""
        assert self._due is not None
        self._parts, self._game, self._actions, self._events = self._due
        self._fresh, self._due = False, None


def read(entries: Iterable[Entry]) -> Saved:
    """The table that the entries, in their order, tell of. Raises Unreadable."""
    parts: dict[str, Any] = {}
    game: SavedGame | None = None
    actions: list[Action] = []
    lines: list[str] = []
    try:
        for entry in entries:
            match entry.kind:
                case "game":
                    game = from_plain(json.loads(entry.body), SavedGame)
                case "action":
                    actions.append(from_plain(json.loads(entry.body), ACTION))
                case "line":
                    lines.append(entry.body)
                case kind:
                    parts[kind] = json.loads(entry.body)
    except (ValueError, msgspec.ValidationError) as fault:
        raise Unreadable(f"an entry that says nothing: {type(fault).__name__}") from None
    return Saved(parts, game, tuple(actions), tuple(lines))


def _dumped(value: object) -> str:
    """As a line of a record is written (R31)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
