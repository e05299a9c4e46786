"""Bots think outside the server's loop: the quick ones in threads, those that think long in processes of their own.

A thread that computes holds the interpreter, and with it everyone's table; a process does not, and one that hangs can
be ended. There are few of them, for all tables together, begun when there is something to think about: many tables
make their bots weaker, never slower.
"""

import asyncio
import contextlib
import importlib.util
import logging
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.actions import Action
from engine.bots import THINKING, Choice, choose
from net import limits
from net.game import Job

log = logging.getLogger(__name__)

Tell = Callable[[Job, Action | None], object]
Advise = Callable[[Job, Choice | None], object]

_COMMAND: Final = (sys.executable, "-P", "-m", "net.thinker")
_PACKAGE: Final = str(Path(__file__).resolve().parent.parent)
_INSTEAD: Final = "medium"  # decides what there is no time left to think about


class Thinkers:
    """Where bots think: `tell` is called in the loop with the job and its choice, None if there is none."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(1, min(limits.MAX_THINKERS, (os.cpu_count() or 1) - 1))
        self._queue: deque[_Wish] = deque()
        self._workers: list[_Worker] = []
        self._closed = False

    def think(self, job: Job, tell: Tell) -> None:
        """Think about a job; whoever does not answer in time is not waited for by the game."""
        self.advise(job, lambda job, choice: tell(job, choice.action if choice else None))

    def advise(self, job: Job, advise: Advise) -> None:
        """The same, told with its reasons."""
        if self._closed:
            return
        if job.level not in THINKING:
            _in_thread(job, job.level, advise)
            return
        wish = _Wish(job, advise)
        self._queue.append(wish)
        self._begin()
        if wish in self._queue:
            asyncio.get_running_loop().call_later(limits.THINKING_TIME, self._late, wish)

    def _late(self, wish: "_Wish") -> None:
        """Nobody had time for it."""
        if wish in self._queue:
            self._queue.remove(wish)
            log.warning("no time for a bot %s to think", wish.job.level)
            _in_thread(wish.job, _INSTEAD, wish.advise)

    def _begin(self) -> None:
        """Give what waits to who has nothing to do, and call in more if there may be more."""
        for worker in self._workers:
            if self._queue and worker.idle:
                worker.idle = False
                worker.wishes.put_nowait(self._queue.popleft())
        if self._queue and len(self._workers) < self.most:
            wish = self._queue.popleft()
            worker = _Worker(self._free, self._gone)
            worker.wishes.put_nowait(wish)
            self._workers.append(worker)

    def _free(self, worker: "_Worker") -> None:
        worker.idle = True
        self._begin()

    def _gone(self, worker: "_Worker") -> None:
        if worker in self._workers:
            self._workers.remove(worker)
            if not self._closed:
                self._begin()

    @property
    def processes(self) -> list[int]:
        """Those there are, by number."""
        return [worker.pid for worker in self._workers if worker.pid]

    async def close(self) -> None:
        """End them all, whatever they think about."""
        self._closed = True
        self._queue.clear()
        workers, self._workers = self._workers, []
        await asyncio.gather(*(worker.end() for worker in workers))


class _Wish:
    """A job, whom to tell, and until when."""

    def __init__(self, job: Job, advise: Advise) -> None:
        self.job = job
        self.advise = advise
        self.asked_at = asyncio.get_running_loop().time()

    def left(self) -> float:
        """Seconds to think."""
        return self.asked_at + limits.THINKING_TIME - asyncio.get_running_loop().time()


class _Worker:
    """One process, and the task that speaks with it."""

    def __init__(self, free: "Callable[[_Worker], object]", gone: "Callable[[_Worker], object]") -> None:
        self.wishes: asyncio.Queue[_Wish] = asyncio.Queue()
        self.idle = False
        self.pid = 0
        self._free = free
        self._gone = gone
        self._process: asyncio.subprocess.Process | None = None
        self._task = asyncio.create_task(self._run(), name="thinker")

    async def end(self) -> None:
        """End it now."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            self._process = process = await _start()
            self.pid = process.pid
            while True:
                await self._serve(process, await self.wishes.get())
                self._free(self)
        except (OSError, EOFError) as fault:
            log.error("a thinking process is gone: %s", str(fault) or type(fault).__name__)
        finally:
            self.pid = 0
            if self._process is not None:
                await _end(self._process)
            self._gone(self)

    async def _serve(self, process: asyncio.subprocess.Process, wish: _Wish) -> None:
        """One job. Raises OSError or EOFError if the process is of no more use."""
        job = wish.job
        try:
            said = await _ask(process, pickle.dumps((job.view, job.level, job.seed, wish.left())))
        except (OSError, EOFError, TimeoutError) as fault:
            wish.advise(job, None)
            raise OSError(f"bot {job.level} hangs or is ended ({type(fault).__name__})") from None
        choice = pickle.loads(said)
        if isinstance(choice, str):
            log.error("bot %s failed: %s", job.level, choice)
            choice = None
        wish.advise(job, choice)


async def _start() -> asyncio.subprocess.Process:
    path = os.pathsep.join(filter(None, (_PACKAGE, os.environ.get("PYTHONPATH"))))
    weaker = "" if importlib.util.find_spec("numpy") else "; NumPy is missing, so bots think less"
    log.info("a process to think in begins%s", weaker)
    return await asyncio.create_subprocess_exec(
        *_COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=os.name == "posix",  # a terminal's hang-up or Ctrl+C is for who minds it
        # Its own threads would be as many as the machine has, each waiting for the others.
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )


async def _ask(process: asyncio.subprocess.Process, job: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(job).to_bytes(4) + job)
    async with asyncio.timeout(limits.HUNG_AFTER):
        size = await process.stdout.readexactly(4)
        return await process.stdout.readexactly(int.from_bytes(size))


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _in_thread(job: Job, level: str, advise: Advise) -> None:
    """A thread of its own: a quick bot that hangs holds up neither the table nor the process's end."""
    loop = asyncio.get_running_loop()

    def think() -> None:
        try:
            choice: Choice | None = choose(job.view, level, job.seed)
        except Exception:
            log.exception("bot %s failed", level)
            choice = None
        with contextlib.suppress(RuntimeError):  # the loop is closed: the table is no more
            loop.call_soon_threadsafe(advise, job, choice)

    threading.Thread(target=think, name=f"bot-{job.serial}", daemon=True).start()
