"""The queries of leaderboards, rating curves, profiles and statistics."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, func, or_, select, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.ratings.model import Skill
from store.ratings.stored import Pool
from store.schema import (
    feature_totals,
    pairs,
    people,
    person_totals,
    player_settings,
    pools,
    rating_changes,
    ratings,
    results,
)
from store.tables.people import Appear
from store.tables.results import LATEST

_POOL = [column for column in pools.c if column.name != "checksum"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player on a leaderboard; `place` is from 1, or None for a rated player without a place (`Wanted`)."""

    person_id: int
    skill: Skill
    place: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The conditions for a place on a leaderboard.

    Attributes:
        guild_id: The server in which it is read: players who appear to opponents appear to those met there.
        games: Least number of rated matches.
        since: The last of them ended then or later.
        reader_id: Players who do not appear to this reader are left out. None for everybody at once.
        everywhere: Whether the pool is one of all servers: players who do not currently agree to it are left out.
    """

    guild_id: int
    pool_id: int
    games: int
    since: datetime
    reader_id: int | None
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class BoardCounts:
    """The numbers of players on a leaderboard.

    Attributes:
        own: The person who was asked for; None if they are not rated, or do not appear to the reader.
        placed: How many players have a place.
        provisional: How many have too few rated games.
        silent: How many have no recent rated match.
    """

    own: Ranked | None
    placed: int
    provisional: int
    silent: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating in a pool."""

    pool: Pool
    skill: Skill


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a rating, when the match ended or was corrected; `before.games` is the number after it."""

    before: Skill
    after: Skill
    at: datetime


async def pools_of(connection: AsyncConnection, guild_id: int, game: str) -> list[Pool]:
    query = select(*_POOL).where(pools.c.guild_id == guild_id, pools.c.game == game)
    rows = await connection.execute(query.order_by(pools.c.last_no.desc(), pools.c.id))
    return [Pool(**row._asdict()) for row in rows]


async def rated(connection: AsyncConnection, guild_id: int, person_id: int) -> list[Rated]:
    query = (
        select(*_POOL, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        .join(ratings, ratings.c.pool_id == pools.c.id)
        .where(ratings.c.person_id == person_id, pools.c.guild_id == guild_id, ratings.c.games > 0)
        .order_by(ratings.c.games.desc(), pools.c.id)
    )
    rows = [row._asdict() for row in await connection.execute(query)]
    return [Rated(skill=Skill(row.pop("mu"), row.pop("sigma"), row.pop("games")), pool=Pool(**row)) for row in rows]


async def steps(connection: AsyncConnection, pool_id: int, person_id: int, limit: int) -> list[Step]:
    """Return the steps of a person's rating in a pool: one for each rated match that counts, the earliest first.

    A correction's change is part of the step before it; a match that it voided has no step. Only the last `limit`
    changes are read.
    """
    of = rating_changes.c
    query = (
        select(of.match_id, of.kind, of.mu_before, of.sigma_before, of.mu, of.sigma, of.games, of.at)
        .where(of.pool_id == pool_id, of.person_id == person_id)
        .order_by(of.id.desc())
        .limit(limit)
    )
    changes = list(await connection.execute(query))[::-1]
    numbers = {row.match_id for row in changes}
    mine = (results.c.pool_id == pool_id, results.c.player_id == person_id, results.c.match_id.in_(numbers))
    counts = set((await connection.execute(select(results.c.match_id).where(*mine, LATEST))).scalars())
    found: list[Step] = []
    shown: set[int] = set()
    for row in changes:
        step = Step(Skill(row.mu_before, row.sigma_before, row.games), Skill(row.mu, row.sigma, row.games), row.at)
        if row.match_id in counts and row.match_id not in shown:
            found.append(step)
            shown.add(row.match_id)
        elif found and row.kind != "end":
            found[-1] = replace(found[-1], after=step.after)
    return found


async def page(connection: AsyncConnection, wanted: Wanted, first: int, count: int) -> list[Ranked]:
    given = {**_given(wanted), "first": first, "count": count}
    rows = await connection.execute(_asked(wanted).page, given)
    return [
        Ranked(row.person_id, Skill(row.mu, row.sigma, row.games), place) for place, row in enumerate(rows, first + 1)
    ]


async def standing(connection: AsyncConnection, wanted: Wanted, person_id: int) -> BoardCounts:
    """Return how many players are on a leaderboard, and a person's place."""
    ask, given = _asked(wanted), {**_given(wanted), "person": person_id}
    found = (await connection.execute(ask.one, given)).one_or_none()
    mu = None if found is None else found.mu
    placed, provisional, silent, ahead = (await connection.execute(ask.counts, {**given, "mu": mu})).one()
    if found is None:
        return BoardCounts(None, placed, provisional, silent)
    late = found.ended_at is None or found.ended_at < wanted.since
    place = None if late or found.games < wanted.games else ahead + 1
    own = Ranked(person_id, Skill(found.mu, found.sigma, found.games), place)
    return BoardCounts(own, placed, provisional, silent)


@dataclass(frozen=True, slots=True)
class _Statements:
    # Built once: building these statements takes longer than running them.
    page: Select[Any]
    one: Select[Any]
    counts: Select[int, int, int, int]


def _given(wanted: Wanted) -> dict[str, object]:
    given = {"guild": wanted.guild_id, "pool": wanted.pool_id, "games": wanted.games, "since": wanted.since}
    return given if wanted.reader_id is None else {**given, "reader": wanted.reader_id}


def _asked(wanted: Wanted) -> _Statements:
    return _statements(public=wanted.reader_id is None, everywhere=wanted.everywhere)


@cache
def _statements(*, public: bool, everywhere: bool) -> _Statements:
    of = ratings.c
    players = _of_all_servers(public=public) if everywhere else _players(public=public)
    placed = of.games >= bindparam("games"), of.ended_at >= bindparam("since")
    before = or_(of.mu > bindparam("mu"), and_(of.mu == bindparam("mu"), of.person_id < bindparam("person")))
    settled = of.games >= bindparam("games")
    late = func.coalesce(of.ended_at < bindparam("since"), True)
    return _Statements(
        page=players.where(*placed)
        .order_by(of.mu.desc(), of.person_id)
        .offset(bindparam("first", type_=Integer))
        .limit(bindparam("count", type_=Integer)),
        one=players.where(of.person_id == bindparam("person")),
        counts=players.with_only_columns(  # in one walk, as it goes through all of the pool
            func.count().filter(settled, ~late),
            func.count().filter(~settled),
            func.count().filter(settled, late),
            func.count().filter(settled, ~late, before),
        ),
    )


def _players(*, public: bool) -> Select[Any]:
    """Return a query for the rated players of a pool who appear to the reader."""
    # This is a short list with an index of its own, read once: others are not looked up.
    chosen = player_settings.c
    hidden = select(chosen.person_id).where(chosen.appear != text("'server'"))
    if not public:
        hidden = hidden.where(chosen.person_id != bindparam("reader"), ~_met_by_reader())
    return _rated().where(ratings.c.person_id.not_in(hidden))


def _of_all_servers(*, public: bool) -> Select[Any]:
    """Return a query for the rated players of a pool of all servers who agree to it and appear to the reader."""
    # Nearly all of the pool are: each is looked up.
    chosen = player_settings.c
    seen = chosen.appear == "server"
    if not public:
        seen = or_(seen, chosen.person_id == bindparam("reader"), _met_by_reader())
    agree = select(chosen.person_id).where(
        chosen.person_id == ratings.c.person_id, chosen.all_servers.is_(true()), seen
    )
    return _rated().where(agree.exists())


def _rated() -> Select[Any]:
    of = ratings.c
    gone = select(people.c.id).where(people.c.account.is_(None))
    return select(of.person_id, of.mu, of.sigma, of.games, of.ended_at).where(
        of.pool_id == bindparam("pool"), of.games > 0, of.person_id.not_in(gone)
    )


def _met_by_reader() -> ColumnElement[bool]:
    met = select(pairs.c.opponent_id).where(
        pairs.c.guild_id == bindparam("guild"),
        pairs.c.person_id == bindparam("reader"),
        pairs.c.opponent_id == player_settings.c.person_id,
        pairs.c.played > 0,
    )
    return and_(player_settings.c.appear == "opponents", met.exists())


# What profiles and statistics read: totals, found by their keys, whatever the number of results behind them.


SEAT = "seat"
"""The feature that counts each result of a game once."""


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """The totals of a person's results at one seat.

    Attributes:
        won: Matches won over all.
        drawn: Matches neither won nor lost.
        lost: Matches with another side ahead.
        score_sum: Sum of the scores, in 120ths.
        turns: The person's own turns.
    """

    game: str
    mode: str
    seat: Seat
    played: int
    won: int
    drawn: int
    lost: int
    score_sum: int
    turns: int


@dataclass(frozen=True, slots=True)
class Met:
    """How often two people met on different sides, and how often the first one was ahead or behind."""

    opponent_id: int
    played: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class FeatureTotal:
    """The totals of the results with one value of a feature, such as `"opening"`; `score_sum` is in 120ths."""

    feature: str
    value: str
    matches: int
    score_sum: int


async def totals(connection: AsyncConnection, guild_id: int, person_id: int) -> list[PersonTotal]:
    of = person_totals.c
    columns = (of.game, of.mode, of.seat, of.played, of.won, of.drawn, of.lost, of.score_sum, of.turns)
    query = select(*columns).where(of.guild_id == guild_id, of.person_id == person_id, of.played > 0)
    rows = await connection.execute(query.order_by(of.game, of.mode, of.seat))
    return [PersonTotal(*row) for row in rows]


async def met_most(
    connection: AsyncConnection, guild_id: int, person_id: int, game: str | None, limit: int
) -> list[Met]:
    query = _met(guild_id, person_id, game)
    played = func.sum(pairs.c.played)
    rows = await connection.execute(query.order_by(played.desc(), pairs.c.opponent_id).limit(limit))
    return [Met(*map(int, row)) for row in rows]


async def opponents_met(
    connection: AsyncConnection, guild_id: int, person_id: int, opponent_id: int, game: str | None = None
) -> Met | None:
    """Return the record of two people in a server, in one game or in all; None if they never met."""
    query = _met(guild_id, person_id, game).where(pairs.c.opponent_id == opponent_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Met(*map(int, row))


async def counted_features(
    connection: AsyncConnection, guild_id: int, game: str, mode: str, feature: str, limit: int
) -> list[FeatureTotal]:
    """Return the most frequent values of a feature in a mode, the most frequent first."""
    of = feature_totals.c
    query = (
        select(of.feature, of.value, of.matches, of.score_sum)
        .where(of.guild_id == guild_id, of.game == game, of.mode == mode, of.feature == feature, of.matches > 0)
        .order_by(of.matches.desc(), of.value.desc())
        .limit(limit)
    )
    return [FeatureTotal(*row) for row in await connection.execute(query)]


async def matches_by_mode(
    connection: AsyncConnection, guild_id: int, game: str, modes: Collection[str]
) -> dict[str, int]:
    of = feature_totals.c
    query = select(of.mode, of.matches).where(
        *(of.guild_id == guild_id, of.game == game, of.mode.in_(modes)),
        *(of.feature == SEAT, of.value == "1", of.matches > 0),
    )
    return {row.mode: row.matches for row in await connection.execute(query)}


async def appearing(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, Appear]:
    """Return to whom people appear; people who chose nothing are left out."""
    of = player_settings.c
    query = select(of.person_id, of.appear).where(of.person_id.in_(sorted(person_ids)))
    return {row.person_id: row.appear for row in await connection.execute(query)}


async def opponents(
    connection: AsyncConnection, guild_id: int, person_id: int, person_ids: Collection[int]
) -> frozenset[int]:
    of = pairs.c
    query = select(of.opponent_id).where(
        *(of.guild_id == guild_id, of.person_id == person_id),
        *(of.opponent_id.in_(sorted(person_ids)), of.played > 0),
    )
    return frozenset((await connection.execute(query)).scalars())


def _met(guild_id: int, person_id: int, game: str | None) -> Select[Any]:
    of = pairs.c
    query = (
        select(of.opponent_id, func.sum(of.played), func.sum(of.won), func.sum(of.lost))
        .where(of.guild_id == guild_id, of.person_id == person_id, of.played > 0)
        .group_by(of.opponent_id)
    )
    return query if game is None else query.where(of.game == game)
