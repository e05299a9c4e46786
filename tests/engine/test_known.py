"""Known cards and answered questions (DESIGN 3): never wrong, never less than what is certain."""

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

import pytest

from engine.actions import Ask
from engine.cards import Card
from engine.deck import HOUSE
from engine.events import Asked, Discarded, Event, Gift, GiftTaken, HandBegan, Played, Swapped
from engine.memory import Answered, Change, Known
from engine.options import Options
from engine.rules import legal_actions
from engine.seating import SEATS, partner
from engine.state import State
from engine.story import Story
from engine.views import events_for, view
from tests.engine.play import ODD_DECKS, play, settings
from tests.engine.position import OPTIONAL, cards, due, held, position, run, seen
from tests.engine.twins import open_seats

World = tuple[tuple[str, ...], ...]  # by seat, where the cards that were seen to go to closed hands may be now


def moves(event: Event) -> list[tuple[int, int, Card | None]]:
    """What an event passes: giver, taker, the card if the hearer saw it."""
    match event:
        case Swapped(seat, given, received):
            return [(seat, partner(seat), given), (partner(seat), seat, received)]
        case GiftTaken(winner, taker, taken):
            return [(winner, taker, taken)]
        case Gift(winner, taker, _, returned):
            return [(taker, winner, returned)]
    return []


def certain(told: list[Event], seats: set[int]) -> Counter[tuple[int, str]]:
    """By trying every way it can have been: what lies where in all of them.

    `told` are one player's events of a hand, `seats` the hands they do not see. A hand may also hold unseen cards of
    any face: so a card that leaves it, shown or not, may be the one that was seen to come or may be another.
    """
    worlds: set[World] = {((), (), (), ())}
    for event in told:
        if isinstance(event, Played | Discarded) and event.seat in seats:
            worlds |= {_move(world, event.seat, None, event.card.code) for world in worlds}
        passed = moves(event)
        leaving: set[tuple[World, tuple[str | None, ...]]] = {(world, ()) for world in worlds}
        for giver, _, card in passed:
            leaving = {
                (_move(world, giver, None, code) if code and giver in seats else world, (*gone, code))
                for world, gone in leaving
                for code in ([card.code] if card else [None, *set(world[giver])])
            } | ({(world, (*gone, card.code)) for world, gone in leaving} if card else set())
        worlds = {_arrive(world, passed, gone, seats) for world, gone in leaving}
    counts = [Counter((seat, code) for seat in seats for code in world[seat]) for world in worlds]
    return Counter({key: low for key in counts[0] if (low := min(count[key] for count in counts))})


def _move(world: World, giver: int, taker: int | None, code: str) -> World:
    """The world once a card has left, if it was there, and come."""
    hands = [list(hand) for hand in world]
    if code in hands[giver]:
        hands[giver].remove(code)
    if taker is not None:
        hands[taker].append(code)
    return tuple(tuple(sorted(hand)) for hand in hands)


def _arrive(
    world: World, passed: list[tuple[int, int, Card | None]], gone: tuple[str | None, ...], seats: set[int]
) -> World:
    hands = [list(hand) for hand in world]
    for (_, taker, _), code in zip(passed, gone, strict=True):
        if taker in seats and code is not None:
            hands[taker].append(code)
    return tuple(tuple(sorted(hand)) for hand in hands)


def recall(log: Sequence[Event], seats: Collection[int]) -> tuple[tuple[Known, ...], tuple[Answered, ...]]:
    """What one who sees these seats remembers, read from the whole log and not kept up as a state's story is."""
    return Story().memory(log, frozenset(seats)).recall()


def this_hand(state: State, player: int | None) -> list[Event]:
    """The events of the hand being played, as a player knows them."""
    start = max(place for place, event in enumerate(state.log) if isinstance(event, HandBegan))
    return events_for(state, player, start)


@pytest.mark.parametrize(("players", "options"), settings())
def test_known_cards_are_where_they_are_said_to_be(players: int, options: Options) -> None:
    rng, met = Random(f"known {players} {options}"), Counter[int]()

    def stop(state: State, steps: int) -> bool:
        hands = held(state)
        for player in (*range(players), None):
            known, _ = recall(state.log, open_seats(players, state.day, player))
            for (seat, card), copies in Counter((k.seat, k.card) for k in known).items():
                assert hands[seat].count(card) >= copies, f"{state.seed.hex()} step {steps}"
                met[copies] += 1
            if rng.random() < 0.1:
                assert view(state, player).known == known
        return False

    for _ in range(6):
        play(rng, players, options, HOUSE if rng.random() < 0.5 else rng.choice(ODD_DECKS), stop)
    assert met[1] > 200


@pytest.mark.parametrize("players", [3, 4])
def test_known_cards_are_exactly_those_that_are_certain(players: int) -> None:
    """Against every way it can have been, at the end of hands broken off anywhere."""
    rng, met = Random(f"certain {players}"), Counter[int]()
    for _ in range(150):
        least = rng.randrange(10, 60)
        deck = rng.choice([HOUSE, *ODD_DECKS])
        state, _ = play(rng, players, OPTIONAL, deck, lambda state, steps, least=least: steps >= least)  # type: ignore[misc]
        for player in (*range(players), None):
            closed = set(SEATS) - open_seats(players, state.day, player)
            expected = certain(this_hand(state, player), closed)
            assert Counter((known.seat, known.card.code) for known in view(state, player).known) == expected
            met.update(expected.values())
    assert met[1] > 100


def test_a_known_card_is_forgotten_when_it_is_played() -> None:
    state = position("N", "K1w P7 P8", "B7 B8 B9", "G7 G8 K10", "P9 G9 K2")
    run(state, "N play K1w", "N swap P7", "S swap K10")
    assert [(k.seat, k.card.code) for k in seen(state, "N").known] == [(2, "P7")]
    run(state, "E play B7", "S play P7")
    assert seen(state, "N").known == ()
    assert [(k.seat, k.card.code) for k in seen(state, "S").known] == [(0, "K10")]


def test_a_known_card_is_forgotten_when_its_holder_passes_an_unseen_card_on() -> None:
    """South, who holds the card that North gave, wins a trick, and East takes a gift."""
    state = position("N", "K1w P7 P8", "B7 B8 B9", "G7 G8 K10", "P9 G9 K2")
    run(state, "N play K1w", "N swap P7", "S swap K10", "E play B7", "S play G8")
    assert [(k.seat, k.card.code) for k in seen(state, "N").known] == [(2, "P7")]
    run(state, "W play K2")
    assert due(state) == "E give"
    assert seen(state, "N").known == ()
    assert (0, "K10") in [(k.seat, k.card.code) for k in seen(state, "S").known]


def test_of_two_copies_known_one_stays_certain() -> None:
    """East has given North two tens; North passes one unseen card on: one ten at least is still there."""
    log: list[Event] = [HandBegan(1, (0, 1, 2, 3), (None, None, None, None))]
    log += [Gift(0, 1, None, *cards("K10"))] * 2
    known, _ = recall(log, {1})
    assert [(k.seat, k.card.code) for k in known] == [(0, "K10")] * 2
    known, _ = recall([*log, Swapped(0, None, None)], {1})
    assert [(k.seat, k.card.code) for k in known] == [(0, "K10")]
    known, _ = recall([*log, Swapped(0, None, None), Played(0, *cards("K10"))], {1})
    assert known == ()


def test_what_has_happened_to_a_hand_since_it_was_asked_about() -> None:
    state = position("N", "K0a K10 P8 B5", "P7 P9 B8 B7", "G7 K2 G8 G9", "K6* K10 G5 B9")
    run(state, "N play K0a", "N ask S count colors=G", "E play P7", "S play K2", "W play K6*")
    (answered,) = seen(state, "E").answered
    assert (answered.seat, answered.target, answered.answer, answered.chip, answered.trick) == (0, 2, 3, False, 1)
    assert answered.since == (Change(False, *cards("K2")),)
    run(state, "N give P8", "E play B7", "S play G7", "W play K10", "N play K10")
    for player in (0, 1, 2, 3, None):
        (answered,) = view(state, player).answered
        assert answered.since == (Change(False, *cards("K2")), Change(False, *cards("G7")))


def test_since_tells_each_what_they_saw() -> None:
    state = position("N", "K0a K10 P8", "P7 P9 K2", "G7 G8 G9", "P5 K6* B5")
    run(state, "N play K0a", "N ask E sum", "E play K2", "S play G7", "W play K6*", "E give P7")
    (taken,) = (event.taken for event in state.log if isinstance(event, GiftTaken))
    assert taken is not None
    given = Change(False, *cards("K2"))
    for seat in "ES":
        assert seen(state, seat).answered[0].since == (given, Change(True, taken), Change(False, *cards("P7")))
    for seat in "NW":
        assert seen(state, seat).answered[0].since == (given, Change(True, None), Change(False, None))


@pytest.mark.parametrize(("players", "options"), settings())
def test_answers_and_what_came_since_are_those_of_the_events_told(players: int, options: Options) -> None:
    """Rebuilt by hand from what a player was told, at many places of random games."""
    rng, met = Random(f"since {players} {options}"), 0

    def stop(state: State, steps: int) -> bool:
        nonlocal met
        if rng.random() < 0.15:
            for player in (*range(players), None):
                told, shown = this_hand(state, player), view(state, player).answered
                places = [place for place, event in enumerate(told) if isinstance(event, Asked)]
                assert len(shown) == len(places)
                for place, answered in zip(places, shown, strict=True):
                    asked = told[place]
                    assert isinstance(asked, Asked)
                    assert answered.since == changes(told[place:], asked.target)
                    assert (answered.seat, answered.target) == (asked.seat, asked.target)
                    assert (answered.question, answered.answer) == (asked.question, asked.answer)
                    met += len(answered.since)
        return False

    for _ in range(4):
        play(rng, players, options, HOUSE, stop)
    assert met > 100


def changes(told: list[Event], seat: int) -> tuple[Change, ...]:
    """What happened to a hand, in order; of a Swap, what it gave before what it got."""
    found = []
    for event in told:
        if isinstance(event, Played | Discarded) and event.seat == seat:
            found.append(Change(False, event.card))
        passed = moves(event)
        found += [Change(False, card) for giver, _, card in passed if giver == seat]
        found += [Change(True, card) for _, taker, card in passed if taker == seat]
    return tuple(found)


def test_nothing_of_an_earlier_hand_is_kept() -> None:
    rng = Random("hands")

    def begun(state: State, steps: int) -> bool:
        return isinstance(state.log[-1], HandBegan) and state.day > 1

    for _ in range(5):
        state, _ = play(rng, 4, Options(True), HOUSE, begun)
        assert view(state, 0).known == ()
        assert view(state, 0).answered == ()
        assert not [a for a in legal_actions(state, 0) if isinstance(a, Ask) and not a.chip]
