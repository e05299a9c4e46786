"""How a medium bot treats its partner, over thousands of positions, judged by what the cards out can still do."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Play
from engine.bots import choose
from engine.cards import Card
from engine.rules import apply, new_game
from engine.seating import side
from engine.state import State
from engine.views import View, view
from tests.amounts import amount
from tests.engine.bots.lie import Lie
from tests.engine.play import choose as random_choice

CHUNKS = 4
GAMES = amount(30, 120)  # of each chunk, with some positions each that a courtesy is about


def judge(state: State, met: Counter[str]) -> None:
    """Check what a medium bot would play now against the courtesies, counting what they were about."""
    (seat,) = state.owing
    seen = view(state, state.control[seat])
    lie = Lie(seen, seat)
    plays = [action.card for action in seen.actions if isinstance(action, Play)]
    if len(plays) < 2 or not lie.cards or not lie.sure(winner := lie.winner()):
        return
    stays = [card for card in plays if lie.winner((seat, card)) == winner]
    if side(winner) == side(seat):
        if not stays:
            return
        card = played(seen)
        met["partner"] += 1
        assert card in stays, "overtakes the partner's sure winner"
        met["feedable"] += any(c.scoring for c in stays)
        met["fed"] += card.scoring
    elif stays == plays and {c.scoring for c in plays} == {True, False} and not _partner_can_win(lie, winner):
        met["lost"] += 1
        assert not played(seen).scoring, "gives a scoring card to a trick that is lost"


def played(seen: View) -> Card:
    """The card a medium bot plays; of chips there are none here."""
    action = choose(seen, "medium", b"").action
    assert isinstance(action, Play)
    return action.card


def _partner_can_win(lie: Lie, winner: int) -> bool:
    """Whether a partner still to play may take the trick."""
    rank = dict(lie.cards)[winner].rank
    mine = [card for s in lie.others if side(s) == side(lie.seat) for card in lie.may_hold(s)]
    return any(card.rank > rank or card.kind == "kill10" for card in mine)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_courtesies(players: int, chunk: int) -> None:
    rng, met = Random(f"courtesy {players} {chunk}"), Counter[str]()
    for _ in range(GAMES):
        state = new_game(rng.randbytes(32), players)
        while not state.over:
            if state.phase == "play" and state.trick:
                judge(state, met)
            apply(state, random_choice(state, rng))
    assert met["partner"] > 4 * GAMES
    assert met["lost"] > 3 * GAMES
    assert met["fed"] == met["feedable"] > GAMES, "keeps a scoring card from the partner's sure winner"
