"""Positions built by hand, and decisions in notation: the only test code that knows what a State is made of."""

from collections.abc import Iterable, Sequence

import pytest

from engine.actions import Action
from engine.cards import START_BIT, Card, by_place, parse_card
from engine.chance import Stream, hand_seed
from engine.deck import HOUSE, Deck
from engine.errors import RuleError
from engine.events import Event, HandBegan
from engine.faces import faces
from engine.notation import action_text, parse_action
from engine.options import PLAIN, TRICKS, Options
from engine.rules import apply, legal_actions, new_game
from engine.seating import SEAT_NAMES, SEATS, controllers, owners, right_of
from engine.state import State
from engine.views import View, view

SEED = bytes(range(32))
CHIPS = Options(ask_chips=True)
OPTIONAL = Options(optional_swap=True)


def cards(codes: str | Iterable[str]) -> list[Card]:
    """The cards of codes, in the order given."""
    return [parse_card(code) for code in (codes.split() if isinstance(codes, str) else codes)]


def position(
    lead: str,
    n: str,
    e: str,
    s: str,
    w: str,
    *,
    day: int = 1,
    players: int = 4,
    options: Options = PLAIN,
    deck: Deck = HOUSE,
) -> State:
    """A hand about to be led to by `lead`; the tricks still to come are as many as the longest hand has cards.

    A Start card in the hand of `lead` must be led if all eight tricks are to come.
    """
    state = new_game(SEED, players, options, deck)
    hands = [cards(codes) for codes in (n, e, s, w)]
    leader = SEAT_NAMES.index(lead)
    state.day = day
    state.owners = owners(players, day)
    state.control = controllers(players, day)
    state.stream = Stream(hand_seed(SEED, day))
    every = {*state.deck.days[day - 1], *(card for some in hands for card in some)}
    state.faces = faces(tuple(sorted(every, key=by_place)))
    for seat in SEATS:
        state.put_hand(seat, hands[seat])
    state.trick_number = TRICKS + 1 - max(map(len, hands))
    start = state.trick_number == 1 and any(card.kind == "start" for card in hands[leader])
    state.blocked = START_BIT if start else 0
    state.leader = leader
    state.last = right_of(leader)
    state.owing = (leader,)
    state.log = [HandBegan(day, state.owners, tuple(tuple(state.hand(seat)) for seat in SEATS))]
    return state


def hand(state: State, seat: str) -> str:
    """The cards of a hand as codes."""
    return " ".join(card.code for card in state.hand(SEAT_NAMES.index(seat)))


def held(state: State) -> list[list[Card]]:
    """The four hands."""
    return [state.hand(seat) for seat in SEATS]


def run(state: State, *texts: str) -> list[Event]:
    """Make decisions, checking that each is listed; gives the events they made."""
    before = len(state.log)
    for text in texts:
        action = parse_action(text)
        if " ask " not in text and " chip " not in text:
            assert action in legal_actions(state, action.seat), f"{text} is not among {legal(state)}"
        apply(state, action)
    return state.log[before:]


def refused(state: State, text: str | Action, code: str) -> RuleError:
    """Check that a decision is refused with a code, is not listed, and changes nothing."""
    action = parse_action(text) if isinstance(text, str) else text
    before, number = state.digest(), state.decision
    assert action not in legal_actions(state, action.seat)
    with pytest.raises(RuleError) as caught:
        apply(state, action)
    assert caught.value.code == code, action
    assert (state.digest(), state.decision) == (before, number)
    return caught.value


def legal(state: State, *seats: str) -> list[str]:
    """The legal actions in notation: of these seats, or of all that owe a decision."""
    chosen = [SEAT_NAMES.index(seat) for seat in seats] or list(SEATS)
    return [action_text(action) for seat in chosen for action in legal_actions(state, seat)]


def due(state: State) -> str:
    """What is due and from whom: `ES swap`, `N play`, `over`."""
    return " ".join(["".join(SEAT_NAMES[seat] for seat in state.owing), state.phase]).strip()


def seen(state: State, seat: str) -> View:
    """The view of the player whose hand lies at a seat."""
    return view(state, state.owners[SEAT_NAMES.index(seat)])


class Draws(Stream):
    """A stream whose next numbers are given."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(bytes(32))
        self.numbers = numbers

    def below(self, n: int) -> int:
        """The next number given."""
        number = self.numbers.pop(0)
        assert 0 <= number < n
        return number


def redeal(state: State, hands: Sequence[Sequence[Card]], draws: Sequence[int]) -> None:
    """Put other hands in the place of those just dealt, and say which cards will be drawn as gifts."""
    began = state.log[-1]
    assert isinstance(began, HandBegan)
    for seat in SEATS:
        state.put_hand(seat, hands[seat])
    state.log[-1] = HandBegan(began.day, began.owners, tuple(map(tuple, held(state))))
    (leader,) = (seat for seat in SEATS if any(card.kind == "start" for card in hands[seat]))
    state.leader = leader
    state.last = right_of(leader)
    state.owing = (leader,)
    state.stream = Draws(list(draws))
