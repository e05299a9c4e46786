"""`apply` accepts exactly what `legal_actions` lists: tried with every action there could be, in sampled positions."""

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import CARDS, COLORS, Card
from engine.deck import HOUSE
from engine.errors import CODES, RuleError
from engine.options import Options
from engine.questions import Question
from engine.rules import apply, legal_actions
from engine.seating import SEATS
from engine.state import State
from tests.engine.play import ODD_DECKS, play, settings

ALLOWED = Question("count", colors=("P",))
FORBIDDEN = (Question("highest", ranks=(3,)), Question("sum", at_least=1, at_most=2))


def universe(cards: list[Card]) -> Iterator[Action]:
    """All actions of all seats with these cards, and every colour, target, answer to an offer and sort of question."""
    for seat in SEATS:
        for kind in (Play, Discard, Swap, Take, Give):
            yield from (kind(seat, card) for card in cards)
        yield from (Declare(seat, color) for color in COLORS)
        yield from (Offer(seat, accept) for accept in (True, False))
        yield from (Kill(seat, target) for target in (*SEATS, None))
        for target, question, chip in itertools.product(SEATS, (None, ALLOWED, *FORBIDDEN), (False, True)):
            yield Ask(seat, target, question, chip)


def is_legal(action: Action, listed: set[Action]) -> bool:
    """Whether the list of legal actions names it; an Ask stands there without its question (R15, R27)."""
    if isinstance(action, Ask):
        return action.question == ALLOWED and Ask(action.seat, action.target, None, action.chip) in listed
    return action in listed


def check(state: State, cards: list[Card], met: Counter[str]) -> None:
    listed = {action for seat in SEATS for action in legal_actions(state, seat)}
    before, number = state.digest(), state.decision
    tried = set[Action]()
    for action in universe(cards):
        tried.add(action)
        if is_legal(action, listed):
            child = state.copy()
            apply(child, action)
            assert child.digest() != before
        else:
            try:
                apply(state, action)
            except RuleError as error:
                met[error.code] += 1
                continue
            raise AssertionError(f"{action} was accepted; legal are {listed}")
    assert (state.digest(), state.decision) == (before, number), "a refused action changed the state"
    assert listed <= tried
    met[state.phase] += 1


@pytest.mark.parametrize(("players", "options"), settings())
def test_apply_accepts_what_is_listed_and_nothing_else(players: int, options: Options) -> None:
    rng, met = Random(f"universe {players} {options}"), Counter[str]()
    for _ in range(8):
        deck = HOUSE if rng.random() < 0.7 else rng.choice(ODD_DECKS)
        faces = sorted({card for day in deck.days for card in day}, key=lambda card: card.index)

        def stop(state: State, steps: int, faces: list[Card] = faces) -> bool:
            often = 0.06 if state.phase == "play" else 0.4
            if not steps or rng.random() < often:
                check(state, faces, met)
            return False

        state, _ = play(rng, players, options, deck, stop)
        check(state, faces, met)
    phases = {"play", "color", "ask", "swap", "kill", "give", "over"}
    assert phases <= set(met)
    assert ("offer" in met) == options.optional_swap
    assert ("take" in met) == (players == 3)
    always = "game_over not_owing wrong_kind not_held start_first color_taken must_play color_of_day no_target no_ten"
    assert {*always.split(), "bad_question", "no_chip"} <= set(met)
    assert {code for code in met if "_" in code} <= set(CODES)


@pytest.mark.parametrize("players", [3, 4])
def test_cards_of_no_deck_are_refused_too(players: int) -> None:
    """Every card face there is, those of other decks and declared Chooses included."""
    rng, met = Random(f"faces {players}"), Counter[str]()

    def stop(state: State, steps: int) -> bool:
        if rng.random() < 0.05:
            check(state, list(CARDS.values()), met)
        return False

    while len([phase for phase in met if "_" not in phase]) < 4:
        play(rng, players, Options(True, True), HOUSE, stop)
    assert met["not_held"] > 1000


@pytest.mark.parametrize(("players", "options"), settings())
def test_each_refusal_leaves_the_state_as_it_was(players: int, options: Options) -> None:
    """Looked at after every single refusal, so that no two faults can hide each other."""
    rng, refused = Random(f"single {players} {options}"), 0
    faces = list(dict.fromkeys(card for day in HOUSE.days for card in day))

    def stop(state: State, steps: int) -> bool:
        nonlocal refused
        if rng.random() < 0.25:
            listed = {action for seat in SEATS for action in legal_actions(state, seat)}
            before = state.digest()
            for action in rng.sample(list(universe(faces)), 6):
                if not is_legal(action, listed):
                    with pytest.raises(RuleError):
                        apply(state, action)
                    assert state.digest() == before
                    refused += 1
        return False

    play(rng, players, options, HOUSE, stop)
    assert refused > 100
