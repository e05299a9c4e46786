"""Addresses as people type and read them: HOST or HOST:PORT, an IPv6 address in brackets if a port follows."""

from contextlib import suppress
from ipaddress import IPv6Address
from typing import Final

DEFAULT_PORT: Final = 11102


def parse(text: str) -> tuple[str, int] | None:
    """Host and port of an address as typed; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or not _is_v6(host) or (rest and not rest.startswith(":")):
            return None
        port = rest[1:]
    elif text.count(":") > 1:  # an IPv6 address, bare
        host, port = text, ""
    else:
        host, colon, port = text.partition(":")
        if colon and not port:
            return None
    return _checked(host, port)


def _checked(host: str, port: str) -> tuple[str, int] | None:
    if not host or len(host) > 253 or any(char.isspace() or not char.isprintable() for char in host):
        return None
    if ":" in host and not _is_v6(host):
        return None
    if not port:
        return host, DEFAULT_PORT
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) <= 65535):
        return None
    return host, int(port)


def _is_v6(host: str) -> bool:
    with suppress(ValueError):
        return bool(IPv6Address(host).packed)
    return False


def shown(host: str, port: int) -> str:
    """An address as it can be typed."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
