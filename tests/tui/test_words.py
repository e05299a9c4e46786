"""Everything there is has words, and none says more than may be known."""

import random

import pytest

from engine.actions import Ask
from engine.bots import LEVELS
from engine.cards import CARDS, KINDS
from engine.errors import CODES, RecordError, RuleError
from engine.events import Asked, Event, Gift, GiftTaken, HandBegan, Played, Swapped
from engine.questions import Question, menu
from engine.rules import apply, legal_actions, new_game
from engine.seating import owners
from engine.views import events_for, view
from muertos_tui import saying
from muertos_tui.cast import Cast
from muertos_tui.faults import record_fault
from muertos_tui.telling import asked_text, sentence_of, tell
from muertos_tui.updates import TableStatus
from muertos_tui.words import (
    EFFECTS,
    about,
    card_label,
    card_name,
    question_text,
    refusal,
    waiting,
    wanted,
    why_not_text,
)
from net import messages as m
from net.messages import BYES, REJECTIONS
from tests.tui.table_harness import ALL, NAMES

FOUR = Cast(0, (0, 1, 2, 3), NAMES)
THREE = Cast(1, (0, 1, None, 2), NAMES)


def test_every_card() -> None:
    names = {card.code: card_name(card) for card in CARDS.values()}
    assert all(names.values())
    assert names["P7"] == "pink 7"
    assert names["B3x"] == "blue 3 (Kill 10)"
    assert names["K0c=P"] == "Choose as pink"
    assert names["K6*"] == "Start (6)"
    assert set(EFFECTS) == set(KINDS)
    assert "K0 is black, rank 0." in about(CARDS["K0c=P"])
    assert all(card_label(card) for card in CARDS.values())


def test_every_refusal_cites_its_rule() -> None:
    for code, rule in CODES.items():
        text = refusal(RuleError(code))
        assert "{" not in text
        assert not rule or text.endswith(f"({rule})")
    error = RuleError("color_taken", card="P9", color="P")
    assert why_not_text(error, CARDS["P9"]) == "pink 9 may not be played: pink is already in the trick (R9)."


def test_every_code_has_a_sentence() -> None:
    """None falls back on the code itself, as one of a newer program would."""
    unheard = saying.bye("unheard", {}).replace("unheard", "{code}")
    for code in BYES:
        assert saying.bye(code, {}) != unheard.format(code=code), code
    unheard = saying.rejection(m.Rejected("act", None, "unheard", {})).replace("unheard", "{code}")
    for code in REJECTIONS | CODES.keys():
        assert saying.rejection(m.Rejected("act", None, code, {})) != unheard.format(code=code), code
    for code in CODES:
        assert "that is refused" not in refusal(RuleError(code)), code
        assert code not in record_fault(RecordError(1, code)), code
    assert {saying.level(code) for code in LEVELS} == set(LEVELS)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Question("count", colors=("P", "K")), "How many pink or black cards?"),
        (Question("count", ranks=(10,), at_least=1), "Any tens?"),
        (Question("count", kinds=("food", "muertos")), "How many Food or Muertos?"),
        (Question("count", colors=("B",), at_most=0), "No blue cards?"),
        (Question("count", ranks=(7, 8), exactly=2), "Exactly 2 cards of rank 7 or 8?"),
        (Question("highest", at_most=8), "Is the highest rank at most 8?"),
        (Question("sum"), "What is the sum of ranks of all cards?"),
        (Question("colors", ranks=(9,), at_least=2), "Is the number of colours of cards of rank 9 at least 2?"),
        (Question("ranks", kinds=("kill10",)), "What is the number of ranks of Kill 10 cards?"),
    ],
)
def test_questions(question: Question, text: str) -> None:
    assert question_text(question) == text


def test_the_menu_has_no_two_questions_alike() -> None:
    texts = [question_text(question) for question in menu("G")]
    assert len(set(texts)) == len(texts)


def test_who_is_who() -> None:
    assert [FOUR.name(seat) for seat in range(4)] == ["You", "Beto", "Carolina", "Dani"]
    assert [FOUR.place(seat) for seat in range(4)] == ["bottom", "left", "top", "right"]
    assert THREE.doer(2) == "The table"
    assert THREE.whose(0) == "Ana's"
    assert THREE.place(2) == "left"
    watcher = Cast(None, (0, 1, 2, 3), NAMES)
    assert watcher.place(0) == "top"
    assert "You" not in [watcher.name(seat) for seat in range(4)]


def test_gifts_and_swaps_that_are_not_seen() -> None:
    assert sentence_of(GiftTaken(0, 3, CARDS["P7"]), FOUR) == "Gift: Dani took pink 7 from you."
    assert sentence_of(GiftTaken(1, 0, None), FOUR) == "Gift: You took a card from Beto."
    assert sentence_of(Gift(1, 0, None, None), FOUR) == "Gift: You gave Beto a card back."
    assert sentence_of(Swapped(1, None, None), FOUR) == "Beto and Dani swapped a card."
    mine = Swapped(2, CARDS["P7"], CARDS["K2"])
    assert sentence_of(mine, FOUR) == "You passed Food to Carolina and got pink 7."


@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game_is_told_to_everyone(players: int) -> None:
    state = new_game(bytes(32), players, ALL)
    chance = random.Random(1)
    status = TableStatus(NAMES[:players])
    seen: set[type[Event]] = set()
    while not state.over:
        for player in (None, *range(players)):
            shown = view(state, player)
            cast = Cast.of(shown, status)
            assert waiting(shown, cast)
            for decision in shown.decisions:
                assert wanted(shown, cast, decision.kind, decision.seat)
        action = chance.choice(legal_actions(state, state.owing[0]))
        if isinstance(action, Ask):
            question = chance.choice(menu(shown.muertos))
            action = Ask(action.seat, action.target, question, action.chip)
        apply(state, action)
    for player in (None, *range(players)):
        events = events_for(state, player, 0)
        seen |= {type(event) for event in events}
        told = list(tell(events, Cast.of(view(state, player), status)))
        assert len(told) > 100
        assert not any("{" in text for text in told)
    assert len(seen) >= 12


def test_what_happened_before_a_day_is_told_of_its_own_seats() -> None:
    second = Cast(1, owners(3, 2), NAMES)
    events: list[Event] = [Played(0, CARDS["P7"]), HandBegan(2, owners(3, 2), (None,) * 4), Played(0, CARDS["K6*"])]
    assert list(tell(events, second)) == [
        "Ana played pink 7.",
        "Day 2: Children. You play with the table.",
        "You played Start (6).",
    ]


def test_names_are_listed_as_one_says_them() -> None:
    assert [saying.listed("ABC"[:n]) for n in (1, 2, 3)] == ["A", "A and B", "A, B and C"]


def test_a_chip_is_what_a_question_costs_and_not_what_is_asked_for() -> None:
    question = Question("count", colors=("G",))
    for me, said in ((0, "You spent a chip to ask Beto: "), (1, "Ana spent a chip to ask you: ")):
        cast = Cast(me, (0, 1, 2, 3), NAMES)
        assert asked_text(Asked(0, 1, question, 2, chip=True), cast).startswith(said)
        assert "chip" not in asked_text(Asked(0, 1, question, 2, chip=False), cast)
