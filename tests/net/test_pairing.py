"""Pairing: who knows the secret and sees the same certificate gets in; nobody else does, or learns anything."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.limits import PROOF, SHARE
from net.pairing import Pairing, PairingError

CODE = "3-agave-kumquat"
EXAMPLES = settings().max_examples // 4  # of which each takes 20 ms
SEEN = hashlib.sha256(b"certificate").digest()


def _run(peer: Pairing, table: Pairing) -> None:
    share = peer.share()
    proof = peer.prove(table.answer(share))
    peer.check(table.verify(proof))


def test_both_ends_confirm() -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    _run(peer, table)
    assert (peer.step, table.step) == ("done", "done")


@pytest.mark.parametrize(
    ("code", "seen"),
    [("3-agave-kumqua", SEEN), ("", SEEN), (CODE, hashlib.sha256(b"another").digest()), (CODE, b"")],
)
def test_another_code_or_another_certificate_is_refused_before_the_table_has_proved_anything(
    code: str, seen: bytes
) -> None:
    peer, table = Pairing(code, seen), Pairing(CODE, SEEN)
    proof = peer.prove(table.answer(peer.share()))
    with pytest.raises(PairingError):
        table.verify(proof)
    assert table.step == "failed"


def test_a_table_that_does_not_know_the_code_is_refused_by_the_peer() -> None:
    peer, impostor = Pairing(CODE, SEEN), Pairing("4-agave-kumquat", SEEN)
    peer.prove(impostor.answer(peer.share()))
    with pytest.raises(PairingError):
        peer.check(b"\0" * PROOF)
    assert peer.step == "failed"


def test_a_run_is_one_guess() -> None:
    peer, table = Pairing("wrong", SEEN), Pairing(CODE, SEEN)
    proof = peer.prove(table.answer(peer.share()))
    with pytest.raises(PairingError):
        table.verify(proof)
    right = Pairing(CODE, SEEN)
    with pytest.raises(PairingError):
        table.answer(right.share())
    with pytest.raises(PairingError):
        table.verify(proof)


def test_what_an_end_said_itself_is_no_answer_to_it() -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    share = peer.share()
    answer = table.answer(share)
    with pytest.raises(PairingError):
        peer.prove(share)
    reflected = Pairing(CODE, SEEN)
    reflected.share()
    proof = reflected.prove(answer)
    with pytest.raises(PairingError):
        reflected.check(proof)


def test_what_was_overheard_opens_no_other_run() -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    share = peer.share()
    proof = peer.prove(table.answer(share))
    table.verify(proof)
    again = Pairing(CODE, SEEN)
    again.answer(share)
    with pytest.raises(PairingError):
        again.verify(proof)


def test_proofs_are_of_one_side_only() -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    proof = peer.prove(table.answer(peer.share()))
    assert table.verify(proof) != proof


@settings(max_examples=EXAMPLES)
@given(st.binary(max_size=80))
def test_no_bytes_break_the_table(share: bytes) -> None:
    table = Pairing(CODE, SEEN)
    try:
        table.answer(share)
    except PairingError:
        assert table.step == "failed"
    else:
        with pytest.raises(PairingError):
            table.verify(hashlib.sha256(share).digest())


@settings(max_examples=EXAMPLES)
@given(st.integers(0, SHARE - 1), st.integers(1, 255))
def test_a_changed_share_confirms_nothing(place: int, change: int) -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    share = bytearray(peer.share())
    share[place] ^= change
    with pytest.raises(PairingError):
        table.verify(peer.prove(table.answer(bytes(share))))


def test_nothing_that_is_shown_holds_a_secret() -> None:
    peer, table = Pairing(CODE, SEEN), Pairing(CODE, SEEN)
    _run(peer, table)
    for end in (peer, table):
        assert repr(end) == "Pairing(done)"
    assert str(PairingError()) == ""
