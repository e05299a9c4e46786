"""A peer's way in without its connection: what it says to a table that has greeted it, until it is welcome."""

from typing import Protocol

from msgspec import Struct

from net import messages as m
from net.pairing import Pairing, PairingError, from_hex


class NoEntry(Exception):
    """The peer goes no further: `code` is one of `net.peer.ENDINGS` or of the table's Byes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Seat(Struct, frozen=True):
    """What brings a person back: a token, and the table (by its certificate) that it may be told to."""

    fingerprint: bytes
    token: str

    def __repr__(self) -> str:
        return "Seat(…)"


class Pocket(Protocol):
    """Where a peer keeps its seat from one run of the program to the next."""

    def find(self, fingerprint: bytes) -> str:
        """The token of a seat at that table, "" if there is none."""

    def keep(self, fingerprint: bytes, token: str) -> None:
        """Keep a seat."""

    def forget(self) -> None:
        """The seat is no more."""


class Caller(Struct, frozen=True):
    """Who comes: under which name, to play or to watch, and by which secret; the key goes before the code."""

    name: str
    watch: bool = False
    key: str = ""
    code: str = ""

    def __repr__(self) -> str:
        return f"Caller({self.name!r}, …)"


class Entry:
    """One connection's way in."""

    def __init__(self, caller: Caller, fingerprint: bytes, token: str) -> None:
        self._caller = caller
        self._fingerprint = fingerprint
        self._token = token

    def greeted(self, greeting: m.Greeting) -> m.ToTable:
        """What is said to a greeting. Raises NoEntry."""
        caller = self._caller
        if self._token:
            return m.Resume(self._token)
        if caller.key:
            return self._pair("key", caller.key)
        if caller.code:  # a table that suddenly asks for none may be another one
            if not greeting.locked:
                raise NoEntry("not_locked")
            return self._pair("code", caller.code)
        if greeting.locked:
            raise NoEntry("code_wanted")
        return self._join()

    def paired(self, paired: m.Paired) -> m.ToTable:
        """The table's share has come. Raises NoEntry."""
        try:
            return m.Prove(self._pairing.prove(from_hex(paired.share)).hex())
        except PairingError:
            raise NoEntry("wrong_code") from None

    def proved(self, proved: m.Proved) -> m.ToTable:
        """The table's proof has come. Raises NoEntry if it is none: then it knows no more than whoever listens."""
        try:
            self._pairing.check(from_hex(proved.proof))
        except PairingError:
            raise NoEntry("wrong_code") from None
        return self._join()

    def _pair(self, by: m.Secret, secret: str) -> m.Pair:
        self._pairing = Pairing(secret, self._fingerprint)
        return m.Pair(by, self._pairing.share().hex())

    def _join(self) -> m.Join:
        return m.Join(self._caller.name, self._caller.watch)
