"""Which card to play: what it may win or lose in this trick, less what it is worth later."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Ask, Declare, Discard, Play
from engine.bots.asking import spend_chip
from engine.bots.choice import Choice, Fact
from engine.bots.keeping import keep
from engine.bots.odds import Odds
from engine.bots.partners import robs
from engine.bots.position import LIKELY, Plays, Position, settle
from engine.cards import COLOR_BITS, COLORS, DAY_COLORS, Card, declared

FEED: Final = 0.5  # the share of what others could add to a trick that they do add
GIFT: Final = 0.15  # what the exchange of gifts costs a winner


class Option:
    """A card that could be played: the trick as it would lie, the chance that our side wins it, and its value."""

    __slots__ = ("card", "chance", "face", "trick", "value")

    def __init__(self, position: Position, card: Card, face: Card) -> None:
        self.card = card
        self.face = face
        self.trick: Plays = (*position.trick, (position.seat, face))
        odds = Odds(position, self.trick)
        self.chance = odds.win()
        stake = position.stake(self.trick)
        won, lost = stake, stake
        if position.to_come:
            won += FEED * odds.feed(True)
            lost += FEED * odds.feed(False)
        if position.gifts_follow(self.trick):
            won, lost = won - GIFT, lost - GIFT
        self.value = self.chance * won - (1 - self.chance) * lost - keep(position, card)


def faces(position: Position, card: Card) -> list[Card]:
    """The card as it may lie in the trick: a Choose in each colour it may be given (R14)."""
    if card.kind != "choose" or "=" in card.code:
        return [card]
    day = DAY_COLORS[position.view.day]
    return [declared(card, c) for c in COLORS if c != day and not COLOR_BITS[c] & position.blocked]


def best_option(position: Position, cards: list[Card]) -> Option:
    """The best of the cards."""
    options = [Option(position, card, face) for card in cards for face in faces(position, card)]
    return max(courteous(position, options), key=lambda option: option.value)


def courteous(position: Position, options: list[Option]) -> list[Option]:
    """The options that a good partner considers, all of them if there is no such."""
    if position.trick and (leader := settle(position.trick)) != position.seat and position.ours(leader):
        # Whatever leaves the trick to a partner who is sure of it, if there is any.
        options = [o for o in options if o.chance == 1 and settle(o.trick) == leader] or options
    robbing = robs(position, [o.face for o in options])
    options = [o for o, robbed in zip(options, robbing, strict=True) if not robbed]  # what robs has a civil alternative
    return [o for o in options if o.chance > 0 or not o.card.scoring] or options


def play(position: Position, actions: Sequence[Play | Ask]) -> Choice:
    """The card to play, or a chip to find out more first."""
    by_card = {action.card: action for action in actions if isinstance(action, Play)}
    option = best_option(position, list(by_card))
    chips = [action for action in actions if isinstance(action, Ask)]
    if chips and (choice := spend_chip(position, chips, option.trick)):
        return choice
    return Choice(by_card[option.card], _reason(position, option), _facts(option))


def _facts(option: Option) -> dict[str, Fact]:
    return {"card": option.face.code, "chance": round(100 * option.chance)}


def _reason(position: Position, option: Option) -> str:
    """What the card is played for."""
    if option.card.scoring:
        return "feed" if option.chance >= LIKELY else "forced"
    if not position.trick:
        return "lead"
    leads = settle(option.trick)
    if leads == position.seat:
        return "win"
    if settle(position.trick) != leads:
        return "hunt"  # only a 3 changes who leads without leading itself
    return "leave" if position.ours(leads) else "low"


def declare(position: Position, actions: Sequence[Declare]) -> Choice:
    """The colour of the Choose that we have just played."""
    choose = position.view.trick[-1].card
    by_face = {declared(choose, action.color): action for action in actions}
    option = max((Option(position, choose, face) for face in by_face), key=lambda o: o.value)
    return Choice(by_face[option.face], "color", _facts(option))


def discard(position: Position, actions: Sequence[Discard | Ask]) -> Choice:
    """The card to throw away, a scoring card only if there is no other; no question is worth a chip then."""
    discards = [action for action in actions if isinstance(action, Discard)]
    action = min(discards, key=lambda a: (a.card.scoring, keep(position, a.card)))
    return Choice(action, "discard", {"card": action.card.code})
