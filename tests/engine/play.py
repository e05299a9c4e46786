"""Seeded random play: whole games with any options and deck, every decision drawn from what is legal."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from engine import questions
from engine.actions import Action, Ask
from engine.cards import COLORS, DAY_COLORS, KINDS
from engine.deck import HOUSE, Deck, parse
from engine.options import Options
from engine.questions import MEASURES, Question
from engine.rules import apply, legal_actions, new_game
from engine.state import State

T = TypeVar("T")

OPTION_SETS = tuple(
    Options(ask_chips=chips, optional_swap=option) for chips in (False, True) for option in (False, True)
)

# Decks no house has: other ranks, effects in colours, many of a kind, and one colour that makes nearly all discard.
ODD_DECKS = tuple(
    parse({"name": name, "cards": {code: int(copies) for code, copies in (c.split(":") for c in cards.split())}})
    for name, cards in (
        ("ranks", "K1c:3 K0w:3 K7a:2 K9s:2 K6*:1 K10:3 P3x:2 B3x:1 G3x:2 P5:2 B7:2 G9:2"),
        ("colours", "P6*:1 P10:2 B10:2 G10:1 K10:1 G0a:2 B1w:2 P0s:1 K0c:3 P3x:3 K3x:2 G3x:1 G0:2 K8:2"),
        ("pink", "K6*:1 P3x:4 P5:6 P7:6 P9:6 K0c:1 K10:1"),
        ("wild", "G10*:1 K0c:8 K0a:4 K1w:6 K10x:2 K0s:4"),
    )
)
DECKS = (HOUSE, *ODD_DECKS)


def seed(number: int) -> bytes:
    """A game's seed."""
    return hashlib.sha256(b"test %d" % number).digest()


def settings() -> Iterator[tuple[int, Options]]:
    """Players and options of every sort of game."""
    return ((players, options) for players in (4, 3) for options in OPTION_SETS)


def random_question(rng: Random) -> Question:
    """Any question that R25 allows."""
    measure = rng.choice(MEASURES)
    whole = measure in ("highest", "lowest")

    def some(values: Sequence[T]) -> tuple[T, ...]:
        return () if whole or rng.random() < 0.5 else tuple(rng.sample(values, rng.randint(1, len(values))))

    filters = (some(COLORS), some(range(11)), some(KINDS))
    bounds: list[int | None] = [None, None, None]
    if rng.random() < 0.6:
        bounds[rng.randrange(3)] = rng.randint(0, 12) if measure != "sum" else rng.randint(0, 80)
    return Question(measure, *filters, *bounds)


def question(state: State, rng: Random) -> Question:
    """A question from the menu, or any other."""
    if rng.random() < 0.5:
        return rng.choice(questions.menu(DAY_COLORS[state.day]))
    return random_question(rng)


def choose(state: State, rng: Random) -> Action:
    """A legal decision of one of the seats that owe one; chips are spent now and then."""
    actions = legal_actions(state, rng.choice(state.owing))
    action = rng.choice(actions)
    if isinstance(action, Ask):
        if action.chip and rng.random() < 0.8:
            action = rng.choice([a for a in actions if not isinstance(a, Ask)])
        else:
            action = Ask(action.seat, action.target, question(state, rng), action.chip)
    return action


def play(
    rng: Random,
    players: int,
    options: Options,
    deck: Deck = HOUSE,
    stop: Callable[[State, int], bool] = lambda state, steps: False,
) -> tuple[State, list[Action]]:
    """A game played at random to its end, or until `stop`, which sees the state and how many decisions there were."""
    state, actions = new_game(rng.randbytes(32), players, options, deck), list[Action]()
    while not state.over and not stop(state, len(actions)):
        actions.append(choose(state, rng))
        apply(state, actions[-1])
    return state, actions


def replay(state: State, actions: Sequence[Action]) -> State:
    """The same game, decided the same way, as a state of its own."""
    again = new_game(state.seed, state.players, state.options, state.deck)
    for action in actions:
        apply(again, action)
    return again
