"""A trick as the player sees it who plays to it next, read without any help of the bots."""

from collections import Counter
from collections.abc import Collection

from engine.cards import Card, Color
from engine.seating import SEATS, partner, side
from engine.views import View


class Lie:
    """The cards that lie, the seats `others` that come after `seat`, and the festival colours that are free."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.cards = [(play.seat, play.card) for play in view.trick if not play.discarded]
        placed = {play.seat for play in view.trick}
        self.others = [s for s in SEATS if s != seat and s not in placed]
        self.free: Collection[Color] = view.free

    def laid(self, card: Card) -> "Lie":
        """The same once the seat has played a card."""
        after = Lie(self.view, self.seat)
        after.cards.append((self.seat, card))
        after.free = [color for color in self.free if color != card.color]
        return after

    def winner(self, *more: tuple[int, Card]) -> int:
        """Who wins the trick if every 3 removes the first ten it can."""
        cards = [*self.cards, *more]
        for seat, card in list(cards):
            tens = [c for c in cards if c[1].rank == 10 and side(c[0]) != side(seat)]
            if card.kind == "kill10" and tens:
                cards.remove(tens[0])
        return max(cards, key=lambda play: play[1].rank)[0]

    def holds(self, seat: int) -> list[Card]:
        """What a seat holds for certain: its open hand, or the cards that were seen to go there."""
        return list(self.view.hands[seat] or (known.card for known in self.view.known if known.seat == seat))

    def may_hold(self, seat: int) -> list[Card]:
        """All that a seat still to play may hold."""
        if self.view.hands[seat] is not None:
            return self.holds(seat)
        elsewhere = Counter(card for s in SEATS if s != seat for card in self.holds(s))
        return list((Counter(self.view.out) - elsewhere).elements())

    def may_play(self, seats: Collection[int]) -> list[Card]:
        """All that these seats may still play to the trick."""
        cards = [card for s in seats for card in self.may_hold(s)]
        return [card for card in cards if self.playable(card)]

    def playable(self, card: Card) -> bool:
        """Whether the colours let a card be played to the trick."""
        return card.color == "K" or card.color in self.free

    def sure(self, winning: int) -> bool:
        """Whether no card that the other side may still play takes the trick from a seat that leads in it."""
        rank = dict(self.cards)[winning].rank
        against = self.may_play([s for s in self.others if side(s) != side(winning)])
        return not any(card.rank > rank or (card.kind == "kill10" and rank == 10) for card in against)

    def masters(self) -> list[Card]:
        """The cards a partner to come holds for certain that are sure to take the trick: nobody can beat or block them.

        A card of the same colour that comes before would block it, and a Choose that is named so.
        """
        mate = partner(self.seat)
        if mate not in self.others:
            return []
        against = self.may_play([s for s in self.others if s != mate])
        return [
            card
            for card in self.holds(mate)
            if self.playable(card)
            and self.winner((mate, card)) == mate
            and not any(c.rank >= card.rank or (c.kind == "kill10" and card.rank == 10) for c in against)
            and not (card.color != "K" and any(c.color == card.color for c in against))
            and not (card.color not in ("K", self.view.muertos) and any(c.kind == "choose" for c in against))
        ]

    def kept(self, card: Card) -> bool:
        """Whether our side is sure of the trick after the card, by the card that leads then or one of the partner's."""
        after = self.laid(card)
        leader = after.winner()
        return bool(after.masters()) or (side(leader) == side(self.seat) and after.sure(leader))
