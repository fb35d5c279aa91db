"""Leagues and seasons as they are, as others show them: nothing here changes any."""

from __future__ import annotations

from hosting.league import matches
from hosting.league.errors import NoSuchLeague
from hosting.league.kept import Kept
from hosting.league.matches import SeasonMatch
from hosting.league.state import View
from store.database import Database
from store.league import entries, seasons
from store.league.values import League, StoredSeason


class Seen:
    """What is read of leagues.

    Attributes:
        kept: The seasons that were looked at lately, with their tables.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self.kept = Kept()

    async def view(self, season_id: int) -> View:
        """Return a season with everything that is shown of it. Raises NoSuchLeague."""
        async with self._db.read() as connection:
            found = await self.kept.view(connection, season_id)
        if found is None:
            raise NoSuchLeague
        return found

    async def of_guild(
        self, guild_id: int, *, archived: bool = False, following: bool = True
    ) -> list[tuple[League, StoredSeason]]:
        """Return the leagues of a server with their latest seasons, the latest league first.

        Args:
            guild_id: The server.
            archived: Whether those that were put away are among them.
            following: Whether the draft of a second or later season counts as one; else the season before it does.
        """
        async with self._db.read() as connection:
            found = await seasons.leagues_of(connection, guild_id, archived=archived)
            latest = [(each, await seasons.latest(connection, each.id, following=following)) for each in found]
        return [(each, season) for each, season in latest if season is not None]

    async def find(self, guild_id: int, name: str) -> tuple[League, StoredSeason]:
        """Return the league of a server with a name, and its latest season. Raises NoSuchLeague."""
        wanted = seasons.key_of(name)
        for league, season in await self.of_guild(guild_id):
            if seasons.key_of(league.name) == wanted:
                return league, season
        raise NoSuchLeague

    async def seasons(self, league_id: int) -> list[StoredSeason]:
        """Return the seasons of a league, the first one first."""
        async with self._db.read() as connection:
            return await seasons.of_league(connection, league_id)

    async def played_by(self, guild_id: int, person_id: int) -> set[int]:
        """Return the seasons of a server in which a person plays or played."""
        async with self._db.read() as connection:
            return await entries.played(connection, guild_id, person_id)

    async def of_person(self, person_id: int) -> list[tuple[int, int]]:
        """Return the seasons that are not closed in which a person plays, each with their entry."""
        async with self._db.read() as connection:
            return await entries.playing(connection, person_id)

    async def fixture(self, fixture_id: int) -> SeasonMatch | None:
        """Return what a match is that is played for a fixture, or None if that is gone."""
        async with self._db.read() as connection:
            return await matches.of_fixture(connection, fixture_id)

    async def match(self, match_id: int) -> SeasonMatch | None:
        """Return what a match is in its season, or None."""
        async with self._db.read() as connection:
            return await matches.of_match(connection, match_id)

    async def unposted(self) -> list[int]:
        """Return the published seasons that have not begun and of which no post is noted: the process died between."""
        async with self._db.read() as connection:
            return await seasons.unposted(connection)
