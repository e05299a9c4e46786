"""Pairing without its connection: both ends show that they know a secret, and learn nothing of it if they do not.

SPAKE2 over the join code (or the host's key), with the hash of the TLS certificate that each end sees bound in: with
another certificate in between the two come to different keys. The peer confirms first, so that a table answers a wrong
guess with nothing but the word that it was wrong; a run is one guess. No value that is shown or logged holds a secret.
"""

import hashlib
import hmac
from typing import Final, Literal

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from net.limits import SHARE

Step = Literal["start", "share", "confirm", "done", "failed"]

_PEER: Final = b"muertos/1 peer"
_TABLE: Final = b"muertos/1 table "


class PairingError(Exception):
    """The other end does not know the secret, or sees another certificate, or sent no share."""


class Pairing:
    """One end of one run. The peer calls `share`, `prove` and `check`; the table `answer` and `verify`."""

    def __init__(self, secret: str, fingerprint: bytes) -> None:
        self.step: Step = "start"
        self._secret = secret.encode()
        self._table_id = _TABLE + fingerprint
        self._share = b""
        self._proofs = (b"", b"")  # the peer's and the table's

    def __repr__(self) -> str:
        return f"Pairing({self.step})"

    def share(self) -> bytes:
        """The peer's first word."""
        self._go("start", "share")
        self._spake = SPAKE2_A(self._secret, idA=_PEER, idB=self._table_id)
        self._share = self._spake.start()
        return self._share

    def answer(self, share: bytes) -> bytes:
        """The table's answer to a share. Raises PairingError if it is none."""
        self._go("start", "confirm")
        spake = SPAKE2_B(self._secret, idA=_PEER, idB=self._table_id)
        own: bytes = spake.start()
        self._agree(spake, share, share + own)
        return own

    def prove(self, share: bytes) -> bytes:
        """The peer's proof, once the table's share is there. Raises PairingError if it is none."""
        self._go("share", "confirm")
        self._agree(self._spake, share, self._share + share)
        return self._proofs[0]

    def verify(self, proof: bytes) -> bytes:
        """The table's proof, in answer to the peer's. Raises PairingError if the peer's is wrong."""
        self._finish(proof, self._proofs[0])
        return self._proofs[1]

    def check(self, proof: bytes) -> None:
        """The peer looks at the table's proof. Raises PairingError if it is wrong."""
        self._finish(proof, self._proofs[1])

    def _agree(self, spake: SPAKE2_A | SPAKE2_B, share: bytes, transcript: bytes) -> None:
        if len(share) != SHARE:
            raise self._fail()
        try:
            key = spake.finish(share)
        except (SPAKEError, NotOnCurve, ValueError, AssertionError):  # not of the other side, or no point of the group
            raise self._fail() from None
        said = hashlib.sha256(transcript).digest()
        peer, table = (hmac.digest(key, label + said, "sha256") for label in (b"peer confirms ", b"table confirms "))
        self._proofs = (peer, table)

    def _finish(self, proof: bytes, expected: bytes) -> None:
        self._go("confirm", "done")
        if not hmac.compare_digest(proof, expected):
            raise self._fail()

    def _go(self, before: Step, after: Step) -> None:
        if self.step != before:
            raise self._fail()
        self.step = after

    def _fail(self) -> PairingError:
        self.step = "failed"
        self._proofs = (b"", b"")
        return PairingError()


def from_hex(said: str) -> bytes:
    """The bytes that hexadecimal digits spell; none if they are no such digits, and no share or proof then."""
    try:
        return bytes.fromhex(said)
    except ValueError:
        return b""
