"""How the table looks. `pytest --snapshot-update` draws the pictures anew."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot

from tests.tui.driving import press
from tests.tui.table_harness import Harness, Solo
from tests.tui.test_table_screen import SLOW, playing


class Compare(Protocol):
    """What pytest-textual-snapshot gives."""

    def __call__(
        self,
        app: App[None] | str | Path,
        *,
        press: tuple[str, ...] = (),
        terminal_size: tuple[int, int] = (80, 24),
        **more: object,
    ) -> bool: ...


def pressed(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    async def run(pilot: Pilot[None]) -> None:
        await press(pilot, *keys)

    return run


Picture = tuple[Callable[[], Solo], tuple[int, int], tuple[str, ...]]  # a game, a size, keys

PICTURES: dict[str, Picture] = {
    "four": (lambda: playing(4, 0, 3), (80, 24), ("2",)),
    "three": (lambda: playing(3, 0, 5), (80, 24), ("1",)),
    "three_small": (lambda: playing(3, 1, 4), (60, 20), ("3",)),
    "four_large": (lambda: playing(4, 2, 8), (120, 40), ("1",)),
    "builder": (lambda: playing(4, 0, 3), (80, 24), ("a", "tab", "down", "space", "right", "space")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(snap_compare: Compare, name: str) -> None:
    game, size, keys = PICTURES[name]
    assert snap_compare(Harness(game(), SLOW, SLOW), terminal_size=size, run_before=pressed(*keys))
