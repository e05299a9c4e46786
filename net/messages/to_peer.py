"""What a table tells those who are at it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.events import Event
from engine.fair import Hash
from engine.options import Options
from engine.views import View
from net.limits import MAX_PEOPLE, MAX_RECORD_LINE
from net.messages.fields import Code, Count, Facts, Milliseconds, PlaceNumber, Text

PlaceState = Literal[
    "free",  # nobody
    "bot",  # a bot
    "here",  # a person, connected
    "away",  # a person whose connection is lost; a bot takes over in `bot_in`
    "stand_in",  # a person who is gone, a bot playing for them until they come back
]
Phase = Literal["lobby", "shuffling", "playing", "over"]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table. `name` is "" if it is free, `level` that of the bot ("" if none plays)."""

    state: PlaceState
    name: Text
    person: Count | None
    level: Code
    ready: bool
    bot_in: Milliseconds


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Someone at the table without a place: here to watch, or standing by."""

    person: Count
    name: Text
    watch: bool
    connected: bool


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about a table but the game on it. Places in player order: of four, 0 and 2 are partners."""

    name: Text
    players: Annotated[int, Meta(ge=3, le=4)]
    places: Annotated[tuple[Place, ...], Meta(min_length=3, max_length=4)]
    others: Annotated[tuple[Person, ...], Meta(max_length=MAX_PEOPLE)]
    host: Count | None  # the person with the host's rights, if they are here
    options: Options
    deck: Text
    phase: Phase
    paused: bool
    locked: bool  # whether a join code is asked for
    watching: bool  # whether people may come to watch
    game: Count  # the games begun at this table: another number is another game
    levels: Annotated[tuple[Code, ...], Meta(max_length=8)]  # the bots there are
    clock: Count  # seconds for each decision, 0 if there is no limit
    left: Milliseconds  # of it, before a bot decides; 0 if nothing is waited for or there is no limit


class Lobby(Struct, frozen=True, tag="lobby", tag_field="t", forbid_unknown_fields=True):
    """The table has changed: somebody came, went, sat, was lost, or the host arranged something."""

    table: Table


class Door(Struct, frozen=True, tag="door", tag_field="t", forbid_unknown_fields=True):
    """For the host alone: the join code ("" if none is asked for), and the wrong guesses so far and from where last."""

    code: Code
    wrong: Count
    last: Text


class Shown(Struct, frozen=True, tag="view", tag_field="t", forbid_unknown_fields=True):
    """The game as this person may see it, and what happened since the view before.

    `since` counts the events of this game that this person was sent before: 0 when `events` are all there
    were, as in the first view of a game and after coming back. `rest` says for how long bots wait so that a
    finished trick can be seen; Seen from everyone ends it. This message alone is enough to draw the whole
    screen.
    """

    view: View
    since: Count
    events: tuple[Event, ...]
    rest: Milliseconds
    table: Table


class Rejected(Struct, frozen=True, tag="rejected", tag_field="t", forbid_unknown_fields=True):
    """A request that changed nothing: its tag, its decision number if it was an Act, a code and facts."""

    request: Code
    number: Count | None
    code: Code
    facts: Facts


class Shuffle(Struct, frozen=True, tag="shuffle", tag_field="t", forbid_unknown_fields=True):
    """A game is about to begin: the hash of the table's secret, and which player this person is, if any (R30)."""

    game: Count
    host: Hash
    player: PlaceNumber | None


class Promise(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's commitment, and the one to the nonce that counts if theirs is not shown in time.

    `by_table`: the table has made both, for a bot or for a person who did not answer.
    """

    commitment: Hash
    spare: Hash
    by_table: bool


class Commitments(Struct, frozen=True, tag="commitments", tag_field="t", forbid_unknown_fields=True):
    """All commitments, before any nonce is shown. `awaited`: this person's nonce is, and Reveal is the answer."""

    game: Count
    host: Hash
    awaited: bool
    players: Annotated[tuple[Promise, ...], Meta(min_length=3, max_length=4)]


class Nonce(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's nonce; `by_table` if it is the spare one."""

    nonce: Hash
    by_table: bool


class Nonces(Struct, frozen=True, tag="nonces", tag_field="t", forbid_unknown_fields=True):
    """All nonces: the deals are fixed now, and nobody knows them."""

    game: Count
    players: Annotated[tuple[Nonce, ...], Meta(min_length=3, max_length=4)]


class Result(Struct, frozen=True, tag="result", tag_field="t", forbid_unknown_fields=True):
    """A game is over: its whole record, each line as it stands in the file (R31), and the table's secret (R30).

    The secret is "" where nobody shuffled: at a solo table whose deal was chosen.
    """

    game: Count
    record: tuple[Annotated[str, Meta(max_length=MAX_RECORD_LINE)], ...]
    secret: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]


class Waits(Struct, frozen=True, tag="waits", tag_field="t", forbid_unknown_fields=True):
    """The table cannot save what happens, a full disk say, and so stands still until it can; or it goes on."""

    waits: bool
