"""Golden games: every player's view and what they were told at every step, as text that a person can read.

`make playthroughs` writes them anew. A test plays the decisions of each file again and compares the whole text, so that
whatever a change to the engine means for a game can be read in the difference.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine import wire
from engine.actions import Action
from engine.cards import Card
from engine.events import Event, HandEnded
from engine.memory import Answered, Change
from engine.notation import action_text, parse_action, question_text
from engine.options import Options
from engine.rules import apply, new_game
from engine.seating import SEAT_NAMES
from engine.state import State
from engine.views import View, events_for, view
from tests.engine.play import play

FOLDER = Path(__file__).parent
WHOLE, ONE = 3, 1

# By file name: players, options, hands to play.
GAMES: dict[str, tuple[int, Options, int]] = {
    "four": (4, Options(), WHOLE),
    "three": (3, Options(), WHOLE),
    "four-chips": (4, Options(ask_chips=True), ONE),
    "four-optional-swap": (4, Options(optional_swap=True), ONE),
    "three-chips-optional-swap": (3, Options(ask_chips=True, optional_swap=True), ONE),
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def again(name: str, text: str) -> str:
    """A golden game's text, from its seed and its decisions."""
    head, *lines = text.splitlines()
    actions = [parse_action(line.removeprefix("> ")) for line in lines if line.startswith("> ")]
    return render(name, bytes.fromhex(head.split()[-1]), actions)


def anew(name: str) -> str:
    """A golden game of decisions drawn at random, to the end of the hands to be played."""
    players, options, hands = GAMES[name]

    def stop(state: State, steps: int) -> bool:
        return sum(isinstance(event, HandEnded) for event in state.log) == hands

    state, actions = play(Random(name), players, options, stop=stop)
    return render(name, state.seed, actions)


def render(name: str, seed: bytes, actions: Iterable[Action]) -> str:
    """The golden game as text."""
    players, options, _ = GAMES[name]
    state = new_game(seed, players, options)
    on = " ".join(key for key, value in wire.to_plain(options).items() if value)
    lines = [f"# {players} players, options: {on or 'none'}, seed {state.seed.hex()}", ""]
    told = 0
    for action in [*actions, None]:
        lines += _events(state, told)
        told = len(state.log)
        lines += _views(state)
        if action is not None:
            lines += [f"> {action_text(action)}"]
            apply(state, action)
    return "\n".join(lines) + "\n"


def _names(state: State) -> list[tuple[str, int | None]]:
    return [*((f"p{player}", player) for player in range(state.players)), ("watch", None)]


# What happened


def _events(state: State, start: int) -> Iterator[str]:
    """Each event as the watcher was told it, and below it what others were told besides."""
    told = {name: events_for(state, player, start) for name, player in _names(state)}
    for place, public in enumerate(told["watch"]):
        yield f"  * {event_text(public)}"
        others: dict[str, list[str]] = {}
        for name, events in told.items():
            if events[place] != public:
                others.setdefault(event_text(events[place]), []).append(name)
        yield from (f"    {'+'.join(names)}: {text}" for text, names in others.items())


def event_text(event: Event) -> str:
    plain: dict[str, Any] = wire.to_plain(event)
    kind = plain.pop("ev")
    return " ".join([kind, *(f"{key}={_value(key, value)}" for key, value in plain.items())])


def _value(key: str, value: Any) -> str:
    match value:
        case None:
            return "?" if key != "target" else "none"
        case bool():
            return str(value).lower()
        case int() if key in ("seat", "target", "winner", "taker"):
            return SEAT_NAMES[value]
        case dict():
            return "{" + " ".join(f"{k}:{_value(k, v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + " ".join(_value("", some) for some in value) + "]"
    return str(value)


# What each knows


def _views(state: State) -> Iterator[str]:
    shown = {name: view(state, player) for name, player in _names(state)}
    public = list(_public(shown["watch"]))
    yield ""
    yield from public
    for name, some in shown.items():
        differs = [line for line in _public(some) if line not in public]
        yield from (f"  {name} sees otherwise: {line}" for line in differs)
        yield from _private(name, some)


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards) or "-"


def _public(some: View) -> Iterator[str]:
    due = " ".join(f"{SEAT_NAMES[d.seat]}:{d.kind}" for d in some.decisions) or "over"
    owners = " ".join(
        f"{seat}=p{owner}" if owner is not None else f"{seat}=table"
        for seat, owner in zip(SEAT_NAMES, some.owners, strict=True)
    )
    yield f"== {some.number} | day {some.day} {some.muertos} trick {some.trick_number} | {owners} | {due}"
    if some.trick:
        flags = {True: "!"}
        trick = " ".join(
            f"{SEAT_NAMES[c.seat]}:{c.card.code}{'(discard)' if c.discarded else '(removed)' if c.removed else ''}"
            + flags.get(c.seat == some.winning, "")
            for c in some.trick
        )
        yield f"  trick {trick} | free {' '.join(some.free) or '-'}{' | spoiled' if some.spoiled else ''}"
    else:
        last = some.last
        if last is not None:
            cards = " ".join(f"{SEAT_NAMES[c.seat]}:{c.card.code}" for c in last.cards)
            won = f"{SEAT_NAMES[last.winner]} {_codes(last.captured)}"
            yield f"  {SEAT_NAMES[some.leader]} leads | last {cards} -> {won}"
    held = " ".join(f"{seat}{count}" for seat, count in zip(SEAT_NAMES, some.held, strict=True))
    won = f"NS {_codes(some.captured[0])} EW {_codes(some.captured[1])}"
    totals = " ".join(f"{s.food}+{s.muertos}={s.points}" for s in some.totals)
    chips = f" | chips {' '.join(map(str, some.chips))}" if some.chips else ""
    winners = f" | winners {' '.join(f'p{player}' for player in some.winners)}" if some.over else ""
    yield f"  held {held} | won {won} | {totals}{chips}{winners}"
    yield f"  tableau {_codes(some.tableau)} | lost {_codes(some.lost)}"


def _private(name: str, some: View) -> Iterator[str]:
    hands = " ".join(
        f"{seat}[{_codes(hand)}]" for seat, hand in zip(SEAT_NAMES, some.hands, strict=True) if hand is not None
    )
    known = " ".join(f"{SEAT_NAMES[k.seat]}:{k.card.code}" for k in some.known)
    parts = [part for part in (hands, f"knows {known}" if known else "") if part]
    may: dict[str, list[str]] = {}
    for action in some.actions:
        seat, word, what = action_text(action).split(maxsplit=2)
        may.setdefault(f"{seat} {word}", []).append(what.removesuffix(" ?"))
    if may:
        parts.append("may " + ", ".join(f"{word} {' '.join(whats)}" for word, whats in may.items()))
    if parts:
        yield f"  {name} {' | '.join(parts)}"
    for answered in some.answered:
        if answered.since:
            yield f"    {_answered(answered)}"


def _answered(some: Answered) -> str:
    since = " ".join(map(_change, some.since))
    asked = f"{SEAT_NAMES[some.seat]} asked {SEAT_NAMES[some.target]} {question_text(some.question)}: {some.answer}"
    return f"{asked}, since {since}"


def _change(change: Change) -> str:
    return ("+" if change.gained else "-") + (change.card.code if change.card is not None else "?")
