"""Every drawn character that is no letter: one cell wide, and told apart in ASCII (`terminal.to_ascii`)."""

from typing import Final

RULE: Final = "─"
BAR: Final = "│"
DOT: Final = "·"  # between the parts of a line
OUT: Final = "■"  # a card of the tableau that is still in a closed hand
SEEN: Final = "○"  # ... that lies in a hand one sees
GONE: Final = "·"  # ... that was played
WINNING: Final = "!"
PLAYABLE: Final = "+"
BARRED: Final = "×"
CHOSEN: Final = "►"
NEW: Final = "›"  # the newest lines of a log
ON: Final = "■"
OFF: Final = "□"
ELLIPSIS: Final = "…"
LEFT: Final = "◄"
RIGHT: Final = "►"
MINUS: Final = "-"
