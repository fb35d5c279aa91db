"""Ratings of all servers: which matches count there, and what is kept of them.

A match counts there if the operator wants such ratings and each of its players agreed by the time it ended. That is
decided once, by the transaction of the end: who agrees or withdraws later changes nothing about it, and corrections of
the match reach both ratings. One that is called off as its start cannot be read counts in its server alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from store import settings
from store.results import ALL_SERVERS, Result


async def agreed(connection: AsyncConnection, rows: Sequence[Result]) -> bool:
    """Return whether everybody agreed who sat in a seat of a match first or last.

    A correction can bring each of them into the calculation, and their numbers are kept even where it does not.
    """
    people = {each for row in rows for each in (row.starter_id, row.finisher_id)}
    return await settings.agreed(connection, people) == people


def of_all_servers(rows: Sequence[Result]) -> list[Result]:
    """Return what is kept of a match's results when its server is gone: numbers, and neither text nor its server."""
    return [
        row._replace(
            guild_id=ALL_SERVERS,
            category=None,
            merit=None,
            pool_id=None,
            pool_no=None,
            gave_up=None,
            opening=None,
            thought=0,
            timed=0,
            features=(),
        )
        for row in rows
    ]
