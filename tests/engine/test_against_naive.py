"""Tricks held against the naive implementation: every shape the house deck allows, and random hands with discards."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.actions import Ask, Declare, Discard, Kill, Play
from engine.events import GiftTaken, TrickWon
from engine.questions import Question
from engine.rules import apply, legal_actions
from engine.seating import SEATS
from engine.state import State
from tests.engine import naive
from tests.engine.play import DECKS
from tests.engine.position import hand, position

# Which day, who leads, and the two colours that are alike on that day: a trick with them exchanged is the same shape.
SHAPES = ((1, "N", "PB"), (2, "E", "BG"), (3, "W", "PG"))
CHUNKS = 3
WALKED = {1: (25443, 25549, 10237), 2: (21789, 22411, 17029), 3: (21789, 25549, 13891)}  # how many, by chunk


def check_turn(state: State, played: naive.Trick) -> None:
    """Plays and discards are those of the naive rules (R9, R10, R16)."""
    (seat,) = state.owing
    codes = list(dict.fromkeys(card.code for card in state.hand(seat)))
    actions = legal_actions(state, seat)
    assert [a.card.code for a in actions if isinstance(a, Play)] == naive.may_play(codes, played)
    assert [a.card.code for a in actions if isinstance(a, Discard)] == naive.may_discard(codes, played)


def settle(state: State) -> None:
    """Make whatever a Swap or an Ask calls for, in the shortest way."""
    while state.phase in ("ask", "swap"):
        action = legal_actions(state, state.owing[0])[0]
        apply(state, Ask(action.seat, action.target, Question("count")) if isinstance(action, Ask) else action)


def declared(state: State, played: naive.Trick, day: int) -> Iterator[tuple[State, str]]:
    """The state once the Choose just played has a colour, for each there is (R14)."""
    actions = [action for action in legal_actions(state, state.owing[0]) if isinstance(action, Declare)]
    assert [action.color for action in actions] == naive.choose_colors(played, day)
    for action in actions:
        child = state.copy()
        apply(child, action)
        yield child, action.color


def ways(state: State, start: int) -> Iterator[tuple[list[tuple[str, str | None]], str]]:
    """Every way the trick can end by the engine: the Kill 10s settled, and who wins (R18, R11)."""
    if state.phase != "kill":
        won = next(event for event in state.log[start:] if isinstance(event, TrickWon))
        yield [], "NESW"[won.winner]
        return
    for action in legal_actions(state, state.owing[0]):
        assert isinstance(action, Kill)
        child = state.copy()
        apply(child, action)
        way = ("NESW"[action.seat], None if action.target is None else "NESW"[action.target])
        for rest, winner in ways(child, start):
            yield [way, *rest], winner


def check_end(state: State, played: naive.Trick, start: int) -> None:
    """Kill 10 in all orders, the winner, the capture and whether gifts are due (R11, R13, R18)."""
    assert sorted(ways(state, start), key=repr) == sorted(naive.kill_prompts(played), key=repr)
    if state.phase != "kill":
        captured = [card for _, card in played if naive.scoring(card)]
        won = next(event for event in state.log[start:] if isinstance(event, TrickWon))
        assert [card.code for card in won.captured] == captured
        taken = any(isinstance(event, GiftTaken) for event in state.log[start:])
        assert (taken or state.phase == "take") == naive.gifts_due(played)


class Walk:
    """Every trick from a position where each seat may hold any face, as far as the deck has copies."""

    def __init__(self, day: int, alike: str) -> None:
        self.day = day
        self.copies = Counter(naive.day_cards(day))
        self.first, self.second = alike[0], alike[1]
        self.tricks = 0

    def mirrored(self, played: naive.Trick, card: str) -> bool:
        """Whether the other of the two colours that are alike comes first in this trick."""
        colors = [naive.color(c) for _, c in played]
        return naive.color(card) == self.second and self.first not in colors and self.second not in colors

    def go(self, state: State, played: naive.Trick) -> None:
        if len(played) == 4:
            self.tricks += 1
            check_end(state, played, 0)
            return
        check_turn(state, played)
        (seat,) = state.owing
        for action in legal_actions(state, seat):
            assert isinstance(action, Play)
            code = action.card.code
            used = [card.split("=")[0] for _, card in played].count(code)
            if used < self.copies[code] and not self.mirrored(played, code):
                self.play(state, played, action)

    def play(self, state: State, played: naive.Trick, action: Play) -> None:
        name, code = "NESW"[action.seat], action.card.code
        child = state.copy()
        apply(child, action)
        if child.phase == "color":
            for each, color in declared(child, played, self.day):
                if not self.mirrored(played, f"K0c={color}"):
                    self.go(each, [*played, (name, f"{code}={color}")])
            return
        settle(child)
        self.go(child, [*played, (name, code)])


def test_the_walk_meets_every_shape() -> None:
    """Counted by the naive rules alone, for one day; the days differ in the names of the colours."""
    walk, faces = Walk(1, "PB"), list(dict.fromkeys(naive.day_cards(1)))

    def count(played: naive.Trick) -> int:
        if len(played) == 4:
            return 1
        total = 0
        for code in faces:
            used = [card.split("=")[0] for _, card in played].count(code)
            if used < walk.copies[code] and naive.playable(code, played):
                shown = [f"K0c={color}" for color in naive.choose_colors(played, 1)] if code == "K0c" else [code]
                total += sum(count([*played, ("", card)]) for card in shown if not walk.mirrored(played, card))
        return total

    assert [sum(walked) for walked in WALKED.values()] == [count([])] * 3


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("day", "lead", "alike"), SHAPES)
def test_r9_r11_r14_r18_every_shape_of_a_trick(day: int, lead: str, alike: str, chunk: int) -> None:
    walk = Walk(day, alike)
    every = " ".join(dict.fromkeys(naive.day_cards(day)))
    state = position(lead, every, every, every, every, day=day)
    for action in legal_actions(state, state.owing[0])[chunk::CHUNKS]:
        assert isinstance(action, Play)
        if not walk.mirrored([], action.card.code):
            walk.play(state, [], action)
    assert walk.tricks == WALKED[day][chunk]


@pytest.mark.parametrize("chunk", range(4))
def test_r10_tricks_of_random_hands_with_discards(chunk: int) -> None:
    rng, met = Random(f"tricks {chunk}"), Counter[str]()
    for _ in range(3000):
        deck, day = rng.choice(DECKS), rng.randint(1, 3)
        base = [card.code for card, copies in deck.copies for _ in range(copies)]
        codes, size = naive.day_cards(day, base), rng.randint(2, 4)
        rng.shuffle(codes)
        state = position(
            rng.choice("NESW"), *(" ".join(codes[i * size : (i + 1) * size]) for i in range(4)), day=day, deck=deck
        )
        played: naive.Trick = []
        while len(played) + met["discarded now"] < len(SEATS):
            check_turn(state, played)
            action = rng.choice(legal_actions(state, state.owing[0]))
            name = "NESW"[action.seat]
            assert isinstance(action, Play | Discard)
            assert action.card.code in hand(state, name).split()
            apply(state, action)
            if isinstance(action, Discard):
                met["discarded now"] += 1
                continue
            code = action.card.code
            if state.phase == "color":
                state, color = rng.choice(list(declared(state, played, day)))
                code = f"{code}={color}"
            settle(state)
            played.append((name, code))
        check_end(state, played, 0)
        met["discards"] += met.pop("discarded now", 0)
        met["kills"] += state.phase == "kill"
    assert met["discards"] > 500
    assert met["kills"] > 100
