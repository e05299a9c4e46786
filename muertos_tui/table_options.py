"""The options of commands that open a table, and the table they ask for."""

import ipaddress
from collections.abc import Callable
from typing import Any

import click

from muertos_tui.i18n import _
from muertos_tui.pace import NORMAL, PACES


def _cleaned(value: str | None, longest: int) -> str | None:
    """A name as others will see it."""
    from net.text import clean_text

    if value is None:
        return None
    name = clean_text(value, longest)
    if not name:
        raise click.BadParameter(_("Nothing is left of that name that others could read."))
    return name


def checked_name(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A player's name."""
    from net.limits import MAX_NAME

    return _cleaned(value, MAX_NAME)


def checked_table(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A table's name."""
    from net.limits import MAX_TABLE_NAME

    return _cleaned(value, MAX_TABLE_NAME)


def checked_bind(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """An address of this machine."""
    if value is None:
        return None
    try:
        return str(ipaddress.ip_address(value))
    except ValueError:
        raise click.BadParameter(_("It must be an address of this machine, such as 192.168.1.5.")) from None


def checked_address(text: str) -> tuple[str, int]:
    """Host and port of a table."""
    from muertos_tui.addresses import parse

    where = parse(text)
    if where is None:
        raise click.UsageError(_("That is no address. It looks like 192.168.1.5 or 192.168.1.5:11102."))
    return where


def checked_code(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """A join code."""
    from net.codes import read_code

    code = "" if value is None else read_code(value)
    if code is None:
        from muertos_tui.saying import no_code

        raise click.BadParameter(no_code(value or ""))
    return code


def checked_levels(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
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


def checked_seed(context: click.Context, parameter: click.Parameter, value: str | None) -> bytes | None:
    """A game's seed: 64 hexadecimal digits, or a plain number."""
    if value is None:
        return None
    text = value.strip().lower()
    if len(text) == 64 and not text.strip("0123456789abcdef"):
        return bytes.fromhex(text)
    if text.isascii() and text.isdigit() and len(text) < 20:
        return int(text).to_bytes(32, "big")
    raise click.BadParameter(_("A seed is a number of up to 19 digits, or 64 hexadecimal digits."))


def checked_seconds(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """How long to look for tables; not the number that is none, which a range lets pass."""
    if 0 <= value <= 60:
        return value
    raise click.BadParameter(_("It must be from 0 to 60 seconds."))


def refused_seed(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Nobody may choose the deal of a game that others play."""
    if value is not None:
        told = _("Nobody may choose the deal where others play: --seed is for play --solo and simulate.")
        raise click.UsageError(told)


def is_said(source: Any) -> bool:
    """Whether an option was typed."""
    return source is not None and source.name == "COMMANDLINE"


Decorator = Callable[[Any], Any]


def _all(*options: Decorator) -> Decorator:
    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


code_option = click.option(
    "--code",
    callback=checked_code,
    metavar="CODE",
    help=_("The join code that the host's screen shows, such as 3-agave-kumquat."),
)
name_option = click.option("--name", callback=checked_name, help=_("Your name, as others see it."))
no_seed = click.option("--seed", callback=refused_seed, expose_value=False, hidden=True)
pace_option = click.option(
    "--pace",
    type=click.Choice([*PACES]),
    default=NORMAL,
    show_default=True,
    help=_("How fast bots play and things are shown."),
)
rules_options = _all(
    click.option(
        "--players",
        type=click.Choice(["3", "4"]),
        default="4",
        show_default=True,
        help=_("How many play; with three, the fourth hand is the table's."),
    ),
    click.option("--deck", "deck_file", metavar="FILE", help=_("Play with the deck of this deck file.")),
    click.option("--ask-chips", is_flag=True, help=_("Each player has two chips to ask questions with.")),
    click.option("--optional-swap", is_flag=True, help=_("A Swap may be declined.")),
)
bots_option = click.option(
    "--bots",
    callback=checked_levels,
    metavar="LEVEL[,LEVEL...]",
    help=_("Bots' levels: easy, medium, hard or master; one for all of them, or one for each, with commas.")
    + _("  [default: medium to play with, easy to simulate]"),
)
game_options = _all(bots_option, rules_options)
table_options = _all(
    click.option("--table", callback=checked_table, metavar="NAME", help=_("The name of the table.")),
    game_options,
    pace_option,
    click.option("--port", type=click.IntRange(1, 65535), help=_("Listen on this port.  [default: 11102 or the next]")),
    click.option(
        "--bind", callback=checked_bind, metavar="ADDRESS", help=_("Listen on this address only.  [default: all]")
    ),
    click.option("--open", is_flag=True, help=_("Ask nobody for a join code.")),
)


def player_name(name: str | None) -> str | None:
    """The name to play under: as said, else as set; None where neither is."""
    from muertos_tui import settings

    return name or settings.load().name or None


def table_name(table: str | None, player: str | None) -> str:
    """The name of the table: as said, else after its host."""
    from muertos_tui import settings
    from net.limits import MAX_TABLE_NAME
    from net.text import clean_text

    host = player or settings.default_name()
    return table or clean_text(_("{name}'s table").format(name=host) if host else _("A table"), MAX_TABLE_NAME)


def numbered(name: str, number: int) -> str:
    """The name of one of several tables."""
    from net.limits import MAX_TABLE_NAME
    from net.text import clean_text

    return f"{clean_text(name, MAX_TABLE_NAME - len(f' {number}'))} {number}"


def bots_for(bots: tuple[str, ...] | None, places: int) -> tuple[str, ...]:
    """The bots of a table with so many places for them: one level is for all of them."""
    if bots is None:
        return ()
    if len(bots) > places:
        raise click.UsageError(_("There are places for {count} bots at most.").format(count=places))
    return bots * places if len(bots) == 1 else bots


def table_spec(player: str | None, asked: dict[str, Any], **more: Any) -> Any:
    """The table that the options ask for; `more` are fields of `TableSpec` that the command sets itself."""
    from engine.options import Options
    from muertos_tui import settings
    from muertos_tui.files import deck_text, read_deck
    from muertos_tui.table_process import TableSpec, new_id, new_key

    players, file = int(asked["players"]), asked["deck_file"]
    read_deck(file)
    return TableSpec(
        id=new_id(),
        key=new_key(),
        players=players,
        options=Options(ask_chips=asked["ask_chips"], optional_swap=asked["optional_swap"]),
        deck=None if file is None else deck_text(file),
        port=asked["port"],
        pace=asked["pace"],
        open=asked["open"],
        bind=more.pop("bind", asked["bind"]),
        interfaces=settings.interfaces(settings.load()),
        name=more.pop("name", None) or table_name(asked["table"], player),
        **more,
    )
