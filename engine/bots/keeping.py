"""What a card is worth in the hand: the reason not to spend it, or to give it away, today."""

from typing import Final

from engine.bots.position import Position, is_ten
from engine.cards import Card, Kind

# In units of an average scoring card.
HIGHEST: Final = 0.7  # a card that nothing unseen can beat
FADE: Final = 0.87  # how much less for each unseen card that can
HOLD: Final = 0.4  # a scoring card, as a share of its worth: it may yet be fed to a better trick
LATER: Final = 0.75  # how fast that hope fades as tricks run out
KILLER: Final = 0.1  # a 3, for each ten that is unseen
UTILITY: Final[dict[Kind, float]] = {"choose": 0.15, "ask": 0.05, "spoiled": 0.1, "swap": 0.08}


def keep(position: Position, card: Card) -> float:
    """How much the card in the hand is worth for the tricks after this one."""
    if not position.tricks_left:
        return 0.0
    if card.scoring:
        worth = position.worth.swing(1, 0) if card.kind == "food" else position.worth.swing(0, 1)
        return worth * HOLD * (1 - LATER**position.tricks_left)
    strength = HIGHEST * FADE ** position.higher(card)
    if card.kind == "kill10":
        strength += KILLER * sum(map(is_ten, position.rivals))
    return (strength + UTILITY.get(card.kind, 0.0)) * position.plenty
