"""Titles of players: the seasons of a server that they won, read off the seasons so that they agree with them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import state
from hosting.league.finals import champions
from hosting.league.terms import LeagueTerms
from store.database import Database
from store.league import entries, seasons
from store.league.values import League, StoredSeason

MOST = 50
"""Seasons of a player that are looked at, the latest."""
_KEPT = 1000
"""Seasons of which it is kept in memory who won them."""


@dataclass(frozen=True, slots=True)
class Title:
    """A season that a player won.

    Attributes:
        league: Its league.
        season: It.
        game: Key of its game.
    """

    league: League
    season: StoredSeason
    game: str


class Titles:
    """Finds titles. A season that is closed never changes, so each one is computed once."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._won: dict[int, tuple[int, ...]] = {}

    async def of(self, guild_id: int, person_id: int) -> list[Title]:
        """Return the titles of a person in a server, the latest first."""
        async with self._db.read() as connection:
            numbers = await entries.closed_of(connection, guild_id, person_id, MOST)
        won = [number for number in numbers if person_id in await self._winners(number)]
        async with self._db.read() as connection:
            views = [await self._title(connection, number) for number in won]
        return [each for each in views if each is not None]

    async def _winners(self, season_id: int) -> tuple[int, ...]:
        """Return who won a season that is closed."""
        known = self._won.get(season_id)
        if known is not None:
            return known
        async with self._db.read() as connection:
            view = await state.view(connection, season_id)
            players = await entries.players_of(connection, season_id)
        found = () if view is None else await asyncio.to_thread(champions, view, players)
        if len(self._won) >= _KEPT:
            self._won.clear()
        self._won[season_id] = found
        return found

    async def _title(self, connection: AsyncConnection, season_id: int) -> Title | None:
        season = await seasons.load(connection, season_id)
        league = None if season is None else await seasons.league(connection, season.league_id)
        if season is None or league is None:
            return None
        return Title(league, season, LeagueTerms.load(season.terms).game)
