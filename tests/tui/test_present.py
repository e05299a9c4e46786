"""Nothing is played blind: who chooses while an old trick stands there sees the trick as it lies first."""

import random
from copy import deepcopy

import pytest
from textual.pilot import Pilot

from engine.actions import Play
from engine.rules import apply
from tests.tui.driving import click_on, press, text_of
from tests.tui.stage import until
from tests.tui.table_harness import Harness, Solo
from tests.tui.test_table_games import choose
from tests.tui.test_table_screen import SLOW, leading


async def held(pilot: Pilot[None], app: Harness) -> int:
    """The first trick is over and stands there, the player's next decision is due; the key of a card for it."""
    start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
    await press(pilot, str(start.index + 1), "enter")
    await pilot.pause(0.1)
    assert any(over in text_of(app.table)[1] for over in ("Trick 1 of 8 is over", "Trick 1 is over", "Trick 1 over"))
    assert app.table._view.actions
    return next(slot.index for slot in app.table.deciding.slots[0] if slot.action)


async def test_an_old_trick_invites_nobody_to_play() -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(60, 20)) as pilot:
        await held(pilot, app)
        text = text_of(app.table)
        assert "you are next" in text[0]
        assert "You are next. First see how the trick lies." in text[-3]
        assert "Space: go on" in text[-2]
        assert "Your turn" not in "".join(text)
        await press(pilot, "space")
        text = text_of(app.table)
        assert "YOUR TURN" in text[0]
        assert "Your turn" in text[-3]


def ending() -> Solo:
    """A game that waits for the player's last card of a day, and then for the player again."""

    for seed in range(99):
        game, chance = Solo(seed), random.Random(seed)
        game.others()
        while game.view().day == 1:
            before, action = deepcopy(game), choose(game, chance)
            apply(game.state, action)
            game.others()
            if game.view().day == 2 and game.view().actions and isinstance(action, Play):
                return before
    raise AssertionError("no such game")


async def test_after_a_day_there_is_no_trick_to_see() -> None:
    app = Harness(ending(), 0.001, SLOW)
    async with app.run_test(size=(60, 20)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        await until(pilot, lambda: "You are next" in text_of(app.table)[-3])
        assert "First see how the trick lies." in text_of(app.table)[-3]
        await press(pilot, "space")
        await until(pilot, lambda: "The day is over. You are next, in the new one." in text_of(app.table)[-3])
        await press(pilot, "space")
        await until(pilot, lambda: "Your turn" in text_of(app.table)[-3])


@pytest.mark.parametrize("first", ["digit", "right", "up", "tab", "enter", "h", "hand"])
async def test_a_choice_shows_the_trick_as_it_lies(first: str) -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        card = await held(pilot, app)
        if first == "hand":
            await click_on(pilot, app.table, "card", 0, card)
        else:
            await press(pilot, str(card + 1) if first == "digit" else first)
        assert len(app.actions) == 1
        assert "free:" in text_of(app.table)[1]
        assert app.seen == [(1, 1)]


async def test_what_is_chosen_already_is_not_played_blind() -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        card = await held(pilot, app)
        app.table.deciding.choose(0, card)
        await press(pilot, "enter")
        assert len(app.actions) == 1
        assert "free:" in text_of(app.table)[1]
        await press(pilot, "enter")
        assert len(app.actions) == 2


@pytest.mark.parametrize("recalled", [False, True])
async def test_the_first_click_on_the_only_card_is_not_played_blind(recalled: bool) -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        card = await held(pilot, app)
        if recalled:
            await press(pilot, "space", "l")
        app.table.deciding.choose(0, card)
        await click_on(pilot, app.table, "card", 0, card)
        assert len(app.actions) == 1
        assert "free:" in text_of(app.table)[1]
        await click_on(pilot, app.table, "card", 0, card)
        assert len(app.actions) == 2
