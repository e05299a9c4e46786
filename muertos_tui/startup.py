"""Where the app begins. The command line fills this in, so nothing here may load Textual."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from muertos_tui.pace import NORMAL


@dataclass(frozen=True, slots=True)
class Connect:
    """A table to join at once.

    `key` is the host's key of a table that this terminal has started, `code` the join code, if it is known. `own` says
    that this terminal started the table's process: leaving then asks whether the table goes on. `solo` tables are open
    to nobody else: no line to join by is shown.
    `invite` are the addresses that friends can type, best first. `begin` starts the game at once, with bots in the
    free seats. `new` is a table that nobody has been at yet: it ends if it is given up before it is reached.
    """

    addresses: tuple[str, ...]
    port: int
    key: str = ""
    code: str = ""
    table: str = ""
    own: bool = False
    solo: bool = False
    watch: bool = False
    begin: bool = False
    new: bool = False
    invite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened once the host's name is known, as it is called after the host.

    `open` is given that name; it answers how to join the table and what its host should be told, or raises Fault.
    """

    open: Callable[[str], tuple[Connect, str]]


@dataclass(frozen=True, slots=True)
class StartUp:
    """Where to begin, and under which name; no name means that the screen asks for it where it is needed.

    `pace` names how fast the screen shows what happens. `fault` is told on the first screen: one line, in words, such
    as why a table could not be had. `code` and `watch` are for a table that is yet to be chosen.
    """

    to: Literal["home", "browse"] | Connect | NewTable = "home"
    name: str | None = None
    discovery: bool = True
    fault: str = ""
    pace: str = NORMAL
    code: str = ""
    watch: bool = False
