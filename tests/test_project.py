"""The project as a whole: what is shipped, what starts quickly, what the rooms may do."""

import ast
import os
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest

from muertos_tui import __version__

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "net", "muertos_tui")


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> str:
    """Run this Python and return what it printed; it must end well."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_quick_options_load_neither_textual_nor_zeroconf(option: str) -> None:
    script = """
import sys
from muertos_tui.cli import main
main(sys.argv[1:], standalone_mode=False)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
    loaded = run("-c", script, option).splitlines()[-1].split()
    assert "click" in loaded
    assert not {"textual", "rich", "zeroconf", "asyncio"}.intersection(loaded)


def test_runs_as_a_module() -> None:
    assert run("-m", "muertos_tui", "--version") == f"muertos, version {__version__}\n"


def test_wheel_holds_every_file_of_the_packages_and_runs(tmp_path: Path) -> None:
    run("-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"muertos-{__version__}-py3-none-any.whl"

    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    shipped = {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    written = {
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    metadata = {path for path in shipped if path.parts[0] == f"muertos-{__version__}.dist-info"}
    assert shipped - metadata == written
    script = "import engine, net, muertos_tui as tui; print(engine.__file__, net.__file__, tui.__file__)"
    places = run("-c", script, cwd=tmp_path, PYTHONPATH=str(site)).split()
    assert places == [str(site / package / "__init__.py") for package in PACKAGES]
    assert __version__ in run("-m", "muertos_tui", "--version", cwd=tmp_path, PYTHONPATH=str(site))


def test_every_dependency_states_a_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    requirements = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert len(requirements) > 6
    assert [requirement for requirement in requirements if ">=" not in requirement] == []


def test_the_benchmark_peer_is_no_dependency() -> None:
    assert "spiel" not in (ROOT / "pyproject.toml").read_text("utf-8").split("[tool.", 1)[0]


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def calls_of(path: Path, names: set[str]) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"), path.name)
    return [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.id}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in names
    ]


def test_the_engine_uses_no_builtin_that_does_io() -> None:
    """What the import contracts in pyproject.toml cannot see."""
    names = {"open", "print", "input", "breakpoint", "exec", "eval", "compile", "__import__"}
    paths = sources("engine")
    assert paths
    assert [call for path in paths for call in calls_of(path, names)] == []
