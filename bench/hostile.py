"""Hostile lengths: does reading take a time that grows with the length of the text alone, whatever stands in it?

Every reader of `tests/readers.py` gets texts of 4 KiB, 64 KiB and 1 MiB in many shapes, each a run of one thing between
what the reader understands; at 1 MiB only the shapes that take longest at 64 KiB, or grow most on the way there.
Figures are CPU seconds of this process with the garbage collector at rest, the best of a few. Of each reader the worst
shape counts: at 64 KiB, and for how much more than sixteen times as long it takes for sixteen times as much. Times
under a millisecond are too short to be compared and count as that.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from bench.report import Row
from tests.readers import Reader, readers

SMALL, MIDDLE, LARGE = 4 * 1024, 64 * 1024, 1024 * 1024
MOST_S = 0.5
"""CPU seconds that 64 KiB may take."""
MOST_RATIO = 1.3
"""Times more than in proportion to the length."""

_FLOOR_S = 0.001
_REPEATS = {SMALL: 3, MIDDLE: 2, LARGE: 1}
_AGAIN = 3
"""So often a step that grew too much is measured: the machine does other things as well."""
_AT_LENGTH = 4
"""How many of the slowest shapes, and of those that grow most, are tried at the greatest length."""

_RUNS = (
    *" \n\t\u2003aAeEtTxXfF019²٣-–=>.,;:!?*#|/\\\"'`~_@<",
    *("(", ")", "()", "{", "}", "{}", "[", "]", "[]", "$1", "..", "\u2026", "\u00df", "\ufb01", "\u200b", "\ud800"),
    *("E/", "E/2E6/E..", "\nT1..", "T1", "1.", "1. b2-c3 g7-f6\n", "a1/", "a1-b2/", "-/", "--", "->", "x1", "xE7."),
    *("PROD H1 x99/", "H1,", "A1=", "A1=N01 ", "\n* DEAL 1 HUM=1", "\nHUM F", "\nHUM 1X", " x 1", "1,"),
    *("9d", "9d ", "=1", "1/", "1E8:3 "),
)  # fmt: skip
_FRAMES = (
    ("", ""),
    ("T0..(a.b)\nT1..E/", "x"),
    ("T0..(", ".b)\nT1..E"),
    ('[Game "', '"]\n\nT0..(a.b)'),
    ('[Game "replicants"]\n[Position "T1.1.1 | ', '"]\n\nT0..(a.b)\nT1..E'),
    ("1. b2-c3", "g7"),
    ("* APEX players=2 mode=standard\nP1 HUM@H1\nP2 CIR@H2\nHUM 1X\nCIR 2X\nCIR PROD", "H1x2/-"),
    ("E/2E6", "x/E"),
    ("PROD", "H1x2/-"),
    ("1d", "+1h/2d"),
    ("E/2E6/E;", ";x"),
)


Shape: TypeAlias = tuple[str, str, str, str]
"""The name of a shape, what stands before the run, what is repeated in it, and what stands behind it."""


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst of a reader.

    Attributes:
        middle_s: Of 64 KiB, and the shape of it.
        ratio: Of the steps between lengths, over what they are in length, and the shape of it.
    """

    middle_s: tuple[float, str]
    ratio: tuple[float, str]


def run(*, quick: bool) -> list[Row]:
    """Return two rows for each reader; `quick` leaves 1 MiB out."""
    rows = []
    for reader in readers():
        worst = measure(reader, (SMALL, MIDDLE) if quick else (SMALL, MIDDLE, LARGE))
        seconds, shape = worst.middle_s
        rows.append(Row.most(f"{reader.name}: CPU of 64 KiB, {shape}", seconds * 1_000, "ms", MOST_S * 1_000))
        ratio, shape = worst.ratio
        rows.append(Row.most(f"{reader.name}: growth over length, {shape}", ratio, "×", MOST_RATIO))
    return rows


def measure(reader: Reader, sizes: tuple[int, ...]) -> Worst:
    """Return the worst that any shape does to a reader."""
    for seed in reader.seeds():
        reader.tried(seed)  # tables are built once
    found = [(*_step(reader, shape, SMALL, MIDDLE), shape) for shape in shapes()]
    middle = max((seconds, shape[0]) for seconds, _, shape in found)
    ratio = max((growth, shape[0]) for _, growth, shape in found)
    if LARGE in sizes:
        slowest = sorted(found, key=lambda each: each[0])[-_AT_LENGTH:]
        steepest = sorted(found, key=lambda each: each[1])[-_AT_LENGTH:]
        for shape in dict.fromkeys(shape for _, _, shape in (*slowest, *steepest)):
            ratio = max(ratio, (_step(reader, shape, MIDDLE, LARGE)[1], shape[0]))
    return Worst(middle, ratio)


def _step(reader: Reader, shape: Shape, shorter: int, longer: int) -> tuple[float, float]:
    """Return the CPU seconds of a shape at the greater of two lengths, and their growth over that of the length."""
    least, growth = float("inf"), float("inf")
    for _ in range(_AGAIN):
        before, after = (_of(reader, shape, size) for size in (shorter, longer))
        least = min(least, after)
        growth = min(growth, after / max(before, _FLOOR_S) * shorter / longer)
        if growth <= MOST_RATIO:
            break
    return least, growth


def _of(reader: Reader, shape: Shape, size: int) -> float:
    """Return the CPU seconds of reading a number of characters of a shape."""
    _, before, unit, after = shape
    return _seconds(reader, before + unit * (size // len(unit)) + after, _REPEATS[size])


def shapes() -> Iterator[Shape]:
    """Yield the name of each shape, what stands before the run, what is repeated in it, and what stands behind it."""
    for before, after in _FRAMES:
        for unit in _RUNS if not before else _RUNS[::9]:
            yield f"{_told(before)}{_told(unit)}…{_told(after)}", before, unit, after


def _told(text: str) -> str:
    """Return a text as a name of a row can hold it."""
    return text.encode("unicode_escape").decode()[-24:].replace("|", "\\|")


def _seconds(reader: Reader, text: str, repeats: int) -> float:
    """Return the CPU seconds of reading a text."""
    best = float("inf")
    for _ in range(repeats):
        gc.collect(0)
        gc.disable()
        began = time.process_time()
        reader.tried(text)
        best = min(best, time.process_time() - began)
        gc.enable()
        if best > 2 * MOST_S:
            break
    return best
