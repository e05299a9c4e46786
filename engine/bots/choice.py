"""What a bot decides, and why: a code with its facts, never prose (`REASONS` lists them)."""

from typing import Final

from msgspec import Struct

from engine.actions import Action

Fact = str | int


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision, the code of its reason and the facts that speak for it: card codes, seats, chances in per cent."""

    action: Action
    reason: str
    facts: dict[str, Fact] = {}


# Every reason there is, with the facts it carries, so that a screen can have words for each.
REASONS: Final[dict[str, tuple[str, ...]]] = {
    "random": (),  # the easy level: any legal action will do
    "only": (),  # there was nothing else to choose
    "play": ("card", "chance"),  # that of our side to win this trick
    "color": ("chance",),
    "discard": ("card",),
    "ask": ("target",),
    "decline": (),  # a Swap: the hand is better than what may come
    "pass": ("card",),  # to the partner
    "kill": ("target",),  # that ten would win
    "spare": (),  # removing a ten would help the other side
    "take": ("card",),
    "give": ("card",),
}
