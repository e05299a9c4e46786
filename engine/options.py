"""The options of a table."""

from typing import Final

from msgspec import Struct

CHIPS: Final = 2  # Ask chips of each player, for the whole game (R27)
HANDS: Final = 3
TRICKS: Final = 8


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Table options: Ask chips (R27), a Swap that may be declined (R17), questions in words (R26)."""

    ask_chips: bool = False
    optional_swap: bool = False
    spoken_questions: bool = False


PLAIN: Final = Options()
