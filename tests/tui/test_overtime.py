"""That the time for a decision was up is told, and only then."""

from dataclasses import replace

import pytest
from msgspec import structs

from engine.actions import Swap
from engine.events import SwapAccepted
from engine.rules import apply
from engine.views import View
from muertos_tui.overtime import decided_for
from tests.tui.driving import press
from tests.tui.table_harness import Harness
from tests.tui.test_deciding import game_at
from tests.tui.test_table_screen import SLOW, leading

SAID = "Time was up: a bot decided for you."


@pytest.mark.parametrize("left", [0, None])
async def test_a_bot_that_decided_because_the_time_was_up(left: int | None) -> None:
    game = leading()
    game.status = replace(game.status, left=left)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        apply(game.state, game.any_action(0))
        game.others()
        app.table.show(game.update())
        await pilot.pause()
        assert (SAID in app.table._told) == (left is not None)
        assert app.table._told.index("You played Start (6).") > 0
        assert [note.message for note in app._notifications] == ([] if left is None else [SAID])


async def test_who_decides_in_time_is_told_nothing() -> None:
    game = leading()
    game.status = replace(game.status, left=9)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        assert len(app.actions) == 1
        assert SAID not in app.table._told


def test_what_a_partner_decides_meanwhile_is_no_decision_of_ones_own() -> None:
    game = game_at(3, lambda shown: len({a.seat for a in shown.actions if isinstance(a, Swap)}) == 2)
    before, told = game.view(), len(game.state.log)
    first = before.actions[0].seat
    shown = replace_actions(before, first)
    apply(game.state, next(action for action in before.actions if action.seat != first))
    assert not decided_for(shown, game.view(), (*game.state.log[told:], SwapAccepted(3)))
    apply(game.state, before.actions[0])
    assert decided_for(shown, game.view(), game.state.log[told:])


def replace_actions(view: View, seat: int) -> View:
    """The view of who owes a decision for this seat alone."""
    return structs.replace(view, actions=tuple(action for action in view.actions if action.seat == seat))
