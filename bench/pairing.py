"""Pairing of large fields: the CPU of the dearest round of a season that is played at random.

The library that pairs by the Dutch system is measured by itself as well, given the same round as a file of FIDE's.
"""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from py4swiss.engines.dutch.engine import Engine

from bench.report import Row
from hosting.league.pairing.formats import plan
from hosting.league.pairing.swiss import MOST_DUTCH
from hosting.league.pairing.values import Planned, Season, contenders
from hosting.league.terms import LeagueTerms
from store.league.values import Entry, Fixture, Side
from tests.hosting.league.pairing.test_dutch import as_a_file

LIMIT = 2.0
"""Seconds of CPU for a round."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays three rounds of each season."""
    rounds = 3 if quick else 9
    rows = []
    for count, sides, name in (
        (MOST_DUTCH, 2, "the Dutch system"),
        (1000, 2, "own matching"),
        (996, 4, "at tables of four"),
    ):
        seconds, silent = _dearest(count, sides, rounds)
        rows.append(Row.most(f"a round of {count:,}, {name}", seconds, "s CPU", LIMIT))
        if count == MOST_DUTCH:
            bare = _bare(count, rounds)
            rows.append(Row(f"the last round of {count:,}, {name}", bare[0], "s CPU", "py4swiss by itself", bare[1]))
        rows.append(Row.most(f"… longest time in which another thread waits for it, {count:,}", silent, "s"))
    return rows


def _dearest(count: int, sides: int, rounds: int) -> tuple[float, float]:
    """Return the CPU of the dearest round, and the longest time for which pairing let no other thread run."""
    measured = [(seconds, silent) for _, seconds, silent in _rounds(count, sides, rounds)]
    return max(seconds for seconds, _ in measured), max(silent for _, silent in measured)


def _bare(count: int, rounds: int) -> tuple[float, float]:
    """Return the CPU of the last round of a season by the Dutch system, and of the library that is given its file."""
    *_, (before, _, _), (_, seconds, _) = _rounds(count, 2, rounds)
    season = replace(before, round=rounds)
    field = contenders(season, 1, rounds, [each.id for each in season.entries])
    file = as_a_file(season, field)
    began = time.thread_time()
    Engine.generate_pairings(file)
    return seconds, time.thread_time() - began


def played(count: int, sides: int, rounds: int) -> tuple[Fixture, ...]:
    """Return the fixtures of so many rounds of a Swiss, all of them over."""
    *_, (season, _, _) = _rounds(count, sides, rounds)
    return tuple(season.fixtures)


def _rounds(count: int, sides: int, rounds: int) -> Iterator[tuple[Season, float, float]]:
    """Play a season at random.

    Yields:
        It after each round, with the CPU that pairing it took and the longest time for which no other thread ran.
    """
    rng = random.Random(1)
    entries = tuple(Entry(number, 1, (number,), BEGAN, seed=number) for number in range(1, count + 1))
    season = Season(LeagueTerms("swiss", "nim", "two", sides=sides, rounds=rounds), entries, (), _lot)
    for number in range(1, rounds + 1):
        season = replace(season, round=number)
        with _Ticking() as ticking:
            before = time.thread_time()
            planned = plan(season)
            seconds = time.thread_time() - before
        start = len(season.fixtures)
        fixtures = (_played(start + at, each, rng) for at, each in enumerate(planned, 1))
        season = replace(season, fixtures=(*season.fixtures, *fixtures))
        yield season, seconds, ticking.longest


def _lot(purpose: str, number: int) -> bytes:
    return hashlib.sha256(f"{purpose}:{number}".encode()).digest()


def _played(number: int, planned: Planned, rng: random.Random) -> Fixture:
    """Return a fixture that is over; the better seeds win more often."""
    bye = len(planned.sides) == 1
    order = sorted(planned.sides, key=lambda entry: entry + 600 * rng.random())
    points = {entry: 120 * at // max(1, len(order) - 1) for at, entry in enumerate(reversed(order))}
    return Fixture(
        id=number,
        division=planned.division,
        stage=planned.stage,
        round=planned.round,
        leg=planned.leg,
        board=planned.board,
        sides=tuple(
            Side(0 if bye else seat, entry, planned.points if bye else points[entry])
            for seat, entry in enumerate(planned.sides, 1)
        ),
        status="over",
        why=planned.why or "played",
    )


class _Ticking:
    """Another thread that wakes up each millisecond, as an event loop would, and notes how late it was."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _tick(self) -> None:
        before = time.perf_counter()
        while not self._over.wait(0.001):
            now = time.perf_counter()
            self.longest, before = max(self.longest, now - before - 0.001), now
