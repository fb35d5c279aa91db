"""What is computed in a process: where that dies, it is done again; it never outlives the program."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from hosting.runtime.tasks import Processes

ROOT = Path(__file__).parents[3]


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

    monkeypatch.setattr("hosting.runtime.tasks.ProcessPoolExecutor.submit", refuse)
    assert await processes.run(where) == os.getpid()


async def test_what_a_job_raises_is_raised(processes: Processes) -> None:
    with pytest.raises(ValueError, match="of the job"):
        await processes.run(wrong)


PROGRAM = """
import asyncio, os, sys
from hosting.runtime.tasks import Processes

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
