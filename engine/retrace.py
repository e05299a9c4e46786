"""The decisions of a game, found again in its log: for a replay, which goes through them one by one."""

from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.events import (
    Asked,
    Declared,
    Discarded,
    Event,
    Gift,
    GiftTaken,
    Killed,
    Played,
    SwapAccepted,
    SwapDeclined,
    Swapped,
)
from engine.rules import apply, new_game
from engine.seating import partner
from engine.state import State


def retrace(game: State) -> list[tuple[Action | None, State]]:
    """The states of a game from its deal on, each with the decision that led to it."""
    state = new_game(game.seed, game.players, game.options, game.deck)
    path: list[tuple[Action | None, State]] = [(None, state)]
    while len(state.log) < len(game.log):
        for action in _decided(game.log[len(state.log)]):
            state = state.copy()
            apply(state, action)
            path.append((action, state))
    return path


def _decided(event: Event) -> list[Action]:
    """The decisions whose first event this is."""
    match event:
        case Played(seat, card):
            return [Play(seat, card)]
        case Declared(seat, card):
            return [Declare(seat, card.color)]
        case Discarded(seat, card):
            return [Discard(seat, card)]
        case Asked(seat, target, question, _, chip):
            return [Ask(seat, target, question, chip)]
        case SwapAccepted(seat):
            return [Offer(seat, True)]
        case SwapDeclined(seat):
            return [Offer(seat, False)]
        case Swapped(seat, given, received) if given is not None and received is not None:
            return [Swap(seat, given), Swap(partner(seat), received)]
        case Killed(seat, target):
            return [Kill(seat, target)]
        case GiftTaken(_, taker, taken) if taken is not None:
            return [Take(taker, taken)]
        case Gift(_, taker, _, returned) if returned is not None:
            return [Give(taker, returned)]
    raise ValueError(f"no decision begins with {event}")
