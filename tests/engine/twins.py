"""Twins: another game that one player, or a watcher, cannot have told from the game that was played.

A twin is not a state with cards exchanged by force: it is played by the engine from its own deal and its own seed, and
every play, answer and discard of it is checked by the rules. It is found backwards. The hands as they are now get some
cards that the player cannot see exchanged. Then the hand's story runs back to the deal: what the player saw pass passes
the same, what passed unseen may have been any card the receiver held. The deal so found, the gifts and the swaps are
then played forwards: where the rules refuse them or a question has another answer, the player could have told, and the
attempt is given up.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.actions import Action, Give, Swap
from engine.cards import Card, by_place
from engine.errors import RuleError
from engine.events import Asked, Discarded, Event, Gift, GiftTaken, HandBegan, Played, Swapped
from engine.rules import apply, new_game
from engine.seating import SEATS, controllers, owners, partner
from engine.state import State
from tests.engine.position import held, redeal


@dataclass
class _Plan:
    """One hand of a twin: the seats the player sees, the hands, and what passes between them by place in the log."""

    seen: set[int]
    hands: list[list[Card]]
    passes: dict[int, list[Card]] = field(default_factory=dict)


def open_seats(players: int, day: int, player: int | None) -> set[int]:
    """The seats whose hands a player sees, told from R21 and R22 alone."""
    at, deciding = owners(players, day), controllers(players, day)
    return {seat for seat in SEATS if at[seat] is None or (player is not None and deciding[seat] == player)}


@dataclass
class Twin:
    """A twin, the decisions that were made in it, and the hands and draws of gifts of each of its days."""

    state: State
    actions: list[Action]
    deals: list[tuple[list[list[Card]], list[int]]]


def make_twin(rng: Random, state: State, actions: Sequence[Action], player: int | None) -> State | None:
    """A game with another past that the player cannot tell from this one; None if this attempt found none."""
    twin = twin_game(rng, state, actions, player)
    return None if twin is None else twin.state


def twin_game(rng: Random, state: State, actions: Sequence[Action], player: int | None) -> Twin | None:
    """The same, with all that is needed to play it once more."""
    starts = [place for place, event in enumerate(state.log) if isinstance(event, HandBegan)]
    plans = []
    changed = rng.randint(1, len(starts))
    for day, (start, end) in enumerate(zip(starts, [*starts[1:], len(state.log)], strict=True), 1):
        ended = end < len(state.log) or state.over
        plan = _Plan(open_seats(state.players, day, player), [[], [], [], []] if ended else held(state))
        boldness = rng.choice((0.1, 0.4)) if day == changed or rng.random() < 0.2 else 0
        _exchange(rng, plan, rng.randint(1, round(10 * boldness)) if boldness else 0, begun=end > start + 1)
        if not _go_back(rng, plan, boldness, state.log, range(end - 1, start, -1)):
            return None
        plans.append(plan)
    twin = new_game(rng.randbytes(32), state.players, state.options, state.deck)
    forwards = _Forwards(rng, twin, state.log, plans)
    return Twin(twin, forwards.made, forwards.deals) if forwards.play(actions) else None


def differs(one: State, other: State) -> bool:
    """Whether the two games hold anything different besides the seed."""
    return one.log != other.log or held(one) != held(other)


def _exchange(rng: Random, plan: _Plan, times: int, begun: bool) -> None:
    """Exchange a few cards between closed hands; the Start card lies where the first lead was announced."""
    hands = plan.hands
    closed = [seat for seat in SEATS if seat not in plan.seen and hands[seat]]
    for _ in range(times if len(closed) > 1 else 0):
        one, other = rng.sample(closed, 2)
        i, j = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
        if begun or "start" not in (hands[one][i].kind, hands[other][j].kind):
            hands[one][i], hands[other][j] = hands[other][j], hands[one][i]


def _moves(event: Event) -> list[tuple[int, int, Card]]:
    """What an event passes from hand to hand: giver, taker, card."""
    match event:
        case Swapped(seat, Card() as given, Card() as received):
            return [(seat, partner(seat), given), (partner(seat), seat, received)]
        case GiftTaken(winner, taker, Card() as card):
            return [(winner, taker, card)]
        case Gift(winner, taker, _, Card() as card):
            return [(taker, winner, card)]
    return []


def _go_back(rng: Random, plan: _Plan, boldness: float, log: Sequence[Event], places: Collection[int]) -> bool:
    """Turn the hands into the deal that led to them. False if what was seen to pass cannot have passed."""
    for place in places:
        event, fetched = log[place], list[Card]()
        if isinstance(event, Played | Discarded):
            plan.hands[event.seat].append(event.card)
        for giver, taker, was in _moves(event):
            card = was
            hand = plan.hands[taker]
            if not {giver, taker} & plan.seen and (was not in hand or rng.random() < boldness):
                card = rng.choice(hand)
            if card not in hand:
                return False
            hand.remove(card)
            fetched.append(card)
        for (giver, _, _), card in zip(_moves(event), fetched, strict=True):
            plan.hands[giver].append(card)
        plan.passes[place] = fetched
    return True


class _Forwards:
    """Plays a twin from its deal, choosing what passes unseen as planned."""

    def __init__(self, rng: Random, twin: State, log: Sequence[Event], plans: list[_Plan]) -> None:
        self.rng = rng
        self.twin = twin
        self.log = log
        self.plans = plans
        self.plan = plans[0]
        self.read = 0
        self.made: list[Action] = []
        self.deals: list[tuple[list[list[Card]], list[int]]] = []

    def play(self, actions: Sequence[Action]) -> bool:
        """Make the same decisions but for those that pass cards unseen. False where the player could have told."""
        try:
            told = not self._catch_up()
            for action in actions:
                self.made.append(self._changed(action))
                apply(self.twin, self.made[-1])
                told = told or not self._catch_up()
                if told:
                    break
        except RuleError:
            return False
        return not told

    def _catch_up(self) -> bool:
        """Look at the events made: a new hand is dealt as planned, an answer must be the same."""
        while self.read < len(self.twin.log):
            event, was = self.twin.log[self.read], self.log[self.read]
            if isinstance(event, HandBegan):
                self.plan = self.plans[event.day - 1]
                self.deals.append(([[*hand] for hand in self.plan.hands], self._draws()))
                redeal(self.twin, *self.deals[-1])
            elif type(event) is not type(was) or (isinstance(event, Asked) and event != was):
                return False
            self.read += 1
        return True

    def _draws(self) -> list[int]:
        """The places in the winners' hands of the gifts that are to be drawn."""
        hands, draws = [list(hand) for hand in self.plan.hands], list[int]()
        for place in sorted(self.plan.passes):
            event, cards = self.log[place], self.plan.passes[place]
            if isinstance(event, Played | Discarded):
                hands[event.seat].remove(event.card)
            if isinstance(event, GiftTaken) and self.twin.owners[event.winner] is not None:
                draws.append(sorted(hands[event.winner], key=by_place).index(cards[0]))
            for (giver, _, _), card in zip(_moves(event), cards, strict=True):
                hands[giver].remove(card)
            for (_, taker, _), card in zip(_moves(event), cards, strict=True):
                hands[taker].append(card)
        return draws

    def _changed(self, action: Action) -> Action:
        """The decision, with the card that passes in the twin."""
        match action:
            case Give(seat):
                return Give(seat, self.plan.passes[self.read][0])
            case Swap(seat, card) if self.read == len(self.log):  # chosen, and not yet exchanged
                return Swap(seat, card if seat in self.plan.seen else self.rng.choice(held(self.twin)[seat]))
            case Swap(seat):
                swapped = self.log[self.read]
                assert isinstance(swapped, Swapped)
                return Swap(seat, self.plan.passes[self.read][seat != swapped.seat])
        return action
