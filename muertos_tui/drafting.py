"""A question in the making: from the menu, or built from the parts of R25."""

from collections.abc import Sequence
from typing import Any, Final

from engine.actions import Ask
from engine.cards import COLORS, KINDS, MAX_RANK, Color
from engine.questions import MEASURES, Question, menu

COMPARISONS: Final = ("number", "at_least", "at_most", "exactly")
MAX_BOUND: Final = 80  # eight tens

Item = tuple[str, Any]

# The fields of the builder, each with its items, in the order they are walked through.
FIELDS: Final[tuple[tuple[str, tuple[Item, ...]], ...]] = (
    ("measure", tuple(("measure", measure) for measure in MEASURES)),
    ("colors", tuple(("colors", color) for color in COLORS)),
    ("ranks", tuple(("ranks", rank) for rank in range(MAX_RANK + 1))),
    ("kinds", tuple(("kinds", kind) for kind in KINDS)),
    ("compare", (*(("compare", way) for way in COMPARISONS), ("bound", -1), ("bound", 1))),
)
ITEMS: Final = tuple(item for _name, items in FIELDS for item in items)
FILTERS: Final = ("colors", "ranks", "kinds")


class Draft:
    """Whom to ask, and what. `cursor` is a place in the menu, `place` one in the builder."""

    def __init__(self, asks: Sequence[Ask], muertos: Color) -> None:
        self.asks = tuple(asks)
        self.menu = menu(muertos)
        self.target = 0
        self.cursor = 0
        self.touched = False  # whether the player has chosen anything: a slip of Enter asks nothing
        self.building = False
        self.place = 0
        self.measure = MEASURES[0]
        self.filters: dict[str, set[Any]] = {name: set() for name in FILTERS}
        self.compare = COMPARISONS[0]
        self.bound = 1

    @property
    def chip(self) -> bool:
        """Whether a chip pays for it (R27)."""
        return self.asks[0].chip

    def choose_target(self, index: int) -> None:
        """Choose whom to ask."""
        if 0 <= index < len(self.asks):
            self.target = index
            self.touched = True

    def choose_question(self, cursor: int) -> None:
        """Choose a ready-made question."""
        self.cursor = cursor
        self.touched = True

    def switch(self, building: bool) -> None:
        """Build, or choose from the menu."""
        self.building = building
        self.touched = self.touched and not building

    def move(self, step: int) -> None:
        """Left or right: to the next item, or the next one to ask."""
        if self.building:
            self.place = (self.place + step) % len(ITEMS)
        else:
            self.choose_target((self.target + step) % len(self.asks))

    def up_down(self, step: int) -> None:
        """To the next question, or the first item of the next field."""
        if not self.building:
            self.choose_question((self.cursor + step) % len(self.menu) if self.touched else self.cursor)
            return
        starts = [ITEMS.index(items[0]) for _name, items in FIELDS]
        here = max(i for i, start in enumerate(starts) if start <= self.place)
        self.place = starts[(here + step) % len(starts)]

    def toggle(self, place: int | None = None) -> None:
        """Choose or drop the item at the place, or where one is."""
        self.place = self.place if place is None else place
        self.touched = True
        name, value = ITEMS[self.place]
        match name:
            case "measure":
                self.measure = value
            case "compare":
                self.compare = value
            case "bound":
                self.step_bound(value)
            case _:
                self.filters[name] ^= {value}

    def step_bound(self, step: int) -> None:
        """More or less to compare with."""
        self.touched = True
        self.bound = min(max(self.bound + step, 0), MAX_BOUND)
        if self.compare == "number":
            self.compare = "at_least"

    def is_on(self, item: Item) -> bool:
        """Whether an item is chosen."""
        name, value = item
        match name:
            case "measure":
                return bool(self.measure == value)
            case "compare":
                return bool(self.compare == value)
            case "bound":
                return False
        return value in self.filters[name] and not self.whole_hand

    @property
    def whole_hand(self) -> bool:
        """Highest and lowest are asked of the whole hand only."""
        return self.measure in ("highest", "lowest")

    def question(self) -> Question:
        """The question as it stands."""
        if not self.building:
            return self.menu[self.cursor]
        bound = {way: self.bound if self.compare == way else None for way in COMPARISONS[1:]}
        return Question(self.measure, self._picked("colors"), self._picked("ranks"), self._picked("kinds"), **bound)

    def _picked(self, name: str) -> tuple[Any, ...]:
        """The chosen items of a filter, in their order."""
        chosen = () if self.whole_hand else self.filters[name]
        return tuple(value for n, value in ITEMS if n == name and value in chosen)

    def action(self) -> Ask | None:
        """Asking it, once something has been chosen."""
        if not self.touched:
            return None
        ask = self.asks[self.target]
        return Ask(ask.seat, ask.target, self.question(), ask.chip)
