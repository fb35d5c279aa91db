"""The replay of a pool from results, and the match at which a replay must begin.

A correction appends a row for each person whose rating moved, not one for each later match: earlier rows of matches
from the corrected one on then say what was shown at the time, which is no longer true. So a replay begins where the
rows are still true: at the corrected match itself if nothing from there on was overtaken before, otherwise at the first
match that was ever corrected.

No other process can write while a transaction rates matches anew. So a transaction replays only a few: more are
replayed ahead of it (`go_ahead`), and it continues behind those, if nothing was corrected meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.db import connections
from store.db.connections import make_sqlite
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import (
    Kind,
    Moved,
    Pool,
    Rating,
    RatingChange,
    Rests,
    Seated,
    can_be_rated,
    current,
    every,
    rate_match,
)
from store.schema import corrections, rating_changes, results
from store.tables.results import ALL_SERVERS, LATEST

WITHIN: Final = 5000
"""Matches at most that a transaction rates anew, which takes some tenths of a second."""
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
    """A match's stored results were damaged: they cannot have been rated."""

    def __init__(self, pool: Pool, match_id: int, why: str) -> None:
        super().__init__(f"pool {pool.id}: match {match_id}: its results can't be rated: {why}")
        self.match_id = match_id


class Ended(NamedTuple):
    """A rated match with its number in the pool."""

    pool_no: int
    match_id: int
    seats: list[Seated]


@dataclass(slots=True)
class Standings:
    """Everybody's rating in a pool after some of its matches.

    Attributes:
        skills: By person; beginners are left out.
        last: By person the last replayed match that changed their rating.
    """

    skills: dict[int, Skill]
    last: dict[int, Ended]

    def rate(self, pool: Pool, match: Ended) -> list[Moved]:
        """Replay a match and return the changes of ratings. Raises DamagedResultError."""
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
        for match in page:
            self.rate(pool, match)


async def ends(connection: AsyncConnection, pool: Pool, matches: Iterable[Ended]) -> dict[int, datetime]:
    """Return when matches of a pool ended, by number."""
    numbers = sorted({each.pool_no for each in matches})
    found: dict[int, datetime] = {}
    for first in range(0, len(numbers), _ASKED):
        query = select(results.c.pool_no, results.c.ended_at).where(
            results.c.pool_id == pool.id, results.c.pool_no.in_(numbers[first : first + _ASKED]), LATEST
        )
        found |= {row.pool_no: row.ended_at for row in await connection.execute(query)}
    return found


async def pages(connection: AsyncConnection, pool: Pool, after: int = 0) -> AsyncIterator[list[Ended]]:
    """Yield a pool's rated matches after a number, in order, a thousand numbers at a time.

    Numbers follow one another except for damaged rows: a gap is skipped at once, however wide.
    """
    first = after + 1
    while first <= pool.last_no:
        last = min(first + _PAGE - 1, pool.last_no)
        page = _matches(await connections.read(connection, _SEATED, {"pool": pool.id, "first": first, "last": last}))
        if page:
            yield page
            first = last + 1
        elif (following := await _following(connection, pool, last)) is not None:
            first = following
        else:
            return


async def _following(connection: AsyncConnection, pool: Pool, number: int) -> int | None:
    """Return the next number that a match of a pool has ever had, or None."""
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


@dataclass(frozen=True, slots=True)
class Ahead:
    """A pool replayed ahead of a correction, with the corrected match as it will be.

    Attributes:
        match: The corrected match; None if its number is no longer rated.
        pool_no: Its number.
        after: The replay began after this number.
        upto: The number of the last match replayed.
        latest: The latest earlier correction that the replay may depend on.
        standings: The ratings then.
    """

    match: Ended | None
    pool_no: int
    after: int
    upto: int
    latest: int
    standings: Standings


class NotAhead(Exception):  # noqa: N818 - nothing is wrong: the transaction is to be undone, and tried again after that
    """A transaction would have to replay too many matches.

    Attributes:
        pool_no: The number of the corrected match.
        match: The match as it will be; None if it is no longer rated.
    """

    def __init__(self, pool: Pool, pool_no: int, match: Ended | None) -> None:
        super().__init__(f"pool {pool.id} from {pool_no} to {pool.last_no}")
        self.pool = pool
        self.pool_no = pool_no
        self.match = match


async def go_ahead(read: Callable[[], AbstractAsyncContextManager[AsyncConnection]], missing: NotAhead) -> Ahead:
    """Replay a pool as it will be after a correction, in many transactions that block nobody.

    Raises:
        DamagedResultError: The results of a match cannot be rated.
    """
    pool, wanted = missing.pool, missing.match
    async with read() as connection:
        latest = await _latest_correction(connection, pool, None)
        after, skills = await _resume(connection, pool, missing.pool_no)
    standings, upto = Standings(skills, {}), after
    while upto < pool.last_no:
        async with read() as connection:
            first, last = upto + 1, min(upto + _PAGE, pool.last_no)
            found = await connections.read(connection, _SEATED, {"pool": pool.id, "first": first, "last": last})
            following = None if found else await _following(connection, pool, last)
        page = [each for each in await make_sqlite(len(found), _matches, found) if each.pool_no != missing.pool_no]
        if wanted is not None and first <= wanted.pool_no <= last:
            page = sorted((*page, wanted), key=lambda each: each.pool_no)
        await asyncio.to_thread(standings.rate_page, pool, page)
        upto = last if found else pool.last_no if following is None else following - 1
    return Ahead(wanted, missing.pool_no, after, pool.last_no, latest, standings)


async def _latest_correction(connection: AsyncConnection, pool: Pool, but: int | None) -> int:
    """Return the latest other correction of matches that may be in a pool; 0 for none."""
    query = select(corrections.c.id).order_by(corrections.c.id.desc()).limit(1)
    if pool.guild_id != ALL_SERVERS:
        query = query.where(corrections.c.guild_id == pool.guild_id)
    if but is not None:
        query = query.where(corrections.c.id != but)
    return (await connection.execute(query)).scalar_one_or_none() or 0


async def _begun(
    connection: AsyncConnection, pool: Pool, pool_no: int, cause: int | None, ahead: Ahead | None
) -> tuple[int, int, Standings]:
    """Return the number after which the replay begins, the one up to which it was done ahead, and the ratings there."""
    found = _matches(await connections.read(connection, _SEATED, {"pool": pool.id, "first": pool_no, "last": pool_no}))
    match = found[0] if found else None
    if (
        ahead is not None
        and (ahead.match, ahead.pool_no) == (match, pool_no)
        and ahead.latest == await _latest_correction(connection, pool, cause)
        and pool.last_no - ahead.upto <= WITHIN
    ):
        known = ahead.standings
        return ahead.after, ahead.upto, Standings(dict(known.skills), dict(known.last))
    if pool.last_no - await _resumed(connection, pool, pool_no) > WITHIN:
        raise NotAhead(pool, pool_no, match)
    after, skills = await _resume(connection, pool, pool_no)
    return after, after, Standings(skills, {})


async def recomputed(
    connection: AsyncConnection,
    pool: Pool,
    pool_no: int,
    match_id: int,
    kind: Kind,
    cause: int | None,
    at: datetime,
    ahead: Ahead | None = None,
) -> tuple[list[RatingChange], dict[int, Rests]]:
    """Return the changes of ratings after a correction, and the match on which each rating now rests.

    The transaction has locked the pool, and the corrected results are written.

    Raises:
        NotAhead: Too many matches remain for this transaction after the replay that was done `ahead`.
    """
    after, upto, standings = await _begun(connection, pool, pool_no, cause, ahead)
    async for page in pages(connection, pool, upto):
        await asyncio.to_thread(standings.rate_page, pool, page)
    stored = await current(connection, pool.id)
    times = await ends(connection, pool, standings.last.values())
    bases: dict[int, Rests] = {}
    for person_id, was in stored.items():
        if person_id not in standings.last and was.last_no > after:
            bases[person_id] = await _last(connection, pool, person_id, after)

    def differences() -> tuple[list[RatingChange], dict[int, Rests]]:
        changes: list[RatingChange] = []
        last: dict[int, Rests] = {}
        for person_id in sorted(stored.keys() | standings.last.keys()):
            was = stored.get(person_id) or Rating(person_id, BEGINNER, 0, None)
            skill = standings.skills.get(person_id, BEGINNER)
            base = bases.get(person_id, (was.last_no, was.ended_at))
            if person_id in standings.last:
                number = standings.last[person_id].pool_no
                base = number, times[number]
            if (skill, *base) != (was.skill, was.last_no, was.ended_at):
                last[person_id] = base
                changes.append(
                    RatingChange(pool.id, pool_no, pool.last_no, match_id, person_id, kind, cause, was.skill, skill, at)
                )
        return changes, last

    return await make_sqlite(len(stored), differences)


async def rated(connection: AsyncConnection, pool_id: int, numbers: Collection[int]) -> dict[int, list[Moved]]:
    """Return the changes of ratings by some matches of a pool, true after all corrections, by match.

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
    """Return the number of an earlier match at which the rows are true, and everybody's rating after it."""
    changes = rating_changes.c
    first, upto = await _overtaken(connection, pool)
    if first is None or pool_no <= first:
        return pool_no - 1, await _latest(connection, pool, changes.pool_no < pool_no)
    if pool_no > upto:
        return pool_no - 1, await _latest(connection, pool, or_(changes.pool_no < pool_no, changes.kind != "end"))
    return first - 1, await _latest(connection, pool, changes.pool_no < first)


async def _resumed(connection: AsyncConnection, pool: Pool, pool_no: int) -> int:
    first, upto = await _overtaken(connection, pool)
    return first - 1 if first is not None and first < pool_no <= upto else pool_no - 1


async def _overtaken(connection: AsyncConnection, pool: Pool) -> tuple[int | None, int]:
    """Return the first match of a pool that was ever corrected, or None, and the last one that was rated anew."""
    changes = rating_changes.c
    later = select(func.min(changes.pool_no), func.max(changes.upto)).where(
        changes.pool_id == pool.id, changes.kind != "end"
    )
    first, upto = (await connection.execute(later)).one()
    return first, upto or 0


async def _latest(connection: AsyncConnection, pool: Pool, of: ColumnElement[bool]) -> dict[int, Skill]:
    latest = (
        select(func.max(rating_changes.c.id))
        .where(rating_changes.c.pool_id == pool.id, of)
        .group_by(rating_changes.c.person_id)
    )
    query = select(rating_changes).where(rating_changes.c.id.in_(latest))
    return {row.person_id: Skill(row.mu, row.sigma, row.games) for row in await connection.execute(query)}


async def _last(connection: AsyncConnection, pool: Pool, person_id: int, upto: int) -> Rests:
    """Return the last match up to `upto` that a rating rests on, and when it ended; 0 and None for none."""
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
