"""Deals drawn for a bot: each fits what the seat knows, the true one is among those that fit, all equally likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engine.bots.deals import Chance, Dealer, Deals
from engine.bots.facts import Facts, Shut, Told, facts
from engine.bots.kit import Kit, kit
from engine.cards import Card
from engine.deck import HOUSE
from engine.questions import Question, answer
from engine.rules import apply, new_game
from engine.seating import SEATS
from engine.state import State
from engine.views import View, view
from tests.engine.play import DECKS, OPTION_SETS, choose
from tests.engine.position import cards


def positions(number: int, players: int) -> Iterator[tuple[State, View]]:
    """Random moments of random games, as the player who must decide sees them."""
    rng = Random(players)
    for game in range(number):
        state = new_game(rng.randbytes(32), players, rng.choice(OPTION_SETS), rng.choice(DECKS))
        while not state.over:
            apply(state, choose(state, rng))
            if state.owing and rng.random() < 0.1:
                yield state, view(state, state.control[state.owing[0]])
        assert game < number


def dealt(day: Kit, deals: Deals, row: int) -> list[list[Card]]:
    return [[day.cards[p] for p in range(32) if int(deals.hands[row, seat]) >> p & 1] for seat in SEATS]


@pytest.mark.parametrize("players", [4, 3])
def test_deals_fit_what_the_seat_knows(players: int) -> None:
    fitting = rows = 0
    for state, seen in positions(12, players):
        day, known = kit(seen.deck), facts(seen)
        dealer = Dealer(day, known, Chance(b"deals"))
        truth = np.array([day.hands(map(state.hand, SEATS))], np.uint32)
        for told in known.told:  # faults are counted on bits, and the bits of equal cards are not told apart
            if told.exact:
                assert dealer._told_faults(told, truth).max() == 0
        for fact in known.shut:
            unsure = Counter(state.hand(fact.seat)) - Counter(known.sure[fact.seat])
            assert sum(n for card, n in unsure.items() if card in fact.playable) <= fact.most
        deals = dealer.deals(40)
        assert deals.weights.sum() == pytest.approx(1)
        assert np.bitwise_or.reduce(deals.hands, axis=1).tolist() == [day.hand(seen.out)] * len(deals.hands)
        for row in range(len(deals.hands)):
            hands = dealt(day, deals, row)
            assert [len(hand) for hand in hands] == list(seen.held)
            assert all(Counter(sure) <= Counter(hand) for sure, hand in zip(known.sure, hands, strict=True))
        fitting += int((dealer._all_faults(deals.hands) == 0).sum())
        rows += len(deals.hands)
        for asked in seen.answered:
            if not asked.since and seen.hands[asked.target] is None:
                fits = [answer(asked.question, dealt(day, deals, row)[asked.target]) == asked.answer for row in (0, -1)]
                assert all(fits) or dealer._all_faults(deals.hands).min() > 0
    assert fitting == rows  # mending has never had to leave a fact broken


def small(shut: tuple[Shut, ...] = (), told: tuple[Told, ...] = ()) -> Dealer:
    """Six cards for three hands of two."""
    pool = tuple(cards("K2 P5 G5 P8 B9 K10"))
    return Dealer(
        kit(HOUSE.days[0]), Facts((tuple(cards("B5 B7")), (), (), ()), pool, (0, 2, 2, 2), shut, told), Chance(b"small")
    )


def every_deal() -> list[tuple[frozenset[Card], ...]]:
    pool = set(cards("K2 P5 G5 P8 B9 K10"))
    deals: list[tuple[frozenset[Card], ...]] = []
    for first in combinations(sorted(pool, key=repr), 2):
        for second in combinations(sorted(pool - set(first), key=repr), 2):
            deals.append((frozenset(first), frozenset(second), frozenset(pool - set(first) - set(second))))
    return deals


def test_each_deal_that_fits_is_as_likely() -> None:
    pink = frozenset(cards("P5 P8"))
    shut = (Shut(1, pink, 0), Shut(2, frozenset(cards("K2 K10")), 0))
    told = (Told(3, Question("count", ranks=(5,), at_least=1), True, {}, True),)
    dealer = small(shut, told)
    deals = dealer.deals(6000)
    fitting = [
        d for d in every_deal() if not d[0] & pink and not d[1] & {*cards("K2 K10")} and d[2] & {*cards("P5 G5")}
    ]
    weights = Counter[tuple[frozenset[Card], ...]]()
    for row, weight in enumerate(deals.weights):
        weights[tuple(map(frozenset, dealt(dealer.kit, deals, row)[1:]))] += weight
    assert set(weights) == set(fitting)
    for deal in fitting:
        assert weights[deal] == pytest.approx(1 / len(fitting), rel=0.25)


def test_an_answer_out_of_date_weighs_less() -> None:
    told = Told(1, Question("count", colors=("P",)), 2, {}, exact=False)
    dealer = small(told=(told,))
    deals = dealer.deals(3000)
    pinks = [sum(card.color == "P" for card in dealt(dealer.kit, deals, row)[1]) for row in range(len(deals.weights))]
    shares = Counter[int]()
    for pink, weight in zip(pinks, deals.weights, strict=True):
        shares[pink] += weight
    # 1, 8 and 6 of the 15 pairs hold two, one or no pink card, weighed 1, 0.3 and 0.09.
    assert shares[2] == pytest.approx(1 / (1 + 2.4 + 0.54), abs=0.06)


def test_facts_that_cannot_be_true_end_in_deals_all_the_same() -> None:
    told = Told(1, Question("sum"), 3, {}, exact=True)
    deals = small((Shut(1, frozenset(HOUSE.days[0]), 0), Shut(2, frozenset(HOUSE.days[0]), 0)), (told,)).deals(50)
    assert len(deals.hands)
    assert deals.weights.sum() == pytest.approx(1)


def test_a_rare_deal_is_found_by_mending() -> None:
    told = (
        Told(1, Question("sum"), 10, {}, exact=True),
        Told(2, Question("highest"), 8, {}, exact=True),
        Told(3, Question("ranks"), 2, {}, exact=True),
    )
    dealer = small(told=told)
    deals = dealer.deals(400)
    assert dealer._all_faults(deals.hands).max() == 0


def test_the_same_seed_gives_the_same_deals() -> None:
    assert (small().deals(20).hands == small().deals(20).hands).all()
