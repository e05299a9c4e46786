"""Points and winners (R19, R24)."""

from collections.abc import Sequence

from engine.cards import Card
from engine.events import Score


def score(food: int, muertos: int) -> Score:
    """A point for each pair of one Food and one Muertos (R19)."""
    return Score(food, muertos, min(food, muertos))


def tally(cards: Sequence[Card]) -> tuple[int, int]:
    """How many Food and how many Muertos there are among scoring cards."""
    food = sum(card.kind == "food" for card in cards)
    return food, len(cards) - food


def winners(totals: Sequence[Score]) -> tuple[int, ...]:
    """The players who win or share the win: most points, then most Food, then most Muertos (R19)."""
    best = max((s.points, s.food, s.muertos) for s in totals)
    return tuple(p for p, s in enumerate(totals) if (s.points, s.food, s.muertos) == best)
