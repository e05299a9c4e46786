"""What a user has set: a small TOML file. A file that cannot be read changes nothing, and is never overwritten."""

import getpass
import ipaddress
import json
import logging
import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from muertos_tui.faults import Fault, shown
from muertos_tui.i18n import _
from muertos_tui.places import config_dir, write_whole
from net.limits import MAX_NAME
from net.text import clean_text

log = logging.getLogger(__name__)

INTERFACES: Final = "MUERTOS_INTERFACES"  # of the environment: goes before the setting


class Settings(msgspec.Struct, frozen=True):
    """`name` is the player's; `bell` rings at one's turn; `discovery` finds and announces tables on the network, on
    the IPv4 addresses of `interfaces` (none: on all).
    """

    name: str = ""
    bell: bool = False
    discovery: bool = True
    interfaces: tuple[str, ...] = ()


def path() -> Path:
    """The settings file."""
    return config_dir() / "settings.toml"


def load() -> Settings:
    """The settings, or the defaults where there are none. Never raises."""
    try:
        settings = msgspec.convert(tomllib.loads(path().read_text("utf-8")), Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, RecursionError) as error:
        log.warning("settings not read: %s: %s", path(), error)
        return Settings()
    return msgspec.structs.replace(settings, name=clean_text(settings.name, MAX_NAME))


def save(settings: Settings) -> bool:
    """Write the settings; whether it could be done. Keys of a newer version and a broken file are kept."""
    known = {key: value for key, value in msgspec.to_builtins(settings).items() if value not in ("", ())}
    try:
        text = "".join(_line(key, value) for key, value in {**_others(), **known}.items())
        tomllib.loads(text)  # nothing is written that could not be read again
        write_whole(path(), text)
    except (OSError, ValueError, RecursionError, TypeError) as error:
        log.warning("settings not saved: %s: %s", path(), error)
        return False
    return True


def _line(key: str, value: object) -> str:
    """For these values, JSON is TOML."""
    return f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}\n"


def _others() -> dict[str, object]:
    with suppress(FileNotFoundError):
        data = tomllib.loads(path().read_text("utf-8"))
        return {key: value for key, value in data.items() if key not in Settings.__struct_fields__}
    return {}


def interfaces(settings: Settings) -> tuple[str, ...] | None:
    """The addresses to discover on: None for all, () for none at all. Raises Fault if the environment names none."""
    told = os.environ.get(INTERFACES)
    if told == "off" or (told is None and not settings.discovery):
        return ()
    return tuple(map(_address, (told or "").replace(",", " ").split())) or settings.interfaces or None


def _address(word: str) -> str:
    try:
        return str(ipaddress.IPv4Address(word))
    except ValueError:
        told = _("{name} must be off, or IPv4 addresses of this machine such as 192.168.1.5; “{word}” is none.")
        raise Fault(told.format(name=INTERFACES, word=shown(word))) from None


def default_name() -> str:
    """The name of the account, where the user has not said another: letters that a seat has room for."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):
        account = ""
    return clean_text(account, MAX_NAME)


def seat_name(table: str) -> str:
    """Under which to go back to a table where one's seat has a name already: it counts only if that was given up."""
    return default_name() or clean_text(table, MAX_NAME)
