"""`muertos solve`: the plays that force a goal, from a file with a position."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import click

from engine.bots.proof import winning
from engine.bots.puzzle import PositionError, Puzzle, loads
from engine.deck import Deck
from engine.notation import action_text
from muertos_tui.faults import Fault, shown
from muertos_tui.i18n import _, ngettext

MAX_POSITION: Final = 64 * 1024  # bytes; a position is under one KiB

EXAMPLE: Final = """\
day = 1
leader = "N"
trick = ["N G8", "E K2"]
goal = "points 1"
unknown = "P5 B9 G4"

[hands]
N = "K10"
E = "?"
S = "K10 G4"
W = "? ?"

[won]
NS = ""
EW = ""
"""

_WRONG: Final = {
    "no_toml": _("it is no TOML: {fault}"),
    "unknown_key": _("{key} means nothing in a position"),
    "bad_number": _("{key} must be a number from {least} to {most}"),
    "no_leader": _("`leader` must name the seat that leads the trick"),
    "bad_seat": _("there is no seat “{seat}”; there are N, E, S and W"),
    "bad_card": _("{card} is no card; a code is a colour, a rank and a letter for the kind, as in K0c or P3x"),
    "bad_trick": _('the trick is a list of plays, as in ["N K10", "E discard G5", "S K0c=P"]'),
    "bad_order": _("the trick must begin with its leader and go clockwise"),
    "full_trick": _("the trick has four cards, so there is nothing to play"),
    "bad_hands": _("[hands] must give the cards of N, E, S and W, with spaces between them and ? for an unknown one"),
    "bad_sizes": _("every hand must have as many cards as the others, those in the trick counted"),
    "bad_unknown": _("there are {holes} unknown cards in the hands, but `unknown` names {cards}"),
    "too_many_unknown": _("there may be at most {most} unknown cards"),
    "bad_won": _("[won] gives scoring cards of NS and EW"),
    "bad_goal": _("the goal is “win”, or as in “points 3” or “cards 2”"),
    "not_in_deck": _("the deck has not so many {card} on that day"),
    "no_color": _("a Choose in the trick shows its colour, as in K0c=P"),
}


def read_position(file: str, deck: Deck) -> Puzzle:
    """The position of a file, `-` for the input. Raises Fault naming what is wrong with it."""
    name = _("the input") if file == "-" else shown(file)
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
            data = source.read(MAX_POSITION + 1)
        if len(data) > MAX_POSITION:
            raise Fault(_("{file}: that is too long for a position").format(file=name))
        return loads(data.decode("utf-8"), deck)
    except UnicodeDecodeError:
        raise Fault(_("{file}: it is no text in UTF-8").format(file=name)) from None
    except PositionError as error:
        facts = {name: shown(value) for name, value in error.facts.items()}
        raise Fault(f"{name}: {_WRONG[error.code].format_map(facts)}") from None


def run(file: str, deck: Deck) -> None:
    """Print the plays that force the goal, one a line."""
    for line in report(read_position(file, deck)):
        click.echo(line)


def explain() -> None:
    """How a position is written, as an example that can be solved."""
    for sentence in (
        _("A position, in TOML. The side of the seat that plays next has the goal; everybody sees all cards but you."),
        _("Goals: win (more than the other side when the hand ends), points N (pairs), cards N (scoring cards);"),
        _("what a side has won before counts. A gift drawn unseen is always the worst one."),
        _("Cards nobody has placed stand as ? in the hands and are named as `unknown`:"),
        _("a play is printed if it forces the goal however they lie."),
        _("Left out here: players = 3 (South is the table's hand), optional_swap = true."),
    ):
        click.echo(f"# {sentence}")
    click.echo(EXAMPLE, nl=False)


def report(puzzle: Puzzle) -> Iterator[str]:
    """The plays in notation; what was tried goes to stderr, so that the output is fit for programs."""
    actions, ways = winning(puzzle)
    told = ngettext(
        "The cards may lie in one way. Goal: {goal}.", "The cards may lie in {ways} ways. Goal: {goal}.", ways
    ).format(ways=ways, goal=puzzle.goal.text)
    click.echo(told, err=True)
    if not actions:
        click.echo(_("No play forces it."), err=True)
    yield from map(action_text, actions)
