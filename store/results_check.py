"""Do results and totals fit what is stored beside them? Every match that is over has results, and these add up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import groupby

from sqlalchemy import and_, func, or_, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from store import results, totals
from store.database import Database
from store.results import ALL_SERVERS, IN_SERVER
from store.schema import matches
from store.schema import results as results_table
from store.totals import Tally

_PAGE = 500
"""Matches whose results are read at once."""

_SAME = ("revision", "seat", "game", "mode", "team", "starter_id", "finisher_id", "rank", "score", "rated", "player_id")
"""What all servers count of a match as its server does."""
_shared, _own, _every = (results_table.alias(name) for name in ("shared", "own", "every"))
_of_server = (
    select(func.count())
    .where(_every.c.match_id == _shared.c.match_id, _every.c.guild_id != ALL_SERVERS)
    .scalar_subquery()
)
_APART = (
    select(_shared.c.match_id)
    .join(matches, matches.c.id == _shared.c.match_id)  # of one whose server is gone nothing else is there
    .join(
        _own,
        and_(
            _own.c.match_id == _shared.c.match_id,
            _own.c.guild_id != ALL_SERVERS,
            *(_own.c[name].is_not_distinct_from(_shared.c[name]) for name in _SAME),
        ),
        isouter=True,
    )
    .where(_shared.c.guild_id == ALL_SERVERS)
    .group_by(_shared.c.match_id)
    .having(or_(func.count(_own.c.seat) != func.count(), func.count() != _of_server))
    .order_by(_shared.c.match_id)
)
"""The matches that all servers count otherwise than their own; a correction that did not reach both is one."""


async def faults(database: Database) -> AsyncIterator[str]:
    """Give the matches whose results are not there, or there too early, and the totals that are wrong, a line each."""
    async with database.read() as connection:  # one moment, so that a match that ends meanwhile is in all or in none
        known = (
            select(results_table.c.match_id)
            .where(
                results_table.c.match_id == matches.c.id,
                IN_SERVER,
                results_table.c.seat == 1,
            )
            .exists()
        )
        ended = matches.c.ended_at.is_not(None)
        for number in (await connection.execute(select(matches.c.id).where(ended, ~known))).scalars():
            yield f"match {number} is over and has no results"
        for number in (await connection.execute(select(matches.c.id).where(~ended, known))).scalars():
            yield f"match {number} goes on and has results"
        for number in (await connection.execute(_APART)).scalars():
            yield f"match {number} counts otherwise for all servers than in its own"
        try:
            expected, stored = await _added_up(connection), await totals.stored(connection)
        except (DBAPIError, ValueError, TypeError) as error:  # a damaged row, which the check of rows has named
            yield f"results cannot be added up: {error.orig if isinstance(error, DBAPIError) else error}"
            return
    for table in totals.TABLES:
        for key in sorted(expected[table].keys() | stored[table].keys(), key=str):
            nothing = (0,) * (len(table.columns) - len(table.primary_key.columns))
            there, right = stored[table].get(key, nothing), expected[table].get(key, nothing)
            if there != right:
                yield f"{table.name}: row {key} holds {there}, the results add up to {right}"


async def _added_up(connection: AsyncConnection) -> Tally:
    """Return what the latest results of all matches come to."""
    found = totals.tally(())
    after = 0
    while page := await results.latest_page(connection, after, _PAGE):
        totals.join(found, totals.tally(list(rows) for _, rows in groupby(page, lambda each: each.match_id)))
        after = page[-1].match_id
    return found
