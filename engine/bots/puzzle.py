"""Positions as text, and the plays that force a goal from them whatever the other side does.

A position is TOML. What stands in it (all but `leader` and `hands` may be left out):

    day = 1                        # 1 Animals (green), 2 Children (pink), 3 Adults (blue)
    leader = "N"                   # who leads the trick, or led it
    trick = ["N K10", "E discard P8", "S K0c=P"]      # in the order they came
    unknown = "K2 P9 G3x"          # the cards that stand as ? in the hands, nobody knows which where
    goal = "win"                   # more than the other side when the hand ends (R19); or "points 3", "cards 2"
    players = 4                    # with 3 the hand of South is the table's (R20)
    optional_swap = false

    [hands]                        # in notation (R6)
    N = "K2 P9 G4"
    E = "G3x ? ?"
    S = "K1w B8"
    W = "? B5 K10"

    [won]                          # scoring cards of the sides before this trick
    NS = "K2 K2"
    EW = "G4 G4"

The side of the seat that plays next has the goal: `win`, at least so many points (pairs), or so many scoring cards, all
counted with those it has won before. A gift drawn unseen may be any, as the worst would have it.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import FOOD_BIT, START_BIT, Card, by_place, in_hand, parse_card
from engine.chance import Stream
from engine.deck import HOUSE, Deck
from engine.faces import faces
from engine.options import HANDS, TRICKS, Options
from engine.seating import SEAT_NAMES, SEATS, SIDE_NAMES, controllers, owners, right_of
from engine.state import State

MAX_UNKNOWN: Final = 9  # cards: there are a million ways for ten
_KEYS: Final = {"day", "leader", "trick", "unknown", "goal", "players", "optional_swap", "hands", "won"}
_GOALS: Final = ("win", "points", "cards")


class PositionError(Exception):
    """A position that cannot be read or cannot be: a code, and facts."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, str | int] = facts


class Goal(Struct, frozen=True):
    """What the side wants by the end of the hand."""

    kind: str
    number: int = 0

    @property
    def text(self) -> str:
        """As a position has it."""
        return self.kind if self.kind == "win" else f"{self.kind} {self.number}"


class Puzzle(Struct, frozen=True):
    """A position; `hands` hold None where a card is unknown, `trick` tells seat, card and whether it was discarded."""

    deck: Deck
    day: int
    players: int
    options: Options
    leader: int
    trick: tuple[tuple[int, Card, bool], ...]
    hands: tuple[tuple[Card | None, ...], ...]
    unknown: tuple[Card, ...]
    won: tuple[tuple[Card, ...], tuple[Card, ...]]
    goal: Goal

    @property
    def to_play(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) & 3

    def states(self) -> Iterator[State]:
        """The game in every way that the unknown cards may lie."""
        holes = [seat for seat, hand in enumerate(self.hands) for card in hand if card is None]
        seen = set()
        for order in permutations(self.unknown):
            hands = [[card for card in hand if card is not None] for hand in self.hands]
            for seat, card in zip(holes, order, strict=True):
                hands[seat].append(card)
            key = tuple(tuple(sorted(card.index for card in hand)) for hand in hands)
            if key not in seen:
                seen.add(key)
                yield self._state(hands)

    def _state(self, hands: list[list[Card]]) -> State:
        state = State(bytes(32), self.players, self.options, replace(self.deck, days=(self._cards,) * HANDS))
        state.day = self.day
        state.owners, state.control = owners(self.players, self.day), controllers(self.players, self.day)
        state.stream = Stream(bytes(32))
        state.faces = faces(self._cards)
        for seat in SEATS:
            state.put_hand(seat, hands[seat])
        played = [(seat, card) for seat, card, discarded in self.trick if not discarded]
        state.trick, state.leader, state.last = played, self.leader, right_of(self.leader)
        state.trick_number = TRICKS + 1 - max(map(len, self.hands))
        for _, card in played:
            state.blocked |= card.blocks | FOOD_BIT * (card.kind == "spoiled")
        if not self.trick and state.trick_number == 1:
            state.blocked = START_BIT
        state.kills = [seat for seat, card in played if card.kind == "kill10"]
        state.captured = (list(self.won[0]), list(self.won[1]))
        state.phase, state.owing = "play", (self.to_play,)
        return state

    @property
    def _cards(self) -> tuple[Card, ...]:
        return self.deck.days[self.day - 1]


# Reading


def loads(text: str, deck: Deck = HOUSE) -> Puzzle:
    """The position of a text. Raises PositionError naming what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise PositionError("no_toml", fault=str(fault)) from None
    if unknown := sorted(set(data) - _KEYS):
        raise PositionError("unknown_key", key=unknown[0])
    if "leader" not in data:
        raise PositionError("no_leader")
    puzzle = Puzzle(
        deck=deck,
        day=_number(data, "day", 1, 1, HANDS),
        players=_number(data, "players", 4, 3, 4),
        options=Options(optional_swap=data.get("optional_swap", False) is True),
        leader=_seat(data["leader"]),
        trick=tuple(_play(line) for line in _list(data.get("trick", []))),
        hands=_hands(data.get("hands")),
        unknown=_cards(data.get("unknown", "")),
        won=_won(data.get("won", {})),
        goal=_goal(data.get("goal", "win")),
    )
    _check(puzzle)
    return puzzle


def _number(data: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise PositionError("bad_number", key=key, least=least, most=most)
    return value


def _seat(name: object) -> int:
    if not isinstance(name, str) or len(name) != 1 or name not in SEAT_NAMES:
        raise PositionError("bad_seat", seat=str(name)[:16])
    return SEAT_NAMES.index(name)


def _card(code: str) -> Card:
    try:
        return parse_card(code)
    except ValueError:
        raise PositionError("bad_card", card=code[:16]) from None


def _list(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise PositionError("bad_trick")
    return value


def _play(line: str) -> tuple[int, Card, bool]:
    seat, *words = line.split() or [""]
    discarded = words[:1] == ["discard"]
    if len(words) != 1 + discarded:
        raise PositionError("bad_trick")
    return _seat(seat), _card(words[-1]), discarded


def _cards(codes: object) -> tuple[Card, ...]:
    if not isinstance(codes, str):
        raise PositionError("bad_card", card=str(codes)[:16])
    return tuple(_card(code) for code in codes.split())


def _hands(data: object) -> tuple[tuple[Card | None, ...], ...]:
    if not isinstance(data, dict) or set(data) != set(SEAT_NAMES):
        raise PositionError("bad_hands")
    if not all(isinstance(codes, str) for codes in data.values()):
        raise PositionError("bad_hands")
    return tuple(tuple(None if code == "?" else _card(code) for code in data[name].split()) for name in SEAT_NAMES)


def _won(data: object) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    if not isinstance(data, dict) or not set(data) <= set(SIDE_NAMES):
        raise PositionError("bad_won")
    north, east = (tuple(sorted(_cards(data.get(name, "")), key=by_place)) for name in SIDE_NAMES)
    if not all(card.scoring for card in north + east):
        raise PositionError("bad_won")
    return north, east


def _goal(text: object) -> Goal:
    kind, *number = str(text).split() or [""]
    if kind not in _GOALS or len(number) != (kind != "win") or not all(n.isascii() and n.isdigit() for n in number):
        raise PositionError("bad_goal")
    return Goal(kind, int(number[0][:3]) if number else 0)


def _check(puzzle: Puzzle) -> None:
    """Refuse what cannot lie on a table: hands of wrong sizes, cards that the deck does not have."""
    if [seat for seat, _, _ in puzzle.trick] != [(puzzle.leader + step) & 3 for step in range(len(puzzle.trick))]:
        raise PositionError("bad_order")
    if len(puzzle.trick) >= len(SEATS):
        raise PositionError("full_trick")
    played = {seat for seat, _, _ in puzzle.trick}
    sizes = {len(hand) + (seat in played) for seat, hand in enumerate(puzzle.hands)}
    if len(sizes) != 1 or not 1 <= min(sizes) <= TRICKS:
        raise PositionError("bad_sizes")
    holes = sum(card is None for hand in puzzle.hands for card in hand)
    if len(puzzle.unknown) > MAX_UNKNOWN:
        raise PositionError("too_many_unknown", most=MAX_UNKNOWN)
    if holes != len(puzzle.unknown):
        raise PositionError("bad_unknown", holes=holes, cards=len(puzzle.unknown))
    there = [card for hand in puzzle.hands for card in hand if card is not None]
    there += [*puzzle.unknown, *(in_hand(card) for _, card, _ in puzzle.trick)]
    if over := Counter(there) - Counter(puzzle.deck.days[puzzle.day - 1]):
        raise PositionError("not_in_deck", card=next(iter(over)).code)
    for seat, card, discarded in puzzle.trick:
        if card.kind == "choose" and "=" not in card.code and not discarded:
            raise PositionError("no_color", seat=SEAT_NAMES[seat])
