"""Choosing and confirming, without a screen."""

import random
from collections.abc import Callable

from engine.actions import Ask, Declare, Play, Swap, Take
from engine.questions import Question, check_question
from engine.rules import apply
from engine.views import View, view
from muertos_tui.cast import Cast
from muertos_tui.deciding import Deciding, hand_of
from muertos_tui.drafting import ITEMS, Draft
from tests.tui.table_harness import ALL, Solo
from tests.tui.test_table_games import choose


def game_at(players: int, wanted: Callable[[View], bool]) -> Solo:
    """The first game found that comes to such a view for player 0."""
    for seed in range(200):
        game, chance = Solo(seed, players, ALL, 0), random.Random(seed)
        game.others()
        while not game.state.over:
            if wanted(view(game.state, 0)):
                return game
            apply(game.state, choose(game, chance))
            game.others()
    raise AssertionError("no such game")


def deciding(game: Solo) -> Deciding:
    shown = view(game.state, 0)
    return Deciding(shown, Cast.of(shown, game.status))


def test_both_sides_of_a_swap_one_after_the_other() -> None:
    game = game_at(3, lambda shown: len({a.seat for a in shown.actions if isinstance(a, Swap)}) == 2)
    choice = deciding(game)
    assert set(choice.hands_due) == {0, 2}
    first = choice.seat
    choice.number_key(1)
    action = choice.confirm()
    assert isinstance(action, Swap)
    assert choice.confirm() is None
    apply(game.state, action)
    shown = view(game.state, 0)
    choice.renew(shown, choice.cast)
    assert choice.seat != first
    assert choice.index is None
    choice.number_key(2)
    second = choice.confirm()
    assert isinstance(second, Swap)
    assert second.seat != action.seat


def test_a_gift_is_taken_from_the_tables_hand() -> None:
    game = game_at(3, lambda shown: any(isinstance(a, Take) for a in shown.actions))
    choice = deciding(game)
    assert choice.seat == game.state.owners.index(None)
    choice.number_key(1)
    action = choice.confirm()
    assert isinstance(action, Take)
    assert hand_of(action) == (choice.seat, action.card)


def test_a_choice_outlives_a_view_of_the_same_decision_only() -> None:
    game = game_at(4, lambda shown: len([a for a in shown.actions if isinstance(a, Play)]) > 2)
    choice = deciding(game)
    playable = next(slot for slot in choice.slots[0] if slot.action)
    choice.choose(0, playable.index)
    choice.renew(choice.view, choice.cast)
    assert choice.chosen == playable
    action = choice.confirm()
    assert action is not None
    apply(game.state, action)
    choice.renew(view(game.state, 0), choice.cast)
    assert choice.index is None or len(choice.actions) == 1
    assert not choice.sent


def test_a_question_outlives_a_view_of_the_same_decision() -> None:
    game = game_at(4, lambda shown: any(isinstance(a, Ask) and not a.chip for a in shown.actions))
    choice = deciding(game)
    assert choice.draft is not None  # put at once
    assert choice.confirm() is None  # but a slip asks nothing
    choice.up_down(1)
    draft = choice.draft
    choice.renew(choice.view, choice.cast)
    assert choice.draft is draft
    assert isinstance(choice.confirm(), Ask)


def test_every_draft_is_a_question_the_rules_allow() -> None:
    chance = random.Random(0)
    draft = Draft([Ask(0, 1), Ask(0, 2)], "G")
    assert draft.action() is None
    draft.switch(True)
    moves: list[Callable[[], None]] = [
        lambda: draft.move(1),
        lambda: draft.up_down(-1),
        draft.toggle,
        lambda: draft.step_bound(7),
    ]
    for _ in range(3000):
        chance.choice(moves)()
        check_question(draft.question())
    draft.bound = 0
    draft.step_bound(-1)
    assert draft.bound == 0


def test_what_is_missing_is_said_for_what_is_being_chosen() -> None:
    game = game_at(4, lambda shown: len([a for a in shown.actions if isinstance(a, Play)]) > 1 and bool(shown.chips[0]))
    choice = deciding(game)
    said = []
    for step in (choice.clear, choice.open_draft, choice.other_hand):
        step()
        assert choice.confirm() is None
        said.append(choice.fault)
    assert said == [
        "Choose a card first.",
        "Choose a question first, with up and down.",
        "Set something first: arrows move, Space sets.",
    ]


def test_the_builder_reaches_every_part_of_a_question() -> None:
    draft = Draft([Ask(0, 1)], "G")
    draft.switch(True)
    for item in (("measure", "sum"), ("colors", "G"), ("ranks", 10), ("kinds", "plain"), ("compare", "exactly")):
        draft.toggle(ITEMS.index(item))
    draft.step_bound(8)
    assert draft.question() == Question("sum", ("G",), (10,), ("plain",), exactly=9)
    draft.toggle(ITEMS.index(("measure", "lowest")))
    assert draft.question() == Question("lowest", exactly=9)  # of the whole hand only


def test_a_card_that_may_not_be_played_is_no_matter_while_a_question_is_built() -> None:
    game = game_at(
        4,
        lambda shown: (
            any(isinstance(a, Ask) for a in shown.actions)
            and any(isinstance(a, Play) for a in shown.actions)
            and len({a.card for a in shown.actions if isinstance(a, Play)}) < len(set(shown.hands[0] or ()))
        ),
    )
    choice = deciding(game)
    slot = next(n for n, slot in enumerate(choice.slots[0]) if slot.action is None)
    choice.number_key(slot + 1)
    assert choice.confirm() is None
    assert "may not be played" in choice.detail()
    choice.open_draft()
    assert "may not be played" not in choice.detail()
    choice.up_down(1)
    assert choice.detail().startswith("Ask ")


def test_what_is_missing_is_said_where_there_are_numbers_to_choose_from() -> None:
    game = game_at(4, lambda shown: any(isinstance(a, Declare) for a in shown.actions))
    choice = deciding(game)
    assert choice.options
    assert choice.confirm() is None
    assert choice.detail() == "First a number, then Enter."
