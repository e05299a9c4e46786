"""Somebody who plays by keys alone: looks at the screen, presses what it says, and at the end reads the score."""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.e2e.terminals import LOOK, Terminal

GAME: Final = 150.0  # seconds for a whole game
AGAIN: Final = 3.0  # seconds without any change before a key is pressed once more
HEADER, PROMPT, DETAIL = 0, 21, 22  # lines of the table's screen at 80 × 24

_CARD = re.compile(r"(?<!\S)[►>]?([1-8])(?: [KPBG]\d+)?\+")  # of the hand, with the sign that it may be chosen
_OPTION = re.compile(r"(?<!\S)[►>]?([1-8]) \S")
_ASKING = re.compile(r"[─-] Ask a question")
_HAND = re.compile(r"[─-] (Your hand|The table's)")
_ENTER = re.compile(r"(?<!\S)Enter(: [a-z ]+)?$")  # the button, once something has been chosen
_SCORE = re.compile(r"^ *(\S.*?) +(\d+) +(\d+) +(\d+)(?:  (won))?$")


@dataclass(frozen=True)
class Score:
    """A line of the result: a side, or one of three players."""

    who: frozenset[str]
    food: int
    muertos: int
    points: int
    won: bool


class Player:
    """One person at one terminal."""

    def __init__(self, terminal: Terminal, name: str, only_ascii: bool = False) -> None:
        self.terminal = terminal
        self.name = name
        self.asked: set[str] = set()  # every prompt there was
        self._chance = random.Random(name)
        self._only_ascii = only_ascii
        self._before: list[str] = []
        self._pressed_at = 0.0

    # -- before the game

    def choose_table(self, table: str, code: str = "") -> None:
        """Find a table in the list of those on the network, and join it, typing as much of its code as is needed."""
        self.terminal.mark(table)
        self.terminal.press("Enter")
        if code:
            self.terminal.until("The join code of")
            number, first, second = code.split("-")
            self.terminal.press(number, "Space", *first[:3], "Space", *second[:3], "Enter")
        self.terminal.until(lambda screen: re.match(rf" *{table} \S lobby", screen[0]))

    # -- the game

    def look(self, done: Callable[[list[str]], bool]) -> bool:
        """Look once: press what the screen asks for, unless it is `done`."""
        screen = self.terminal.screen()
        assert not self._only_ascii or all(map(str.isascii, screen)), screen
        if done(screen):
            return True
        if screen != self._before or time.monotonic() > self._pressed_at + AGAIN:
            keys = self._answer(screen)
            if keys:
                self.terminal.press(*keys)
            self._before, self._pressed_at = screen, time.monotonic()
        return False

    def _answer(self, screen: list[str]) -> list[str]:
        """The keys that a screen asks for; none if it is somebody else's turn."""
        if "YOUR TURN" in screen[HEADER]:
            self.asked.add(screen[PROMPT].strip())
            return self._decide(screen)
        return ["Space"] if any("Space: go on" in line or "Space: the result" in line for line in screen) else []

    def _decide(self, screen: list[str]) -> list[str]:
        detail = screen[DETAIL]
        if "Sent." in detail:
            return []
        if _ENTER.search(detail):
            return ["Enter"]
        if any(map(_ASKING.match, screen)):
            return ["1", *["Down"] * self._chance.randrange(8)]
        hands = [number for number, line in enumerate(screen) if _HAND.match(line)]
        cards = [key for line in screen[min(hands, default=PROMPT) : PROMPT] for key in _CARD.findall(line)]
        options = cards or _OPTION.findall(detail)
        # Keys pressed twice while the screen was slow may have marked the hand that is not due.
        return [self._chance.choice(options)] if options else ["Tab"]

    # -- after it

    def scores(self) -> frozenset[Score]:
        """The final score, as this player's screen tells it."""
        screen = self.terminal.until(is_over)
        found = [line for line in map(_SCORE.match, screen) if line]
        return frozenset(
            Score(
                frozenset(self.name if who == "You" else who for who in line[1].split(" + ")),
                int(line[2]),
                int(line[3]),
                int(line[4]),
                bool(line[5]),
            )
            for line in found
        )


def is_over(screen: list[str]) -> bool:
    """Whether this is the result."""
    return "The game is over" in screen[0] and any("Pairs" in line for line in screen)


def play(players: Sequence[Player], done: Callable[[list[str]], bool] = is_over) -> None:
    """Play until everyone sees the result, or what else is waited for."""
    end = time.monotonic() + GAME
    playing = list(players)
    while playing:
        playing = [player for player in playing if not player.look(done)]
        assert time.monotonic() < end, "the game does not end"
        time.sleep(LOOK)
