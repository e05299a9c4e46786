"""Who has to give way where too many are on their way in (DESIGN §4)."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from net import limits
from net.throttle import neighbourhood


class Stranger(Protocol):
    """A connection that is not let in yet."""

    address: str
    progress: tuple[int, float]  # how far it has come, and when it came there


S = TypeVar("S", bound=Stranger)


def one_too_many(strangers: Iterable[S], newcomer: S) -> S | None:
    """Which of the strangers has to go now that there is a newcomer, None if there is room for all.

    Who has come least far goes, of those who has stood there longest: a friend goes on within moments, while a
    connection that is silent, trickles or stops in the middle of its handshake stays where it is.
    """
    others = list(strangers)
    home = neighbourhood(newcomer.address)
    neighbours = [other for other in others if neighbourhood(other.address) == home]
    if len(neighbours) >= limits.MAX_STRANGERS_PER_ADDRESS:
        return min(neighbours, key=lambda other: other.progress)
    if len(others) >= limits.MAX_STRANGERS:
        return min(others, key=lambda other: other.progress)
    return None
