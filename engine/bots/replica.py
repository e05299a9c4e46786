"""A game as it may stand: what a view shows, with hands for the seats that it does not."""

from collections.abc import Sequence

from engine.cards import FOOD_BIT, START_BIT, Card
from engine.chance import Stream
from engine.deck import Deck
from engine.faces import faces
from engine.options import HANDS
from engine.scoring import tally
from engine.seating import SEATS, controllers, right_of, team_of
from engine.state import State
from engine.views import View

_SEED = bytes(32)


def replica(view: View, hands: Sequence[Sequence[Card]]) -> State:
    """The state of such a game. It knows no past, and later days are dealt from the cards of this one."""
    state = State(_SEED, view.players, view.options, Deck("", (), (view.deck,) * HANDS))
    state.day = view.day
    state.owners = view.owners
    state.control = controllers(view.players, view.day)
    state.stream = Stream(_SEED)
    state.faces = faces(view.deck)
    for seat in SEATS:
        state.put_hand(seat, hands[seat])
    state.trick_number = view.trick_number
    state.leader, state.last = view.leader, right_of(view.leader)
    state.captured = (list(view.captured[0]), list(view.captured[1]))
    state.won = _won(view)
    state.chips = list(view.chips)
    _lay_trick(state, view)
    _open(state, view)
    return state


def _won(view: View) -> list[tuple[int, int]]:
    """Food and Muertos of each player before this hand."""
    won = [(total.food, total.muertos) for total in view.totals]
    for seat, captured in enumerate(view.captured):
        food, muertos = tally(captured)
        for player in team_of(view.players, view.day, seat):
            won[player] = (won[player][0] - food, won[player][1] - muertos)
    return won


def _lay_trick(state: State, view: View) -> None:
    played = [play for play in view.trick if not play.discarded]
    state.trick = [(play.seat, play.card) for play in played if not play.removed]
    for play in played:
        state.blocked |= play.card.blocks | FOOD_BIT * (play.card.kind == "spoiled")
    if view.trick_number == 1 and not view.trick and view.decisions[0].kind == "play":
        state.blocked = START_BIT
    state.kills = [play.seat for play in played if play.card.kind == "kill10"]


def _open(state: State, view: View) -> None:
    """The decision that is due."""
    kind = view.decisions[0].kind
    state.phase = kind
    state.owing = tuple(decision.seat for decision in view.decisions)
    if kind == "kill":
        del state.kills[: state.kills.index(state.owing[0])]  # those before it are settled
    elif kind == "swap":
        swapper = state.trick[-1][0]
        for seat in (swapper, swapper ^ 2):
            if seat not in state.owing:  # has chosen, and it is not known what
                state.picks[seat] = state.hand(seat)[0]
    elif kind == "give":
        state.taken = state.hand(state.owing[0])[0]  # known to nobody but the log
