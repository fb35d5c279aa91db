"""What a turn costs: CPU seconds of the bot's process, beside a bare bot that answers and posts a ready-made picture.

A turn is the answer, the board, the status, and the old status gone. The bots run in processes of their own, against a
double each, and play round by round, one turn after the other: without a pause, when all that a bot needs is in the
processor's caches, which favours the smaller one; and at the pace of the load figures. Where the time goes is told by
the same bot with counters around its stages (`bench.stages`), which cost a little themselves.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from bench.crowd import seated
from bench.report import Row
from bench.scratch import scratch
from cogs.core.permissions import wanted
from render.registry import renderer
from render.theme import Theme
from render.words import Look
from tests.wire.double import BotProcess, Channel, Double, Message, missing_document
from tests.wire.match import Table

TABLES = 30
PAUSE_S = 1 / 15
MOST = 7.0
"""What is promised, as a multiple of the bare bot's."""
_BARE = "a bare discord.py bot: answer, ready-made picture"
_LEAN = "a lean discord.py bot: the same four requests"
_PATIENCE = 20.0

Play: TypeAlias = Callable[[int], Awaitable[None]]
"""Plays a turn, the first being number 0, and returns when everything that follows from it has been posted."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is measured, and the CPU milliseconds of a turn, round by round."""

    process: BotProcess
    play: Play
    costs: list[float] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """The median of its rounds."""
        return statistics.median(self.costs)

    async def turns(self, count: int, pause: float = 0.0) -> None:
        """Play turns, each some seconds after all of the one before is posted."""
        for number in range(count):
            await self.play(number)
            await asyncio.sleep(pause)

    async def measured(self, count: int, pause: float) -> None:
        """Play turns, and note what one of them cost."""
        before = _cpu(self.process.pid)
        await self.turns(count, pause)
        self.costs.append(1000 * (_cpu(self.process.pid) - before) / count)


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays fewer turns."""
    rounds, turns = (3, 30) if quick else (9, 60)
    rows = [*_compared("no pause", rounds, turns, 0.0), *_compared("a pause between", 4, 30, PAUSE_S)]
    stages = asyncio.run(_stages(turns if quick else 4 * turns))
    return rows + [Row(f"CPU of a turn by stage: {stage}", took, "ms") for stage, took in stages.items()]


def _compared(how: str, rounds: int, turns: int, pause: float) -> list[Row]:
    (ours, bare, lean), faults = asyncio.run(_measured(rounds, turns, pause))
    ratios = [mine / theirs for mine, theirs in zip(ours.costs, bare.costs, strict=True)]
    name = f"CPU of a turn of Replicants, {rounds} × {turns} turns, {how}"
    return [
        Row(name, ours.cost, "ms", _BARE, bare.cost, f"≤ {MOST:g}×", statistics.median(ratios) <= MOST),
        Row(f"{name}: median of the rounds' ratios", statistics.median(ratios), "×"),
        Row(f"{name}: lowest of them", min(ratios), "×"),
        Row(f"{name}: highest of them", max(ratios), "×"),
        Row(name, ours.cost, "ms", _LEAN, lean.cost),
        Row.most(f"{name}: requests that failed, or against Discord's document", faults, "", 0),
    ]


async def _measured(rounds: int, turns: int, pause: float) -> tuple[tuple[Bot, Bot, Bot], int]:
    """Play with the real bot, the bare one and the lean one; return them, and how many requests went wrong."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(scratch())
        doubles = [Double(check=False, bot_permissions=wanted().value) for _ in range(3)]
        tables = await seated(doubles[0], folder / "arena.db", people=2 * TABLES, running=TABLES)
        picture = str(_picture(tables[0], folder))
        ours = Bot(_process(doubles[0], folder, "bot.py"), _player(tables))
        bare = Bot(_process(doubles[1], folder, "-m", "bench.bare", picture), _bare_player(doubles[1]))
        lean = Bot(_process(doubles[2], folder, "-m", "bench.bare", picture, "lean"), _bare_player(doubles[2], 2))
        for double, bot in zip(doubles, (ours, bare, lean), strict=True):
            await stack.enter_async_context(double)
            await stack.enter_async_context(bot.process)
            await bot.turns(2 * TABLES)  # these fill caches, and the first have no status to remove
        for _ in range(rounds):
            await ours.measured(turns, pause)
            await bare.measured(2 * turns, pause)  # as these are short, and the machine is never quite quiet
            await lean.measured(2 * turns, pause)
    return (ours, bare, lean), sum(_faults(double) for double in doubles)


async def _stages(turns: int) -> dict[str, float]:
    """Return the CPU milliseconds that each stage of a turn takes, the costliest first."""
    with scratch() as folder:
        result = folder / "stages.json"
        double = Double(check=False, bot_permissions=wanted().value)
        tables = await seated(double, folder / "arena.db", people=2 * TABLES, running=TABLES)
        bot = Bot(_process(double, folder, "-m", "bench.stages", str(result)), _player(tables))
        async with double, bot.process:
            await bot.turns(2 * TABLES)
            os.kill(bot.process.pid, signal.SIGUSR1)
            await bot.turns(turns)
            os.kill(bot.process.pid, signal.SIGUSR2)
            await double.until(lambda: _told(result), _PATIENCE)
            told = _told(result)
    return {stage: 1000 * told[stage] / turns for stage in sorted(told, key=lambda each: -told[each])}


def _told(result: Path) -> dict[str, float]:
    """Return the seconds by stage; nothing until they are written."""
    text = result.read_text(encoding="ascii") if result.exists() else ""
    told: dict[str, float] = json.loads(text) if text.endswith("}") else {}
    return told


def _process(double: Double, folder: Path, *command: str) -> BotProcess:
    environment = {"DATABASE": str(folder / "arena.db")}
    return BotProcess(double, [sys.executable, *command], log=folder / "bot.log", env=environment, synced=True)


def _cpu(pid: int) -> float:
    """Return the CPU seconds of all threads of a process so far, to the nanosecond where /proc counts ticks (Linux)."""
    return time.clock_gettime((~pid << 3) | 2)  # MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED) of the kernel


def _player(tables: list[Table]) -> Play:
    """Return how to play a turn with the real bot: at one table after the other, the next once all is posted."""
    rng = random.Random(5)

    async def play(number: int) -> None:
        running = [table for table in tables if table.goes_on]
        table = running[number % len(running)]
        await table.type(table.any_turn(rng))
        await table.double.until(lambda: _shown(table), _PATIENCE)

    return play


def _shown(table: Table) -> bool:
    """Return whether the latest board is posted, with a status, and nothing is left of the one before."""
    statuses = len(table.statuses())
    return (table.match_id, table.seq) in table.boards() and statuses == (1 if table.goes_on else 0)


def _bare_player(double: Double, posts: int = 1) -> Play:
    """Return how to use the command of a bare bot, which posts messages in one channel after the other."""
    guild = double.add_guild("Bare")
    user = double.add_user("ann", guild)
    channels = [guild.add_channel(f"table {number}") for number in range(TABLES)]

    async def play(number: int) -> None:
        channel = channels[number % TABLES]
        there = len(_public(channel)) + posts
        reply = await user.slash(channel, "move", turn="E/5E3/E3-")
        if reply.failed:
            raise RuntimeError(f"the bare bot did not answer: {reply.summary()}")
        await double.until(lambda: len(_public(channel)) == there and _tidy(channel), _PATIENCE)

    return play


def _public(channel: Channel) -> list[Message]:
    """Return what everybody could read in a channel, deleted or not."""
    return [message for message in channel.messages.values() if not message.ephemeral]


def _tidy(channel: Channel) -> bool:
    """Return whether at most one message without a picture is left in a channel."""
    return sum(not message.attachments and not message.deleted for message in _public(channel)) <= 1


def _picture(table: Table, folder: Path) -> Path:
    """Write the board of a match that goes on, and return where."""
    if table.session is None or table.session.last is None:
        raise AssertionError("it goes on")
    events = [event for event in table.session.last.events if event.audience is None]
    names = [user.name for user in table.people]
    path = folder / "board.png"
    path.write_bytes(renderer("replicants").draw(table.session.view(None), events, Look(names, Theme())))
    return path


def _faults(double: Double) -> int:
    """Return how many requests were refused, or are not as Discord's document has them."""
    if not double.check_requests():
        print(missing_document(), file=sys.stderr)
    for violation in double.violations[:5]:
        print(violation, file=sys.stderr)
    refused = sum(call.status >= 400 for call in double.requests)
    return refused + len(double.violations) + sum(double.unknown_routes.values())
