"""What the command line says when something is wrong: one line, in words, about what to do."""

from collections.abc import Mapping

from engine.errors import CODES, DeckError, RecordError
from muertos_tui.i18n import _
from net.text import clean_text

MAX_SHOWN = 160  # characters of what a fault line quotes from outside


class Fault(Exception):
    """Something in the world is not as the command needs it: exit status 1."""


def shown(text: object) -> str:
    """Text from outside, fit for a line."""
    return clean_text(str(text), MAX_SHOWN)


def _filled(sentence: str, facts: Mapping[str, str | int]) -> str:
    return sentence.format_map({name: shown(value) for name, value in facts.items()})


_DECKS = {
    "unknown_key": _("{key} means nothing in a deck file; there is name and there is [cards]"),
    "bad_name": _("the name must be a text of at most {most} characters"),
    "no_cards": _("the [cards] table is missing"),
    "start_cards": _("there must be exactly one Start card (as in K6*), but there are {found}"),
    "total": _("there must be {wanted} base cards, but there are {found}"),
    "no_code": _("{card} is no card; a code is a colour, a rank and a letter for the kind, as in K0c or P3x"),
    "unknown_color": _("{card}: there is no colour {color}; there are K, P, B and G"),
    "unknown_kind": _("{card}: there is no kind {kind}; there are c, a, s, w, x and *, or none"),
    "rank_outside": _("{card}: a rank is a number from 0 to {most}"),
    "scoring_card": _("{card}: rank {rank} scores, and the game adds those cards itself"),
    "choose_not_black": _("{card}: Choose is black"),
    "bad_copies": _("{card}: the copies are a number from 0 to {most}"),
    "no_toml": _("it is no TOML: {fault}"),
}


def deck_fault(error: DeckError) -> str:
    """What is wrong with a deck file."""
    sentence = _DECKS.get(error.code)
    return _filled(sentence, error.facts) if sentence else shown(error.code)


_RECORDS = {
    "no_game": _("a game begins with a line of type game"),
    "unfinished": _("the game before has not ended"),
    "after_end": _("the game has ended"),
    "no_json": _("it is no line of JSON"),
    "no_type": _("it is no object that begins with its type"),
    "version": _("its format is {format} {version}, and this program reads muertos-record 1"),
    "names": _("there must be {players} names"),
    "bad_deck": _("its deck cannot be played with"),
    "differs": _("it is not what the rules and the seed make of the game here (due: {due})"),
    "not_due": _("no line of type {found} is due here: a player must decide first"),
    "incomplete": _("a line of type {found} is not all that is due here"),
    "bad_line": _("{fault}"),
}

_RULES = {
    "not_owing": _("it is not for that seat to decide now"),
    "wrong_kind": _("another sort of decision is due"),
    "not_held": _("that card is not in the hand"),
    "start_first": _("the Start card leads the first trick"),
    "color_taken": _("a card of that colour lies in the trick"),
    "food_spoiled": _("Spoiled lies in the trick, so no Food may be played"),
    "must_play": _("who has a playable card may not discard"),
    "color_of_day": _("Choose may not name the colour of the day"),
    "no_target": _("that seat cannot be asked"),
    "bad_question": _("such a question is not allowed"),
    "spoken_off": _("questions in words are off at this table"),
    "no_chip": _("there is no chip left to spend"),
    "compulsory_swap": _("the swap is compulsory at this table"),
    "no_ten": _("that seat played no ten that may be removed"),
    "game_over": _("the game is over"),
}


def record_fault(error: RecordError) -> str:
    """Which line of a record cannot stand, and why."""
    if error.code in CODES:
        why = _RULES.get(error.code, shown(error.code))
        rule = CODES[error.code]
        why = f"{why} ({rule})" if rule else why
    else:
        sentence = _RECORDS.get(error.code)
        why = _filled(sentence, {"due": "?", **error.facts}) if sentence else shown(error.code)
    return _("line {number}: {why}").format(number=error.line, why=why)
