"""Hard where NumPy is missing: the same thought, played out by the engine itself, in far fewer deals."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from msgspec.structs import replace

from engine.actions import Action, Ask, Discard, Play
from engine.bots import medium
from engine.bots.choice import Choice, Weighed
from engine.bots.facts import Facts, Told, facts
from engine.bots.reasons import reason
from engine.bots.replica import replica
from engine.bots.worth import win_chance
from engine.cards import Card
from engine.chance import Stream
from engine.deck import FOOD_COPIES, MUERTOS_COPIES
from engine.events import HandEnded, TrickWon
from engine.options import HANDS
from engine.questions import Question, answer
from engine.rules import apply, best_play, legal_actions
from engine.scoring import tally
from engine.seating import SEATS, side
from engine.state import State
from engine.views import View

DEALS: Final = 12
_SURE: Final = 2.0  # standard errors by which they must differ from what rules of thumb say
_TRIES: Final = 20  # for each deal; then the one that breaks the fewest facts will do
_ANY: Final = Question("count", ranks=(10,))


def decide(view: View, actions: tuple[Action, ...], stream: Stream) -> Choice:
    """What rules of thumb say, unless another card clearly comes to more in a few deals; they alone ask questions."""
    choice = medium.decide(view, actions, stream)
    cards = [action for action in actions if not isinstance(action, Ask)]
    if len(cards) < 2 or isinstance(choice.action, Ask):
        return choice
    known = facts(view)
    deals = [deal(known, stream) for _ in range(DEALS)]
    ends = sorted((_Ends(view, action, deals) for action in cards), key=lambda ends: -ends.worth)
    weighed = tuple(Weighed(each.action, round(each.pairs, 3), round(each.worth, 3)) for each in ends)
    best = ends[0]
    if not best.beats(next(each for each in ends if each.action == choice.action)):
        return replace(choice, weighed=weighed)
    code, said = reason(view, best.action, None, best.trick)
    return Choice(best.action, code, said, weighed)


def deal(known: Facts, stream: Stream) -> list[list[Card]]:
    """Hands that fit what is known, or nearly: the best of a few shuffles."""
    best: list[list[Card]] = []
    fewest = 0
    for _ in range(_TRIES):
        pool = known.pool
        order = [pool[place] for place in stream.shuffled(len(pool))] if len(pool) > 1 else pool
        hands, start = [], 0
        for seat in SEATS:
            hands.append([*known.sure[seat], *order[start : start + known.room[seat]]])
            start += known.room[seat]
        faults = _faults(known, hands)
        if not best or faults < fewest:
            best, fewest = hands, faults
        if not fewest:
            break
    return best


def _faults(known: Facts, hands: Sequence[Sequence[Card]]) -> int:
    """How many facts a deal breaks."""
    faults = sum(not _fits(told, hands[told.seat]) for told in known.told if told.exact)
    for fact in known.shut:
        unsure = Counter(hands[fact.seat])
        unsure.subtract(known.sure[fact.seat])
        faults += sum(number for card, number in unsure.items() if card in fact.playable) > fact.most
    return faults


def _fits(told: Told, hand: Sequence[Card]) -> bool:
    then = Counter(hand)
    then.update(told.changed)
    cards = list(then.elements())
    return bool(cards) and answer(told.question, cards) == told.answer


class _Ends:
    """What an action comes to on average: the chance to win the game, our pairs, and how often we win the trick."""

    def __init__(self, view: View, action: Action, deals: Sequence[Sequence[Sequence[Card]]]) -> None:
        self.action = action
        self._worths, pairs, tricks = zip(*(_play_out(view, action, hands) for hands in deals), strict=True)
        self.worth, self.pairs, self.trick = fmean(self._worths), fmean(pairs), fmean(tricks)

    def beats(self, other: "_Ends") -> bool:
        """Whether so few deals say that this is better, and not their chance."""
        gains = [mine - theirs for mine, theirs in zip(self._worths, other._worths, strict=True)]
        least: float = _SURE * stdev(gains) / sqrt(len(gains))
        return fmean(gains) > least


def _play_out(view: View, action: Action, hands: Sequence[Sequence[Card]]) -> tuple[float, int, bool]:
    """The hand played to its end by habit."""
    state = replica(view, hands)
    before = state.won
    apply(state, action)
    while state.owing and state.day == view.day:
        apply(state, _habit(state, state.owing[0]))
    tricks = [event.winner for event in state.log if isinstance(event, TrickWon)]
    captured = next(event.captured for event in state.log if isinstance(event, HandEnded))
    mine = side(action.seat)
    ours, theirs = (_total(view, before, one, captured[one]) for one in (mine, 1 - mine))
    days = HANDS - view.day
    worth = win_chance(ours, theirs, (days * FOOD_COPIES, days * MUERTOS_COPIES))
    return worth, min(ours), bool(tricks) and side(tricks[0]) == mine


def _total(view: View, won: Sequence[tuple[int, int]], one: int, captured: Sequence[Card]) -> tuple[int, int]:
    """Food and Muertos of a side's player at the end of the hand."""
    owner = next(owner for owner in (view.owners[one], view.owners[one + 2]) if owner is not None)
    food, muertos = tally(captured)
    return won[owner][0] + food, won[owner][1] + muertos


def _habit(state: State, seat: int) -> Action:
    """A quick choice: feed the partner's trick, win one that holds something cheaply, else spend the least."""
    actions = legal_actions(state, seat)
    first = actions[0]
    if isinstance(first, Ask):
        return replace(first, question=_ANY)
    if state.phase != "play":
        return first
    plays = [action for action in actions if isinstance(action, Play | Discard)]
    if not state.trick:
        return max(plays, key=lambda action: (not action.card.scoring, action.card.rank))
    leader = best_play(state.trick)
    if side(leader) == side(seat):
        return min(plays, key=lambda action: (not action.card.scoring, action.card.rank))
    best = dict(state.trick)[leader].rank
    winners = [action for action in plays if action.card.rank > best]
    if winners and any(card.scoring for _, card in state.trick):
        return min(winners, key=lambda action: action.card.rank)
    return min(plays, key=lambda action: (action.card.scoring, action.card.rank))
