"""Bots at a table: what they choose at positions made by hand, and whole games between levels."""

import hashlib
from collections.abc import Callable, Sequence

from engine.bots import Choice, choose
from engine.bots.montecarlo import Depth, Mind, Outlook
from engine.chance import Stream
from engine.deck import HOUSE, Deck
from engine.notation import action_text
from engine.options import PLAIN, Options
from engine.rules import apply, new_game
from engine.seating import SEAT_NAMES
from engine.state import State
from engine.views import View, view
from tests.engine.position import seen

SEED = b"bots at a table"


def chosen(state: State, seat: str, level: str = "medium") -> str:
    """The decision of the bot at a seat, in notation."""
    return action_text(choice(state, seat, level).action)


def choice(state: State, seat: str, level: str = "medium") -> Choice:
    """The decision of the bot at a seat with its reason; the table's declarer decides for the table."""
    owner = state.owners[SEAT_NAMES.index(seat)]
    return choose(seen(state, seat) if owner is not None else view(state, state.control[2]), level, SEED)


def game(
    number: int,
    levels: Sequence[str],
    options: Options = PLAIN,
    deck: Deck = HOUSE,
    watch: Callable[[View, Choice], None] = lambda view, choice: None,
) -> tuple[int, ...]:
    """Play a game of bots with these levels, one a player; gives the players who win it."""
    state = new_game(hashlib.sha256(b"bots %d" % number).digest(), len(levels), options, deck)
    while not state.over:
        player = state.control[state.owing[0]]
        seen_by = view(state, player)
        decided = choose(seen_by, levels[player], b"seed of player %d" % player)
        watch(seen_by, decided)
        apply(state, decided.action)
    return view(state, None).winners


def mind(seen: View, salt: int = 0) -> Mind:
    """What a bot that thinks thinks with."""
    return Mind(seen, seen.actions[0].seat, Stream((seen.number + (salt << 32)).to_bytes(32, "big")), None, None)


def outlook(seen: View, depth: Depth, salt: int = 0) -> Outlook:
    """What a bot that thinks so hard makes of all that it may do."""
    thought = mind(seen, salt)
    return thought.weigh(thought.options(seen.actions), depth, lambda: True)
