"""The command line: what there is to type. What the commands do lies in modules that they load when they run, so that
`--version`, `--help` and the quick commands load neither Textual nor zeroconf.
"""

import logging
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import click

from muertos_tui import __version__
from muertos_tui.i18n import _

MAX_GAMES = 10_000_000
INTERRUPTED = 130  # what shells expect of a program that Ctrl+C ended


class Program(click.Group):
    """The `muertos` command: every fault is one line on stderr, and none is a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run; the exit status is 0, 1 for what went wrong in the world, 2 for wrong use."""
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a terminal that has no such letter shows a question mark
                stream.reconfigure(errors="replace")
        try:
            status: object = run()
            sys.stdout.flush()
        except click.UsageError as error:
            _complain(f"{error.format_message()} {_hint(error)}", 2)
        except click.ClickException as error:
            _complain(error.format_message(), 1)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            _reader_gone()
        except Exception as error:
            _complain(_explain(error), 1)
        sys.exit(status if isinstance(status, int) else 0)


def _hint(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else "muertos"
    return _("See: {command} --help").format(command=path)


def _complain(sentence: str, status: int) -> NoReturn:
    click.echo(f"muertos: {' '.join(sentence.split())}", err=True)
    sys.exit(status)


def _reader_gone() -> NoReturn:
    """The reader of our output has seen enough, as in `muertos simulate | head`."""
    # Python flushes stdout once more when it ends, and would complain again.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    sys.exit(1)


def _explain(error: Exception) -> str:
    from muertos_tui.faults import Fault, shown

    if isinstance(error, Fault):
        return str(error)
    if isinstance(error, OSError):
        where = f"{shown(error.filename)}: " if error.filename else ""
        return where + (error.strerror or shown(error))
    from muertos_tui.logs import log_file, start_log

    start_log("muertos")
    logging.getLogger(__name__).error("a fault of the program", exc_info=error)
    return _("this is a fault of the program ({fault}); {file} says more.").format(
        fault=type(error).__name__, file=log_file("muertos")
    )


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_("Día de los Muertos, a card game for three or four friends, in the terminal."),
)
@click.version_option(__version__, prog_name="muertos")
@click.pass_context
def main(context: click.Context) -> int | None:
    """Without a command: the home screen."""
    if context.invoked_subcommand is None:
        from muertos_tui.opening import open_home

        return open_home()
    return None


# -- options that several commands have ----------------------------------------------------------------------


def _levels(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Levels of bots, with commas between them."""
    from engine.bots import LEVELS

    if value is None:
        return None
    levels = tuple(level.strip().lower() for level in value.split(","))
    for level in levels:
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise click.BadParameter(
                _("There is no bot of level “{level}”; there are: {known}.").format(level=level, known=known)
            )
    return levels


def _seed(context: click.Context, parameter: click.Parameter, value: str | None) -> bytes | None:
    """A game's seed: 64 hexadecimal digits, or a plain number."""
    if value is None:
        return None
    text = value.strip().lower()
    if len(text) == 64 and not text.strip("0123456789abcdef"):
        return bytes.fromhex(text)
    if text.isascii() and text.isdigit() and len(text) < 20:
        return int(text).to_bytes(32, "big")
    raise click.BadParameter(_("A seed is a number of up to 19 digits, or 64 hexadecimal digits."))


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_players = click.option(
    "--players",
    type=click.Choice(["3", "4"]),
    default="4",
    show_default=True,
    help=_("How many play; with three, the fourth hand is the table's."),
)
_bots = click.option(
    "--bots",
    callback=_levels,
    metavar="LEVEL[,LEVEL...]",
    help=_("Bots' levels: one for all of them, or one for each, with commas."),
)
_deck = click.option("--deck", "deck_file", metavar="FILE", help=_("Play with the deck of this deck file."))
_variants = _options(
    click.option("--ask-chips", is_flag=True, help=_("Each player has two chips to ask questions with.")),
    click.option("--optional-swap", is_flag=True, help=_("A Swap may be declined.")),
)
_game = _options(_players, _bots, _deck, _variants)


def _variant(ask_chips: bool, optional_swap: bool) -> Any:
    from engine.options import Options

    return Options(ask_chips=ask_chips, optional_swap=optional_swap)


# -- games without a table -----------------------------------------------------------------------------------


@main.command(help=_("Let bots play games among themselves."))
@click.option("--games", type=click.IntRange(1, MAX_GAMES), default=100, show_default=True, help=_("How many."))
@_game
@click.option("--seed", callback=_seed, metavar="HEX|N", help=_("Play the same games again."))
@click.option("--record", metavar="FILE", help=_("Write the record of every game; - writes it to the output."))
def simulate(
    games: int,
    players: str,
    bots: tuple[str, ...] | None,
    deck_file: str | None,
    ask_chips: bool,
    optional_swap: bool,
    seed: bytes | None,
    record: str | None,
) -> None:
    """Play games by bots alone."""
    from muertos_tui.files import read_deck
    from muertos_tui.simulation import SEED_BYTES, Simulation, run

    if bots and len(bots) > int(players):
        raise click.UsageError(_("There are more levels than players."))
    run(
        Simulation(
            games=games,
            players=int(players),
            levels=bots or ("easy",),
            options=_variant(ask_chips, optional_swap),
            deck=read_deck(deck_file),
            seed=seed if seed is not None else os.urandom(SEED_BYTES),
        ),
        record,
    )


@main.command(help=_("Check a file of records, line by line, against the rules."))
@click.argument("file")
def verify(file: str) -> None:
    """Check records; `-` reads them from the input."""
    from muertos_tui.files import check_record

    check_record(file)


@main.command(help=_("The rules of the game, in brief."))
def rules() -> None:
    """Print the rules."""
    from muertos_tui.files import show_rules

    show_rules()


@main.command(help=_("Print the house deck as a deck file to start from, or check a deck file."))
@click.argument("file", required=False)
def deck(file: str | None) -> None:
    """Print or check a deck."""
    from muertos_tui.files import check_deck, print_house_deck

    if file is None:
        print_house_deck()
    else:
        check_deck(file)
