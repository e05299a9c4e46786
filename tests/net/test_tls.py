"""TLS: 1.3 or nothing, and the certificate both ends bind to."""

import ssl
import stat
from pathlib import Path

import pytest

from net import tls


def _handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [client.wrap_bio(to_client, to_server), server.wrap_bio(to_server, to_client, server_side=True)]
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return ends[0], ends[1]


def test_both_ends_see_the_same_certificate() -> None:
    identity = tls.make_identity()
    peer, table = _handshake(tls.table_context(identity), tls.peer_context())
    assert peer.version() == table.version() == "TLSv1.3"
    assert tls.fingerprint(peer.getpeercert(binary_form=True)) == identity.fingerprint
    assert tls.make_identity().fingerprint != identity.fingerprint


def test_an_older_version_is_refused() -> None:
    old = tls.peer_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        _handshake(tls.table_context(tls.make_identity()), old)
    server = tls.table_context(tls.make_identity())
    server.minimum_version = server.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        _handshake(server, tls.peer_context())


def test_the_key_never_stays_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    modes: list[int] = []
    load = ssl.SSLContext.load_cert_chain

    def watched(context: ssl.SSLContext, path: Path) -> None:
        modes.extend(stat.S_IMODE(p.stat().st_mode) for p in (path, path.parent))
        load(context, path)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    tls.table_context(tls.make_identity())
    assert modes == [0o600, 0o700]
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_shown_holds_the_key() -> None:
    identity = tls.make_identity()
    assert repr(identity) == "Identity(…)"
    assert b"PRIVATE KEY" in identity.key
    assert b"PRIVATE KEY" not in identity.certificate
