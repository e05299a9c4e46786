"""What a bot decides, and why: a code with its facts, never prose (`REASONS` lists them)."""

from typing import Final

from msgspec import Struct

from engine.actions import Action

Fact = str | int


class Weighed(Struct, frozen=True, forbid_unknown_fields=True):
    """What an action comes to: the pairs expected at the end of the hand, and the chance to win the game."""

    action: Action
    pairs: float
    chance: float


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision, the code of its reason and the facts that speak for it: card codes, seats, chances in per cent.

    `weighed` has every action that was thought through, the best first; levels that follow rules of thumb leave it
    empty.
    """

    action: Action
    reason: str
    facts: dict[str, Fact] = {}
    weighed: tuple[Weighed, ...] = ()


# Every reason there is, with the facts it carries, so that a screen can have words for each.
REASONS: Final[dict[str, tuple[str, ...]]] = {
    "random": (),  # the easy level: any legal action will do
    "only": (),  # there was nothing else to choose
    # cards played; the chance is that of our side to win this trick
    "feed": ("card", "chance"),  # a scoring card for a trick that our side should win
    "forced": ("card", "chance"),  # a scoring card, the other cards being worse to play
    "lead": ("card", "chance"),
    "win": ("card", "chance"),  # takes the lead in the trick
    "hunt": ("card", "chance"),  # a 3 that will remove a ten
    "leave": ("card", "chance"),  # the trick to the partner
    "low": ("card", "chance"),  # the trick to the other side
    "discard": ("card",),  # the one of least use
    "color": ("card", "chance"),
    # questions
    "ask": ("target",),  # the answer is hard to foresee
    "chip": ("target", "chance"),  # a dear trick is in doubt
    # cards that pass between hands
    "winner": ("card",),  # to the partner, who can take this trick with it
    "feeder": ("card",),  # to the partner, who can add it to our winners
    "spare_card": ("card",),  # to the partner, being of least use here
    "accept": (),
    "decline": (),
    "take": ("card",),  # the best of the table's hand
    "give": ("card",),  # the one of least use to the winner
    # a 3
    "kill": ("target",),  # that ten would win
    "spare": (),  # removing a ten would not help
}
