"""A round of a thousand opens: how long others wait for their answers while the bot begins five hundred matches.

Fifty who play elsewhere in the server go on at a steady pace, while the fifth round of a season is paired and its
matches get their threads. Discord's limits are on: five messages in five seconds in a channel, so that the round
takes some ten minutes to open whatever the bot does, and fifty requests a second in all.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import insert

from bench.crowd import Crowd, seated
from bench.fielded import BEGAN, stored
from bench.load import GLOBAL_LIMIT, PEOPLE, Stage, quantile
from bench.pairing import played
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms
from hosting.league.standings.values import Season
from hosting.league.terms import LeagueTerms
from hosting.league.timer import LEAGUE
from hosting.runtime.time import SystemClock
from store import schema
from store.db.checksums import checked
from store.league.values import Division, Entry
from store.tables import deadlines, settings
from store.tables.deadlines import Deadline
from tests.wire.double import DISCORD_LIMITS, Double
from tests.wire.double.router import Call

ENTRIES, FEWER = 1000, 200
ROUNDS = 4
"""Of the season that are over."""
PER_SECOND = 5.0
FIRST_ENTRANT = 100_001
"""The number of the first player of the league; the others follow."""
BEFORE_S = 40
"""Seconds until the round opens: for storing the season, for the bot to start, and for people to begin to play."""
_CLOCK = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=3)))


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` opens fewer matches, and follows them for a shorter time."""
    return asyncio.run(_opened(FEWER if quick else ENTRIES, seconds=15 if quick else 60))


async def _opened(count: int, seconds: int) -> list[Row]:
    with scratch() as folder:
        result = folder / "heartbeat.json"
        stage = Stage(folder, ["-m", "bench.heartbeat", str(result)], *DISCORD_LIMITS)
        double = stage.double
        tables = await seated(double, stage.database, people=PEOPLE, running=PEOPLE // 2)
        opens_at = datetime.now(UTC) + timedelta(seconds=BEFORE_S)
        await _season(double, stage.database, count, opens_at)
        async with double, stage.process:
            crowd = Crowd(double, tables, seed=6, completing=True)
            left = (opens_at - datetime.now(UTC)).total_seconds()
            await crowd.play(turns=round(max(1.0, left) * PER_SECOND), per_second=PER_SECOND)
            crowd.moves.clear()
            first = len(double.requests)
            cpu = _cpu(stage.process.pid)
            await crowd.play(turns=round(seconds * PER_SECOND), per_second=PER_SECOND)
            cpu = _cpu(stage.process.pid) - cpu
            boards = await crowd.posted()
            sent = list(double.requests)[first:]
            if status := await stage.process.stop():
                raise RuntimeError(f"the bot ended with {status}: {stage.process.output[-2000:]}")
        late = json.loads(result.read_text())["beats"]
        began = sum(each.method == "POST" and each.route.endswith("/threads") for each in sent)
        name = f"{count // 2} matches open"
        waits = [*crowd.acknowledged(), *crowd.completed()]
        return [
            Row(f"{name}: begun in {seconds} s", began, ""),
            Row.most(f"{name}: longest interaction of {len(waits)}", max(waits), "ms", 1000),
            Row.most(f"{name}: interaction, p99", quantile(waits, 99), "ms"),
            Row.most(f"{name}: interaction", statistics.median(waits), "ms"),
            Row.most(f"{name}: turn to board, p95", quantile(boards, 95), "ms"),
            Row.most(f"{name}: event loop of the bot late, longest", max(late), "ms"),
            Row.most(f"{name}: requests in the busiest second", _busiest(sent), "", GLOBAL_LIMIT),
            Row.most(f"{name}: requests refused for Discord's limits", double.report()["refused"], ""),
            Row.most(f"{name}: CPU of the bot in {seconds} s", cpu, "s"),
            *stage.faults(name, crowd),
        ]


async def _season(double: Double, path: Path, count: int, opens_at: datetime) -> None:
    """Store a Swiss the next round of which opens at a time, in a channel of the server that there is."""
    guild = next(iter(double.guilds.values()))
    channel = guild.add_channel("league")
    users = {FIRST_ENTRANT + number: double.add_user(f"entrant{number}", guild) for number in range(count)}
    entries = tuple(Entry(number, 1, (person,), BEGAN, seed=number) for number, person in enumerate(users, 1))
    terms = LeagueTerms("swiss", "replicants", "2", match=_CLOCK, rounds=9, most=count)
    season = Season(terms, (Division(1),), entries, played(count, 2, ROUNDS))
    arena = await Arena.open(path, SystemClock())
    async with arena.db.write(long=True) as connection:
        known = {"kind": "human", "created_at": BEGAN}
        rows = [checked("people", {"id": number, "account": user.id, **known}) for number, user in users.items()]
        await connection.execute(insert(schema.people), rows)
        server = replace(await settings.server(connection, guild.id), program_matches=count)
        await settings.set_server(connection, guild.id, server)
    number = await stored(arena, season, "League", (guild.id, channel.id))
    async with arena.db.write() as connection:
        await deadlines.put(connection, Deadline(LEAGUE, f"{guild.id}:{number}", opens_at))
    await arena.close()


def _busiest(sent: Sequence[Call]) -> int:
    """Return the most requests within a second that count toward Discord's limit for all of them."""
    times = [each.at for each in sent if not each.route.startswith(("/interactions", "/webhooks"))]
    most = first = 0
    for last, at in enumerate(times):
        while times[first] <= at - 1:
            first += 1
        most = max(most, last - first + 1)
    return most


def _cpu(pid: int) -> float:
    """Return the seconds of the processor that a process has taken (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
