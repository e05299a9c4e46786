"""Real terminals: panes of a tmux server of the test's own, and the homes of the people who sit at them."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
MUERTOS = (sys.executable, "-P", "-m", "muertos_tui")
WIDTH, HEIGHT = 80, 24
PATIENCE = 30.0  # seconds for a screen to show what is waited for, on a machine that does much else
LOOK = 0.03  # seconds between two looks at a screen
SETTLED = 0.25  # seconds after which a screen shows what the keys before have done
SLOW = 5.0  # seconds after which a key that changed nothing is pressed again
END = 10.0  # seconds for a process to be gone

SETTINGS = "set -g status off\nset -g default-shell /bin/sh\nset -s exit-unattached on\n"
ENDED = "it ended with status "  # what the shell says

_LOCALE = re.compile("LANG|LC_")
_SGR = re.compile(r"\x1b\[([\d;]*)m")


class Terminal:
    """One pane of 80 × 24: driven by keys, read as text, and known in no other way."""

    def __init__(self, server: "Terminals", name: str, home: Path) -> None:
        self.name = name
        self.home = home
        self._tmux = server.tmux

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names for them."""
        self._tmux("send-keys", "-t", self.name, *keys)

    def screen(self) -> list[str]:
        """What the terminal shows, line by line."""
        lines = self._tmux("capture-pane", "-p", "-t", self.name).split("\n")
        return [*lines, *[""] * HEIGHT][:HEIGHT]

    def mark(self, text: str) -> None:
        """Go down a menu until the line that says this is marked."""
        self.until(text)
        end = time.monotonic() + PATIENCE
        while not self._stays_marked(text):
            assert time.monotonic() < end, f"{self.name} could not mark {text}"
            marked = self.marked()
            self.press("Down")
            moved = time.monotonic() + SLOW
            while self.marked() == marked and time.monotonic() < moved:
                time.sleep(LOOK)

    def _stays_marked(self, text: str) -> bool:
        """Whether it is marked, and no key is on its way that moves on."""
        if text not in self.marked():
            return False
        time.sleep(SETTLED)
        return text in self.marked()

    def marked(self) -> str:
        """What stands on a ground that is on one line alone, as the marked line of a menu does."""
        lines = _grounds(self._painted())
        counts = Counter(ground for _, grounds in lines for ground in set(grounds))
        return "\n".join(
            "".join(char for char, ground in zip(said, grounds, strict=True) if counts[ground] == 1)
            for said, grounds in lines
        )

    def _painted(self) -> str:
        """The screen with its colours."""
        return self._tmux("capture-pane", "-p", "-e", "-t", self.name)

    def until(self, seen: str | Callable[[list[str]], Any], patience: float = PATIENCE) -> list[str]:
        """Look until the screen says this; the screen."""
        end = time.monotonic() + patience
        while True:
            screen = self.screen()
            if any(seen in line for line in screen) if isinstance(seen, str) else seen(screen):
                return screen
            assert time.monotonic() < end, f"{self.name} never saw {seen}"
            time.sleep(LOOK)

    def ended(self) -> int:
        """Wait until the shell is back: the exit status of what ran here."""
        screen = self.until(ENDED)
        return int(next(line for line in screen if ENDED in line).removeprefix(ENDED))

    def hang_up(self) -> None:
        """Close the terminal, as who closes its window does."""
        self._tmux("kill-session", "-t", self.name)


def _grounds(painted: str) -> list[tuple[str, list[str]]]:
    """Each line of a screen, and the ground under each of its characters."""
    lines: list[tuple[str, list[str]]] = [("", [])]
    ground = ""
    for number, part in enumerate(_SGR.split(painted)):
        if number % 2:
            ground = part if part.startswith("48;") else "" if part in ("", "0", "49") else ground
            continue
        for place, said in enumerate(part.split("\n")):
            if place:
                lines.append(("", []))
            before, grounds = lines[-1]
            lines[-1] = (before + said, [*grounds, *[ground] * len(said)])
    return lines


class Terminals:
    """A tmux server, and the tables that were opened in its panes; nothing of either stays behind."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._homes: list[Path] = []
        self._opened: list[Terminal] = []
        settings = folder / "tmux.conf"
        settings.write_text(SETTINGS)
        # tmux's control mode: one process for a whole test, where each look would else cost one of its own.
        self._server = ("tmux", "-S", str(folder / "tmux"), "-f", str(settings))
        self._control = subprocess.Popen(
            [*self._server, "-C", "new-session", "-s", "control", "cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._reply()

    def tmux(self, *words: str) -> str:
        """Run a tmux command; what it says."""
        assert self._control.stdin
        self._control.stdin.write(shlex.join(words) + "\n")
        self._control.stdin.flush()
        return self._reply()

    def _reply(self) -> str:
        assert self._control.stdout
        lines: list[str] = []
        began = False
        for line in self._control.stdout:
            word = line.partition(" ")[0]
            assert not (began and word == "%error"), lines
            if began and word == "%end":
                return "\n".join(lines)
            if began:
                lines.append(line.removesuffix("\n"))
            began = began or word == "%begin"
        raise AssertionError(f"tmux has ended: {lines}")

    def open(
        self,
        who: str,
        *words: str,
        machine: Sequence[str] = (),
        home: Path | None = None,
        locale: Mapping[str, str] | None = None,
    ) -> Terminal:
        """Somebody types `muertos WORDS` in a terminal of their own. `machine` is what runs a command elsewhere.

        `locale` is all that their environment says of it, if it is not the tests' own.
        """
        if home is None:
            home = self._folder / who
            home.mkdir()
            self._homes.append(home)
        setting = {**environment(home), "PYTHONPATH": str(ROOT), **(locale or {})}
        unset = [] if locale is None else [word for name in os.environ if _LOCALE.match(name) for word in ("-u", name)]
        command = [*machine, "env", *unset, *(f"{name}={value}" for name, value in setting.items()), *MUERTOS, *words]
        name = f"{who}-{time.monotonic_ns()}"
        script = f"{shlex.join(command)}; echo {shlex.quote(ENDED)}$?; exec cat"
        size = ("-x", str(WIDTH), "-y", str(HEIGHT))
        self.tmux("new-session", "-d", "-s", name, *size, "-c", str(home), script)
        self._opened.append(Terminal(self, name, home))
        return self._opened[-1]

    def tables(self) -> list[dict[str, Any]]:
        """The tables that run in these homes, by the files they keep there."""
        found = []
        for home in self._homes:
            for file in (home / "state/muertos/tables").glob("*.json"):
                with suppress(FileNotFoundError):
                    found.append(json.loads(file.read_text()))
        return found

    def no_table_left(self) -> None:
        """Wait until the tables are gone, processes and files."""
        end = time.monotonic() + END
        while left := [*self.tables(), *self._processes()]:
            assert time.monotonic() < end, f"left behind: {left}"
            time.sleep(LOOK)

    def _processes(self) -> list[int]:
        """The processes that live in these homes, by their environment."""
        homes = [f"HOME={home}".encode() for home in self._homes]
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if any(word in homes for word in (folder / "environ").read_bytes().split(b"\0")):
                    found.append(int(folder.name))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for terminal in self._opened:  # which pytest shows if the test has failed
            with suppress(AssertionError, OSError):
                print("\n".join((f"--- {terminal.name}", *terminal.screen())))
        for file in self._folder.glob("*/state/muertos/**/*.log"):
            print(f"--- {file}\n{file.read_text()}")
        subprocess.run([*self._server, "kill-server"], capture_output=True, check=False)
        self._control.communicate(timeout=END)
        left = {*self._processes(), *(int(table["pid"]) for table in self.tables())}
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


def environment(home: Path) -> dict[str, str]:
    """Everything that muertos keeps, in this home."""
    kept = {"CONFIG": "config", "STATE": "state", "DATA": "data", "CACHE": "cache"}
    return {"HOME": str(home), **{f"XDG_{kind}_HOME": str(home / folder) for kind, folder in kept.items()}}
