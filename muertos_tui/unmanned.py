"""A table that is opened, and that nobody waits for any more, is ended: none stays behind that nobody has been at."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from muertos_tui import registry
from muertos_tui.startup import Connect

Opened = tuple[Connect, str]  # how to join the table, and what its host should be told


async def opened(open_table: Callable[[], Opened]) -> Opened:
    """Open a table in a thread. If this is cancelled meanwhile, the table ends as soon as it is there."""
    pool = ThreadPoolExecutor(1, thread_name_prefix="open")
    job = pool.submit(open_table)
    pool.shutdown(wait=False)
    try:
        return await asyncio.wrap_future(job)
    except asyncio.CancelledError:
        job.add_done_callback(_end_opened)
        raise


def _end_opened(job: "Future[Opened]") -> None:
    if not job.cancelled() and job.exception() is None:
        end(job.result()[0])


def end(connect: Connect) -> None:
    """End a table that this terminal has opened, unless there have been others at it before."""
    for entry in registry.running() if connect.new else ():
        if entry.key == connect.key:
            registry.ask_to_end(entry.id)
