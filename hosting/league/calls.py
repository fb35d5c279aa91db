"""The one appointment of a season: whatever is next for it, its handler finds out from how things are then."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.outbox.dispatcher import Outbox
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import deadlines
from store.deadlines import Deadline
from store.league.seated import ORIGIN
from store.league.values import StoredSeason

LEAGUE = ORIGIN
"""The appointment at which a season is looked at, and the kind of origin of matches of leagues."""
ROUND = "league-round"
"""The appointment at which the message of a round is brought up to date; its key is `<season>:<round>`."""
SOON = timedelta(seconds=10)
"""After a change of one of its matches."""


class Calls:
    """Has seasons looked at."""

    def __init__(self, clock: Clock, schedule: Schedule, posts: Outbox) -> None:
        self._clock = clock
        self._schedule = schedule
        self._outbox = posts

    async def now(self, connection: AsyncConnection, season: StoredSeason) -> None:
        """Have a season looked at as soon as the caller's transaction is committed; `noticed` follows it.

        Should it be looked at just now, it is once more.
        """
        await deadlines.put(connection, Deadline(LEAGUE, key_of(season), self._clock.now()))

    async def at(self, connection: AsyncConnection, season: StoredSeason, due: datetime | None) -> None:
        """Have a season looked at later, in place of all that was appointed; None for no more."""
        if due is None:
            await deadlines.remove(connection, LEAGUE, key_of(season))
        else:
            await deadlines.put(connection, Deadline(LEAGUE, key_of(season), due))

    async def postpone(self, key: str, due: datetime) -> None:
        """Have the season that is being looked at be looked at later, too, unless it was asked for meanwhile."""
        await self._schedule.postpone(LEAGUE, key, due)

    async def show(self, connection: AsyncConnection, season: StoredSeason, number: int) -> None:
        """Have the message of a round say what holds now, in a little while; `shown` follows it.

        As many matches begin at once, it is not put off by the next one.
        """
        now, key = self._clock.now(), f"{season.guild_id}:{season.id}:{number}"
        there = await deadlines.get(connection, ROUND, key)
        if there is None or there.due_at <= now:  # one that is due may be kept just now, and have looked before
            await deadlines.put(connection, Deadline(ROUND, key, now + SOON))

    def shown(self) -> None:
        """Have an appointment kept that `show` wrote in a transaction which is committed now."""
        self._schedule.noticed(ROUND, self._clock.now() + SOON)

    def noticed(self, due: datetime | None = None) -> None:
        """Have an appointment kept and posts sent that were written in a transaction which is committed now.

        Args:
            due: When the appointment is; None for at once.
        """
        self._outbox.drain()
        self._schedule.noticed(LEAGUE, self._clock.now() if due is None else due)


def key_of(season: StoredSeason) -> str:
    """Return the key of a season's appointment."""
    return f"{season.guild_id}:{season.id}"
