"""How fast anyone may try to get in (DESIGN §4): by address and in all, decided before anything is computed.

Each address may try a few times at once, and then slowly. All addresses together may too; the last tries of all are
kept for addresses that have not been wrong yet, so that whoever guesses never keeps out a friend who knows.
"""

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass

from net import limits


@dataclass(slots=True)
class _Bucket:
    """Tries that are left, as of a time."""

    left: float
    at: float

    def refill(self, now: float, most: float, every: float) -> None:
        self.left = min(most, self.left + (now - self.at) / every)
        self.at = now


@dataclass(slots=True)
class _Caller:
    """An address that has tried."""

    bucket: _Bucket
    wrong: int = 0


class Throttle:
    """Lets tries through or says how long to wait. Times are the caller's clock."""

    def __init__(self, now: float) -> None:
        self._all = _Bucket(limits.GUESSES_IN_ALL, now)
        self._callers: OrderedDict[str, _Caller] = OrderedDict()  # who tried last stands last

    def attempt(self, address: str, now: float) -> float:
        """Take a try: 0 if it may be made, else for how many seconds there is none, and none was taken."""
        caller = self._caller(neighbourhood(address), now)
        self._all.refill(now, limits.GUESSES_IN_ALL, limits.GUESS_IN_ALL_EVERY)
        kept = limits.GUESSES_KEPT if caller.wrong else 0
        wait = max(
            (1 - caller.bucket.left) * limits.GUESS_EVERY,
            (1 + kept - self._all.left) * limits.GUESS_IN_ALL_EVERY,
        )
        if wait > 0:
            return wait
        caller.bucket.left -= 1
        self._all.left -= 1
        return 0.0

    def right(self, address: str) -> None:
        """The try was right: it costs nothing, and a whole household may come in at once."""
        caller = self._callers.get(neighbourhood(address))
        if caller is not None:
            caller.bucket.left = min(limits.GUESSES, caller.bucket.left + 1)
            caller.wrong = 0
        self._all.left = min(limits.GUESSES_IN_ALL, self._all.left + 1)

    def wrong(self, address: str) -> None:
        """The try was wrong."""
        caller = self._callers.get(neighbourhood(address))
        if caller is not None:
            caller.wrong += 1

    def _caller(self, address: str, now: float) -> _Caller:
        caller = self._callers.get(address)
        if caller is None:
            caller = self._callers[address] = _Caller(_Bucket(limits.GUESSES, now))
            if len(self._callers) > limits.MAX_CALLERS:
                self._callers.popitem(last=False)
        self._callers.move_to_end(address)
        caller.bucket.refill(now, limits.GUESSES, limits.GUESS_EVERY)
        return caller


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 the network, in which a machine takes as many addresses as it likes."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
