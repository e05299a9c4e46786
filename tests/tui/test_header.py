"""The first line: what has no room is left out whole."""

from dataclasses import replace

import pytest

from muertos_tui.cast import Cast
from muertos_tui.updates import Connection, TableStatus
from muertos_tui.widgets.header import header_lines
from tests.tui.table_harness import Solo

GAME = Solo(1)
STATUS = TableStatus(("Ana", "Beto", "Caro", "Dani"), "Ana's table", watchers=1)


def said(status: TableStatus, width: int) -> str:
    view = GAME.view()
    return header_lines(view, Cast.of(view, status), status, width)[0].plain


@pytest.mark.parametrize("width", range(60, 130))
@pytest.mark.parametrize("code", ["", "3-agave-comal"])
def test_a_code_and_a_count_are_whole_or_not_there(width: int, code: str) -> None:
    text = said(replace(STATUS, code=code), width)
    assert ("watching" in text) == ("1 w" in text)
    assert ("comal" in text) == bool(code and "3-" in text)
    if "watching" in text:
        assert "Ana's table" in text


def test_the_code_goes_before_the_name_and_the_name_before_who_watches() -> None:
    coded = replace(STATUS, code="3-agave-comal")
    assert "Ana's table · 3-agave-comal · 1 watching" in said(coded, 120)
    assert "3-agave-comal" in said(coded, 80)
    assert "Ana's table" in said(STATUS, 80)
    assert "watching" not in said(STATUS, 70)


@pytest.mark.parametrize("status", [STATUS, replace(STATUS, connection="solo"), replace(STATUS, table="e" * 90)])
def test_whose_turn_it_is_stays_to_the_last_and_that_all_is_well_goes_first(status: TableStatus) -> None:
    for left in (None, 754):
        text = said(replace(status, left=left), 60)
        assert "YOUR TURN" in text
        assert ("12:34" in text) == bool(left)
        assert len(text) <= 60
    assert "connected" not in said(status, 80)
    assert ("connected" in said(status, 180)) == (status.connection == "connected")
    assert ("solo" in said(status, 60)) == (status.connection == "solo")


@pytest.mark.parametrize(("connection", "fault"), [("connected", "PAUSED"), ("reconnecting", "CONNECTION LOST")])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_fault_stands_where_the_turn_stood(connection: Connection, fault: str, width: int) -> None:
    text = said(replace(STATUS, connection=connection, paused=True, left=60), width)
    assert f"8 · {fault}".replace("· ", "·  ") in text
    assert "YOUR TURN" not in text
