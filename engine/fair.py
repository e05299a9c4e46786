"""A deal that nobody can choose: commitments first, then nonces, and the host's secret when the game is over (R30)."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

NONCE: Final = 32  # bytes of a nonce, of the host's secret, and of a commitment to either

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]  # NONCE bytes in hexadecimal


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part of a shuffle, made by the table for a bot and for who did not answer."""

    commitment: Hash
    nonce: Hash
    by_table: bool


class Shuffled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="muertos-shuffle"):
    """All that made the seed of a game: kept beside its record, in which only the seed itself has a place (R31)."""

    commitment: Hash  # the host's
    secret: Hash
    players: Annotated[tuple[Part, ...], Meta(min_length=3, max_length=4)]
    version: Literal[1] = 1


def commitment(secret: bytes) -> bytes:
    """What is sent before a nonce or the host's secret is shown, and binds to it (R30)."""
    return hashlib.sha256(secret).digest()


def game_seed(host_secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a game, from the host's secret and the players' nonces in player order (R30)."""
    return hmac.digest(host_secret, b"".join(nonces), "sha256")


def kept(promise: bytes, secret: bytes) -> bool:
    """Whether what was shown is what had been committed to."""
    return len(secret) == NONCE and hmac.compare_digest(promise, commitment(secret))


def differs(shuffled: Shuffled, seed: bytes) -> tuple[str, int] | None:
    """What first differs between a shuffle and the seed of a game, and in whose part; -1 is the host.

    `broken_promise`: shown is not what was promised; `reused`: promised by two; `seed`: another one was played with.
    """
    shown = [(shuffled.commitment, shuffled.secret), *((part.commitment, part.nonce) for part in shuffled.players)]
    promised = set[str]()
    for player, (promise, secret) in enumerate(shown, -1):
        if not kept(bytes.fromhex(promise), bytes.fromhex(secret)):
            return "broken_promise", player
        if promise in promised:
            return "reused", player
        promised.add(promise)
    host_secret, *nonces = (bytes.fromhex(each) for _, each in shown)
    return None if game_seed(host_secret, nonces) == seed else ("seed", -1)


def dumps(shuffled: Shuffled) -> str:
    """The text of the file beside a record."""
    return msgspec.json.format(msgspec.json.encode(shuffled)).decode() + "\n"


def loads(text: bytes) -> Shuffled:
    """A shuffle from the text of its file. Raises ValueError for anything else."""
    try:
        return msgspec.json.decode(text, type=Shuffled)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None
