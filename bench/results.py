"""What the end of a match costs beside a turn, with few and with many results stored.

The last turn writes the results of the match, what they add up to and its ratings. What is stored besides are results
of other people and their totals, so that indexes and tables are as large as in a busy server. Both are counted in time
of the processor, which other work of the machine does not lengthen, and told in passed time, too: either of them
commits once.

What is promised is held against ordinary turns of one match in a row. They are the cheapest, as all they need lies in
the processor's caches by then, while what ends a match does not. So the table tells, too, what an ordinary turn takes
right after the last one of another match, as they come on a server where many matches go on.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import time
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from bench.playing import any_turn, begin
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.runtime.time import SystemClock

FEW = 1_000
TURN = "an ordinary turn of another match"
IN_A_ROW = "ordinary turns of one match in a row"
PAIRS = 10
"""Matches that are brought before their last turns at a time; as many are within."""
SOME = (5, 30)
"""So many turns are played of a match that is to go on: at least, and fewer than."""
_OTHERS = 1_000
"""From here on are numbers of matches that are only there to be many."""
_BEHIND = "INSERT INTO sqlite_sequence (name, seq) VALUES ('matches', {last})"
"""Matches that are played come after them, as new ones do."""
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) "
_PERSON = "100 + (i * 7919) % 5000"
_RESULTS = (
    "INSERT INTO results SELECT {from_} + i / 2, 1, 0, 1 + i % 2, 'replicants', '2', '[]', NULL, NULL, {person},"
    " {person}, 0, 20, 20, 20, 1 + i % 2, 120 * (1 - i % 2), NULL, NULL, NULL, '2026-01-01 00:00:00.000000',"
    " '2026-01-02 00:00:00.000000', 'rules', 1, NULL, NULL, NULL, NULL, NULL, '1/2', 900, 20, NULL, NULL FROM n"
)
_PAIRS = "INSERT OR IGNORE INTO pairs SELECT 1, {person}, 100 + (i * 104729) % 5000, 'replicants', 1, 1, 0, 120 FROM n"


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` ends fewer matches, beside fewer results."""
    many, ends = (50_000, 24) if quick else (1_000_000, 60)
    with scratch() as folder:
        few, lots = asyncio.run(_measure(folder / "few.db", folder / "many.db", many, ends))
    few_stored, many_stored = f"with {FEW:,} results stored", f"with {many:,} results stored"
    last = "last turn of a match"
    return [
        _at_most(f"{last}, {few_stored}", few.last.processor, IN_A_ROW, few.row.processor, 1.5),
        _at_most(f"{last}, {many_stored}", lots.last.processor, few_stored, few.last.processor, 1.2),
        Row(f"{last}, {few_stored}, until it is committed", few.last.passed, "ms", TURN, few.ordinary.passed),
        Row(f"{last}, {many_stored}, until it is committed", lots.last.passed, "ms", few_stored, few.last.passed),
        Row(f"{last}, {few_stored}, in turns with others", few.last.processor, "ms CPU", TURN, few.ordinary.processor),
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


class _Turns:
    """What turns took beside a number of results.

    Attributes:
        ordinary: Of some matches, each after the last one of another.
        last: Of matches, each after an ordinary one of another.
        row: Ordinary ones of a match, one after the other.
    """

    def __init__(self) -> None:
        self.ordinary, self.last, self.row = Took(), Took(), Took()


def _at_most(name: str, value: float, peer: str, peer_value: float, most: float) -> Row:
    return Row(name, value, "ms CPU", peer, peer_value, f"≤ {most:g}×", value <= most * peer_value)


async def _measure(few: Path, many: Path, most: int, ends: int) -> tuple[_Turns, _Turns]:
    """Return what turns take with few and with most results stored.

    Matches are played in turns with the one and the other, so that whatever else the machine does slows down both.
    """
    rng, channels = random.Random(1), itertools.count(1)
    arenas = [await _stocked(few, FEW), await _stocked(many, most)]
    found = (_Turns(), _Turns())
    while len(found[1].last) < ends:
        for arena, turns in zip(arenas, found, strict=True):
            ending = [await _before_the_end(arena, next(channels), rng, turns.row) for _ in range(PAIRS)]
            going_on = [await _within(arena, next(channels), rng) for _ in range(PAIRS)]
            for between, before in zip(going_on, ending, strict=True):
                await _take(arena, between, turns.ordinary)
                await _take(arena, before, turns.last)
    for arena in arenas:
        await arena.close()
    return found


async def _before_the_end(arena: Arena, channel_id: int, rng: random.Random, took: Took) -> tuple[Match, str]:
    """Return a match with the turn that ends it; note what the turns before it took, one after the other."""
    match = await begin(arena, channel_id)
    while not _ends(match, text := any_turn(match.session, rng)):
        match = await _take(arena, (match, text), took)
    return match, text


async def _within(arena: Arena, channel_id: int, rng: random.Random) -> tuple[Match, str]:
    """Return a match some turns after its start, with one that does not end it."""
    match = await begin(arena, channel_id)
    left = rng.randrange(*SOME)
    while True:
        text = any_turn(match.session, rng)
        if _ends(match, text):
            match = await _begin_anew(arena, match, text)
            continue
        if not left:
            return match, text
        match, left = await arena.matches.play(match.id, match.to_act[0], text), left - 1


async def _begin_anew(arena: Arena, match: Match, text: str) -> Match:
    """End a match, and start another in its channel."""
    await arena.matches.play(match.id, match.to_act[0], text)
    return await begin(arena, match.places[0].channel_id)


def _ends(match: Match, text: str) -> bool:
    (seat,) = match.session.to_act
    return match.session.play(seat, text).outcome is not None


async def _take(arena: Arena, turn: tuple[Match, str], took: Took) -> Match:
    """Play a turn, and note what it took."""
    match, text = turn
    processor, passed = time.process_time(), time.perf_counter()
    match = await arena.matches.play(match.id, match.to_act[0], text)
    took.add(time.process_time() - processor, time.perf_counter() - passed)
    return match


async def _stocked(path: Path, stored: int) -> Arena:
    arena = await Arena.open(path, SystemClock())
    async with arena.db.write(long=True) as connection:
        await _store(connection, stored)
    return arena


async def _store(connection: AsyncConnection, count: int) -> None:
    numbers = _NUMBERS.format(last=count - 1)
    await connection.exec_driver_sql(numbers + _RESULTS.format(from_=_OTHERS, person=_PERSON))
    await connection.exec_driver_sql(numbers + _PAIRS.format(person=_PERSON))
    await connection.exec_driver_sql(_BEHIND.format(last=_OTHERS + count))
