"""Notation parses back what it prints, and text from outside is refused by the one error promised (Hypothesis)."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import deck, record, wire
from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import CARDS, COLORS, KINDS, parse_card
from engine.deck import Deck
from engine.errors import DeckError, RecordError, RuleError
from engine.notation import action_text, parse_action, parse_question, question_text
from engine.questions import MEASURES, Question, answer, check_question
from engine.rules import apply, new_game
from engine.seating import SEATS
from tests.engine import naive_record
from tests.engine.play import seed
from tests.engine.position import cards

seats = st.sampled_from(SEATS)
faces = st.sampled_from([card for card in CARDS.values() if "=" not in card.code])
bounds = st.none() | st.integers(0, 999)
questions = st.builds(
    Question,
    st.sampled_from(MEASURES),
    st.lists(st.sampled_from(COLORS), max_size=4).map(tuple),
    st.lists(st.integers(0, 10), max_size=4).map(tuple),
    st.lists(st.sampled_from(KINDS), max_size=4).map(tuple),
    *[bounds] * 3,
)
actions = st.one_of(
    *(st.builds(kind, seats, faces) for kind in (Play, Discard, Swap, Take, Give)),
    st.builds(Declare, seats, st.sampled_from(COLORS)),
    st.builds(Ask, seats, seats, st.none() | questions, st.booleans()),
    st.builds(Offer, seats, st.booleans()),
    st.builds(Kill, seats, st.none() | seats),
)
WORDS = """N E S W play discard color ask chip offer swap kill take give yes no none ? count sum lowest at_least=1
colors=P,K ranks=10 kinds=plain,ask exactly=x ranks= =3 K0c K0c=P P7 G4 K2 K10 [cards] name "K6*" = 1 true -3 { } [ ]
, "x" 1e5 2020-01-01 ''' \"\"\" \\n # : null "type" "game" "play" "seat" "card" NaN""".split()
noise = st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
letters = st.text(st.characters(), max_size=8)  # halves of surrogate pairs as well
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | letters | st.sampled_from(WORDS),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | letters, some, max_size=4),
    max_leaves=8,
)


@given(actions)
def test_an_action_parses_as_it_prints(action: Action) -> None:
    text = action_text(action)
    assert "\n" not in text
    assert parse_action(text) == action
    assert wire.from_plain(json.loads(json.dumps(wire.to_plain(action))), Action) == action
    assert hash(parse_action(text)) == hash(action)


@given(questions)
def test_r25_a_question_parses_as_it_prints_and_is_answered_or_refused(question: Question) -> None:
    assert parse_question(question_text(question)) == question
    assert wire.from_plain(json.loads(json.dumps(wire.to_plain(question))), Question) == question
    hand = "K0c K0a K1w K2 P3x P7 B7 K10"
    plain = json.loads(json.dumps(wire.to_plain(question)))
    try:
        naive = naive_record.answer(plain, hand.split())
    except naive_record.Bad:
        with pytest.raises(RuleError, match="bad_question"):
            check_question(question)
    else:
        check_question(question)
        assert answer(question, cards(hand)) == naive


@given(noise)
def test_text_that_is_no_action_question_or_card_raises_value_error(text: str) -> None:
    with suppress(ValueError):
        assert parse_action(action_text(action := parse_action(text))) == action
    with suppress(ValueError):
        assert parse_question(question_text(question := parse_question(text))) == question
    with suppress(ValueError):
        assert parse_card(text).code == text


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    """A deck that is sound: 24 base cards of any face and one Start."""
    base = [
        card for card in CARDS.values() if "=" not in card.code and card.rank not in (2, 4) and card.kind != "start"
    ]
    starts = [card for card in CARDS.values() if card.kind == "start" and card.rank not in (2, 4)]
    copies: dict[str, Any] = {draw(st.sampled_from(starts)).code: 1}
    for card in draw(st.lists(st.sampled_from(base), min_size=24, max_size=24)):
        copies[card.code] = copies.get(card.code, 0) + 1
    return {"name": draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=40)), "cards": copies}


@given(decks())
@settings(max_examples=25)  # the tables of a deck's day take a while to build
def test_r5_any_sound_deck_loads_prints_and_can_be_dealt(plain: dict[str, Any]) -> None:
    loaded = deck.parse(plain)
    assert deck.loads(deck.dumps(loaded)) == loaded
    assert deck.parse(json.loads(json.dumps(deck.to_plain(loaded)))) == loaded
    assert {card.code: copies for card, copies in loaded.copies} == plain["cards"]
    assert sum(len(hand) for hand in new_game(seed(1), 4, deck=loaded).hands) == 32


@given(noise | values.map(repr) | decks().map(lambda plain: deck.dumps(deck.parse(plain)).replace("= 1", "= 2", 1)))
def test_r5_any_text_is_a_deck_or_a_deck_error(text: str) -> None:
    with suppress(DeckError):
        assert isinstance(deck.loads(text), Deck)


@given(
    st.dictionaries(st.sampled_from(["name", "cards", "x"]), values | st.dictionaries(st.sampled_from(WORDS), values))
)
def test_r5_any_data_is_a_deck_or_a_deck_error(data: dict[str, Any]) -> None:
    with pytest.raises(DeckError):
        deck.parse(data)


GAME = record.dumps(record.lines(new_game(bytes(32)), ["A", "B", "C", "D"])).splitlines()


@given(st.lists(noise | values.map(lambda value: json.dumps({"type": "play", "seat": value})), min_size=1, max_size=3))
def test_r31_any_text_is_a_record_or_a_record_error(lines: list[str]) -> None:
    for start in ([], GAME[:1], GAME):
        with pytest.raises(RecordError) as caught:
            list(record.read([*start, *lines]))
        assert caught.value.line == len(start) + 1


@given(st.sampled_from(list(json.loads(GAME[0]))), values)
def test_r31_any_value_in_a_game_line_is_a_record_or_a_record_error(field: str, value: Any) -> None:
    line = json.dumps({**json.loads(GAME[0]), field: value})
    with suppress(RecordError):
        (game,) = record.read([line])
        text = record.dumps(record.lines(game.state, game.names))
        assert json.loads(text.encode().splitlines()[0]) == json.loads(line)


@given(st.data())
def test_apply_takes_any_action_or_refuses_it_by_a_code(data: st.DataObject) -> None:
    state = new_game(seed(7), data.draw(st.sampled_from([3, 4])))
    for _ in range(8):
        before, number, action = state.digest(), len(state.log), data.draw(actions)
        with suppress(RuleError):
            apply(state, action)
            continue
        assert (state.digest(), len(state.log)) == (before, number)
