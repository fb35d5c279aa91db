"""What surrounds an arena in tests of whole lives: channels that can be closed, and a process that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from engine.text import say
from hosting.arena import Arena
from hosting.housing import FORBIDDEN
from hosting.match.model import Deadline, Person, Plan, Post
from hosting.outbox import Retry, Undeliverable
from store.db import files
from store.schema import deadlines, outbox, plans
from tests.hosting.conftest import ManualClock, call
from tests.hosting.match.lifegames import life_games


@dataclass
class Channels:
    """What stands in all channels: it outlives every process.

    Attributes:
        posted: Every message, the oldest first.
        closed: Channels in which the bot may not post.
        slow: So many posts are told to come again.
        drawn: How often something was drawn at random.
    """

    posted: list[Post] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    slow: int = 0
    drawn: int = 0

    def entropy(self, count: int) -> bytes:
        """Return bytes that are others each time, and the same in every repetition of a test."""
        self.drawn += 1
        return hashlib.sha256(str(self.drawn).encode()).digest()[:count]

    def has(self, channel_id: int, seq: int) -> bool:
        """Return whether the board after an event, or the end, stands in a channel."""
        return any(
            (post.channel_id, post.seq) == (channel_id, seq) and post.kind in ("board", "ended") for post in self.posted
        )

    @property
    def doubled(self) -> list[tuple[int, str, int]]:
        """The boards that stand twice in a channel."""
        boards = Counter(
            (post.channel_id, post.kind, post.seq) for post in self.posted if post.kind in ("board", "ended")
        )
        return [board for board, times in boards.items() if times > 1]


class ChannelPoster:
    """Posts as a process does that may die before it posts, or before it can note that it did."""

    def __init__(self, channels: Channels) -> None:
        self.channels = channels
        self.dies: str | None = None

    async def deliver(self, post: Post) -> int | None:
        if self.dies == "before":
            await asyncio.Event().wait()
        if self.channels.slow:
            self.channels.slow -= 1
            raise Retry
        if post.channel_id in self.channels.closed:
            raise Undeliverable(say("Closed."), FORBIDDEN)
        if post.attempts and post.id in {each.id for each in self.channels.posted}:
            return 1000 + post.id
        if "edit" not in post.payload:
            self.channels.posted.append(post)
        if self.dies == "after":
            await asyncio.Event().wait()
        return 1000 + post.id

    async def recover(self, post: Post) -> int | None:
        return 1000 + post.id if post.id in {each.id for each in self.channels.posted} else None


PEOPLE = [Person(number, f"P{number}") for number in range(1, 8)]
OLGA = 99
"""An organiser."""


async def begin_process(path: Path, clock: ManualClock, channels: Channels) -> tuple[Arena, ChannelPoster]:
    """Open a database as a process would that starts."""
    arena = await Arena.open(path, clock, games=life_games, entropy=channels.entropy, sleep=clock.sleep)
    await call(arena, *PEOPLE, Person(OLGA, "Olga"))
    poster = ChannelPoster(channels)
    arena.outbox.set_poster(poster)
    await arena.start()
    return arena, poster


async def killed(arena: Arena, poster: ChannelPoster, path: Path, doing: Awaitable[object]) -> None:
    """Have a process die at this moment, doing something; `path` is a copy of what it leaves on the disk."""
    poster.dies = "before"
    assert isinstance(arena.db.address, Path)
    await asyncio.to_thread(files.backup, arena.db.address, path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")  # no backup that was put back (`store.database`)
    await asyncio.gather(doing, return_exceptions=True)  # to end it tidily: nothing of that is looked at any more
    await arena.close()


async def appointments(arena: Arena) -> list[Deadline]:
    """Return every appointment there is."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(deadlines))
        return [Deadline(row.kind, row.key, row.due_at, row.payload) for row in rows]


async def unposted(arena: Arena) -> list[str]:
    """Return the kinds of the posts that are due."""
    async with arena.db.read() as connection:
        return list((await connection.execute(select(outbox.c.kind).where(outbox.c.done_at.is_(None)))).scalars())


async def every_plan(arena: Arena) -> list[Plan]:
    """Return every plan, stale ones too."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(plans))
        return [Plan(row.match_id, row.seat, row.person_id, row.seq, row.tree, row.at) for row in rows]
