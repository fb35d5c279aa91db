"""`kill -9` of the real bot at random moments while people play, with 10,000 matches in its store.

A kill takes between two and three seconds, a third of them the start. Those 10,000 are copies of one match; that they
are untouched is a comparison, and only what was played meanwhile is played again: more than that takes minutes.

That a process dies loses nothing it has written, on a disk or in memory: what is lost or doubled does not depend on
where the store is, the times do.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
from pathlib import Path

from bench.filling import FIRST_ID, fill, state
from bench.report import Row
from bench.scratch import scratch
from cogs.core.permissions import wanted
from engine import registry
from store.check import check_database
from tests.wire.double import BotProcess, Double
from tests.wire.match import Table
from tests.wire.ordeal import Ordeal, Tally

STORED = 10_000
SEATS = (2, 2, 2, 3, 4)
"""How many people sit at each table."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` kills less often."""
    with scratch() as folder:
        return asyncio.run(_measure(folder, kills=10 if quick else 100))


async def _measure(folder: Path, kills: int) -> list[Row]:
    database = folder / "arena.db"
    await fill(database, over=STORED, running=0)
    before = state(database, over=STORED)
    async with Double(bot_permissions=wanted().value) as double:
        process = BotProcess(
            double, [sys.executable, "bot.py"], log=folder / "bot.log", env={"DATABASE": str(database)}
        )
        try:
            tally = await Ordeal(process, database, _tables(double), seed=kills).run(kills)
        finally:
            await process.kill()
    report = await check_database(database, registry.get, since=FIRST_ID + STORED + 1)
    after = state(database, over=STORED)
    changed = [
        f"{table}: rows of stored matches are not as they were" for table in before if before[table] != after[table]
    ]
    problems = [*report.problems, *changed]
    if report.events != tally.turns:
        problems.append(f"{report.events} turns stored, {tally.turns} played")
    for line in (*tally.lost, *tally.missing, *tally.doubled, *tally.left_over, *problems):
        print(line, file=sys.stderr)
    return [
        *_rows(tally),
        Row.most("kill -9 under moves: problems found in the store", len(problems), "", 0),
        *_starts(tally),
    ]


def _tables(double: Double) -> list[Table]:
    guild = double.add_guild("Arena")
    tables = []
    for number, seats in enumerate(SEATS, 1):
        people = [double.add_user(f"player {number} {seat}", guild) for seat in range(1, seats + 1)]
        tables.append(Table(double, guild.add_channel(f"table {number}"), people))
    return tables


def _rows(tally: Tally) -> list[Row]:
    return [
        Row(f"kill -9 under moves, {tally.kills} times: turns played", tally.turns, ""),
        Row("kill -9 under moves: turns acknowledged", tally.acknowledged, ""),
        Row.most("kill -9 under moves: acknowledged turns lost", len(tally.lost), "", 0),
        Row.most("kill -9 under moves: boards missing", len(tally.missing), "", 0),
        Row.most("kill -9 under moves: boards posted twice", len(tally.doubled), "", 0),
        Row.most("kill -9 under moves: outdated messages with buttons", len(tally.left_over), "", 0),
    ]


def _starts(tally: Tally) -> list[Row]:
    stored = f"{STORED:,} matches stored"
    return [
        Row.most(f"process start to first answer, {stored}", statistics.median(tally.answered_s), "s", 5),
        Row.most(f"process start to first answer, {stored}, slowest", max(tally.answered_s), "s"),
    ]
