"""Appointments: kept at their time, in whatever process runs then; one sleeper, nothing polls."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import pytest_asyncio

from engine.game import Json
from hosting.arena import Arena
from hosting.consent.agreements import Pause
from hosting.consent.requests import RequestDraft
from hosting.notify import PendingReminder
from hosting.runtime import AGAIN, TROUBLE, Processes, Tasks
from hosting.vacations import VacationEffects
from store.db.addresses import Address
from store.tables import deadlines
from tests.hosting.conftest import ManualClock, open_arena


class Diary:
    def __init__(self) -> None:
        self.kept: list[tuple[str, Json]] = []

    async def __call__(self, key: str, payload: Json) -> None:
        self.kept.append((key, payload))


async def test_appointments_are_kept_at_their_time(arena: Arena, clock: ManualClock) -> None:
    diary, schedule = Diary(), arena.schedule
    schedule.handle("visit", diary)
    await schedule.set("visit", "late", clock.now() + timedelta(hours=2), {"why": [1, 2]})
    await schedule.set("visit", "soon", clock.now() + timedelta(hours=1))
    await clock.advance(0)
    assert clock.asleep == 1
    await clock.advance(3599)
    await arena.idle()
    assert diary.kept == []
    await clock.advance(1)
    await arena.idle()
    assert diary.kept == [("soon", None)]
    assert await schedule.due_at("visit", "soon") is None
    assert await schedule.due_at("visit", "late") == clock.now() + timedelta(hours=1)
    await clock.advance(3600)
    await arena.idle()
    assert diary.kept[1:] == [("late", {"why": [1, 2]})]
    assert clock.asleep == 1  # the look after turns that wait


async def test_appointments_of_one_time_are_kept_in_the_order_of_their_names(arena: Arena, clock: ManualClock) -> None:
    diary, schedule = Diary(), arena.schedule
    schedule.handle("visit", diary)
    for key in ("b", "c", "a"):
        await schedule.set("visit", key, clock.now() + timedelta(hours=1))
    await clock.advance(3600)
    await arena.idle()
    assert [key for key, _ in diary.kept] == ["a", "b", "c"]


async def test_appointments_are_moved_and_cancelled(arena: Arena, clock: ManualClock) -> None:
    diary, schedule = Diary(), arena.schedule
    schedule.handle("visit", diary)
    await schedule.set("visit", "moved", clock.now() + timedelta(seconds=10), 1)
    await schedule.set("visit", "moved", clock.now() + timedelta(seconds=30), 2)
    await schedule.set("visit", "cancelled", clock.now() + timedelta(seconds=10))
    await schedule.cancel("visit", "cancelled")
    await schedule.cancel("visit", "never made")
    await clock.advance(20)
    await arena.idle()
    assert diary.kept == []
    await clock.advance(10)
    await arena.idle()
    assert diary.kept == [("moved", 2)]


async def test_one_that_is_made_unless_it_is_there_leaves_the_first(arena: Arena, clock: ManualClock) -> None:
    diary, schedule, first = Diary(), arena.schedule, clock.now() + timedelta(seconds=10)
    schedule.handle("visit", diary)
    await schedule.set("visit", "there", first, 1)
    await schedule.ensure("visit", "there", clock.now() + timedelta(seconds=20))
    # Of two at once, too, one has it.
    await asyncio.gather(*(schedule.ensure("visit", "new", clock.now() + timedelta(seconds=each)) for each in (10, 20)))
    assert [await schedule.due_at("visit", key) for key in ("there", "new")] == [first, first]
    await clock.advance(20)
    await arena.idle()
    assert sorted(diary.kept) == [("new", None), ("there", 1)]


async def test_what_came_due_meanwhile_is_kept_after_a_restart(
    arena: Arena, database: Address, clock: ManualClock
) -> None:
    await arena.schedule.set("visit", "a", clock.now() + timedelta(seconds=10))
    await arena.schedule.set("visit", "b", clock.now() + timedelta(days=10))
    await arena.close()
    await clock.advance(60)
    again, diary = await open_arena(database, clock, None), Diary()
    again.schedule.handle("visit", diary)
    await again.idle()
    assert diary.kept == [("a", None)]
    for _ in range(10):
        await clock.advance(86_400)
        await again.idle()
    assert diary.kept == [("a", None), ("b", None)]
    await again.close()


async def test_an_appointment_can_make_its_next(arena: Arena, clock: ManualClock) -> None:
    rounds: list[str] = []

    async def hourly(key: str, _payload: Json) -> None:
        rounds.append(key)
        await arena.schedule.set("round", key, clock.now() + timedelta(hours=1))

    arena.schedule.handle("round", hourly)
    await arena.schedule.set("round", "x", clock.now())
    for _ in range(3):
        await arena.idle()
        await clock.advance(3600)
    await arena.idle()
    await clock.advance(0)
    assert rounds == ["x"] * 4
    assert clock.asleep == 1


Meanwhile: TypeAlias = Callable[[Arena, datetime], Awaitable[None]]


async def made_anew(arena: Arena, due: datetime) -> None:
    await arena.schedule.set("visit", "x", due, "anew")


async def hastened(arena: Arena, due: datetime) -> None:
    async with arena.db.write() as connection:
        await deadlines.hasten(connection, "visit", due)


async def hastened_by_name(arena: Arena, due: datetime) -> None:
    async with arena.db.write() as connection:
        await deadlines.hasten(connection, "visit", due, ["x"])


async def dropped_and_made_anew(arena: Arena, due: datetime) -> None:
    await arena.schedule.cancel("visit", "x")
    await made_anew(arena, due)


@pytest.mark.parametrize("postponed", [False, True])
@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("meanwhile", [made_anew, hastened, hastened_by_name, dropped_and_made_anew])
async def test_one_made_anew_for_the_same_moment_while_it_is_kept_is_kept_again(
    arena: Arena, clock: ManualClock, meanwhile: Meanwhile, postponed: bool, fails: bool
) -> None:
    due, kept = clock.now(), list[Json]()

    async def visit(key: str, payload: Json) -> None:
        kept.append(payload)
        if len(kept) == 1:
            await meanwhile(arena, due)
            if postponed:
                await arena.schedule.postpone("visit", key, due + timedelta(hours=1), "later")
            if fails:
                raise RuntimeError

    arena.schedule.handle("visit", visit)
    await arena.schedule.set("visit", "x", due, "first")
    await arena.idle()
    assert kept == ["first", "first" if meanwhile in (hastened, hastened_by_name) else "anew"]
    assert await arena.schedule.due_at("visit", "x") is None


async def test_what_is_postponed_is_kept_later_unless_it_was_dropped(arena: Arena, clock: ManualClock) -> None:
    kept, due = list[tuple[str, Json]](), clock.now()

    async def visit(key: str, payload: Json) -> None:
        kept.append((key, payload))
        if payload is None:
            if key == "dropped":
                await arena.schedule.cancel("visit", key)
            await arena.schedule.postpone("visit", key, due + timedelta(hours=1), "later")

    arena.schedule.handle("visit", visit)
    for key in ("dropped", "x"):
        await arena.schedule.set("visit", key, due)
    await arena.idle()
    await arena.schedule.postpone("visit", "never", due)
    for _ in range(2):
        await clock.advance(3600)
        await arena.idle()
    assert kept == [("dropped", None), ("x", None), ("x", "later")]


async def test_what_is_hastened_in_a_transaction_is_kept_once_it_is_committed(arena: Arena, clock: ManualClock) -> None:
    diary, schedule = Diary(), arena.schedule
    schedule.handle("visit", diary)
    await schedule.set("visit", "far", clock.now() + timedelta(days=30))
    await arena.idle()
    async with arena.db.write() as connection:
        await deadlines.hasten(connection, "visit", clock.now(), ["far"])
        for _ in range(20):  # what wakes up now sees nothing of it
            await asyncio.sleep(0.001)
        assert diary.kept == []
    await arena.idle()
    assert diary.kept == [("far", None)]


async def test_a_failure_is_tried_again_and_holds_up_no_other(arena: Arena, clock: ManualClock) -> None:
    diary = Diary()
    failed: list[str] = []

    async def fails_once(key: str, payload: Json) -> None:
        if key == "bad" and not failed:
            failed.append(key)
            raise RuntimeError(key)
        await diary(key, payload)

    arena.schedule.handle("visit", fails_once)
    await arena.schedule.set("visit", "bad", clock.now() + timedelta(seconds=1))
    await arena.schedule.set("visit", "good", clock.now() + timedelta(seconds=2))
    await clock.advance(2)
    await arena.idle()
    assert diary.kept == [("good", None)]
    await clock.advance(AGAIN.total_seconds())
    await arena.idle()
    assert diary.kept == [("good", None), ("bad", None)]


async def test_a_slow_kind_holds_up_no_other(arena: Arena, clock: ManualClock) -> None:
    diary, free, begun = Diary(), asyncio.Event(), asyncio.Event()

    async def slow(key: str, payload: Json) -> None:
        begun.set()
        await free.wait()
        await diary(key, payload)

    async def quick(key: str, payload: Json) -> None:
        await begun.wait()
        await diary(key, payload)
        free.set()

    arena.schedule.handle("slow", slow)
    arena.schedule.handle("quick", quick)
    await arena.schedule.set("slow", "a", clock.now())
    await arena.schedule.set("slow", "b", clock.now())
    await arena.schedule.set("quick", "c", clock.now())
    await arena.idle()
    assert sorted(diary.kept) == [("a", None), ("b", None), ("c", None)]
    assert diary.kept[0] == ("c", None)


async def test_closing_stops_what_is_being_done_and_keeps_the_appointment(
    arena: Arena, database: Address, clock: ManualClock
) -> None:
    begun = asyncio.Event()

    async def hangs(_key: str, _payload: Json) -> None:
        begun.set()
        await asyncio.Event().wait()

    arena.schedule.handle("visit", hangs)
    due = clock.now()
    await arena.schedule.set("visit", "a", due)
    await begun.wait()
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.schedule.due_at("visit", "a") == due
    await again.close()


@pytest.mark.parametrize("step", ["due", "next_due", "get", "remove"])
async def test_appointments_are_kept_although_the_store_failed_once(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    diary, schedule, failed = Diary(), arena.schedule, False
    real = getattr(deadlines, step)

    async def once(*args: Any) -> Any:
        nonlocal failed
        if not failed:
            failed = True
            raise OSError("disk I/O error")
        return await real(*args)

    schedule.handle("visit", diary)
    for number in (1, 2):
        await schedule.set("visit", str(number), clock.now() + timedelta(hours=number))
    await arena.idle()
    monkeypatch.setattr(deadlines, step, once)
    await clock.advance(3600)
    await arena.idle()
    for _ in range(2):
        await clock.advance(TROUBLE.total_seconds())
        await arena.idle()
    assert {key for key, _ in diary.kept} == {"1"}
    await clock.advance(3600)
    await arena.idle()
    assert {key for key, _ in diary.kept} == {"1", "2"}
    assert failed


async def test_a_task_that_fails_is_told(arena: Arena, caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ValueError("in vain")

    arena.tasks.start(fails(), "errand")
    await arena.idle()
    assert "task errand failed" in caplog.text
    assert "ValueError: in vain" in caplog.text


async def test_what_others_wrote_is_cancelled_if_its_turn_comes_after_the_close() -> None:
    tasks = Tasks()
    began, closed = asyncio.Event(), asyncio.Event()

    async def bookkeeping() -> None:
        began.set()
        await closed.wait()  # as one that still writes down what it is about to do
        with pytest.raises(asyncio.CancelledError):
            await tasks.foreign(asyncio.Event().wait())

    tasks.start(bookkeeping(), "bookkeeping")
    await began.wait()
    closing = asyncio.create_task(tasks.close())
    await asyncio.sleep(0)
    closed.set()
    await closing
    assert tasks.closed


async def test_what_others_wrote_is_let_go_of_once_it_is_done() -> None:
    tasks, ran = Tasks(), list[weakref.ref[asyncio.Task[None]]]()

    async def work() -> None:
        task = asyncio.current_task()
        assert task is not None
        ran.append(weakref.ref(task))

    await tasks.foreign(work())
    await asyncio.sleep(0)
    assert ran[0]() is None


# What appointments hold.


def test_payloads_are_read_as_their_values() -> None:
    assert RequestDraft.load(2, {"user": 5, "kind": "pause", "detail": {"days": 7}}) == RequestDraft(2, 5, Pause(7))
    assert PendingReminder.load({"decision": "17", "stage": "turn"}) == PendingReminder("17", "turn")
    first, last = datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 7, tzinfo=UTC)
    payload: Json = {"user": 1, "change": "ended", "starts": first.isoformat(), "ends": last.isoformat()}
    assert VacationEffects.load(payload) == VacationEffects(1, "ended", first, last)


# What is computed in a process: where that dies, it is done again; it never outlives the program.


ROOT = Path(__file__).parents[2]


@pytest_asyncio.fixture
async def processes() -> AsyncIterator[Processes]:
    made = Processes()
    yield made
    await made.close()


def where() -> int:
    return os.getpid()


def slowly() -> int:
    time.sleep(0.2)
    return os.getpid()


def dying(note: Path, times: int) -> int:
    """Die so often that the notes of it fill a file, but never in the tests' own process."""
    if note.stat().st_size < times and multiprocessing.parent_process() is not None:
        with note.open("a") as file:
            file.write(".")
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def wrong() -> None:
    raise ValueError("of the job")


async def test_it_is_done_in_one_other_process_which_ends(processes: Processes) -> None:
    first, second = await asyncio.gather(processes.run(where), processes.run(where))
    assert first == second != os.getpid()
    await processes.close()
    assert multiprocessing.active_children() == []
    assert await processes.run(where) == os.getpid()  # there are none any more


async def test_it_ends_once_it_has_nothing_to_compute_and_another_one_begins() -> None:
    processes = Processes(idle_s=0.0)
    both = await asyncio.gather(processes.run(where), processes.run(slowly))
    assert len(set(both)) == 1
    for each in multiprocessing.active_children():
        await asyncio.to_thread(each.join)
    assert await processes.run(where) not in {*both, os.getpid()}
    await processes.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("times", "own"), [(0, False), (1, False), (9, True)])
async def test_a_process_that_is_killed_is_replaced_and_at_last_a_thread_does_it(
    processes: Processes, tmp_path: Path, caplog: pytest.LogCaptureFixture, times: int, own: bool
) -> None:
    note = tmp_path / "died"
    note.touch()
    assert (await processes.run(dying, note, times) == os.getpid()) is own
    assert [record.levelname for record in caplog.records] == ["WARNING"] * min(times, 2)
    assert await processes.run(where) != os.getpid()


async def test_without_processes_a_thread_does_it(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("too many")

    monkeypatch.setattr("hosting.runtime.ProcessPoolExecutor.submit", refuse)
    assert await processes.run(where) == os.getpid()


async def test_what_a_job_raises_is_raised(processes: Processes) -> None:
    with pytest.raises(ValueError, match="of the job"):
        await processes.run(wrong)


PROGRAM = """
import asyncio, os, sys
from hosting.runtime import Processes

async def main():
    processes = Processes()
    while True:
        print(await processes.run(os.getpid), flush=True)
        sys.stdin.readline()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_it_dies_with_the_program(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    program = subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        for name in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker, name)  # are for the program to answer
        program.stdin.write(b"\n")
        program.stdin.flush()
        assert int(program.stdout.readline()) == worker
        program.kill()
        while _runs(worker):  # it is no child of this process, so nobody tells; faulthandler ends what hangs
            time.sleep(0.01)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
