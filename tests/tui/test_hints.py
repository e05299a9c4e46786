"""What a bot advises: asked for by a key, thought out elsewhere, shown in words, and never done by itself."""

import random

import pytest

from engine.actions import Ask, Declare, Discard, Kill, Offer, Play
from engine.bots import REASONS, Choice, choose
from engine.bots.choice import Weighed
from engine.cards import CARDS
from engine.questions import menu
from engine.rules import apply
from engine.views import view
from muertos_tui.advice import WHY, advised, choice_text, pairs_text
from muertos_tui.cast import Cast
from muertos_tui.screens.table import TableScreen
from muertos_tui.updates import TableUpdate
from tests.tui.driving import click_on, press, text_of
from tests.tui.stage import Staged, shows, until
from tests.tui.table_harness import ALL, NAMES, Harness, Solo
from tests.tui.test_table_games import choose as any_choice
from tests.tui.test_table_screen import SIZES, SLOW, leading, playing

FOUR = Cast(0, (0, 1, 2, 3), NAMES)
THREE = Cast(0, (0, 1, None, 2), NAMES)
P9, K10 = CARDS["P9"], CARDS["K10"]


def test_every_reason_has_its_words() -> None:
    assert set(WHY) == set(REASONS)
    for code, facts in REASONS.items():
        choice = Choice(Play(0, P9), code, {"card": "P9", "target": 1, **({"chance": 40} if "chance" in facts else {})})
        text = choice_text(choice, FOUR)
        assert text.startswith("play pink 9: ")
        assert not set("{}?") & set(text)


def test_what_is_advised() -> None:
    assert advised(Declare(0, "P"), FOUR) == "name pink"
    assert advised(Kill(0, 1), FOUR) == "remove Beto's ten"
    assert advised(Kill(0, None), FOUR) == "remove no ten"
    assert advised(Offer(0, False), FOUR) == "do not swap"
    assert advised(Discard(0, P9), FOUR) == "discard pink 9"
    assert advised(Play(2, P9), THREE) == "play pink 9 (the table)"
    question = menu("G")[0]
    assert advised(Ask(0, 1, question), FOUR).startswith("ask Beto “")


def test_as_many_pairs_as_there_is_room_for() -> None:
    weighed = tuple(Weighed(Play(0, card), pairs, 0.5) for card, pairs in ((P9, 1.5), (P9, 1.5), (K10, 1.25)))
    choice = Choice(Play(0, P9), "win", {"chance": 62}, weighed)
    assert choice_text(choice, FOUR) == "play pink 9: it takes the lead, 62 % to win the trick"
    assert pairs_text(choice, FOUR, 80) == "Pairs, chance to win: pink 9 1.50 50% · black 10 1.25 50%"
    assert pairs_text(choice, FOUR, 40) == "Pairs, chance to win: pink 9 1.50 50%"
    assert pairs_text(Choice(Play(0, P9), "only"), FOUR, 80) == ""


@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_is_shown_and_does_nothing(size: tuple[int, int]) -> None:
    app = Harness(playing(4), SLOW, SLOW)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "h")
        (asked,) = app.hints
        assert asked.view == app.game.view()
        assert "A bot is thinking about it" in text_of(app.table)[-3]
        choice = choose(asked.view, "hard", bytes(32))
        asked.tell(choice)
        await pilot.pause()
        text = text_of(app.table)
        assert "Hint: " + advised(choice.action, FOUR)[:20] in text[-3]
        assert "Pairs, chance to win: " in text[-2]
        await press(pilot, "1")  # what is chosen is told; the advice stays
        assert "Hint: " in text_of(app.table)[-3]
        assert "Pairs" not in text_of(app.table)[-2]
        assert app.actions == []
        await press(pilot, "escape", "h")
        assert "Your turn" in text_of(app.table)[-3]


async def test_advice_for_a_decision_that_has_been_made_is_not_shown() -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await click_on(pilot, app.table, "hint")
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        assert app.actions == [Play(0, start.card)]
        app.hints[0].tell(choose(app.hints[0].view, "medium", bytes(32)))
        await pilot.pause()
        assert "Hint" not in text_of(app.table)[-3]
        await press(pilot, "h")
        app.hints[1].tell(None)
        await pilot.pause()
        assert "no advice" in text_of(app.table)[-3]


async def test_who_does_not_decide_gets_no_advice() -> None:
    game = playing(4)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.show(TableUpdate(view(game.state, None), game.status))
        await press(pilot, "h")
        assert app.hints == []
        assert "hint" not in text_of(app.table)[-1]


@pytest.mark.parametrize("players", [3, 4])
def test_every_advice_of_a_whole_game_has_words(players: int) -> None:
    for seed in range(3):
        game, chance = Solo(seed, players, ALL, 0), random.Random(seed)
        game.others()
        while not game.state.over:
            shown = game.view()
            text = choice_text(choose(shown, "medium", bytes(32)), Cast.of(shown, game.status))
            assert ": " in text
            assert "{" not in text
            apply(game.state, any_choice(game, chance))
            game.others()


async def test_the_app_thinks_in_a_process_of_its_own() -> None:
    s = Staged()
    async with s.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await shows(pilot, TableScreen)
        table = s.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: bool(s.links[-1].view.actions))
        await pilot.press("h")
        for _ in range(600):
            await pilot.pause(0.02)
            if "Hint: " in text_of(table)[-3]:
                break
        assert "Hint: " in text_of(table)[-3]
