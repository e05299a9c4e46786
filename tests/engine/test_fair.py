"""R30: a seed that nobody can choose."""

import hashlib
import hmac

import pytest
from msgspec.structs import replace

from engine.fair import Part, Shuffled, commitment, differs, dumps, game_seed, kept, loads

SECRET = bytes(range(32))
NONCES = [bytes([n]) * 32 for n in (1, 2, 3, 4)]
SHUFFLED = Shuffled(
    commitment(SECRET).hex(), SECRET.hex(), tuple(Part(commitment(n).hex(), n.hex(), False) for n in NONCES)
)
SEED = game_seed(SECRET, NONCES)
OTHER = bytes(32)


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


def with_part(player: int, part: Part) -> Shuffled:
    return replace(SHUFFLED, players=(*SHUFFLED.players[:player], part, *SHUFFLED.players[player + 1 :]))


def test_r30_what_first_differs_between_a_shuffle_and_a_seed() -> None:
    assert differs(SHUFFLED, SEED) is None
    assert differs(SHUFFLED, OTHER) == ("seed", -1)
    assert differs(replace(SHUFFLED, players=SHUFFLED.players[:3]), SEED) == ("seed", -1)
    assert differs(replace(SHUFFLED, players=SHUFFLED.players[::-1]), SEED) == ("seed", -1)
    assert differs(replace(SHUFFLED, secret=OTHER.hex()), SEED) == ("broken_promise", -1)
    assert differs(replace(SHUFFLED, commitment=OTHER.hex()), SEED) == ("broken_promise", -1)
    for player, part in enumerate(SHUFFLED.players):
        assert differs(with_part(player, replace(part, nonce=OTHER.hex())), SEED) == ("broken_promise", player)
        assert differs(with_part(player, replace(part, commitment=OTHER.hex())), SEED) == ("broken_promise", player)
        honest = Part(commitment(OTHER).hex(), OTHER.hex(), False)  # a part that is sound, and another
        assert differs(with_part(player, honest), SEED) == ("seed", -1)
    assert differs(with_part(2, SHUFFLED.players[1]), SEED) == ("reused", 2)
    assert differs(with_part(0, Part(SHUFFLED.commitment, SECRET.hex(), False)), SEED) == ("reused", 0)


def test_r30_a_shuffle_reads_as_it_was_written() -> None:
    assert loads(dumps(SHUFFLED).encode()) == SHUFFLED


@pytest.mark.parametrize(
    ("was", "broken"),
    [
        ('"muertos-shuffle"', '"muertos-record"'),
        ('"version": 1', '"version": 2'),
        ('"version": 1', '"version": 1, "more": 1'),
        ('"by_table": false', '"by_table": 0'),
        ('"secret": "', '"secret": "00'),
        ('"secret": "', '"secret": "\\u001b'),
        ("{", "\xff"),
        ("{", "[" * 50_000),
    ],
)
def test_r30_what_is_no_shuffle_is_refused(was: str, broken: str) -> None:
    text = dumps(SHUFFLED)
    assert was in text
    with pytest.raises(ValueError, match=r"."):  # it says why
        loads(text.replace(was, broken, 1).encode("latin-1"))
    with pytest.raises(ValueError, match=r"."):  # it says why
        loads(text[: len(text) // 2].encode())
