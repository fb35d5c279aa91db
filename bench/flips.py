"""How many single changed bytes `python -m store check` finds, beside a check without the checksums of rows."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

from bench.cells import copy_closed, flip, live
from bench.playing import any_turn, begin
from bench.report import Row
from bench.scratch import scratch
from engine import registry
from hosting.arena import Arena
from hosting.match.model import Post
from hosting.runtime.time import SystemClock
from store import check
from store.check import check_database


class _Posted:
    """Posts nothing, and says that it did."""

    async def deliver(self, post: Post) -> int:
        return 10**18 + post.id

    async def recover(self, post: Post) -> int:
        return 10**18 + post.id


async def played(path: Path, *, turns: int = 25) -> None:
    """Make a store with a match that is over and one that goes on, all of it posted."""
    arena = await Arena.open(path, SystemClock())
    arena.outbox.set_poster(_Posted())
    await arena.start()
    rng = random.Random(6)
    match = await begin(arena, channel_id=1)
    while not match.over:
        match = await arena.matches.play(match.id, match.to_act[0], any_turn(match.session, rng))
    match = await begin(arena, channel_id=2)
    for _ in range(turns):
        match = await arena.matches.play(match.id, match.to_act[0], any_turn(match.session, rng))
    await arena.idle()
    await arena.close()


async def found(source: Path, copy: Path, seeds: range) -> list[bool]:
    """Return of each change of a byte, whether it is found."""
    cells = live(source)
    return [await is_found(source, copy, cells, seed) for seed in seeds]


async def is_found(source: Path, copy: Path, cells: list[range], seed: int) -> bool:
    """Change a byte of a copy, and return whether it is found."""
    shutil.copyfile(source, copy)
    flip(copy, cells, random.Random(seed))
    return bool((await check_database(copy, registry.get)).problems)


async def _no_faults(*_: object) -> AsyncIterator[str]:
    nothing: tuple[str, ...] = ()
    for line in nothing:
        yield line


def run(*, quick: bool) -> list[Row]:
    """Return the row; `quick` changes fewer bytes."""
    seeds = range(60 if quick else 600)
    with scratch() as folder:
        store, source, copy = (folder / name for name in ("arena.db", "source.db", "copy.db"))
        asyncio.run(played(store))
        copy_closed(store, source)
        ours = asyncio.run(found(source, copy, seeds))
        with patch.object(check, "row_faults", _no_faults):
            before = asyncio.run(found(source, copy, seeds))
    return [
        Row(
            f"single changed bytes of rows that are found, of {len(seeds)}",
            100 * sum(ours) / len(ours),
            "%",
            "without checksums of rows",
            100 * sum(before) / len(before),
        )
    ]
