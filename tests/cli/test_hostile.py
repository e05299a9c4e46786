"""Text from outside does no harm on the command line: in `tables`, `verify`, `deck`, faults, and `--name`."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from muertos_tui.registry import Registration
from net.text import clean_text
from tests.amounts import SOAK
from tests.cli.commands import Done, Serving, muertos, quick
from tests.cli.test_registry import entry
from tests.net.wire import free_port
from tests.tui.test_outside import HOSTILE

# What moves a cursor, hides, turns or climbs: C0 but for the line's end, DEL, C1, zero-width, bidirectional, towers.
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u0300-\u036f]{4}")


def harmless(done: Done, lines: int | None = None) -> None:
    said = done.out + done.err
    assert not HARMFUL.search(said), ascii(said)
    assert "Traceback" not in said
    assert max(map(len, said.splitlines()), default=0) < 1000
    if lines is not None:
        assert len(said.splitlines()) == lines, said


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a whole game."""
    path = tmp_path_factory.mktemp("hostile") / "one.jsonl"
    assert quick("simulate", "--games", "1", "--seed", "11", "--record", str(path)).status == 0
    return path.read_text().splitlines()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_as_the_name_of_a_table_that_another_process_tells(text: str) -> None:
    with Registration("aa") as one:
        one.write(replace(entry("aa"), name=text, addresses=(text[:40],), code=text[:40]))
        harmless(quick("tables", "--wait", "0"), lines=1)
        json.loads(quick("tables", "--wait", "0", "--json").out)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_as_a_name_in_a_record_and_as_a_records_own(text: str, game: list[str], tmp_path: Path) -> None:
    first = json.loads(game[0])
    for key in first:
        broken = "\n".join([json.dumps({**first, key: text}), *game[1:]])
        harmless(quick("verify", "-", text=broken))
    harmless(quick("verify", "-", text="\n".join([game[0], json.dumps({"type": text}), *game[1:]])), lines=1)
    name = text.replace("\x00", "").replace("/", "")[:60] or "x"
    file = tmp_path / f"{name}.jsonl"
    file.write_text("\n".join(game))
    harmless(quick("verify", str(file)), lines=1)
    harmless(quick("verify", str(tmp_path / "no" / name)), lines=1)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_as_a_question_in_a_record(text: str, game: list[str]) -> None:
    place = next(place for place, line in enumerate(game) if '"type":"ask"' in line)
    asked = json.loads(game[place])
    parts = [{part: [text]} for part in ("colors", "ranks", "kinds")]
    for question in (text, {"text": text}, {"measure": text}, *({**asked["question"], **part} for part in parts)):
        broken = [*game[:place], json.dumps({**asked, "question": question}), *game[place + 1 :]]
        done = quick("verify", "-", text="\n".join(broken))
        harmless(done, lines=1)
        assert f"line {place + 1}: " in done.fault(1)


WHOLE_TABLES = [text for text in HOSTILE if "\0" not in text and clean_text(text)]


@pytest.mark.parametrize("text", WHOLE_TABLES if SOAK else ["[@click=app.quit]x[/]", "\x1b]0;title\x07", "\u202eabc"])
def test_as_the_name_of_a_table_that_runs(text: str, home: Path) -> None:
    """What `serve` says, what `tables` says, and the log of both."""
    with Serving("--table", text, "--port", str(free_port())) as serving:
        harmless(muertos("tables", "--wait", "1"))  # with all that other tests announce
        listed = muertos("tables", "--wait", "0")
        harmless(listed, lines=1)
        assert clean_text(text, 64) in listed.out
        done = serving.end()
    harmless(Done(done.status, "\n".join(serving.lines) + done.out, done.err))
    logs = "".join(file.read_text() for file in home.rglob("*.log"))
    assert not HARMFUL.search(logs)
    assert "listens on port" in logs or "listens on port" in done.err


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_as_a_fault_of_a_deck_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    card = json.dumps(text)  # a string of TOML, as it is one of JSON
    for content in (text, f"name = {card}\n", f'name = "x"\n[cards]\n{card} = 2\n', f'name = "x"\n{card} = 1\n'):
        file.write_text(content, "utf-8")
        harmless(quick("deck", str(file)), lines=1)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_as_a_name_on_the_command_line(text: str) -> None:
    """It is cleaned or refused in one line; the address that is none ends the command either way."""
    harmless(quick("join", "--name", text, "no address"), lines=1)
    harmless(quick("join", text or "x", "--port", "0"))
    assert HARMFUL.search(clean_text(text)) is None
