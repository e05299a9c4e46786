"""A decision as the seat that owes it can see it: the trick, the hands around it, what is at stake."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import Declare
from engine.bots.holdings import Holding, holdings, unseen
from engine.bots.worth import Worth
from engine.cards import FOOD_BIT, Card
from engine.options import TRICKS
from engine.rules import best_play
from engine.scoring import tally
from engine.seating import side
from engine.views import View

TEN: Final = 10
LIKELY: Final = 0.5  # a chance to count on
Plays = tuple[tuple[int, Card], ...]


class Position:
    """What one seat knows when it decides.

    `trick` holds the cards that can still win, `blocked` the bits of what may not be played (`Card.mask`), `to_come`
    the seats that play after this one; `tricks_left` follow this one. `rivals` are the cards that may lie with the
    other side, `plenty` how many scoring cards there are to win in a trick to come, at most one.
    """

    __slots__ = (
        "blocked",
        "hand",
        "hands",
        "plenty",
        "rivals",
        "seat",
        "to_come",
        "trick",
        "tricks_left",
        "view",
        "worth",
    )

    def __init__(self, view: View, seat: int) -> None:
        hand = view.hands[seat]
        if hand is None:
            raise ValueError("nobody decides for a hand they do not see")
        self.view = view
        self.seat = seat
        self.hand: tuple[Card, ...] = hand
        self.hands: tuple[Holding, ...] = holdings(view)
        self.worth = Worth(view, seat)
        self.trick: Plays = tuple((p.seat, p.card) for p in view.trick if not p.discarded and not p.removed)
        if view.actions and isinstance(view.actions[0], Declare):
            self.trick = self.trick[:-1]  # our own Choose, which has no colour yet
        self.blocked = blocked_by(card for _, card in self.trick)
        gone = {play.seat for play in view.trick}
        self.to_come = tuple(s for s in ((seat + step) & 3 for step in (1, 2, 3)) if s not in gone)
        self.tricks_left = TRICKS - view.trick_number
        against = [h for s, h in enumerate(view.hands) if h is not None and not self.ours(s)]
        self.rivals: list[Card] = unseen(view) + [card for open_hand in against for card in open_hand]
        scoring = sum(card.scoring for card in view.out)
        self.plenty = min(1.0, scoring / max(1, self.tricks_left))

    def ours(self, seat: int) -> bool:
        """Whether a seat is on our side."""
        return side(seat) == side(self.seat)

    def higher(self, card: Card) -> int:
        """How many cards that could lie with the other side are higher than this one."""
        return sum(rival.rank > card.rank for rival in self.rivals)

    def stake(self, trick: Plays) -> float:
        """What the scoring cards of a trick are worth."""
        return self.worth.swing(*tally([card for _, card in trick if card.scoring]))

    def gifts_follow(self, trick: Plays) -> bool:
        """Whether the winner of such a trick must exchange gifts (R13, R16)."""
        return self.tricks_left > 0 and any(card.scoring or card.kind == "spoiled" for _, card in trick)


def blocked_by(cards: Iterable[Card]) -> int:
    """The bits of what such cards in a trick forbid to play after them (R9, R16)."""
    blocked = 0
    for card in cards:
        blocked |= card.blocks | (FOOD_BIT if card.kind == "spoiled" else 0)
    return blocked


def is_ten(card: Card) -> bool:
    """Whether a 3 may remove the card (R18)."""
    return card.rank == TEN and card.kind != "kill10"


def settle(trick: Plays) -> int:
    """The seat that wins a trick if every 3 in it removes a ten where it can (R11, R18)."""
    left = list(trick)
    for three, card in trick:
        if card.kind == "kill10":
            tens = [play for play in left if is_ten(play[1]) and side(play[0]) != side(three)]
            if tens:
                left.remove(tens[0])
    return best_play(left)


def without_tens(trick: Sequence[tuple[int, Card]], of_side: int) -> Plays:
    """The trick without the tens of a side."""
    return tuple(play for play in trick if not is_ten(play[1]) or side(play[0]) != of_side)
