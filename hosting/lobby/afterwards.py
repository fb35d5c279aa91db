"""What follows the end of a match that the program started: another one may begin, and its thread is put away."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.lobby.orders import Orders
from hosting.lobby.origins import kind_of
from hosting.lobby.seating import TABLE
from hosting.match.model import Match
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock

ARCHIVING = "archive-thread"
"""The appointment at which the thread of a match that is over is put away; its key is the match."""
TALK = timedelta(days=1)
"""How long after the end, or after the last message, a thread stays open."""


class Afterwards:
    """Writes along with the ends of matches that the program started."""

    def __init__(self, clock: Clock, schedule: Schedule, orders: Orders) -> None:
        self._clock = clock
        self._schedule = schedule
        self._orders = orders

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Have the next in the queue begin, and the thread put away later; for `Writers`."""
        if before is None or before.over or not after.over:
            return
        if after.origin is None or kind_of(after.origin) == TABLE:
            return
        due = self._clock.now() + TALK
        await self._schedule.put(connection, ARCHIVING, str(after.id), due)
        self._schedule.noticed(ARCHIVING, due)
        await self._orders.next(connection, after.guild_id)

    async def hear(self, match: Match) -> None:
        """Begin what `write` let begin, once it is on disk; for listeners."""
        if match.over:
            self._orders.noticed()
