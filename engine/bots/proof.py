"""Forced wins: a search that tries every play of one side against every reply, with the engine's own rules."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.actions import Action, Ask
from engine.bots.puzzle import Goal, Puzzle
from engine.chance import Stream
from engine.events import HandEnded
from engine.questions import Question
from engine.rules import apply, legal_actions
from engine.scoring import tally
from engine.seating import side
from engine.state import State

_ANY: Final = Question("count")  # what is asked changes no card
_ZERO: Final = bytes(32)


class _Draw(Stream):
    """A stream that draws a given card, and tells of how many."""

    def __init__(self, index: int) -> None:
        super().__init__(_ZERO)
        self.index = index
        self.of = 0

    def below(self, n: int) -> int:
        """The index that is to be drawn."""
        self.of = n
        return self.index


def winning(puzzle: Puzzle) -> tuple[list[Action], int]:
    """The first plays that force the goal however the unknown cards lie, and in how many ways these can lie."""
    states = list(puzzle.states())
    search = Search(puzzle.goal, side(puzzle.to_play))
    actions: list[Action] = []
    for number, state in enumerate(states):
        legal = [action for action in legal_actions(state, puzzle.to_play) if not isinstance(action, Ask)]
        tried = legal if not number else [action for action in actions if action in legal]
        actions = [action for action in tried if search.forces(state, action)]
        if not actions:
            break
    return actions, len(states)


class Search:
    """Whether a side can force a goal from a state; what was found out is kept."""

    def __init__(self, goal: Goal, mine: int) -> None:
        self._goal = goal
        self._side = mine
        self._known: dict[tuple[object, ...], bool] = {}

    def forces(self, state: State, action: Action) -> bool:
        """Whether the goal is safe after the action, whatever gift is drawn and whatever the others do."""
        return all(self._safe(after) for after in _after(state, action))

    def _safe(self, state: State | tuple[tuple[int, int], ...]) -> bool:
        if isinstance(state, tuple):
            return self._reached(state)
        key = _key(state)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._decide(state)
        return known

    def _decide(self, state: State) -> bool:
        if (certain := self._certain(state)) is not None:
            return certain
        seat = state.owing[0]
        outcomes = (self.forces(state, action) for action in _actions(state, seat))
        return any(outcomes) if side(seat) == self._side else all(outcomes)

    def _certain(self, state: State) -> bool | None:
        """Whether points or cards that are wanted are won already, or can no longer be."""
        if self._goal.kind == "win":
            return None
        food, muertos = tally(state.captured[self._side])
        if self._enough(food, muertos):
            return True
        out = [card for seat in range(4) for card in state.hand(seat) if card.scoring]
        more, others = tally([*out, *(card for _, card in state.trick if card.scoring)])
        return None if self._enough(food + more, muertos + others) else False

    def _enough(self, food: int, muertos: int) -> bool:
        return (min(food, muertos) if self._goal.kind == "points" else food + muertos) >= self._goal.number

    def _reached(self, ended: tuple[tuple[int, int], ...]) -> bool:
        ours, theirs = ended[self._side], ended[1 - self._side]
        if self._goal.kind != "win":
            return self._enough(*ours)
        return (min(ours), *ours) > (min(theirs), *theirs)


def _actions(state: State, seat: int) -> list[Action]:
    """What the seat may do, but for chips: a question changes no card, and one will do for all."""
    actions = legal_actions(state, seat)
    if state.phase == "ask":
        return [replace(action, question=_ANY) for action in actions[:1] if isinstance(action, Ask)]
    return [action for action in actions if not isinstance(action, Ask)]


def _after(state: State, action: Action) -> Iterator[State | tuple[tuple[int, int], ...]]:
    """Every state that may follow, or at the hand's end what the sides have won."""
    index, many = 0, 1
    while index < many:
        new = state.copy()
        new.log = []
        draw = new.stream = _Draw(index)
        apply(new, action)
        new.stream = state.stream
        ended = next((event for event in new.log if isinstance(event, HandEnded)), None)
        if ended is not None:
            yield tuple(tally(captured) for captured in ended.captured)
            return
        yield new
        many = draw.of
        index += 1


def _key(state: State) -> tuple[object, ...]:
    return (
        *map(bytes, state.hands),
        state.leader,
        tuple(state.trick),
        state.blocked,
        state.phase,
        state.owing,
        tuple(state.kills),
        tuple(state.picks.items()),
        tally(state.captured[0]),
        tally(state.captured[1]),
    )
