"""The way in, both ways: greeting, pairing, joining; and the goodbye and the signs of life of every connection."""

from msgspec import Struct

from net.messages.fields import Code, Count, Facts, Proof, Secret, Share, Text, Token, Version

# --- Peer to table ---


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """A peer's first word: the protocol versions it speaks, and its program's. Its form never changes."""

    oldest: Version
    newest: Version
    app: Text


class Pair(Struct, frozen=True, tag="pair", tag_field="t", forbid_unknown_fields=True):
    """Begin to show that one knows a secret, without telling it (`net.pairing`). One guess a connection."""

    by: Secret
    share: Share


class Prove(Struct, frozen=True, tag="prove", tag_field="t", forbid_unknown_fields=True):
    """Show it; the answer is Proved, in which the table shows the same, or a Bye."""

    proof: Proof


class Join(Struct, frozen=True, tag="join", tag_field="t", forbid_unknown_fields=True):
    """Come to the table under a name: to play, or to watch. Who has paired by the host's key is the host.

    Who comes to play gets the first free place, else that of a bot, else stands by and may sit down later.
    """

    name: Text
    watch: bool


class Resume(Struct, frozen=True, tag="resume", tag_field="t", forbid_unknown_fields=True):
    """Come back, with the token of an earlier Welcome; puts an older connection of the same token out."""

    token: Token


# --- Table to peer ---


class Greeting(Struct, frozen=True, tag="greeting", tag_field="t", forbid_unknown_fields=True):
    """The answer to Hello: the version to be spoken, the program's version at this end, whether a code is asked for."""

    version: Version
    app: Text
    locked: bool


class Paired(Struct, frozen=True, tag="paired", tag_field="t", forbid_unknown_fields=True):
    """The answer to Pair: the table's share."""

    share: Share


class Proved(Struct, frozen=True, tag="proved", tag_field="t", forbid_unknown_fields=True):
    """The answer to Prove: the table knows the secret too."""

    proof: Proof


class Welcome(Struct, frozen=True, tag="welcome", tag_field="t", forbid_unknown_fields=True):
    """Let in: the secret token that brings this person's seat back, and the number the person goes by."""

    token: Token
    person: Count


class Bye(Struct, frozen=True, tag="bye", tag_field="t", forbid_unknown_fields=True):
    """The table ends this connection; BYES says whether it is any use to come back."""

    code: Code
    facts: Facts


# --- Both ways ---


class Ping(Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Are you there? The answer is a Pong with the same number."""

    n: Count


class Pong(Struct, frozen=True, tag="pong", tag_field="t", forbid_unknown_fields=True):
    """Yes, to the Ping with that number."""

    n: Count
