"""A pool computed from results, and from where on that has to be done.

A correction appends a row for each person whose rating moved, not one for each match that came after: what was written
before it, of matches from the corrected one on, then tells what was shown at the time and no longer what is true. So a
recomputation begins where what is stored is still true: at the corrected match itself if nothing from there on was
overtaken before, at the first match that ever was corrected otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store import direct
from store.ratings.matches import Moved, Seated, can_be_rated, rate_match
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import Change, Kind, Pool, Rating, Rests, current, every
from store.results import LATEST
from store.schema import rating_changes, results

_PAGE = 1000
"""Matches read at once."""
_ASKED = 500
"""Numbers that are named in a query."""


_SEATED = (
    select(*(results.c[name] for name in ("pool_no", "match_id", *Seated._fields[:-1], "player_id")))
    .where(
        results.c.pool_id == bindparam("pool"),
        results.c.pool_no.between(bindparam("first"), bindparam("last")),
        LATEST,
    )
    .order_by(results.c.pool_no, results.c.seat)
)


class DamagedResultError(RuntimeError):
    """What is stored of a match cannot have been rated: its results are not what was written.

    Attributes:
        match_id: Which match.
    """

    def __init__(self, pool: Pool, match_id: int, why: str) -> None:
        super().__init__(f"pool {pool.id}: match {match_id}: its results cannot be rated: {why}")
        self.match_id = match_id


class Ended(NamedTuple):
    """A match that is rated.

    Attributes:
        pool_no: Its number in the pool.
        match_id: Which match.
        seats: What is rated.
    """

    pool_no: int
    match_id: int
    seats: list[Seated]


@dataclass(slots=True)
class Standings:
    """What is known of everybody in a pool after some of its matches.

    Attributes:
        skills: By person; beginners are left out.
        last: By person the last match that changed what is known of them, among those that were gone through.
    """

    skills: dict[int, Skill]
    last: dict[int, Ended]

    def rate(self, pool: Pool, match: Ended) -> list[Moved]:
        """Go through a match and return what it made of ratings. Raises DamagedResultError."""
        if not can_be_rated(match.seats):
            raise DamagedResultError(pool, match.match_id, "there are no two sides")
        try:
            moved = rate_match(match.seats, self.skills)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise DamagedResultError(pool, match.match_id, str(error)) from error
        for each in moved:
            if each.after is not each.before:
                self.skills[each.person_id] = each.after
                self.last[each.person_id] = match
        return moved

    def rate_page(self, pool: Pool, page: list[Ended]) -> None:
        """Go through several matches. Raises DamagedResultError."""
        for match in page:
            self.rate(pool, match)


async def ends(connection: AsyncConnection, pool: Pool, matches: Iterable[Ended]) -> dict[int, datetime]:
    """Return when matches of a pool ended, by their numbers in it."""
    numbers = sorted({each.pool_no for each in matches})
    found: dict[int, datetime] = {}
    for first in range(0, len(numbers), _ASKED):
        query = select(results.c.pool_no, results.c.ended_at).where(
            results.c.pool_id == pool.id, results.c.pool_no.in_(numbers[first : first + _ASKED]), LATEST
        )
        found |= {row.pool_no: row.ended_at for row in await connection.execute(query)}
    return found


async def pages(connection: AsyncConnection, pool: Pool, after: int = 0) -> AsyncIterator[list[Ended]]:
    """Give the rated matches of a pool behind a number, in order, a thousand numbers at a time.

    Numbers follow one another, but for those of damaged rows: a gap is skipped at once, however wide.
    """
    first = after + 1
    while first <= pool.last_no:
        last = min(first + _PAGE - 1, pool.last_no)
        page = _matches(await direct.read(connection, _SEATED, {"pool": pool.id, "first": first, "last": last}))
        if page:
            yield page
            first = last + 1
        elif (following := await _following(connection, pool, last)) is not None:
            first = following
        else:
            return


async def _following(connection: AsyncConnection, pool: Pool, number: int) -> int | None:
    """Return the next number after one that a match of a pool ever had, or None."""
    query = select(func.min(results.c.pool_no)).where(results.c.pool_id == pool.id, results.c.pool_no > number)
    found: int | None = (await connection.execute(query)).scalar_one()
    return found


def _matches(rows: Iterable[Sequence[Any]]) -> list[Ended]:
    found: list[Ended] = []
    last: int | None = None
    for pool_no, match_id, seat, team, rank, rated, player_id in rows:
        if match_id != last:
            found.append(Ended(pool_no, match_id, []))
            last = match_id
        found[-1].seats.append(Seated(seat, team, rank, rated, player_id))
    return found


async def recomputed(
    connection: AsyncConnection, pool: Pool, pool_no: int, match_id: int, kind: Kind, cause: int | None, at: datetime
) -> tuple[list[Change], dict[int, Rests]]:
    """Return how ratings differ from what is stored since a match was corrected, and on which match each rests now.

    Args:
        connection: In a transaction that holds the pool, after the corrected results were written.
        pool: Which pool.
        pool_no: The number of the corrected match.
        match_id: The corrected match.
        kind: What the changes are noted as.
        cause: The correction.
        at: When it was made.
    """
    after, skills = await _resume(connection, pool, pool_no)
    standings = Standings(skills, {})
    async for page in pages(connection, pool, after):
        await asyncio.to_thread(standings.rate_page, pool, page)
    changes: list[Change] = []
    last: dict[int, Rests] = {}
    stored = await current(connection, pool.id)
    times = await ends(connection, pool, standings.last.values())
    for person_id in sorted(stored.keys() | standings.last.keys()):
        was = stored.get(person_id) or Rating(person_id, BEGINNER, 0, None)
        skill = standings.skills.get(person_id, BEGINNER)
        base: Rests
        if person_id in standings.last:
            number = standings.last[person_id].pool_no
            base = number, times[number]
        elif was.last_no <= after:
            base = was.last_no, was.ended_at
        else:
            base = await _last(connection, pool, person_id, after)
        if (skill, *base) != (was.skill, was.last_no, was.ended_at):
            last[person_id] = base
            changes.append(
                Change(pool.id, pool_no, pool.last_no, match_id, person_id, kind, cause, was.skill, skill, at)
            )
    return changes, last


async def rated(connection: AsyncConnection, pool_id: int, numbers: Collection[int]) -> dict[int, list[Moved]]:
    """Return what some matches of a pool made of ratings, as it is true after all corrections, by match.

    Args:
        connection: Of any transaction.
        pool_id: Which pool.
        numbers: Those of the matches in it.

    Raises:
        DamagedResultError: The results of a match cannot be rated.
    """
    pools = await every(connection, pool_id) if numbers else []
    found: dict[int, list[Moved]] = {}
    for pool in pools:
        after, skills = await _resume(connection, pool, min(numbers))
        standings = Standings(skills, {})
        async for page in pages(connection, pool._replace(last_no=max(numbers)), after):
            found |= await asyncio.to_thread(_rate_some, standings, pool, page, numbers)
    return found


def _rate_some(standings: Standings, pool: Pool, page: list[Ended], numbers: Collection[int]) -> dict[int, list[Moved]]:
    moved: dict[int, list[Moved]] = {}
    for match in page:
        made = standings.rate(pool, match)
        if match.pool_no in numbers:
            moved[match.match_id] = made
    return moved


async def _resume(connection: AsyncConnection, pool: Pool, pool_no: int) -> tuple[int, dict[int, Skill]]:
    """Return the number of a match before the one given, and what is known for sure of everybody after it."""
    changes = rating_changes.c
    later = select(func.min(changes.pool_no), func.max(changes.upto)).where(
        changes.pool_id == pool.id, changes.kind != "end"
    )
    first, upto = (await connection.execute(later)).one()
    if first is None or pool_no <= first:
        return pool_no - 1, await _latest(connection, pool, changes.pool_no < pool_no)
    if pool_no > upto:
        return pool_no - 1, await _latest(connection, pool, or_(changes.pool_no < pool_no, changes.kind != "end"))
    return first - 1, await _latest(connection, pool, changes.pool_no < first)


async def _latest(connection: AsyncConnection, pool: Pool, of: ColumnElement[bool]) -> dict[int, Skill]:
    """Return what the latest of some changes says of each person."""
    latest = (
        select(func.max(rating_changes.c.id))
        .where(rating_changes.c.pool_id == pool.id, of)
        .group_by(rating_changes.c.person_id)
    )
    query = select(rating_changes).where(rating_changes.c.id.in_(latest))
    return {row.person_id: Skill(row.mu, row.sigma, row.games) for row in await connection.execute(query)}


async def _last(connection: AsyncConnection, pool: Pool, person_id: int, upto: int) -> Rests:
    """Return the number of the last match that a rating rests on, up to one, and when it ended; 0 and None for none."""
    query = (
        select(results.c.pool_no, results.c.ended_at)
        .where(
            results.c.pool_id == pool.id,
            results.c.pool_no <= upto,
            results.c.player_id == person_id,
            results.c.rated.in_(("full", "gain")),
            LATEST,
        )
        .order_by(results.c.pool_no.desc())
        .limit(1)
    )
    found = (await connection.execute(query)).one_or_none()
    return (0, None) if found is None else (found.pool_no, found.ended_at)
