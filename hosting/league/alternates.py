"""Alternates: asked one by one, in the order of joining, whether they play on for an entry whose player left.

Each has a day. Who does not answer, or declines, is no alternate any more and may join the end of the queue. Points
belong to the entry: what was played before counts on. Of a team one partner may leave: an alternate takes that place
beside the other; if both leave, there are two to take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Member, Quote, say
from hosting.league import state
from hosting.league.calls import Calls
from hosting.league.challenging import answer_anew
from hosting.league.changing import changing, entry_of, pending_of
from hosting.league.errors import (
    AlternateAlready,
    JoinedAlready,
    LeagueNotRunning,
    NotAskedToPlay,
    WithdrewBefore,
)
from hosting.league.leaving import leave
from hosting.league.state import State
from hosting.league.telling import report, tell, tell_each
from hosting.runtime.time import Clock
from hosting.uptime.outages import Outages
from store.database import Database
from store.league import alternates, entries, seasons
from store.league.entries import AT_START, Player
from store.league.values import Alternate, AlternateStatus, StoredSeason

ANSWER = timedelta(hours=24)
"""How long an alternate has to answer."""
_NEW_PARTNER = say("{league}: {player} plays for your team from now on, in the place of the partner who left.")
_TEAM_LEFT = say("{league}: there are too few alternates for your team, so it has withdrawn and resigned its matches.")
_WAIT_ON = say("{league}: the team that you were asked about has withdrawn. You go on waiting as an alternate.")


class Alternates:
    """The alternates of every season."""

    def __init__(self, database: Database, clock: Clock, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._calls = calls

    async def join(self, season_id: int, person_id: int) -> Alternate:
        """Have a person wait until somebody leaves.

        Raises:
            NoSuchLeague: There is none.
            LeagueNotRunning: It is over, or not published yet.
            JoinedAlready, AlternateAlready: They take part, or wait already.
            WithdrewBefore: They left this season.
        """
        now = self._clock.now()
        async with changing(self._db, self._calls, season_id) as (connection, at):
            if at.season.status not in ("open", "running", "paused"):
                raise LeagueNotRunning(at.season.status)
            if (entry_of(at, person_id) or pending_of(at, person_id)) is not None:
                raise JoinedAlready
            if any(each.person_id == person_id for each in await entries.players_of(connection, season_id)):
                raise WithdrewBefore
            there = await alternates.of_season(connection, season_id)
            if any(each.person_id == person_id and each.over_at is None for each in there):
                raise AlternateAlready
            await self._calls.now(connection, at.season)
            return await alternates.add(connection, at.season, Alternate(0, person_id, "waiting", now))

    async def leave(self, season_id: int, person_id: int) -> Alternate:
        """Have a person wait no more, or decline what they were asked. Raises NoSuchLeague, NotAskedToPlay."""
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = await _waiting(connection, season_id, person_id)
            await self._calls.now(connection, at.season)
            status: AlternateStatus = "declined" if mine.status == "asked" else "left"
            return await alternates.save(connection, at.season, _over(mine, status, self._clock.now()))

    async def take(self, season_id: int, person_id: int) -> Alternate:
        """Have a person who was asked play for the entry from now on, in matches that are being played as well.

        Raises:
            NoSuchLeague: There is none.
            NotAskedToPlay: Nobody asked them, or another one was asked meanwhile.
            JoinedAlready: They came to play for another entry.
        """
        now = self._clock.now()
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = await _waiting(connection, season_id, person_id)
            if mine.status != "asked" or mine.entry is None or at.season.status not in ("running", "paused"):
                raise NotAskedToPlay
            if (entry_of(at, person_id) or pending_of(at, person_id)) is not None:
                raise JoinedAlready
            played = [
                each.number for each in await entries.players_of(connection, season_id) if each.entry == mine.entry
            ]
            number = max(AT_START, max(played) + 1)
            await entries.put_player(connection, at.season, Player(mine.entry, number, person_id, True, now))
            with_them = next(each.current for each in at.entries if each.id == mine.entry)
            told = _NEW_PARTNER.using(player=Member(person_id))
            await tell_each(connection, at.season, dict.fromkeys(with_them, told), now)
            await answer_anew(connection, at.season, mine.entry, now)
            await self._calls.now(connection, at.season)
            await report(connection, at.season, "taken", now, mine.entry)
            return await alternates.save(connection, at.season, _over(mine, "took", now))

    async def of_season(self, season_id: int) -> list[Alternate]:
        """Return those who wait or are asked, in the order in which they are."""
        async with self._db.read() as connection:
            there = await alternates.of_season(connection, season_id)
        return [each for each in there if each.over_at is None]

    async def forget(self, person_id: int) -> None:
        """Have a person wait nowhere any more, whose account is deleted."""
        async with self._db.read() as connection:
            there = await alternates.of_person(connection, person_id)
        for season_id in there:
            await self.leave(season_id, person_id)


async def attend(connection: AsyncConnection, outages: Outages, at: State, now: datetime) -> bool:
    """Do one thing that is due for entries whose players left, in a transaction that holds the season.

    Args:
        connection: In that transaction.
        outages: For how long the bot was away: nobody's day is shorter for that.
        at: The season.
        now: The time.

    Returns:
        Whether there was one.
    """
    there = await alternates.of_season(connection, at.season.id)
    if not there:
        return False
    players = await entries.players_of(connection, at.season.id)
    playing = {each.person_id for each in players if each.agreed and each.until is None}
    for each in there:
        if each.over_at is None and each.person_id in playing:  # they came to play for another entry
            await alternates.save(connection, at.season, _over(each, "left", now))
            return True
        if each.status == "asked" and _is_late(each, outages, now):
            await alternates.save(connection, at.season, _over(each, "declined", now))
            return True
    asked = Counter(each.entry for each in there if each.status == "asked")
    for entry, places in (await alternates.vacant(connection, at.season.id, at.terms.players)).items():
        if asked[entry] < places:
            left = [each for each in players if each.entry == entry and each.until is not None]
            await _go_on(connection, at, entry, there, now, left)
            return True
    return False


async def dismiss(connection: AsyncConnection, season: StoredSeason, now: datetime) -> None:
    """Have nobody wait any more as a season ends: entries for which nobody plays have left it.

    A team of which one is there has not.

    Args:
        connection: In a transaction that holds the season.
        season: Which one.
        now: The time.
    """
    for each in await alternates.of_season(connection, season.id):
        if each.over_at is None:
            await alternates.save(connection, season, _over(each, "left", now))
    for entry in await entries.load(connection, list(await alternates.vacant(connection, season.id, 1))):
        await entries.save(connection, season, replace(entry, left_at=now))


async def _go_on(
    connection: AsyncConnection, at: State, entry_id: int, there: list[Alternate], now: datetime, left: Sequence[Player]
) -> None:
    """Ask the next alternate about an entry that players have `left`; with nobody to ask it leaves for good."""
    waiting = [each for each in there if each.status == "waiting"]
    if not waiting:
        whole = await state.load(connection, at.season.id)
        if whole is not None:
            mine = next(each for each in whole.entries if each.id == entry_id)
            await leave(connection, whole, mine, now)
            await tell_each(connection, at.season, dict.fromkeys(mine.current, _TEAM_LEFT), now)
            await _ask_no_more(connection, at.season, entry_id, there, now)
        return
    league = await seasons.league(connection, at.season.league_id)
    first = waiting[0]
    if league is None or not await seasons.note_done(connection, at.season, f"alternate:{first.id}:{entry_id}", now):
        return
    due = now + ANSWER
    asked = replace(first, status="asked", entry=entry_id, asked_at=now, due_at=due)
    await alternates.save(connection, at.season, asked)
    name, stamp = Quote(league.name), int(due.timestamp())
    gone = (
        Member(max(left, key=lambda each: (each.until or each.since, each.number)).person_id)
        if left
        else say("a player")
    )
    told = say(
        "**{league}**: {player} left, and the next alternate has until <t:{at}:f> to take the place over.",
        league=name,
        player=gone,
        at=stamp,
    )
    own = say(
        "**{league}**: {player} left, and you are the next alternate. `/league join` takes the place over, by "
        "<t:{at}:f>; after that the next one is asked.",
        league=name,
        player=gone,
        at=stamp,
    )
    await tell(connection, at.season, told, now, {first.person_id: own})


async def _ask_no_more(
    connection: AsyncConnection, season: StoredSeason, entry_id: int, there: list[Alternate], now: datetime
) -> None:
    """Have those wait on who were asked about an entry that has left meanwhile."""
    for each in there:
        if each.status == "asked" and each.entry == entry_id:
            again = replace(each, status="waiting", entry=None, asked_at=None, due_at=None)
            await alternates.save(connection, season, again)
            await tell_each(connection, season, {each.person_id: _WAIT_ON}, now)


async def _waiting(connection: AsyncConnection, season_id: int, person_id: int) -> Alternate:
    there = await alternates.of_season(connection, season_id)
    found = next((each for each in there if each.person_id == person_id and each.over_at is None), None)
    if found is None:
        raise NotAskedToPlay
    return found


def _over(alternate: Alternate, status: AlternateStatus, now: datetime) -> Alternate:
    return replace(alternate, status=status, over_at=now)


def _is_late(alternate: Alternate, outages: Outages, now: datetime) -> bool:
    if alternate.due_at is None or alternate.asked_at is None:
        return False
    return alternate.due_at + outages.between(alternate.asked_at, now) <= now
