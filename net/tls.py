"""TLS 1.3 for every connection, with a certificate that the table makes for itself (DESIGN §4).

Nobody vouches for the certificate: whoever pairs binds its hash in (`net.pairing`), and whoever comes back knows it.
"""

import contextlib
import datetime
import hashlib
import ssl
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec import Struct

_NAME: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "muertos")])
# Its dates are never looked at; clocks at a table may be years apart.
_FROM: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_UNTIL: Final = datetime.datetime(2999, 12, 31, tzinfo=datetime.UTC)
_RECORD: Final = 16 * 1024  # bytes; what one record of TLS holds


class Identity(Struct, frozen=True):
    """A table's certificate and its key, as PEM."""

    certificate: bytes
    key: bytes

    def __repr__(self) -> str:
        return "Identity(…)"

    def saved(self) -> dict[str, str]:
        """What brings it back."""
        return {"certificate": self.certificate.decode(), "private": self.key.decode()}

    @classmethod
    def brought_back(cls, saved: Mapping[str, str]) -> "Identity | None":
        """The identity that was saved, if one was."""
        if "certificate" not in saved or "private" not in saved:
            return None
        return cls(saved["certificate"].encode(), saved["private"].encode())

    @property
    def fingerprint(self) -> bytes:
        """The hash that peers see and know the table by."""
        return fingerprint(ssl.PEM_cert_to_DER_cert(self.certificate.decode()))


def make_identity() -> Identity:
    """A new certificate and key."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder(_NAME, _NAME, key.public_key(), x509.random_serial_number(), _FROM, _UNTIL)
    ).sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return Identity(certificate.public_bytes(serialization.Encoding.PEM), private)


def fingerprint(certificate: bytes | None) -> bytes:
    """The hash of a certificate in DER, as `SSLObject.getpeercert(binary_form=True)` gives it."""
    return hashlib.sha256(certificate or b"").digest()


def table_context(identity: Identity) -> ssl.SSLContext:
    """The context of a table. The standard library reads keys from files only: one stands for that moment, for us."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody takes a session up again: a ticket would only be bytes to send
    with tempfile.TemporaryDirectory(prefix="muertos-") as folder:  # readable by this user alone
        path = Path(folder) / "identity.pem"
        path.touch(mode=0o600)
        path.write_bytes(identity.certificate + identity.key)
        context.load_cert_chain(path)
    return context


def peer_context() -> ssl.SSLContext:
    """The context of a peer: any certificate is taken here, and checked by pairing or against the one known."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Tls:
    """One end of TLS without its socket: what travels goes in and comes out, and so does what is said.

    asyncio's own TLS tells nobody of a connection before its handshake is over: such connections could be neither
    counted nor shown out (python/asyncio issue 483). Here they are connections like any other.
    """

    def __init__(self, context: ssl.SSLContext, *, table: bool) -> None:
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._ssl = context.wrap_bio(self._in, self._out, server_side=table)
        self.ready = False  # whether the handshake is over

    @property
    def fingerprint(self) -> bytes:
        """The hash of the certificate at the other end; a table asks peers for none."""
        return fingerprint(self._ssl.getpeercert(binary_form=True))

    def begin(self) -> None:
        """Begin the handshake, which is the peer's to do."""
        self._shake_hands()

    def feed(self, data: bytes) -> bytes:
        """What has come; what was said with it. Raises ssl.SSLError, and the connection is of no use any more."""
        self._in.write(data)
        if not self.ready:
            self._shake_hands()
        return self._read() if self.ready else b""

    def say(self, data: bytes) -> None:
        """Say something; `outgoing` is then to travel."""
        rest = memoryview(data)
        while rest:  # it takes one record at a time
            rest = rest[self._ssl.write(rest) :]

    def close(self) -> None:
        """Say that nothing more will be said."""
        with contextlib.suppress(ssl.SSLError):  # the other end has not said so yet, or is broken
            self._ssl.unwrap()

    def outgoing(self) -> bytes:
        """What has to travel now."""
        return self._out.read()

    def _shake_hands(self) -> None:
        with contextlib.suppress(ssl.SSLWantReadError):
            self._ssl.do_handshake()
            self.ready = True

    def _read(self) -> bytes:
        said = bytearray()
        with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            while data := self._ssl.read(_RECORD):
                said += data
                if not (self._in.pending or self._ssl.pending()):  # to ask for more costs an exception
                    break
        return bytes(said)
