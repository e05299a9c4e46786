"""What a player cannot know reaches no byte of their connection: views, events, refusals, lobby, lengths and order."""

from copy import deepcopy
from random import Random

import pytest

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import CARDS, COLORS
from engine.options import Options
from engine.state import State
from net import messages as m
from net.codec import frame
from net.game import AT_ONCE, Game
from net.room import TableConfig
from tests.engine.play import random_question, settings
from tests.engine.test_hidden import find_twin, position
from tests.net.tables import Desk

TWINS = 10
HAND_CARDS = [card for card in CARDS.values() if "=" not in card.code]


def any_action(rng: Random) -> Action:
    """Something one may try, whether it is legal or not."""
    seat, other, card = rng.randrange(4), rng.randrange(4), rng.choice(HAND_CARDS)
    actions: list[Action] = [
        Play(seat, card),
        Discard(seat, card),
        Swap(seat, card),
        Take(seat, card),
        Give(seat, card),
        Declare(seat, rng.choice(COLORS)),
        Kill(seat, rng.choice((other, None))),
        Offer(seat, rng.random() < 0.5),
        Ask(seat, other, random_question(rng), rng.random() < 0.5),
    ]
    return rng.choice(actions)


def everything_told(state: State, player: int | None, tries: list[Action]) -> list[bytes]:
    """All that one connection is told at a table where this is the game, and what it tries is refused or not."""
    desk = Desk(TableConfig("T", state.players, pace=AT_ONCE, filler="easy"))
    people = [desk.join(name) for name in ("Ana", "Beto", "Caro", "Dani")[: state.players]]
    me = desk.join("Watcher", watch=True) if player is None else people[player]
    desk.say(people[0], m.Start())
    desk.told[me].clear()
    game = desk.authority.room.game = Game(1, deepcopy(state), AT_ONCE, desk.now)
    desk.authority.room.news.begun = True
    desk.authority.tick(desk.now)
    desk.deliver()
    told = [frame(message) for message in desk.told[me]]
    for action in tries:
        answers = desk.say(me, m.Act(game.state.decision, action))
        told += [frame(answer) for answer in answers if isinstance(answer, m.Rejected)] or [b"done"]
        if told[-1] == b"done":  # what it brings to light may differ; what was refused has changed nothing
            game.state = deepcopy(state)
    return told


@pytest.mark.parametrize(("players", "options"), settings())
def test_twins_are_told_apart_by_no_byte(players: int, options: Options) -> None:
    rng = Random(f"wire {players} {options}")
    met = 0
    while met < TWINS:
        state, actions = position(rng, players, options)
        player = rng.choice([*range(players), None])
        twin = find_twin(rng, state, actions, player)
        if twin is None or state.over:
            continue
        tries = [any_action(rng) for _ in range(15)]
        told = everything_told(state, player, tries)
        assert told == everything_told(twin, player, tries)
        assert len(told) > len(tries)
        met += 1
