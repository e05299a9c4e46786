"""Whole games of bots: every decision is legal, the same each time, and medium plays better than easy."""

from collections import Counter

import pytest

from engine.actions import Ask, Swap
from engine.bots import REASONS, Choice, choose
from engine.deck import Deck
from engine.options import Options
from engine.questions import check_question
from engine.rules import apply
from engine.views import View, view
from tests.engine.bots.table import game
from tests.engine.play import DECKS, OPTION_SETS
from tests.engine.position import position, run

QUICK = ("easy", "medium")  # the levels that do not think
ALL = Options(ask_chips=True, optional_swap=True)


def check_choice(seen: View, choice: Choice) -> None:
    """A decision is one of those the view lists, for the first seat, and says why."""
    action = choice.action
    if isinstance(action, Ask):
        assert action.question is not None
        check_question(action.question)
        action = Ask(action.seat, action.target, chip=action.chip)
    assert action in seen.actions
    assert action.seat == seen.actions[0].seat
    assert set(choice.facts) == set(REASONS[choice.reason])


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_every_decision_is_legal_and_says_why(level: str, players: int, deck: Deck) -> None:
    for number, options in enumerate(OPTION_SETS):
        game(number, [level] * players, options, deck, check_choice)


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("players", [3, 4])
def test_a_seed_gives_the_same_game_again(level: str, players: int) -> None:
    def decisions() -> list[Choice]:
        choices: list[Choice] = []
        game(7, [level] * players, ALL, watch=lambda view, choice: choices.append(choice))
        return choices

    assert decisions() == decisions()


def test_easy_draws_from_its_seed() -> None:
    state = position("N", "K10 P9 B3x G4", "P8 P7 P5 G9", "K0c K0a K0s K1w", "B5 B7 B8 B9")
    seen = view(state, 0)
    assert {choose(seen, "easy", b"%d" % seed).action for seed in range(50)} == set(seen.actions)


def test_easy_keeps_its_chips_for_later() -> None:
    state = position("N", "K10 P9 B3x G4", "P8 P7 P5 G9", "K0c K0a K0s K1w", "B5 B7 B8 B9", options=ALL)
    seen = view(state, 0)
    asked = sum(isinstance(choose(seen, "easy", b"%d" % seed).action, Ask) for seed in range(240))
    assert 0 < asked < 60  # of seven actions three are questions


def test_a_declarer_decides_for_one_side_of_a_swap_and_then_for_the_other() -> None:
    state = position("N", "K1w P9 B3x", "P8 P7 P5", "K0c K0a G4", "B5 B7 B8", players=3)
    run(state, "N play K1w")
    for seat in (0, 2):
        action = choose(view(state, 0), "medium", b"").action
        assert isinstance(action, Swap)
        assert action.seat == seat
        apply(state, action)


def test_who_owes_nothing_decides_nothing() -> None:
    state = position("N", "K10 P9", "P8 P7", "K0c K0a", "B5 B7")
    for player in (1, None):
        with pytest.raises(ValueError, match="no decision"):
            choose(view(state, player), "easy", b"")


MATCHES = 4  # so that they may run side by side
GAMES = 20  # of each match, every deal twice with the sides exchanged


@pytest.mark.parametrize("match", range(MATCHES))
def test_partners_of_medium_beat_partners_of_easy(match: int) -> None:
    won: Counter[bool] = Counter()
    for number in range(GAMES):
        levels = ("medium", "easy") if number % 2 else ("easy", "medium")
        winners = game(match * GAMES + number // 2, levels * 2)
        if len(winners) == 2:
            won[levels[winners[0]] == "medium"] += 1
    assert won[True] >= 0.8 * won.total(), won


@pytest.mark.parametrize("match", range(3))
def test_one_medium_beats_two_of_easy(match: int) -> None:
    won = 0.0
    for number in range(20):
        levels = ["medium" if player == match else "easy" for player in range(3)]
        winners = game(1_000 + number, levels)
        won += (match in winners) / len(winners)
    assert won >= 0.6 * 20
