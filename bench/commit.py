"""What it costs to write a turn: a whole `play` beside a bare insert and commit through aiosqlite.

Both write to the same disk with the same pragmas, in turns. A `play` checks who may, parses and applies the turn, and
writes the event, the match's new state and the posts that announce it in one transaction.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

import aiosqlite

from bench.playing import any_turn, begin
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.runtime.time import SystemClock

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
PEER = "bare aiosqlite insert + commit"
SAME = "the same four rows through bare aiosqlite"


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` measures less often."""
    with scratch() as folder:
        return asyncio.run(_measure(folder, turns=200 if quick else 2_000))


async def _measure(folder: Path, turns: int) -> list[Row]:
    ours: list[float] = []
    bare: list[float] = []
    same: list[float] = []
    rng = random.Random(1)
    arena = await Arena.open(folder / "arena.db", SystemClock())
    async with aiosqlite.connect(folder / "bare.db", isolation_level=None) as peer:
        for pragma in PRAGMAS:
            await peer.execute(f"PRAGMA {pragma}")
        await peer.execute(
            "CREATE TABLE events (match_id INTEGER, seq INTEGER, text TEXT, PRIMARY KEY (match_id, seq))"
        )
        await peer.execute("CREATE TABLE matches (id INTEGER PRIMARY KEY, seq INTEGER)")
        await peer.execute("CREATE TABLE outbox (id INTEGER PRIMARY KEY, match_id INTEGER, seq INTEGER, kind TEXT)")
        await peer.execute("INSERT INTO matches VALUES (1, 0)")
        match = await begin(arena, channel_id=1)
        for number in range(turns):
            if match.over:
                match = await begin(arena, channel_id=1)
            match, took, text = await _play(arena, match, rng)
            ours.append(took)
            bare.append(await _insert(peer, 1, number, text))
            same.append(await _write_all(peer, 2, number, text))
    await arena.close()
    return [
        Row("commit of a turn, median", statistics.median(ours), "ms", PEER, statistics.median(bare)),
        Row("commit of a turn, median", statistics.median(ours), "ms", SAME, statistics.median(same)),
        Row("commit of a turn, p99", _p99(ours), "ms", PEER, _p99(bare)),
    ]


async def _play(arena: Arena, match: Match, rng: random.Random) -> tuple[Match, float, str]:
    """Play a random turn and return the match after it, the milliseconds it took, and the turn."""
    text = any_turn(match.session, rng)
    (person_id,) = match.to_act
    began = time.perf_counter()
    match = await arena.matches.play(match.id, person_id, text)
    return match, (time.perf_counter() - began) * 1000, text


async def _insert(peer: aiosqlite.Connection, match_id: int, number: int, text: str) -> float:
    """Insert a row, commit, and return the milliseconds it took."""
    began = time.perf_counter()
    await peer.execute("BEGIN IMMEDIATE")
    await peer.execute("INSERT INTO events VALUES (?, ?, ?)", (match_id, number, text))
    await peer.commit()
    return (time.perf_counter() - began) * 1000


async def _write_all(peer: aiosqlite.Connection, match_id: int, number: int, text: str) -> float:
    """Write what a turn writes, commit, and return the milliseconds it took."""
    began = time.perf_counter()
    await peer.execute("BEGIN IMMEDIATE")
    await peer.execute("UPDATE matches SET seq = ? WHERE id = 1", (number,))
    await peer.execute("INSERT INTO events VALUES (?, ?, ?)", (match_id, number, text))
    posts = [(match_id, number, kind) for kind in ("board", "status")]
    await peer.executemany("INSERT INTO outbox (match_id, seq, kind) VALUES (?, ?, ?)", posts)
    await peer.commit()
    return (time.perf_counter() - began) * 1000


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]
