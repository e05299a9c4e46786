"""Points and winners (R19, R24)."""

from collections.abc import Sequence

from engine.cards import Card
from engine.events import Score
from engine.seating import team_of


def score(food: int, muertos: int) -> Score:
    """A point for each pair of one Food and one Muertos (R19)."""
    return Score(food, muertos, min(food, muertos))


def tally(cards: Sequence[Card]) -> tuple[int, int]:
    """How many Food and how many Muertos there are among scoring cards."""
    food = sum(card.kind == "food" for card in cards)
    return food, len(cards) - food


def credited(
    won: Sequence[tuple[int, int]], captured: Sequence[Sequence[Card]], players: int, day: int
) -> list[tuple[int, int]]:
    """Each player's Food and Muertos once a hand's captures, by side, are added to both members of a team (R24)."""
    result = list(won)
    for seat, cards in enumerate(captured):
        food, muertos = tally(cards)
        for player in team_of(players, day, seat):
            result[player] = (result[player][0] + food, result[player][1] + muertos)
    return result


def winners(totals: Sequence[Score]) -> tuple[int, ...]:
    """The players who win or share the win: most points, then most Food, then most Muertos (R19)."""
    best = max((s.points, s.food, s.muertos) for s in totals)
    return tuple(p for p, s in enumerate(totals) if (s.points, s.food, s.muertos) == best)
