"""A deal that nobody can choose: commitments first, then nonces, and the host's secret when the game is over (R30)."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

NONCE: Final = 32  # bytes of a nonce, of the host's secret, and of a commitment to either


def commitment(secret: bytes) -> bytes:
    """What is sent before a nonce or the host's secret is shown, and binds to it (R30)."""
    return hashlib.sha256(secret).digest()


def game_seed(host_secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a game, from the host's secret and the players' nonces in player order (R30)."""
    return hmac.digest(host_secret, b"".join(nonces), "sha256")


def kept(promise: bytes, secret: bytes) -> bool:
    """Whether what was shown is what had been committed to."""
    return len(secret) == NONCE and hmac.compare_digest(promise, commitment(secret))
