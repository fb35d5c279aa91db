"""What was posted long ago is forgotten, a part at a time: first what later posts replaced, at last all of a match."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.game import Json
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import finding, outbox, settings
from store.database import Database

KEPT = timedelta(days=30)
"""How long after a match its posts are remembered."""
PRUNED_EVERY = timedelta(days=1)
SHRUNK_AFTER = timedelta(hours=1)
"""Time after its end from which only a match's last board and status are remembered in each channel."""
SHRUNK_AT_ONCE = 50
"""Matches looked at in one transaction."""
PRUNED_AT_ONCE = 500
"""Rows looked at in one transaction."""

PRUNING = "outbox-pruning"
"""The appointment to forget old posts."""
_SHRUNK = "outbox-shrunk"
"""The note of the match up to which that was done, in the order in which they ended."""


class Pruning:
    """Forgets old posts, once a day from the first match that ended."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule

    async def arrange(self) -> None:
        """See to it that it will be done, as there is something to forget one day."""
        if await self._schedule.due_at(PRUNING, "") is None:
            await self._schedule.set(PRUNING, "", self._clock.now() + PRUNED_EVERY)

    async def prune(self, _key: str, _payload: Json) -> None:
        """Forget what nobody needs any more of old matches; a handler of appointments."""
        await self._shrink()
        before = self._clock.now() - KEPT
        last: int | None = 0
        while last is not None:
            async with self._db.read() as connection:
                posts, last = await outbox.prunable(connection, last, before, PRUNED_AT_ONCE)
            if posts:
                async with self._db.write(long=True) as connection:
                    await outbox.remove(connection, posts)
        await self._schedule.set(PRUNING, "", self._clock.now() + PRUNED_EVERY)

    async def _shrink(self) -> None:
        """Forget what is not needed any more of matches that ended since the last time."""
        until = self._clock.now() - SHRUNK_AFTER
        async with self._db.read() as connection:
            noted = await settings.note(connection, _SHRUNK)
        after = None if noted is None else _ended(noted)
        while True:
            async with self._db.read() as connection:
                found = await finding.ended(connection, after, until, SHRUNK_AT_ONCE)
            if not found:
                return
            after = found[-1]
            async with self._db.write(long=True) as connection:
                await outbox.shrink(connection, [match_id for _, match_id in found])
                await settings.set_note(connection, _SHRUNK, f"{after[0].isoformat()} {after[1]}")


def _ended(noted: str) -> tuple[datetime, int]:
    at, _, match_id = noted.partition(" ")
    return datetime.fromisoformat(at), int(match_id)
