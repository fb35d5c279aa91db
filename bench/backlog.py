"""A backlog: what the outbox of a bot that was away for a while asks of the store, and takes of the CPU, for each post.

The rows are those that matches leave behind; nobody posts, so that only the outbox is measured.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy import Engine, event

from bench.filling import fill
from bench.report import Row
from bench.scratch import scratch
from hosting.arena import Arena
from hosting.match.model import Post
from hosting.runtime.time import SystemClock

POSTS_EACH = 2
"""A board and a status."""


class Nobody:
    """Takes every post for posted."""

    def __init__(self) -> None:
        self.posts = 0

    async def deliver(self, post: Post) -> int | None:
        """Count a post."""
        self.posts += 1
        return 1_000_000 + post.id

    async def recover(self, _post: Post) -> int | None:
        """Find nothing."""
        return None


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` drains a shorter backlog."""
    few, many = 180, 1_000 if quick else 5_000
    first, second = (asyncio.run(_drained(channels)) for channels in (few, many))
    rows = []
    for (unit, digits), one, other in zip((("statements", 0.01), ("ms", 0.3)), first, second, strict=True):
        name = f"backlog of {POSTS_EACH * many:,} posts in {many:,} channels, for each post"
        peer = f"of {POSTS_EACH * few:,} in {few:,}"
        rows.append(Row(name, other, unit, peer, one, f"≤ {1 + digits:g}×", other <= (1 + digits) * one))
    return rows


async def _drained(channels: int) -> tuple[float, float]:
    """Drain a backlog; return the statements and the CPU milliseconds that each post took."""
    with scratch() as folder:
        path = folder / "arena.db"
        await fill(path, over=0, running=channels)
        with closing(sqlite3.connect(path)) as connection, connection:
            # Of each match the posts of its last event are due.
            connection.execute(
                "UPDATE outbox SET done_at = NULL, message_id = NULL "
                "WHERE seq = (SELECT seq FROM matches WHERE id = match_id) AND match_id > 2"
            )
        poster = Nobody()
        arena = await Arena.open(path, SystemClock())
        arena.outbox.set_poster(poster)
        with _statements() as asked:
            began = time.process_time()
            arena.outbox.drain()
            await arena.idle()
            took = 1000 * (time.process_time() - began)
        await arena.close()
    if poster.posts != POSTS_EACH * channels:
        raise RuntimeError(f"{poster.posts} posts of {POSTS_EACH * channels}")
    return len(asked) / poster.posts, took / poster.posts


@contextmanager
def _statements() -> Iterator[list[str]]:
    """Give a list to which every statement is added until the block ends."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)
