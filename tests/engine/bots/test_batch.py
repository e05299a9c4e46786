"""The batch simulator against the engine: same deals, same choices, same hands, winners and captures.

With HYPOTHESIS_PROFILE=soak it plays 100,000 hands and more, without it a share of them.
"""

import hashlib
import os
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.bots.batch import NONE, Batch, rivals
from engine.bots.kit import Bits, Flags, Ints, Kit, bit, count, kit, nth, spread
from engine.cards import COLOR_BITS
from engine.deck import Deck
from engine.events import HandEnded, TrickWon
from engine.options import HANDS, TRICKS, Options
from engine.questions import Question
from engine.rules import apply, legal_actions, new_game
from engine.scoring import tally
from engine.seating import SEATS
from engine.state import State
from tests.engine.play import DECKS, seed

SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
GAMES = 3_400 if SOAK else 30  # of each of 10 settings, three hands each
ASKED = Question("count")


class RandomWays:
    """Any legal choice, each made in the engine's games too, which refuse what is illegal."""

    def __init__(self, kit: Kit, games: list[State], rng: np.random.Generator) -> None:
        self.kit = kit
        self.games = games
        self.rng = rng

    def pick(self, hands: Bits) -> Ints:
        return nth(hands, (self.rng.random(len(hands)) * count(hands)).astype(np.int64))

    def do(self, row: int, action: Action) -> None:
        assert action in legal_actions(self.games[row], action.seat)
        apply(self.games[row], action)

    def card(self, batch: Batch, seats: Ints, hands: Bits, legal: Bits) -> Ints:
        cards = self.pick(legal)
        for row, (seat, number, choices) in enumerate(zip(seats, cards, spread(legal), strict=True)):
            game, card = self.games[row], self.kit.cards[number]
            actions = legal_actions(game, int(seat))
            faces = {self.kit.cards[place] for place in np.flatnonzero(choices)}
            assert {action.card for action in actions if isinstance(action, Play | Discard)} == faces
            apply(game, next(a for a in actions if isinstance(a, Play | Discard) and a.card is card))
            if game.phase == "ask":
                action = legal_actions(game, int(seat))[0]
                assert isinstance(action, Ask)
                apply(game, Ask(action.seat, action.target, ASKED))
        return cards

    def color(self, batch: Batch, rows: Ints) -> NDArray[np.uint8]:
        colors = []
        for row in rows:
            actions = legal_actions(self.games[row], int(batch.seats[row]))
            action = actions[self.rng.integers(len(actions))]
            assert isinstance(action, Declare)
            apply(self.games[row], action)
            colors.append(COLOR_BITS[action.color])
        return np.array(colors, np.uint8)

    def offer(self, batch: Batch, rows: Ints) -> Flags:
        accepted = self.rng.random(len(rows)) < 0.7
        for row, accept in zip(rows, accepted, strict=True):
            self.do(row, Offer(int(batch.seats[row]), bool(accept)))
        return accepted

    def swap(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        cards = self.pick(batch.hand(rows, seats))
        for row, seat, card in zip(rows, seats, cards, strict=True):
            self.do(row, Swap(int(seat), self.kit.cards[card]))
        return cards

    def kill(self, batch: Batch, rows: Ints, step: int, first: Flags, second: Flags) -> Ints:
        steps = []
        for row, *can in zip(rows, first, second, strict=True):
            open_to = [NONE, *(rival for rival, there in zip(rivals(step), can, strict=True) if there)]
            chosen = open_to[self.rng.integers(len(open_to))]
            seat = int(batch.leader[row]) + step & 3
            assert len(legal_actions(self.games[row], seat)) == len(open_to)
            self.do(row, Kill(seat, None if chosen == NONE else int(batch.leader[row]) + chosen & 3))
            steps.append(chosen)
        return np.array(steps)

    def take(self, batch: Batch, rows: Ints, hands: Bits) -> Ints:
        cards = self.pick(hands)
        for row, card in zip(rows, cards, strict=True):
            self.do(row, Take(int(batch.leader[row]) - 1 & 3, self.kit.cards[card]))
        return cards

    def give(self, batch: Batch, rows: Ints, seats: Ints) -> Ints:
        hands = batch.hand(rows, seats)
        for row, seat, hand in zip(rows, seats, spread(hands), strict=True):  # so the card drawn is the engine's too
            assert [self.kit.cards[place] for place in np.flatnonzero(hand)] == self.games[row].hand(int(seat))
        cards = self.pick(hands)
        for row, seat, card in zip(rows, seats, cards, strict=True):
            self.do(row, Give(int(seat), self.kit.cards[card]))
        return cards


def draws(game: State) -> list[int]:
    """The numbers that the hand's gifts will be drawn by, none of them thrown away by R28 but once in millions."""
    key, start = game.stream.key, game.stream.position
    return [_raw(key, start + 4 * number) for number in range(TRICKS)]


def _raw(key: bytes, position: int) -> int:
    block, offset = divmod(position, 32)
    return int.from_bytes(hashlib.sha256(key + block.to_bytes(8, "big")).digest()[offset : offset + 4], "big")


def play_hand(games: list[State], rng: np.random.Generator) -> int:
    """One hand of all games, in the engine and in a batch."""
    first = games[0]
    cards = kit(first.deck.days[first.day - 1])
    starts = [len(game.log) for game in games]
    hands = np.array([cards.hands(map(game.hand, SEATS)) for game in games], np.uint32)
    batch = Batch(
        cards,
        hands,
        np.array([game.leader for game in games]),
        1,
        np.array([draws(game) for game in games], np.uint32),
    )
    batch.blocked[:] = first.blocked
    batch.table = first.owners.index(None) if None in first.owners else None
    batch.optional = first.options.optional_swap
    batch.trace = []
    batch.run(RandomWays(cards, games, rng))
    assert not batch.hands.any()
    for row, game in enumerate(games):
        tricks = [(e.winner, *tally(e.captured)) for e in game.log[starts[row] :] if isinstance(e, TrickWon)]
        assert [tuple(int(part[row]) for part in trick) for trick in batch.trace] == tricks
        (ended,) = (e for e in game.log[starts[row] :] if isinstance(e, HandEnded))
        for side, captured in enumerate(ended.captured):
            assert (batch.won_food[side, row], batch.won_muertos[side, row]) == tally(captured)
    return len(games)


SETTINGS: list[Any] = [
    pytest.param(players, Options(optional_swap=optional), deck, id=f"{players}-{deck.name}")
    for players in (4, 3)
    for optional, deck in zip((False, True, False, True, False), DECKS, strict=True)
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("players", "options", "deck"), SETTINGS)
def test_same_deals_and_choices_give_the_same_tricks(players: int, options: Options, deck: Deck) -> None:
    rng = np.random.default_rng(players)
    games = [new_game(seed(number), players, options, deck) for number in range(GAMES)]
    assert sum(play_hand(games, rng) for _ in range(HANDS)) == GAMES * HANDS
    assert all(game.over for game in games)


def test_bits_of_hands() -> None:
    deck = DECKS[0].days[0]
    cards = kit(deck)
    assert kit(deck) is cards
    rng = np.random.default_rng(1)
    hands: Bits = rng.integers(1, 1 << 32, 500, np.uint32)
    flags = spread(hands)
    for hand, row in zip(hands, flags, strict=True):
        held = [place for place in range(32) if int(hand) >> place & 1]
        assert list(np.flatnonzero(row)) == held
        shown = [cards.cards[place] for place in held]
        assert Counter(cards.cards[p] for p in range(32) if cards.hand(shown) >> p & 1) == Counter(shown)
        assert cards.cards[cards.of(int(hand), shown[-1])] is shown[-1]
    assert list(count(hands)) == [int(hand).bit_count() for hand in hands]
    assert list(bit(np.array([0, 31]))) == [1, 1 << 31]
