"""What a log tells, folded once and kept up: a view at every move would else read the whole log again."""

from collections.abc import Sequence

from engine.board import Board
from engine.events import Event, HandBegan
from engine.memory import Memory


class Story:
    """The folds of one state's log as far as it has been heard."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._heard = 0
        self._latest: Event | None = None  # the last event heard
        self._dealt = 0  # where this hand begins
        self._memories: dict[frozenset[int], Memory] = {}
        self._board = Board()

    def board(self, log: Sequence[Event]) -> Board:
        """What lies open for all to see."""
        self._catch_up(log)
        return self._board

    def memory(self, log: Sequence[Event], seen: frozenset[int]) -> Memory:
        """What one who sees the hands at the seats `seen` can remember of this hand."""
        self._catch_up(log)
        memory = self._memories.get(seen)
        if memory is None:
            memory = self._memories[seen] = Memory(seen)
            for event in log[self._dealt :]:
                memory.hear(event)
        return memory

    def _catch_up(self, log: Sequence[Event]) -> None:
        if self._heard and (len(log) < self._heard or log[self._heard - 1] is not self._latest):
            self._forget()  # another log than the one heard so far
        for place in range(self._heard, len(log)):
            event = log[place]
            if isinstance(event, HandBegan):
                self._dealt, self._memories = place, {}
            self._board.hear(event)
            for memory in self._memories.values():
                memory.hear(event)
        if log:
            self._heard, self._latest = len(log), log[-1]
