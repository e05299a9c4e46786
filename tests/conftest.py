"""What every test can rely on: a home of its own, a plain terminal, and no test silently left out in CI."""

import functools
import gc
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("ci"), derandomize=False, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell that starts CI in the background has it ignore Ctrl-C, and every program that a test starts after it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A screen is made of much that lives long: looking through all of it as often as by default takes a tenth of its tests.
gc.set_threshold(100_000, 50, 100)

IN_CI = os.environ.get("CI") == "true"


# -- a home of its own ---------------------------------------------------------------------------------------

_OF_THIS_TERMINAL = set("NO_COLOR FORCE_COLOR COLUMNS LINES LANGUAGE TERM_PROGRAM TMUX TMUX_PANE".split())
_homes = itertools.count()


def _home_environment(home: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_RUNTIME_DIR": str(home / ".run"),
    }


@pytest.fixture(scope="session", autouse=True)
def session_home() -> Iterator[Path]:
    """A home for fixtures that outlive a test, and a terminal and locale that are the same everywhere.

    Its path is short, as sockets are put beneath it.
    """
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="muertos-") as path:
        for name in [*os.environ]:
            if name in _OF_THIS_TERMINAL or name.startswith(("LC_", "MUERTOS")):
                patch.delenv(name)
        patch.setenv("TERM", "xterm-256color")
        patch.setenv("COLORTERM", "truecolor")
        patch.setenv("LANG", "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8")
        for name, value in _home_environment(Path(path)).items():
            patch.setenv(name, value)
        yield Path(path)


@pytest.fixture(autouse=True)
def home(session_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for this test alone: no test sees the user's settings, nor another test's."""
    path = session_home / f"home{next(_homes)}"
    path.mkdir()
    for name, value in _home_environment(path).items():
        monkeypatch.setenv(name, value)
    return path


# -- what a machine may lack ---------------------------------------------------------------------------------


@functools.cache
def _lacks_tmux() -> str:
    return "" if shutil.which("tmux") else "tmux is not installed"


@functools.cache
def _lacks_netns() -> str:
    """Why network namespaces cannot be made here; found out by making one."""
    ip = shutil.which("ip")
    if ip is None:
        return "`ip` (iproute2) is not installed"
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"muertos-probe-{os.getpid()}"
    added = subprocess.run([ip, "netns", "add", name], capture_output=True, text=True)
    if added.returncode:
        return f"`ip netns add` does not work here: {added.stderr.strip()}"
    subprocess.run([ip, "netns", "delete", name], check=True)
    return ""


_LACKS = {"tmux": _lacks_tmux, "netns": _lacks_netns}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what this machine cannot run, and say why; in CI that is a failure."""
    for marker, lacks in _LACKS.items():
        if item.get_closest_marker(marker) and (reason := lacks()):
            if IN_CI:
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)
