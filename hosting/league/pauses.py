"""Time that runs against nobody on a ladder: while the season was paused, and while the bot was away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.uptime.outages import Outages
from store.league import seasons
from store.league.values import StoredSeason

_PAUSE = "pause:"
"""Begins the key of a pause that is over, in `league_jobs`: when it began follows, and when it was over is its time."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What of the time of a season does not count.

    Attributes:
        outages: For how long the bot was away.
        pauses: Pauses of the season that are over, each with its beginning and its end.
    """

    outages: Outages
    pauses: Sequence[tuple[datetime, datetime]] = ()

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Return for how long the season was paused or the bot was away between two times, and nothing of it twice.

        A pause begins and ends by a command, so an outage lies within one or outside of it.
        """
        there = self.outages.between(start, end)
        for since, until in self.pauses:
            first, last = max(since, start), min(until, end)
            if first < last:
                there += alone(self.outages, first, last)
        return there


def alone(outages: Outages, start: datetime, end: datetime) -> timedelta:
    """Return how long a pause took without the time in it in which the bot was away, which is given back anyway."""
    return max(timedelta(), end - start - outages.between(start, end))


async def note(connection: AsyncConnection, season: StoredSeason, since: datetime, now: datetime) -> None:
    """Note a pause that is over, in a transaction that holds the season."""
    await seasons.note_done(connection, season, f"{_PAUSE}{since.isoformat()}", now)


async def lost(connection: AsyncConnection, season_id: int, outages: Outages) -> Lost:
    """Return what of the time of a season does not count."""
    found = await seasons.done(connection, season_id, _PAUSE)
    pauses = [(datetime.fromisoformat(key.removeprefix(_PAUSE)), until) for key, until in found.items()]
    return Lost(outages, tuple(pauses))
