"""The matches of fixtures: what asks the starter for them, and what their ends and corrections come to.

Everything that changes a fixture keeps its season locked until the transaction ends, so that results, withdrawals and
decisions come one after the other whichever process they come from, and nobody waits for one another in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.info import Mode
from engine.seat import Seat
from engine.text import Text, dump_text
from hosting.league import points
from hosting.league.calls import LEAGUE, Calls
from hosting.league.checks import mode_for
from hosting.league.terms import LeagueTerms
from hosting.lobby.errors import NotWanted
from hosting.lobby.origins import Origin
from hosting.match.model import Match, Start
from hosting.match.service import Games
from hosting.runtime.time import Clock
from store import results
from store.database import Database
from store.league import entries, fixtures, seasons
from store.league.values import Entry, Fixture, League, StoredSeason
from store.results import Result

AGAIN = timedelta(days=1)
"""Wait before a match is asked for again that the starter gave up."""
_TIES = ("knockout", "double-knockout")
"""Formats in which a match that does not count leaves nobody to go on, so that it is played again."""


class Fixtures(Origin):
    """Every match of a league, from when it is asked for until its results have flowed in."""

    def __init__(self, database: Database, clock: Clock, games: Games, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._calls = calls

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Refuse a match that is not asked for any more, or not of these players."""
        season, fixture = await self._asked(connection, start)
        if season is None or fixture is None or season.status != "running":
            raise NotWanted
        playing = await entries.load(connection, fixture.entries)
        if {*start.people} != {person for each in playing for person in each.current}:
            raise NotWanted
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        """Write along that a fixture is being played."""
        season, fixture = await self._asked(connection, start)
        if season is None or fixture is None:
            raise NotWanted
        running = replace(
            fixture,
            status="running",
            match_id=match.id,
            started_at=fixture.started_at or match.started_at,
            ordered=False,
            trouble=None,
        )
        await fixtures.save(connection, season, fixture, running)

    async def failed(self, start: Start, why: Text) -> None:
        """Note what stands in the way of a match, and ask for it again later."""
        async with self._db.write() as connection:
            season, fixture = await self._asked(connection, start)
            if season is None or fixture is None:
                return
            later = self._clock.now() + AGAIN
            put_off = replace(fixture, ordered=False, trouble=dump_text(why), not_before=later)
            await fixtures.save(connection, season, fixture, put_off)
            await self._calls.now(connection, season)
        self._calls.noticed()

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Have the results of a match flow in that ends; for `Writers`, after they are written."""
        if after.terms.league is not None and after.over and not (before is not None and before.over):
            await self.flow(connection, after.id, await results.of_match(connection, after.id))

    async def hear(self, match: Match) -> None:
        """Look at the season of a match that has ended, once that is on disk; for listeners."""
        if match.terms.league is not None and match.over:
            self._calls.noticed()

    async def flow(self, connection: AsyncConnection, match_id: int, rows: Sequence[Result]) -> None:
        """Write what the latest results of a match come to in its league, if it has one.

        Nothing of a season that is closed is changed, nor what was decided or lost for other reasons.
        """
        found = await fixtures.of_match(connection, match_id)
        if found is None:
            return
        season = await seasons.load(connection, found[0], to_change=True)
        fixture = await fixtures.load(connection, found[1])
        if season is None or fixture is None or fixture.match_id != match_id or season.closed_at is not None:
            return
        if fixture.status != "running" and fixture.why not in ("played", "void"):
            return
        terms = LeagueTerms.load(season.terms)
        after = await self._judged(connection, terms, fixture, rows)
        await fixtures.save(connection, season, fixture, after)
        await self._calls.now(connection, season)

    async def _judged(
        self, connection: AsyncConnection, terms: LeagueTerms, fixture: Fixture, rows: Sequence[Result]
    ) -> Fixture:
        now, why = fixture.ended_at or self._clock.now(), rows[0].why
        if why == "aborted" or (why == "void" and terms.kind in _TIES and fixture.status == "running"):
            return points.again(fixture)
        if why == "void":
            return points.struck(fixture, "void", now)
        missing = await self._missing(connection, fixture, rows)
        return points.over(fixture, points.played(terms, fixture, rows, missing), "played", now)

    async def _missing(self, connection: AsyncConnection, fixture: Fixture, rows: Sequence[Result]) -> frozenset[int]:
        """Return the entries of a fixture that had left before its match began with a seat less."""
        sides = len({row.side for row in rows})
        if sides == len(fixture.sides):
            return frozenset()
        began = rows[0].started_at
        there = await entries.load(connection, fixture.entries)
        return frozenset(each.id for each in there if each.left_at is not None and each.left_at <= began)

    async def _asked(
        self, connection: AsyncConnection, start: Start
    ) -> tuple[StoredSeason, Fixture] | tuple[None, None]:
        """Return the season, locked, and the fixture whose present order a start is; None if it is not any more."""
        _, number, attempt = start.origin.split(":")
        season_id = await fixtures.season_of(connection, int(number))
        season = None if season_id is None else await seasons.load(connection, season_id, to_change=True)
        fixture = await fixtures.load(connection, int(number))
        if season is None or fixture is None or not fixture.ordered or fixture.attempt != int(attempt):
            return None, None
        return season, fixture

    def start_of(
        self, league: League, season: StoredSeason, terms: LeagueTerms, fixture: Fixture, playing: Sequence[Entry]
    ) -> Start | None:
        """Return what the starter is asked for.

        Args:
            league: Of the season.
            season: Of the fixture.
            terms: Of the season.
            fixture: With the number of the attempt counted up.
            playing: Its entries that are there, in the order of seats.

        Returns:
            None where so few cannot play.
        """
        mode = mode_for(terms, self._games(terms.game).info, len(playing))
        if mode is None or len(playing) < 2:
            return None
        full = len(playing) == len(fixture.sides)
        order = [side.seat for side in fixture.sides] if full else list(range(1, len(playing) + 1))
        return Start(
            guild_id=season.guild_id,
            channel_id=league.channel_id,
            where="channels" if mode.silent else "thread",
            game=terms.game,
            mode=mode.key,
            options=terms.options if mode.key == terms.mode else (),
            seats={
                seat: person for at, each in zip(order, playing, strict=True) for seat, person in _seats(mode, at, each)
            },
            origin=f"{LEAGUE}:{fixture.id}:{fixture.attempt}",
            terms=replace(terms.match, league=season.id).dump(),
        )


def _seats(mode: Mode, seat: Seat, entry: Entry) -> list[tuple[Seat, int]]:
    """Return who of an entry sits where, given its lowest seat."""
    if not mode.teams:
        return [(seat, entry.current[0])]
    team = next(each for each in mode.teams if min(each) == seat)
    return list(zip(sorted(team), entry.current, strict=True))
