"""The rules of a trick, the stream and the deal once more, as plainly as can be: strings, lists, nothing of the engine.

A trick is a list of (seat, card) as played; a card is its code (R6), a Choose with its declared colour.
"""

import hashlib
import hmac
import itertools
from collections.abc import Iterator

KIND_OF_SUFFIX = {"c": "choose", "a": "ask", "s": "spoiled", "w": "swap", "x": "kill10", "*": "start"}
SEATS = "NESW"
DAYS = {1: "G", 2: "P", 3: "B"}
Trick = list[tuple[str, str]]


def color(card: str) -> str:
    return card.split("=")[1] if "=" in card else card[0]


def rank(card: str) -> int:
    return int("".join(c for c in card if c in "0123456789"))


def kind(card: str) -> str:
    suffix = card.split("=")[0][-1]
    if suffix in KIND_OF_SUFFIX:
        return KIND_OF_SUFFIX[suffix]
    return {2: "food", 4: "muertos"}.get(rank(card), "plain")


def scoring(card: str) -> bool:
    return kind(card) in ("food", "muertos")


def ten(card: str) -> bool:
    """What Kill 10 may remove (R18): not a Kill 10, whatever rank a deck gives it."""
    return rank(card) == 10 and kind(card) != "kill10"


def opposed(one: str, other: str) -> bool:
    return {one, other} not in ({"N", "S"}, {"E", "W"}, {one})


def right_of(seat: str) -> str:
    return {"N": "W", "E": "N", "S": "E", "W": "S"}[seat]


def partner(seat: str) -> str:
    return {"N": "S", "E": "W", "S": "N", "W": "E"}[seat]


def playable(card: str, trick: Trick) -> bool:
    """R9, R16."""
    if kind(card) == "food":
        return "spoiled" not in [kind(c) for _, c in trick]
    if kind(card) == "choose" or color(card) == "K":
        return True
    return color(card) not in [color(c) for _, c in trick]


def may_play(hand: list[str], trick: Trick) -> list[str]:
    return [card for card in hand if playable(card, trick)]


def may_discard(hand: list[str], trick: Trick) -> list[str]:
    """R10."""
    return [] if may_play(hand, trick) else hand


def choose_colors(trick: Trick, day: int) -> list[str]:
    """R14. The Choose itself is not among the cards of the trick."""
    taken = [color(card) for _, card in trick]
    return ["K"] + [c for c in "PBG" if c != DAYS[day] and c not in taken]


def kill_prompts(trick: Trick) -> list[tuple[list[tuple[str, str | None]], str]]:
    """R18: every way the 3s of a finished trick can be settled, each with the winner it leads to.

    A way is the list of (player of the 3, whose ten or None), with nothing for a 3 that finds no ten.
    """
    threes = [seat for seat, card in trick if kind(card) == "kill10"]
    ways = []
    for choice in itertools.product([*SEATS, None], repeat=len(threes)):
        gone: list[str] = []
        way: list[tuple[str, str | None]] = []
        for seat, target in zip(threes, choice, strict=True):
            tens = [s for s, card in trick if ten(card) and opposed(s, seat) and s not in gone]
            if not tens:
                if target is not None:
                    break
                continue
            if target is not None and target not in tens:
                break
            way.append((seat, target))
            gone += [target] if target is not None else []
        else:
            ways.append((way, winner([play for play in trick if play[0] not in gone])))
    return ways


def winner(trick: Trick) -> str:
    """R11."""
    for wanted in range(10, -1, -1):
        for seat, card in trick:
            if rank(card) == wanted:
                return seat
    raise AssertionError("an empty trick")


def gifts_due(trick: Trick) -> bool:
    """R13, before the eighth trick is over."""
    return any(scoring(card) or kind(card) == "spoiled" for _, card in trick)


# The stream and the deal


def stream(game_seed: bytes, day: int) -> Iterator[int]:
    """R28: the 4-byte values of a day, one after the other."""
    key = hmac.new(game_seed, f"muertos/1 day {day}".encode(), hashlib.sha256).digest()
    for block in itertools.count():
        digest = hashlib.sha256(key + bytes(block >> shift & 255 for shift in range(56, -8, -8))).digest()
        for i in range(0, 32, 4):
            a, b, c, d = digest[i : i + 4]
            yield ((a * 256 + b) * 256 + c) * 256 + d


def below(values: Iterator[int], n: int) -> int:
    for value in values:
        if value < n * (2**32 // n):
            return value % n
    raise AssertionError("the stream never ends")


def canonical(cards: list[str]) -> list[str]:
    """R29: by rank, then colour, then Choose, Ask, Spoiled, the rest."""
    kinds = "choose ask spoiled swap food kill10 muertos start plain".split()
    return sorted(cards, key=lambda card: (rank(card), "KPBG".index(color(card)), kinds.index(kind(card))))


HOUSE = [f"{c}{r}" for c in "PBG" for r in ("3x", "5", "7", "8", "9")]
HOUSE += ["K0c", "K0c", "K0a", "K0s", "K1w", "K1w", "K6*", "K10", "K10", "K10"]


def day_cards(day: int, base: list[str] = HOUSE) -> list[str]:
    return canonical([*base, "K2", "K2", "K2", *[f"{DAYS[day]}4"] * 4])


def deal(values: Iterator[int], cards: list[str]) -> dict[str, list[str]]:
    """R29: shuffle from the end, then deal in turn."""
    cards = list(cards)
    for i in range(31, 0, -1):
        j = below(values, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return {seat: canonical(cards[place::4]) for place, seat in enumerate(SEATS)}
