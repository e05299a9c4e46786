"""Gifts, Choose, Ask, Spoiled (R13–R16)."""

import pytest

from engine.errors import RuleError
from engine.events import Asked, Gift, GiftTaken, TrickWon
from engine.notation import parse_action
from engine.options import Options
from engine.rules import apply
from engine.views import events_for
from tests.engine import naive
from tests.engine.position import SEED, cards, due, hand, legal, position, refused, run, seen

# R13 Gifts


def test_r13_the_winner_of_a_scoring_card_exchanges_gifts_with_the_right_hand_neighbour() -> None:
    state = position("N", "P7 P8 K10", "B8 B9 B5", "K2 G7 G8", "K10 G5 G9")
    events = run(state, "N play P7", "E play B8", "S play K2", "W play K10")
    drawn = naive.below(naive.stream(SEED, 1), 2)
    taken = cards("G5 G9")[drawn]
    assert events[-2:] == [TrickWon(3, tuple(cards("K2"))), GiftTaken(3, 2, taken)]
    assert due(state) == "S give"
    assert hand(state, "S") == " ".join(naive.canonical(["G7", "G8", taken.code]))
    assert legal(state) == [f"S give {code}" for code in hand(state, "S").split()]
    refused(state, "S give K10", "not_held")
    refused(state, "W give G5", "not_owing")
    refused(state, "S play G7", "wrong_kind")
    assert run(state, "S give G7") == [Gift(3, 2, taken, *cards("G7"))]
    assert hand(state, "S") == " ".join(naive.canonical(["G8", taken.code]))
    kept = {"G5", "G9"} - {taken.code}
    assert hand(state, "W").split() == naive.canonical(["G7", *kept])
    assert due(state) == "W play"


def test_r13_the_card_just_taken_may_be_given_back() -> None:
    state = position("N", "K10 P8", "B8 B9", "K2 G7", "P5 G5")
    run(state, "N play K10", "E play B8", "S play K2", "W play P5")
    assert hand(state, "W") == "G5 P8"
    run(state, "W give P8")
    assert (hand(state, "N"), hand(state, "W")) == ("P8", "G5")


def test_r13_gifts_follow_the_capture_and_come_before_the_next_lead() -> None:
    state = position("N", "K10 P8", "B8 B9", "G4 G7", "P5 G5")
    run(state, "N play K10", "E play B8", "S play G4", "W play P5")
    assert seen(state, "E").captured == (tuple(cards("G4")), ())
    assert seen(state, "E").trick == ()
    run(state, "W give G5")
    assert due(state) == "N play"


def test_r13_no_gifts_without_a_scoring_card_or_spoiled() -> None:
    state = position("N", "K10 P8", "B8 B5", "G7 G8", "P5 K6*")
    run(state, "N play K10", "E play B8", "S play G7", "W play P5")
    assert due(state) == "N play"


def test_r13_no_gifts_after_the_eighth_trick() -> None:
    state = position("N", "K10", "B8", "K2", "P5")
    events = run(state, "N play K10", "E play B8", "S play K2", "W play P5")
    assert not [event for event in events if isinstance(event, GiftTaken | Gift)]
    assert state.day == 2


def test_r13_gifts_of_the_last_card_but_one() -> None:
    """In the seventh trick the neighbour takes the winner's only card."""
    state = position("E", "P5 P9", "K10 B9", "K2 G9", "B8 B5")
    run(state, "E play K10", "S play K2", "W play B8", "N play P5")
    assert (hand(state, "E"), hand(state, "N")) == ("", "P9 B9")
    run(state, "N give P9")
    assert (hand(state, "E"), hand(state, "N")) == ("P9", "B9")


def test_r13_who_saw_what() -> None:
    state = position("N", "K10 P8 P9", "B8 B9 B5", "K2 G7 G8", "P5 G5 G9")
    run(state, "N play K10", "E play B8", "S play K2", "W play P5")
    (taken,) = (event.taken for event in state.log if isinstance(event, GiftTaken))
    run(state, "W give G5")
    for player in range(4):
        gift = events_for(state, player, len(state.log) - 1)
        assert gift == [Gift(0, 3, taken, *cards("G5")) if player in (0, 3) else Gift(0, 3, None, None)]
        began = events_for(state, player, len(state.log) - 2)[0]
        assert began == GiftTaken(0, 3, taken if player in (0, 3) else None)
    assert events_for(state, None, len(state.log) - 1) == [Gift(0, 3, None, None)]
    assert [(known.seat, known.card.code) for known in seen(state, "W").known] == [(0, "G5")]
    assert taken is not None
    assert [(known.seat, known.card.code) for known in seen(state, "N").known] == [(3, taken.code)]
    assert seen(state, "E").known == seen(state, "S").known == ()


# R14 Choose


@pytest.mark.parametrize(("day", "colors"), [(1, "KPB"), (2, "KBG"), (3, "KPG")])
def test_r14_choose_may_not_name_the_muertos_colour(day: int, colors: str) -> None:
    state = position("N", "K0c P7", "P8 P9", "B7 B8", "G7 G8", day=day)
    run(state, "N play K0c")
    assert due(state) == "N color"
    assert legal(state) == [f"N color {color}" for color in colors]
    (forbidden,) = set("PBG") - set(colors)
    assert refused(state, f"N color {forbidden}", "color_of_day").rule == "R14"


@pytest.mark.parametrize("color", ["K", "P", "B"])
def test_r14_choose_counts_as_the_colour_named(color: str) -> None:
    state = position("N", "K0c P7", "P8 B8", "B7 P5", "G7 G8")
    run(state, "N play K0c", f"N color {color}")
    assert legal(state) == [f"E play {code}" for code in ("P8", "B8") if code[0] != color]
    assert [c.card.code for c in seen(state, "W").trick] == [f"K0c={color}"]
    assert seen(state, "W").free == tuple(c for c in "PBG" if c != color)


def test_r14_a_festival_colour_only_if_it_is_free() -> None:
    state = position("N", "P7 P8", "K0c B9", "K0c B7", "G7 G8")
    run(state, "N play P7", "E play K0c")
    assert legal(state) == ["E color K", "E color B"]
    assert refused(state, "E color P", "color_taken").rule == "R9"
    run(state, "E color B", "S play K0c")
    assert legal(state) == ["S color K"], "black can always be named"


def test_r14_choose_has_rank_0_and_wins_only_if_it_was_first() -> None:
    state = position("N", "K0c P8", "K0s B9", "K0c B7", "K0a G8")
    run(state, "N play K0c", "N color K", "E play K0s", "S play K0c", "S color P", "W play K0a", "W ask N highest")
    assert [event.winner for event in state.log if isinstance(event, TrickWon)] == [0]


def test_r14_nothing_else_may_be_done_before_the_colour_is_named() -> None:
    state = position("N", "K0c P7", "P8 P9", "B7 B8", "G7 G8", options=Options(ask_chips=True))
    run(state, "N play K0c")
    refused(state, "E play P8", "not_owing")
    refused(state, "N play P7", "wrong_kind")
    refused(state, "N chip E sum", "wrong_kind")
    refused(state, "E color K", "not_owing")


# R15 Ask


def test_r15_the_player_asks_any_other_player_and_the_answer_is_public() -> None:
    state = position("N", "K0a P7", "P8 P9", "B7 B8", "G7 G8")
    run(state, "N play K0a")
    assert due(state) == "N ask"
    assert legal(state) == ["N ask E ?", "N ask S ?", "N ask W ?"]
    assert refused(state, "N ask N sum", "no_target").rule == "R15"
    events = run(state, "N ask E count colors=P")
    assert [(e.seat, e.target, e.answer, e.chip) for e in events if isinstance(e, Asked)] == [(0, 1, 2, False)]
    assert all(events_for(state, player, len(state.log) - 1) == events for player in (0, 1, 2, 3, None))
    assert due(state) == "E play"


def test_r15_only_those_who_still_hold_a_card() -> None:
    """In the last trick those who have played hold nothing."""
    state = position("N", "P7", "K0a", "B7", "G7")
    run(state, "N play P7", "E play K0a")
    assert legal(state) == ["E ask S ?", "E ask W ?"]
    refused(state, "E ask N sum", "no_target")


def test_r15_with_nobody_to_ask_nothing_happens() -> None:
    state = position("N", "P7", "B7", "G7", "K0a")
    run(state, "N play P7", "E play B7", "S play G7", "W play K0a")
    assert state.day == 2
    assert not [event for event in state.log if isinstance(event, Asked)]


def test_r15_a_question_is_required() -> None:
    state = position("N", "K0a P7", "P8 P9", "B7 B8", "G7 G8")
    run(state, "N play K0a")
    refused(state, "N chip E sum", "wrong_kind")
    refused(state, "E ask S sum", "not_owing")
    refused(state, "N ask S sum at_least=3 at_most=4", "bad_question")
    before = state.digest()
    with pytest.raises(RuleError) as caught:
        apply(state, parse_action("N ask S ?"))
    assert (caught.value.code, state.digest()) == ("bad_question", before)
    assert due(state) == "N ask"


# R16 Spoiled


def test_r16_no_food_after_spoiled_food_before_it_stays() -> None:
    state = position("N", "K2 K10", "K0s B9", "K2 P7", "P8 B8")
    run(state, "N play K2", "E play K0s")
    assert seen(state, "S").spoiled
    assert refused(state, "S play K2", "food_spoiled").rule == "R16"
    assert legal(state) == ["S play P7"]
    events = run(state, "S play P7", "W play B8")
    assert TrickWon(3, tuple(cards("K2"))) in events


def test_r16_food_may_be_played_again_in_the_next_trick() -> None:
    state = position("N", "K0s K2 K10", "P7 K2 P8", "B7 K2 B8", "G7 K2 G8")
    run(state, "N play K0s", "E play P7", "S play B7", "W play G7")
    run(state, legal(state)[-1])
    assert not seen(state, "N").spoiled
    leader = due(state)[0]
    assert f"{leader} play K2" in legal(state)


def test_r16_the_winner_exchanges_gifts_even_without_a_scoring_card() -> None:
    state = position("N", "K0s P9", "P7 P8", "B7 B8", "G9 G5")
    events = run(state, "N play K0s", "E play P7", "S play B7", "W play G9")
    assert TrickWon(3, ()) in events
    assert due(state) == "S give"


def test_r16_muertos_are_not_spoiled() -> None:
    state = position("N", "K0s P9", "G4 P8", "B7 B8", "G9 G5")
    run(state, "N play K0s")
    assert legal(state) == ["E play G4", "E play P8"]


def test_r16_a_discarded_spoiled_spoils_nothing() -> None:
    """A black card can always be played in the house deck; in others Spoiled may have a colour (R5)."""
    state = position("N", "P7 P9", "P0s P8", "B7 K2", "G9 G5")
    run(state, "N play P7", "E discard P0s")
    assert not seen(state, "S").spoiled
    run(state, "S play B7", "W play G9")
    assert due(state) == "W play", "no gifts"
