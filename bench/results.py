"""What the end of a match costs beside a turn, with few and with many results stored; the backfill beside replaying.

The last turn writes the results of the match, what they add up to and its ratings. What is stored besides are results
of other people and their totals, so that indexes and tables are as large as in a busy server.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from bench.playing import any_turn, begin
from bench.report import Row
from bench.scratch import scratch
from engine import registry
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store import finding, matches
from store.database import Database
from store.dialects import lift_append_only
from store.migrations.results.adding import fill
from store.replay import replay

FEW = 1_000
TURN = "an ordinary turn"
REPLAYING = "replaying them"
_OTHERS = 900_000_000
"""From here on are numbers of matches that are only there to be many."""
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) "
_PERSON = "100 + (i * 7919) % 5000"
_RESULTS = (
    "INSERT INTO results SELECT {from_} + i / 2, 0, 1 + i % 2, 1, 'replicants', '2', '[]', NULL, NULL, {person},"
    " {person}, 0, 20, 20, 20, 1 + i % 2, 120 * (1 - i % 2), NULL, NULL, NULL, '2026-01-01 00:00:00.000000',"
    " '2026-01-02 00:00:00.000000', 'rules', 1, NULL, NULL, NULL, NULL, NULL, '1/2', 900, 20, NULL, NULL FROM n"
)
_PAIRS = "INSERT OR IGNORE INTO pairs SELECT 1, {person}, 100 + (i * 104729) % 5000, 'replicants', 1, 1, 0, 120 FROM n"


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` ends fewer matches, beside fewer results."""
    many, ends = (50_000, 8) if quick else (1_000_000, 60)
    with scratch() as folder:
        turns, few, lots = asyncio.run(_measure(folder / "few.db", folder / "many.db", many, ends))
        filling, replaying, count = asyncio.run(_fill(folder / "few.db"))
    few_stored, many_stored = f"with {FEW:,} results stored", f"with {many:,} results stored"
    return [
        _at_most(f"last turn of a match, {few_stored}", few, TURN, turns, 1.5),
        _at_most(f"last turn of a match, {many_stored}", lots, few_stored, few, 1.2),
        Row.higher(
            f"backfill of {count} matches", count / filling, "matches/s", REPLAYING, count / replaying, at_least=10
        ),
    ]


def _at_most(name: str, value: float, peer: str, peer_value: float, most: float) -> Row:
    return Row(name, value, "ms", peer, peer_value, f"≤ {most:g}×", value <= most * peer_value)


async def _measure(few: Path, many: Path, most: int, ends: int) -> tuple[float, float, float]:
    """Return the median milliseconds of an ordinary turn, and of the last one of a match with few and with most stored.

    Matches are played in turns with the one and the other, so that whatever else the machine does slows down both.
    """
    ordinary: list[float] = []
    last: tuple[list[float], list[float]] = ([], [])
    rng = random.Random(1)
    arenas = [await _stocked(few, FEW), await _stocked(many, most)]
    while len(last[1]) < ends:
        for arena, ended in zip(arenas, last, strict=True):
            match = await begin(arena, channel_id=1)
            while not match.over:
                text, (person_id,) = any_turn(match.session, rng), match.to_act
                began = time.perf_counter()
                match = await arena.matches.play(match.id, person_id, text)
                (ended if match.over else ordinary).append((time.perf_counter() - began) * 1000)
    for arena in arenas:
        await arena.close()
    return statistics.median(ordinary), statistics.median(last[0]), statistics.median(last[1])


async def _stocked(path: Path, stored: int) -> Arena:
    arena = await Arena.open(path, SystemClock())
    async with arena.db.write(long=True) as connection:
        await _store(connection, stored)
    return arena


async def _store(connection: AsyncConnection, count: int) -> None:
    numbers = _NUMBERS.format(last=count - 1)
    await connection.exec_driver_sql(numbers + _RESULTS.format(from_=_OTHERS, person=_PERSON))
    await connection.exec_driver_sql(numbers + _PAIRS.format(person=_PERSON))


async def _fill(path: Path) -> tuple[float, float, int]:
    """Return the seconds that the backfill takes, those that replaying the same matches takes, and their number."""
    database = await Database.connect(path)
    async with database.read() as connection:
        stored = [await matches.load(connection, number) for number in await finding.ids(connection)]
    began = time.perf_counter()
    async with database.read() as connection:
        for number in await finding.ids(connection):
            one = await matches.load(connection, number)
            if one is not None:
                replay(registry.get(one.game), one)
    replaying = time.perf_counter() - began
    async with database.write(long=True) as connection:
        await connection.run_sync(lambda each: lift_append_only(each.exec_driver_sql, "sqlite", "results"))
        for table in ("results", "person_totals", "pairs", "feature_totals"):
            await connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a name of its own
        began = time.perf_counter()
        await connection.run_sync(fill)
        filling = time.perf_counter() - began
    await database.close()
    return filling, replaying, len(stored)
