"""The stored ratings, and the changes by one match.

Each end and correction of a match changes the row of its pool, which stays locked until the end of the transaction; so
matches of a pool are rated one after the other, in the order of their numbers, whichever process ends them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import Row, Select, Update, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.db import connections
from store.db.connections import make_sqlite
from store.ratings.model import BEGINNER, MODEL, Skill, rate, rate_players
from store.schema import pools, rating_changes, ratings, results
from store.schema.base import checked, columns, insertion, sealed, upsert
from store.tables import people

# What one match makes of the ratings of those who count for its seats.


Rated: TypeAlias = Literal["full", "gain", "hold", "out"]
"""How a seat enters: it changes its player's rating; only where the mean does not fall; never; it is left out."""


class Seated(NamedTuple):
    """A seat of a finished match.

    Attributes:
        rank: 1 is best; equal ranks are ties.
        rated: How it counts.
        person_id: Whose rating counts for it; None for a seat that is left out.
    """

    seat: Seat
    team: int | None
    rank: int
    rated: Rated
    person_id: int | None


class Moved(NamedTuple):
    """A player's rating before and after a match; both are equal if the seat does not change it."""

    seat: Seat
    person_id: int
    before: Skill
    after: Skill


def can_be_rated(seats: Sequence[Seated]) -> bool:
    """Return whether there are at least two whole sides, and no person on two of them."""
    people = [person_id for _, _, _, rated, person_id in seats if rated != "out"]
    if None in people or len(set(people)) < len(people):
        return False
    if not _teamed(seats):
        return len(people) > 1
    return len(people) == len(seats) and len(_sides(seats)) > 1  # partners are rated as one


def rate_match(seats: Sequence[Seated], skills: Mapping[int, Skill]) -> list[Moved]:
    """Return the changes of ratings by a match, by seat; a person without a skill is a beginner.

    The seats are all of the match, in order, and can be rated.
    """
    if not _teamed(seats):
        return _rate_alone(seats, skills)
    sides = _sides(seats)
    before = [[skills.get(person_id, BEGINNER) for _, person_id in side] for side in sides]
    after = rate(before, [min([each.rank for each, _ in side]) for side in sides])
    moved = [
        Moved(each.seat, person_id, skill, _stored_skill(each.rated, skill, *numbers))
        for side, known, changed in zip(sides, before, after, strict=True)
        for (each, person_id), skill, numbers in zip(side, known, changed, strict=True)
    ]
    moved.sort()
    return moved


def _rate_alone(seats: Sequence[Seated], skills: Mapping[int, Skill]) -> list[Moved]:
    # As `rate_match`, but faster: thousands of matches are replayed one by one.
    entered = [each for each in seats if each[3] != "out"]
    before = [skills.get(person_id, BEGINNER) for _, _, _, _, person_id in entered if person_id is not None]
    after = rate_players(before, [rank for _, _, rank, _, _ in entered])
    return [
        Moved(seat, person_id, skill, _stored_skill(rated, skill, mu, sigma))
        for (seat, _, _, rated, person_id), skill, (mu, sigma) in zip(entered, before, after, strict=True)
        if person_id is not None
    ]


def _stored_skill(rated: Rated, before: Skill, mu: float, sigma: float) -> Skill:
    if rated == "hold":
        return before
    if rated == "gain" and mu < before.mu:
        return Skill(before.mu, before.sigma, before.games + 1)
    return Skill(mu, sigma, before.games + 1)


def _sides(seats: Sequence[Seated]) -> list[list[tuple[Seated, int]]]:
    """Return who plays together, with whose rating, in the order of their first seats."""
    sides: dict[tuple[int, int], list[tuple[Seated, int]]] = {}
    for each in seats:
        if each.rated != "out" and each.person_id is not None:
            key = (0, each.seat) if each.team is None else (1, each.team)
            sides.setdefault(key, []).append((each, each.person_id))
    return list(sides.values())


def _teamed(seats: Sequence[Seated]) -> bool:
    for _, team, _, _, _ in seats:  # noqa: SIM110 - a generator takes three times as long
        if team is not None:
            return True
    return False


Kind: TypeAlias = Literal["end", "correction", "rebuild"]
"""The reason of a change: the end of a match, a correction of one, or a repair of the stored ratings."""
Rests: TypeAlias = tuple[int, datetime | None]
"""The number of the last match that a rating rests on, and when it ended; 0 and None for none."""


class Pool(NamedTuple):
    """The matches that are rated together.

    Attributes:
        guild_id: The server; 0 for all servers of the bot.
        variant: The options that make it another game (`engine.game.GameInfo.variant`); mostly empty.
        last_no: The number of its last match.
    """

    id: int
    guild_id: int
    game: str
    mode: str
    variant: str
    model: str
    last_no: int


class RatingChange(NamedTuple):
    """A change of a rating.

    Attributes:
        pool_no: The number of the match in the pool.
        upto: The number of the pool's last match when this was written: the matches between were replayed.
        match_id: The match that ended, or at which a correction or repair began.
        kind: The reason of the change.
        cause: The correction, if any.
        before: As it was stored.
        at: When the match ended, or was corrected.
    """

    pool_id: int
    pool_no: int
    upto: int
    match_id: int
    person_id: int
    kind: Kind
    cause: int | None
    before: Skill
    after: Skill
    at: datetime


@dataclass(frozen=True, slots=True)
class Rating:
    """A current rating.

    Attributes:
        last_no: The number of the last match that it rests on.
        ended_at: When that one ended; None if all its matches were voided.
    """

    person_id: int
    skill: Skill
    last_no: int
    ended_at: datetime | None


_POOL = tuple(column for column in pools.c if column.name != "checksum")
_COUNT = (
    update(pools)
    .where(*(pools.c[name] == bindparam(f"of_{name}") for name in ("guild_id", "game", "mode", "variant")))
    .values(last_no=pools.c.last_no + 1)
    .returning(*_POOL)
)
_ADD_CHANGES = insert(rating_changes)
_CHANGE, _RATING = columns("rating_changes"), columns("ratings")


async def next_among(
    connection: AsyncConnection, guild_id: int, game: str, mode: str, variant: str, person_ids: Collection[int]
) -> Pool | None:
    """Do as `next_number`, but return None if a computer is among the people."""
    key = {"of_guild_id": guild_id, "of_game": game, "of_mode": mode, "of_variant": variant}
    for found in await connections.read(
        connection, _count_among(len(person_ids)), {**key, **people.numbered(person_ids)}
    ):
        return Pool(*found)
    if await people.any_computer(connection, person_ids):
        return None
    return await next_number(connection, guild_id, game, mode, variant)


@cache
def _count_among(count: int) -> Update:
    return _COUNT.where(~people.computers_of(count).exists())


async def next_number(connection: AsyncConnection, guild_id: int, game: str, mode: str, variant: str) -> Pool:
    """Lock a pool until the commit and return it with the next number, making it for its first match."""
    key = {"guild_id": guild_id, "game": game, "mode": mode, "variant": variant}
    for found in await connections.read(connection, _COUNT, {f"of_{name}": value for name, value in key.items()}):
        return Pool(*found)
    made = (
        insertion(connection.dialect.name, pools)
        .on_conflict_do_update(index_elements=list(key), set_={"last_no": pools.c.last_no + 1})  # another was faster
        .returning(*_POOL)
    )
    row = checked("pools", {**key, "model": MODEL, "last_no": 1})
    return Pool(**(await connection.execute(made, row)).one()._asdict())


async def hold(connection: AsyncConnection, pool_id: int) -> Pool:
    """Return a pool and lock it until the commit. Raises LookupError."""
    await connection.execute(update(pools).where(pools.c.id == pool_id).values(last_no=pools.c.last_no))
    for pool in await every(connection, pool_id):
        return pool
    raise LookupError(f"there is no pool {pool_id}")


async def every(connection: AsyncConnection, pool_id: int | None = None) -> list[Pool]:
    query = select(*_POOL).order_by(pools.c.id)
    if pool_id is not None:
        query = query.where(pools.c.id == pool_id)
    return [Pool(**row._asdict()) for row in await connection.execute(query)]


async def highest(connection: AsyncConnection, pool_id: int) -> int:
    """Return the highest number of a pool's matches by the results, corrected or not; 0 if there is none."""
    query = select(func.max(results.c.pool_no)).where(results.c.pool_id == pool_id, results.c.pool_no.is_not(None))
    return (await connection.execute(query)).scalar_one() or 0


async def skills(connection: AsyncConnection, pool_id: int, person_ids: Collection[int]) -> dict[int, Skill]:
    asked = {"pool": pool_id, **people.numbered(person_ids)}
    rows = await connections.read(connection, _skills(len(person_ids)), asked)
    return {person_id: Skill(mu, sigma, games) for person_id, mu, sigma, games in rows}


@cache
def _skills(count: int) -> Select[Any]:
    columns = (ratings.c[name] for name in ("person_id", *Skill._fields))
    these = ratings.c.person_id.in_(people.parameters(count))
    return select(*columns).where(ratings.c.pool_id == bindparam("pool"), these)


async def skills_in(
    connection: AsyncConnection, guild_id: int, game: str, mode: str, variant: str, person_ids: Collection[int]
) -> dict[int, Skill]:
    """Return people's current ratings in the pool of a game, mode and variant; empty if there is no pool yet."""
    key = {"guild_id": guild_id, "game": game, "mode": mode, "variant": variant}
    query = select(pools.c.id).where(*(pools.c[name] == value for name, value in key.items()))
    pool_id = (await connection.execute(query)).scalar_one_or_none()
    return {} if pool_id is None else await skills(connection, pool_id, person_ids)


async def current(connection: AsyncConnection, pool_id: int) -> dict[int, Rating]:
    query = _current(pool_id)
    return {
        row.person_id: Rating(row.person_id, _skill(row), row.last_no, row.ended_at)
        for row in await connection.execute(query)
    }


def _current(pool_id: int) -> Select[Any]:
    return select(ratings).where(ratings.c.pool_id == pool_id)


async def note_end(
    connection: AsyncConnection, pool: Pool, match_id: int, moved: Iterable[Moved], ended_at: datetime
) -> None:
    """Write the changes at the end of a match, under the number that it was given."""
    await note(
        connection,
        [
            RatingChange(
                *(pool.id, pool.last_no, pool.last_no, match_id, each.person_id, "end", None),
                *(each.before, each.after, ended_at),
            )
            for each in moved
            if each.after is not each.before
        ],
        {each.person_id: (pool.last_no, ended_at) for each in moved},
    )


async def note(connection: AsyncConnection, changes: Sequence[RatingChange], last: Mapping[int, Rests]) -> None:
    """Write changes, one for each person, and the current ratings after them."""
    if not changes:
        return

    def rows_of() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        return [_row(each) for each in changes], [_now(each, *last[each.person_id]) for each in changes]

    added, rows = await make_sqlite(len(changes), rows_of)
    await connections.add(connection, _ADD_CHANGES, _CHANGE, added)
    await connections.add(connection, upsert(connection.dialect.name, ratings, _RATING), _RATING, rows)


def _row(change: RatingChange) -> tuple[Any, ...]:
    *which, before, after, at = change
    return sealed((*which, before.mu, before.sigma, *after, at))


def _now(change: RatingChange, last_no: int, ended_at: datetime | None) -> tuple[Any, ...]:
    return sealed((change.pool_id, change.person_id, *change.after, last_no, ended_at))


def _skill(row: Row[Any]) -> Skill:
    return Skill(row.mu, row.sigma, row.games)
