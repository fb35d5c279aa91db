"""A season's only appointment, and the transaction that holds the season while it is changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import model
from hosting.league.errors import ChangedMeanwhile, NoSuchLeague
from hosting.league.model import SeasonState
from hosting.outbox import Outbox
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store.database import Database
from store.league.fixtures import ORIGIN
from store.league.values import Entry, StoredSeason
from store.tables import deadlines
from store.tables.deadlines import Deadline
from store.tables.matches import WriteConflict

LEAGUE = ORIGIN
"""The appointment at which a season is looked at, and the kind of origin of matches of leagues."""
ROUND = "league-round"
"""The appointment at which the message of a round is brought up to date; its key is `<season>:<round>`."""
SOON = timedelta(seconds=10)
"""After a change of one of its matches."""


class SeasonTimer:
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


# A season that is changed: in a transaction that holds it.


@asynccontextmanager
async def changing(
    database: Database, calls: SeasonTimer, season_id: int, *, whole: bool = True
) -> AsyncIterator[tuple[AsyncConnection, SeasonState]]:
    """Give a season to change; what was appointed for it meanwhile is kept afterwards.

    Args:
        database: Where it is.
        calls: Has seasons looked at.
        season_id: Which one.
        whole: Whether its entries and fixtures are read, which takes time in a large one; else it has none.

    Raises:
        NoSuchLeague: There is none.
        ChangedMeanwhile: Another process was faster.
    """
    try:
        async with database.write() as connection:
            at = await (
                model.load(connection, season_id, to_change=True)
                if whole
                else model.load_some(connection, season_id, ())
            )
            if at is None:
                raise NoSuchLeague
            yield connection, at
    except WriteConflict as error:
        raise ChangedMeanwhile from error
    calls.noticed()


def pending_of(at: SeasonState, person_id: int) -> Entry | None:
    """Return the team with which a person wants to come late, or is asked to, or None."""
    return next((each for each in at.pending if person_id in each.current), None)


def entry_of(at: SeasonState, person_id: int) -> Entry | None:
    """Return the entry for which a person plays, or None."""
    return next((each for each in at.entries if person_id in each.current), None)
