"""The real bot under the load of many people, over the wire: how long they wait, what it takes, what it sends.

Fifty who play at ten turns a second; and two hundred at fifteen, who answer at once or think between turns. That is
told for each channel too: nobody's board may wait for those of others.

The double of Discord and the players share one process, the bot has its own; waiting in the double counts as the bot's.
Each turn of the fifty is completed once while it is typed, except where many are sent at once.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.crowd import Crowd, seated
from bench.report import Row
from bench.scratch import scratch
from cogs.core.permissions import wanted
from tests.wire.double import DISCORD_LIMITS, BotProcess, Double, Limit, missing_document

PEOPLE = 50
PER_SECOND = 10.0
STORED, RUNNING = 10_000, 500
MANY, MANY_PER_SECOND = 200, 15.0
THINKING_S = 5.0
"""Average time for which a person thinks who does."""
GLOBAL_LIMIT = 50
"""Requests a second that Discord allows a bot in all, interactions aside."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays for a shorter time."""
    return [
        *asyncio.run(_crowded(seconds=10 if quick else 60)),
        *asyncio.run(_many(seconds=5 if quick else 40, thinking=False)),
        *asyncio.run(_many(seconds=5 if quick else 40, thinking=True)),
        *asyncio.run(_limited(seconds=5 if quick else 30)),
        *asyncio.run(_stalled(seconds=5 if quick else 30)),
    ]


class Stage:
    """A bot in a process of its own, and what it needs: `async with` starts and ends it."""

    def __init__(self, folder: Path, arguments: Sequence[str], *limits: Limit) -> None:
        self.database = folder / "arena.db"
        # Requests are held against Discord's document after the run, so that the players do not wait for that.
        self.double = Double(
            check=False,
            limits=limits,
            global_per_second=GLOBAL_LIMIT if limits else None,
            bot_permissions=wanted().value,
        )
        self.process = BotProcess(
            self.double,
            [sys.executable, *arguments],
            log=folder / "bot.log",
            env={"DATABASE": str(self.database)},
            synced=True,
        )

    async def play(self, crowd: Crowd, seconds: int, per_second: float = PER_SECOND) -> list[float]:
        """Have a crowd play, and return how long each board took, in milliseconds."""
        await crowd.play(turns=round(seconds * per_second), per_second=per_second)
        return await crowd.posted()

    def faults(self, name: str, *crowds: Crowd) -> list[Row]:
        """Return how often something went wrong that never should."""
        refused = [refusal for crowd in crowds for refusal in crowd.refused]
        for refusal in refused[:5]:
            print(refusal, file=sys.stderr)
        rows = [Row.most(f"{name}: turns not taken", len(refused), "", 0)]
        if not self.double.check_requests():
            print(missing_document(), file=sys.stderr)
            return rows
        for violation in self.double.violations[:5]:
            print(violation, file=sys.stderr)
        wrong = len(self.double.violations) + sum(self.double.unknown_routes.values())
        return [
            *rows,
            Row.most(f"{name}: of {len(self.double.requests):,} requests against Discord's document", wrong, "", 0),
        ]


async def _crowded(seconds: int) -> list[Row]:
    """Fifty people in five hundred matches, at a steady pace and all at once; what it takes of memory."""
    with scratch() as folder:
        stage = Stage(folder, ["bot.py"])
        tables = await seated(stage.double, stage.database, people=PEOPLE, running=RUNNING, over=STORED - RUNNING)
        async with stage.double, stage.process:
            started = resident(stage.process.pid)
            crowd = Crowd(stage.double, tables, seed=1, completing=True)
            boards = await stage.play(crowd, seconds)
            await crowd.look_everywhere()
            memory = resident(stage.process.pid)
            burst = Crowd(stage.double, tables, seed=2, completing=False)
            await burst.burst(PEOPLE)
            burst_boards = await burst.posted()
        name = f"{PEOPLE} people, {PER_SECOND:g} turns/s for {seconds} s"
        together = f"{len(burst.moves)} turns at once"
        return [
            *_waits(name, crowd, boards, ack_p99=500, board_p95=1000),
            *_waits(together, burst, burst_boards),
            *stage.faults(name, crowd, burst),
            Row.most(f"resident memory, {STORED:,} matches stored, {RUNNING} running ones touched", memory, "MB", 200),
            Row.most(f"resident memory after the start, {STORED:,} matches stored", started, "MB"),
        ]


async def _many(seconds: int, *, thinking: bool) -> list[Row]:
    """Two hundred people at a hundred tables; each plays as soon as it is their turn, or thinks for a while."""
    with scratch() as folder:
        stage = Stage(folder, ["bot.py"])
        tables = await seated(stage.double, stage.database, people=MANY, running=MANY // 2)
        async with stage.double, stage.process:
            crowd = Crowd(stage.double, tables, seed=5, completing=False, thinking=THINKING_S if thinking else 0.0)
            await crowd.play(turns=MANY, per_second=MANY_PER_SECOND)  # the first of each match has to be read and drawn
            await crowd.posted()
            crowd.moves.clear()
            boards = await stage.play(crowd, seconds, MANY_PER_SECOND)
        name = (
            f"{MANY} people who {'think' if thinking else 'answer at once'}, {MANY_PER_SECOND:g} turns/s, {seconds} s"
        )
        slowest = max(quantile(took, 95) for took in crowd.by_channel.values())
        return [
            *_waits(name, crowd, boards, ack_p99=500, board_p95=1000),
            Row.most(f"{name}: turn to board, p95 of the channel that waits longest", slowest, "ms", 1000),
            Row.most(f"{name}: turn to board, longest of all", max(boards), "ms"),
            *stage.faults(name, crowd),
        ]


async def _limited(seconds: int) -> list[Row]:
    """The same pace, with Discord's limits on."""
    with scratch() as folder:
        stage = Stage(folder, ["bot.py"], *DISCORD_LIMITS)
        tables = await seated(stage.double, stage.database, people=PEOPLE, running=PEOPLE // 2)
        async with stage.double, stage.process:
            crowd = Crowd(stage.double, tables, seed=3, completing=True)
            boards = await stage.play(crowd, seconds)
            refused = stage.double.report()["refused"]
        name = f"with Discord's limits, {PER_SECOND:g} turns/s for {seconds} s"
        return [
            *_waits(name, crowd, boards),
            Row.most(f"{name}: requests refused for them", refused, ""),
            *stage.faults(name, crowd),
        ]


async def _stalled(seconds: int) -> list[Row]:
    """How late the bot's event loop is, above all while a board is drawn."""
    with scratch() as folder:
        result = folder / "heartbeat.json"
        stage = Stage(folder, ["-m", "bench.heartbeat", str(result)])
        tables = await seated(stage.double, stage.database, people=PEOPLE, running=2 * PEOPLE)
        async with stage.double, stage.process:
            await stage.play(Crowd(stage.double, tables, seed=4, completing=True), seconds)
            if status := await stage.process.stop():
                raise RuntimeError(f"the bot ended with {status}: {stage.process.output[-2000:]}")
        late = json.loads(result.read_text())
    name = f"event loop of the bot, {PER_SECOND:g} turns/s: late"
    return [
        Row.most(f"{name} at most during a drawing", statistics.median(late["drawings"]), "ms", 20),
        Row.most(f"{name} at most during a drawing, p99", quantile(late["drawings"], 99), "ms"),
        Row.most(f"{name}, p99", quantile(late["beats"], 99), "ms", 20),
        Row.most(f"{name}, longest", max(late["beats"]), "ms"),
    ]


def _waits(
    name: str, crowd: Crowd, boards: Sequence[float], ack_p99: float | None = None, board_p95: float | None = None
) -> list[Row]:
    acknowledged, completed = crowd.acknowledged(), crowd.completed()
    return [
        Row(f"{name}: turns played", len(crowd.moves), ""),
        *([Row.most(f"{name}: completion, p99", quantile(completed, 99), "ms")] if completed else []),
        Row.most(f"{name}: acknowledgement", statistics.median(acknowledged), "ms"),
        Row.most(f"{name}: acknowledgement, p99", quantile(acknowledged, 99), "ms", ack_p99),
        Row.most(f"{name}: turn to board", statistics.median(boards), "ms"),
        Row.most(f"{name}: turn to board, p95", quantile(boards, 95), "ms", board_p95),
    ]


def quantile(values: Sequence[float], percent: int) -> float:
    """Return the value below which so many percent of some values are."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError(f"/proc/{pid}/status does not tell the resident memory")
