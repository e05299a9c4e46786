"""Whole games through the table screen, by keys only and by mouse only."""

import random

import pytest
from textual.pilot import Pilot

from engine.actions import Action, Ask
from engine.questions import Question
from engine.rules import legal_actions
from muertos_tui.deciding import hand_of
from muertos_tui.drafting import ITEMS, Item
from tests.tui.driving import click_on, keys_for, press, text_of
from tests.tui.table_harness import ALL, Harness, Solo

QUESTIONS = (
    Question("count", colors=("P", "G"), ranks=(7, 8), kinds=("plain",), at_least=2),
    Question("sum", colors=("K",)),
    Question("highest", exactly=0),
    Question("count", kinds=("food",)),
)


def choose(game: Solo, chance: random.Random) -> Action:
    """A legal action of the player's, questions of all sorts among them."""
    seats = [seat for seat in game.state.owing if game.state.control[seat] == game.me]
    action = chance.choice([a for seat in seats for a in legal_actions(game.state, seat)])
    if isinstance(action, Ask):
        return Ask(action.seat, action.target, chance.choice(QUESTIONS), action.chip)
    return action


# Games, found by trying, in which every sort of decision comes to the player.
GAMES = [(4, 0, 52, (80, 24)), (4, 1, 57, (60, 20)), (3, 2, 58, (80, 24)), (3, 0, 56, (60, 20))]
KINDS = {"Play", "Discard", "Declare", "Ask", "Offer", "Swap", "Kill", "Give"}


@pytest.mark.parametrize(("players", "me", "seed", "size"), GAMES)
async def test_game_by_keys(players: int, me: int, seed: int, size: tuple[int, int]) -> None:
    game, chance = Solo(seed, players, ALL, me), random.Random(players)
    app = Harness(game, pace=0.001, hold=0.001)
    async with app.run_test(size=size) as pilot:
        while not game.state.over:
            action = choose(game, chance)
            await press(pilot, *keys_for(app.table.deciding, action), "enter")
            assert app.actions[-1] == action
        await press(pilot, "space", "space")
        assert app.results
        assert "game over" in text_of(app.table)[0]
    assert {type(action).__name__ for action in app.actions} == KINDS | ({"Take"} if players == 3 else set())


async def test_game_by_mouse() -> None:
    game, chance = Solo(56, 3, ALL, 0), random.Random(3)
    app = Harness(game, pace=0.001, hold=0.001)
    async with app.run_test(size=(80, 24)) as pilot:
        while not game.state.over:
            action = choose(game, chance)
            await (ask_by_mouse if isinstance(action, Ask) else click_by_mouse)(pilot, app, action)
            assert app.actions[-1] == action
    assert {type(action).__name__ for action in app.actions} == KINDS | {"Take"}


async def click_by_mouse(pilot: Pilot[None], app: Harness, action: Action) -> None:
    deciding = app.table.deciding
    where: tuple[str, *tuple[int, ...]]
    if action in deciding.options:
        where = ("option", deciding.options.index(action))
    else:
        taken = hand_of(action)
        assert taken is not None
        seat, card = taken
        where = ("card", seat, next(slot.index for slot in deciding.slots[seat] if slot.card is card))
    before = len(app.actions)
    await click_on(pilot, app.table, *where)
    if len(app.actions) == before:  # the only card there is to play is confirmed by the first click
        await click_on(pilot, app.table, *where)


async def ask_by_mouse(pilot: Pilot[None], app: Harness, action: Action) -> None:
    assert isinstance(action, Ask)
    assert action.question is not None
    deciding = app.table.deciding
    if deciding.draft is None:
        await click_on(pilot, app.table, "ask")
    assert deciding.draft is not None
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
    wanted: list[Item] = [("measure", question.measure)]
    wanted += [(name, v) for name in ("colors", "ranks", "kinds") for v in getattr(question, name)]
    places = [ITEMS.index(item) for item in wanted]
    for way in ("at_least", "at_most", "exactly"):
        bound = getattr(question, way)
        if bound is not None:
            places.append(ITEMS.index(("compare", way)))
            places += [ITEMS.index(("bound", 1 if bound > 1 else -1))] * abs(bound - 1)
    return places
