"""What a turn costs: CPU seconds of the bot's process, beside a bare bot that answers and posts a ready-made picture.

A turn is the answer, the message with the board, and an edit of the one before. The bots run in processes of their
own, against a double each, and play round by round, one turn after the other: without a pause, when all that a bot
needs is in the processor's caches, which favours the smaller one; and at the pace of the load figures. A turn that is
built from menus is all of its presses, each with a preview, and all that follows from it. Where the time goes is told
by the same bot with counters around its stages (`bench.probe`), which cost a little themselves.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeAlias

from bench.load import Stage
from bench.measure import Row, cpu_s, scratch
from render.registry import renderer
from render.theme import Theme
from render.words import Look
from tests.wire.crowd import seated
from tests.wire.double import Double
from tests.wire.match import Table

TABLES = 30
PAUSE_S = 1 / 15
MOST = {0.0: 6.5, PAUSE_S: 5.0}
"""What is promised of a turn after each pause, as a multiple of the bare bot's."""
MOST_BUILT_MS = 50.0
_PATIENCE = 20.0

Play: TypeAlias = Callable[[int], Awaitable[None]]
"""Plays a turn, the first being number 0, and returns when everything that follows from it has been posted."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is measured, and the CPU milliseconds of a turn, round by round."""

    stage: Stage
    play: Play
    costs: list[float] = field(default_factory=list)

    async def turns(self, count: int, pause: float = 0.0) -> float:
        """Play turns, each some seconds after all of the one before is posted; return what one of them cost."""
        before = cpu_s(self.stage.process.pid)
        for number in range(count):
            await self.play(number)
            await asyncio.sleep(pause)
        return 1000 * (cpu_s(self.stage.process.pid) - before) / count


def turn_cost(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays fewer turns."""
    rounds, turns = (3, 30) if quick else (9, 60)
    rows = []
    for how, count, each, pause in (("no pause", rounds, turns, 0.0), ("a pause between", 4, 30, PAUSE_S)):
        (ours, bare, lean), faults = asyncio.run(_measured(count, each, pause))
        ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
        name, cost, peer = f"CPU of a turn of Replicants, {count} × {each} turns, {how}", median(ours), median(bare)
        title = "a bare discord.py bot: answer, ready-made picture"
        rows += [
            Row(name, cost, "ms", title, peer),
            Row(f"{name}: median of the rounds' ratios", median(ratios), "×", at_most=MOST[pause]),
            Row(f"{name}: lowest of them", min(ratios), "×"),
            Row(f"{name}: highest of them", max(ratios), "×"),
            Row(name, cost, "ms", "a lean discord.py bot: the same three requests", median(lean)),
            Row(f"{name}: requests that failed, or against Discord's document", faults, "", at_most=0),
        ]
    for what, built, count, most in (
        ("a turn", False, turns if quick else 4 * turns, None),
        ("a turn built from menus", True, turns, MOST_BUILT_MS),
    ):
        whole, stages = asyncio.run(_stages(count, built=built))
        rows.append(Row(f"CPU of {what}, no pause, with counters", whole, "ms", at_most=most))
        rows += [Row(f"CPU of {what} by stage: {stage}", took, "ms") for stage, took in stages.items()]
    return rows


async def _measured(rounds: int, turns: int, pause: float) -> tuple[list[list[float]], int]:
    """Return what turns of the real bot, the bare one and the lean one cost, and how many requests went wrong."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(scratch())
        ours, picture = Stage(folder), folder / "board.png"
        tables = await seated(ours.double, ours.database, people=2 * TABLES, running=TABLES)
        _draw(tables[0], picture)
        bare = Stage(folder, "-m", "bench.bare", str(picture))
        lean = Stage(folder, "-m", "bench.bare", str(picture), "lean")
        bots = [
            Bot(ours, _player(tables)),
            Bot(bare, _bare_player(bare.double)),
            Bot(lean, _bare_player(lean.double)),
        ]
        for bot in bots:
            await stack.enter_async_context(bot.stage.running())
            await bot.turns(2 * TABLES)  # these fill caches, and the first have no message before them
        for _ in range(rounds):
            for bot in bots:
                # Those of the peers are short, and the machine is never quite quiet.
                bot.costs.append(await bot.turns(turns if bot.stage is ours else 2 * turns, pause))
    refused = sum(call.status >= 400 for bot in bots for call in bot.stage.double.requests)
    return [bot.costs for bot in bots], refused + sum(bot.stage.wrong() for bot in bots)


async def _stages(turns: int, *, built: bool) -> tuple[float, dict[str, float]]:
    """Return the CPU milliseconds of a turn, typed or built from menus, and of its stages, the costliest first."""
    with scratch() as folder:
        result = folder / "stages.json"
        stage = Stage(folder, "-m", "bench.probe", "stages", str(result))
        tables = await seated(stage.double, stage.database, people=2 * TABLES, running=TABLES)
        bot = Bot(stage, _player(tables, built=built))
        async with stage.running():
            await bot.turns(2 * TABLES)
            os.kill(stage.process.pid, signal.SIGUSR1)
            whole = await bot.turns(turns)
            os.kill(stage.process.pid, signal.SIGUSR2)
            await stage.double.until(lambda: result.exists() and result.read_text().endswith("}"), _PATIENCE)
        took: dict[str, float] = json.loads(result.read_text())
    stages = sorted(took.items(), key=lambda each: -each[1])
    return whole, {name: 1000 * seconds / turns for name, seconds in stages}


def _player(tables: list[Table], *, built: bool = False) -> Play:
    """Return how to play a turn with the real bot: at one table after the other, the next once all is posted."""
    rng = random.Random(5)

    async def play(number: int) -> None:
        running = [table for table in tables if table.goes_on]
        table = running[number % len(running)]
        await (table.pick(rng) if built and table.calls() else table.type(table.any_turn(rng)))

        def shown() -> bool:
            """Return whether the latest board is posted."""
            return (table.match_id, table.seq) in table.boards()

        await table.double.until(shown, _PATIENCE)

    return play


def _bare_player(double: Double) -> Play:
    """Return how to use the command of a bare bot, which posts a message in one channel after the other."""
    guild = double.add_guild("Bare")
    user = double.add_user("ann", guild)
    channels = [guild.add_channel(f"table {number}") for number in range(TABLES)]

    async def play(number: int) -> None:
        channel = channels[number % TABLES]
        expected = sum(not message.ephemeral for message in channel.messages.values()) + 1
        reply = await user.slash(channel, "move", turn="E/5E3/E3-")
        if reply.failed:
            raise RuntimeError(f"the bare bot did not answer: {reply.summary()}")

        def shown() -> bool:
            return sum(not message.ephemeral for message in channel.messages.values()) == expected

        await double.until(shown, _PATIENCE)

    return play


def _draw(table: Table, path: Path) -> None:
    """Write the board of a match that goes on."""
    if table.session is None or table.session.last is None:
        raise AssertionError("it goes on")
    events = [event for event in table.session.last.events if event.audience is None]
    names = [user.name for user in table.people]
    path.write_bytes(renderer("replicants").draw(table.session.view(None), events, Look(names, Theme())))
