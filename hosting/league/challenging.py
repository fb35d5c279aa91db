"""Challenges on a ladder: made, answered, taken back; without an answer in time they are refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import climbing, pauses
from hosting.league.calls import Calls
from hosting.league.changing import changing, entry_of
from hosting.league.climbing import ANSWER
from hosting.league.errors import LeagueNotRunning, NoChallenge, NotInLeague
from hosting.league.state import State
from hosting.league.telling import report
from hosting.match.partners import check_invitation
from hosting.match.service import Games
from hosting.runtime.time import Clock
from hosting.uptime.outages import Outages
from store.database import Database
from store.league import challenges, fixtures
from store.league.values import Challenge, ChallengeStatus, StoredSeason


class Challenges:
    """Every challenge on a ladder."""

    def __init__(self, database: Database, clock: Clock, games: Games, outages: Outages, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._outages = outages
        self._calls = calls

    async def challenge(self, season_id: int, person_id: int, other: int) -> Challenge:
        """Have a player's entry challenge another one.

        Raises:
            NoSuchLeague, NotALadder, LeagueNotRunning, NotInLeague: As it says.
            OutOfReach, ChallengeWaits, ChallengedAlready, ChallengeProtected: As it says.
            PartnerAsked: It is a silent partner's entry, who was challenged or invited less than a day ago.
        """
        now = self._clock.now()
        async with changing(self._db, self._calls, season_id) as (connection, at):
            climbing.ladder_of(at)
            mine = entry_of(at, person_id)
            if mine is None:
                raise NotInLeague
            if at.season.status != "running":
                raise LeagueNotRunning(at.season.status)
            lost = await pauses.lost(connection, season_id, self._outages)
            climbing.check(at, await challenges.of_season(connection, season_id), mine.id, other, now, lost)
            rivals = {person for each in at.entries if each.id == other for person in each.current}
            await check_invitation(connection, self._games, person_id, rivals, now)
            wanted = Challenge(0, mine.id, other, "open", now, now + ANSWER)
            await self._calls.now(connection, at.season)
            made = await challenges.add(connection, at.season, wanted)
            await report(connection, at.season, "challenge", now, made.id)
            return made

    async def answer(self, season_id: int, person_id: int, number: int | None = None, *, accept: bool) -> Challenge:
        """Answer the challenge to a player's entry.

        Args:
            season_id: Of the ladder.
            person_id: Who answers.
            number: Of the challenge; None for the one that is open.
            accept: Whether it is to be played.

        Raises:
            NoSuchLeague, NotInLeague: As it says.
            NoChallenge: There is none, or not that one any more.
        """
        async with changing(self._db, self._calls, season_id) as (connection, at):
            there = await challenges.of_season(connection, season_id)
            mine = entry_of(at, person_id)
            if mine is None:
                raise NotInLeague
            found = next((each for each in there if each.against == mine.id and each.status == "open"), None)
            if found is None or number not in (None, found.id) or at.season.status not in ("running", "paused"):
                raise NoChallenge
            return await settle(connection, self._calls, at, found, self._clock.now(), accept=accept)

    async def withdraw(self, season_id: int, person_id: int, number: int | None = None) -> Challenge:
        """Withdraw the challenge of a player's entry, only the one of that number if one is given.

        Raises:
            NoSuchLeague, NotInLeague: As it says.
            NoChallenge: There is none, or not that one any more.
        """
        async with changing(self._db, self._calls, season_id) as (connection, at):
            there = await challenges.of_season(connection, season_id)
            mine = entry_of(at, person_id)
            if mine is None:
                raise NotInLeague
            found = next((each for each in there if each.entry == mine.id and each.status == "open"), None)
            if found is None or number not in (None, found.id):
                raise NoChallenge
            now = self._clock.now()
            await report(connection, at.season, "unanswered", now, found.id)
            return await challenges.save(connection, at.season, replace(found, status="withdrawn", decided_at=now))

    async def of_season(self, season_id: int) -> list[Challenge]:
        """Return the challenges of a season in the order in which they were made."""
        async with self._db.read() as connection:
            return await challenges.of_season(connection, season_id)


async def settle(
    connection: AsyncConnection, calls: Calls, at: State, found: Challenge, now: datetime, *, accept: bool
) -> Challenge:
    """Write the answer to a challenge, in a transaction that holds its season.

    Args:
        connection: In that transaction.
        calls: Has the season looked at.
        at: The season, whole.
        found: The challenge, which is open.
        now: The time.
        accept: Whether it is to be played.
    """
    lost = not accept and climbing.is_lost(at, await challenges.of_season(connection, at.season.id), found)
    status: ChallengeStatus = "accepted" if accept else "lost" if lost else "refused"
    made = None
    if accept or lost:
        planned = climbing.fixture(at, found.entry, found.against, now, "forfeit" if lost else None)
        (made,) = await fixtures.add(connection, at.season, [planned])
    await calls.now(connection, at.season)
    over = replace(found, status=status, decided_at=now, fixture=None if made is None else made.id)
    return await challenges.save(connection, at.season, over)


async def answer_anew(connection: AsyncConnection, season: StoredSeason, entry_id: int, now: datetime) -> None:
    """Give a player who takes an entry over all the time to answer a challenge, in a transaction that holds the season.

    Args:
        connection: In that transaction.
        season: Of the challenges; other formats have none.
        entry_id: Which entry.
        now: The time.
    """
    for each in await challenges.of_season(connection, season.id):
        if each.status == "open" and each.against == entry_id:
            await challenges.save(connection, season, replace(each, due_at=now + ANSWER))


async def put_off(connection: AsyncConnection, season: StoredSeason, time: timedelta) -> None:
    """Give those who are challenged longer to answer, by the time for which a season was paused.

    Args:
        connection: In a transaction that holds the season.
        season: Of the challenges; other formats have none.
        time: How much longer.
    """
    for each in await challenges.of_season(connection, season.id):
        if each.status == "open":
            await challenges.save(connection, season, replace(each, due_at=each.due_at + time))
