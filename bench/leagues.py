"""What a league costs its server: a look at the table, and a result with few and with many seasons stored.

How long its rounds take to be paired is told by the part `pairing`, how long its table takes to be worked out by
`standings`. Counted in time of the processor, of which waiting for the disk takes none.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from bench.fielded import GUILD, stored
from bench.report import Row
from bench.scratch import scratch
from bench.standings import swiss
from cogs.core.bot import ArenaBot
from cogs.core.delivery import Reader
from cogs.league.tables import page_of
from hosting.arena import Arena
from hosting.league import fixtures
from hosting.runtime.time import SystemClock
from render.theme import Theme
from store.league import fixtures as stored_fixtures
from store.league import seasons

SIZES = (20, 128, 1000)
FEW, MANY = 1, 200
_ENTRIES, _ROUNDS = 32, 5
"""Of each season beside which a result is written."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` repeats less, beside fewer seasons."""
    with scratch() as folder:
        looks = asyncio.run(_looks(folder / "looks.db", 5 if quick else 25))
    many = MANY // 10 if quick else MANY
    with scratch() as folder:
        few, lots = asyncio.run(_results(folder, many, 60 if quick else 300))
    rows = []
    for count, (again, after, first) in looks.items():
        rows.append(Row.most(f"`/league standings` of {count:,} before it is drawn", again, "ms CPU", 20))
        rows.append(Row.most(f"… the first time after a result, {count:,}", after, "ms CPU"))
        rows.append(Row.most(f"… the first time since the bot began, {count:,}", first, "ms CPU"))
    name = f"a result of a league beside {many:,} seasons"
    rows.append(Row(name, lots, "ms CPU", f"beside {FEW}", few, "≤ 1.2×", lots <= 1.2 * few))
    return rows


async def _looks(path: Path, repeats: int) -> dict[int, tuple[float, float, float]]:
    """Return what a look costs by number of entries: usually, after a result, and the first one."""
    arena = await Arena.open(path, SystemClock())
    # The command asks its bot for nothing else.
    bot = cast("ArenaBot", SimpleNamespace(arena=arena))
    found = {}
    for count in SIZES:
        season = await stored(arena, swiss(count, 7, 2), f"League of {count}")

        async def look(number: int = season) -> None:
            await arena.leagues.of_guild(GUILD)
            await page_of(bot, await arena.leagues.view(number), Reader(None, Theme()), None, None, 5)

        first, again, after = [], [], []
        for _ in range(repeats):
            arena.leagues.kept.forget()
            first.append(await _timed(look))
            again.append(await _timed(look))
            await _result(arena, season)
            after.append(await _timed(look))
        found[count] = statistics.median(again), statistics.median(after), statistics.median(first)
    await arena.close()
    return found


async def _result(arena: Arena, season_id: int, place: int = 0) -> float:
    """Have a side win a fixture, or the other one if it is over; return the milliseconds that writing takes."""
    async with arena.db.write() as connection:
        season = await seasons.load(connection, season_id)
        before = (await stored_fixtures.of_season(connection, season_id))[place]
        if season is None:
            raise RuntimeError(f"season {season_id} is gone")
        points = (0, 120) if before.sides[0].points else (120, 0)
        sides = tuple(replace(side, points=each) for side, each in zip(before.sides, points, strict=True))
        after = fixtures.fixture_over(before, sides, "played", arena.clock.now())
        began = time.process_time()
        await stored_fixtures.save(connection, season, before, after)
        return (time.process_time() - began) * 1000


async def _results(folder: Path, many: int, repeats: int) -> tuple[float, float]:
    """Return the milliseconds of a result with one season stored and with many, taken in turns."""
    rng, arenas = random.Random(1), list[tuple[Arena, int]]()
    took: tuple[list[float], list[float]] = ([], [])
    for name, count in (("few", FEW), ("many", many)):
        arena = await Arena.open(folder / f"{name}.db", SystemClock())
        numbers = [await stored(arena, swiss(_ENTRIES, _ROUNDS, 2), f"League {number}") for number in range(count)]
        arenas.append((arena, numbers[count // 2]))
    for _ in range(repeats):
        place = rng.randrange(_ENTRIES // 2 * _ROUNDS)
        for (arena, season), mine in zip(arenas, took, strict=True):
            mine.append(await _result(arena, season, place))
    for arena, _ in arenas:
        await arena.close()
    return statistics.median(took[0]), statistics.median(took[1])


async def _timed(work: Callable[[], Awaitable[None]]) -> float:
    began = time.process_time()
    await work()
    return (time.process_time() - began) * 1000
