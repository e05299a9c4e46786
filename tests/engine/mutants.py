"""Records with one line changed, dropped, doubled or exchanged with the next."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engine import naive
from tests.engine.naive_record import KINDS, MEASURES

Lines = list[str]
SEATS = ["N", "E", "S", "W"]


def dumps(line: object) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def moved(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Every line dropped, every line doubled, every two that follow each other exchanged."""
    for i in range(len(lines)):
        yield f"drop {i + 1}", lines[:i] + lines[i + 1 :]
        yield f"double {i + 1}", [*lines[: i + 1], *lines[i:]]
        if i + 1 < len(lines) and lines[i] != lines[i + 1]:
            yield f"swap {i + 1}", [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]


def changed(lines: Lines, rng: Random) -> tuple[str, Lines]:
    """One line with one thing in it changed."""
    while True:
        i = rng.randrange(len(lines))
        was = json.loads(lines[i])
        line = copy.deepcopy(was)
        _change(rng, line)
        if dumps(line) != dumps(was):
            return f"line {i + 1} {dumps(line)[:60]}", [*lines[:i], dumps(line), *lines[i + 1 :]]


def _change(rng: Random, line: dict[str, Any]) -> None:
    """Change a value somewhere in the line, take a field out or put one in."""
    how = rng.random()
    if how < 0.06:
        del line[rng.choice(list(line))]
    elif how < 0.12:
        line[rng.choice(["seat", "color", "chip", "declined", "extra", "taken"])] = rng.choice(
            [None, True, "N", "P", 1]
        )
    else:
        place: Any = line
        keys: list[Any] = [key for key in line if key not in ("type", "deck")] or list(line)
        key = rng.choice(keys)
        while isinstance(place[key], dict | list) and place[key] and rng.random() < 0.9:
            place = place[key]
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        place[key] = _other(rng, place[key])


def _other(rng: Random, value: Any) -> Any:
    """Another value, mostly one that could stand in its place."""
    if rng.random() < 0.1:
        return rng.choice([None, True, False, 0, 1, 1.0, -1, 10**20, "", "N", "K10", [], {}, [value], str(value)])
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice([-1, 1, 2])
        case None:
            return rng.choice(SEATS)
        case str() if value in SEATS:
            return rng.choice([*SEATS, None])
        case str() if value in ("K", "P", "B", "G"):
            return rng.choice("KPBG")
        case str() if value in KINDS:
            return rng.choice(KINDS)
        case str() if value in MEASURES:
            return rng.choice(MEASURES)
        case str() if len(value) == 64:
            return value[:-1] + rng.choice("0123456789abcdefABCDEFg")
        case str():
            return rng.choice(naive.day_cards(rng.randint(1, 3)))
        case dict() if value:
            key = rng.choice(list(value))
            return {k: v for k, v in value.items() if k != key}
        case list() if value:
            return rng.choice([value[1:], value[::-1], [*value, value[0]]])
    return {"at_least": 1} if value == {} else ["K2"]
