"""What one person can cause at most: how long writers wait, and the event loop for one step; CPU in all.

Each command runs at the largest input that is legal, on a database of its own kind. All is counted in time of the
processor, so that what else the machine does counts for nothing: a write transaction in that of the process, from
getting the turn to write to giving it back; a step of the event loop in that of its thread.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, Literal
from unittest.mock import patch

from sqlalchemy import update

from bench.leagues import MIDDLE, drawn, ladder, numbered, result, store_season
from bench.measure import Row, Timer, scratch
from bench.stores import REGULAR, random_games, rated, with_results
from bot import GARBAGE_AFTER
from cogs.core.bot import Reader
from cogs.league.tables import TablePage, page_of, picture_of
from engine import record
from engine.__main__ import selfplay
from engine.game import Setup
from engine.history import moments
from engine.registry import get
from hosting import clock as hosting_clock
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.imports import MOST_BYTES
from hosting.league.model import table_season
from hosting.league.standings.explain import explain
from hosting.league.standings.values import TableSeason
from hosting.league.terms import LeagueTerms
from hosting.retention import Periods
from hosting.runtime import SystemClock
from render.theme import Theme
from store import schema
from store.database import Database
from store.league.seasons import Division, Kind
from store.tables import deadlines, match_queries, matches, outages
from store.tables.deadlines import Deadline
from tests.copies import ANN, BOB, FIRST_CHANNEL, FIRST_ID, GUILD, Seating, fill
from tests.hosting.ladder import Ladder, won

LOCK_S = 0.5
"""Seconds for which others may wait to write."""
STALL_MS = 50.0
"""Milliseconds that a step of the loop may take."""
RUNS = 9
"""How often a look is taken."""
LATE = 10
"""The last round of a Swiss; the later one is, the longer its pairing takes."""

Work = Callable[[], Awaitable[object]]


def bounds(*, quick: bool) -> list[Row]:
    """Return three rows for each command; `quick` makes smaller inputs."""
    measured = Measured()
    with scratch() as folder:
        asyncio.run(_commands(measured, folder, 20 if quick else 1))
    return measured


class Measured(list[Row]):
    """What commands cost."""

    async def take(
        self, database: Database, name: str, work: Work, *, most: float | None = None, runs: int = 1
    ) -> None:
        """Do something; add its longest write transaction, its longest step of the loop, and its median CPU in ms."""
        turnstile, stall, took = _Turnstile(), 0.0, []
        # As the program does it (`bot.serve`): what was there before is no garbage of the command's.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE_AFTER)
        ran = asyncio.Handle._run  # noqa: SLF001 - each step of the loop goes through it

        def timed(handle: asyncio.Handle) -> None:
            nonlocal stall
            timer = Timer()
            ran(handle)
            stall = max(stall, timer.thread)

        with patch.object(asyncio.Handle, "_run", timed), patch.object(database, "_turnstile", turnstile):
            for _ in range(runs):
                await asyncio.sleep(0)  # from here on it is a step of its own
                timer = Timer()
                await work()
                took.append(timer.cpu)
                await asyncio.sleep(0)
        self += [
            Row(f"{name}: longest write transaction", turnstile.longest, "s CPU", at_most=LOCK_S),
            Row(f"{name}: longest step of the loop", stall, "ms CPU", at_most=STALL_MS),
            Row(f"{name}: CPU in all", median(took), "ms CPU", at_most=most),
        ]


class _Turnstile(asyncio.Lock):
    """The turn to write, which notes for how many seconds it was taken at most."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = self._since = 0.0

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        self._since = time.process_time()
        return True

    def release(self) -> None:
        self.longest = max(self.longest, time.process_time() - self._since)
        super().release()


@asynccontextmanager
async def _arena(path: Path) -> AsyncIterator[Arena]:
    """Open an arena for which a server that was left can be purged at once."""
    arena = await Arena.open(path, SystemClock(), periods=Periods(removed_servers=timedelta()))
    try:
        yield arena
    finally:
        await arena.close()


async def _commands(measured: Measured, folder: Path, share: int) -> None:
    await _looks(measured, folder, share)
    count = 1000 // share
    seatings = [Seating(GUILD, 100 + at, (ANN, BOB)) for at in range(count)]
    await fill(folder / "matches.db", over=0, running=count, seatings=seatings)
    async with _arena(folder / "matches.db") as arena:
        await measured.take(arena.db, f"/data request:copy with {count:,} matches", lambda: arena.exports.make(ANN))
        await _deletion(measured, arena, count)
    async with _arena(folder / "leagues.db") as arena:
        await _import(measured, arena)
        await _seasons(measured, arena, share)
        await _rounds(measured, arena, share)
        await _purge(measured, arena, "purge of all these leagues")
    await fill(folder / "over.db", over=count, running=0, guild_id=GUILD, shrunk=False)
    async with _arena(folder / "over.db") as arena:
        await _prune(measured, arena, count)
        await _purge(measured, arena, f"purge of {count:,} matches")
    count = 20_000 // share
    await rated(folder / "rated.db", random_games(2, count))
    database = await Database.open(folder / "rated.db")
    correction = f"correction of the first of {count:,} rated matches"
    await measured.take(database, correction, lambda: Ladder(database).correct(1, *won(2, 1)))
    await database.close()


async def _looks(measured: Measured, folder: Path, share: int) -> None:
    count = 1_000_000 // share
    arena = await with_results(folder / "results.db", count, everywhere=True)
    board, of = arena.profiles.leaderboard, arena.profiles.of
    questions: dict[str, Work] = {
        "/profile of a player who plays every day": lambda: of(GUILD, REGULAR, 7),
        "/profile of the same in a game seldom played": lambda: of(GUILD, REGULAR, 7, "replica"),
        "/profile of anybody": lambda: of(GUILD, 4_242, 7),
        "/leaderboard, first page": lambda: board(GUILD, "replicants", None, 7),
        "/leaderboard, late page": lambda: board(GUILD, "replicants", None, 7, 4_000),
        "/leaderboard of all servers, first page": lambda: board(GUILD, "replicants", None, 7, everywhere=True),
        "/leaderboard of all servers, late page": lambda: board(GUILD, "replicants", None, 7, 4_000, everywhere=True),
        "/stats": lambda: arena.profiles.statistics(GUILD, "replicants"),
    }
    for name, work in questions.items():
        await measured.take(arena.db, f"{name}, {count:,} results", work, most=20, runs=RUNS)
    profile = await of(GUILD, REGULAR, 7)
    if profile is None or profile.all.played != count // 100:
        raise AssertionError(f"this is no profile: {profile}")
    await arena.close()
    count = 10_000 // share
    await fill(folder / "running.db", over=0, running=count, guild_id=GUILD)
    end = FIRST_CHANNEL + FIRST_ID + count + 1
    seen = range(end - 1000, end)  # no server has more places; here they are of the matches that are listed last
    async with _arena(folder / "running.db") as arena:
        page = partial(arena.lists.in_guild, GUILD, 99, seen, 0, 10)
        await measured.take(arena.db, f"a page of /matches here, {count:,} running", page, most=20, runs=RUNS)
        titles = partial(arena.lists.titles, GUILD)
        await measured.take(arena.db, f"a completion of `match:`, {count:,} running", titles, most=50, runs=RUNS)
        await _outage(measured, arena, count)


async def _outage(measured: Measured, arena: Arena, count: int) -> None:
    """Start after an outage of a week in which the time of every match would have been up."""
    now = datetime.now(UTC)
    then = now - timedelta(days=7)
    clock = hosting_clock.begin(ClockTerms("turn", per_turn=timedelta(days=1)), 2, {1}, then, {})
    async with arena.db.write(long=True) as connection:
        found = [each.id for each in await match_queries.summaries(connection, match_queries.live_in_guild(GUILD))]
        await matches.set_clocks(connection, [(each, clock.dump(), clock.next_due) for each in found])
        for each in found:
            await deadlines.put(connection, Deadline("clock", str(each), then + timedelta(days=1)))
        await outages.set_alive(connection, 1, outages.Sign(0, 1, then))
    name = f"start after a week's outage, the time of {count:,} matches given back"
    await measured.take(arena.db, name, lambda: arena.outages.start(reachable=True), most=20_000)


async def _prune(measured: Measured, arena: Arena, count: int) -> None:
    """Have the posts of matches shrunk that ended two hours ago; what is left of them?"""

    async def bytes_each() -> float:
        query = "SELECT sum(payload) FROM dbstat WHERE name = 'outbox' OR name LIKE 'ix_outbox%'"
        async with arena.db.read() as connection:
            return int((await connection.exec_driver_sql(query)).scalar_one()) / count

    async with arena.db.write(long=True) as connection:
        ended = schema.matches.c.ended_at.is_not(None)
        then = datetime.now(UTC) - timedelta(hours=2)
        await connection.execute(update(schema.matches).where(ended).values(ended_at=then))
    before = await bytes_each()
    name = f"posts of {count:,} finished matches looked through and shrunk"
    await measured.take(arena.db, name, lambda: arena.outbox.pruning.prune("", None))
    name = "bytes a finished match takes in the outbox"
    measured.append(Row(name, await bytes_each(), "B", "before it shrinks", before, at_most=0.2))


async def _import(measured: Measured, arena: Arena) -> None:
    """Bring the longest record that is read, of a match of Mutants for four, and have its moments."""
    text = record.write(selfplay(get("mutants"), Setup("4"), "import"), ("Ann", "Bob", "Cleo", "Dan"))
    text += "\n" * (MOST_BYTES - len(text.encode()))

    async def bring() -> None:
        imported = await arena.imports.add(GUILD, ANN, text)
        await asyncio.to_thread(moments, imported.session)  # as the command does

    await measured.take(arena.db, f"/match import of {MOST_BYTES // 1024} KiB", bring)


async def _deletion(measured: Measured, arena: Arena, count: int) -> None:
    """Delete a player with so many running matches, who resigns them all after it."""
    running = {each.id for each in (await arena.deletions.outline(ANN)).running}
    if len(running) < count:
        raise AssertionError(f"{len(running)} matches go on, not {count}")
    name = f"/data request:deletion with {count:,} matches"
    await measured.take(arena.db, name, lambda: arena.deletions.delete(ANN, resigning=running))
    await measured.take(arena.db, f"{name}, resigning", lambda: arena.release.due(str(ANN), None))


async def _purge(measured: Measured, arena: Arena, name: str) -> None:
    await arena.retention.left(GUILD)
    await measured.take(arena.db, name, lambda: arena.retention.remove_expired((), lambda _: True))


async def _seasons(measured: Measured, arena: Arena, share: int) -> None:
    count = 1000 // share
    for kind, season in (
        ("Swiss", drawn("swiss", count, 7, **MIDDLE)),
        ("Swiss at tables of four", drawn("swiss", count, 10, sides=4, place_points=(6, 3, 1, 0), **MIDDLE)),
        ("round robin", drawn("round-robin", max(40, count), 1, share=0.5, size=20, legs=2)),
        ("knock-out", drawn("knockout", 1024 // share, 8 if share == 1 else 4)),
        ("ladder", ladder(count, 5 * count)),
    ):
        name = f"{kind} of {len(season.entries):,}"
        number = await store_season(arena, season, name)
        leaver = (await arena.leagues.view(number)).entries[0].players[0]
        arena.leagues.cache.forget()
        page = partial(_page, arena, number)
        await measured.take(arena.db, f"{name}, table, the first time since the bot began", page)
        await measured.take(arena.db, f"{name}, table", page, most=20, runs=RUNS)
        await result(arena, number, 0)
        await measured.take(arena.db, f"{name}, table, the first time after a result", page, most=100)
        works: dict[str, Callable[[int], Awaitable[object]]] = {
            "/league standings": partial(_standings, arena),
            "/league explain": partial(_explain, arena),
            "withdraw": partial(arena.leagues.withdraw, person_id=leaver),
            "pause": arena.leagues.pause,
            "resume": arena.leagues.resume,
            "export": arena.season_files.make,
            "close": arena.leagues.close,
        }
        for what, work in works.items():
            await measured.take(arena.db, f"{name}, {what}", partial(work, number))


async def _page(arena: Arena, season_id: int) -> TablePage:
    bot: Any = SimpleNamespace(arena=arena)  # the command asks its bot for nothing else
    view = await arena.leagues.view(season_id)
    return await page_of(bot, view, Reader(None, Theme()), None, None, view.entries[-1].players[0])


async def _standings(arena: Arena, season_id: int) -> None:
    await picture_of((await _page(arena, season_id)).table, Reader(None, Theme()))


async def _explain(arena: Arena, season_id: int) -> None:
    view = await arena.leagues.view(season_id)
    await asyncio.to_thread(explain, table_season(view), view.entries[6].id)


async def _rounds(measured: Measured, arena: Arena, share: int) -> None:
    async def paired(number: int, name: str, expected: int) -> None:
        """Do what is due of a season, after which it must have a round."""
        await measured.take(arena.db, name, lambda: arena.director.due(f"season:{number}", None))
        if expected not in {each.round for each in (await arena.leagues.view(number)).fixtures}:
            raise AssertionError(f"{name} was not paired")

    kinds: tuple[tuple[Kind, int, dict[str, Any]], ...] = (
        ("swiss", 1000 // share, {"rounds": 10}),
        ("knockout", 1024 // share, {}),
        ("round-robin", 1000 // share, {"division_size": 20}),
    )
    for kind, count, more in kinds:
        name, terms = f"new {kind} of {count:,}", LeagueTerms(kind, "replicants", "2", most=count, **more)
        season = TableSeason(terms, (Division(1),), numbered(count), (), rounds=10)
        number = await store_season(arena, season, name, status="open")
        await measured.take(arena.db, f"{name}, start", partial(arena.leagues.start, number))
        await paired(number, f"{name}, first round", 1)
    late = drawn("swiss", 1000 // share, LATE - 1)
    await paired(await store_season(arena, late, "late"), f"Swiss of {1000 // share:,}, round {LATE}", LATE)
