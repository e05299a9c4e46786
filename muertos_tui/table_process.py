"""Starting a table: a process of its own, which outlives this terminal's screen (DESIGN 4).

What the table is to be, the host's key included, goes to it through its standard input, where no other user can read
it; that it is ready, and where, comes back through its standard output. Then nothing ties it to this process, except
that a solo table keeps its end of the input: it ends with its player's process, and can be brought back as any can.
"""

import os
import secrets
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from engine.options import PLAIN, Options
from muertos_tui.faults import Fault, shown
from muertos_tui.i18n import _
from muertos_tui.logs import keep_few, log_file
from muertos_tui.pace import NORMAL
from muertos_tui.places import private_dir, private_file, state_dir
from muertos_tui.startup import Connect

READY: Final = 10.0  # seconds for a table to be ready: an interpreter's start on a slow machine, and the port
MAX_ANSWER: Final = 64 * 1024  # bytes of what it says then

_children: list["subprocess.Popen[bytes]"] = []  # kept: a solo table ends when its input is closed


class TableSpec(msgspec.Struct, frozen=True):
    """What a table is to be. `interfaces` as for `net.discovery`; `port` None for the first that is free."""

    id: str
    name: str
    key: str = ""
    players: int = 4
    bots: tuple[str, ...] = ()
    options: Options = PLAIN
    deck: str | None = None  # the text of a deck file
    seed: str = ""  # of the first game, in hexadecimal; a solo table's only
    solo: bool = False
    lasting: bool = False
    open: bool = False  # no join code is asked for
    pace: str = NORMAL
    port: int | None = None
    bind: str | None = None
    interfaces: tuple[str, ...] | None = None
    resume: bool = False  # brought back from the journal of that ID; the rest is as it was, but for the key


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """A table is there. `off` says why it is not announced, "" if it is."""

    port: int
    addresses: tuple[str, ...]
    off: str = ""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """It could not be had, in words."""

    fault: str


Answer = Ready | Failed


def new_id() -> str:
    """A name for a table that no other has; its label in discovery too."""
    return secrets.token_hex(8)


def new_key() -> str:
    """A secret that gives the host's rights."""
    return secrets.token_urlsafe(16)


def log_name(table: str) -> str:
    """The log of a table's process."""
    return f"table-{table[:8]}"


def launch(spec: TableSpec) -> Ready:
    """Start a table's process and wait until it is ready. Raises Fault, in words. Blocks: call it from a thread."""
    _children[:] = [child for child in _children if child.poll() is None]
    with _errors(spec) as errors:
        child = _start(errors)
    clock = threading.Timer(READY, child.kill)
    clock.start()
    try:
        answer = _exchange(child, spec)
    except BaseException:  # Ctrl+C: nobody would be at the table
        child.kill()
        raise
    finally:
        clock.cancel()
    if isinstance(answer, Failed):
        child.kill()
        child.wait()
        _close(child)
        raise Fault(answer.fault)
    _children.append(child)
    return answer


def _errors(spec: TableSpec) -> IO[bytes]:
    """Where a process that cannot even log says why."""
    try:
        keep_few()
        return private_file(log_file(log_name(spec.id)))
    except OSError:
        return Path(os.devnull).open("ab")


def _start(errors: IO[bytes]) -> "subprocess.Popen[bytes]":
    # Not this directory: it may go away, or hold modules of the same names. So the package is told by its path.
    package = Path(__file__).resolve().parent.parent
    path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH"))))
    extra: dict[str, Any] = {"start_new_session": True}  # the terminal's hang-up is none of its business
    if sys.platform == "win32":
        extra = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.DETACHED_PROCESS}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "muertos_tui", "serve", "--attached"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=_somewhere(),
        env={**os.environ, "PYTHONPATH": path},
        **extra,
    )


def _somewhere() -> Path:
    """A directory that will not go away."""
    try:
        return private_dir(state_dir())
    except OSError:
        return Path.home()


def _exchange(child: "subprocess.Popen[bytes]", spec: TableSpec) -> Answer:
    """Say what the table is to be, and hear how it went."""
    assert child.stdin
    assert child.stdout
    try:
        child.stdin.write(msgspec.json.encode(spec) + b"\n")
        child.stdin.flush()
        if not spec.solo:
            child.stdin.close()
        line = child.stdout.readline(MAX_ANSWER)
        child.stdout.close()
        return msgspec.json.decode(line, type=Ready | Failed)
    except (OSError, msgspec.MsgspecError):
        file = log_file(log_name(spec.id))
        return Failed(_("the table's process did not start; {file} may say why").format(file=file))


def _close(child: "subprocess.Popen[bytes]") -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe:
            pipe.close()


def connect(spec: TableSpec, ready: Ready, *, begin: bool = False) -> Connect:
    """How the terminal that started a table joins it: over loopback, with the host's key."""
    return Connect(
        addresses=("127.0.0.1",) if spec.bind in (None, "0.0.0.0", "::") else (spec.bind,),
        port=ready.port,
        key=spec.key,
        table=spec.name,
        own=True,
        solo=spec.solo,
        begin=begin,
        new=not spec.resume,
        invite=() if spec.solo else ready.addresses,
    )


def open_table(spec: TableSpec, *, begin: bool = False) -> tuple[Connect, str]:
    """Start a table; how to join it, and what the host should be told first ("" for nothing). Raises Fault. Blocks."""
    ready = launch(spec)
    return connect(spec, ready, begin=begin), "" if spec.solo else off_sentence(ready)


def off_sentence(ready: Ready) -> str:
    """That friends have to type an address, and which; "" where the table is announced."""
    if not ready.off:
        return ""
    from muertos_tui.addresses import shown as address

    reasons = {
        "no_network": _("no network"),
        "port_taken": _("another program has the port for it"),
        "blocked": _("this network swallows it"),
        "turned_off": _("it is turned off"),
        "loopback": _("only this machine can reach the table"),
    }
    return _("Discovery is off ({why}). Friends join by: muertos join {address}").format(
        why=reasons.get(ready.off, shown(ready.off)), address=address(ready.addresses[0], ready.port)
    )
