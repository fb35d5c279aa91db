"""What profiles, leaderboards and statistics cost with a million results stored, beside a thousand: CPU time."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from bench.playing import GUILD
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.runtime.time import SystemClock

SIZES = (1_000, 1_000_000)
MOST = 20
"""Milliseconds that the data of a profile or a leaderboard may take."""
RUNS = 9

REGULAR = 1
"""Who sits in every fiftieth match: in 10,000 of 500,000, fourteen a day."""
PEOPLE = 5_000
_PAST = Path(__file__).with_name("profiles.sql")


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` stores less."""
    few, many = (1_000, 20_000) if quick else SIZES
    with scratch() as folder:
        before = asyncio.run(_measured(folder, few))
        after = asyncio.run(_measured(folder, many))
    return [
        Row(
            f"{name}, {many:,} results",
            after[name],
            "ms",
            f"{few:,} results",
            before[name],
            f"≤ {MOST} ms",
            after[name] <= MOST,
        )
        for name in after
    ]


async def _measured(folder: Path, size: int) -> dict[str, float]:
    """Return what each question takes with so many results, in milliseconds of CPU time."""
    arena = await filled(folder / f"{size}.db", size)

    async def cpu(work: Callable[[], Awaitable[object]]) -> float:
        took = []
        for _ in range(RUNS):
            began = time.process_time()
            await work()
            took.append((time.process_time() - began) * 1000)
        return statistics.median(took)

    board = arena.leaderboards.page
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "/profile of a player who plays every day": lambda: arena.profiles.of(GUILD, REGULAR, 7),
        "the same in a game seldom played": lambda: arena.profiles.of(GUILD, REGULAR, 7, "replica"),
        "/profile of anybody": lambda: arena.profiles.of(GUILD, 4_242, 7),
        "the first page of /leaderboard": lambda: board(GUILD, "replicants", None, 7),
        "a late page of /leaderboard": lambda: board(GUILD, "replicants", None, 7, 4_000),
        "the first page of all servers": lambda: board(GUILD, "replicants", None, 7, everywhere=True),
        "a late page of all servers": lambda: board(GUILD, "replicants", None, 7, 4_000, everywhere=True),
        "statistics": lambda: arena.statistics.of(GUILD, "replicants"),
    }
    found = {name: await cpu(work) for name, work in questions.items()}
    profile = await arena.profiles.of(GUILD, REGULAR, 7)
    if profile is None or profile.all.played != size // 100:
        raise AssertionError(f"this is no profile: {profile}")
    await arena.close()
    return found


async def filled(path: Path, size: int) -> Arena:
    """Return an arena with two results for each match, written without going through any code of it."""
    await (await Arena.open(path, SystemClock())).close()
    with closing(sqlite3.connect(path)) as connection:
        numbers = {"matches": size // 2, "people": PEOPLE, "regular": REGULAR, "guild": GUILD}
        _, sql = _PAST.read_text(encoding="utf-8").split("\n\n", 1)
        sql = re.sub(r":([a-z]+)", lambda name: str(numbers[name[1]]), sql)
        connection.executescript(sql)
        connection.commit()
    return await Arena.open(path, SystemClock(), everywhere=True)
