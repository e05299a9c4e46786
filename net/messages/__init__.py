"""The messages of the wire, frozen and exact: what a peer says to a table, and what a table says to a peer.

Codes and arguments travel, never prose. Every field is always present, every number is whole, and the role
that allows a request is looked up by the table when it arrives, never taken from the message.

The order (`net.protocol` enforces it): Hello → Greeting → [Pair → Paired → Prove → Proved] → Join or Resume → Welcome,
then freely. The table says Bye whenever it ends the connection.
"""

from typing import Final

from net.messages.admission import Bye, Greeting, Hello, Join, Pair, Paired, Ping, Pong, Prove, Proved, Resume, Welcome
from net.messages.fields import Facts, Secret
from net.messages.reasons import BYES, REJECTIONS
from net.messages.to_peer import (
    Commitments,
    Door,
    Lobby,
    Nonce,
    Nonces,
    Person,
    Phase,
    Place,
    PlaceState,
    Promise,
    Rejected,
    Result,
    Shown,
    Shuffle,
    Table,
    Waits,
)
from net.messages.to_table import (
    Act,
    Clear,
    Close,
    Commit,
    Exchange,
    Leave,
    Pause,
    Ready,
    Remove,
    Reveal,
    SeatBot,
    Seen,
    SetClock,
    SetOptions,
    SetPlayers,
    Sit,
    Stand,
    Start,
    Watching,
)

__all__ = [
    "BYES",
    "NEWEST_VERSION",
    "OLDEST_VERSION",
    "REJECTIONS",
    "Act",
    "Bye",
    "Clear",
    "Close",
    "Commit",
    "Commitments",
    "Door",
    "Exchange",
    "Facts",
    "Greeting",
    "Hello",
    "Join",
    "Leave",
    "Lobby",
    "Message",
    "Nonce",
    "Nonces",
    "Pair",
    "Paired",
    "Pause",
    "Person",
    "Phase",
    "Ping",
    "Place",
    "PlaceState",
    "Pong",
    "Promise",
    "Prove",
    "Proved",
    "Ready",
    "Rejected",
    "Remove",
    "Result",
    "Resume",
    "Reveal",
    "SeatBot",
    "Secret",
    "Seen",
    "SetClock",
    "SetOptions",
    "SetPlayers",
    "Shown",
    "Shuffle",
    "Sit",
    "Stand",
    "Start",
    "Table",
    "ToPeer",
    "ToTable",
    "Waits",
    "Watching",
    "Welcome",
]

# The protocol versions this program speaks. A peer names its range, the table picks the highest it shares.
OLDEST_VERSION: Final = 1
NEWEST_VERSION: Final = 1

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
