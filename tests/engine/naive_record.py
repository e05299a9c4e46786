"""A second reader of records (R31), written as the game is told: each step says what the next line must be.

Nothing of the engine is used. It serves to say of any text which line is the first that cannot stand, if any.
"""

import json
import re
from collections.abc import Generator, Iterable
from typing import Any

from tests.engine import naive
from tests.engine.naive import SEATS, Trick

Line = dict[str, Any]
Steps = Generator[None, Line, None]
KINDS = "choose ask spoiled swap food kill10 muertos start plain".split()
MEASURES = "count colors ranks sum highest lowest".split()


class Bad(Exception):
    """A line that cannot stand."""


def first_bad_line(lines: Iterable[str]) -> int | None:
    """The number of the first line that cannot stand, None if all can."""
    reader = _games()
    next(reader)
    for number, raw in enumerate(lines, 1):
        try:
            reader.send(_load(raw))
        except (Bad, ValueError, RecursionError):
            return number
    return None


def _load(raw: str) -> Line:
    def pairs(items: list[tuple[str, Any]]) -> Line:
        _require(len(dict(items)) == len(items))
        return dict(items)

    line = json.loads(raw, object_pairs_hook=pairs)
    _require(isinstance(line, dict) and list(line)[:1] == ["type"] and isinstance(line["type"], str))
    return line  # type: ignore[no-any-return]


def _require(truth: bool) -> None:
    if not truth:
        raise Bad


def _same(one: object, other: object) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other


def _must_be(line: Line, **fields: object) -> None:
    _require(_same(line, fields))


def _text(line: Line, key: str) -> str:
    value = line.get(key)
    _require(isinstance(value, str))
    return str(value)


def _games() -> Steps:
    while True:
        yield from _Game().play()


class _Game:
    def play(self) -> Steps:
        self.read_game((yield))
        self.won = [[0, 0] for _ in range(self.players)]
        self.chips = [2 if self.options["ask_chips"] else 0] * self.players
        for self.day in 1, 2, 3:
            yield from self.hand()
        totals = [{"food": f, "muertos": m, "points": min(f, m)} for f, m in self.won]
        ranking = [(t["points"], t["food"], t["muertos"]) for t in totals]
        winners = [i for i, place in enumerate(ranking) if place == max(ranking)]
        _must_be((yield), type="game_end", totals=totals, winners=winners)

    def read_game(self, line: Line) -> None:
        _require(set(line) == set("type format version players names options deck game_seed".split()))
        _require(line["type"] == "game" and line["format"] == "muertos-record" and _same(line["version"], 1))
        self.players, self.options, names = line["players"], line["options"], line["names"]
        _require(type(self.players) is int and self.players in (3, 4))
        _require(isinstance(names, list) and len(names) == self.players and all(isinstance(n, str) for n in names))
        _require(isinstance(self.options, dict) and all(type(value) is bool for value in self.options.values()))
        _require(set(self.options) == {"ask_chips", "optional_swap", "spoken_questions"})
        _require(isinstance(line["game_seed"], str) and re.fullmatch("[0-9a-f]{64}", line["game_seed"]) is not None)
        self.seed = bytes.fromhex(line["game_seed"])
        self.base = naive.HOUSE if line["deck"] == "house" else self.deck(line["deck"])

    def deck(self, deck: Any) -> list[str]:
        """R5, for decks that are well written: the tests change no line inside a deck."""
        _require(isinstance(deck, dict))
        return [code for code, copies in deck["cards"].items() for _ in range(copies)]

    def hand(self) -> Steps:
        n = self.day - 1 if self.players == 3 else 0
        order: list[int | str] = [0, 1, 2, 3] if self.players == 4 else [n, (n + 1) % 3, "table", (n + 2) % 3]
        self.owner: dict[str, int | str] = dict(zip(SEATS, order, strict=True))
        self.stream = naive.stream(self.seed, self.day)
        self.hands = naive.deal(self.stream, naive.day_cards(self.day, self.base))
        _must_be((yield), type="hand", day=self.day, seats=self.owner, dealt=self.hands)
        self.captured: dict[str, list[str]] = {"NS": [], "EW": []}
        leader = next(s for s in SEATS if any(naive.kind(c) == "start" for c in self.hands[s]))
        for self.number in range(1, 9):
            yield from self.trick(leader)
            leader = self.winner
        _must_be((yield), type="hand_end", captured=self.captured)
        for side, cards in self.captured.items():
            for player in [self.owner[seat] for seat in side if self.owner[seat] != "table"]:
                for card in cards:
                    self.won[int(player)][naive.kind(card) == "muertos"] += 1

    def boss(self, seat: str) -> int | str:
        """Who decides for a seat (R22)."""
        return self.owner["N"] if self.owner[seat] == "table" else self.owner[seat]

    def trick(self, leader: str) -> Steps:
        turn = SEATS.index(leader)
        played: Trick = []
        for seat in (SEATS + SEATS)[turn : turn + 4]:
            yield from self.turn(seat, played)
        yield from self.kills(played)
        captured = [card for _, card in played if naive.scoring(card)]
        gifts = naive.gifts_due(played) and self.number < 8
        rest = [play for play in played if play not in self.gone]
        self.winner = naive.winner(rest)
        self.captured["NS" if self.winner in "NS" else "EW"] += captured
        _must_be((yield), type="trick", winner=self.winner, captured=captured)
        if gifts:
            yield from self.gifts()

    def turn(self, seat: str, played: Trick) -> Steps:
        hand = self.hands[seat]
        line = yield
        while line["type"] == "ask":
            self.ask(line, seat, chip=True)
            line = yield
        card = _text(line, "card")
        _require(line.get("seat") == seat and card in hand)
        opening = [c for c in hand if naive.kind(c) == "start" and self.number == 1 and not played]
        if line["type"] == "discard":
            _must_be(line, type="discard", seat=seat, card=card)
            _require(card in naive.may_discard(hand, played))
            hand.remove(card)
            return
        _require(line["type"] == "play" and card in (opening or naive.may_play(hand, played)))
        hand.remove(card)
        if naive.kind(card) == "choose":
            _require(_text(line, "color") in naive.choose_colors(played, self.day))
            _must_be(line, type="play", seat=seat, card=card, color=line["color"])
            card += "=" + line["color"]
        else:
            _must_be(line, type="play", seat=seat, card=card)
        played.append((seat, card))
        if naive.kind(card) == "ask" and self.targets(seat):
            self.ask((yield), seat, chip=False)
        if naive.kind(card) == "swap" and self.number < 8:
            self.swap((yield), seat)

    def targets(self, seat: str) -> list[str]:
        """R15, R22."""
        others = [s for s in SEATS if self.owner[s] not in ("table", self.boss(seat))]
        return [s for s in others if self.hands[s]]

    def ask(self, line: Line, seat: str, chip: bool) -> None:
        _require(set(line) == set("type seat target question answer chip".split()))
        _require(line["type"] == "ask" and line["seat"] == seat and line["target"] in self.targets(seat))
        _require(line["chip"] is chip and _same(line["answer"], answer(line["question"], self.hands[line["target"]])))
        if chip:
            owner = self.owner[seat]
            _require(owner != "table" and self.chips[int(owner)] > 0)
            self.chips[int(owner)] -= 1

    def swap(self, line: Line, seat: str) -> None:
        if "declined" in line:
            _must_be(line, type="swap", seat=seat, declined=True)
            _require(self.options["optional_swap"])
            return
        given, received, other = _text(line, "given"), _text(line, "received"), naive.partner(seat)
        _must_be(line, type="swap", seat=seat, given=given, received=received)
        _require(given in self.hands[seat] and received in self.hands[other])
        self.hands[seat] = naive.canonical([*_without(self.hands[seat], given), received])
        self.hands[other] = naive.canonical([*_without(self.hands[other], received), given])

    def kills(self, played: Trick) -> Steps:
        self.gone: Trick = []
        for seat in [s for s, card in played if naive.kind(card) == "kill10"]:
            tens = [(s, c) for s, c in played if naive.ten(c) and naive.opposed(s, seat) and (s, c) not in self.gone]
            if tens:
                line = yield
                _must_be(line, type="kill", seat=seat, target=line.get("target", ""))
                _require(line["target"] in [None, *(s for s, _ in tens)])
                self.gone += [play for play in tens if play[0] == line["target"]]

    def gifts(self) -> Steps:
        taker = naive.right_of(self.winner)
        mine, theirs = self.hands[self.winner], self.hands[taker]
        line = yield
        taken, returned = _text(line, "taken"), _text(line, "returned")
        _must_be(line, type="gift", winner=self.winner, taker=taker, taken=taken, returned=returned)
        if self.owner[self.winner] == "table":
            _require(taken in mine)
        else:
            _require(taken == mine[naive.below(self.stream, len(mine))])
        mine, theirs = _without(mine, taken), [*theirs, taken]
        _require(returned in theirs)
        self.hands[self.winner] = naive.canonical([*mine, returned])
        self.hands[taker] = naive.canonical(_without(theirs, returned))


def _without(cards: list[str], card: str) -> list[str]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def answer(question: Any, hand: list[str]) -> bool | int:
    """R25."""
    _require(isinstance(question, dict) and question.get("measure") in MEASURES)
    allowed: dict[str, list[Any]] = {"colors": list("KPBG"), "ranks": list(range(11)), "kinds": KINDS}
    bounds = [key for key in question if key in ("at_least", "at_most", "exactly")]
    filters = [key for key in question if key in allowed]
    _require(len(bounds) <= 1 and len(question) == 1 + len(bounds) + len(filters))
    for key in filters:
        some = question[key]
        _require(isinstance(some, list) and some != [] and question["measure"] not in ("highest", "lowest"))
        _require(all(any(_same(value, other) for other in allowed[key]) for value in some))
    cards = [
        card
        for card in hand
        if naive.color(card) in question.get("colors", "KPBG")
        and naive.rank(card) in question.get("ranks", range(11))
        and naive.kind(card) in question.get("kinds", KINDS)
    ]
    ranks = [naive.rank(card) for card in cards]
    value = {
        "count": len(cards),
        "colors": len({naive.color(card) for card in cards}),
        "ranks": len(set(ranks)),
        "sum": sum(ranks),
        "highest": max([*ranks, 0]),
        "lowest": min([*ranks, 10]),
    }[question["measure"]]
    for key in bounds:
        bound = question[key]
        _require(type(bound) is int and 0 <= bound <= 999)
        return bool({"at_least": value >= bound, "at_most": value <= bound, "exactly": value == bound}[key])
    return value
