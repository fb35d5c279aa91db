"""Rows of the table that `python -m bench` prints, and what several parts measure with."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, what it stands beside in the same run, and what was promised.

    Attributes:
        promise: In words; empty where nothing was promised.
        holds: Whether the promise holds in this run; None where nothing was promised.
    """

    name: str
    value: float
    unit: str = ""
    peer: str = ""
    peer_value: float | None = None
    promise: str = ""
    holds: bool | None = None

    @classmethod
    def most(cls, name: str, value: float, unit: str = "", limit: float | None = None) -> Row:
        """Return a figure that was promised to be no higher than a limit, if one is given."""
        if limit is None:
            return cls(name, value, unit)
        return cls(name, value, unit, promise=f"≤ {limit:g} {unit}".rstrip(), holds=value <= limit)

    @classmethod
    def beside(
        cls,
        name: str,
        value: float,
        unit: str,
        peer: str,
        peer_value: float,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> Row:
        """Return a figure beside a peer's; what was promised is a multiple of that."""
        if at_least is not None:
            return cls(name, value, unit, peer, peer_value, f"≥ {at_least:g}×", value >= at_least * peer_value)
        if at_most is not None:
            return cls(name, value, unit, peer, peer_value, f"≤ {at_most:g}×", value <= at_most * peer_value)
        return cls(name, value, unit, peer, peer_value)


def table(rows: Iterable[Row]) -> str:
    """Return rows as a Markdown table."""
    lines = ["| figure | median | peer | peer's median | ratio | promised | kept |", "|---|--:|---|--:|--:|---|---|"]
    for row in rows:
        peer = "" if row.peer_value is None else f"{_number(row.peer_value)} {row.unit}"
        ratio = f"{row.value / row.peer_value:.2f}×" if row.peer_value else ""
        holds = {True: "yes", False: "**no**", None: ""}[row.holds]
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


class OtherThread:
    """While it is entered, a thread wakes up each millisecond, as an event loop would, and notes how late it was.

    Attributes:
        latest: Milliseconds.
    """

    def __init__(self) -> None:
        self.latest = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._wake_up)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _wake_up(self) -> None:
        timer = Timer()
        while not self._over.wait(0.001):
            self.latest, timer = max(self.latest, timer.passed - 1), Timer()


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
