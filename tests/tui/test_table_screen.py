"""The table screen: what it answers at one look, what its keys do, and what they never do."""

import random
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual._time import get_time
from textual.timer import Timer

from engine.actions import Ask, Play
from engine.cards import CARDS
from engine.deck import parse
from engine.errors import RuleError
from engine.rules import apply, new_game
from engine.views import view
from muertos_tui.screens.table import TableScreen
from muertos_tui.terminal import to_ascii
from muertos_tui.updates import Presence, TableStatus, TableUpdate
from muertos_tui.widgets.pane import Pane
from muertos_tui.words import refusal
from tests.tui.driving import click_on, press, text_of
from tests.tui.table_harness import ALL, Harness, Solo
from tests.tui.test_table_games import choose

SIZES = [(60, 20), (80, 24), (120, 40)]
SLOW = 1000.0


def leading(players: int = 4) -> Solo:
    """A game that waits for its player to lead the Start card."""
    return next(
        game
        for game in (Solo(seed, players, ALL, 0) for seed in range(99))
        if len(view(game.state, 0).actions) and view(game.state, 0).held == (8, 8, 8, 8)
    )


def later(players: int, me: int, decisions: int, seed: int = 1) -> Solo:
    """A game some decisions on."""
    game, chance = Solo(seed, players, ALL, me), random.Random(seed)
    game.others()
    for _ in range(decisions):
        apply(game.state, choose(game, chance))
        game.others()
    return game


def playing(players: int, me: int = 0, seed: int = 1) -> Solo:
    """A game that waits for the player to choose among several cards, chips still in hand."""
    game, chance = Solo(seed, players, ALL, me), random.Random(seed)
    game.others()
    while True:
        shown = view(game.state, me)
        if shown.trick_number > 1 and sum(isinstance(action, Play) for action in shown.actions) > 2:
            return game
        action = choose(game, chance)
        while isinstance(action, Ask) and action.chip:
            action = choose(game, chance)
        apply(game.state, action)
        game.others()


async def screen_of(game: Solo, size: tuple[int, int]) -> str:
    app = Harness(game, pace=SLOW, hold=SLOW)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return "\n".join(text_of(app.table))


@pytest.mark.parametrize("size", SIZES)
async def test_one_look_answers(size: tuple[int, int]) -> None:
    text = await screen_of(leading(), size)
    for said in (
        "Day 1 Animals (green)",
        "trick 1 of 8",
        "YOUR TURN",
        "free: pink blue green",
        "Beto 8",
        "partner",
        "Dani 8",
        "You 8 cards",
        "leads",
        "to play",
        "Your turn: lead a card.",
        "Score",
        "You+Carolina" if size == (60, 20) else "You + C",
        "You know",
        "Just now",
        "Day 1: Animals.",
        "ask (2 chips)",
        "Food 3",
        "Muertos 4",
    ):
        assert said in text, said


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("me", [0, 1, 2])
async def test_the_open_hand_is_shown_to_all_three(size: tuple[int, int], me: int) -> None:
    game = playing(3, me)
    text = await screen_of(game, size)
    assert ("The table's hand, yours to play" if me == 0 else "The table's hand, Ana's to play") in text
    assert "Your hand" in text
    assert "CHOOSE FROM HERE" in text
    shown = view(game.state, me)
    for hand in shown.hands:
        for card in hand or ():
            assert f"{card.color}{card.rank}" in text
    assert ("You + table" if me == 0 else "Ana + table") in text


@pytest.mark.parametrize("size", [*SIZES, (61, 21), (97, 29), (109, 30)])
@pytest.mark.parametrize("players", [3, 4])
async def test_every_line_fits_and_survives_ascii(size: tuple[int, int], players: int) -> None:
    for decisions in (3, 9):
        lines = (await screen_of(later(players, 0, decisions), size)).split("\n")
        assert len(lines) == size[1]
        assert all(cell_len(line) == size[0] for line in lines)
        assert all(len(to_ascii(line)) == size[0] for line in lines)


async def test_a_card_that_may_not_be_played_says_why_and_is_not_played() -> None:
    game = leading()
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        slots = app.table.deciding.slots[0]
        barred = next(slot for slot in slots if slot.action is None)
        await press(pilot, str(barred.index + 1))
        assert "the Start card leads the first trick (R8)" in text_of(app.table)[-2]
        await press(pilot, "enter")
        await click_on(pilot, app.table, "card", 0, barred.index)
        assert app.actions == []


async def test_a_slip_plays_nothing() -> None:
    app = Harness(playing(4), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "enter", "space", "x", "0", "9", "f5")
        assert app.actions == []
        await press(pilot, "1", "escape", "enter")
        assert app.actions == []


async def test_enter_twice_decides_once() -> None:
    app = Harness(leading(), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter", "enter")
        assert app.actions == [Play(0, start.card)]


async def test_arrows_walk_through_the_hand_and_to_the_other_one() -> None:
    app = Harness(playing(3), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        deciding = app.table.deciding
        first = deciding.seat
        await press(pilot, "right", "right")
        assert deciding.index == 1
        await press(pilot, "left", "left")
        assert deciding.index == len(deciding.slots[first or 0]) - 1
        await press(pilot, "up")
        assert deciding.seat != first
        await click_on(pilot, app.table, "card", first or 0, 0)
        assert (deciding.seat, deciding.index) == (first, 0)


async def test_a_finished_trick_stays_until_it_is_seen() -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        await pilot.pause(0.1)
        text = text_of(app.table)
        assert "Trick 1 of 8 is over" in text[1]
        assert app.seen == []
        await press(pilot, "space")
        assert app.seen == [(1, 1)]
        assert "free:" in text_of(app.table)[1]
        await press(pilot, "l")
        assert "Last trick: 1 of 8" in text_of(app.table)[1]
        await press(pilot, "l")
        assert "free:" in text_of(app.table)[1]
        await click_on(pilot, app.table, "last")
        await click_on(pilot, app.table, "go_on")
        assert "free:" in text_of(app.table)[1]
        assert app.seen == [(1, 1)]


async def test_before_any_trick_is_finished_the_last_one_is_none() -> None:
    app = Harness(leading(), 0.001, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "1-8" in text_of(app.table)[-2]
        await press(pilot, "l")
        assert [note.message for note in app._notifications] == ["No trick is finished yet."]
        assert "free:" in text_of(app.table)[1]


async def test_a_finished_trick_goes_by_itself() -> None:
    app = Harness(leading(), 0.001, 0.05)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        await pilot.pause(0.5)
        assert app.seen == [(1, 1)]


async def test_a_trick_lies_while_its_gifts_are_chosen() -> None:
    game, chance = Solo(3, 4, ALL, 0), random.Random(3)
    app = Harness(game, 0.001, 0.05)
    async with app.run_test(size=(80, 24)) as pilot:
        while game.view().decisions[0].kind != "give" or not game.view().actions:
            apply(game.state, choose(game, chance))
            game.others()
        number = game.view().trick_number
        app.table.show(game.update())
        await pilot.pause(0.5)
        assert app.seen[-1] == (game.view().day, number)
        text = text_of(app.table)
        assert f"Trick {number} of 8 is over · gifts" in text[1]
        assert "Gift: choose a card" in text[-3]
        await press(pilot, "enter")
        assert app.actions == []
        assert "gifts" in text_of(app.table)[1]
        await press(pilot, "1", "enter")
        await pilot.pause(0.2)
        assert len(app.actions) == 1
        assert "gifts" not in text_of(app.table)[1]


async def test_a_trick_goes_by_itself_though_its_time_passed_in_a_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Harness(leading(), 0.05, 0.05)
    now, run = get_time, Timer._run
    passed = 0.0
    sleeps: list[float] = []

    def clock() -> float:
        nonlocal passed
        passed += sleeps.pop(0) if sleeps else 0.0
        return now() + passed

    async def run_asleep(timer: Timer) -> None:
        if timer._repeat == 0:
            sleeps[:] = [0.0, 10.0]  # between the first two looks at the clock
        await run(timer)

    monkeypatch.setattr("textual._time.get_time", clock)
    monkeypatch.setattr(Timer, "_run", run_asleep)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "enter")
        await pilot.pause(1.0)
        assert app.seen == [(1, 1)]


async def test_a_refusal_is_told_and_the_choice_stands() -> None:
    app = Harness(later(4, 0, 2), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        app.table.refuse(refusal(RuleError("no_chip")))
        await pilot.pause()
        assert "Refused: you have no chip left (R27)." in text_of(app.table)[-2]
        assert app.table.deciding.index == 0


async def test_too_small_takes_no_keys_and_loses_nothing() -> None:
    app = Harness(later(4, 0, 2), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        before = text_of(app.table)
        await pilot.resize_terminal(59, 24)
        await pilot.pause()
        assert "needs 60 columns and 20 lines" in " ".join(text_of(app.table)[:2])
        await press(pilot, "2", "enter", "q", "m", "question_mark")
        assert app.actions == []
        assert app.menus == 0
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text_of(app.table) == before


async def test_status_of_the_table() -> None:
    game = later(4, 0, 2)
    app = Harness(game, SLOW, SLOW)
    status = TableStatus(
        ("Ana", "Beto", "Caro", "Dani"),
        "Ana's table",
        ("here", "away", "bot", "here"),
        (None, 42, None, None),
        "reconnecting",
        "3-agave-comal",
        watchers=2,
    )
    async with app.run_test(size=(120, 40)) as pilot:
        app.table.show_status(status)
        await pilot.pause()
        text = "\n".join(text_of(app.table))
        for said in ("AWAY 42s", "CONNECTION LOST", "3-agave-comal", "2 watching", "Caro", "bot"):
            assert said in text, said
        await pilot.resize_terminal(60, 20)
        app.table.show_status(replace(status, names=("e" * 40,) * 4))
        await pilot.pause()
        assert "CONNECTION LOST " in text_of(app.table)[0]
        app.table.show_status(replace(status, connection="connected", paused=True))
        await pilot.pause()
        assert "PAUSED" in text_of(app.table)[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 4])
async def test_who_is_away_and_who_plays_for_them(size: tuple[int, int], players: int) -> None:
    game = later(players, 0, 3)
    while game.state.control[game.state.owing[0]] == 0:
        apply(game.state, game.any_action(game.state.owing[0]))
    owing = game.state.control[game.state.owing[0]]
    app = Harness(Solo(), SLOW, SLOW)
    app.table = TableScreen(game.update(), SLOW, SLOW)
    names = tuple("Maximiliano" if player == owing else name for player, name in enumerate(game.status.names))
    status = replace(game.status, names=names, bot_in=tuple(42 if p == owing else None for p in range(players)))

    def seen_as(presence: Presence) -> TableStatus:
        return replace(status, presence=tuple(presence if p == owing else "here" for p in range(players)))

    async with app.run_test(size=size) as pilot:
        app.table.show_status(seen_as("away"))
        await pilot.pause()
        text = text_of(app.table)
        assert "AWAY 42s" in "".join(text[:-4])
        assert "Maximiliano is AWAY: a bot plays in 42 s. Maximiliano" in text[-3]
        app.table.show_status(seen_as("stand_in"))
        await pilot.pause()
        text = text_of(app.table)
        assert "bot" in "".join(text[:-4])
        assert "A bot plays for Maximiliano. Maximiliano" in text[-3]


@pytest.mark.parametrize(
    "name", ["[red]x[/]", "[@click=app.quit]x[/]", "[/]", "\\[b]", "日本語の名前", "e" * 200, "{who} %s"]
)
async def test_names_are_shown_as_they_are(name: str) -> None:
    game = later(4, 0, 2)
    game.status = TableStatus(("Ana", name, name, "Dani"), name)
    for size in SIZES:
        lines = (await screen_of(game, size)).split("\n")
        assert all(cell_len(line) == size[0] for line in lines)
        assert name[:3] in "\n".join(lines)


@pytest.mark.parametrize("players", [3, 4])
async def test_a_watcher_sees_and_decides_nothing(players: int) -> None:
    game = later(players, 0, 3)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.show(TableUpdate(view(game.state, None), game.status))
        await press(pilot, "1", "enter", "a", "tab", "right", "enter")
        text = "\n".join(text_of(app.table))
        assert app.actions == []
        assert "Your" not in text
        assert "It is known" in text
        assert ("The table's hand" in text) == (players == 3)


async def test_a_replay_asks_nothing() -> None:
    game = playing(4)
    game.status = replace(game.status, connection="replay")
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1", "enter", "a", "down", "enter")
        assert app.actions == []
        assert "replay" in text_of(app.table)[0]
        assert "Ana to play." in text_of(app.table)[-3]


async def test_a_deck_of_few_faces_is_counted() -> None:
    deck = parse({"name": "tens", "cards": {"K6*": 1, "K10": 24}})
    for size in SIZES:
        game = Solo(1, 4, ALL, 0)
        game.state = new_game(bytes(32), 4, ALL, deck)
        shown = view(game.state, 0)
        out = shown.out.count(CARDS["K10"]) - (shown.hands[0] or ()).count(CARDS["K10"])
        assert f"K {out} " in await screen_of(game, size)


async def test_the_wheel_turns_through_the_questions() -> None:
    app = Harness(playing(4), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "a", "down")
        pane = app.table.query_one("#asking", Pane)
        pane.post_message(Pane.Scrolled(1))
        await pilot.pause()
        assert "How many Muertos?" in text_of(app.table)[-2]


async def test_help_explains_the_chosen_card() -> None:
    app = Harness(leading(), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        start = next(slot for slot in app.table.deciding.slots[0] if slot.action)
        await press(pilot, str(start.index + 1), "question_mark")
        text = "\n".join(text_of(app.table))
        assert "whoever holds it leads" in text
        assert "Points: pairs of one Food and one Muertos." in text
        await press(pilot, "escape")
        assert "whoever holds it leads" not in "\n".join(text_of(app.table))


async def test_menu_and_leaving_are_asked_for() -> None:
    app = Harness(leading(), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        await click_on(pilot, app.table, "menu")
        assert app.menus == 2
        await press(pilot, "q")
    assert app.return_value is None


async def test_an_open_question_may_be_closed_and_opened_again() -> None:
    app = Harness(playing(4), SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "a", "enter")
        assert app.actions == []
        assert "up and down" in text_of(app.table)[-2]
        await press(pilot, "down", "down")
        assert "Ask Beto: How many Muertos?" in text_of(app.table)[-2]
        await press(pilot, "escape")
        assert "Ask a question" not in text_of(app.table)[1]


async def test_a_new_view_without_events_is_enough() -> None:
    game = later(4, 0, 2)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        far = later(4, 0, 12, seed=3)
        app.table.show(TableUpdate(view(far.state, 0), far.status))
        await pilot.pause()
        fresh = Harness(far, SLOW, SLOW)
        text = text_of(app.table)
    far.told = len(far.state.log)
    async with fresh.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert [line[39:] for line in text_of(fresh.table)] == [line[39:] for line in text]
