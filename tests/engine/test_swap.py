"""Swap (R17): two decisions at once, neither seeing the other."""

import itertools

import msgpack
import pytest

from engine import wire
from engine.errors import RuleError
from engine.events import SwapDeclined, Swapped
from engine.notation import parse_action
from engine.options import PLAIN
from engine.rules import apply
from engine.state import State
from engine.views import events_for, view
from tests.engine.position import OPTIONAL, cards, due, hand, legal, position, refused, run, seen


def swapping(optional: bool = False) -> State:
    """North has played Swap and is about to exchange with South."""
    options = OPTIONAL if optional else PLAIN
    state = position("N", "K1w P7 P8", "B7 B8 B9", "G7 G8 K10", "P9 G9 K2", options=options)
    run(state, "N play K1w")
    return state


def test_r17_both_partners_owe_a_card_at_once() -> None:
    state = swapping()
    assert due(state) == "NS swap"
    assert legal(state, "N") == ["N swap P7", "N swap P8"]
    assert legal(state, "S") == ["S swap G7", "S swap G8", "S swap K10"]
    assert legal(state, "E", "W") == []
    refused(state, "N swap G7", "not_held")
    refused(state, "E swap B7", "not_owing")
    refused(state, "N play P7", "wrong_kind")
    refused(state, "N offer no", "wrong_kind")


@pytest.mark.parametrize("order", [("N swap P7", "S swap K10"), ("S swap K10", "N swap P7")])
def test_r17_cards_are_exchanged_when_both_have_chosen(order: tuple[str, str]) -> None:
    state = swapping()
    assert run(state, order[0]) == []
    assert (hand(state, "N"), hand(state, "S")) == ("P7 P8", "G7 G8 K10"), "nothing moves yet"
    assert run(state, order[1]) == [Swapped(0, *cards("P7 K10"))]
    assert (hand(state, "N"), hand(state, "S")) == ("P8 K10", "P7 G7 G8")
    assert due(state) == "E play"


def test_r17_a_choice_once_made_stands() -> None:
    state = swapping()
    run(state, "S swap G7")
    assert due(state) == "N swap"
    for text in ("S swap G7", "S swap K10", "S swap P7"):
        refused(state, text, "not_owing")


def test_r17_neither_can_learn_the_others_choice() -> None:
    """Whatever South has chosen, North's view, events and refusals are the same to the byte; and so for all others."""
    told = {seat: set[bytes]() for seat in (0, 1, 3, None)}
    for choice in ("G7", "G8", "K10"):
        state = swapping()
        run(state, f"S swap {choice}")
        for player, some in told.items():
            some.add(msgpack.packb(wire.to_plain([view(state, player), events_for(state, player, 0), _errors(state)])))
    assert all(len(some) == 1 for some in told.values())


def _errors(state: State) -> list[object]:
    errors: list[object] = []
    for seat, code in itertools.product("NESW", ("G7", "G8", "K10", "B7", "P9")):
        action = parse_action(f"{seat} swap {code}")
        with pytest.raises(RuleError) as caught:
            apply(state, action)
        errors.append([caught.value.code, caught.value.facts])
    return errors


def test_r17_the_same_after_either_order() -> None:
    one, other = swapping(), swapping()
    run(one, "N swap P8", "S swap G8")
    run(other, "S swap G8", "N swap P8")
    assert one.digest() == other.digest()


def test_r17_the_others_see_that_cards_were_exchanged_and_no_more() -> None:
    state = swapping()
    run(state, "N swap P7", "S swap K10")
    both, hidden = Swapped(0, *cards("P7 K10")), Swapped(0, None, None)
    told = [events_for(state, player, len(state.log) - 1) for player in (0, 1, 2, 3, None)]
    assert told == [[both], [hidden], [both], [hidden], [hidden]]
    assert [(known.seat, known.card.code) for known in seen(state, "N").known] == [(2, "P7")]
    assert [(known.seat, known.card.code) for known in seen(state, "S").known] == [(0, "K10")]
    assert seen(state, "E").known == seen(state, "W").known == ()


def test_r17_the_same_card_may_come_back() -> None:
    state = position("E", "P7 P8", "K1w K10", "B7 B8", "K10 G9")
    run(state, "E play K1w", "E swap K10", "W swap K10")
    assert (hand(state, "E"), hand(state, "W")) == ("K10", "G9 K10")


def test_r17_no_effect_in_the_last_trick() -> None:
    for options in (PLAIN, OPTIONAL):
        state = position("N", "K1w", "B7", "K1w", "G7", options=options)
        run(state, "N play K1w")
        assert due(state) == "E play"
        run(state, "E play B7", "S play K1w")
        assert due(state) == "W play"


def test_r17_compulsory_without_the_option() -> None:
    state = swapping()
    refused(state, "N offer no", "wrong_kind")
    refused(state, "N offer yes", "wrong_kind")
    assert not [event for event in state.log if isinstance(event, SwapDeclined)]


def test_r17_the_player_of_the_card_may_decline_before_either_chooses() -> None:
    state = swapping(optional=True)
    assert due(state) == "N offer"
    assert legal(state) == ["N offer yes", "N offer no"]
    refused(state, "S offer no", "not_owing")
    refused(state, "N swap P7", "wrong_kind")
    refused(state, "S swap G7", "not_owing")
    assert run(state, "N offer no") == [SwapDeclined(0)]
    assert (due(state), hand(state, "N"), hand(state, "S")) == ("E play", "P7 P8", "G7 G8 K10")
    assert events_for(state, 1, len(state.log) - 1) == [SwapDeclined(0)]


def test_r17_an_accepted_offer_is_a_swap() -> None:
    state = swapping(optional=True)
    run(state, "N offer yes")
    assert due(state) == "NS swap"
    refused(state, "N offer no", "wrong_kind")
    run(state, "S swap G7", "N swap P8")
    assert (due(state), hand(state, "N"), hand(state, "S")) == ("E play", "P7 G7", "P8 G8 K10")


def test_r17_a_swap_that_ends_the_plays_comes_before_the_trick_is_settled() -> None:
    state = position("E", "K1w P8", "K2 B8", "B7 K10", "G7 G9")
    run(state, "E play K2", "S play B7", "W play G7", "N play K1w")
    assert due(state) == "NS swap"
    events = run(state, "N swap P8", "S swap K10")
    assert [type(event).__name__ for event in events] == ["Swapped", "TrickWon", "GiftTaken"]
    assert due(state) == "E give", "South won with the 7 that was played first"
