"""The workers that decide for computer players: turns of matches, faults, and that none outlives the bot."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from computer import players, worker
from computer.players import known
from engine import registry
from engine.game import Json
from hosting.computers import workers as module
from hosting.computers.workers import (
    DECIDE,
    LONG_S,
    PAUSES_S,
    Caps,
    Computers,
    Decided,
    Job,
    NoWorkersError,
    PieceError,
    StartError,
    WorkerError,
    spawn,
)
from hosting.metrics import REGISTRY
from tests.computers import EFFORT, in_process
from tests.every_mode import EVERY_MODE, Row

ROOT = Path(__file__).parents[3]
ROWS = [next(row for row in EVERY_MODE if row.key == key) for key in ("replicants", "replica", "apex", "mutants")]
HERE = "tests.computers"


def job(row: Row = ROWS[0], *, level: str = "1", seed: str = "a", match: str = "1") -> Job:
    session = row.begin("pool")
    seat = min(session.to_act)
    world = known(session.game, session.state, seat)
    return Job(match, row.key, row.setup.mode, level, world, seat, seed)


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


@pytest_asyncio.fixture
async def made() -> AsyncIterator[Callable[..., Computers]]:
    """Make pools, with real workers where no other start is given, and close them at the end."""
    pools: list[Computers] = []

    def make(workers: int = 1, *, start: Callable[[], Awaitable[Any]] | None = None, **settings: Any) -> Computers:
        pools.append(Computers(workers, start=start or partial(spawn, 0), **settings))
        return pools[-1]

    yield make
    for pool in pools:
        await pool.close()


class Bench:
    """Workers that compute nothing: each order waits until the test lets it go."""

    lives = True

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.efforts: list[float] = []
        self.closed = 0
        self.now = 0.0
        self.takes_s = 1.0
        self._gates: asyncio.Queue[object] = asyncio.Queue()
        self.arrived = asyncio.Semaphore(0)

    async def start(self) -> Bench:
        return self

    async def ask(self, order: dict[str, Any], wall_s: float) -> dict[str, Any]:
        values = order["values"]
        self.taken.append(str(values[-1]))
        if order["call"] == DECIDE:
            self.efforts.append(values[0])
        self.arrived.release()
        come = await self._gates.get()
        self.now += self.takes_s
        if isinstance(come, Exception):
            raise come
        return {"result": [["x"], 7, 1], "seconds": 0.1} if order["call"] == DECIDE else {"result": 1, "seconds": 0.1}

    def let(self, *come: object) -> None:
        for each in come:
            self._gates.put_nowait(each)

    async def close(self) -> None:
        self.closed += 1

    def seconds(self) -> float:
        return self.now


# Turns.


async def test_matches_take_turns_and_decisions_go_before_pieces(made: Callable[..., Computers]) -> None:
    bench = Bench()
    pool = made(start=bench.start)
    asked = [
        asyncio.ensure_future(pool.piece("long", "x:y", "first")),
        *(asyncio.ensure_future(pool.piece("long", "x:y", f"p{number}")) for number in (1, 2)),
        asyncio.ensure_future(pool.piece("other", "x:y", "q1")),
        *(asyncio.ensure_future(pool.decide(job(match="1", seed=f"a{number}"))) for number in (1, 2, 3)),
        asyncio.ensure_future(pool.decide(job(match="2", seed="b1"))),
        asyncio.ensure_future(pool.decide(job(match="3", seed="c1"))),
    ]
    await bench.arrived.acquire()
    assert counted("arena_computer_queue") == 5
    bench.let(*range(9))
    await asyncio.gather(*asked)
    assert bench.taken == ["first", "a1", "b1", "c1", "a2", "a3", "q1", "p1", "p2"]
    assert counted("arena_computer_queue") == 0


async def test_each_worker_takes_one_order_at_a_time(made: Callable[..., Computers]) -> None:
    bench = Bench()
    pool = made(2, start=bench.start)
    asked = [asyncio.ensure_future(pool.decide(job(match=name, seed=name))) for name in ("1", "2", "3")]
    await bench.arrived.acquire()
    await bench.arrived.acquire()
    await asyncio.sleep(0)
    assert bench.taken == ["1", "2"]
    bench.let(1, 1, 1)
    await asyncio.gather(*asked)
    assert bench.taken == ["1", "2", "3"]


async def test_levels_use_half_of_their_nodes_while_much_waits(made: Callable[..., Computers]) -> None:
    bench = Bench()
    pool = made(start=bench.start, seconds=bench.seconds)
    bench.takes_s = LONG_S / 2
    bench.let(1)
    assert (await pool.decide(job(seed="known"))).effort == 1.0
    before = counted("arena_computer_decisions_total", effort="halved")
    asked = [asyncio.ensure_future(pool.decide(job(match=f"{number}", seed=f"{number}"))) for number in range(4)]
    await bench.arrived.acquire()
    bench.let(1, 1, 1, 1)
    found = await asyncio.gather(*asked)
    # Four of thirty seconds each wait, then three; what takes so long with half of the nodes is expected to take more.
    assert [each.effort for each in found] == bench.efforts[1:] == [0.5, 0.5, 0.5, 1.0]
    assert counted("arena_computer_decisions_total", effort="halved") == before + 3


async def test_the_same_is_decided_once(made: Callable[..., Computers]) -> None:
    bench = Bench()
    pool = made(start=bench.start)
    asked = [asyncio.ensure_future(pool.decide(job(seed="a"))) for _ in range(2)]
    await bench.arrived.acquire()
    asked[0].cancel()
    bench.let(1)
    assert (await asked[1]).moves == ("x",)
    assert (await pool.decide(job(seed="a"))).value == 7
    assert bench.taken == ["a"]
    bench.let(1)
    await pool.decide(job(seed="b"))
    assert bench.taken == ["a", "b"]


# Faults.


async def test_a_worker_that_dies_is_replaced_and_a_lower_level_decides(
    made: Callable[..., Computers], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "DECIDE", f"{HERE}:die_above_first")
    pool = made()
    before = counted("arena_computer_workers_replaced_total", reason="died")
    decided = await pool.decide(job(level="2"))
    assert (decided.level, decided.effort, decided.capped) == ("1", 1.0, False)
    assert registry.get("replicants").parse(job().world, 1, decided.moves[0])
    assert counted("arena_computer_workers_replaced_total", reason="died") == before + 1
    assert ["a worker ended with 9" in record.message for record in caplog.records] == [True]


async def test_a_worker_killed_in_mid_decision_is_replaced(
    made: Callable[..., Computers], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool, note = made(), tmp_path / "pid"
    asked = asyncio.ensure_future(pool.piece("1", f"{HERE}:hang", f"{note}"))
    pids = []
    for _ in range(2):
        await until(note.exists)
        pids.append(int(note.read_text()))
        note.unlink()
        os.kill(pids[-1], signal.SIGKILL)
    with pytest.raises(PieceError, match="two workers"):
        await asked
    assert pids[0] != pids[1]
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2
    assert await pool.piece("1", f"{HERE}:pid") not in pids


@pytest.mark.parametrize("fault", ["die", "wrong"])
async def test_what_no_worker_can_decide_is_a_default(
    made: Callable[..., Computers], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    monkeypatch.setattr(module, "DECIDE", f"{HERE}:{fault}")
    pool = made()
    asked = job(ROWS[2], level="3")
    decided = await pool.decide(asked)
    move = ROWS[2].game.default(asked.world, asked.seat) or ROWS[2].game.legal(asked.world, asked.seat)[0]
    assert decided == Decided((ROWS[2].game.format(asked.world, asked.seat, move),), None, "", 0.0)
    assert [record.message for record in caplog.records][-1].endswith("a default is played")
    assert len(caplog.records) == 4  # at level 3, level 2 and level 1, then the default
    assert await pool.decide(asked) == decided
    assert not any(asked.seed * 5 in record.message for record in caplog.records)


async def test_a_level_is_tried_again_with_less_and_in_front(made: Callable[..., Computers]) -> None:
    bench = Bench()
    pool = made(start=bench.start)
    first, second = (asyncio.ensure_future(pool.decide(job(match=name, level="3", seed=name))) for name in ("1", "2"))
    bench.let(WorkerError("died"), WorkerError("slow", slow=True), 1, 1)
    assert await first == Decided(("x",), 7, "1", 0.1, capped=True)
    assert await second == Decided(("x",), 7, "3")
    assert bench.taken == ["1", "1", "1", "2"]


async def test_an_order_without_end_is_ended(
    made: Callable[..., Computers], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = made()
    before = counted("arena_computer_workers_replaced_total", reason="slow")
    monkeypatch.setattr(module, "PIECE_CAPS", Caps(0.0, 3600.0))
    with pytest.raises(PieceError):
        await pool.piece("1", f"{HERE}:spin")
    assert all("processor's time" in record.message for record in caplog.records)
    monkeypatch.setattr(module, "PIECE_CAPS", Caps(3600.0, 0.0))
    with pytest.raises(PieceError):
        await pool.piece("1", f"{HERE}:hang", f"{tmp_path / 'pid'}")
    assert "longer than 0 s" in caplog.records[-1].message
    assert counted("arena_computer_workers_replaced_total", reason="slow") == before + 4


async def test_errors_tell_their_place_and_not_their_text(made: Callable[..., Computers]) -> None:
    with pytest.raises(PieceError) as caught:
        await made().piece("1", f"{HERE}:wrong", "secret")
    assert str(caught.value).startswith("ValueError at computers.py:")
    assert "secret" not in str(caught.value)


async def test_a_start_that_fails_is_tried_until_it_works(
    made: Callable[..., Computers], caplog: pytest.LogCaptureFixture
) -> None:
    bench, slept = Bench(), list[float]()

    async def start() -> Bench:
        if len(slept) < 5:
            raise StartError("no memory")
        return bench

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    bench.let(1)
    assert (await made(start=start, sleep=sleep).decide(job())).level == "1"
    assert slept == [*PAUSES_S, PAUSES_S[-1]]
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 5


async def test_what_cannot_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(StartError, match="No such file"):
        await spawn()
    monkeypatch.undo()
    monkeypatch.setattr(worker, "__file__", "/nowhere/computer/worker.py")
    with pytest.raises(StartError, match="before its first order"):
        await spawn()


async def test_without_workers_there_are_no_computers() -> None:
    pool = Computers(0)
    with pytest.raises(NoWorkersError):
        await pool.decide(job())
    with pytest.raises(NoWorkersError):
        await pool.piece("1", f"{HERE}:pid")
    await pool.close()


# Workers themselves.


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
async def test_a_worker_decides_as_this_process_does(made: Callable[..., Computers], row: Row) -> None:
    pool, own = made(), made(start=in_process)
    for level in players.keys(row.key, row.setup.mode)[:2]:
        asked = job(row, level=level, seed=f"{level}")
        values: list[Json] = [row.key, row.setup.mode, level, row.game.dump(asked.world), asked.seat, asked.seed]
        there = await pool.piece("1", DECIDE, EFFORT, *values)
        assert there == worker.decide(EFFORT, *values)  # type: ignore[arg-type]
        assert list((await own.decide(asked)).moves) == there[0]  # type: ignore[index]


async def test_a_worker_is_small_and_has_nothing_of_the_bot(
    made: Callable[..., Computers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE", "secret")
    pool = made()
    names = await pool.piece("1", f"{HERE}:variables")
    assert isinstance(names, list)
    assert "PATH" in names
    assert not {"DISCORD_TOKEN", "DATABASE"} & {*names}
    loaded = await made().piece("1", "builtins:eval", "sorted(__import__('sys').modules)")
    assert isinstance(loaded, list)
    assert {"computer", "engine"} <= {*loaded}
    assert not {"asyncio", "discord", "hosting", "multiprocessing", "sqlalchemy", "store"} & {*loaded}
    for row in ROWS:  # the highest level of each game, with all its nodes
        await pool.decide(job(row, level=players.keys(row.key, row.setup.mode)[-1]))
    status = await pool.piece("1", "builtins:eval", "open('/proc/self/status').read()")
    assert isinstance(status, str)
    kilobytes = int(status.partition("VmHWM:")[2].split()[0])
    assert kilobytes < 200_000


async def test_workers_end_when_they_have_had_nothing_to_do_and_start_again(made: Callable[..., Computers]) -> None:
    pool = made(idle_s=0.0)
    first = await pool.piece("1", f"{HERE}:pid")
    assert isinstance(first, int)
    await until(lambda: gone(first))
    assert await pool.piece("1", f"{HERE}:pid") != first


async def test_a_worker_that_died_at_rest_is_replaced_unnoticed(
    made: Callable[..., Computers], caplog: pytest.LogCaptureFixture
) -> None:
    pool = made()
    first = await pool.piece("1", f"{HERE}:pid")
    assert isinstance(first, int)
    os.kill(first, signal.SIGKILL)
    await until(lambda: not pool._idle[0].lives)
    assert await pool.piece("1", f"{HERE}:pid") != first
    assert not caplog.records


async def test_closing_ends_what_waits_and_what_is_computed(made: Callable[..., Computers], tmp_path: Path) -> None:
    pool, note = made(), tmp_path / "pid"
    asked = [
        asyncio.ensure_future(pool.piece("1", f"{HERE}:hang", f"{note}")),
        asyncio.ensure_future(pool.piece("1", f"{HERE}:pid")),
        asyncio.ensure_future(pool.decide(job())),
    ]
    await until(note.exists)
    await pool.close()
    assert gone(int(note.read_text()))
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in found] == [asyncio.CancelledError] * 3
    with pytest.raises(asyncio.CancelledError):
        await pool.decide(job(seed="late"))


PROGRAM = """
import asyncio, sys
from hosting.computers.workers import Computers

async def main():
    await Computers().piece("1", "tests.computers:hang", sys.argv[1])

asyncio.run(main())
"""


def test_a_worker_dies_with_the_bot_in_mid_decision(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    with subprocess.Popen([sys.executable, "-c", PROGRAM, f"{note}"], cwd=ROOT) as program:
        wait(note.exists)
        pid = int(note.read_text())
        for name in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, name)  # are for the program to answer
        assert not gone(pid)
        program.kill()
    wait(lambda: gone(pid))


def test_orders_are_answered_until_there_are_no_more() -> None:
    ends, results = list[int](), io.StringIO()
    asked = {"call": f"{HERE}:echo", "values": [1, "é"], "cpu_s": 30.0}
    broken = {"call": f"{HERE}:wrong", "values": ["x"], "cpu_s": 30.0}
    worker.serve(io.StringIO(f"{json.dumps(asked)}\n{json.dumps(broken)}\n"), results, ends.append)
    ready, first, second = results.getvalue().splitlines()
    assert ready == "ready"
    assert json.loads(first)["result"] == [1, "é"]
    assert json.loads(second)["error"].startswith("ValueError at computers.py:")
    assert ends == [0]


def test_an_order_may_take_so_much_of_the_processors_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_LOOK_S", 0.0)
    ends, done = list[int](), threading.Event()
    worker._limit(0.0, done, ends.append)
    assert ends == [worker.SLOW]
    done.set()
    worker._limit(0.0, done, ends.append)
    assert ends == [worker.SLOW]


def gone(pid: int) -> bool:
    """Tell whether a process has ended, though nobody may have waited for it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


PATIENCE_S = 120.0


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110 - another process tells nothing
            await asyncio.sleep(0.01)


def wait(true: Callable[[], bool]) -> None:
    asyncio.run(until(true))
