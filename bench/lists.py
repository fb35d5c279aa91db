"""What lists, outages and forgetting cost with many matches: CPU time of this process, except where it says bytes."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.filling import FIRST_CHANNEL, FIRST_ID, fill
from bench.playing import GUILD
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.clock import match_clock
from hosting.clock.time_control import ClockTerms
from hosting.runtime.time import SystemClock
from store.tables import match_queries, matches, outages, outbox
from store.tables.deadlines import Deadline, put

SIZES = (10, 1_000, 10_000)
STRANGER = 99
PAGE = 10
RUNS = 9


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` stores less."""
    sizes = (10, 100, 1_000) if quick else SIZES
    with scratch() as folder:
        return [
            *asyncio.run(_lists(folder, sizes, played=100 if quick else 1_000)),
            asyncio.run(_outage(folder, sizes[-1])),
            *asyncio.run(_forgetting(folder, sizes[-1])),
        ]


async def _cpu(work: Callable[[], Awaitable[object]]) -> float:
    """Return the CPU time that something takes, in milliseconds."""
    began = time.process_time()
    await work()
    return (time.process_time() - began) * 1000


async def _lists(folder: Path, sizes: tuple[int, ...], played: int) -> list[Row]:
    """Measure a page of a server's list and a completion; beside the first size, and beside playing matches through."""
    pages: dict[int, float] = {}
    titles: dict[int, float] = {}
    peer = 0.0
    for size in sizes:
        path = await _running(folder / f"{size}.db", size)
        arena = await Arena.open(path, SystemClock())
        end = FIRST_CHANNEL + FIRST_ID + size + 1
        # No server has more places than that; here they are those of the matches that are listed last.
        seen = range(end - 1000, end)

        async def page(arena: Arena = arena, seen: range = seen) -> None:
            found = await arena.lists.in_guild(GUILD, STRANGER, seen, 0, PAGE)
            if len(found.lines) != PAGE:
                raise AssertionError(f"{len(found.lines)} lines")

        async def complete(arena: Arena = arena) -> None:
            await arena.lists.titles(GUILD)

        pages[size] = statistics.median([await _cpu(page) for _ in range(RUNS)])
        titles[size] = statistics.median([await _cpu(complete) for _ in range(RUNS)])
        if size >= played and not peer:

            async def play_through(arena: Arena = arena) -> None:
                for each in (await arena.matches.in_guild(GUILD))[:played]:
                    await arena.matches.get(each.id)

            peer = await _cpu(play_through)
        await arena.close()
    few, many = sizes[0], sizes[-1]
    rows = [
        Row(
            f"a page of /matches here, {size:,} running",
            pages[size],
            "ms",
            f"{few} running",
            pages[few],
            target="≤ 2×",
            kept=pages[size] <= 2 * pages[few],
        )
        for size in sizes[1:]
    ]
    rows.append(
        Row(f"a page of /matches here, {many:,} running", pages[many], "ms", f"playing {played:,} through", peer)
    )
    rows.append(Row.most(f"a completion of `match:`, {many:,} running", titles[many], "ms", 50))
    return rows


async def _outage(folder: Path, size: int) -> Row:
    """Measure the start after an outage of a week in which the time of every match would have been up."""
    path = await _running(folder / "outage.db", size)
    now = datetime.now(UTC)
    then = now - timedelta(days=7)
    clock = match_clock.begin(ClockTerms("turn", per_turn=timedelta(days=1)), 2, {1}, then, {})
    arena = await Arena.open(path, SystemClock())
    async with arena.db.write() as connection:
        found = [each.id for each in await match_queries.summaries(connection, match_queries.live_in_guild(GUILD))]
        await matches.set_clocks(connection, [(each, clock.dump(), clock.next_due) for each in found])
        for each in found:
            await put(connection, Deadline("clock", str(each), then + timedelta(days=1)))
        await outages.set_alive(connection, then)
    began = time.perf_counter()
    await arena.outages.start(reachable=True)
    took = time.perf_counter() - began
    async with arena.db.read() as connection:
        still = await connection.exec_driver_sql(
            "SELECT count(*) FROM deadlines WHERE kind = 'clock' AND due_at < ?",
            (now.replace(tzinfo=None).isoformat(" "),),
        )
        if (left := still.scalar_one()) != 0:
            raise AssertionError(f"{left} matches are lost")
    await arena.close()
    return Row.most(f"start after a week's outage, the time of {size:,} matches given back", took, "s", 20)


async def _forgetting(folder: Path, size: int) -> list[Row]:
    """Measure what pruning costs with many finished matches, and what is left of their posts."""
    path = folder / "finished.db"
    await fill(path, over=size, running=0, shrunk=False)
    arena = await Arena.open(path, SystemClock())
    before = _bytes(path) / size
    later = datetime.now(UTC) + timedelta(days=1)

    async def walk() -> None:
        last: int | None = 0
        while last is not None:
            async with arena.db.read() as connection:
                _, last = await outbox.prunable(connection, last, later, 500)

    async def shrink() -> None:
        after = None
        while True:
            async with arena.db.read() as connection:
                found = await match_queries.ended(connection, after, later, 50)
            if not found:
                return
            after = found[-1]
            async with arena.db.write() as connection:
                await outbox.shrink(connection, [match_id for _, match_id in found])

    walked = await _cpu(walk)
    shrunk = await _cpu(shrink)
    after = _bytes(path) / size
    await arena.close()
    return [
        Row.most(f"posts of {size:,} finished matches looked through, nothing written", walked / 1000, "s"),
        Row.most(f"posts of {size:,} finished matches shrunk", shrunk / 1000, "s"),
        Row(
            "bytes a finished match takes in the outbox",
            after,
            "B",
            "before it shrinks",
            before,
            target="≤ 0.2×",
            kept=after <= 0.2 * before,
        ),
    ]


async def _running(path: Path, size: int) -> Path:
    await fill(path, over=0, running=size, guild_id=GUILD)
    return path


def _bytes(path: Path) -> int:
    """Return what the outbox and its indexes hold, in bytes."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT sum(payload) FROM dbstat WHERE name = 'outbox' OR name LIKE 'ix_outbox%'"
        ((size,),) = connection.execute(query)
        return int(size)
