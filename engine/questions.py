"""The question language (R25): what can be asked of a hand, its true answer, and a finite menu to choose from."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engine.cards import COLORS, FESTIVAL, KINDS, MAX_RANK, Card, Color, Kind
from engine.errors import RuleError

Measure = Literal["count", "colors", "ranks", "sum", "highest", "lowest"]
MEASURES: Final[tuple[Measure, ...]] = ("count", "colors", "ranks", "sum", "highest", "lowest")
Rank = Annotated[int, Meta(ge=0, le=MAX_RANK)]
MAX_TEXT: Final = 200  # a spoken question is one sentence (R26)
Bound = Annotated[int, Meta(ge=0, le=999)]  # no answer exceeds 80: eight tens
Answer = bool | int


class Question(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A measure of the cards that match every given filter, with at most one comparison (R25)."""

    measure: Measure
    colors: Annotated[tuple[Color, ...], Meta(max_length=len(COLORS))] = ()  # who asks one twice fills no screen
    ranks: Annotated[tuple[Rank, ...], Meta(max_length=MAX_RANK + 1)] = ()
    kinds: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))] = ()
    at_least: Bound | None = None
    at_most: Bound | None = None
    exactly: Bound | None = None


def check_question(question: Question) -> None:
    """Raises RuleError `bad_question` for a question that R25 does not allow."""
    bounds = (question.at_least, question.at_most, question.exactly)
    filtered = question.colors or question.ranks or question.kinds
    if bounds.count(None) < 2:
        raise RuleError("bad_question", why="two_comparisons")
    if filtered and question.measure in ("highest", "lowest"):
        raise RuleError("bad_question", why="whole_hand_only")


def matching(question: Question, hand: Iterable[Card]) -> list[Card]:
    """The set a question is about: the cards that match each given filter (R25)."""
    return [
        card
        for card in hand
        if (not question.colors or card.color in question.colors)
        and (not question.ranks or card.rank in question.ranks)
        and (not question.kinds or card.kind in question.kinds)
    ]


def answer(question: Question, hand: Iterable[Card]) -> Answer:
    """The true answer about a hand that is not empty (R25)."""
    cards = matching(question, hand)
    match question.measure:
        case "count":
            value = len(cards)
        case "colors":
            value = len({card.color for card in cards})
        case "ranks":
            value = len({card.rank for card in cards})
        case "sum":
            value = sum(card.rank for card in cards)
        case "highest":
            value = max(card.rank for card in cards)
        case "lowest":
            value = min(card.rank for card in cards)
    if question.at_least is not None:
        return value >= question.at_least
    if question.at_most is not None:
        return value <= question.at_most
    if question.exactly is not None:
        return value == question.exactly
    return value


@cache
def menu(muertos: Color) -> tuple[Question, ...]:
    """The finite menu of a day with Muertos of that colour: for presets, for bots, and to draw from at random."""
    q = Question
    return (
        q("count", kinds=("food",)),
        q("count", kinds=("muertos",)),
        q("count", kinds=("food", "muertos")),
        q("count", ranks=(10,), at_least=1),
        q("count", ranks=(10,)),
        q("count", kinds=("kill10",)),
        *(q("count", kinds=("kill10",), colors=(color,), at_least=1) for color in FESTIVAL),
        *(q("count", colors=(color,)) for color in COLORS),
        *(q("count", colors=(color,), at_most=0) for color in COLORS),
        q("count", kinds=("spoiled",), at_least=1),
        q("count", kinds=("choose",)),
        q("count", kinds=("swap",)),
        q("count", colors=(muertos,), kinds=("plain", "kill10")),
        q("count", ranks=(7, 8, 9)),
        q("count", ranks=(8, 9, 10), at_least=2),
        q("colors"),
        q("ranks"),
        q("sum"),
        q("sum", colors=(muertos,)),
        q("highest"),
        q("highest", at_most=8),
        q("lowest"),
        q("lowest", at_least=4),
    )
