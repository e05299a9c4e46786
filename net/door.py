"""The door of a table without its sockets: who has shown that they know the join code, or the host's key (DESIGN §4).

One guess a connection; guesses are throttled before anything is computed, counted, and past a number of wrong ones the
code is another. Nothing here is logged but that a guess was wrong, and from where.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from net import codes, limits
from net import messages as m
from net.pairing import Pairing, PairingError, from_hex
from net.throttle import Throttle

log = logging.getLogger(__name__)

Entropy = Callable[[int], bytes]
By = Literal["", "code", "key"]  # what a connection has shown that it knows


@dataclass(slots=True)
class _Run:
    """A pairing that has begun."""

    pairing: Pairing
    by: m.Secret
    address: str


class Door:
    """One table's door. `code` is "" where no code is asked for; `key` is "" where nobody has the host's key."""

    def __init__(self, code: str, key: str, fingerprint: bytes, entropy: Entropy, now: float) -> None:
        self.code = code
        self.wrong = 0  # guesses, in all
        self.last = ""  # the address that the last wrong one came from
        self._key = key
        self._fingerprint = fingerprint
        self._entropy = entropy
        self._throttle = Throttle(now)
        self._of_this_code = 0  # wrong guesses
        self._runs: dict[int, _Run] = {}
        self._known: dict[int, By] = {}

    @property
    def locked(self) -> bool:
        """Whether a code is asked for."""
        return bool(self.code)

    def news(self) -> m.Door:
        """What the host is told."""
        return m.Door(self.code, self.wrong, self.last)

    def by(self, connection: int) -> By:
        """What the connection has shown that it knows."""
        return self._known.get(connection, "")

    def pair(self, connection: int, address: str, pair: m.Pair, now: float) -> m.Paired | m.Bye:
        """A guess begins: the table's share, or why there is none."""
        secret = self.code if pair.by == "code" else self._key
        if not secret:
            return m.Bye("not_locked" if pair.by == "code" else "bad_key", {})
        if wait := self._throttle.attempt(address, now):
            return m.Bye("guess_later", {"seconds": int(wait) + 1})
        run = _Run(Pairing(secret, self._fingerprint), pair.by, address)
        try:
            share = run.pairing.answer(from_hex(pair.share))
        except PairingError:
            return self._refuse(run)
        self._runs[connection] = run
        return m.Paired(share.hex())

    def prove(self, connection: int, prove: m.Prove) -> m.Proved | m.Bye:
        """The guess is told: the table's proof if it was right."""
        run = self._runs.pop(connection, None)
        if run is None:  # the code has become another in the meantime
            return m.Bye("wrong_code", {})
        try:
            proof = run.pairing.verify(from_hex(prove.proof))
        except PairingError:
            return self._refuse(run)
        self._throttle.right(run.address)
        self.vouch(connection, run.by)
        return m.Proved(proof.hex())

    def vouch(self, connection: int, by: By) -> None:
        """The connection knows the code, or the key."""
        self._known[connection] = by

    def gone(self, connection: int) -> None:
        """A connection has ended, or is let in: what it has shown is not asked for any more."""
        self._runs.pop(connection, None)
        self._known.pop(connection, None)

    def _refuse(self, run: _Run) -> m.Bye:
        self._throttle.wrong(run.address)
        self.wrong += 1
        self.last = run.address
        log.warning("wrong guess number %d, of the %s, from %s", self.wrong, run.by, run.address)
        if run.by == "key":
            return m.Bye("bad_key", {})
        self._of_this_code += 1
        if self._of_this_code >= limits.WRONG_GUESSES:
            self._change_code()
        return m.Bye("wrong_code", {})

    def _change_code(self) -> None:
        """Another code; who has begun to guess at the old one has guessed in vain."""
        self.code = codes.make_code(self._entropy)
        self._of_this_code = 0
        self._runs = {number: run for number, run in self._runs.items() if run.by != "code"}
        log.warning("too many wrong guesses: the join code is another now")
