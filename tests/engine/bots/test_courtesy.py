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
from tests.engine.play import choose as random_choice

CHUNKS = 4
GAMES = 30  # of each chunk, with some positions each that a courtesy is about


class Lie:
    """A trick as the player sees it who plays to it next, read without any help of the bots."""

    def __init__(self, view: View, seat: int) -> None:
        self.cards = [(play.seat, play.card) for play in view.trick if not play.discarded]
        placed = {play.seat for play in view.trick}
        self.others = [s for s in range(4) if s != seat and s not in placed]
        self.view = view
        self.seat = seat

    def winner(self, *more: tuple[int, Card]) -> int:
        """Who wins the trick if every 3 removes the first ten it can."""
        cards = [*self.cards, *more]
        for seat, card in list(cards):
            tens = [c for c in cards if c[1].rank == 10 and side(c[0]) != side(seat)]
            if card.kind == "kill10" and tens:
                cards.remove(tens[0])
        return max(cards, key=lambda play: play[1].rank)[0]

    def may_hold(self, seat: int) -> list[Card]:
        """All that a seat still to play may hold."""
        open_hand = self.view.hands[seat]
        if open_hand is not None:
            return list(open_hand)
        rest = list(self.view.out)
        for hand in self.view.hands:
            for card in hand or ():
                rest.remove(card)
        return rest

    def sure(self, winning: int) -> bool:
        """Whether no card that the other side may still play takes the trick from a seat that leads in it."""
        rank = dict(self.cards)[winning].rank
        against = [card for s in self.others if side(s) != side(winning) for card in self.may_hold(s)]
        free = [card for card in against if card.color == "K" or card.color in self.view.free]
        return not any(card.rank > rank or (card.kind == "kill10" and rank == 10) for card in free)


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
