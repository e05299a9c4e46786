"""Bots that think do so elsewhere: nobody waits for them, whatever becomes of their process."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.actions import Action, Play
from engine.bots import choose
from engine.cards import CARDS
from net import limits, thinking
from net import messages as m
from net.game import Job, Pace
from net.thinking import Tell, Thinkers
from tests.net import slow_thinker
from tests.net.tables import started
from tests.net.wire import FAST, Guest, Stranger, eventually, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
PATIENT = Pace(0.0, 0.0, 2.0)
LATE = 0.05  # seconds that thinking may delay anybody
PING_GAP = 0.025  # seconds between pings: no flood

Span = tuple[float, float]


def job_for(level: str, serial: int = 1) -> Job:
    """Something to think about: the beginning of a game."""
    desk, _people = started(4, 1)
    game = desk.authority.room.game
    assert game is not None
    (player,) = game.owing()
    (job,) = game.jobs({player: level}, lambda n: bytes(n), desk.now)
    return replace(job, serial=serial)


class Answers:
    """What was told."""

    def __init__(self) -> None:
        self.told: dict[int, Action | None] = {}

    def __call__(self, job: Job, action: Action | None) -> None:
        self.told[job.serial] = action


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(1)
    yield made
    await made.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "thinker"]
    assert not made.processes


def _gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("level", ["hard", "master"])
async def test_a_process_thinks_as_one_would_here(thinkers: Thinkers, level: str) -> None:
    answers, job = Answers(), job_for(level)
    thinkers.think(job, answers)
    await eventually(lambda: answers.told, 20)
    assert answers.told[1] in job.view.actions
    if level == "hard":
        assert answers.told[1] == choose(job.view, level, job.seed).action
    (pid,) = thinkers.processes
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)  # people go first


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
async def test_a_process_thinks_in_one_thread(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine has, and whatever its owner has set for programs that calculate."""
    caps = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    for cap in caps:
        monkeypatch.setenv(cap, "8")
    answers = Answers()
    thinkers.think(job_for("master"), answers)
    await eventually(lambda: answers.told, 20)
    process = Path("/proc", str(*thinkers.processes))
    assert len([*(process / "task").iterdir()]) == 1
    told = (process / "environ").read_text("utf-8", "replace").split("\0")  # what else is there is nobody's business
    assert [line for line in told if line.startswith(caps)] == [f"{cap}=1" for cap in caps]


async def test_there_is_no_process_before_there_is_something_to_think_about(thinkers: Thinkers) -> None:
    answers = Answers()
    for serial, level in enumerate(("easy", "medium")):
        thinkers.think(job_for(level, serial), answers)
    await eventually(lambda: len(answers.told) == 2)
    assert not thinkers.processes


async def test_many_tables_make_bots_weaker_and_not_slower(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = Answers()
    thinkers.think(job_for("hard", 0), answers)
    await eventually(lambda: answers.told, 20)
    (pid,) = thinkers.processes
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(limits, "THINKING_TIME", 0.1)
    began = asyncio.get_running_loop().time()
    for serial in range(1, 21):
        thinkers.think(job_for("master", serial), answers)
    await eventually(lambda: len(answers.told) == 20)
    assert asyncio.get_running_loop().time() - began < 2
    assert all(answers.told.values())
    assert "no time" in caplog.text
    assert thinkers.processes == [pid]


@pytest.mark.parametrize("what", [signal.SIGSTOP, signal.SIGKILL])
async def test_a_process_that_hangs_or_dies_is_ended_and_another_thinks(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: signal.Signals
) -> None:
    answers = Answers()
    thinkers.think(job_for("hard", 0), answers)
    await eventually(lambda: answers.told, 20)
    (pid,) = thinkers.processes
    monkeypatch.setattr(limits, "HUNG_AFTER", 0.2)
    os.kill(pid, what)
    thinkers.think(job_for("hard", 1), answers)
    await eventually(lambda: 1 in answers.told)
    assert answers.told[1] is None
    assert "bot hard hangs or is ended" in caplog.text
    await eventually(lambda: _gone(pid))
    monkeypatch.undo()
    thinkers.think(job_for("hard", 2), answers)
    await eventually(lambda: answers.told.get(2), 20)
    assert thinkers.processes
    assert pid not in thinkers.processes


async def test_a_fault_in_a_process_is_logged_and_the_process_goes_on(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    answers = Answers()
    job = job_for("hard", 0)
    thinkers.think(replace(job, view=replace(job.view, actions=())), answers)
    await eventually(lambda: answers.told, 20)
    assert answers.told == {0: None}
    assert "bot hard failed: ValueError in choose, __init__.py:" in caplog.text
    assert len(thinkers.processes) == 1


async def test_the_end_of_a_table_ends_its_processes_whatever_they_do() -> None:
    async with serving(replace(FAST, bots=("master",) * 3, pace=PATIENT)) as server, Guest(server.port, "Ana") as ana:
        await ana.told(m.Welcome)
        ana.play()
        ana.peer.send(m.Start())
        await eventually(lambda: server.thinkers.processes, 20)
        pids = server.thinkers.processes
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
    await eventually(lambda: all(_gone(pid) for pid in pids))


async def test_a_hanging_process_holds_up_no_decision_by_more_than_a_bots_patience(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "_COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    config = replace(FAST, bots=("hard", "master", "hard"), pace=Pace(0.0, 0.0, 0.05))
    async with serving(config) as server, Guest(server.port, "Ana", key="secret") as ana:
        await ana.told(m.Welcome)
        ana.play()
        ana.peer.send(m.Start())
        await ana.told(m.Result, patience=60)
    assert "gave no choice of its own in time" in caplog.text


async def test_masters_take_no_time_from_the_table() -> None:
    """Threads of this process compute next to nothing while masters think: what they did would hold everyone up."""
    async with serving(replace(FAST, bots=("master",) * 3, pace=PATIENT)) as server, Guest(server.port, "Ana") as ana:
        await ana.told(m.Welcome)
        ana.play()
        ana.peer.send(m.Start())
        await eventually(lambda: server.thinkers.processes, 20)
        game = server.authority.room.game
        assert game is not None
        others = time.process_time() - time.thread_time()
        await eventually(lambda: game.state.decision >= 12, 30)
        assert time.process_time() - time.thread_time() - others < 0.05


def timed(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> list[Span]:
    """From when to when bots think, from now on; each thought once it is over."""
    thoughts: list[Span] = []
    think, now = thinkers.think, asyncio.get_running_loop().time

    def note(job: Job, tell: Tell) -> None:
        began = now()

        def over(job: Job, action: Action | None) -> None:
            thoughts.append((began, now()))
            tell(job, action)

        think(job, over)

    monkeypatch.setattr(thinkers, "think", note)
    return thoughts


async def test_thinking_delays_nobody_by_over_50_ms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several thoughts the best counts: a busy machine disturbs some, thinking at the table would disturb each."""
    monkeypatch.setattr(thinking, "_COMMAND", (sys.executable, "-P", "-m", "tests.net.slow_thinker"))
    monkeypatch.setattr(thinking, "choose", slow_thinker.choose_slowly)  # wherever it may think
    now, pings, delays = asyncio.get_running_loop().time, list[Span](), list[float]()
    config = replace(FAST, bots=("hard",) * 3, pace=PATIENT)
    async with serving(config) as server, Guest(server.port, "Ana") as ana, Stranger(server.port) as beto:
        await ana.told(m.Welcome)
        await beto.come_in("Beto", watch=True)
        thoughts = timed(server.thinkers, monkeypatch)
        ana.play()
        ana.peer.send(m.Start())
        due = now()
        async with asyncio.timeout(60):
            while len(delays) < 12 and not any(delay < LATE for delay in delays):
                due += PING_GAP
                await asyncio.sleep(due - now())
                await beto.ping(len(pings))
                pings.append((due, now()))
                delays = [
                    max(answered - due for due, answered in pings if due < end and began < answered)
                    for began, end in thoughts
                    if end - began >= slow_thinker.THOUGHT
                ]
    assert min(delays) < LATE


def test_a_choice_against_the_rules_is_replaced_at_once_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    desk, (ana,) = started(4, 1)
    game = desk.authority.room.game
    assert game is not None
    wrong = 0
    while desk.table().phase == "playing":
        for job in desk.authority.jobs(desk.now):
            before = desk.digest()
            illegal = Play(job.view.actions[0].seat, CARDS["K6*"])
            desk.authority.chosen(job, illegal, desk.now)
            wrong += illegal not in job.view.actions
            assert desk.digest() != before
        desk.deliver()
        desk.act(ana)
    assert caplog.text.count("chose against the rules") == wrong > 50
