"""What profiles and statistics read: totals, found by their keys, whatever the number of results behind them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.schema import feature_totals, pairs, person_totals, player_settings
from store.settings import Appear

SEAT = "seat"
"""The feature that counts each result of a game once."""


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """What a person's results at one seat come to.

    Attributes:
        game: Key of the game.
        mode: Key of the mode.
        seat: Which seat.
        played: Matches.
        won: Of these, won over all.
        drawn: Of these, neither won nor lost.
        lost: Of these, with another side ahead.
        score_sum: Of their scores, in 120ths.
        turns: The person's own turns in them.
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
    """How often two persons met, and how it went for the first one.

    Attributes:
        opponent_id: The second one.
        played: Matches in which they were on different sides.
        won: In how many the first one was ahead.
        lost: In how many the second one was.
    """

    opponent_id: int
    played: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class FeatureTotal:
    """What the results with one value of a feature come to (`store.totals`).

    Attributes:
        feature: What is counted by, such as `"opening"`.
        value: Its value.
        matches: Results.
        score_sum: Of their scores, in 120ths.
    """

    feature: str
    value: str
    matches: int
    score_sum: int


async def totals(connection: AsyncConnection, guild_id: int, person_id: int) -> list[PersonTotal]:
    """Return what a person's results in a server come to, by game, mode and seat."""
    of = person_totals.c
    columns = (of.game, of.mode, of.seat, of.played, of.won, of.drawn, of.lost, of.score_sum, of.turns)
    query = select(*columns).where(of.guild_id == guild_id, of.person_id == person_id, of.played > 0)
    rows = await connection.execute(query.order_by(of.game, of.mode, of.seat))
    return [PersonTotal(*row) for row in rows]


async def met_most(
    connection: AsyncConnection, guild_id: int, person_id: int, game: str | None, limit: int
) -> list[Met]:
    """Return whom a person met most often in a server, in one game or in all."""
    query = _met(guild_id, person_id, game)
    played = func.sum(pairs.c.played)
    rows = await connection.execute(query.order_by(played.desc(), pairs.c.opponent_id).limit(limit))
    return [Met(*map(int, row)) for row in rows]


async def met(
    connection: AsyncConnection, guild_id: int, person_id: int, opponent_id: int, game: str | None = None
) -> Met | None:
    """Return how two persons met in a server, in one game or in all; None if they never did."""
    query = _met(guild_id, person_id, game).where(pairs.c.opponent_id == opponent_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Met(*map(int, row))


async def features(
    connection: AsyncConnection, guild_id: int, game: str, mode: str, feature: str, limit: int
) -> list[FeatureTotal]:
    """Return the values of a feature that came up most often in a mode, the most frequent first."""
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
    """Return how many matches of a game count in a server, by mode; modes without one are left out."""
    of = feature_totals.c
    query = select(of.mode, of.matches).where(
        *(of.guild_id == guild_id, of.game == game, of.mode.in_(modes)),
        *(of.feature == SEAT, of.value == "1", of.matches > 0),
    )
    return {row.mode: row.matches for row in await connection.execute(query)}


async def appearing(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, Appear]:
    """Return to whom some persons appear; those who chose nothing are left out."""
    of = player_settings.c
    query = select(of.person_id, of.appear).where(of.person_id.in_(sorted(person_ids)))
    return {row.person_id: row.appear for row in await connection.execute(query)}


async def opponents(
    connection: AsyncConnection, guild_id: int, person_id: int, person_ids: Collection[int]
) -> frozenset[int]:
    """Return which of some persons a person met in a server."""
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
