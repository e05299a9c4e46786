"""The codes that travel: why a connection ends, why a request is refused."""

from typing import Final

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
    "unsaved": False,  # the table cannot save, so nobody can come in just now
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
