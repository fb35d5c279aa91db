"""What is told of a season while it is played besides rounds and results: what each week brought, the match of the day.

Both have keys in `league_jobs`, so each is told once. Those that fell into a time in which the bot was away are left
out but for the last one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league.state import State
from hosting.league.telling import report
from store.league import seasons
from store.league.values import Fixture

WEEK = timedelta(weeks=1)
DAY = timedelta(days=1)
SETTLED = timedelta(hours=1)
"""So long into a day its match is chosen: by then those that begin with a round have begun."""
FEWEST = 2
"""Matches that begin in a day of which one is the match of the day, at least."""


async def summarise(connection: AsyncConnection, at: State, now: datetime) -> None:
    """Tell what is due, in a transaction that holds a season which is being played.

    Args:
        connection: In that transaction.
        at: The season, with at least its fixtures that are not over and their entries.
        now: The time.
    """
    began = at.season.started_at
    if began is None or at.season.status != "running":
        return
    if (weeks := (now - began) // WEEK) and await seasons.note_done(connection, at.season, f"week:{weeks}", now):
        await report(connection, at.season, "week", now, weeks)
    day, into = divmod(now - began, DAY)
    found = match_of_the_day(at, now) if into >= SETTLED else None
    if found is not None and await seasons.note_done(connection, at.season, f"day:{day}", now):
        await report(connection, at.season, "day", now, found.id)


def match_of_the_day(at: State, now: datetime) -> Fixture | None:
    """Return the match, of those that began within a day, whose sides are strong and close in strength; None for none.

    That is the one in which the rating of the weakest side, less the distance to the strongest, is highest: a match of
    the two best is none of the day if one of them is far ahead. Ratings are those at the start of the season.

    Args:
        at: The season, with at least its fixtures that are being played and their entries.
        now: The time.
    """
    strength = {each.id: each.seed_mu for each in at.entries}

    def worth(fixture: Fixture) -> tuple[float, int]:
        rated = [mu for entry in fixture.entries if (mu := strength.get(entry)) is not None]
        return (2 * min(rated) - max(rated), -fixture.id)

    found = [
        each
        for each in at.fixtures
        if each.status == "running"
        and each.started_at is not None
        and now - DAY < each.started_at
        and all(strength.get(entry) is not None for entry in each.entries)
    ]
    return max(found, key=worth) if len(found) >= FEWEST else None
