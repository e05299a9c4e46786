"""What happened, in words, as far as the one who is told may know."""

from collections.abc import Iterator, Sequence

from engine.cards import Card
from engine.events import (
    Asked,
    Declared,
    Discarded,
    Event,
    GameEnded,
    Gift,
    GiftTaken,
    HandBegan,
    HandEnded,
    Killed,
    Played,
    SwapAccepted,
    SwapDeclined,
    Swapped,
    TrickWon,
)
from engine.seating import NORTH, owners, partner
from muertos_tui.cast import Cast
from muertos_tui.i18n import _
from muertos_tui.words import DAY_NAMES, answer_text, card_list, card_name, question_text


def tell(events: Sequence[Event], cast: Cast) -> Iterator[str]:
    """A sentence for each event worth one. The seating follows the days, from before the first that begins."""
    began = next((event for event in events if isinstance(event, HandBegan)), None)
    if began is not None and began.day > 1:
        cast = cast.seated(owners(3 if None in began.owners else 4, began.day - 1))
    for event in events:
        if isinstance(event, HandBegan):
            cast = cast.seated(event.owners)
        sentence = sentence_of(event, cast)
        if sentence:
            yield sentence


def sentence_of(event: Event, cast: Cast) -> str:
    """What an event is told as; empty for one that another event tells better."""
    match event:
        case HandBegan(day=day):
            return _day(day, cast)
        case Played(seat, card) if card.kind == "choose":
            return ""  # its colour is told in a moment
        case Played(seat, card) | Declared(seat, card):
            return _("{who} played {card}.").format(who=cast.doer(seat), card=card_name(card))
        case Discarded(seat, card):
            return _discard(seat, card, cast)
        case Asked():
            return asked_text(event, cast)
        case Swapped():
            return _swap(event, cast)
        case SwapAccepted(seat):
            return _("{who} agreed to swap.").format(who=cast.doer(seat))
        case SwapDeclined(seat):
            return _("{who} declined the swap.").format(who=cast.doer(seat))
        case Killed(seat, target) if target is not None:
            return _("{who} removed {whose} ten.").format(who=cast.doer(seat), whose=cast.whose(target))
        case Killed(seat):
            return _("{who} removed no ten.").format(who=cast.doer(seat))
        case TrickWon(winner, captured):
            return trick_text(winner, captured, cast)
        case GiftTaken(winner, taker, taken):
            return _taken(winner, taker, taken, cast)
        case Gift(winner, taker, returned=returned):
            return _returned(winner, taker, returned, cast)
        case HandEnded(captured):
            return hand_text(captured, cast)
        case GameEnded(winners=winners):
            return game_text(winners, cast)


def _day(day: int, cast: Cast) -> str:
    """A day begins; with three players, who plays with the table."""
    text = _("Day {n}: {name}.").format(n=day, name=DAY_NAMES[day])
    if None not in cast.owners:
        return text
    joined = _("{day} You play with the table.") if cast.you(NORTH) else _("{day} {who} plays with the table.")
    return joined.format(day=text, who=cast.doer(NORTH))


def _discard(seat: int, card: Card, cast: Cast) -> str:
    text = _("{who} discarded {card}: nobody scores it.") if card.scoring else _("{who} discarded {card}.")
    return text.format(who=cast.doer(seat), card=card_name(card))


def asked_text(event: Asked, cast: Cast) -> str:
    """A question and its answer."""
    text = _("{who} spent a chip to ask {whom}: {question} {answer}.")
    if not event.chip:
        text = _("{who} asked {whom}: {question} {answer}.")
    return text.format(
        who=cast.doer(event.seat),
        whom=cast.whom(event.target),
        question=question_text(event.question),
        answer=answer_text(event.answer),
    )


def _swap(event: Swapped, cast: Cast) -> str:
    """Who swapped, and what where it was seen; told from one's own side."""
    seat, given, received = event.seat, event.given, event.received
    other = partner(seat)
    if given is None or received is None:
        return _("{who} and {whom} swapped a card.").format(who=cast.doer(seat), whom=cast.whom(other))
    if cast.mine(other):
        seat, other, given, received = other, seat, received, given
    return _("{who} passed {given} to {whom} and got {received}.").format(
        who=cast.doer(seat), whom=cast.whom(other), given=card_name(given), received=card_name(received)
    )


def trick_text(winner: int, captured: tuple[Card, ...], cast: Cast) -> str:
    """Who won a trick, and what was in it."""
    if not captured:
        return _("{who} won the trick: nothing to score.").format(who=cast.doer(winner))
    return _("{who} won the trick: {cards}.").format(who=cast.doer(winner), cards=card_list(captured))


def _taken(winner: int, taker: int, card: Card | None, cast: Cast) -> str:
    what = _("a card") if card is None else card_name(card)
    return _("Gift: {who} took {card} from {whom}.").format(who=cast.doer(taker), card=what, whom=cast.whom(winner))


def _returned(winner: int, taker: int, card: Card | None, cast: Cast) -> str:
    what = _("a card") if card is None else card_name(card)
    return _("Gift: {who} gave {whom} {card} back.").format(who=cast.doer(taker), whom=cast.whom(winner), card=what)


def hand_text(captured: tuple[tuple[Card, ...], tuple[Card, ...]], cast: Cast) -> str:
    """What each side won in a hand, one's own first."""
    sides = (
        _("{side}: {cards}").format(side=cast.side_name(seat), cards=card_list(captured[seat % 2]) or _("nothing"))
        for seat in (cast.seat_at("bottom"), cast.seat_at("left"))
    )
    return _("The day is over. {sides}.").format(sides="; ".join(sides))


def game_text(winners: tuple[int, ...], cast: Cast) -> str:
    """Who won the game."""
    names = [_("you") if cast.told and p == cast.me else cast.player(p) for p in winners]
    return _("The game is over. Winners: {names}.").format(names=", ".join(names))
