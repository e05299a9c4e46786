"""What is known of a table, as its messages come in."""

import time

import pytest

from engine.events import Event
from muertos_tui.sitting import Sitting
from net import messages as m
from tests.tui.local import CONNECT, LocalTable, decided


def at_table() -> tuple[LocalTable, Sitting, list[m.ToPeer]]:
    """A host alone at a table, with all that the host is told."""
    table, sitting = LocalTable(), Sitting(CONNECT)
    heard: list[m.ToPeer] = []

    def hear(message: m.ToPeer) -> None:
        heard.append(message)
        sitting.take(message)

    table.enter(m.Join("Ana", False), hear, "key")
    return table, sitting, heard


def test_stages_follow_the_table() -> None:
    table, sitting, _ = at_table()
    stages: list[str] = [Sitting(CONNECT).stage, sitting.stage]
    assert sitting.is_host
    assert sitting.place == 0
    table.say(1, m.Start())
    stages.append(sitting.stage)
    play_out(table, sitting)
    stages.append(sitting.stage)
    assert sitting.finished is not None
    assert sitting.finished.record
    sitting.wants = "result"
    stages.append(sitting.stage)
    table.say(1, m.Start())
    stages.append(sitting.stage)
    assert stages == ["connecting", "lobby", "table", "table", "result", "table"]
    assert sitting.finished is None, "that of the game before is not this one's"
    assert sitting.last is not None


def play_out(table: LocalTable, sitting: Sitting) -> None:
    while sitting.view is not None and not sitting.view.over:
        table.say(1, m.Act(sitting.view.number, decided(sitting.view)))


def test_after_coming_back_no_event_is_told_twice() -> None:
    table, sitting, heard = at_table()
    table.say(1, m.Start())
    assert sitting.view is not None
    table.say(1, m.Act(sitting.view.number, decided(sitting.view)))
    told: list[Event] = [event for message in heard if isinstance(message, m.Shown) for event in message.events]
    last = heard[-1]
    assert isinstance(last, m.Shown)
    sitting.take(m.Shown(last.view, 0, tuple(told), 0, last.table))
    assert sitting.update().events == ()
    assert sitting.update(whole=True).events == tuple(told)


def test_who_is_away_is_told_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    table, sitting, _ = at_table()
    guest = table.enter(m.Join("Beto", False), lambda message: None)
    table.say(1, m.Start())
    table.authority.lost(guest, table.now)
    table.settle()
    status = sitting.status()
    assert status.names[:2] == ("Ana", "Beto")
    assert status.presence == ("here", "away", "bot", "bot")
    assert status.bot_in[1] is not None
    assert status.bot_in[1] > 30
    monkeypatch.setattr("muertos_tui.sitting.monotonic", lambda: time.monotonic() + 20)
    later = sitting.status().bot_in[1]
    assert later is not None
    assert 10 < later < status.bot_in[1] - 15
    table.say(1, m.Pause(True))
    monkeypatch.setattr("muertos_tui.sitting.monotonic", lambda: time.monotonic() + 60)
    paused = sitting.status().bot_in[1]
    assert paused is not None
    assert paused > later + 15  # the table says how much is left, and it stays so
