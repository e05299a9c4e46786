"""The table screen against random play in this process, to look at: `python -m tests.tui.table_harness`."""

import argparse
import random

from textual import on
from textual.app import App
from textual.driver import Driver

from engine.actions import Action, Ask
from engine.errors import RuleError
from engine.events import Event
from engine.options import Options
from engine.questions import menu
from engine.rules import apply, legal_actions, new_game
from engine.views import View, events_for, view
from muertos_tui.driver import driver_class
from muertos_tui.screens.table import TableScreen
from muertos_tui.theme import THEME
from muertos_tui.updates import (
    ActionChosen,
    HintRequested,
    LeaveRequested,
    MenuRequested,
    Presence,
    ResultRequested,
    TableStatus,
    TableUpdate,
    TrickSeen,
)
from muertos_tui.words import refusal

NAMES = ("Ana", "Beto", "Carolina", "Dani")
ALL = Options(ask_chips=True, optional_swap=True)


class Solo:
    """A game in which all players but `me` make random moves."""

    def __init__(self, seed: int = 0, players: int = 4, options: Options = ALL, me: int = 0) -> None:
        self.state = new_game(seed.to_bytes(32, "big"), players, options)
        self.chance = random.Random(seed)
        self.me = me
        self.told = 0
        presence: tuple[Presence, ...] = tuple("here" if p == me else "bot" for p in range(players))
        self.status = TableStatus(NAMES[:players], "Ana's table", presence, connection="solo")

    def others(self) -> None:
        """Everyone else decides, until the game waits for `me`."""
        while not self.state.over:
            seats = [seat for seat in self.state.owing if self.state.control[seat] != self.me]
            if not seats:
                return
            apply(self.state, self.any_action(seats[0]))

    def any_action(self, seat: int) -> Action:
        """Any legal action; a chip now and then."""
        actions = legal_actions(self.state, seat)
        plain = [a for a in actions if not (isinstance(a, Ask) and a.chip)]
        action = self.chance.choice(plain if self.chance.random() < 0.9 else actions)
        if isinstance(action, Ask):
            question = self.chance.choice(menu(self.view().muertos))
            return Ask(action.seat, action.target, question, action.chip)
        return action

    def view(self) -> View:
        """What `me` may know."""
        return view(self.state, self.me)

    def update(self) -> TableUpdate:
        """The view with what has happened since the last one."""
        events: tuple[Event, ...] = tuple(events_for(self.state, self.me, self.told))
        self.told = len(self.state.log)
        return TableUpdate(self.view(), self.status, events)


class Harness(App[None]):
    """The table screen alone."""

    def __init__(self, game: Solo, pace: float = 0.5, hold: float = 6.0, driver: type[Driver] | None = None) -> None:
        super().__init__(driver_class=driver)
        self.register_theme(THEME)
        self.theme = THEME.name
        self.animation_level = "none"
        self.game = game
        self.actions: list[Action] = []
        self.results = 0
        self.menus = 0
        self.seen: list[tuple[int, int]] = []
        self.hints: list[HintRequested] = []
        game.others()
        self.table = TableScreen(game.update(), pace, hold)

    def on_mount(self) -> None:
        self.push_screen(self.table)

    @on(ActionChosen)
    def _act(self, event: ActionChosen) -> None:
        self.actions.append(event.action)
        assert event.number == self.game.state.decision
        try:
            apply(self.game.state, event.action)
        except RuleError as error:
            self.table.refuse(refusal(error))
            return
        self.game.others()
        self.table.show(self.game.update())

    @on(TrickSeen)
    def _trick_seen(self, event: TrickSeen) -> None:
        self.seen.append((event.day, event.trick))

    @on(MenuRequested)
    def _menu(self) -> None:
        self.menus += 1

    @on(HintRequested)
    def _hint(self, event: HintRequested) -> None:
        self.hints.append(event)

    @on(ResultRequested)
    def _result(self) -> None:
        self.results += 1

    @on(LeaveRequested)
    def _leave(self) -> None:
        self.exit()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--me", type=int, default=0)
    given = parser.parse_args()
    Harness(Solo(given.seed, given.players, me=given.me), driver=driver_class()).run()


if __name__ == "__main__":
    main()
