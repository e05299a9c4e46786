"""The chance that our side wins a trick, and what the players to come may add to it."""

from functools import cache

from engine.bots.position import TEN, Plays, Position, blocked_by, settle, without_tens
from engine.cards import CARDS, Card, Kind
from engine.rules import best_play
from engine.seating import side


class Odds:
    """A trick as it would lie after our play, and the hands still to play to it."""

    __slots__ = ("_highest", "_position", "_threes", "blocked", "trick")

    def __init__(self, position: Position, trick: Plays) -> None:
        self._position = position
        self.trick = trick
        self.blocked = blocked_by(card for _, card in trick)
        self._threes = {side(seat) for seat, card in trick if card.kind == "kill10"}
        self._highest: dict[int, list[float]] = {}

    def win(self) -> float:
        """The chance that our side wins, if who can overtake the other side does so with the highest card."""
        winner = settle(self.trick)
        rank = dict(self.trick)[winner].rank
        return self._win(0, rank, self._position.ours(winner))

    def _win(self, place: int, rank: int, ours: bool) -> float:
        """The same for the seats from `place` on, where a card of that rank leads for us or for them."""
        if place == len(self._position.to_come):
            return float(ours)
        seat = self._position.to_come[place]
        if self._position.ours(seat) == ours:
            return self._win(place + 1, rank, ours)
        if rank == TEN:
            return self._against_ten(place, ours)
        highest = self._highest_of(seat)
        total = highest[rank] * self._win(place + 1, rank, ours)
        for higher in range(rank + 1, TEN + 1):
            chance = highest[higher] - highest[higher - 1]
            if chance:
                total += chance * self._win(place + 1, higher, not ours)
        return total

    def _against_ten(self, place: int, ours: bool) -> float:
        """A ten leads: only a 3 of the other side can undo it, and then the next best card leads (R18)."""
        seat = self._position.to_come[place]
        kills = self._position.hands[seat].chance(playable("kill10", self.blocked))
        total = (1 - kills) * self._win(place + 1, TEN, ours)
        if kills:
            own = side(self._position.seat) if ours else 1 - side(self._position.seat)
            rest = without_tens(self.trick, own)
            if not rest:
                return total + kills * self._win(place + 1, 3, not ours)
            next_best = best_play(list(rest))
            total += kills * self._win(place + 1, dict(rest)[next_best].rank, self._position.ours(next_best))
        return total

    def _highest_of(self, seat: int) -> list[float]:
        """For every rank the chance that the highest card a seat may play is not above it."""
        if seat not in self._highest:
            killed = (1 - side(seat)) in self._threes  # a ten of this side would be removed
            most = TEN - 1 if killed else TEN
            self._highest[seat] = self._position.hands[seat].highest(between(-1, most, self.blocked))
        return self._highest[seat]

    def feed(self, ours: bool) -> float:
        """What the players to come of a side may add in scoring cards, each the dearest it holds."""
        swing = self._position.worth.swing
        total = 0.0
        for seat in self._position.to_come:
            if self._position.ours(seat) == ours:
                hand = self._position.hands[seat]
                food = hand.chance(playable("food", self.blocked))
                muertos = hand.chance(playable("muertos", self.blocked))
                total += food * swing(1, 0) + (1 - food) * muertos * swing(0, 1)
        return total


@cache
def between(rank: int, most: int, blocked: int) -> frozenset[Card]:
    """The cards above a rank and up to another that may be played to a trick."""
    return frozenset(card for card in CARDS.values() if rank < card.rank <= most and not card.mask & blocked)


@cache
def playable(kind: Kind, blocked: int) -> frozenset[Card]:
    """The cards of a kind that may be played to a trick."""
    return frozenset(card for card in CARDS.values() if card.kind == kind and not card.mask & blocked)
