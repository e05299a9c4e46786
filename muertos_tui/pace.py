"""How fast a game goes, in seconds: bots at the table, and what the screen shows of it."""

from dataclasses import dataclass
from typing import Final

from net.limits import BOT_DELAY, TRICK_PAUSE


@dataclass(frozen=True, slots=True)
class Pace:
    """`bot` and `trick` are the table's: a bot's card, and a finished trick until bots go on if nobody presses a key.
    `step` and `hold` are the screen's: one of several things that happened at once, and a finished trick.
    """

    bot: float
    trick: float
    step: float
    hold: float


NORMAL: Final = "normal"
PACES: Final = {
    "slow": Pace(bot=1.5, trick=8.0, step=1.0, hold=12.0),
    NORMAL: Pace(bot=BOT_DELAY, trick=TRICK_PAUSE, step=0.5, hold=6.0),
    "fast": Pace(bot=0.15, trick=1.5, step=0.15, hold=2.0),
}
