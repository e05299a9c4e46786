"""The codes of the wire and of discovery, in words."""

from collections.abc import Sequence

from engine.errors import CODES, RuleError
from muertos_tui import words
from muertos_tui.i18n import _, ngettext
from net.codes import unknown_word
from net.messages import Door, Facts, Rejected
from net.text import clean_text

# Why a table has ended the connection (`net.messages.BYES`).
_BYES = {
    "peer_older": _("This muertos is older than the table's. Please update it: pip install --upgrade muertos"),
    "table_older": _("The table's muertos is older than this one. Its host must update it."),
    "bad_name": _("The table could not read your name. Please choose another."),
    "table_full": _("The table is full."),
    "bad_token": _("The table no longer knows your seat. Please join again."),
    "bad_key": _("The table does not know this host's key."),
    "code_wanted": _("This table asks for its join code; the host's screen shows it."),
    "wrong_code": _("That is not this table's join code."),
    "not_locked": _("This table asks for no code, so it may be another one. To join it all the same, give no code."),
    "guess_later": _("Too many wrong codes were tried. Wait {seconds} seconds, then try again."),
    "no_watching": _("The host lets nobody watch this table."),
    "elsewhere": _("You have come back to this seat from another terminal."),
    "removed": _("The host has shown you out."),
    "left": _("You have left the table."),
    "closed": _("The table has been closed."),
    "empty": _("The table has ended: nobody was here for too long."),
    "stopping": _("The table is being stopped."),
    "unsaved": _("The table cannot save: its disk is full, or takes nothing. Make space, then try again."),
    "crowded": _("The table has too many connections just now."),
    "too_slow": _("The connection was too slow to get in."),
    "unread": _("The connection was too slow, and was cut."),
    "silent": _("The table heard nothing from here for too long."),
    "flood": _("Too much was sent at once, and the connection was cut."),
    "bad_frame": _("What was sent here was too long or garbled, and the connection was cut."),
    "bad_data": _("The table could not read what was sent from here, and the connection was cut."),
    "bad_message": _("The table did not understand what was sent from here, and the connection was cut."),
    "bad_order": _("What was sent from here came at the wrong time, and the connection was cut."),
}

# ... or why a peer gave up (`net.peer.ENDINGS`).
_BYES |= {
    "unreachable": _("No table answers there."),
    "no_table": _("What answers there is no muertos table."),
    "another_table": _("Another table stands at that address now."),
    "misunderstood": _("What the table says cannot be understood here. Do both ends run the same muertos?"),
    "lost": _("The connection was lost."),
}

_REJECTIONS = {
    "host_only": _("Only the host can do that."),
    "not_seated": _("Take a seat first."),
    "place_taken": _("Somebody sits there already."),
    "seen_other_hand": _("You have seen another hand of this game, so no other seat can be yours until the next."),
    "no_place": _("There is no such seat."),
    "no_person": _("That person is no longer here."),
    "no_level": _("There is no bot of that level."),
    "in_game": _("Not while a game is being played."),
    "bad_clock": _("That is too little time to decide in."),
    "no_game": _("No game is being played."),
    "paused": _("The game is paused."),
    "no_watching": _("You would watch then, and the host lets nobody watch."),
    "not_yours": _("That is another player's decision."),
    "too_late": _("Too late: that decision has been made."),
    "no_shuffle": _("No shuffling is asked of you now."),
    "bad_nonce": _("What this program shuffled with is not what it had promised."),
    "spoken_off": _("Questions in words cannot be had yet."),
}

_LEVELS = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "master": _("master")}

_OFF = {
    "no_network": _("no network"),
    "port_taken": _("another program has the port for it"),
    "blocked": _("this network swallows it"),
}


def bye(code: str, facts: Facts) -> str:
    """Why a table has ended the connection."""
    if code == "guess_later":
        return _BYES[code].format(seconds=facts.get("seconds", 1))
    return _BYES.get(code) or _("The connection was ended ({code}).").format(code=clean_text(code))


def wrong_guesses(door: Door, new_code: bool = False) -> str:
    """That somebody tries codes, for the host."""
    said = ngettext(
        "A wrong join code was tried {n} time, last from {address}.",
        "A wrong join code was tried {n} times, last from {address}.",
        door.wrong,
    ).format(n=door.wrong, address=door.last)
    return said + " " + _("There is a new code now.") if new_code else said


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: A, B and C."""
    *before, last = names
    return _("{names} and {last}").format(names=", ".join(before), last=last) if before else last


def no_code(typed: str) -> str:
    """Why what was typed is no join code."""
    unknown, like = unknown_word(typed)
    if like:
        return _("“{word}” is no word of a code. Did you mean “{like}”?").format(word=clean_text(unknown), like=like)
    if unknown:
        return _("“{word}” is no word of a code, such as 3-agave-kumquat.").format(word=clean_text(unknown))
    return _("A code is a number and two words, such as 3-agave-kumquat.")


def rejection(refused: Rejected) -> str:
    """Why a request changed nothing."""
    if refused.code in CODES:
        return words.refusal(RuleError(refused.code, **refused.facts))
    return _REJECTIONS.get(refused.code) or _("That was refused ({code}).").format(code=clean_text(refused.code))


def waits(held_up: bool) -> str:
    """That the table cannot save what happens, or can again."""
    if held_up:
        return _(
            "The table waits: its disk is full, or takes nothing. Nothing is lost; play goes on when it can be saved."
        )
    return _("The table goes on.")


def discovery_off(reason: str) -> str:
    """That tables cannot be found by themselves."""
    why = _OFF.get(reason)
    if why:
        return _("Tables cannot be found by themselves here ({why}).").format(why=why)
    return _("Tables cannot be found by themselves here.")


def level(code: str) -> str:
    """A bot's level."""
    return _LEVELS.get(code) or clean_text(code)
