"""What is written down of matches that are to begin: each change in one transaction, with its appointment."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text, dump_text
from hosting.lobby.errors import AlreadyStarted, QueueFull
from hosting.lobby.origins import kind_of
from hosting.match.model import Ordered, Start, StartStatus
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import starts
from store.database import Database

STARTING = "start"
"""The appointment of a start; its key is `key_of`."""
SOON = timedelta(minutes=1)
"""Wait until a start is looked at that another task, or a process that died, is at work on."""


class Orders:
    """Every match that is to begin, as it is stored."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule

    async def add(self, connection: AsyncConnection, start: Start) -> bool:
        """Write down that a match is to begin, in the caller's transaction; `noticed` follows it.

        Returns:
            Whether that is new: one that was given up is; one that waits, or has begun, is not.
        """
        added = await starts.add(connection, start, self._clock.now())
        ordered = await _of(connection, start.origin)
        if not added and ordered.status != "failed":
            return False
        await starts.save(connection, replace(ordered, start=start, status="waiting", attempts=0, why=None))
        await self._appoint(connection, ordered.id)
        return True

    async def take(self, start: Start) -> Ordered:
        """Write down that a match is to begin for a person who waits for it.

        Raises:
            AlreadyStarted: Its origin has a match.
        """
        async with self._db.write() as connection:
            await starts.add(connection, start, self._clock.now())
            ordered = await _of(connection, start.origin)
            if ordered.match_id is not None:
                raise AlreadyStarted(ordered.match_id)
            # What a process that died left of an attempt is to be looked for.
            status: StartStatus = "building" if ordered.status == "building" else "waiting"
            ordered = replace(ordered, start=start, status=status, attempts=0, why=None)
            await starts.save(connection, ordered)
            await self._appoint(connection, ordered.id, SOON)
        self.noticed(SOON)
        return ordered

    async def claim(self, number: int, most: int | None, waiting: Collection[str]) -> tuple[Ordered, datetime | None]:
        """Write down that places are about to be made.

        Args:
            number: For which.
            most: How many matches of the program its server wants at a time; None where it does not count.
            waiting: The kinds of origins that do not count.

        Returns:
            The order, and since when something may have been left of it that nobody noted; None if nothing can.

        Raises:
            QueueFull: The server wants no more at the moment.
        """
        async with self._db.write() as connection:
            ordered = await _load(connection, number)
            if most is not None:
                going = await starts.running(connection, ordered.start.guild_id, waiting)
                going += sum(
                    each.id != number and kind_of(each.start.origin) not in waiting
                    for each in await starts.live(connection, "building", guild_id=ordered.start.guild_id)
                )
                if going >= most:
                    raise QueueFull
            left = ordered.status == "building" or bool(ordered.made)
            began_at = ordered.began_at if left and ordered.began_at is not None else self._clock.now()
            ordered = replace(ordered, status="building", began_at=began_at)
            await starts.save(connection, ordered)
        return ordered, began_at if left else None

    async def note(self, number: int, what: str, made: int) -> None:
        """Write down that something was made."""

        def noted(ordered: Ordered) -> Ordered:
            there = (what, made) in ordered.made
            return ordered if there else replace(ordered, made=(*ordered.made, (what, made)))

        await self.change(number, noted)

    async def put_off(self, number: int, why: Text, pause: timedelta, *, queued: bool = False, failed: int = 0) -> None:
        """Appoint the next look at a start.

        Args:
            number: Which.
            why: What stands in its way.
            pause: How long to wait.
            queued: Whether it waits for another match to end.
            failed: How many attempts more have failed.
        """
        async with self._db.write() as connection:
            ordered = await _load(connection, number)
            status: StartStatus = "queued" if queued else ordered.status
            attempts = ordered.attempts + failed
            await starts.save(connection, replace(ordered, status=status, why=dump_text(why), attempts=attempts))
            await self._appoint(connection, number, pause)
        self.noticed(pause)

    async def change(self, number: int, change: Callable[[Ordered], Ordered]) -> Ordered:
        """Change what is stored of a start, and return it; its appointment goes with the last change."""
        async with self._db.write() as connection:
            ordered = change(await _load(connection, number))
            await starts.save(connection, ordered)
        if not ordered.live:
            await self._schedule.cancel(STARTING, key_of(number))
        return ordered

    async def begun(self, connection: AsyncConnection, origin: str, match_id: int) -> None:
        """Write along, in its transaction, that the match of an origin has begun; it may never have been ordered."""
        ordered = await starts.of_origin(connection, origin, to_change=True)
        if ordered is not None:
            await starts.save(
                connection, replace(ordered, status="started", match_id=match_id, made=(), began_at=None, why=None)
            )

    async def find(self, number: int) -> Ordered | None:
        """Return a start by its number, or None."""
        async with self._db.read() as connection:
            return await starts.load(connection, number)

    async def of_origin(self, origin: str) -> Ordered | None:
        """Return how far the match of an origin is, or None if none was asked for."""
        async with self._db.read() as connection:
            return await starts.of_origin(connection, origin)

    async def noted(self, guild_id: int) -> frozenset[int]:
        """Return what was made in a server for matches that are to begin and is not known to be gone."""
        async with self._db.read() as connection:
            found = await starts.live(connection, "waiting", "building", guild_id=guild_id)
        return frozenset(made for each in found for _, made in each.made)

    async def resume(self) -> None:
        """Have looked at now what a process that ended was at work on, or had not come to yet."""
        async with self._db.write() as connection:
            for each in await starts.live(connection, "waiting", "building", "started"):
                if each.status != "waiting" or not each.attempts:  # what has failed has its time
                    await self._appoint(connection, each.id)
        self.noticed()

    async def next(self, connection: AsyncConnection, guild_id: int) -> bool:
        """Have the first in a server's queue looked at now, in the caller's transaction; return whether there is one.

        `noticed` follows it.
        """
        queue = await starts.live(connection, "queued", guild_id=guild_id, limit=1)
        if queue:
            await self._appoint(connection, queue[0].id)
        return bool(queue)

    async def later(self, number: int) -> None:
        """Look at a start again soon."""
        await self._schedule.set(STARTING, key_of(number), self._clock.now() + SOON)

    async def postpone(self, number: int) -> None:
        """Look again soon at the start that is being looked at, unless that was asked for meanwhile."""
        await self._schedule.postpone(STARTING, key_of(number), self._clock.now() + SOON)

    def noticed(self, pause: timedelta = timedelta()) -> None:
        """Have appointments kept that were made in a transaction which is committed now."""
        self._schedule.noticed(STARTING, self._clock.now() + pause)

    async def _appoint(self, connection: AsyncConnection, number: int, pause: timedelta = timedelta()) -> None:
        await self._schedule.put(connection, STARTING, key_of(number), self._clock.now() + pause)


def key_of(number: int) -> str:
    """Return the key of a start's appointment. Appointments of one moment are kept in the order of their keys."""
    return f"{number:010}"


async def _load(connection: AsyncConnection, number: int) -> Ordered:
    found = await starts.load(connection, number, to_change=True)
    if found is None:
        raise AssertionError(f"start {number} is gone")
    return found


async def _of(connection: AsyncConnection, origin: str) -> Ordered:
    found = await starts.of_origin(connection, origin, to_change=True)
    if found is None:
        raise AssertionError(f"{origin} is gone in the middle of a change")
    return found
