"""Cards, questions, decisions and refusals in words. What happened is told in `telling`."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.actions import Action, Ask, DecisionKind, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import Card, Color, Kind, in_hand
from engine.errors import RuleError
from engine.questions import Answer, Measure, Question
from engine.views import View
from muertos_tui.called import called
from muertos_tui.cast import Cast
from muertos_tui.i18n import _, ngettext
from muertos_tui.updates import TableStatus

COLOR_NAMES: Final[dict[Color, str]] = {"K": _("black"), "P": _("pink"), "B": _("blue"), "G": _("green")}
KIND_NAMES: Final[dict[Kind, str]] = {
    "choose": _("Choose"),
    "ask": _("Ask"),
    "spoiled": _("Spoiled"),
    "swap": _("Swap"),
    "food": _("Food"),
    "kill10": _("Kill 10"),
    "muertos": _("Muertos"),
    "start": _("Start"),
    "plain": _("plain"),
}
DAY_NAMES: Final[dict[int, str]] = {1: _("Animals"), 2: _("Children"), 3: _("Adults")}
MEASURE_NAMES: Final[dict[Measure, str]] = {
    "count": _("how many cards"),
    "colors": _("different colours"),
    "ranks": _("different ranks"),
    "sum": _("sum of ranks"),
    "highest": _("highest rank"),
    "lowest": _("lowest rank"),
}
EFFECTS: Final[dict[Kind, str]] = {
    "choose": _("Choose: its player names its colour, but not that of the day's Muertos."),
    "ask": _("Ask: its player asks another player one question about their hand."),
    "spoiled": _("Spoiled: no Food may follow in this trick, and its winner must exchange gifts."),
    "swap": _("Swap: its player and the partner each pass one card to the other, unseen."),
    "food": _("Food: a point for each pair of one Food and one Muertos."),
    "kill10": _("Kill 10: at the end of the trick its player may remove an opponent's ten."),
    "muertos": _("Muertos: a point for each pair of one Food and one Muertos."),
    "start": _("Start: whoever holds it leads the day with it."),
    "plain": _("No effect."),
}


def color_name(color: Color) -> str:
    """A colour in words."""
    return COLOR_NAMES[color]


def card_name(card: Card) -> str:
    """A card in words, short enough for a sentence."""
    names = {"name": KIND_NAMES[card.kind], "color": color_name(card.color), "rank": card.rank}
    match card.kind:
        case "choose" if "=" in card.code:
            return _("Choose as {color}").format(**names)
        case "plain":
            return _("{color} {rank}").format(**names)
        case "kill10":
            return _("{color} {rank} (Kill 10)").format(**names)
        case "start":
            return _("Start ({rank})").format(**names)
    return names["name"] if isinstance(names["name"], str) else ""


def card_face(card: Card) -> str:
    """Colour letter and rank, as on a card's corner."""
    return f"{card.color}{card.rank}"


def card_label(card: Card) -> str:
    """The word under the corner: the effect, or the colour of a card without one."""
    if card.kind != "plain":
        return KIND_NAMES[card.kind]
    return color_name(card.color)


def card_list(cards: Iterable[Card]) -> str:
    """Several cards in words, equal ones counted."""
    counts: dict[str, int] = {}
    for card in cards:
        name = card_name(card)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items())


def about(card: Card) -> str:
    """What a card is and does."""
    hand_card = in_hand(card)
    face = _("{face} is {color}, rank {rank}.").format(
        face=card_face(hand_card), color=color_name(hand_card.color), rank=card.rank
    )
    return f"{face} {EFFECTS[card.kind]}"


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *rest, last = list(words)
    return _("{some} or {last}").format(some=", ".join(rest), last=last) if rest else last


# Questions (R25)


def question_set(question: Question) -> str:
    """The cards a question is about, in words."""
    colors = either(color_name(c) for c in question.colors) if question.colors else ""
    if question.ranks == (10,) and not question.kinds:
        noun, ranks = _("tens"), ""
    else:
        noun = _kinds(question.kinds)
        ranks = (
            _("of rank {ranks}").format(ranks=either(str(r) for r in sorted(question.ranks))) if question.ranks else ""
        )
    return " ".join(part for part in (colors, noun, ranks) if part)


def _kinds(kinds: tuple[Kind, ...]) -> str:
    """The kinds of a question as a noun."""
    if not kinds:
        return _("cards")
    if set(kinds) <= {"food", "muertos"}:
        return either(KIND_NAMES[kind] for kind in kinds)
    return _("{kinds} cards").format(kinds=either(KIND_NAMES[kind] for kind in kinds))


def question_text(question: Question) -> str:
    """A question in words, as one asks it."""
    if question.measure == "count":
        return _count_text(question)
    what = _measured(question)
    if question.at_least is not None:
        return _("Is {what} at least {n}?").format(what=what, n=question.at_least)
    if question.at_most is not None:
        return _("Is {what} at most {n}?").format(what=what, n=question.at_most)
    if question.exactly is not None:
        return _("Is {what} exactly {n}?").format(what=what, n=question.exactly)
    return _("What is {what}?").format(what=what)


def _measured(question: Question) -> str:
    """What a question measures, but a count."""
    narrowed = question.colors or question.ranks or question.kinds
    cards = question_set(question) if narrowed else _("all cards")
    match question.measure:
        case "highest":
            return _("the highest rank")
        case "lowest":
            return _("the lowest rank")
        case "sum":
            return _("the sum of ranks of {cards}").format(cards=cards)
        case "colors":
            return _("the number of colours of {cards}").format(cards=cards)
        case _:
            return _("the number of ranks of {cards}").format(cards=cards)


def _count_text(question: Question) -> str:
    """A question that counts cards."""
    cards = question_set(question)
    if question.at_least == 1:
        return _("Any {cards}?").format(cards=cards)
    if question.at_least is not None:
        return _("At least {n} {cards}?").format(n=question.at_least, cards=cards)
    if question.at_most == 0 or question.exactly == 0:
        return _("No {cards}?").format(cards=cards)
    if question.at_most is not None:
        return _("At most {n} {cards}?").format(n=question.at_most, cards=cards)
    if question.exactly is not None:
        return _("Exactly {n} {cards}?").format(n=question.exactly, cards=cards)
    return _("How many {cards}?").format(cards=cards)


def answer_text(answer: Answer) -> str:
    """An answer in words."""
    if isinstance(answer, bool):
        return _("yes") if answer else _("no")
    return str(answer)


# Decisions


def wanted(view: View, cast: Cast, kind: DecisionKind, seat: int) -> str:
    """What the looker is asked to decide for one of their seats."""
    own = cast.mine(seat)
    hand = _("your hand") if own else _("the table's hand")
    both = len({action.seat for action in view.actions}) > 1
    match kind:
        case "play" if any(isinstance(action, Discard) for action in view.actions):
            return _("No card of {hand} may be played: discard one.").format(hand=hand)
        case "play":
            lead = not view.trick
            if not cast.has_table:
                return _("Your turn: lead a card.") if lead else _("Your turn: play a card.")
            return (_("Your turn: lead from {hand}.") if lead else _("Your turn: play from {hand}.")).format(hand=hand)
        case "color":
            return _("Which colour is the Choose? Not {color}, the day's colour.").format(
                color=color_name(view.muertos)
            )
        case "ask":
            return _("Ask: whom, and what?")
        case "offer" if not own:
            return _("Should the table swap a card with {whom}?").format(whom=cast.whom((seat + 2) & 3))
        case "offer":
            return _("Swap a card with {whom}?").format(whom=cast.whom((seat + 2) & 3))
        case "swap" if both:
            return _("Swap: choose a card of each hand to pass to the other.")
        case "swap":
            return _("Swap: choose a card of {hand} to pass to {whom}.").format(
                hand=hand, whom=cast.whom((seat + 2) & 3)
            )
        case "kill":
            return _("Kill 10: which ten is removed?")
        case "take":
            return _("Gift: choose a card to take from the table's hand.")
        case "give":
            return _("Gift: choose a card of {hand} to give to {whom}.").format(
                hand=hand, whom=cast.whom((seat + 1) & 3)
            )


def waiting(view: View, cast: Cast) -> str:
    """Whom the table waits for, and for what."""
    if view.over:
        return _("The game is over.")
    who: dict[str, None] = {}
    for decision in view.decisions:
        who[decider(view, cast, decision.seat)] = None
    kind = view.decisions[0].kind if view.decisions else "play"
    return " ".join([*_absent(view, cast), WAITING[kind].format(who=_(" and ").join(who))])


def _absent(view: View, cast: Cast) -> Iterator[str]:
    """Who of those who are to decide is away, and when a bot will do it for them."""
    seats = dict.fromkeys((d.seat + 2) & 3 if cast.owners[d.seat] is None else d.seat for d in view.decisions)
    for seat in seats:
        if cast.mark(seat) == "away":
            seconds = cast.bot_comes(seat)
            text = _("{who} is AWAY.") if seconds is None else _("{who} is AWAY: a bot plays in {n} s.")
            yield text.format(who=cast.doer(seat), n=seconds)
        elif cast.mark(seat) == "stand_in":
            yield _("A bot plays for {who}.").format(who=cast.whom(seat))


WAITING: Final[dict[DecisionKind, str]] = {
    "play": _("{who} to play."),
    "color": _("{who} names the colour of the Choose."),
    "ask": _("{who} thinks of a question."),
    "offer": _("{who} decides whether to swap."),
    "swap": _("{who}: choosing a card to swap."),
    "kill": _("{who} decides on a ten."),
    "take": _("{who} chooses a gift from the table's hand."),
    "give": _("{who} chooses a gift to give back."),
}


def decider(view: View, cast: Cast, seat: int) -> str:
    """Who decides for a seat: the declarer for the table (R22)."""
    if cast.owners[seat] is None:
        partner_seat = (seat + 2) & 3
        return _("{who} (for the table)").format(who=cast.doer(partner_seat))
    return cast.doer(seat)


def turn(view: View, cast: Cast) -> str:
    """Whose turn it is, for the header."""
    if view.over:
        return _("game over")
    if view.actions:
        return _("YOUR TURN")
    return ", ".join(dict.fromkeys(decider(view, cast, d.seat) for d in view.decisions))


def standstill(status: TableStatus) -> str:
    """Why nothing can be decided just now, and how it goes on; "" if it can."""
    if status.gone:
        return _("The table is gone? Run: {muertos} host --resume").format(muertos=called())
    if status.waits:
        return _("THE TABLE WAITS: its disk is full, or takes nothing.")
    if status.connection == "reconnecting":
        return _("CONNECTION LOST: nothing can be sent; trying to come back.")
    if not status.paused:
        return ""
    if status.hosting:
        return _("PAUSED. To go on: m, then Go on.")
    return _("PAUSED. {host} can go on.").format(host=status.host or _("The host"))


def action_text(action: Action, cast: Cast) -> str:
    """What confirming a choice does."""
    match action:
        case Play(card=card):
            return _("play {card}").format(card=card_name(card))
        case Discard(card=card):
            return _("discard {card}").format(card=card_name(card))
        case Declare(color=color):
            return color_name(color)
        case Swap(card=card):
            return _("pass {card}").format(card=card_name(card))
        case Take(card=card):
            return _("take {card}").format(card=card_name(card))
        case Give(card=card):
            return _("give {card}").format(card=card_name(card))
        case Offer(accept=accept):
            return _("swap") if accept else _("do not swap")
        case Kill(target=target) if target is not None:
            return _("{whose} ten").format(whose=cast.whose(target))
        case Kill():
            return _("none")
        case Ask(target=target):
            return _("ask {whom}").format(whom=cast.whom(target))


def discard_warning(card: Card) -> str:
    """What a discard costs (R10)."""
    return _("Discarded, it leaves the game: nobody scores it.") if card.scoring else ""


# Refusals

_REFUSALS: Final[dict[str, str]] = {
    "game_over": _("the game is over"),
    "not_owing": _("you have no decision to make now"),
    "wrong_kind": _("another decision is due first"),
    "not_held": _("that card is not in the hand"),
    "start_first": _("the Start card leads the first trick"),
    "color_taken": _("{color} is already in the trick"),
    "food_spoiled": _("Spoiled is in the trick, so no Food may follow"),
    "must_play": _("who has a playable card may not discard"),
    "color_of_day": _("Choose may not be the colour of the day's Muertos"),
    "no_target": _("that player cannot be asked"),
    "bad_question": _("that question cannot be asked"),
    "spoken_off": _("this table plays without spoken questions"),
    "no_chip": _("you have no chip left"),
    "compulsory_swap": _("this table plays with compulsory swaps"),
    "no_ten": _("there is no such ten to remove"),
}


def refusal(error: RuleError) -> str:
    """Why something may not be done, with the number of the rule."""
    facts = dict(error.facts)
    color = facts.get("color")
    if isinstance(color, str) and color in COLOR_NAMES:
        facts["color"] = COLOR_NAMES[color]
    reason = _REFUSALS.get(error.code, _("that is refused")).format_map({"color": _("its colour"), **facts})
    return f"{reason} ({error.rule})" if error.rule else reason


def why_not_text(error: RuleError, card: Card) -> str:
    """Why a card may not be played."""
    return _("{card} may not be played: {reason}.").format(card=card_name(card), reason=refusal(error))


def why_not_brief(error: RuleError) -> str:
    """The same without the card, where there is little room: it is marked as chosen."""
    reason = refusal(error)
    return f"{reason[:1].upper()}{reason[1:]}."


def cards_left(count: int) -> str:
    """How many cards a hand holds."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)
