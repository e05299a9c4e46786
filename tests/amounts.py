"""How much of what has no end is tried: a little with every change, a lot under `make soak`."""

import os

SOAK = os.environ.get("SOAK") == "1"


def amount(usual: int, soak: int) -> int:
    """How many."""
    return soak if SOAK else usual
