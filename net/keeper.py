"""Between a table and its journal: one save at a time, off the loop; what comes in meanwhile waits its turn.

So nothing is ever told that is not on the disk, and a disk that is slow or full holds up the table, never the loop.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from net import limits
from net.authority import Authority
from net.journal import Journal, JournalFault
from net.ledger import Save

log = logging.getLogger(__name__)

Step = Callable[[], object]


class Keeper:
    """Saves for one table; without a journal there is nothing to save. `trouble` is told whether the disk refuses."""

    def __init__(self, journal: Journal | None, after: Step, trouble: Callable[[bool], object]) -> None:
        self._journal = journal
        self._after = after
        self._trouble = trouble
        self._held: list[Step] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "journal") if journal else None
        self.refused = False  # the disk does not take what has to be saved

    @property
    def busy(self) -> bool:
        """Whether nothing may be told, and nothing done, before a save is through."""
        return self._task is not None

    def hold(self, step: Step) -> None:
        """Do this once the save under way is through."""
        self._held.append(step)

    async def begin(self, authority: Authority) -> None:
        """The first save of a table. Raises JournalFault."""
        if self._journal is not None and (save := authority.unsaved()) is not None:
            await self._append(save)
            authority.saved()

    def save(self, authority: Authority) -> bool:
        """Begin to save what has to be; whether there was anything. `after` is called when it is through."""
        if self._journal is None or (save := authority.unsaved()) is None:
            return False
        self._task = asyncio.create_task(self._save(authority, save), name="journal")
        return True

    async def _save(self, authority: Authority, save: Save) -> None:
        while not await self._tried(save):  # noqa: ASYNC110 - the disk tells nobody that there is space again
            await asyncio.sleep(limits.SAVE_AGAIN)
        authority.saved()
        self._task = None
        held, self._held = self._held, []
        self._after()  # what was saved is told before anything else is done
        for step in held:
            if self.busy:
                self.hold(step)
            else:
                step()
        if held and not self.busy:
            self._after()

    async def _tried(self, save: Save) -> bool:
        try:
            await self._append(save)
        except JournalFault as fault:
            if not self.refused:
                log.error("%s: not saved, so the table waits: %s", fault.path, fault.detail)
                self.refused = True
                self._trouble(True)
            return False
        if self.refused:
            log.info("saved: the table goes on")
            self.refused = False
            self._trouble(False)
        return True

    async def _append(self, save: Save) -> None:
        assert self._journal is not None
        await asyncio.get_running_loop().run_in_executor(self._thread, self._journal.append, save)

    async def settle(self) -> None:
        """Until nothing is being saved, or it takes too long."""
        if self._task is not None and not self.refused:
            await asyncio.wait([self._task], timeout=limits.LAST_SAVE)

    async def end(self, authority: Authority, worthless: bool) -> None:
        """Save what is left if that can be done soon, and close the journal; a worthless one is removed."""
        if self._journal is None or self._thread is None:
            return
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            authority.save_anew()  # nobody knows whether the save under way came through
        save = authority.unsaved()
        closed = asyncio.get_running_loop().run_in_executor(self._thread, self._close, save, worthless)
        await asyncio.wait([closed], timeout=limits.LAST_SAVE)
        self._thread.shutdown(wait=False)

    def _close(self, save: Save | None, worthless: bool) -> None:
        assert self._journal is not None
        try:
            if save is not None and not worthless:
                self._journal.append(save)
        except JournalFault as fault:
            log.error("%s: the last of it is not saved: %s", fault.path, fault.detail)
        self._journal.close(remove=worthless)
