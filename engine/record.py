"""The record of a game: written from the log, read back, and checked line by line against the rules (R31)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from engine import deck as decks
from engine import wire
from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import Card, Color, in_hand
from engine.errors import DeckError, RecordError, RuleError
from engine.events import (
    Asked,
    Declared,
    Discarded,
    Event,
    GameEnded,
    Gift,
    HandBegan,
    HandEnded,
    Killed,
    Played,
    SwapDeclined,
    Swapped,
    TrickWon,
)
from engine.options import Options
from engine.questions import Question
from engine.rules import apply, new_game
from engine.seating import SEAT_NAMES, SEATS, SIDE_NAMES, partner
from engine.state import State

FORMAT: Final = "muertos-record"
VERSION: Final = 1
MAX_LINE: Final = 64 * 1024  # the longest line, a game's with its own deck, is under 4 KiB
Line = dict[str, Any]

_FOLLOWING: Final = frozenset({"hand", "trick", "hand_end", "game_end"})  # lines that no decision makes
_SeatName = Literal["N", "E", "S", "W"]


class Game(Struct):
    """A game read from a record: who played, and the state it reached."""

    names: tuple[str, ...]
    state: State


# Writing


def lines(state: State, names: Sequence[str]) -> list[Line]:
    """The lines of the record so far, the game's own first."""
    return [header(state, names), *event_lines(state.log)]


def header(state: State, names: Sequence[str]) -> Line:
    """The first line of a record."""
    return {
        "type": "game",
        "format": FORMAT,
        "version": VERSION,
        "players": state.players,
        "names": list(names),
        "options": wire.to_plain(state.options),
        "deck": "house" if state.deck == decks.HOUSE else decks.to_plain(state.deck),
        "game_seed": state.seed.hex(),
    }


def event_lines(log: Iterable[Event]) -> Iterator[Line]:
    """A line for each event that has one."""
    return (line for event in log if (line := _line(event)) is not None)


def dumps(some: Iterable[Line]) -> str:
    """The lines as text."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in some)


def _line(event: Event) -> Line | None:
    match event:
        case HandBegan(day, owners, dealt):
            seats = {name: "table" if owner is None else owner for name, owner in zip(SEAT_NAMES, owners, strict=True)}
            hands = {SEAT_NAMES[seat]: _codes(dealt[seat] or ()) for seat in SEATS}
            return {"type": "hand", "day": day, "seats": seats, "dealt": hands}
        case Played(seat, card):
            return None if card.kind == "choose" else _seat_line("play", seat, card=card.code)
        case Declared(seat, card):
            return _seat_line("play", seat, card=in_hand(card).code, color=card.color)
        case Discarded(seat, card):
            return _seat_line("discard", seat, card=card.code)
        case Asked(seat, target, question, answer, chip):
            asked = wire.to_plain(question)
            return _seat_line("ask", seat, target=SEAT_NAMES[target], question=asked, answer=answer, chip=chip)
        case Swapped(seat, given, received):
            return _seat_line("swap", seat, given=_code(given), received=_code(received))
        case SwapDeclined(seat):
            return _seat_line("swap", seat, declined=True)
        case Killed(seat, target):
            return _seat_line("kill", seat, target=None if target is None else SEAT_NAMES[target])
        case TrickWon(winner, captured):
            return {"type": "trick", "winner": SEAT_NAMES[winner], "captured": _codes(captured)}
        case Gift(winner, taker, taken, returned):
            names = {"winner": SEAT_NAMES[winner], "taker": SEAT_NAMES[taker]}
            return {"type": "gift", **names, "taken": _code(taken), "returned": _code(returned)}
        case HandEnded(captured):
            won = {name: _codes(cards) for name, cards in zip(SIDE_NAMES, captured, strict=True)}
            return {"type": "hand_end", "captured": won}
        case GameEnded(totals, winners):
            return {"type": "game_end", "totals": wire.to_plain(totals), "winners": list(winners)}
        case _:
            return None


def _seat_line(kind: str, seat: int, **fields: object) -> Line:
    return {"type": kind, "seat": SEAT_NAMES[seat], **fields}


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _code(card: Card | None) -> str | None:
    return None if card is None else card.code


# Reading


class _GameLine(Struct, tag="game", forbid_unknown_fields=True):
    format: str
    version: int
    players: Literal[3, 4]
    names: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(min_length=3, max_length=4)]
    options: Options
    deck: Literal["house"] | dict[str, Any]
    game_seed: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class _PlayLine(Struct, tag="play", forbid_unknown_fields=True):
    seat: _SeatName
    card: Card
    color: Color | None = None


class _DiscardLine(Struct, tag="discard", forbid_unknown_fields=True):
    seat: _SeatName
    card: Card


class _AskLine(Struct, tag="ask", forbid_unknown_fields=True):
    seat: _SeatName
    target: _SeatName
    question: Question
    answer: bool | int
    chip: bool


class _SwapLine(Struct, tag="swap", forbid_unknown_fields=True):
    seat: _SeatName
    given: Card | None = None
    received: Card | None = None
    declined: bool = False


class _KillLine(Struct, tag="kill", forbid_unknown_fields=True):
    seat: _SeatName
    target: _SeatName | None


class _GiftLine(Struct, tag="gift", forbid_unknown_fields=True):
    winner: _SeatName
    taker: _SeatName
    taken: Card
    returned: Card


_DecisionLine = _PlayLine | _DiscardLine | _AskLine | _SwapLine | _KillLine | _GiftLine


def read(text: Iterable[str]) -> Iterator[Game]:
    """The games of a record's lines, each checked in full; the last may be unfinished.

    Raises RecordError naming the first line that cannot stand.
    """
    reader: _Reader | None = None
    number = 0
    for number, raw in enumerate(text, 1):
        line = _parse(number, raw)
        if line["type"] != "game":
            if reader is None:
                raise RecordError(number, "no_game")
            reader.feed(number, line)
            continue
        if reader is not None:
            if not reader.ended:
                raise RecordError(number, "unfinished")
            yield reader.game
        reader = _Reader(number, line)
    if reader is None:
        raise RecordError(number + 1, "no_game")
    yield reader.game


def positions(text: Iterable[str]) -> Iterator[State]:
    """Every position that the game of a good record went through: one state, changed from one to the next.

    Which side of a Swap chose first is not written, so both positions between are there.
    """
    state: State | None = None
    for number, raw in enumerate(text, 1):
        line = _parse(number, raw)
        if state is None:
            state = _Reader(number, line).game.state
            yield state
        elif line["type"] not in _FOLLOWING:
            actions = _actions(state, _convert(number, line, _DecisionLine))
            for place, action in enumerate(actions):
                if isinstance(action, Swap) and isinstance(actions[-1], Swap) and place == len(actions) - 2:
                    other = state.copy()
                    apply(other, actions[-1])
                    yield other
                apply(state, action)
                yield state


def _parse(number: int, raw: str) -> Line:
    try:
        if len(raw) > MAX_LINE:
            raise ValueError("line too long")
        line = json.loads(raw, object_pairs_hook=_object, parse_constant=_refuse)
        if "\\u" in raw or not raw.isascii():
            json.dumps(line, ensure_ascii=False).encode()  # half a surrogate pair is no UTF-8
    except (ValueError, RecursionError):
        raise RecordError(number, "no_json") from None
    if not isinstance(line, dict) or next(iter(line), None) != "type" or not isinstance(line["type"], str):
        raise RecordError(number, "no_type")
    return line


def _object(pairs: list[tuple[str, Any]]) -> Line:
    line = dict(pairs)
    if len(line) < len(pairs):
        raise ValueError("a key stands twice")
    return line


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _same(one: object, other: object) -> bool:
    """Equal as JSON: Python's 1 == True == 1.0 would let a changed answer pass."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


class _Reader:
    """Plays one game again, line by line: what the rules make of it must be what is written."""

    def __init__(self, number: int, line: Line) -> None:
        parsed: _GameLine = _convert(number, line, _GameLine)
        if parsed.format != FORMAT or parsed.version != VERSION:
            raise RecordError(number, "version", format=parsed.format[:40], version=parsed.version)
        if len(parsed.names) != parsed.players:
            raise RecordError(number, "names", players=parsed.players)
        try:
            deck = decks.HOUSE if isinstance(parsed.deck, str) else decks.parse(parsed.deck)
        except DeckError as fault:
            raise RecordError(number, "bad_deck", fault=fault.code) from None
        state = new_game(bytes.fromhex(parsed.game_seed), parsed.players, parsed.options, deck)
        self.game = Game(parsed.names, state)
        self._read = 0  # events of the log whose lines have been met
        if not _same({**header(state, parsed.names), "deck": line["deck"]}, line):
            raise RecordError(number, "differs", due="game")

    @property
    def ended(self) -> bool:
        """Whether the record goes to the end of the game."""
        return self.game.state.over and self._due() is None

    def _due(self) -> Line | None:
        """The next line that the game itself makes without a decision, None if a decision is due."""
        log = self.game.state.log
        while self._read < len(log):
            line = _line(log[self._read])
            if line is not None:
                return line
            self._read += 1
        return None

    def feed(self, number: int, line: Line) -> None:
        """Check the next line. Raises RecordError if it cannot stand."""
        due = self._due()
        if due is None:
            if self.game.state.over:
                raise RecordError(number, "after_end")
            self._decide(number, line)
            due = self._due()
        if due is None:
            raise RecordError(number, "incomplete", found=line["type"][:40])
        if not _same(due, line):
            raise RecordError(number, "differs", due=due["type"], found=line["type"][:40])
        self._read += 1

    def _decide(self, number: int, line: Line) -> None:
        if line["type"] in _FOLLOWING:
            raise RecordError(number, "not_due", found=line["type"])
        parsed: _DecisionLine = _convert(number, line, _DecisionLine)
        try:
            for action in _actions(self.game.state, parsed):
                apply(self.game.state, action)
        except RuleError as fault:
            raise RecordError(number, fault.code, **fault.facts) from None


def _convert(number: int, line: Line, kind: Any) -> Any:
    try:
        return wire.from_plain(line, kind)
    except msgspec.ValidationError as fault:
        raise RecordError(number, "bad_line", fault=str(fault)[:200]) from None


def _actions(state: State, line: _DecisionLine) -> list[Action]:
    """The decisions a line stands for."""
    match line:
        case _PlayLine(seat, card, color):
            place = SEAT_NAMES.index(seat)
            return [Play(place, card), *([Declare(place, color)] if color else [])]
        case _DiscardLine(seat, card):
            return [Discard(SEAT_NAMES.index(seat), card)]
        case _AskLine(seat, target, question, _, chip):
            return [Ask(SEAT_NAMES.index(seat), SEAT_NAMES.index(target), question, chip)]
        case _SwapLine():
            return _swap_actions(state, line)
        case _KillLine(seat, target):
            return [Kill(SEAT_NAMES.index(seat), None if target is None else SEAT_NAMES.index(target))]
        case _GiftLine(_, taker, taken, returned):
            place = SEAT_NAMES.index(taker)
            return [*([Take(place, taken)] if state.phase == "take" else []), Give(place, returned)]


def _swap_actions(state: State, line: _SwapLine) -> list[Action]:
    seat = SEAT_NAMES.index(line.seat)
    if line.declined or line.given is None or line.received is None:
        return [Offer(seat, False)]
    accept: list[Action] = [Offer(seat, True)] if state.phase == "offer" else []
    return [*accept, Swap(seat, line.given), Swap(partner(seat), line.received)]
