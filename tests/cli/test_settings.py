"""What a user has set."""

import os
import stat
from pathlib import Path

import pytest

from muertos_tui import settings
from muertos_tui.faults import Fault
from muertos_tui.settings import Settings
from tests.cli.commands import quick


def test_defaults_where_there_are_none() -> None:
    assert settings.load() == Settings()
    assert not settings.path().exists()


@pytest.mark.parametrize("name", ["Ana", 'A "B" \\C', "死者の日 💀", "tab\\t"])
def test_what_is_saved_is_loaded(name: str) -> None:
    changed = Settings(name=name, bell=True, discovery=False, interfaces=("192.168.1.5", "10.0.0.1"))
    assert settings.save(changed)
    assert settings.load() == changed
    assert stat.S_IMODE(settings.path().stat().st_mode) & 0o077 == 0
    assert settings.save(Settings(name="Beto"))
    assert settings.load() == Settings(name="Beto")


BROKEN = ["name = ", "\x00", "name = 5", "x" * 10, "bell = 'yes'", "interfaces = 'all'", "a = " + "[" * 5000]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_file_that_cannot_be_read_changes_nothing(text: str) -> None:
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text(text)
    assert settings.load() == Settings()
    assert quick("deck").status == 0


def test_a_broken_file_is_never_overwritten_and_keys_of_a_newer_version_are_kept() -> None:
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text("my notes")
    assert not settings.save(Settings(name="Ana"))
    assert settings.path().read_text() == "my notes"
    settings.path().write_text('name = "Ana"\nfuture = 3\n')
    assert settings.save(Settings(name="Beto"))
    assert '"future" = 3' in settings.path().read_text()
    assert settings.load().name == "Beto"
    settings.path().write_text('name = "Ana"\n[future]\na = 3\n')  # more than this version can keep
    assert not settings.save(Settings(name="Beto"))
    assert settings.load().name == "Ana"


def test_a_hostile_name_is_cleaned() -> None:
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text('name = "\\u001b[2J\\u202eAna' + "x" * 100 + '"', "utf-8")
    assert settings.load().name == "[2JAna" + "x" * 14


def test_where_nothing_can_be_written(home: Path) -> None:
    (home / ".config").write_text("no directory")
    assert settings.load() == Settings()
    assert not settings.save(Settings(name="Ana"))


def test_interfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, setting, wanted in [
        (None, Settings(), None),
        (None, Settings(interfaces=("10.0.0.1",)), ("10.0.0.1",)),
        (None, Settings(discovery=False), ()),
        ("off", Settings(), ()),
        ("10.0.0.2, 10.0.0.3", Settings(interfaces=("10.0.0.1",)), ("10.0.0.2", "10.0.0.3")),
        ("10.0.0.2", Settings(discovery=False), ("10.0.0.2",)),
    ]:
        with monkeypatch.context() as patch:
            if told is not None:
                patch.setenv(settings.INTERFACES, told)
            assert settings.interfaces(setting) == wanted


@pytest.mark.parametrize("word", ["banana", "10.0.0.1,eth0", "fe80::1", "10.0.0", "[red]\x1b[2J"])
def test_interfaces_that_are_none_are_named(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv(settings.INTERFACES, word)
    with pytest.raises(Fault, match=r"MUERTOS_INTERFACES.*192\.168"):
        settings.interfaces(Settings())
    said = quick("tables", "--wait", "0").fault(1)
    assert "MUERTOS_INTERFACES" in said
    assert said.isprintable()


def test_the_name_of_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(variable, "\x1bana")
    assert settings.default_name() == "ana"
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    assert settings.default_name() == ""
