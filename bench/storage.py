"""What a large store costs: a move, memory, and the start, with up to 100,000 matches stored."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from bench.filling import FIRST_CHANNEL, fill
from bench.playing import ANN, any_turn
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.runtime.time import SystemClock

SIZES = (100, 10_000, 100_000)
RUNNING = 500


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` stores less and measures less often."""
    sizes = (100, 1_000, 10_000) if quick else SIZES
    with scratch() as folder:
        paths = {size: folder / f"{size}.db" for size in sizes}
        for size, path in paths.items():
            running = min(RUNNING, size // 2)
            asyncio.run(fill(path, over=size - running, running=running))
        return [
            *asyncio.run(_moves(paths, moves=100 if quick else 500)),
            *_process_rows(paths[10_000], starts=3 if quick else 9),
        ]


async def _moves(paths: dict[int, Path], moves: int) -> list[Row]:
    """Measure finding the match of a channel and playing a turn in it, in all stores in turns."""
    times: dict[int, list[float]] = {size: [] for size in paths}
    lists: dict[int, list[float]] = {size: [] for size in paths}
    arenas = {size: await Arena.open(path, SystemClock()) for size, path in paths.items()}
    channels = {size: _running_channels(path)[:50] for size, path in paths.items()}
    rng = random.Random(5)
    for number in range(moves):
        for size, arena in arenas.items():
            channel_id = channels[size][number % 50]
            match = await arena.matches.running_in(channel_id)
            if match is None:
                continue
            text = any_turn(match.session, rng)
            began = time.perf_counter()
            found = await arena.matches.running_in(channel_id)
            await _play(arena, found, text)
            times[size].append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            await arena.matches.of_person(match.to_act[0])
            lists[size].append((time.perf_counter() - began) * 1000)
    for arena in arenas.values():
        await arena.close()
    few = min(paths)
    return [
        _beside(name, measured, size, few)
        for name, measured in (("a move", times), ("my matches", lists))
        for size in paths
        if size != few
    ]


async def _play(arena: Arena, match: Match | None, text: str) -> None:
    if match is not None:
        await arena.matches.play(match.id, match.to_act[0], text)


def _beside(name: str, times: dict[int, list[float]], size: int, few: int) -> Row:
    value, peer = statistics.median(times[size]), statistics.median(times[few])
    return Row(
        f"{name} with {size:,} matches stored",
        value,
        "ms",
        f"with {few:,} stored",
        peer,
        target="≤ 1.5×",
        kept=value <= 1.5 * peer,
    )


def _running_channels(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT channel_id FROM places WHERE busy IS 1 AND channel_id > ?", (FIRST_CHANNEL,))
        return [row[0] for row in rows]


def _process_rows(path: Path, starts: int) -> list[Row]:
    """Measure processes of their own that open a store and load every running match."""
    seen = []
    for _ in range(starts):
        began = time.time()
        command = [sys.executable, "-m", "bench.storage", str(path)]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        seen.append({**result, "start": result["answered_at"] - began})
    median = {key: statistics.median(each[key] for each in seen) for key in seen[0]}
    return [
        Row.most("hosting: opened to first answer, 10,000 matches stored", median["open"], "s"),
        Row.most("hosting: process start to first answer, 10,000 matches stored", median["start"], "s", 5),
        Row(
            f"hosting: resident memory, {RUNNING} running matches loaded",
            median["after"],
            "MiB",
            "before loading",
            median["before"],
        ),
        Row.most(f"hosting: loading all {RUNNING} running matches", median["load"], "s"),
    ]


async def _process(path: Path) -> dict[str, float]:
    """Open a store, answer one question, load every running match, and return figures."""
    channels = _running_channels(path)
    began = time.perf_counter()
    arena = await Arena.open(path, SystemClock())
    await arena.start()
    await arena.matches.running_in(channels[0])
    opened, answered_at, before = time.perf_counter() - began, time.time(), _resident()
    began = time.perf_counter()
    for channel_id in channels:
        await arena.matches.running_in(channel_id)
    await arena.matches.of_person(ANN.person_id)
    load, after = time.perf_counter() - began, _resident()
    await arena.close()
    return {"open": opened, "answered_at": answered_at, "before": before, "after": after, "load": load}


def _resident() -> float:
    """Return the process's resident memory in MiB (Linux)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status does not tell the resident memory")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_process(Path(sys.argv[1])))))
