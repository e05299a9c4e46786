"""What a person at a table may ask of it. The role that allows it is looked up by the table, never taken from here."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.actions import Action
from engine.fair import Hash
from engine.options import Options
from net.limits import LONGEST_CLOCK
from net.messages.fields import Code, Count, PlaceNumber

# --- Of anyone ---


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


# --- Of the host ---


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
