"""Actions and questions as text that parses back: in tests, golden games, logs and on the command line.

`N play K7`, `E discard G4`, `W color P`, `S ask E count ranks=10 at_least=1`, `S chip E lowest`, `N offer yes`,
`N swap K2`, `E kill S`, `E kill none`, `N take P8`, `N give K10`.
"""

from collections.abc import Callable
from typing import Any, Final

from engine import wire
from engine.actions import Action, Ask, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import Card, parse_card
from engine.questions import Question
from engine.seating import SEAT_NAMES

_OPEN: Final = "?"  # a question not yet chosen, as legal actions list it
_CARD_WORDS: Final[dict[str, Callable[[int, Card], Action]]] = {
    "play": Play,
    "discard": Discard,
    "swap": Swap,
    "take": Take,
    "give": Give,
}


def action_text(action: Action) -> str:
    """The action as one line of text."""
    seat = SEAT_NAMES[action.seat]
    match action:
        case Declare(_, color):
            return f"{seat} color {color}"
        case Ask(_, target, question, chip):
            asked = _OPEN if question is None else question_text(question)
            return f"{seat} {'chip' if chip else 'ask'} {SEAT_NAMES[target]} {asked}"
        case Offer(_, accept):
            return f"{seat} offer {'yes' if accept else 'no'}"
        case Kill(_, target):
            return f"{seat} kill {'none' if target is None else SEAT_NAMES[target]}"
        case Play(_, card) | Discard(_, card) | Swap(_, card) | Take(_, card) | Give(_, card):
            word = next(word for word, kind in _CARD_WORDS.items() if type(action) is kind)
            return f"{seat} {word} {card.code}"


def parse_action(text: str) -> Action:
    """The action of a line of text. Raises ValueError if it is none."""
    try:
        name, word, *rest = text.split()
        return _action(_seat(name), word, rest)
    except (ValueError, KeyError) as fault:
        raise ValueError(f"{text[:80]!r} is no action: {fault}") from None


def _seat(name: str) -> int:
    if len(name) != 1:
        raise ValueError(f"no seat {name!r}")
    return SEAT_NAMES.index(name)


def _action(seat: int, word: str, rest: list[str]) -> Action:
    if word in ("ask", "chip"):
        target, *question = rest
        asked = None if question == [_OPEN] else parse_question(" ".join(question))
        return Ask(seat, _seat(target), asked, chip=word == "chip")
    (value,) = rest
    if word == "color":
        return wire.from_plain({"do": "color", "seat": seat, "color": value}, Declare)
    if word == "offer":
        return Offer(seat, {"yes": True, "no": False}[value])
    if word == "kill":
        return Kill(seat, None if value == "none" else _seat(value))
    return _CARD_WORDS[word](seat, parse_card(value))


def question_text(question: Question) -> str:
    """The question as text: its measure, then what is given of filters and comparison."""
    measure, *rest = wire.to_plain(question).items()
    return " ".join([measure[1], *(f"{key}={_value(value)}" for key, value in rest)])


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def parse_question(text: str) -> Question:
    """The question of a text. Raises ValueError if it is none."""
    measure, *rest = text.split()
    fields: dict[str, Any] = {"measure": measure}
    for part in rest:
        key, _, value = part.partition("=")
        if key in fields:
            raise ValueError(f"{key} stands twice")
        fields[key] = _parse_value(key, value)
    return wire.from_plain(fields, Question)


def _parse_value(key: str, value: str) -> object:
    if key in ("colors", "kinds"):
        return value.split(",")
    return [int(rank) for rank in value.split(",")] if key == "ranks" else int(value)
