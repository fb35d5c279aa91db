"""The real bot for half an hour at twenty turns a second: does its memory stay flat, and is nothing lost?

Matches that end are followed by new ones at the same tables, so that everything a bot does in its life is done
thousands of times. What the double and the players remember is forgotten as they go: it is the bot that is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bench.load import resident
from bench.report import Row
from bench.scratch import scratch
from cogs.core.permissions import wanted
from tests.wire.double import BotProcess, Double
from tests.wire.match import Table, UnexpectedAnswerError

TABLES = 200
PER_SECOND = 20.0
SAMPLED_S = 5.0
KEPT_MESSAGES = 6
"""A channel of the double forgets older messages."""


@dataclass
class Tally:
    """What came of it.

    Attributes:
        memory: Resident memory of the bot in MB, with the seconds since the start.
        acks: Milliseconds from each turn to its answer.
        missing: Matches and turns whose board never came.
    """

    turns: int = 0
    matches: int = 0
    refused: list[str] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    missing: set[tuple[int, int]] = field(default_factory=set)


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays for a minute only."""
    seconds = 60 if quick else 1800
    tally = asyncio.run(_soak(seconds))
    warm = [memory for at, memory in tally.memory if seconds / 6 <= at < seconds / 3]
    end = [memory for at, memory in tally.memory if at >= seconds * 5 / 6]
    growth = 100 * (statistics.median(end) / statistics.median(warm) - 1)
    for line in tally.refused[:5]:
        print(line, file=sys.stderr)
    name = f"soak, {seconds // 60} min at {PER_SECOND:g} turns/s"
    return [
        Row(f"{name}: turns played", tally.turns, ""),
        Row(f"{name}: matches begun", tally.matches, ""),
        Row.most(f"{name}: turns not taken", len(tally.refused), "", 0),
        Row.most(f"{name}: boards missing at the end", len(tally.missing), "", 0),
        Row.most(f"{name}: acknowledgement, p99", statistics.quantiles(tally.acks, n=100)[98], "ms", 500),
        Row.most(f"{name}: resident memory at the end", statistics.median(end), "MB"),
        Row.most(f"{name}: growth of memory after the warm-up", growth, "%", 10),
    ]


async def _soak(seconds: float) -> Tally:
    tally = Tally()
    with scratch() as folder:
        double = Double(check=False, bot_permissions=wanted().value)
        process = BotProcess(
            double,
            [sys.executable, "bot.py"],
            log=folder / "bot.log",
            env={"DATABASE": str(folder / "arena.db")},
            synced=True,
        )
        async with double, process:
            tables = _tables(double)
            for first in range(0, TABLES, 10):
                await asyncio.gather(*(table.begin() for table in tables[first : first + 10]))
            tally.matches = TABLES
            gc.freeze()  # looking through all of it again and again would make the double late
            await _play(double, process, tables, tally, seconds)
            await _settle(tables, tally)
    return tally


def _tables(double: Double) -> list[Table]:
    guild = double.add_guild("Arena")
    return [
        Table(
            double,
            guild.add_channel(f"table {number}"),
            [double.add_user(f"player {number} {seat}", guild) for seat in (1, 2)],
        )
        for number in range(1, TABLES + 1)
    ]


async def _play(double: Double, process: BotProcess, tables: Sequence[Table], tally: Tally, seconds: float) -> None:
    """Have turns played at an even pace, whether or not the bot keeps up."""
    rng, began, idle = Random(7), time.perf_counter(), set(tables)
    running: set[asyncio.Task[None]] = set()
    next_sample = 0.0
    number = 0
    while (at := time.perf_counter() - began) < seconds:
        if at >= next_sample:
            tally.memory.append((at, resident(process.pid)))
            _forget(double, tables)
            next_sample += SAMPLED_S
        if idle:
            table = rng.choice(sorted(idle, key=lambda each: each.channel.id))
            idle.discard(table)
            task = asyncio.create_task(_turn(table, tally, rng, idle))
            task.add_done_callback(running.discard)
            running.add(task)
        number += 1
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.perf_counter()))
    await asyncio.gather(*running)


async def _turn(table: Table, tally: Tally, rng: Random, idle: set[Table]) -> None:
    try:
        if not table.goes_on:
            await table.begin()
            tally.matches += 1
            return
        reply = await table.type(table.any_turn(rng))
    except (UnexpectedAnswerError, TimeoutError) as error:
        tally.refused.append(f"match {table.match_id}: {error!r}")
        with contextlib.suppress(UnexpectedAnswerError, TimeoutError):  # if this fails too, the next turn tells
            await table.recall()  # it may have been played all the same
        with contextlib.suppress(UnexpectedAnswerError, TimeoutError):  # the next turn tries again
            await table.recall()  # it may have been played all the same
    else:
        tally.turns += 1
        tally.acks.append(reply.ack_ms)
    finally:
        idle.add(table)


async def _settle(tables: Sequence[Table], tally: Tally) -> None:
    """Wait for the last board of each table; those that never come are missing."""
    for table in tables:
        key = (table.match_id, table.seq)
        try:
            await table.double.until(lambda table=table, key=key: key in table.boards(), 20.0)  # type: ignore[misc]
        except TimeoutError:
            tally.missing.add(key)


def _forget(double: Double, tables: Sequence[Table]) -> None:
    double.requests.clear()
    double.files.clear()
    double.nonces.clear()
    for token in [token for token, it in double.interactions.items() if it.acked is not None][:-100]:
        del double.interactions[token]
    for table in tables:
        messages = table.channel.messages
        for message_id in list(messages)[:-KEPT_MESSAGES]:
            if not messages[message_id].buttons or messages[message_id].deleted:
                del messages[message_id]
        for match_id in list(table.turns):
            if match_id != table.match_id:
                del table.turns[match_id]
        table.acknowledged.clear()
