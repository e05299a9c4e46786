"""A peer's eyes in the shuffle and in the game (R30): it answers for its player, and at the end says what differs.

Nothing here trusts the table: what was promised, what was shown and what is written in the record must be one game.
Of the views it keeps hashes alone, so that the memory of a game is bounded.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from engine import record
from engine.errors import RecordError
from engine.events import Event
from engine.fair import NONCE, Part, Shuffled, commitment, game_seed, kept
from engine.state import State
from engine.views import View, events_for, view
from engine.wire import to_json
from net import messages as m
from net.messages import Facts

MAX_VIEWS: Final = 4096  # of one game, each once: a game has under 400, and a few more after each return
MAX_GAMES: Final = 2
MAX_SEEN: Final = 4096  # hashes of earlier games' nonces and secrets: some eight hundred games of one evening

# What a game was found to be, the last first thing that differs.
VERDICTS: Final = frozenset(
    {
        "verified",
        "verified_late",  # but this person came when the nonces had been shown already
        "verified_without",  # but this person was away when theirs was asked for, and the table made it
        "unshuffled",  # nobody shuffled: the deal was chosen, at a solo table
        "host_changed",  # the table promised one secret, then another
        "commitments_changed",  # all commitments were told twice, and not the same
        "not_counted",  # this person answered, and the table used a nonce of its own
        "reused",  # a commitment that was seen before, in this game or an earlier one; facts: player, -1 for the table
        "unpromised",  # nonces without commitments
        "nonces_changed",  # all nonces were told twice, and not the same
        "broken_promise",  # what was shown is not what was promised; facts: player, -1 for the table
        "no_secret",  # the table did not show its secret
        "seed",  # the record's deals are not those of the shuffle
        "record",  # a line of the record breaks the rules, or what is drawn is not what the seed draws; facts: line
        "view",  # this person was shown a game that is not the record's; facts: day, trick
        "too_many_views",
    }
)


class Verdict(Struct, frozen=True):
    """What was found of a game: a code of VERDICTS, and facts; and all of its shuffle, if that was told."""

    game: int
    code: str
    facts: Facts = {}
    shuffled: Shuffled | None = None

    @property
    def good(self) -> bool:
        """Whether nothing differs."""
        return self.code in ("verified", "verified_late", "verified_without", "unshuffled")


class _View(Struct, frozen=True):
    """Which position a view shows, to whom, and from which event on."""

    me: int | None
    number: int
    owing: tuple[int, ...]
    since: int


@dataclass(eq=False, slots=True)
class _Game:
    number: int
    host: str = ""  # commitments and nonces in hexadecimal, as they came
    player: int | None = None
    nonce: bytes = b""  # this peer's own
    early: bool = False  # told of the shuffle before any commitment was shown
    answered: bool = False  # its nonce was asked for, and given
    replaced: bool = False  # the table's nonce counts instead
    promises: tuple[m.Promise, ...] = ()
    nonces: tuple[m.Nonce, ...] = ()
    views: dict[_View, tuple[bytes, int, int]] = field(default_factory=dict)  # hash, day, trick
    fault: tuple[str, Facts] | None = None

    def __repr__(self) -> str:
        return f"_Game({self.number})"

    def blame(self, code: str, **facts: str | int) -> None:
        """Something differs; what differed first counts."""
        if self.fault is None:
            self.fault = code, facts


class Witness:
    """One person's. Feed it every message of the table, and send what it answers."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._games: dict[int, _Game] = {}  # the one that is played or was last, and the one that is shuffled
        self._seen: dict[str, None] = {}  # commitments of earlier games

    def forget(self) -> None:
        """This is another table, or somebody else at it."""
        self._games.clear()
        self._seen.clear()

    # --- While it goes on ---

    def hear(self, message: m.ToPeer) -> list[m.ToTable]:
        """What is to be answered."""
        match message:
            case m.Shuffle():
                return self._shuffle(self._at(message.game), message)
            case m.Commitments():
                return self._commitments(self._at(message.game), message)
            case m.Nonces():
                self._nonces(self._at(message.game), message)
            case m.Shown():
                self._note(self._at(message.table.game), message)
        return []

    def _at(self, number: int) -> _Game:
        """The game of that number; of older ones no more is known than what was promised in them."""
        if number not in self._games:
            self._games[number] = _Game(number)
            if len(self._games) > MAX_GAMES:
                self._put_away(self._games.pop(min(self._games)))
        return self._games.setdefault(number, _Game(number))

    def _put_away(self, game: _Game) -> None:
        for old in _promised(game):
            self._seen[old] = None
        while len(self._seen) > MAX_SEEN:
            del self._seen[next(iter(self._seen))]

    def _known(self, but: _Game) -> set[str]:
        """All that was promised in other games."""
        return {*self._seen, *(old for game in self._games.values() if game is not but for old in _promised(game))}

    def _shuffle(self, game: _Game, told: m.Shuffle) -> list[m.ToTable]:
        self._host(game, told.host)
        if not game.promises:
            game.early = True
        game.player = told.player
        if told.player is None:
            return []
        game.nonce = game.nonce or self._entropy(NONCE)
        return [m.Commit(game.number, commitment(game.nonce).hex())]

    def _host(self, game: _Game, host: str) -> None:
        if game.host not in ("", host):
            game.blame("host_changed")
        if not game.host and host in self._known(game):
            game.blame("reused", player=-1)
        game.host = game.host or host

    def _commitments(self, game: _Game, told: m.Commitments) -> list[m.ToTable]:
        self._host(game, told.host)
        if game.promises and game.promises != told.players:
            game.blame("commitments_changed")
            return []
        game.promises = told.players
        known = {*self._known(game), told.host}
        for player, promise in enumerate(told.players):
            if promise.commitment in known:
                game.blame("reused", player=player)
            known.add(promise.commitment)
        mine = self._mine(game, told.players)
        if mine is None:
            return []
        if mine.commitment != commitment(game.nonce).hex():
            game.blame("not_counted")
            return []
        game.answered = game.answered or told.awaited
        return [m.Reveal(game.number, game.nonce.hex())] if told.awaited else []

    def _mine(self, game: _Game, players: tuple[m.Promise, ...]) -> m.Promise | None:
        if game.player is None or not game.nonce:
            return None
        if game.player >= len(players):
            game.blame("not_counted")
            return None
        return players[game.player]

    def _nonces(self, game: _Game, told: m.Nonces) -> None:
        if len(told.players) != len(game.promises):
            game.blame("unpromised")
            return
        if game.nonces and game.nonces != told.players:
            game.blame("nonces_changed")
        game.nonces = told.players
        for player, part in enumerate(_parts(game)):
            if not kept(bytes.fromhex(part.commitment), bytes.fromhex(part.nonce)):
                game.blame("broken_promise", player=player)
        if self._mine(game, game.promises) is not None and told.players[game.player or 0].by_table:
            game.replaced = True
            if game.answered:
                game.blame("not_counted")

    def _note(self, game: _Game, shown: m.Shown) -> None:
        seen = shown.view
        which = _View(seen.me, seen.number, tuple(decision.seat for decision in seen.decisions), shown.since)
        digest = _digest(seen, shown.events)
        if which not in game.views and len(game.views) >= MAX_VIEWS:
            game.blame("too_many_views")
        elif game.views.setdefault(which, (digest, seen.day, seen.trick_number))[0] != digest:
            game.blame("view", day=seen.day, trick=seen.trick_number)

    # --- When it is over ---

    def verdict(self, result: m.Result) -> Verdict:
        """Check everything. Takes a moment: not for an event loop, and nothing may be heard meanwhile."""
        game = self._games.get(result.game) or _Game(result.game)
        code, facts = self._found(game, result)
        return Verdict(result.game, code, facts, _shuffled(game, result))

    def _found(self, game: _Game, result: m.Result) -> tuple[str, Facts]:
        if game.fault is not None:
            return game.fault
        if game.host and not result.secret:
            return "no_secret", {}
        if result.secret and not game.nonces:
            return "unpromised", {}
        if result.secret and not kept(bytes.fromhex(game.host), bytes.fromhex(result.secret)):
            return "broken_promise", {"player": -1}
        return _differs(game, result) or (_good(game, result), {})


def _promised(game: _Game) -> list[str]:
    return [*([game.host] if game.host else []), *(promise.commitment for promise in game.promises)]


def _parts(game: _Game) -> Iterator[Part]:
    """What was promised and shown of each player's: where the table's nonce counts, so does its promise."""
    for promise, shown in zip(game.promises, game.nonces, strict=True):
        yield Part(promise.spare if shown.by_table else promise.commitment, shown.nonce, shown.by_table)


def _shuffled(game: _Game, result: m.Result) -> Shuffled | None:
    if not (game.host and result.secret and game.nonces):
        return None
    return Shuffled(game.host, result.secret, tuple(_parts(game)))


def _good(game: _Game, result: m.Result) -> str:
    if not result.secret:
        return "unshuffled"
    if not game.early:
        return "verified_late"
    return "verified_without" if game.replaced else "verified"


def _differs(game: _Game, result: m.Result) -> tuple[str, Facts] | None:
    """What differs between the shuffle, the record and the views, None if nothing does."""
    try:
        played = [*record.read(result.record)]
    except RecordError as fault:
        return "record", {"line": fault.line}
    state = played[0].state
    if len(played) > 1 or not state.over or len(result.record) <= sum(1 for _ in record.event_lines(state.log)):
        return "record", {"line": len(result.record) + 1}
    if result.secret and state.seed != _seed(game, result.secret):
        return "seed", {}
    followed = set(_followed(game, result, state))
    for which, (_, day, trick) in game.views.items():
        if which not in followed:
            return "view", {"day": day, "trick": trick}
    return None


def _seed(game: _Game, secret: str) -> bytes:
    return game_seed(bytes.fromhex(secret), [bytes.fromhex(shown.nonce) for shown in game.nonces])


def _followed(game: _Game, result: m.Result, final: State) -> Iterator[_View]:
    """The views that follow from the record."""
    told = {me: events_for(final, me, 0) for me in (None, *range(final.players))}
    wanted: dict[tuple[int, tuple[int, ...]], list[_View]] = {}
    for which in game.views:
        if which.me in told:
            wanted.setdefault((which.number, which.owing), []).append(which)
    for state in record.positions(result.record):
        for which in wanted.get((state.decision, state.owing), ()):
            events = told[which.me][which.since : which.number]
            if game.views[which][0] == _digest(view(state, which.me), tuple(events)):
                yield which


def _digest(seen: View, events: tuple[Event, ...]) -> bytes:
    return hashlib.sha256(to_json([seen, events])).digest()
