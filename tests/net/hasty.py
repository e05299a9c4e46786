"""A loop for tests of long times: when nothing happens any more, its clock goes on to what is due next."""

import asyncio
import selectors

GRACE = 0.02  # seconds in which what has been sent within this process has surely come


class _Selector(selectors.DefaultSelector):
    """Waits for bytes as ever, and for no time."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= GRACE:
            return super().select(timeout)
        ready = super().select(GRACE)
        if not ready:
            self.skipped += timeout - GRACE
        return ready


class HastyLoop(asyncio.SelectorEventLoop):
    """For `asyncio.Runner(loop_factory=HastyLoop)`."""

    def __init__(self) -> None:
        self._hasty = _Selector()
        super().__init__(self._hasty)

    def time(self) -> float:
        """The clock."""
        return super().time() + self._hasty.skipped
