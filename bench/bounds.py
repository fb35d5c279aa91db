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
from typing import Any, Literal
from unittest.mock import patch

from bench.fielded import stored
from bench.filling import Seating, fill
from bench.pairing import played
from bench.playing import ANN, BOB, GUILD, any_turn, begin
from bench.profiles import REGULAR, filled
from bench.report import Row
from bench.scratch import scratch
from bench.standings import robin, swiss
from bot import GARBAGE_AFTER
from hosting.arena import Arena
from hosting.league.standings.values import Season
from hosting.league.terms import LeagueTerms
from hosting.people.retention import Periods
from hosting.runtime.time import SystemClock
from store.league.values import Division, Entry

LOCK_S = 0.5
"""Seconds for which others may wait to write."""
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
        found["/profile"] = await _longest(arena, lambda: arena.profiles.of(GUILD, REGULAR, 7))
        found["/leaderboard"] = await _longest(arena, lambda: arena.leaderboards.page(GUILD, "replicants", None, 7))
        await arena.close()
        found[f"/data export with {1000 // share:,} matches"] = await _export(folder / "matches.db", 1000 // share)
        arena = await Arena.open(folder / "leagues.db", SystemClock(), periods=Periods(removed_servers=timedelta()))
        found["/match import"] = await _import(arena)
        found |= await _leagues(arena, share)
        await arena.close()
        await fill(folder / "purge.db", over=1000 // share, running=0, guild_id=GUILD)
        arena = await Arena.open(folder / "purge.db", SystemClock(), periods=Periods(removed_servers=timedelta()))
        found[f"purge of {1000 // share:,} matches"] = await _purge(arena)
        await arena.close()
    return found


async def _import(arena: Arena) -> Longest:
    """Return what it costs to bring the record of a whole match, which is played again in a thread."""
    match, rng = await begin(arena, channel_id=3), random.Random(3)
    while not match.over:
        match = await arena.matches.play(match.id, match.to_act[0], any_turn(match.session, rng))
    text = await arena.matches.record(match.id, None)
    return await _longest(arena, lambda: arena.imports.add(GUILD, ANN.person_id, text))


async def _purge(arena: Arena) -> Longest:
    """Return what it costs to remove a server that the bot has left."""
    await arena.retention.left(GUILD)
    return await _longest(arena, lambda: arena.retention.keep((), lambda _: True))


async def _export(path: Path, count: int) -> Longest:
    """Return what a copy costs a player with so many running matches."""
    await fill(
        path,
        over=0,
        running=count,
        seatings=[Seating(GUILD, 100 + at, (ANN.person_id, BOB.person_id)) for at in range(count)],
    )
    arena = await Arena.open(path, SystemClock())
    longest = await _longest(arena, lambda: arena.exports.make(ANN.person_id))
    await arena.close()
    return longest


async def _leagues(arena: Arena, share: int) -> dict[str, Longest]:
    found = {}
    for kind, season in {
        "Swiss": swiss(1000 // share, 7, 2),
        "round robin": robin(max(2, 50 // share), 20, 2),
    }.items():
        name = f"{kind} of {len(season.entries):,}"
        number = await stored(arena, season, name)
        found[f"{name}, table"] = await _longest(arena, partial(arena.leagues.view, number))
        found[f"{name}, export"] = await _longest(arena, partial(arena.season_files.make, number))
        found[f"{name}, close"] = await _longest(arena, partial(arena.leagues.close, number))
    for kind, count in (("swiss", 1000), ("knockout", 1024), ("round-robin", 1000)):
        name = f"new {kind} of {count // share:,}"
        number = await stored(arena, _open(kind, count // share), name, status="open")
        found[f"{name}, start"] = await _longest(arena, partial(arena.leagues.start, number))
        found[f"{name}, first round"] = await _longest(arena, partial(arena.league_jobs.due, f"season:{number}", None))
        if len((await arena.leagues.view(number)).fixtures) < count // share // 2:
            raise AssertionError(f"{name} has no first round")
    late = _late(1000 // share)
    number = await stored(arena, late, "late")
    name = f"Swiss of {len(late.entries):,}, round {LATE}"
    found[name] = await _longest(arena, partial(arena.league_jobs.due, f"season:{number}", None))
    if not any(each.round == LATE for each in (await arena.leagues.view(number)).fixtures):
        raise AssertionError(f"{name} was not paired")
    found["purge of all these leagues"] = await _purge(arena)
    return found


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


async def _longest(arena: Arena, work: Callable[[], Awaitable[object]]) -> Longest:
    """Return the longest of both while something is done."""
    longest = Longest()
    # As the program does it (`bot.serve`): what was there before is no garbage of the command's.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER)
    ran = asyncio.Handle._run  # noqa: SLF001 - each step of the loop goes through it

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        ran(handle)
        longest.stall_ms = max(longest.stall_ms, (time.thread_time() - began) * 1000)

    with patch.object(asyncio.Handle, "_run", timed), patch.object(arena.db, "_turnstile", _Turnstile(longest)):
        await asyncio.sleep(0)  # from here on it is a step of its own
        await work()
        await asyncio.sleep(0)
    return longest
