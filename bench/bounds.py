"""What one person can cause at most: the longest that writers wait for one another, and the event loop for one step.

Each command runs at the largest input that is legal, on a database of its own kind. Both are counted in time of the
processor, so that what else the machine does counts for neither: a write transaction in that of the process, from
getting the turn to write to giving it back; a step of the event loop in that of its thread.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal
from unittest.mock import patch

from bench.fielded import stored
from bench.filling import Seating, fill
from bench.pairing import played
from bench.playing import ANN, BOB, GUILD
from bench.profiles import REGULAR, filled
from bench.ratings import games_of, pool_of
from bench.report import Row
from bench.scratch import scratch
from bench.standings import robin, swiss
from bot import GARBAGE_AFTER
from cogs.core.delivery import Reader
from cogs.league.tables import page_of, picture_of
from engine import record
from engine.history import moments
from hosting.arena import Arena
from hosting.imports import MOST_BYTES
from hosting.league.standings.values import Season
from hosting.league.terms import LeagueTerms
from hosting.retention import Periods
from hosting.runtime.time import SystemClock
from render.theme import Theme
from store.database import Database
from store.league.values import Division, Entry
from tests.every_mode import EVERY_MODE, drawn_text
from tests.hosting.ladder import Ladder, won

LOCK_S = 0.5
"""Seconds for which others may wait to write."""
PLAYERS = 4
"""Of a match whose record is brought: its game has the longest ones."""
LATE = 10
"""The last round of a Swiss; the later one is, the longer its pairing takes."""
STALL_MS = 50.0
"""Milliseconds that a step of the loop may take."""


@dataclass(slots=True)
class Longest:
    """The longest of a command.

    Attributes:
        lock_s: Seconds of a write transaction.
        stall_ms: Milliseconds of a step of the event loop.
    """

    lock_s: float = 0.0
    stall_ms: float = 0.0


class _Turnstile(asyncio.Lock):
    """The turn to write, which notes for how long it was taken."""

    def __init__(self, longest: Longest) -> None:
        super().__init__()
        self._longest = longest
        self._since = 0.0

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        self._since = time.process_time()
        return True

    def release(self) -> None:
        self._longest.lock_s = max(self._longest.lock_s, time.process_time() - self._since)
        super().release()


def run(*, quick: bool) -> list[Row]:
    """Return two rows for each command; `quick` makes smaller inputs."""
    rows = []
    for name, longest in asyncio.run(_measured(quick=quick)).items():
        rows.append(Row.most(f"{name}: longest write transaction", longest.lock_s, "s CPU", LOCK_S))
        rows.append(Row.most(f"{name}: longest step of the loop", longest.stall_ms, "ms CPU", STALL_MS))
    return rows


async def _measured(*, quick: bool) -> dict[str, Longest]:
    share = 20 if quick else 1
    found = {}
    with scratch() as folder:
        arena = await filled(folder / "results.db", 1_000_000 // share)
        found["/profile"] = await _longest(arena.db, lambda: arena.profiles.of(GUILD, REGULAR, 7))
        found["/leaderboard"] = await _longest(arena.db, lambda: arena.leaderboards.page(GUILD, "replicants", None, 7))
        await arena.close()
        found[f"/data request:copy with {1000 // share:,} matches"] = await _export(
            folder / "matches.db", 1000 // share
        )
        arena = await Arena.open(folder / "leagues.db", SystemClock(), periods=Periods(removed_servers=timedelta()))
        found[f"/match import of {MOST_BYTES // 1024} KiB"] = await _import(arena)
        found |= await _leagues(arena, share)
        await arena.close()
        await fill(folder / "purge.db", over=1000 // share, running=0, guild_id=GUILD)
        arena = await Arena.open(folder / "purge.db", SystemClock(), periods=Periods(removed_servers=timedelta()))
        found[f"purge of {1000 // share:,} matches"] = await _purge(arena)
        await arena.close()
        found |= await _deletion(folder / "deletion.db", 1000 // share)
        count = 20_000 // share
        found[f"correction of the first of {count:,} rated matches"] = await _correction(folder / "rated.db", count)
    return found


async def _import(arena: Arena) -> Longest:
    """Return what it costs to bring the longest record that is read, and to have its moments, as the command does."""

    async def brought() -> None:
        imported = await arena.imports.add(GUILD, ANN.person_id, text)
        await asyncio.to_thread(moments, imported.session)

    text = _record()
    return await _longest(arena.db, brought)


def _record() -> str:
    """Return the record of a whole match of Mutants for four, with blank lines as far as there is room."""
    row, rng = next(each for each in EVERY_MODE if each.key == "mutants" and each.seats == PLAYERS), random.Random(3)
    session = row.begin("import")
    while session.to_act:
        seat = min(session.to_act)
        session = session.play(seat, drawn_text(session, seat, rng, half=0))
    text = record.write(session, ("Ann", "Bob", "Cleo", "Dan"))
    return text + "\n" * (MOST_BYTES - len(text.encode()))


async def _purge(arena: Arena) -> Longest:
    """Return what it costs to remove a server that the bot has left."""
    await arena.retention.left(GUILD)
    return await _longest(arena.db, lambda: arena.retention.keep((), lambda _: True))


async def _export(path: Path, count: int) -> Longest:
    """Return what a copy costs a player with so many running matches."""
    arena = await _playing(path, count)
    longest = await _longest(arena.db, lambda: arena.exports.make(ANN.person_id))
    await arena.close()
    return longest


async def _deletion(path: Path, count: int) -> dict[str, Longest]:
    """Return what it costs to delete a player with so many running matches, who resigns them all after it."""
    arena = await _playing(path, count)
    running = {each.id for each in (await arena.deletions.outline(ANN.person_id)).running}
    if len(running) < count:
        raise AssertionError(f"{len(running)} matches go on, not {count}")
    name = f"/data request:deletion with {count:,} matches"
    found = {name: await _longest(arena.db, lambda: arena.deletions.delete(ANN.person_id, resigning=running))}
    found[f"{name}, resigning"] = await _longest(arena.db, lambda: arena.farewell.due(str(ANN.person_id), None))
    if await arena.matches.of_person(ANN.person_id):
        raise AssertionError("a match goes on")
    await arena.close()
    return found


async def _correction(path: Path, count: int) -> Longest:
    """Return what it costs to correct the first match of a pool, from which on all are rated anew."""
    await pool_of(path, games_of(2, count))
    database = await Database.open(path)
    longest = await _longest(database, lambda: Ladder(database).correct(1, *won(2, 1)))
    await database.close()
    return longest


async def _playing(path: Path, count: int) -> Arena:
    """Open a store in which two people play so many matches."""
    await fill(
        path,
        over=0,
        running=count,
        seatings=[Seating(GUILD, 100 + at, (ANN.person_id, BOB.person_id)) for at in range(count)],
    )
    return await Arena.open(path, SystemClock())


async def _leagues(arena: Arena, share: int) -> dict[str, Longest]:
    found = {}
    for kind, season in {
        "Swiss": swiss(1000 // share, 7, 2),
        "round robin": robin(max(2, 50 // share), 20, 2),
    }.items():
        name = f"{kind} of {len(season.entries):,}"
        number = await stored(arena, season, name)
        found[f"{name}, table"] = await _longest(arena.db, partial(arena.leagues.view, number))
        found[f"{name}, /league standings"] = await _longest(arena.db, partial(_standings, arena, number))
        leaver = (await arena.leagues.view(number)).entries[0].players[0]
        found[f"{name}, withdraw"] = await _longest(arena.db, partial(arena.leagues.withdraw, number, leaver))
        found[f"{name}, pause"] = await _longest(arena.db, partial(arena.leagues.pause, number))
        found[f"{name}, resume"] = await _longest(arena.db, partial(arena.leagues.resume, number))
        found[f"{name}, export"] = await _longest(arena.db, partial(arena.season_files.make, number))
        found[f"{name}, close"] = await _longest(arena.db, partial(arena.leagues.close, number))
    for kind, count in (("swiss", 1000), ("knockout", 1024), ("round-robin", 1000)):
        name = f"new {kind} of {count // share:,}"
        number = await stored(arena, _open(kind, count // share), name, status="open")
        found[f"{name}, start"] = await _longest(arena.db, partial(arena.leagues.start, number))
        found[f"{name}, first round"] = await _longest(
            arena.db, partial(arena.league_jobs.due, f"season:{number}", None)
        )
        if len((await arena.leagues.view(number)).fixtures) < count // share // 2:
            raise AssertionError(f"{name} has no first round")
    late = _late(1000 // share)
    number = await stored(arena, late, "late")
    name = f"Swiss of {len(late.entries):,}, round {LATE}"
    found[name] = await _longest(arena.db, partial(arena.league_jobs.due, f"season:{number}", None))
    if not any(each.round == LATE for each in (await arena.leagues.view(number)).fixtures):
        raise AssertionError(f"{name} was not paired")
    found["purge of all these leagues"] = await _purge(arena)
    return found


async def _standings(arena: Arena, season_id: int) -> None:
    """Show the page of a table with the reader's own row, as the command does."""
    bot: Any = SimpleNamespace(arena=arena)
    reader = Reader(None, Theme())
    view = await arena.leagues.view(season_id)
    page = await page_of(bot, view, reader, None, None, view.entries[-1].players[0])
    await picture_of(page.table, reader)


def _late(count: int) -> Season:
    """Return a Swiss all of whose rounds but the last are over."""
    season = _open("swiss", count)
    return replace(season, fixtures=played(count, 2, LATE - 1))


def _open(kind: Any, count: int) -> Season:  # noqa: ANN401 - one of the literals
    """Return a season that has not started."""
    rounds = 10 if kind == "swiss" else None
    size = 20 if kind == "round-robin" else None
    terms = LeagueTerms(kind, "replicants", "2", most=count, rounds=rounds, division_size=size)
    entries = tuple(Entry(at, 1, (at,), SystemClock().now(), agreed=True) for at in range(1, count + 1))
    return Season(terms, (Division(1),), entries, (), rounds=10)


async def _longest(database: Database, work: Callable[[], Awaitable[object]]) -> Longest:
    """Return the longest of both while something is done."""
    longest = Longest()
    # As the program does it (`bot.serve`): what was there before is no garbage of the command's.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_AFTER)
    ran = asyncio.Handle._run  # noqa: SLF001 - each step of the loop goes through it

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        ran(handle)
        longest.stall_ms = max(longest.stall_ms, (time.thread_time() - began) * 1000)

    with patch.object(asyncio.Handle, "_run", timed), patch.object(database, "_turnstile", _Turnstile(longest)):
        await asyncio.sleep(0)  # from here on it is a step of its own
        await work()
        await asyncio.sleep(0)
    # This step goes on with what the bench does next, which is none of the command's: it counts for no copy.
    return replace(longest)
