"""Whether multicast works on this machine, and over which addresses: found out before zeroconf is asked to use it.

zeroconf itself says nothing when a firewall swallows its packets, and leaves sockets open when port 5353 is taken.
"""

import asyncio
import contextlib
import errno
import ipaddress
import secrets
import socket
import struct
from typing import Final, Literal

import ifaddr

Off = Literal["no_network", "port_taken", "blocked", "failed"]

GROUP: Final = "224.0.0.251"
PORT: Final = 5353
ECHO_TRIES: Final = 2  # the kernel hands our own multicast back within microseconds, or never
ECHO_WAIT: Final = 0.2  # seconds a try; a loaded machine needs some of it
MAX_INTERFACES: Final = 16  # a socket may join 20 groups on Linux; a machine of many containers has more bridges
MAX_ADDRESSES: Final = 8  # all that a peer will try one after the other, and that fit a packet with the rest


def machine_addresses() -> tuple[str, ...]:
    """The addresses by which other machines can reach this one: IPv4 first, without loopback and link-local IPv6."""
    found: list[str] = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            address = ipaddress.ip_address(entry.ip if isinstance(entry.ip, str) else entry.ip[0].partition("%")[0])
            unreachable = address.is_loopback or address.is_unspecified or address.is_multicast
            if not unreachable and not (address.version == 6 and address.is_link_local):
                found.append(str(address))
    return tuple(sorted(dict.fromkeys(found), key=lambda text: ":" in text))


def multicast_addresses() -> tuple[str, ...]:
    """The IPv4 addresses whose interfaces carry multicast DNS."""
    return tuple(address for address in machine_addresses() if ":" not in address)[:MAX_INTERFACES]


class _Echo(asyncio.DatagramProtocol):
    """Waits for one packet of our own."""

    def __init__(self, packet: bytes) -> None:
        self.packet = packet
        self.heard = asyncio.Event()

    def datagram_received(self, data: bytes, addr: object) -> None:
        if data == self.packet:
            self.heard.set()


def _question() -> bytes:
    """A well-formed mDNS question for a name that nobody has."""
    labels = (secrets.token_hex(8), "_muertos", "_tcp", "local")
    name = b"".join(bytes([len(label)]) + label.encode() for label in labels) + b"\0"
    return struct.pack("!6H", 0, 0, 1, 0, 0, 0) + name + struct.pack("!2H", 16, 1)


def _open(interfaces: tuple[str, ...]) -> socket.socket:
    """A socket beside those of other responders on this machine, joined on every interface that lets it."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, struct.pack("B", 255))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, struct.pack("B", 1))
        sock.bind(("", PORT))
        for address in interfaces:
            with contextlib.suppress(OSError):
                member = socket.inet_aton(GROUP) + socket.inet_aton(address)
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    except BaseException:
        sock.close()
        raise
    return sock


def _send(sock: socket.socket, packet: bytes, interfaces: tuple[str, ...]) -> OSError | None:
    """Send on each interface; the last fault if none took it."""
    fault: OSError | None = None
    sent = False
    for address in interfaces:
        try:
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            sock.sendto(packet, (GROUP, PORT))
            sent = True
        except OSError as error:
            fault = error
    return None if sent else fault


def off_reason(fault: OSError) -> Off:
    """What an error of the operating system says about multicast."""
    match fault.errno:
        case errno.EADDRINUSE:
            return "port_taken"
        case errno.EACCES | errno.EPERM:
            return "blocked"
        case errno.ENETUNREACH | errno.ENETDOWN | errno.EHOSTUNREACH | errno.EADDRNOTAVAIL | errno.ENODEV:
            return "no_network"
    return "failed"


async def multicast_fault(interfaces: tuple[str, ...]) -> Off | None:
    """None if a packet sent to the group on one of these interfaces comes back to us; else why discovery is off."""
    if not interfaces:
        return "no_network"
    packet = _question()
    try:
        sock = _open(interfaces)
    except OSError as error:
        return off_reason(error)
    transport, echo = await asyncio.get_running_loop().create_datagram_endpoint(lambda: _Echo(packet), sock=sock)
    try:
        for _ in range(ECHO_TRIES):
            if fault := _send(sock, packet, interfaces):
                return off_reason(fault)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ECHO_WAIT):
                    await echo.heard.wait()
                return None
        return "blocked"
    finally:
        transport.close()
