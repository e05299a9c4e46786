"""What a player cannot know never reaches them: twins have views that are equal byte for byte (R13, R17, R21)."""

from collections import Counter
from random import Random

import msgpack
import pytest

from engine import wire
from engine.actions import Action
from engine.deck import HOUSE
from engine.options import Options
from engine.rules import apply, new_game
from engine.state import State
from engine.views import events_for, view
from tests.engine.play import ODD_DECKS, play, settings
from tests.engine.position import held
from tests.engine.twins import differs, make_twin, open_seats

CHUNKS = 4
POSITIONS = 160  # of each sort of game and chunk: 5,120 in all


def packed(state: State, player: int | None) -> bytes:
    """What goes to a player over the wire: their view, and all events as they may know them."""
    sent: bytes = msgpack.packb([wire.to_plain(view(state, player)), wire.to_plain(events_for(state, player, 0))])
    return sent


def half_swapped(state: State) -> bool:
    """One side of a Swap has chosen, the other has not."""
    return state.phase == "swap" and len(state.owing) == 1


def position(rng: Random, players: int, options: Options) -> tuple[State, list[Action]]:
    """A game broken off anywhere: often in the midst of a Swap or of gifts, now and then with an odd deck."""
    deck = HOUSE if rng.random() < 0.8 else rng.choice(ODD_DECKS)
    least, pick = rng.choice((0, 8, 16, 30, 50, 90, 220)), rng.choice(("any", "any", "swap", "give"))

    def stop(state: State, steps: int) -> bool:
        return steps >= least and (pick == "any" or half_swapped(state) or state.phase == pick == "give")

    return play(rng, players, options, deck, stop)


def find_twin(rng: Random, state: State, actions: list[Action], player: int | None) -> State | None:
    """A twin that is not the same game, if a few attempts find one."""
    twins = (make_twin(rng, state, actions, player) for _ in range(6))
    return next((twin for twin in twins if twin is not None and differs(state, twin)), None)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("players", "options"), settings())
def test_r13_r17_r21_twins_give_equal_bytes(players: int, options: Options, chunk: int) -> None:
    rng = Random(f"twins {players} {options} {chunk}")
    met: Counter[str] = Counter()
    while met["twins"] < POSITIONS:
        state, actions = position(rng, players, options)
        for player in rng.sample([*range(players), None], 3):
            twin = find_twin(rng, state, actions, player)
            if twin is None:
                continue
            assert twin.digest() != state.digest()
            assert packed(twin, player) == packed(state, player), f"seed {state.seed.hex()}, player {player}"
            met["twins"] += 1
            met[state.phase] += 1
            met["half swapped"] += half_swapped(state)
    assert met["half swapped"] > 5
    assert met["give"] > 5
    assert met["over"] > 5


@pytest.mark.parametrize(("players", "options"), settings())
def test_what_a_player_sees_changes_their_view(players: int, options: Options) -> None:
    """The same twins, seen by those who do see what differs."""
    rng, met = Random(f"seen {players} {options}"), 0
    while met < 100:
        state, actions = position(rng, players, options)
        blind = rng.choice([*range(players), None])
        twin = find_twin(rng, state, actions, blind)
        if twin is None:
            continue
        for player in range(players):
            seen = open_seats(players, state.day, player)
            if any(held(state)[seat] != held(twin)[seat] for seat in seen):
                assert packed(state, player) != packed(twin, player)
                met += 1


@pytest.mark.parametrize("players", [3, 4])
def test_every_step_is_told_to_everyone(players: int) -> None:
    """Whatever is decided, each view is another one: at least its decision number or who owes what has changed."""
    rng = Random(f"told {players}")
    state, actions = play(rng, players, Options(True, True))
    game, before = new_game(state.seed, players, state.options), set[bytes]()
    for action in actions:
        apply(game, action)
        now = {packed(game, player) for player in (*range(players), None)}
        assert len(now) == players + 1
        assert not now & before
        before = now
