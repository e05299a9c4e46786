"""Several events at once become steps that can be followed."""

from msgspec.structs import replace

from engine.board import LastTrick
from engine.cards import CARDS
from engine.events import Declared, Discarded, Event, HandBegan, HandEnded, Killed, Played, TrickWon
from engine.options import Options
from engine.rules import new_game
from engine.seating import owners
from engine.views import view
from muertos_tui.stages import Stage, last_stage, stage_of, stages, standing

NOW = view(new_game(bytes(32), 4, Options()), 0)
EMPTY = Stage(1, 1, owners=(0, 1, 2, 3))


def codes(stage: Stage) -> list[str]:
    return [play.card.code for play in stage.cards]


def test_each_card_is_a_step_and_the_view_comes_last() -> None:
    steps = stages(EMPTY, [Played(0, CARDS["K6*"]), Played(1, CARDS["P7"])], NOW)
    assert [codes(step) for step in steps] == [["K6*"], ["K6*", "P7"], []]
    assert steps[-1] == stage_of(NOW)


def test_nothing_happened() -> None:
    assert stages(EMPTY, [], NOW) == [stage_of(NOW)]


def test_a_finished_trick_is_won_and_the_next_begins_empty() -> None:
    events: list[Event] = [
        Played(0, CARDS["K10"]),
        Played(1, CARDS["P3x"]),
        Killed(1, 0),
        TrickWon(1, ()),
        Played(1, CARDS["G5"]),
    ]
    steps = stages(EMPTY, events, NOW)
    won = next(step for step in steps if step.won)
    assert won.winning == 1
    assert [play.removed for play in won.cards] == [True, False]
    assert codes(steps[steps.index(won) + 1]) == ["G5"]
    assert steps[steps.index(won) + 1].number == 2


def test_choose_shows_its_colour_and_a_discard_is_one() -> None:
    steps = stages(EMPTY, [Played(0, CARDS["K0c"]), Declared(0, CARDS["K0c=P"]), Discarded(1, CARDS["P7"])], NOW)
    assert [codes(step) for step in steps[:3]] == [["K0c"], ["K0c=P"], ["K0c=P", "P7"]]
    assert steps[2].cards[1].discarded


def test_the_end_of_a_hand_is_a_step_of_its_own() -> None:
    captured = ((CARDS["K2"],), ())
    events: list[Event] = [TrickWon(0, ()), HandEnded(captured), HandBegan(2, (0, 1, 2, 3), (None,) * 4)]
    steps = stages(EMPTY, events, NOW)
    assert [step.ended for step in steps] == [None, captured, None]
    assert steps[1].won


def test_the_last_trick_of_another_day_keeps_its_seats() -> None:
    trick = LastTrick(1, 8, (), 2, ())
    state = new_game(bytes(32), 3, Options())
    day_two = replace(view(state, 0), day=2, owners=owners(3, 2), last=trick)
    stage = last_stage(day_two)
    assert stage is not None
    assert stage.owners == owners(3, 1) != day_two.owners


def test_a_finished_trick_lies_until_its_gifts_are_exchanged() -> None:
    won = LastTrick(1, 1, (), 2, ())
    gifts = replace(NOW, last=won)  # the next trick has not begun
    lies = standing(gifts)
    assert (lies.won, lies.number) == (True, 1)
    assert [step.won for step in stages(EMPTY, [Played(0, CARDS["K2"]), TrickWon(2, ())], gifts)] == [False, True]
    assert stages(lies, [], gifts) == []
    begun = replace(gifts, trick_number=2)
    assert stages(lies, [], begun) == [stage_of(begun)] == [standing(begun)]
