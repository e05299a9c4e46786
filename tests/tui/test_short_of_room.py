"""What matters most is whole where there is little room."""

import re
from dataclasses import replace

import pytest

from engine.actions import Ask, Play
from engine.rules import apply
from engine.views import View, view, why_not
from muertos_tui.cast import Cast, Place
from muertos_tui.stages import last_stage, stage_of
from muertos_tui.widgets.prompt import key_lines
from muertos_tui.widgets.scores import score_lines
from muertos_tui.widgets.trick import Shown, trick_lines
from tests.tui.driving import press, text_of
from tests.tui.table_harness import ALL, Harness, Solo
from tests.tui.test_deciding import deciding, game_at
from tests.tui.test_table_screen import SLOW


def shown_with(seed: int) -> Shown | None:
    """A trick of the game in which Spoiled lies and another player's card is winning."""
    game = Solo(seed, 4, ALL, 0)
    while not game.state.over:
        game.others()
        seen = view(game.state, 0)
        if seen.spoiled and seen.trick:
            stage = stage_of(seen)
            if stage.winning not in (None, 0):
                return Shown(stage, seen, Cast.of(seen, game.status))
        if not game.state.over:
            apply(game.state, game.any_action(0))
    return None


@pytest.mark.parametrize("width", [29, 38, 46, 60])
def test_who_is_winning_is_whole_where_spoiled_lies(width: int) -> None:
    shown = next(found for seed in range(100) if (found := shown_with(seed)))
    text = "\n".join(row.plain for row in trick_lines(shown, width, 10))
    assert "Spoiled" in text
    assert "is winning" in text
    assert ("no Food now" in text) == (width >= 46)


@pytest.mark.parametrize(("left", "said"), [(2, "ask (2 chips)"), (1, "ask (1 chip)")])
def test_one_chip_is_one_chip(left: int, said: str) -> None:
    choice = deciding(game_at(4, lambda seen: seen.chips[0] == left and any(isinstance(a, Ask) for a in seen.actions)))
    assert choice.chips == left
    assert said in key_lines(choice, 120)[0].plain


@pytest.mark.parametrize("before", ["", "x"])
async def test_a_wide_letter_is_whole_where_it_stands_over_the_border_of_other_panes(before: str) -> None:
    name = before + "漢字" * 6
    game = game_at(4, lambda seen: seen.chips[0] > 0 and any(isinstance(a, Ask) for a in seen.actions))
    game.status = replace(game.status, names=("Ana", name, "Caro", "Dani"))
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "a")
        assert f"1 {name} " in next(row for row in text_of(app.table) if "Whom:" in row)
        await press(pilot, "escape", "escape")
        assert "free:" in text_of(app.table)[1]


def leading_at(place: Place) -> Shown:
    """A game in which a bot is to lead, some tricks on."""
    for seed in range(100):
        game = Solo(seed, 4, ALL, 0)
        status = replace(game.status, names=("Ana", "Lupe", "Chucho", "Rosario"))
        while not game.state.over:
            seen = view(game.state, 0)
            cast = Cast.of(seen, status)
            leads = [(d.seat, d.kind) for d in seen.decisions] == [(cast.seat_at(place), "play")]
            if leads and not seen.trick and seen.trick_number > 2:
                return Shown(stage_of(seen), seen, cast)
            apply(game.state, game.any_action(game.state.owing[0]))
    raise AssertionError("no such game")


def labels(shown: Shown, width: int) -> list[str]:
    """What stands at the three bots' seats, cards left as an n."""
    text = "\n".join(row.plain for row in trick_lines(shown, width, 11))
    return [re.sub(r"\d", "n", said.strip()) for said in re.findall(r".(?:Chu|Lup|Ros)\S*(?: \S+)*", text)]


@pytest.mark.parametrize(
    ("place", "width", "said"),
    [
        ("top", 30, ["►Chucho n · partner · bot", "Lupe n · bot", "Rosario n bot"]),
        ("left", 30, ["Chucho n · partner · bot", "►Lupe n · bot", "Rosario n bot"]),
        ("right", 30, ["Chucho n · partner · bot", "Lupe n · bot", "►Rosario n bot"]),
        ("right", 26, ["Chucho n · bot", "Lupe n bot", "►Rosario n"]),
        ("top", 38, ["►Chucho n · partner · bot", "Lupe n · bot", "Rosario n · bot"]),
        ("left", 46, ["Chucho n card · partner · bot", "►Lupe n · leads · bot", "Rosario n card · bot"]),
        ("right", 60, ["Chucho n · partner · bot", "Lupe n cards · bot", "►Rosario n · leads · bot"]),
    ],
)
def test_of_a_seat_what_matters_least_goes_first(place: Place, width: int, said: list[str]) -> None:
    assert labels(leading_at(place), width) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("easy {}", ["easy 1+easy 3", "easy 2+easy 4"]),
        ("medium {}", ["medi…1+medi…3", "medi…2+medi…4"]),
        ("N{}", ["N1 + N3", "N2 + N4"]),
    ],
)
def test_no_two_sides_of_the_score_look_the_same(name: str, said: list[str]) -> None:
    game = Solo()
    status = replace(game.status, names=tuple(name.format(n) for n in range(1, 5)), connection="replay")
    rows = score_lines(game.view(), Cast.of(game.view(), status), 29)[1:]
    assert [row.plain[1:14].strip() for row in rows] == said


@pytest.mark.parametrize("recalled", [False, True])
@pytest.mark.parametrize("width", [29, 30, 38, 60])
def test_what_goes_on_from_a_finished_trick_is_whole(width: int, recalled: bool) -> None:
    game = game_at(4, lambda seen: seen.last is not None and not seen.trick)
    stage = last_stage(game.view())
    assert stage is not None
    shown = Shown(stage, game.view(), Cast.of(game.view(), game.status), held=not recalled, recalled=recalled)
    title = trick_lines(shown, width, 9)[0].plain
    assert ("l: back" if recalled else "Space: go on") in title
    assert (f"Last trick: {stage.number}" if recalled else f"Trick {stage.number}") in title
    assert ("of 8" in title) == (width >= 38)


@pytest.mark.parametrize("card", ["food", "ask"])
async def test_why_a_card_may_not_be_played_is_whole(card: str) -> None:
    def refused(seen: View) -> bool:
        return any(isinstance(a, Play) for a in seen.actions) and any(
            (error := why_not(seen, seen.owners.index(0), held)) and (error.code == "food_spoiled") == (card == "food")
            for held in seen.hands[seen.owners.index(0)] or ()
        )

    game = game_at(4, refused)
    app = Harness(game, SLOW, SLOW)
    async with app.run_test(size=(60, 20)) as pilot:
        for slot in app.table.deciding.slots[game.view().owners.index(0)]:
            if app.table.deciding.reason(slot):
                await press(pilot, str(slot.index + 1))
                said = text_of(app.table)[-2]
                assert "…" not in said
                assert re.search(r" \(R\d+\)\.", said), said
