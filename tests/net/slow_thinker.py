"""As `net.thinker`, with bots that think for long about everything, on machines of any speed.

python -m tests.net.slow_thinker
"""

import time
from typing import Final

from engine import bots
from engine.bots import Choice, Patience, choose
from engine.views import View

THOUGHT: Final = 0.3  # seconds of a processor


def choose_slowly(view: View, level: str, seed: bytes, patience: Patience | None = None) -> Choice:
    """What the easy bot chooses, after a long thought."""
    end = time.thread_time() + THOUGHT
    while time.thread_time() < end:
        sum(range(1000))
    return choose(view, "easy", seed)


if __name__ == "__main__":
    bots.choose = choose_slowly
    from net.thinker import main

    main()
