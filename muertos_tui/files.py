"""Commands that read and print: decks, records, the rules."""

import shutil
import sys
import textwrap
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

import click

from engine import deck as decks
from engine import fair, record
from engine.deck import HOUSE, Deck
from engine.errors import DeckError, RecordError
from muertos_tui import fairness
from muertos_tui.faults import Fault, deck_fault, record_fault, shown
from muertos_tui.i18n import _, ngettext
from muertos_tui.rules_text import chapters
from muertos_tui.saving import beside
from net.text import clean_text
from net.witness import Verdict

MAX_DECK: Final = 64 * 1024  # bytes; a deck file is under one KiB
MAX_SHUFFLE: Final = 64 * 1024  # bytes; the file beside a record is under two KiB
MAX_WIDTH: Final = 80  # columns: longer lines of prose are hard to read


def read_deck(file: str | None) -> Deck:
    """The deck of a deck file, or the house deck. Raises Fault naming what is wrong with the file."""
    if file is None:
        return HOUSE
    try:
        return decks.loads(deck_text(file))
    except DeckError as error:
        raise Fault(f"{shown(file)}: {deck_fault(error)}") from None


def deck_text(file: str) -> str:
    """The text of a deck file."""
    try:
        with Path(file).open("rb") as source:
            data = source.read(MAX_DECK + 1)
        if len(data) > MAX_DECK:
            raise Fault(_("{file}: that is too long for a deck file").format(file=shown(file)))
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault(_("{file}: it is no text in UTF-8").format(file=shown(file))) from None


def print_house_deck() -> None:
    """The house deck, as a file to start from."""
    for sentence in (
        _("A deck: its name, and how many there are of each card."),
        _("A card's code is its colour (K black, P pink, B blue, G green), its rank, and a letter for its kind:"),
        _("c Choose, a Ask, s Spoiled, w Swap, x Kill 10, * Start, or nothing."),
        _("There must be 25 cards and one Start; the game adds Food (rank 2) and Muertos (rank 4)."),
    ):
        click.echo(f"# {sentence}")
    click.echo(decks.dumps(HOUSE), nl=False)


def check_deck(file: str) -> None:
    """Say that a deck file can be played with, or what is wrong with it."""
    deck = read_deck(file)
    name = shown(deck.name) or _("no name")
    click.echo(_("{file}: a good deck ({name}).").format(file=shown(file), name=name))


def check_record(file: str) -> None:
    """Say that a file of records is clean, and how far that goes; or name the first thing that cannot stand."""
    name = _("the input") if file == "-" else shown(file)
    try:
        with _lines(file) as lines:
            [(games, last)] = deque(enumerate(record.read(lines), 1), maxlen=1)  # there is one, or a fault
    except RecordError as error:
        raise Fault(f"{name}: {record_fault(error)}") from None
    except UnicodeDecodeError:
        raise Fault(_("{file}: it is no text in UTF-8").format(file=name)) from None
    clean = ngettext("{count} game, clean.", "{count} games, all clean.", games).format(count=games)
    unfinished = "" if last.state.over else _("The last one is unfinished.") + " "
    click.echo(f"{name}: {clean} {unfinished}{_proved(file, games, last)}")


def _proved(file: str, games: int, game: record.Game) -> str:
    """How far it is proved that a game was fair (R30). Raises Fault if the shuffle beside its record is not its own."""
    path = beside(Path(file))
    if file == "-" or not path.exists():
        return _("The deals and draws follow from the seed; who made the seed is not kept here.")
    name = shown(path)
    with path.open("rb") as source:
        text = source.read(MAX_SHUFFLE)
    try:
        shuffled = fair.loads(text)
    except ValueError as error:
        raise Fault(_("{file}: it is no shuffle: {fault}").format(file=name, fault=shown(error))) from None
    if games > 1:
        raise Fault(_("{file}: it is the shuffle of one game, and there are more").format(file=name))
    if found := fair.differs(shuffled, game.state.seed):
        code, player = found
        said = fairness.found(Verdict(1, code, {"player": player}), [clean_text(each) for each in game.names])
        raise Fault(f"{name}: {said}")
    sentence = _("The deals and draws follow from the seed, and the seed from what all had promised before ({file}).")
    return sentence.format(file=name)


@contextmanager
def _lines(file: str) -> Iterator[Iterator[str]]:
    with ExitStack() as stack:
        source: TextIO
        if file == "-":
            source = TextIOWrapper(sys.stdin.buffer, "utf-8", newline="\n")
        else:
            source = stack.enter_context(Path(file).open(encoding="utf-8", newline="\n"))
        yield _capped(source)


def _capped(source: TextIO) -> Iterator[str]:
    """Its lines, none longer than a record's can be: a file without line ends must not fill the memory."""
    while line := source.readline(record.MAX_LINE + 1):
        yield line


def show_rules() -> None:
    """The rules in brief, a page at a time on a terminal."""
    width = min(MAX_WIDTH, shutil.get_terminal_size().columns)
    blocks = []
    for heading, paragraphs in chapters():
        blocks.append(click.style(heading, bold=True))
        blocks += [textwrap.fill(text, width, initial_indent="  ", subsequent_indent="  ") for text in paragraphs]
        blocks.append("")
    text = "\n".join(blocks)
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(click.unstyle(text), nl=False)
