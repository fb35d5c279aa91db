"""Leagues as players and organisers see them: they are made, joined, started, paused, closed.

Who is an organiser is found out by the callers. Everything else that happens in a season does so by itself
(`hosting.league.jobs`).
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.league import asking, course, drafts, enrolling, jobs, registering, state
from hosting.league.beginning import begin
from hosting.league.calls import Calls
from hosting.league.changing import changing, entry_of, pending_of
from hosting.league.checks import Costs, check_fits, check_name, check_terms, costs
from hosting.league.errors import (
    CannotBegin,
    JoinedOnTheseTerms,
    LeagueNameTaken,
    LeagueNotPaused,
    LeagueNotRunning,
    LeaguePublished,
    LeagueStarted,
    NoSuchLeague,
    NotInLeague,
    SeasonClosed,
    SeasonNotClosed,
)
from hosting.league.leaving import withdraw
from hosting.league.looking import Seen
from hosting.league.lots import SECRET_BYTES
from hosting.league.state import State, View
from hosting.league.telling import keep_event, report, tell_each
from hosting.league.terms import LeagueTerms
from hosting.match.service import Games
from hosting.runtime.entropy import Entropy
from hosting.runtime.time import Clock
from hosting.settings import Settings
from hosting.uptime.outages import Outages
from store.database import Database
from store.league import entries, fixtures, seasons
from store.league.values import Entry, League, StoredSeason

_PARTNER_GONE = say(
    "{league}: your partner has had everything deleted that is held about them, so your team does not take part any "
    "more. `/league join` with `partner:` enters you with another one, as long as players can join."
)


class Leagues(Seen):
    """Every league. All methods that change one raise ChangedMeanwhile if another process was faster."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        games: Games,
        entropy: Entropy,
        settings: Settings,
        outages: Outages,
        calls: Calls,
    ) -> None:
        super().__init__(database)
        self._clock = clock
        self._games = games
        self._entropy = entropy
        self._settings = settings
        self._outages = outages
        self._calls = calls

    async def create(self, guild_id: int, channel_id: int, person_id: int, name: str, terms: LeagueTerms) -> View:
        """Make a league with its first season, which nobody but organisers sees.

        Args:
            guild_id: The server.
            channel_id: Where it is announced and played.
            person_id: Who makes it.
            name: What it is called.
            terms: What its first season agrees on.

        Raises:
            BadLeagueName, LeagueNameTaken: As it says.
            BadLeagueTerms: It cannot be played like that.
            SetupError: There is no such game.
        """
        name, now = check_name(name), self._clock.now()
        await self._check(guild_id, terms)
        async with self._db.write() as connection:
            league = await seasons.add_league(connection, League(0, guild_id, channel_id, person_id, name, now))
            if league is None:
                raise LeagueNameTaken
            season = StoredSeason(
                id=0,
                guild_id=guild_id,
                league_id=league.id,
                number=1,
                status="draft",
                terms=terms.dump(),
                secret=self._entropy(SECRET_BYTES),
                created_at=now,
            )
            season = await seasons.add(connection, season)
            due = await drafts.made(connection, self._calls, season)
            view = await _seen(connection, season.id)
        self._calls.noticed(due)
        return view

    async def preview(self, guild_id: int, terms: LeagueTerms, count: int) -> Costs:
        """Return what a season comes to with a number of entries. Raises BadLeagueTerms, SetupError."""
        game = self._games(terms.game)
        check_terms(terms, game, self._clock.now())
        return costs(terms, game.info, count, (await self._settings.server(guild_id)).program_matches)

    async def amend(self, season_id: int, terms: LeagueTerms) -> View:
        """Change what a season agrees on, as long as nobody has joined it.

        Raises:
            NoSuchLeague, LeagueStarted, JoinedOnTheseTerms, BadLeagueTerms, SetupError: As it says.
        """
        await self._check(await self._guild(season_id), terms)
        async with self._changing(season_id) as (connection, at):
            if at.season.status not in ("draft", "open"):
                raise LeagueStarted
            if at.entries:
                raise JoinedOnTheseTerms
            await seasons.save(connection, replace(at.season, terms=terms.dump()))
            if at.season.status == "draft":
                await drafts.changed(connection, self._calls, at.season, self._clock.now())
            await self._calls.now(connection, at.season)
            return await _seen(connection, season_id)

    async def publish(self, season_id: int) -> View:
        """Let players join, and ask those who played the season before.

        Raises:
            NoSuchLeague, LeaguePublished, BadLeagueTerms: As it says.
        """
        before = await self.view(season_id)
        await self._check(before.season.guild_id, before.terms)
        async with self._changing(season_id) as (connection, at):
            if at.season.status != "draft":
                raise LeaguePublished
            now = self._clock.now()
            season = await seasons.save(connection, replace(at.season, status="open", published_at=now))
            await asking.ask(connection, season, now)
            await self._calls.now(connection, at.season)
            return await _seen(connection, season_id)

    async def posted(self, season_id: int, message_id: int) -> None:
        """Note the public message of a season. Raises NoSuchLeague."""
        async with self._changing(season_id, whole=False) as (connection, at):
            await seasons.save(connection, replace(at.season, message_id=message_id))

    async def join(
        self,
        season_id: int,
        person_id: int,
        partner_id: int | None = None,
        name: str = "",
        *,
        entered_by: int | None = None,
    ) -> Entry:
        """Have a player take part; a partner who was named agrees by naming their captain.

        Where the season waits for no more than as many as have joined then, it starts as soon as that is committed.
        A team that comes late is no entry before its partner agrees, and has a place if there still is one then.

        Args:
            season_id: Which season.
            person_id: Who joins.
            partner_id: With whom, in a league of teams.
            name: Of a team.
            entered_by: The organiser who enters them; they are told, and a partner need not agree. None if they join.

        Raises:
            NoSuchLeague, LeagueNotOpen, LeagueIsPaused, LeagueFull, JoinedAlready: As it says.
            NeedsPartner, NoPartners, OwnPartner, PartnerElsewhere, BadLeagueName, TeamNameTaken: As it says.
            WithdrewBefore: The season is being played, and they left it.
            PartnerAsked, WordsForPartner: Who is named is a silent partner of who asks.
        """
        now = self._clock.now()
        async with self._changing(season_id) as (connection, at):
            wanted = enrolling.Joining(person_id, partner_id, name, entered_by)
            entry = await enrolling.join(connection, at, wanted, self._games, now)
            joined = replace(at, entries=(*(each for each in at.entries if each.id != entry.id), entry))
            if entry.agreed and (course.starts(joined, now) or at.season.started_at is not None):
                await self._calls.now(connection, at.season)
            return entry

    async def remove(self, season_id: int, entry_id: int, organiser_id: int) -> Entry:
        """Have an organiser take an entry out: before the start it is gone, after it that is a withdrawal.

        Raises:
            NoSuchLeague, NoSuchEntry, LeagueNotRunning: As it says.
            PlaysInDivision: The organiser plays against it, and the season has started.
        """
        now = self._clock.now()
        async with self._changing(season_id) as (connection, at):
            found = await registering.removable(connection, at, entry_id, organiser_id)
            await registering.tell_removed(connection, at.season, found, organiser_id, now)
            if at.season.started_at is None:
                await entries.remove(connection, found.id)
                return found
            return await self._leave(connection, at, found, now)

    async def leave(self, season_id: int, person_id: int) -> Entry:
        """Take back that a player takes part, before the season starts or a partner agrees; a team leaves whole.

        Raises:
            NoSuchLeague, NotInLeague: As it says.
            LeagueStarted: It is a matter of withdrawing now.
        """
        async with self._changing(season_id) as (connection, at):
            pending = pending_of(at, person_id)
            if pending is None and at.season.status not in ("draft", "open"):
                raise LeagueStarted
            mine = pending or entry_of(at, person_id)
            if mine is None:
                raise NotInLeague
            await entries.remove(connection, mine.id)
            return mine

    async def withdraw(self, season_id: int, person_id: int) -> Entry:
        """Have a player leave a season that is being played; their matches that go on are resigned.

        A team leaves whole. Where alternates wait, one of them plays on instead, and a partner stays.

        Raises:
            NoSuchLeague, NotInLeague, LeagueNotRunning: As it says.
        """
        async with self._changing(season_id) as (connection, at):
            mine = entry_of(at, person_id)
            if mine is None:
                raise NotInLeague
            if at.season.status not in ("running", "paused"):
                raise LeagueNotRunning(at.season.status)
            return await self._leave(connection, at, mine, self._clock.now(), person_id)

    async def forget(self, person_id: int) -> None:
        """Have a person leave all seasons, whose account is deleted."""
        for season_id, _ in await self.of_person(person_id):
            async with self._changing(season_id) as (connection, at):
                pending = pending_of(at, person_id)
                mine = pending or entry_of(at, person_id)
                if mine is None or at.season.closed_at is not None:
                    continue
                now = self._clock.now()
                if at.season.started_at is None or pending is not None:
                    await entries.remove(connection, mine.id)
                    partners = dict.fromkeys((each for each in mine.current if each != person_id), _PARTNER_GONE)
                    await tell_each(connection, at.season, partners, now)
                    await report(connection, at.season, "post", now)
                    await self._calls.now(connection, at.season)
                else:
                    await self._leave(connection, at, mine, now, person_id)

    async def start(self, season_id: int) -> View:
        """Start a season now. Raises NoSuchLeague, CannotBegin, BadLeagueTerms, TooFewEntries, TooManyEntries."""
        most = (await self._settings.server(await self._guild(season_id))).program_matches
        async with self._changing(season_id) as (connection, at):
            if at.season.status != "open":
                raise CannotBegin(begun=at.season.status != "draft")
            count = sum(each.agreed for each in at.entries)
            there = costs(at.terms, self._games(at.terms.game).info, count, most)
            check_fits(at.terms, there, self._clock.now())
            season = await begin(connection, at, self._games(at.terms.game).info, self._clock.now())
            await self._calls.now(connection, season)
            return await _seen(connection, season_id)

    async def pause(self, season_id: int) -> View:
        """Let nothing new begin; matches that go on do so. Raises NoSuchLeague, LeagueNotRunning."""
        async with self._changing(season_id, whole=False) as (connection, at):
            if at.season.status != "running":
                raise LeagueNotRunning(at.season.status)
            now = self._clock.now()
            await seasons.save(connection, replace(at.season, status="paused", paused_at=now))
            for last in at.rounds[-1:]:
                await keep_event(connection, at, last, now)
        return await self.view(season_id)

    async def resume(self, season_id: int) -> View:
        """Let a paused season go on: round and answers have as much longer, its end stays. Raises LeagueNotPaused."""
        now = self._clock.now()
        async with self._changing(season_id) as (connection, at):
            if at.season.status != "paused" or at.season.paused_at is None:
                raise LeagueNotPaused
            season = await jobs.resume(connection, self._outages, at, now)
            await self._calls.now(connection, season)
        return await self.view(season_id)

    async def close(self, season_id: int) -> View:
        """End a season and close it at once. Raises NoSuchLeague, LeagueNotRunning, SeasonClosed.

        A large one takes several transactions, between which others have their turn. Should the process die on the
        way, the rest is done when the season is looked at next, which is at once.
        """
        begun = closed = False
        while not closed:
            async with self._changing(season_id, whole=False) as (connection, at):
                if not begun and at.season.closed_at is not None:
                    raise SeasonClosed
                if at.season.started_at is None:
                    raise LeagueNotRunning(at.season.status)
                closed = at.season.closed_at is not None or await jobs.close(connection, at, self._clock.now())
                if closed:
                    await self._calls.at(connection, at.season, None)
                elif not begun:
                    await self._calls.now(connection, at.season)
            begun = True
        return await self.view(season_id)

    async def cancel(self, season_id: int) -> View:
        """Give up a season that has not started. Raises NoSuchLeague, LeagueStarted."""
        async with self._changing(season_id) as (connection, at):
            if at.season.status not in ("draft", "open"):
                raise LeagueStarted
            await seasons.save(connection, replace(at.season, status="cancelled", closed_at=self._clock.now()))
            await self._calls.at(connection, at.season, None)
            return await _seen(connection, season_id)

    async def move(self, season_id: int, channel_id: int) -> View:
        """Have a league told and played in another channel; matches that could not start are tried at once.

        Args:
            season_id: Its latest season, whose public message is nowhere then.
            channel_id: Where.

        Raises:
            NoSuchLeague: There is none.
        """
        async with self._changing(season_id) as (connection, at):
            await seasons.move(connection, at.season.league_id, channel_id)
            if at.season.closed_at is None:  # of one that is closed nothing changes
                season = await seasons.save(connection, replace(at.season, message_id=None))
                for last in at.rounds[-1:]:
                    await keep_event(connection, at, last, self._clock.now())
                for each in at.fixtures:
                    if each.status == "planned" and each.trouble is not None:
                        await fixtures.save(connection, season, each, replace(each, trouble=None, not_before=None))
                await self._calls.now(connection, season)
        return await self.view(season_id)

    async def archive(self, league_id: int) -> None:
        """Put a league away whose seasons are closed. Raises NoSuchLeague, SeasonNotClosed."""
        async with self._db.write() as connection:
            if await seasons.league(connection, league_id) is None:
                raise NoSuchLeague
            if any(each.closed_at is None for each in await seasons.of_league(connection, league_id)):
                raise SeasonNotClosed
            await seasons.archive(connection, league_id, self._clock.now())

    async def _check(self, guild_id: int, terms: LeagueTerms) -> None:
        """Hold terms against the game, and the most entries that they allow against the caps and the end."""
        there = await self.preview(guild_id, terms, terms.most)
        check_fits(terms, there, terms.starts_at or self._clock.now())

    async def _guild(self, season_id: int) -> int:
        return (await self.view(season_id)).season.guild_id

    async def _leave(
        self, connection: AsyncConnection, at: State, mine: Entry, now: datetime, person_id: int | None = None
    ) -> Entry:
        left = await withdraw(connection, at, mine, now, person_id)
        await self._calls.now(connection, at.season)
        return left

    def _changing(
        self, season_id: int, *, whole: bool = True
    ) -> AbstractAsyncContextManager[tuple[AsyncConnection, State]]:
        return changing(self._db, self._calls, season_id, whole=whole)


async def _seen(connection: AsyncConnection, season_id: int) -> View:
    found = await state.view(connection, season_id)
    if found is None:
        raise NoSuchLeague
    return found
