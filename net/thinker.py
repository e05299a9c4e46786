"""A process that thinks for bots: jobs come in, choices go out, until there are no more (see `net.thinking`)."""

import os
import pickle
import sys
import time
import traceback
from pathlib import Path
from typing import IO

from engine.bots import choose


def answer(job: bytes) -> bytes:
    """The choice for one job, or what went wrong with it, in words."""
    view, level, seed, seconds = pickle.loads(job)
    end = time.monotonic() + seconds
    try:
        return pickle.dumps(choose(view, level, seed, lambda: time.monotonic() < end))
    except Exception as fault:
        frame = traceback.extract_tb(fault.__traceback__)[-1]  # its words may name a card, which no log may
        return pickle.dumps(f"{type(fault).__name__} in {frame.name}, {Path(frame.filename).name}:{frame.lineno}")


def read(stream: IO[bytes]) -> bytes:
    """One block with its length before it, b"" at the end."""
    size = int.from_bytes(stream.read(4))
    return stream.read(size) if size else b""


def main() -> None:
    """Answer until the input ends; who sits at a terminal or at a table goes first."""
    if hasattr(os, "nice"):
        os.nice(10)
    jobs = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else is ever said there
    while job := read(jobs):
        said = answer(job)
        answers.write(len(said).to_bytes(4) + said)
        answers.flush()


if __name__ == "__main__":
    main()
