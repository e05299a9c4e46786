"""Several things that happened at once, shown one after another: what the trick pane shows, step by step."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.board import TrickCard
from engine.cards import Card
from engine.events import Declared, Discarded, Event, HandBegan, HandEnded, Killed, Played, TrickWon
from engine.seating import owners
from engine.views import View


@dataclass(frozen=True)
class Stage:
    """The trick as shown for a moment. One that `won` is finished, and stays until it has been seen."""

    day: int
    number: int
    cards: tuple[TrickCard, ...] = ()
    winning: int | None = None
    won: bool = False
    captured: tuple[Card, ...] = ()
    owners: tuple[int | None, ...] = ()
    ended: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None  # the hand is over: what each side won


def stage_of(view: View) -> Stage:
    """The trick as it lies."""
    return Stage(view.day, view.trick_number, view.trick, view.winning, owners=view.owners)


def standing(view: View) -> Stage:
    """What stands there when nothing happens: after a game and while gifts are exchanged, the last trick."""
    last = last_stage(view)
    if last is None or not (view.over or (last.day, last.number) == (view.day, view.trick_number)):
        return stage_of(view)
    return last


def last_stage(view: View) -> Stage | None:
    """The trick that was finished last."""
    if view.last is None:
        return None
    last = view.last
    seated = owners(view.players, last.day)
    return Stage(last.day, last.number, last.cards, last.winner, True, last.captured, seated)


def stages(before: Stage, events: Iterable[Event], after: View) -> list[Stage]:
    """What to show one after another from `before` on; the last is what stands there then."""
    steps = list(_steps(before, events))
    now = standing(after)
    while steps and steps[-1].cards == now.cards and not steps[-1].won and steps[-1].day == now.day:
        steps.pop()
    shown = steps[-1] if steps else before
    return steps if now.won and shown.won else [*steps, now]


def _steps(stage: Stage, events: Iterable[Event]) -> Iterator[Stage]:
    for event in events:
        match event:
            case HandBegan(day, seated, _):
                stage = Stage(day, 1, owners=seated)
                continue
            case Played(seat, card) | Declared(seat, card):
                stage = _with(stage, TrickCard(seat, card))
            case Discarded(seat, card):
                stage = _with(stage, TrickCard(seat, card, discarded=True))
            case Killed(_, target) if target is not None:
                stage = replace(stage, cards=tuple(_removed(c, target) for c in stage.cards))
            case TrickWon(winner, captured):
                stage = replace(_open(stage), winning=winner, won=True, captured=captured)
            case HandEnded(captured):
                yield replace(stage, ended=captured)
                continue
            case _:
                continue
        yield stage


def _open(stage: Stage) -> Stage:
    """The trick that goes on: after a finished one, the next."""
    if not stage.won:
        return stage
    return Stage(stage.day, stage.number + 1, owners=stage.owners)


def _with(stage: Stage, card: TrickCard) -> Stage:
    stage = _open(stage)
    others = tuple(c for c in stage.cards if c.seat != card.seat)
    return replace(stage, cards=(*others, card), winning=None)


def _removed(card: TrickCard, seat: int) -> TrickCard:
    return replace_card(card) if card.seat == seat else card


def replace_card(card: TrickCard) -> TrickCard:
    """The card as one removed."""
    return TrickCard(card.seat, card.card, removed=True)
