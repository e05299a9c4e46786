"""R30: a seed that nobody can choose."""

import hashlib
import hmac

from engine.fair import commitment, game_seed, kept

SECRET = bytes(range(32))
NONCES = [bytes([n]) * 32 for n in (1, 2, 3, 4)]


def test_r30_the_seed_is_the_hmac_of_the_nonces_in_player_order_under_the_hosts_secret() -> None:
    expected = hmac.new(SECRET, NONCES[0] + NONCES[1] + NONCES[2] + NONCES[3], hashlib.sha256).digest()
    assert game_seed(SECRET, NONCES) == expected
    assert game_seed(SECRET, NONCES[::-1]) != expected
    assert game_seed(SECRET, NONCES[:3]) != expected


def test_r30_a_commitment_binds_to_what_was_committed_to() -> None:
    promise = commitment(NONCES[0])
    assert promise == hashlib.sha256(NONCES[0]).digest()
    assert kept(promise, NONCES[0])
    assert not kept(promise, NONCES[1])
    assert not kept(promise, promise)


def test_r30_a_secret_of_another_length_keeps_no_promise() -> None:
    """Nonces are put side by side in the seed: one of another length could stand for parts of two."""
    for secret in (b"", NONCES[0][:31], NONCES[0] + b"\0"):
        assert not kept(commitment(secret), secret)
