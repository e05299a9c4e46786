"""Positions in which a seat can take the colour that its partner, still to play, knowably needs; built, not waited for.

`right` leads a scoring card to `mover`; `left` and `mate` come after. The mate holds a high card, and the mover one of
its colour and one of another; all other cards are lower and of other colours, so that nobody can stop the high one.
"""

from collections.abc import Callable, Sequence
from random import Random

from engine.actions import Action, Play, Swap
from engine.cards import FESTIVAL, Card, parse_card
from engine.deck import HOUSE
from engine.rules import apply
from engine.seating import EAST, NORTH, SEAT_NAMES, SEATS, SOUTH, WEST
from engine.state import State
from tests.engine.position import position

LARGEST = 6  # hands when the trick begins
DAYS = (1, 2, 3)
CHOOSES = 0.25  # hands of the mover with a Choose, which can block the colour too; nobody else may have one
TEN, START, SWAP, CHOOSE = (parse_card(code) for code in ("K10", "K6*", "K1w", "K0c"))
Hands = list[list[Card]]  # of mover, left, mate and right


def dealt(rng: Random, day: int, without: Sequence[Card] = ()) -> Hands:
    """The hands when right is to lead; the cards that matter come first in each."""
    deck = [card for card in HOUSE.days[day - 1] if card is not START]
    for card in without:
        deck.remove(card)
    lead = rng.choice([card for card in deck if card.scoring])
    shared, other = rng.sample([color for color in FESTIVAL if color != lead.color], 2)
    same = [card for card in deck if card.kind == "plain" and card.color == shared]
    own, high = sorted(rng.sample(same, 2), key=lambda card: card.rank)
    spare = rng.choice([c for c in deck if c.kind == "plain" and c.color == other and c.rank <= own.rank])
    hands = [[own, spare], [], [high], [lead]]
    if rng.random() < CHOOSES:
        hands[0].append(CHOOSE)
    for card in (*hands[0], *hands[2], *hands[3]):
        deck.remove(card)
    weaker = [card for card in deck if card.color != shared and card.rank < high.rank and card is not CHOOSE]
    rng.shuffle(weaker)
    size = rng.randint(len(hands[0]), min(LARGEST, (len(weaker) + 4) // 4))
    for hand in hands:
        while len(hand) < size:
            hand.append(weaker.pop())
    return hands


def begun(mover: int, day: int, players: int, hands: Hands) -> State:
    """The hand with right to lead."""
    by_seat = {mover + place & 3: " ".join(card.code for card in hand) for place, hand in enumerate(hands)}
    return position(SEAT_NAMES[mover - 1 & 3], *(by_seat[seat] for seat in SEATS), players=players, day=day)


def through(state: State, *actions: Action) -> State:
    """The state after these decisions."""
    for action in actions:
        apply(state, action)
    return state


def beside_the_table(rng: Random) -> tuple[State, int]:
    """Three players: the declarer plays its own card and then the table's, or the table's and then its own."""
    day, mover = rng.choice(DAYS), rng.choice((NORTH, SOUTH))
    hands = dealt(rng, day)
    return through(begun(mover, day, 3, hands), Play(mover - 1 & 3, hands[3][0])), mover


def after_a_swap(rng: Random, players: int) -> tuple[State, int]:
    """A closed partner holds the high card from a Swap in the trick before, which right won with a ten."""
    day = rng.choice(DAYS)
    mover = rng.choice(SEATS if players == len(SEATS) else (EAST, WEST))
    left, mate, right = (mover + step & 3 for step in (1, 2, 3))
    hands = dealt(rng, day, (SWAP, TEN, TEN))
    high, lead, back = hands[2][0], hands[3][0], rng.choice(hands[0])
    before = [[*hands[0], high, SWAP], [*hands[1], START], [*hands[2], back, TEN], [*hands[3], TEN]]
    before[0].remove(back)
    before[2].remove(high)
    swap = (
        Play(right, TEN),
        Play(mover, SWAP),
        Swap(mover, high),
        Swap(mate, back),
        Play(left, START),
        Play(mate, TEN),
    )
    return through(begun(mover, day, players, before), *swap, Play(right, lead)), mover


SORTS: dict[str, Callable[[Random], tuple[State, int]]] = {
    "3 players, beside the table": beside_the_table,
    "3 players, after a Swap": lambda rng: after_a_swap(rng, 3),
    "4 players, after a Swap": lambda rng: after_a_swap(rng, 4),
}
