"""What the table of a season of 1,000 entries costs, with tie-breaks and possible places, computed from its fixtures.

Counted in time of the processor. A Swiss is taken in the middle of a round, where most is still possible, and a round
robin with half of its fixtures open.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from bench.report import Row
from hosting.league.standings.explain import explain
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Season
from hosting.league.terms import LeagueTerms, TieBreak
from store.league.values import Division, Entry, Fixture, Kind, Side, Stage

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
SWISS: tuple[TieBreak, ...] = ("buchholz_cut1", "buchholz", "direct", "wins", "lot")
PROMISED = 100.0
"""Milliseconds."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` repeats less."""
    repeats = 3 if quick else 15
    seasons = {
        "Swiss, 1,000 entries, round 7 of 10": swiss(1000, 7, 2),
        "Swiss, 1,000 entries, round 10 of 10": swiss(1000, 10, 2),
        "Swiss at tables of four, 1,000 entries, round 10 of 10": swiss(1000, 10, 4),
        "round robin, 50 divisions of 20, two legs": robin(50, 20, 2),
        "knock-out, 1,024 entries, quarter-finals": _knockout(1024),
        "ladder, 1,000 entries, 5,000 challenges": _ladder(1000, 5000),
    }
    rows = [Row.most(f"table: {name}", _median(season, repeats), "ms", PROMISED) for name, season in seasons.items()]
    divided = seasons["round robin, 50 divisions of 20, two legs"]
    middle = seasons["Swiss, 1,000 entries, round 7 of 10"]
    for name, season in {"a division of 20": divided, "a Swiss of 1,000": middle}.items():
        taken = statistics.median(_timed(lambda of=season: explain(of, 7)) for _ in range(repeats))  # type: ignore[misc]
        rows.append(Row.most(f"explanation of an entry in {name}", taken, "ms"))
    return rows


def _median(season: Season, repeats: int) -> float:
    return statistics.median(_timed(lambda: table_of(season)) for _ in range(repeats))


def _timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _season(kind: Kind, entries: Sequence[Entry], fixtures: Iterator[Fixture], **more: object) -> Season:
    divisions = tuple(Division(number) for number in sorted({each.division for each in entries}))
    terms = LeagueTerms(kind, "replicants", "2", **more)  # type: ignore[arg-type]
    return Season(terms, divisions, tuple(entries), tuple(fixtures), rounds=10)


def _entries(count: int, size: int) -> list[Entry]:
    return [Entry(n, 1 + (n - 1) // size, (n,), BEGAN, seed=n, seed_mu=25.0) for n in range(1, count + 1)]


def _fixture(
    number: int, division: int, stage: Stage, round_: int, entries: Sequence[int], points: Sequence[int] | None
) -> Fixture:
    """Return a fixture: over if there are points."""
    sides = tuple(Side(seat, who, points[seat - 1] if points else None) for seat, who in enumerate(entries, 1))
    if points is None:
        return Fixture(number, division, stage, round_, 1, 1, sides, "running")
    return Fixture(number, division, stage, round_, 1, 1, sides, "over", "played", number, ended_at=BEGAN)


def swiss(count: int, paired: int, sides: int) -> Season:
    """Return a Swiss in which half of the last round that is paired is over."""
    rng = random.Random(sides)
    entries = _entries(count, count)

    def fixtures() -> Iterator[Fixture]:
        number = 0
        ids = [each.id for each in entries]
        for round_ in range(1, paired + 1):
            rng.shuffle(ids)
            for first in range(0, count - sides + 1, sides):
                number += 1
                still = round_ == paired and number % 2
                points = rng.choice([(120, 0), (60, 60), (0, 120)]) if sides == 2 else (720, 360, 120, 0)
                who = ids[first : first + sides]
                yield _fixture(number, 1, "swiss", round_, who, None if still else points)

    listed = None if sides == 2 else (6, 3, 1, 0)
    return _season("swiss", entries, fixtures(), sides=sides, place_points=listed, tiebreaks=SWISS)


def robin(divisions: int, size: int, legs: int) -> Season:
    """Return a round robin in which half of the fixtures are over."""
    rng = random.Random(size)
    entries = _entries(divisions * size, size)

    def fixtures() -> Iterator[Fixture]:
        number = 0
        for one in entries:
            for other in entries[(one.division - 1) * size : one.id - 1]:
                for _ in range(legs):
                    number += 1
                    points = rng.choice([None, None, None, (120, 0), (60, 60), (0, 120)])
                    yield _fixture(number, one.division, "division", 1, (one.id, other.id), points)

    return _season("round-robin", entries, fixtures(), legs=legs)


def _knockout(count: int) -> Season:
    entries = _entries(count, count)

    def fixtures() -> Iterator[Fixture]:
        number = round_ = 0
        still = [each.id for each in entries]
        while len(still) > 4:
            round_ += 1
            for one, other in zip(still[::2], still[1::2], strict=True):
                number += 1
                sides = (Side(1, one, 120, True), Side(2, other, 0, False))
                yield Fixture(number, 1, "main", round_, 1, 1, sides, "over", "played", number)
            still = still[::2]

    return _season("knockout", entries, fixtures())


def _ladder(count: int, challenges: int) -> Season:
    """Return a ladder on which each challenge reaches up to three numbers above."""
    rng = random.Random(count)

    def fixtures() -> Iterator[Fixture]:
        for number in range(1, challenges + 1):
            up = rng.randint(4, count)
            sides = (
                Side(1, up - rng.randint(1, 3), 0, challenger=False),
                Side(2, up, 120, challenger=True),
            )
            yield Fixture(number, 1, "ladder", 1, 1, 1, sides, "over", "played", number, ended_at=BEGAN)

    return _season("ladder", _entries(count, count), fixtures())
