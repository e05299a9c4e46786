"""Where the panes go, at every size."""

import pytest

from muertos_tui.layout import MIN_HEIGHT, MIN_WIDTH, Box, arrange, fits

OVER = ("asking", "help")  # shown above others


def cells(box: Box) -> set[tuple[int, int]]:
    return {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}


@pytest.mark.parametrize("hands", [0, 1, 2, 4])
@pytest.mark.parametrize("score_rows", [2, 3])
def test_panes_fill_the_screen_and_never_overlap(hands: int, score_rows: int) -> None:
    sizes = [(w, h) for w in (*range(60, 84), 109, 110, 120, 200) for h in (*range(20, 31), 40, 60)]
    for width, height in sizes:
        boxes = arrange(width, height, hands, score_rows)
        taken: set[tuple[int, int]] = set()
        for name, box in boxes.items():
            if name in OVER or not box.height:
                continue
            here = cells(box)
            assert not here & taken, (width, height, name)
            assert all(0 <= x < width and 0 <= y < height for x, y in here), (width, height, name)
            taken |= here
        assert len(taken) >= width * height - 2 * height, (width, height)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (60, 24), (80, 20), (80, 24), (120, 40)])
def test_no_pane_is_too_small_for_what_it_must_show(width: int, height: int) -> None:
    for hands in (1, 2, 4):
        boxes = arrange(width, height, hands, 3 if hands == 2 else 2)
        assert boxes["trick"].height >= 8  # a heading, three rows of seats of two lines, how it stands
        assert boxes["trick"].width >= 29
        assert boxes["cards"].height >= 6
        assert boxes["facts"].height >= 2
        assert boxes["log"].height >= 3
        assert boxes["asking"].height >= 12 or hands == 4  # with all hands open nothing is asked
        assert boxes["asking"].width >= 36


def test_what_fits() -> None:
    assert fits(MIN_WIDTH, MIN_HEIGHT)
    assert not fits(MIN_WIDTH - 1, MIN_HEIGHT)
    assert not fits(MIN_WIDTH, MIN_HEIGHT - 1)
