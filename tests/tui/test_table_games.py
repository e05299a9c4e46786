"""Whole games through the table screen, by keys only and by mouse only."""

import random

import pytest

from engine.actions import Ask
from engine.questions import Question
from engine.rules import legal_actions
from tests.tui.driving import click_on, keys_for, text_of
from tests.tui.table_harness import ALL, Harness, Solo

QUESTIONS = (
    Question("count", colors=("P", "G"), ranks=(7, 8), kinds=("plain",), at_least=2),
    Question("sum", colors=("K",)),
    Question("highest", exactly=0),
    Question("count", kinds=("food",)),
)


def choose(game: Solo, chance: random.Random):  # type: ignore[no-untyped-def]
    """A legal action of the player's, questions of all sorts among them."""
    seats = [seat for seat in game.state.owing if game.state.control[seat] == game.me]
    action = chance.choice([a for seat in seats for a in legal_actions(game.state, seat)])
    if isinstance(action, Ask):
        return Ask(action.seat, action.target, chance.choice(QUESTIONS), action.chip)
    return action


@pytest.mark.parametrize(
    ("players", "me", "size"), [(4, 0, (80, 24)), (4, 1, (60, 20)), (3, 2, (80, 24)), (3, 0, (60, 20))]
)
async def test_game_by_keys(players: int, me: int, size: tuple[int, int]) -> None:
    game = Solo(7 + players + me, players, ALL, me)
    chance = random.Random(players)
    app = Harness(game, pace=0.001, hold=0.001)
    kinds = set()
    async with app.run_test(size=size) as pilot:
        while not game.state.over:
            action = choose(game, chance)
            kinds.add(type(action).__name__)
            await pilot.press(*keys_for(app.table._deciding, action), "enter")
            await pilot.pause()
            assert app.actions[-1] == action
        await pilot.press("space", "space")
        await pilot.pause()
        assert app.results
        assert "game over" in text_of(app.table)[0]
    assert {"Play", "Ask", "Give"} <= kinds


async def test_game_by_mouse() -> None:
    game = Solo(3, 3, ALL, 0)
    chance = random.Random(5)
    app = Harness(game, pace=0.001, hold=0.001)
    async with app.run_test(size=(80, 24)) as pilot:
        while game.state.day == 1:
            action = choose(game, chance)
            if isinstance(action, Ask):
                await ask_by_mouse(pilot, app, action)
            else:
                await click_by_mouse(pilot, app, action)
            assert app.actions[-1] == action


async def click_by_mouse(pilot, app, action):  # type: ignore[no-untyped-def]
    deciding = app.table._deciding
    keys = keys_for(deciding, action)
    if action in deciding.options:
        where = ("option", int(keys[-1]) - 1)
    else:
        seat = action.seat if not hasattr(action, "card") or type(action).__name__ != "Take" else (action.seat + 1) & 3
        where = ("card", seat, int(keys[-1]) - 1)
    before = len(app.actions)
    await click_on(pilot, app.table, *where)
    if len(app.actions) == before:  # a card that was chosen for want of another is confirmed by the first click
        await click_on(pilot, app.table, *where)


async def ask_by_mouse(pilot, app, action):  # type: ignore[no-untyped-def]
    deciding = app.table._deciding
    if deciding.draft is None:
        await click_on(pilot, app.table, "ask")
    targets = [ask.target for ask in deciding.asks]
    await click_on(pilot, app.table, "target", targets.index(action.target))
    question = action.question
    if question in deciding.draft.menu:
        await click_on(pilot, app.table, "question", deciding.draft.menu.index(question))
    else:
        await click_on(pilot, app.table, "way", 1)
        for place in item_places(question):
            await click_on(pilot, app.table, "item", place)
    await click_on(pilot, app.table, "confirm")


def item_places(question: Question) -> list[int]:
    """The items of the builder that make the question."""
    from muertos_tui.drafting import ITEMS

    wanted = [("measure", question.measure)]
    wanted += [(name, v) for name in ("colors", "ranks", "kinds") for v in getattr(question, name)]
    places = [ITEMS.index(item) for item in wanted]
    for way in ("at_least", "at_most", "exactly"):
        bound = getattr(question, way)
        if bound is not None:
            places.append(ITEMS.index(("compare", way)))
            places += [ITEMS.index(("bound", 1 if bound > 1 else -1))] * abs(bound - 1)
    return places
