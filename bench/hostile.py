"""Texts of hostile lengths and shapes: does reading take a time that grows with the length alone?

Every reader of `tests/readers.py` gets texts in many shapes, each a run of one thing between what it understands. At
1 MiB only the shapes are tried that take longest at 64 KiB, or grow most on the way there: for how much more than
sixteen times as long does a reader take for sixteen times as much? Figures are CPU seconds of this process with the
garbage collector at rest, the best of a few. Times under a millisecond are too short to be compared and count as that.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from operator import itemgetter
from typing import TypeAlias

from bench.measure import Row
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


def hostile(*, quick: bool) -> list[Row]:
    """Return for each reader what the worst shape takes at 64 KiB, and what a length grows by; `quick` omits 1 MiB."""
    rows = []
    for reader in readers():
        for text in reader.seeds():
            reader.tried(text)  # tables are built once
        found = [(*_step(reader, shape, SMALL, MIDDLE), shape) for shape in _shapes()]
        middle = max((seconds, shape[0]) for seconds, _, shape in found)
        ratio = max((growth, shape[0]) for _, growth, shape in found)
        worst = [shape for key in (0, 1) for *_, shape in sorted(found, key=itemgetter(key))[-_AT_LENGTH:]]
        for shape in () if quick else dict.fromkeys(worst):
            ratio = max(ratio, (_step(reader, shape, MIDDLE, LARGE)[1], shape[0]))
        name = f"{reader.name}: CPU of 64 KiB, {middle[1]}"
        rows.append(Row(name, middle[0] * 1_000, "ms", at_most=MOST_S * 1_000))
        rows.append(Row(f"{reader.name}: growth over length, {ratio[1]}", ratio[0], "×", at_most=MOST_RATIO))
    return rows


def _shapes() -> Iterator[Shape]:
    def named(text: str) -> str:
        return text.encode("unicode_escape").decode()[-24:].replace("|", "\\|")

    for before, after in _FRAMES:
        for unit in _RUNS if not before else _RUNS[::9]:
            yield f"{named(before)}{named(unit)}…{named(after)}", before, unit, after


def _step(reader: Reader, shape: Shape, shorter: int, longer: int) -> tuple[float, float]:
    least, growth = float("inf"), float("inf")
    for _ in range(_AGAIN):
        before, after = (_seconds(reader, shape, size) for size in (shorter, longer))
        least = min(least, after)
        growth = min(growth, after / max(before, _FLOOR_S) * shorter / longer)
        if growth <= MOST_RATIO:
            break
    return least, growth


def _seconds(reader: Reader, shape: Shape, size: int) -> float:
    _, before, unit, after = shape
    text, best = before + unit * (size // len(unit)) + after, float("inf")
    for _ in range(_REPEATS[size]):
        gc.collect(0)
        gc.disable()
        began = time.process_time()
        reader.tried(text)
        best = min(best, time.process_time() - began)
        gc.enable()
        if best > 2 * MOST_S:
            break
    return best
