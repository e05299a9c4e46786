"""What can go wrong, as codes: each peer speaks its own language, so no prose is made here."""

from typing import Final

# The code of every refusal, with the rule it enforces ("" where it is the protocol's and not the game's).
CODES: Final[dict[str, str]] = {
    "game_over": "R8",
    "not_owing": "",  # this seat has no decision to make now
    "wrong_kind": "",  # a decision of another sort is due
    "not_held": "",  # the card is not in the hand
    "start_first": "R8",  # the Start card leads the first trick
    "color_taken": "R9",  # a card of that colour lies in the trick
    "food_spoiled": "R16",  # Spoiled lies in the trick
    "must_play": "R10",  # who has a playable card may not discard
    "color_of_day": "R14",  # Choose may not name the Muertos' colour
    "no_target": "R15",  # that seat cannot be asked
    "bad_question": "R25",
    "spoken_off": "R26",
    "no_chip": "R27",
    "compulsory_swap": "R17",
    "no_ten": "R18",  # that seat played no ten that may be removed
}


class RuleError(Exception):
    """A decision the rules do not allow: `code` from CODES, and the facts a message needs."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, str | int] = facts

    @property
    def rule(self) -> str:
        """The number of the rule that forbids it, `""` if none does."""
        return CODES[self.code]


class DeckError(Exception):
    """A deck file that cannot be used (R5): `code` and facts."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, str | int] = facts


class RecordError(Exception):
    """The first line of a record that cannot stand (R31): its number from 1, a code and facts."""

    def __init__(self, line: int, code: str, **facts: str | int) -> None:
        super().__init__(line, code, facts)
        self.line = line
        self.code = code
        self.facts: dict[str, str | int] = facts
