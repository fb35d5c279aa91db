"""Rows of the table that `python -m bench` prints, and what several parts measure with."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, what it stands beside in the same run, and what was promised: a limit, or a multiple of the peer's."""

    name: str
    value: float
    unit: str = ""
    peer: str = ""
    peer_value: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def promise(self) -> str:
        """What was promised, in words; empty where nothing was."""
        limits = (("≥", self.at_least), ("≤", self.at_most))
        unit = f" {self.unit}".rstrip() if self.peer_value is None else "×"
        return "".join(f"{sign} {limit:g}{unit}" for sign, limit in limits if limit is not None)

    @property
    def holds(self) -> bool:
        """Whether nothing that was promised is broken in this run."""
        times = 1 if self.peer_value is None else self.peer_value
        least, most = self.at_least, self.at_most
        return (least is None or self.value >= least * times) and (most is None or self.value <= most * times)


def under(name: str, *rows: Row) -> list[Row]:
    """Return rows with the name of what was done in front of each."""
    return [replace(row, name=f"{name}: {row.name}") for row in rows]


def table(rows: Iterable[Row]) -> str:
    """Return rows as a Markdown table."""
    lines = ["| figure | median | peer | peer's median | ratio | promised | kept |", "|---|--:|---|--:|--:|---|---|"]
    for row in rows:
        peer = "" if row.peer_value is None else f"{_number(row.peer_value)} {row.unit}"
        ratio = f"{row.value / row.peer_value:.2f}×" if row.peer_value else ""
        holds = "" if not row.promise else "yes" if row.holds else "**no**"
        cells = (row.name, f"{_number(row.value)} {row.unit}", row.peer, peer, ratio, row.promise, holds)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


class Timer:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._cpu, self._thread, self._passed = time.process_time(), time.thread_time(), time.perf_counter()

    @property
    def cpu(self) -> float:
        """Of the processor, by this process: what else the machine does counts for nothing."""
        return 1000 * (time.process_time() - self._cpu)

    @property
    def thread(self) -> float:
        """Of the processor, by this thread."""
        return 1000 * (time.thread_time() - self._thread)

    @property
    def passed(self) -> float:
        """Of the clock."""
        return 1000 * (time.perf_counter() - self._passed)


def beside(repeats: int, *works: Callable[[], T], clock: str = "thread") -> list[tuple[float, T]]:
    """Do works one after the other, so often that what else the machine does slows all; `clock` is one of `Timer`'s.

    Return the median milliseconds of each, and what it returned last.
    """

    def timed(work: Callable[[], T]) -> tuple[float, T]:
        timer = Timer()
        result = work()
        return getattr(timer, clock), result

    rounds = [[timed(work) for work in works] for _ in range(repeats)]
    return [(statistics.median(took for took, _ in each), each[-1][1]) for each in zip(*rounds, strict=True)]


@contextmanager
def other_thread() -> Iterator[list[float]]:
    """Have a thread wake up each millisecond, as an event loop would; give by how many each time was too late."""
    late, over = [0.0], threading.Event()

    def wake_up() -> None:
        timer = Timer()
        while not over.wait(0.001):
            late.append(timer.passed - 1)
            timer = Timer()

    thread = threading.Thread(target=wake_up)
    thread.start()
    try:
        yield late
    finally:
        over.set()
        thread.join()


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value below which so many percent of some values are."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def cpu_s(pid: int) -> float:
    """Return the CPU seconds of all threads of a process so far, to the nanosecond where /proc counts ticks (Linux)."""
    return time.clock_gettime((~pid << 3) | 2)  # MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED) of the kernel


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB (Linux)."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder where TMPDIR says, and remove it at the end; say so where it is not on a disk.

    Figures of commits mean something on a disk only: where memory stands in for one, flushing costs nothing.
    """
    with tempfile.TemporaryDirectory(prefix="arena-") as name:
        folder, mounts = Path(name).resolve(), Path("/proc/mounts")
        lines = mounts.read_text(encoding="utf-8").splitlines() if mounts.exists() else []
        above = [fields for fields in map(str.split, lines) if folder.is_relative_to(fields[1])]
        if above and max(above, key=lambda fields: len(fields[1]))[2] in {"tmpfs", "ramfs"}:
            print(f"{folder} is in memory: set TMPDIR to a folder on a disk to measure one", file=sys.stderr)
        yield folder
