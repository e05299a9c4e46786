"""Where the panes of the table go: a pure function of the size, so that it can be tried for every size there is."""

from dataclasses import dataclass
from typing import Final

MIN_WIDTH: Final = 60
MIN_HEIGHT: Final = 20
WIDE: Final = 110  # from here on the log has a column of its own
ALL_TILED: Final = 36  # lines from which on four open hands are drawn as cards
CARDS_WIDTH: Final = 41  # what the tableau takes with a sign a card

HEADER_ROWS: Final = 1
PROMPT_ROWS: Final = 2
KEYS_ROWS: Final = 1
CARDS_ROWS: Final = 7  # a heading, four colours under the ranks, a sum


@dataclass(frozen=True)
class Box:
    """A pane's place."""

    x: int
    y: int
    width: int
    height: int

    def covers(self, other: "Box") -> bool:
        """Whether nothing of the other is seen under this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and self.x + self.width >= other.x + other.width
            and self.y + self.height >= other.y + other.height
        )


def fits(width: int, height: int) -> bool:
    """Whether there is room for the table."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT


def tile_rows(height: int, hands: int) -> int:
    """How many lines a card of the hand takes; 0 if all hands are open and each has but one line in all."""
    if hands > 2:
        return 2 if height >= ALL_TILED else 0
    if height < 24:
        return 1 if hands > 1 else 2
    if height < 30:
        return 2 if hands > 1 else 3
    return 3 if hands > 1 else 5


def arrange(width: int, height: int, hands: int, score_rows: int) -> dict[str, Box]:
    """The place of each pane. `hands` is how many hands are shown, `score_rows` how many sides or players score."""
    tall = tile_rows(height, hands)
    hand_rows = hands * (1 + tall) + (not tall)
    foot = PROMPT_ROWS + KEYS_ROWS
    main = height - HEADER_ROWS - hand_rows - foot
    top = HEADER_ROWS
    boxes = {
        "header": Box(0, 0, width, HEADER_ROWS),
        "hands": Box(0, top + main, width, hand_rows),
        "help": Box(0, top, width, main),
        "prompt": Box(0, height - foot, width, PROMPT_ROWS),
        "keys": Box(0, height - KEYS_ROWS, width, KEYS_ROWS),
    }
    if width >= WIDE:
        return boxes | _three_columns(width, top, main, score_rows)
    return boxes | _two_columns(width, top, main, score_rows)


def _two_columns(width: int, top: int, main: int, score_rows: int) -> dict[str, Box]:
    """Trick over log; tableau, scores and facts."""
    right = max(CARDS_WIDTH, width // 2) if width - CARDS_WIDTH >= 36 else width // 2 - 1
    left = width - right - 1
    trick = min(main - 3, max(8, main * 5 // 8))
    cards = CARDS_ROWS if main >= 13 else CARDS_ROWS - 1
    scores = 1 + score_rows
    x = left + 1
    return {
        "trick": Box(0, top, left, trick),
        "log": Box(0, top + trick, left, main - trick),
        "asking": Box(0, top, left if left >= 36 else width, main),
        "cards": Box(x, top, right, cards),
        "scores": Box(x, top + cards, right, scores),
        "facts": Box(x, top + cards + scores, right, main - cards - scores),
    }


def _three_columns(width: int, top: int, main: int, score_rows: int) -> dict[str, Box]:
    """The trick; tableau, scores and facts; the log."""
    left = (width - 2) * 2 // 5
    middle = CARDS_WIDTH
    right = width - left - middle - 2
    cards, scores = min(CARDS_ROWS + 1, max(main - 6, CARDS_ROWS - 1)), 1 + score_rows
    x = left + 1
    return {
        "trick": Box(0, top, left, main),
        "asking": Box(0, top, left, main),
        "cards": Box(x, top, middle, cards),
        "scores": Box(x, top + cards, middle, scores),
        "facts": Box(x, top + cards + scores, middle, main - cards - scores),
        "log": Box(x + middle + 1, top, right, main),
    }
