"""The command line: what there is to type. What the commands do lies in modules that they load when they run, so that
`--version`, `--help` and the quick commands load neither Textual nor zeroconf.
"""

import logging
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import click

from muertos_tui import __version__
from muertos_tui.i18n import _
from muertos_tui.table_options import (
    bots_for,
    checked_address,
    checked_seconds,
    checked_seed,
    code_option,
    game_options,
    is_said,
    name_option,
    no_seed,
    numbered,
    pace_option,
    player_name,
    rules_options,
    table_name,
    table_options,
    table_spec,
)

MAX_GAMES = 10_000_000
MAX_TABLES = 50  # of one process: each has a port of its own among those that are tried
INTERRUPTED = 130  # what shells expect of a program that Ctrl+C ended


class Program(click.Group):
    """The `muertos` command: every fault is one line on stderr, and none is a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of this file, the most wanted first."""
        return [*self.commands]

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run; the exit status is 0, 1 for what went wrong in the world, 2 for wrong use."""
        # (Click itself ends quietly when the reader of our output has seen enough, as in `muertos rules | head`.)
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        _settle_streams()
        try:
            status: object = run()
        except click.UsageError as error:
            _complain(f"{error.format_message()} {self._hint(error, sys.argv[1:] if args is None else args)}", 2)
        except click.ClickException as error:
            _complain(error.format_message(), 1)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except Exception as error:
            _complain(_explain(error), 1)
        sys.exit(status if isinstance(status, int) else 0)

    def _hint(self, error: click.UsageError, args: Sequence[str]) -> str:
        path = error.ctx.command_path if error.ctx else "muertos"
        if path == "muertos" and args and args[0] in self.commands:  # click does not say whose option lacks its value
            path = f"muertos {args[0]}"
        return _("See: {command} --help").format(command=path)


def _settle_streams() -> None:
    """Whatever was closed goes nowhere; and where a terminal has no such letter, it shows a question mark."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # in this order, so that no file of ours gets its number
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _complain(sentence: str, status: int) -> NoReturn:
    click.echo(f"muertos: {' '.join(sentence.split())}", err=True)
    sys.exit(status)


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


# -- tables --------------------------------------------------------------------------------------------------


@main.command(
    help=_("Sit down with bots at once; friends on this network can take their seats."),
    short_help=_("Play with bots; friends can take their seats."),
)
@name_option
@table_options
@click.option("--solo", is_flag=True, help=_("Alone with bots: nobody else sees the table or can join it."))
@click.option("--seed", callback=checked_seed, metavar="HEX|N", help=_("Play the same deal again; with --solo only."))
def play(name: str | None, solo: bool, seed: bytes | None, **asked: Any) -> int:
    """A table with bots."""
    from muertos_tui import opening, settings

    if seed is not None and not solo:
        raise click.UsageError(_("A deal can be chosen only where nobody else plays: --seed needs --solo."))
    if solo and (asked["port"] or asked["bind"] or asked["open"]):
        raise click.UsageError(_("Nobody else can reach a --solo table, so leave out --port, --bind and --open."))
    player = player_name(name) or settings.default_name() or _("You")
    bots = bots_for(asked["bots"] or ("medium",), int(asked["players"]) - 1)
    fixed: dict[str, Any] = {"solo": True, "bind": "127.0.0.1", "seed": (seed or b"").hex()} if solo else {}
    return opening.host(player, table_spec(player, asked, bots=bots, **fixed), begin=True)


@main.command(help=_("Open a table for friends on this network."))
@name_option
@table_options
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[ID]",
    help=_("Go back to a table of yours, or bring one back that is gone."),
)
@no_seed
@click.pass_context
def host(context: click.Context, /, name: str | None, resume: str | None, **asked: Any) -> int:
    """A table for friends."""
    from muertos_tui import opening

    player = player_name(name)
    if resume is not None:
        if len([source for source in map(context.get_parameter_source, asked) if is_said(source)]):
            raise click.UsageError(_("A table that is there already is what it is: --resume goes with --name alone."))
        return opening.resume(player, resume)
    bots = bots_for(asked["bots"], int(asked["players"]) - 1)
    rename = None if asked["table"] else partial(table_name, None)
    return opening.host(player, table_spec(player, asked, bots=bots), begin=False, rename=rename)


@main.command(
    help=_("Join a friend's table: one found on this network, or at HOST or HOST:PORT."),
    short_help=_("Join a friend's table."),
)
@click.argument("address", required=False)
@name_option
@code_option
@pace_option
@no_seed
def join(address: str | None, name: str | None, code: str, pace: str) -> int:
    """Join a table."""
    from muertos_tui import opening

    where = None if address is None else checked_address(address)
    return opening.join(player_name(name), where, code, pace)


@main.command(
    help=_("Watch a table, found on this network or at HOST or HOST:PORT: all that is public, and no closed hand."),
    short_help=_("Watch a table."),
)
@click.argument("address", required=False)
@name_option
@code_option
@pace_option
@no_seed
def watch(address: str | None, name: str | None, code: str, pace: str) -> int:
    """Watch a table."""
    from muertos_tui import opening

    where = None if address is None else checked_address(address)
    return opening.join(player_name(name), where, code, pace, watch=True)


@main.command(
    help=_("Keep tables open without a screen, until you press Ctrl+C."),
    short_help=_("Keep tables open without a screen."),
)
@table_options
@click.option("--tables", type=click.IntRange(1, MAX_TABLES), default=1, show_default=True, help=_("How many."))
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[ID]", help=_("Bring tables back that ran before: all, or one.")
)
@click.option("--attached", is_flag=True, hidden=True)
@no_seed
@click.pass_context
def serve(context: click.Context, /, tables: int, resume: str | None, attached: bool, **asked: Any) -> int:
    """Tables without a screen."""
    from muertos_tui import serving

    if attached:
        return serving.serve_attached()
    if resume is not None:
        from muertos_tui import journals

        if any(is_said(source) for source in map(context.get_parameter_source, ["tables", *asked])):
            raise click.UsageError(_("A table that is there already is what it is: --resume goes alone."))
        return serving.serve_here(journals.left_behind_all(resume))
    if tables > 1 and asked["port"]:
        raise click.UsageError(_("Each table needs a port of its own, so leave out --port."))
    bots = bots_for(asked["bots"], int(asked["players"]))
    names = [table_name(asked["table"], None)]
    if tables > 1:
        names = [numbered(names[0], number) for number in range(1, tables + 1)]
    return serving.serve_here([table_spec(None, asked, name=name, bots=bots, lasting=True) for name in names])


@main.command(
    help=_("List the tables on this network and on this machine, one a line."),
    short_help=_("List the tables on this network and machine."),
)
@click.option("--json", "as_json", is_flag=True, help=_("As JSON, for programs."))
@click.option("--stop", metavar="ID", help=_("End a table of yours on this machine; a beginning of its ID will do."))
@click.option(
    "--wait",
    type=float,
    callback=checked_seconds,
    default=1.5,
    show_default=True,
    metavar="SECONDS",
    help=_("Look for so long on the network."),
)
def tables(as_json: bool, stop: str | None, wait: float) -> None:
    """Who is hosting."""
    from muertos_tui import tables as listing

    if stop is not None:
        listing.stop(stop)
    else:
        listing.show(wait, as_json)


# -- games without a table -----------------------------------------------------------------------------------


@main.command(help=_("Let bots play games among themselves."))
@click.option("--games", type=click.IntRange(1, MAX_GAMES), default=100, show_default=True, help=_("How many."))
@game_options
@click.option("--seed", callback=checked_seed, metavar="HEX|N", help=_("Play the same games again."))
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
    from engine.options import Options
    from muertos_tui.files import read_deck
    from muertos_tui.simulation import SEED_BYTES, Simulation, run

    if bots and len(bots) > int(players):
        raise click.UsageError(_("There are more levels than players."))
    run(
        Simulation(
            games=games,
            players=int(players),
            levels=bots or ("easy",),
            options=Options(ask_chips=ask_chips, optional_swap=optional_swap),
            deck=read_deck(deck_file),
            seed=seed if seed is not None else os.urandom(SEED_BYTES),
        ),
        record,
    )


@main.command(help=_("Let two levels of bots play the same deals against each other, and say which is stronger."))
@click.argument("first")
@click.argument("second")
@click.option("--deals", type=click.IntRange(1, MAX_GAMES), default=50, show_default=True, help=_("How many."))
@rules_options
@click.option("--seed", callback=checked_seed, metavar="HEX|N", help=_("Play the same deals again."))
@click.option(
    "--explain", is_flag=True, help=_("Print every decision, why it was made, and what each action comes to.")
)
def arena(first: str, second: str, deals: int, seed: bytes | None, **asked: Any) -> None:
    """A duplicate match."""
    from engine.bots import lacks_numpy
    from engine.options import Options
    from muertos_tui import arena as arenas
    from muertos_tui.faults import Fault
    from muertos_tui.files import read_deck
    from muertos_tui.simulation import SEED_BYTES

    for level in (first, second):
        if level not in arenas.FIGHTERS:
            known = ", ".join(arenas.FIGHTERS)
            raise click.UsageError(
                _("There is no bot of level “{level}”; there are: {known}.").format(level=level, known=known)
            )
    if arenas.CHEAT in (first, second) and lacks_numpy():
        raise Fault(_("The bot that sees all cards needs NumPy: pip install numpy"))
    options = Options(ask_chips=asked["ask_chips"], optional_swap=asked["optional_swap"])
    deck = read_deck(asked["deck_file"])
    seed = seed if seed is not None else os.urandom(SEED_BYTES)
    arenas.run(arenas.Match((first, second), deals, int(asked["players"]), options, deck, seed), asked["explain"])


@main.command(help=_("Check a file of records, line by line, against the rules."))
@click.argument("file")
def verify(file: str) -> None:
    """Check records; `-` reads them from the input."""
    from muertos_tui.files import check_record

    check_record(file)


@main.command(
    help=_("Go through a game of a file of records, step by step, through any player's eyes or with all hands open."),
    short_help=_("Go through a recorded game, step by step."),
)
@click.argument("file")
@click.option("--game", type=click.IntRange(1), metavar="N", help=_("The game of that number in the file."))
def replay(file: str, game: int | None) -> int:
    """Step through a record."""
    from muertos_tui import replay_app

    return replay_app.run(file, game)


@main.command(
    help=_("Print the plays that force a goal from the position in FILE, in notation; solve --format tells its form.")
)
@click.argument("file", required=False)
@click.option("--deck", "deck_file", metavar="FILE", help=_("The cards are those of this deck file."))
@click.option("--format", "explained", is_flag=True, help=_("Say how a position is written, and end."))
def solve(file: str | None, deck_file: str | None, explained: bool) -> None:
    """Forced wins."""
    from muertos_tui import solving
    from muertos_tui.files import read_deck

    if explained:
        solving.explain()
    elif file is None:
        raise click.UsageError(_("Name a file with a position; solve --format tells how one is written."))
    else:
        solving.run(file, read_deck(deck_file))


@main.command(help=_("The rules of the game, in brief."))
def rules() -> None:
    """Print the rules."""
    from muertos_tui.files import show_rules

    show_rules()


@main.command(
    help=_("Print the house deck as a deck file to start from, or check a deck file."),
    short_help=_("Print the house deck as a file, or check a deck file."),
)
@click.argument("file", required=False)
def deck(file: str | None) -> None:
    """Print or check a deck."""
    from muertos_tui.files import check_deck, print_house_deck

    if file is None:
        print_house_deck()
    else:
        check_deck(file)
