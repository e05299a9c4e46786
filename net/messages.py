"""The messages of the wire, frozen and exact: what a peer says to a table, and what a table says to a peer.

Codes and arguments travel, never prose. Every field is always present, every number is whole, and the role
that allows a request is looked up by the table when it arrives, never taken from the message.

The order (`net.protocol` enforces it): Hello → Greeting → [Pair → Paired → Prove → Proved] → Join or Resume → Welcome,
then freely. The table says Bye whenever it ends the connection.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engine.actions import Action
from engine.events import Event
from engine.fair import Hash
from engine.options import Options
from engine.views import View
from net.limits import (
    LONGEST_CLOCK,
    MAX_CODE,
    MAX_FACTS,
    MAX_INT,
    MAX_PEOPLE,
    MAX_RAW_TEXT,
    MAX_RECORD_LINE,
    PROOF,
    SHARE,
)

# The protocol versions this program speaks. A peer names its range, the table picks the highest it shares.
OLDEST_VERSION: Final = 1
NEWEST_VERSION: Final = 1

Count = Annotated[int, Meta(ge=0, le=MAX_INT)]
Version = Annotated[int, Meta(ge=0, le=65535)]
PlaceNumber = Annotated[int, Meta(ge=0, le=3)]  # a place is a player's index: of four, 0 and 2 are partners
Text = Annotated[str, Meta(max_length=MAX_RAW_TEXT)]
Code = Annotated[str, Meta(max_length=MAX_CODE)]
Token = Annotated[str, Meta(max_length=64)]
Secret = Literal["code", "key"]  # what a pairing is about: the join code, or the key that gives the host's rights
Share = Annotated[str, Meta(max_length=2 * SHARE)]  # in hexadecimal: the wire has no bytes
Proof = Annotated[str, Meta(max_length=2 * PROOF)]
Facts = Annotated[dict[Code, Text | int], Meta(max_length=MAX_FACTS)]
Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]

# --- Peer to table: getting in ---


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


# --- Peer to table: requests of anyone ---


class Sit(Struct, frozen=True, tag="sit", tag_field="t", forbid_unknown_fields=True):
    """Sit down at a place that is free or a bot's; in a running game too, at a bot's."""

    place: PlaceNumber


class Stand(Struct, frozen=True, tag="stand", tag_field="t", forbid_unknown_fields=True):
    """Give up the place and watch; in a running game a bot takes it."""


class Ready(Struct, frozen=True, tag="ready", tag_field="t", forbid_unknown_fields=True):
    """Be ready for the game to start, or not."""

    ready: bool


class Act(Struct, frozen=True, tag="act", tag_field="t", forbid_unknown_fields=True):
    """A decision, in answer to the view with that `number` (`View.number`)."""

    number: Count
    action: Action


class Seen(Struct, frozen=True, tag="seen", tag_field="t", forbid_unknown_fields=True):
    """The player has seen a finished trick (`LastTrick.day`, `.number`): no need to rest longer for them."""

    day: Count
    trick: Count


class Commit(Struct, frozen=True, tag="commit", tag_field="t", forbid_unknown_fields=True):
    """The answer to Shuffle: the hash of a nonce that is not shown yet (R30)."""

    game: Count
    commitment: Hash


class Reveal(Struct, frozen=True, tag="reveal", tag_field="t", forbid_unknown_fields=True):
    """The answer to Commitments, once all of them are seen: the nonce itself."""

    game: Count
    nonce: Hash


class Leave(Struct, frozen=True, tag="leave", tag_field="t", forbid_unknown_fields=True):
    """Leave for good: the place is free, or a bot's in a running game, and the token is void."""


# --- Peer to table: requests of the host ---


class Start(Struct, frozen=True, tag="start", tag_field="t", forbid_unknown_fields=True):
    """Start the game, or another one when it is over; free places get bots."""


class SeatBot(Struct, frozen=True, tag="bot", tag_field="t", forbid_unknown_fields=True):
    """Give a place to a bot of a level; who sat there stands by. In a running game too."""

    place: PlaceNumber
    level: Code


class Clear(Struct, frozen=True, tag="clear", tag_field="t", forbid_unknown_fields=True):
    """Make a place free; who sat there stands by. Before a game only."""

    place: PlaceNumber


class Exchange(Struct, frozen=True, tag="exchange", tag_field="t", forbid_unknown_fields=True):
    """Let whoever is at two places change places. Before a game only."""

    a: PlaceNumber
    b: PlaceNumber


class Remove(Struct, frozen=True, tag="remove", tag_field="t", forbid_unknown_fields=True):
    """Show a person out; in a running game a bot takes their place."""

    person: Count


class SetOptions(Struct, frozen=True, tag="options", tag_field="t", forbid_unknown_fields=True):
    """Change the options of the next game. Before a game only."""

    options: Options


class SetPlayers(Struct, frozen=True, tag="players", tag_field="t", forbid_unknown_fields=True):
    """Three or four play the next game; who sits at the place that goes stands by. Before a game only."""

    players: Annotated[int, Meta(ge=3, le=4)]


class SetClock(Struct, frozen=True, tag="clock", tag_field="t", forbid_unknown_fields=True):
    """So many seconds for each decision, after which a bot makes it; 0 for as long as it takes. In a game too."""

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)]


class Pause(Struct, frozen=True, tag="pause", tag_field="t", forbid_unknown_fields=True):
    """Stop the game and its clocks for a while, or go on."""

    paused: bool


class Watching(Struct, frozen=True, tag="watching", tag_field="t", forbid_unknown_fields=True):
    """Let people watch, or not; who is here to watch is then shown out."""

    allowed: bool


class Close(Struct, frozen=True, tag="close", tag_field="t", forbid_unknown_fields=True):
    """End the table for everyone."""


# --- Both ways ---


class Ping(Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Are you there? The answer is a Pong with the same number."""

    n: Count


class Pong(Struct, frozen=True, tag="pong", tag_field="t", forbid_unknown_fields=True):
    """Yes, to the Ping with that number."""

    n: Count


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


class Bye(Struct, frozen=True, tag="bye", tag_field="t", forbid_unknown_fields=True):
    """The table ends this connection; BYES says whether it is any use to come back."""

    code: Code
    facts: Facts


ToTable = (
    Hello
    | Pair
    | Prove
    | Join
    | Resume
    | Sit
    | Stand
    | Ready
    | Act
    | Seen
    | Commit
    | Reveal
    | Leave
    | Start
    | SeatBot
    | Clear
    | Exchange
    | Remove
    | SetOptions
    | SetPlayers
    | SetClock
    | Pause
    | Watching
    | Close
    | Ping
    | Pong
)
ToPeer = (
    Greeting
    | Paired
    | Proved
    | Welcome
    | Lobby
    | Door
    | Shuffle
    | Commitments
    | Nonces
    | Shown
    | Rejected
    | Result
    | Waits
    | Bye
    | Ping
    | Pong
)
Message = ToTable | ToPeer

# --- Codes ---

# Why a table ends a connection, and whether that is final: a peer comes back by itself only after the others.
BYES: Final[dict[str, bool]] = {
    "peer_older": True,  # facts: peer, table (versions): the peer's program must be updated
    "table_older": True,  # facts: peer, table: the table's program must be updated
    "bad_name": True,  # nothing is left of the name once cleaned
    "table_full": True,  # MAX_PEOPLE are here
    "bad_token": True,  # no seat of this table has that token
    "bad_key": True,  # that is not the host's key
    "code_wanted": True,  # this table asks for its join code
    "wrong_code": True,  # that is not it, or somebody stands in between
    "not_locked": True,  # this table has no join code
    "guess_later": True,  # too many guesses, from this address or in all; facts: seconds
    "no_watching": True,  # the host lets nobody watch
    "elsewhere": True,  # a newer connection came with the same token
    "removed": True,  # the host showed this person out
    "left": True,  # the answer to Leave
    "closed": True,  # the host closed the table
    "empty": True,  # nobody was here for too long
    "stopping": False,  # the table's process is being stopped; it may come back
    "crowded": False,  # too many connections, in all or from this address
    "too_slow": False,  # not let in in time
    "unread": False,  # too much was waiting to be read
    "silent": False,  # nothing was heard for too long
    "flood": False,  # too many messages
    # What a peer sent was not the protocol: see `net.codec` and `net.protocol`.
    "bad_frame": False,
    "bad_data": False,
    "bad_message": False,
    "bad_order": False,
}

# Why a request is rejected, besides the codes of `engine.errors`.
REJECTIONS: Final = frozenset(
    {
        "host_only",
        "not_seated",
        "place_taken",
        "seen_other_hand",  # has held another place in this game; facts: place
        "no_place",  # the table has no such place
        "no_person",  # nobody here has that number
        "no_level",  # there is no bot of that level
        "in_game",  # not while a game is running
        "bad_clock",  # too short a time to decide in; facts: least
        "no_game",  # no game is running
        "paused",
        "no_watching",  # who gave up the place would watch, and the host lets nobody
        "not_yours",  # another player decides for that seat
        "no_shuffle",  # no such answer is asked of this person now
        "bad_nonce",  # that is not what was promised
        "too_late",  # the decision with that number has been made; facts: number
        "spoken_off",  # the option is not to be had yet
    }
)
