"""A game played long ago, as a row of moments that one can go through both ways."""

from bisect import bisect_left
from dataclasses import dataclass

from engine.actions import Action
from engine.record import Game
from engine.retrace import retrace
from engine.state import State
from engine.views import View, events_for, open_view, view
from muertos_tui.stages import Stage, stage_of, stages
from muertos_tui.updates import TableStatus, TableUpdate
from net.text import clean_text


@dataclass(frozen=True)
class Frame:
    """A moment: after so many decisions, and what the trick pane shows of them."""

    done: int
    stage: Stage


class Reel:
    """One game. `eyes` are a player's, or None for one who sees all hands."""

    def __init__(self, game: Game, table: str = "") -> None:
        self._path = retrace(game.state)
        self.over = game.state.over
        self.players = game.state.players
        self.status = TableStatus(tuple(map(clean_text, game.names)), table, connection="replay")
        self.frames = self._cut()

    def _cut(self) -> list[Frame]:
        """All moments: a decision may bring several, such as a card, the trick it ends, and the next."""
        frames = [Frame(0, stage_of(view(self._path[0][1], None)))]
        for done in range(1, len(self._path)):
            before, after = self._path[done - 1][1], self._path[done][1]
            events = events_for(after, None, len(before.log))
            frames += [Frame(done, stage) for stage in stages(frames[-1].stage, events, view(after, None))]
        return frames

    @property
    def decisions(self) -> int:
        """How many there were."""
        return len(self._path) - 1

    def state(self, place: int) -> State:
        """The game at a moment."""
        return self._path[self.frames[place].done][1]

    def following(self, place: int) -> Action | None:
        """The decision that was made next."""
        done = self.frames[place].done + 1
        return self._path[done][0] if done < len(self._path) else None

    def seen(self, place: int, eyes: int | None) -> View:
        """The game at a moment, as those eyes see it."""
        state = self.state(place)
        return open_view(state) if eyes is None else view(state, eyes)

    def decider_view(self, place: int) -> View | None:
        """What the one who decides next may know; None if nobody does."""
        state = self.state(place)
        return None if state.over else view(state, state.control[state.owing[0]])

    def update(self, place: int, eyes: int | None) -> tuple[TableUpdate, int]:
        """What to show at a moment, with everything up to it; and how many of the events are its own."""
        state, done = self.state(place), self.frames[place].done
        start = len(self._path[done - 1][1].log) if done else 0
        events = tuple(state.log if eyes is None else events_for(state, eyes, 0))
        return TableUpdate(self.seen(place, eyes), self.status, events), len(state.log) - start

    # Ways through it, each to the place of a moment

    def trick_after(self, place: int) -> int:
        """The next trick that is over."""
        later = (p for p in range(place + 1, len(self.frames)) if self._ends_trick(p))
        return next(later, len(self.frames) - 1)

    def trick_before(self, place: int) -> int:
        """The trick before."""
        return next((p for p in range(place - 1, 0, -1) if self._ends_trick(p)), 0)

    def _ends_trick(self, place: int) -> bool:
        stage = self.frames[place].stage
        return stage.won and stage.ended is None

    def day(self, day: int) -> int:
        """Where a day begins; the end, if the game did not come to it."""
        place = bisect_left(self.frames, day, key=lambda frame: frame.stage.day)
        return min(place, len(self.frames) - 1)
