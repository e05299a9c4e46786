"""TLS 1.3 for every connection, with a certificate that the table makes for itself (DESIGN §4).

Nobody vouches for the certificate: whoever pairs binds its hash in (`net.pairing`), and whoever comes back knows it.
"""

import datetime
import hashlib
import ssl
import tempfile
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


class Identity(Struct, frozen=True):
    """A table's certificate and its key, as PEM."""

    certificate: bytes
    key: bytes

    def __repr__(self) -> str:
        return "Identity(…)"

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
