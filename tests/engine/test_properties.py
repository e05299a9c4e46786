"""What holds at every step of any game, played at random with all options and decks."""

import json
from collections import Counter
from random import Random

import msgpack
import pytest

from engine import record, wire
from engine.actions import Action, sort_key
from engine.cards import Card, in_hand
from engine.deck import HOUSE, Deck
from engine.events import Event, GameEnded, HandBegan, HandEnded
from engine.notation import action_text, parse_action
from engine.options import PLAIN, Options
from engine.rules import apply, legal_actions, new_game
from engine.seating import SEATS
from engine.state import State
from engine.views import View, events_for, view
from tests.engine.play import ODD_DECKS, play, replay, settings
from tests.engine.position import held

NAMES = ("Ana", "Béto", "卡罗", "Dani 🂡")
GAMES = [*((players, options, HOUSE) for players, options in settings())]
GAMES += [(players, Options(True, True), deck) for players in (3, 4) for deck in ODD_DECKS]


def ident(value: object) -> str:
    if isinstance(value, Deck):
        return value.name
    if isinstance(value, Options):
        return f"{'chips' if value.ask_chips else ''}{'optional' if value.optional_swap else ''}" or "plain"
    return str(value)


every_game = pytest.mark.parametrize(("players", "options", "deck"), GAMES, ids=ident)


def lying(state: State) -> list[Card]:
    """All cards of the hand, wherever they are, from what a watcher sees and the four hands (R12)."""
    shown = view(state, None)
    cards = [card for hand in held(state) for card in hand]
    cards += [play.card for play in shown.trick if not play.discarded]
    cards += [*shown.tableau, *shown.captured[0], *shown.captured[1], *shown.lost]
    return [in_hand(card) for card in cards]


@every_game
def test_r12_cards_are_conserved_at_every_step(players: int, options: Options, deck: Deck) -> None:
    lost_before: list[Card] = []
    checked = 0

    def check(state: State, steps: int) -> bool:
        nonlocal lost_before, checked
        if isinstance(state.log[-1], HandBegan):
            lost_before = list(view(state, None).lost)
        assert Counter(lying(state)) == Counter(deck.days[state.day - 1]) + Counter(lost_before)
        assert [c for hand in held(state) for c in hand if "=" in c.code] == []
        checked += 1
        return False

    play(Random(f"conserved {players} {options} {deck.name}"), players, options, deck, check)
    assert checked > 100


@every_game
def test_who_owes_a_decision_has_one_and_nobody_else(players: int, options: Options, deck: Deck) -> None:
    def check(state: State, steps: int) -> bool:
        assert state.owing
        for seat in SEATS:
            actions = legal_actions(state, seat)
            assert bool(actions) == (seat in state.owing)
            assert actions == sorted(actions, key=sort_key)
            assert len(set(actions)) == len(actions)
            assert {action.seat for action in actions} <= {seat}
        return False

    rng = Random(f"owing {players} {options} {deck.name}")
    for _ in range(4):
        state, _ = play(rng, players, options, deck, check)
        assert state.over
        assert state.owing == ()
        assert [legal_actions(state, seat) for seat in SEATS] == [[]] * 4


@every_game
def test_every_game_ends_after_24_tricks(players: int, options: Options, deck: Deck) -> None:
    rng = Random(f"ends {players} {options} {deck.name}")
    for _ in range(12):
        state, actions = play(rng, players, options, deck)
        kinds = Counter(type(event).__name__ for event in state.log)
        assert kinds["TrickWon"] == 24
        assert kinds["Played"] + kinds["Discarded"] == 96
        assert len(actions) <= 96 + 2 * players + kinds["Swapped"] * 3 + 24 * 2 + 96
        assert [type(event) for event in state.log[-2:]] == [HandEnded, GameEnded]


@every_game
def test_r31_a_record_and_its_replay_are_the_same_game_line_for_line(
    players: int, options: Options, deck: Deck
) -> None:
    """After every line the record so far reads back to the very state in which that line was written."""
    rng, names = Random(f"replayed {players} {options} {deck.name}"), NAMES[:players]
    state, actions = play(rng, players, options, deck)
    lines = record.dumps(record.lines(state, names)).splitlines()
    game = new_game(state.seed, players, options, deck)
    digests = {len(record.lines(game, names)): game.digest()}
    for action in actions:
        apply(game, action)
        digests.setdefault(len(record.lines(game, names)), game.digest())
    assert game.digest() == state.digest()
    for number in [*rng.sample(sorted(digests), 12), len(lines)]:
        (read,) = record.read(lines[:number])
        assert read.names == names
        assert read.state.digest() == digests[number]
        assert record.dumps(record.lines(read.state, names)).splitlines() == lines[:number]


@every_game
def test_views_events_and_actions_survive_the_wire(players: int, options: Options, deck: Deck) -> None:
    rng = Random(f"wire {players} {options} {deck.name}")
    met = 0

    def check(state: State, steps: int) -> bool:
        nonlocal met
        if rng.random() < 0.1:
            met += 1
            for player in (*range(players), None):
                for value, kind in ((view(state, player), View), (events_for(state, player, 0), list[Event])):
                    plain = wire.to_plain(value)
                    assert wire.from_plain(plain, kind) == value
                    assert wire.from_plain(msgpack.unpackb(msgpack.packb(plain)), kind) == value
                    assert wire.from_plain(json.loads(json.dumps(plain)), kind) == value
        return False

    _, actions = play(rng, players, options, deck, check)
    assert met > 3
    for action in actions:
        assert wire.from_plain(json.loads(json.dumps(wire.to_plain(action))), Action) == action
        assert parse_action(action_text(action)) == action


@pytest.mark.parametrize("players", [3, 4])
def test_a_copy_goes_its_own_way(players: int) -> None:
    """Both lead to the same end by the same decisions, and neither changes when the other goes on."""
    options, rng = Options(True, True), Random(f"copy {players}")
    state, actions = play(rng, players, options)
    game, kept = new_game(state.seed, players, options), list[tuple[State, str]]()
    for action in actions:
        kept.append((game.copy(), game.digest()))
        apply(game, action)
    assert all(copied.digest() == digest for copied, digest in kept)
    for place in rng.sample(range(len(kept)), 25):
        copied, digest = kept[place]
        again = copied.copy()
        for action in actions[place:]:
            apply(again, action)
        assert again.digest() == state.digest()
        assert copied.digest() == digest


@pytest.mark.parametrize("players", [3, 4])
def test_the_same_decisions_make_the_same_game(players: int) -> None:
    for number in range(8):
        state, actions = play(Random(number), players, Options(True, True))
        assert replay(state, actions).digest() == state.digest()
        assert replay(state, actions).log == state.log
        assert len({replay(state, actions[:n]).digest() for n in range(0, len(actions), 9)}) > 5


def test_a_digest_tells_states_apart() -> None:
    """Every decision changes it, and so do options, players and deck."""
    state, actions = play(Random("digest"), 4, Options(True, True))
    game, digests = new_game(state.seed, 4, Options(True, True)), set[str]()
    for action in actions:
        digests.add(game.digest())
        apply(game, action)
    assert len(digests | {game.digest()}) == len(actions) + 1
    others = [new_game(state.seed, 3), new_game(state.seed, 4), new_game(state.seed, 4, Options(True))]
    others += [new_game(state.seed, 4, PLAIN, deck) for deck in ODD_DECKS]
    assert len({other.digest() for other in others}) == len(others)
