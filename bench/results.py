"""What the end of a match costs beside a turn, with few and with many results stored; the backfill beside replaying.

The last turn writes the results of the match, what they add up to and its ratings. What is stored besides are results
of other people and their totals, so that indexes and tables are as large as in a busy server. Both are counted in time
of the processor, which other work of the machine does not lengthen, and told in passed time, too: either of them
commits once.
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
    many, ends = (50_000, 24) if quick else (1_000_000, 60)
    with scratch() as folder:
        turns, few, lots = asyncio.run(_measure(folder / "few.db", folder / "many.db", many, ends))
        filling, replaying, count = asyncio.run(_fill(folder / "few.db"))
    few_stored, many_stored = f"with {FEW:,} results stored", f"with {many:,} results stored"
    last = "last turn of a match"
    return [
        _at_most(f"{last}, {few_stored}", few.processor, TURN, turns.processor, 1.5),
        _at_most(f"{last}, {many_stored}", lots.processor, few_stored, few.processor, 1.2),
        Row(f"{last}, {few_stored}, until it is committed", few.passed, "ms", TURN, turns.passed),
        Row(f"{last}, {many_stored}, until it is committed", lots.passed, "ms", few_stored, few.passed),
        Row.higher(
            f"backfill of {count} matches", count / filling, "matches/s CPU", REPLAYING, count / replaying, at_least=10
        ),
    ]


class Took:
    """What turns of one sort took, each, in milliseconds."""

    def __init__(self) -> None:
        self._processor: list[float] = []
        self._passed: list[float] = []

    def __len__(self) -> int:
        return len(self._passed)

    def add(self, processor: float, passed: float) -> None:
        """Note a turn, in seconds."""
        self._processor.append(1000 * processor)
        self._passed.append(1000 * passed)

    @property
    def processor(self) -> float:
        """The median time of the processor."""
        return statistics.median(self._processor)

    @property
    def passed(self) -> float:
        """The median of the time that passed."""
        return statistics.median(self._passed)


def _at_most(name: str, value: float, peer: str, peer_value: float, most: float) -> Row:
    return Row(name, value, "ms CPU", peer, peer_value, f"≤ {most:g}×", value <= most * peer_value)


async def _measure(few: Path, many: Path, most: int, ends: int) -> tuple[Took, Took, Took]:
    """Return what an ordinary turn takes, and the last one of a match with few and with most stored.

    Matches are played in turns with the one and the other, so that whatever else the machine does slows down both.
    """
    ordinary, last = Took(), (Took(), Took())
    rng = random.Random(1)
    arenas = [await _stocked(few, FEW), await _stocked(many, most)]
    while len(last[1]) < ends:
        for arena, ended in zip(arenas, last, strict=True):
            match = await begin(arena, channel_id=1)
            while not match.over:
                text, (person_id,) = any_turn(match.session, rng), match.to_act
                processor, passed = time.process_time(), time.perf_counter()
                match = await arena.matches.play(match.id, person_id, text)
                took = time.process_time() - processor, time.perf_counter() - passed
                (ended if match.over else ordinary).add(*took)
    for arena in arenas:
        await arena.close()
    return ordinary, *last


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
    """Return the CPU seconds that the backfill takes, those of replaying the same matches, and their number."""
    database = await Database.connect(path)
    async with database.read() as connection:
        stored = [await matches.load(connection, number) for number in await finding.ids(connection)]
    began = time.process_time()
    async with database.read() as connection:
        for number in await finding.ids(connection):
            one = await matches.load(connection, number)
            if one is not None:
                replay(registry.get(one.game), one)
    replaying = time.process_time() - began
    async with database.write(long=True) as connection:
        await connection.run_sync(lambda each: lift_append_only(each.exec_driver_sql, "sqlite", "results"))
        filling = 0.0
        for _ in range(2):  # the first time much is made ready that is done once, however many matches there are
            for table in ("results", "person_totals", "pairs", "feature_totals"):
                await connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a name of its own
            began = time.process_time()
            await connection.run_sync(fill)
            filling = time.process_time() - began
    await database.close()
    return filling, replaying, len(stored)
