"""Whole games: everything written to one connection is the same, byte for byte, in a game that differs only in what
its player cannot know: views, events, lobby, refusals, comings and goings, lengths and order."""

from random import Random

import pytest

from engine.actions import Action
from engine.options import Options
from engine.rules import new_game
from engine.state import State
from net import messages as m
from net.codec import frame
from net.game import AT_ONCE, Game
from net.room import TableConfig
from tests.amounts import amount
from tests.engine.play import play, settings
from tests.engine.position import redeal
from tests.engine.twins import Twin, differs, twin_game
from tests.net.tables import Desk
from tests.net.test_hidden_wire import any_action

GAMES = amount(3, 200)  # of each sort


class Script:
    """What happens at the table besides the game, the same in both: chosen once, from chance of its own."""

    def __init__(self, rng: Random, steps: int, me: int, people: int) -> None:
        self.gone = {step: person for step in rng.sample(range(steps), 6) if (person := rng.randrange(people)) != me}
        self.away = set(rng.sample(range(steps), 3))  # my own connection is lost, and comes back
        self.tries = [any_action(rng) for _ in range(steps)]


def written(game: State, actions: list[Action], twin: Twin | None, me: int | None, script: Script) -> list[bytes]:
    """Everything that is written to my connections in the whole game, without the record, which tells all."""
    desk = Desk(TableConfig("T", game.players, pace=AT_ONCE, filler="easy"))
    people = [desk.join(name) for name in ("Ana", "Beto", "Caro", "Dani")[: game.players]]
    mine = desk.join("Watcher", watch=True) if me is None else people[me]
    desk.say(people[0], m.Start())
    deals = iter(twin.deals if twin else ())
    desk.authority.room.game = Game(1, game, AT_ONCE, desk.now)
    _deal(game, deals, 0)
    desk.authority.room.news.begun = True
    desk.authority.tick(desk.now)
    desk.deliver()
    told = list(desk.told[mine])
    for step, action in enumerate(actions):
        day, player = game.day, game.control[action.seat]
        before = len(desk.told[mine])
        if me is None or me not in {game.control[seat] for seat in game.owing}:
            desk.say(mine, m.Act(game.decision, script.tries[step]))
        desk.authority.receive(people[player], m.Act(game.decision, action), desk.now)
        if game.day != day:
            _deal(game, deals, day)
        desk.deliver()
        if step in script.gone and not game.over:
            gone = script.gone[step]
            token = desk.token(people[gone])
            desk.lose(people[gone])
            people[gone] = desk.enter(m.Resume(token))
        told += desk.told[mine][before:]
        if step in script.away:
            token = desk.token(mine)
            desk.lose(mine)
            mine = desk.enter(m.Resume(token))
            told += desk.told[mine]
            if me is not None:
                people[me] = mine
    assert game.over
    return [frame(message) for message in told if not isinstance(message, m.Result)]


def _deal(game: State, deals: object, day: int) -> None:
    """Another hand begins: in a twin, with the cards that are its own."""
    deal = next(deals, None)  # type: ignore[call-overload]
    if deal is not None and not game.over:
        hands, draws = deal
        redeal(game, [[*hand] for hand in hands], draws)


@pytest.mark.parametrize(("players", "options"), settings())
def test_a_whole_game_and_its_twin(players: int, options: Options) -> None:
    rng = Random(f"whole games {players} {options}")
    met = lines = 0
    while met < GAMES:
        state, actions = play(rng, players, options)
        me = rng.choice([*range(players), None])
        twin = next(
            (t for _ in range(6) if (t := twin_game(rng, state, actions, me)) and differs(state, t.state)), None
        )
        if twin is None:
            continue
        script = Script(rng, len(actions), -1 if me is None else me, players)
        first = written(new_game(state.seed, players, options, state.deck), actions, None, me, script)
        again = written(new_game(twin.state.seed, players, options, state.deck), twin.actions, twin, me, script)
        assert first == again, f"seed {state.seed.hex()}, player {me}"
        met, lines = met + 1, lines + len(first)
    assert lines > 60 * GAMES
