"""An app whose screens can ask a bot for advice. It thinks elsewhere, as at a table: the screen never waits."""

import importlib.util
from typing import Final

from textual import on

from muertos_tui.base_app import BaseApp
from muertos_tui.updates import HintRequested
from net.game import Job
from net.thinking import Thinkers

LEVEL: Final = "hard" if importlib.util.find_spec("numpy") else "medium"
SEED: Final = bytes(32)  # so that the same position brings the same advice


class HintApp(BaseApp):
    """Advice is thought out one at a time, in a process that begins when it is first wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._thinkers: Thinkers | None = None
        self._hints = 0

    @on(HintRequested)
    def _advise(self, event: HintRequested) -> None:
        if self._thinkers is None:
            self._thinkers = Thinkers(1)
        self._hints += 1
        job = Job(self._hints, event.view.me or 0, LEVEL, event.view, SEED)
        self._thinkers.advise(job, lambda job, choice: event.tell(choice))

    async def on_unmount(self) -> None:
        """Nobody thinks on when the screen is gone."""
        if self._thinkers is not None:
            await self._thinkers.close()
