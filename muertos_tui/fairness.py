"""What a peer found of a finished game (`net.witness`), in words: verified, or the first thing that differs."""

from collections.abc import Sequence
from typing import Final

from muertos_tui.i18n import _
from net.text import clean_text
from net.witness import Verdict

_FOUND: Final = {
    "verified": _("Verified: nobody chose the deals, and the record is the game you were shown."),
    "verified_late": _("Verified, as far as you saw: you came, or came back, after the shuffle."),
    "verified_without": _("Verified; you were away for the shuffle, so the table made your part of it."),
    "unshuffled": "",
    "host_changed": _("NOT verified: the table changed its part of the shuffle."),
    "commitments_changed": _("NOT verified: the table changed what had been promised for the shuffle."),
    "not_counted": _("NOT verified: the table did not use your part of the shuffle."),
    "reused": _("NOT verified: {who} used an earlier part of a shuffle again."),
    "unpromised": _("NOT verified: parts of the shuffle were never promised."),
    "nonces_changed": _("NOT verified: the table changed the parts of the shuffle."),
    "broken_promise": _("NOT verified: {who} did not show the part of the shuffle that was promised."),
    "no_secret": _("NOT verified: the table does not show its part of the shuffle."),
    "seed": _("NOT verified: the deals are not those of the shuffle."),
    "record": _("NOT verified: line {line} of the record cannot stand."),
    "view": _("NOT verified: on day {day}, in trick {trick}, you were shown a game that is not the record's."),
    "too_many_views": _("NOT verified: the table showed more than a game has."),
}


def found(verdict: Verdict, names: Sequence[str]) -> str:
    """What was found, "" where there was nothing to find."""
    player = verdict.facts.get("player", -1)
    who = _("the table")
    if isinstance(player, int) and 0 <= player < len(names):
        who = names[player]
    facts = {name: clean_text(str(fact)) for name, fact in verdict.facts.items()}
    return _FOUND[verdict.code].format_map({"line": "?", "day": "?", "trick": "?", **facts, "who": who})
