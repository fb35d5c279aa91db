"""Leagues as players and organisers use them, read through a cache of seasons; and the next season.

Callers check who is an organiser. Everything else in a season happens automatically (`hosting.league.director`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import director, drafts, entries, fixtures, model, schedule
from hosting.league.announcements import keep_event, refresh_post, tell_each
from hosting.league.drafts import PAGE, entries_before, players_before
from hosting.league.entries import withdraw
from hosting.league.errors import (
    JOINED_ON_THESE_TERMS,
    LEAGUE_PUBLISHED,
    LEAGUE_STARTED,
    NOT_IN_LEAGUE,
    SEASON_CLOSED,
    NoSuchLeague,
    NotBefore,
    cannot_begin,
    league_not_running,
)
from hosting.league.fixtures import SeasonMatch
from hosting.league.model import SeasonState, SeasonView
from hosting.league.schedule import SeasonTimer, changing, entry_of, pending_of
from hosting.league.standings.values import Row
from hosting.league.start import begin, extended_by_outages
from hosting.league.terms import SECRET_BYTES, LeagueTerms
from hosting.league.validation import Costs, check_fits, check_name, check_terms, costs
from hosting.match.partners import WordsForPartner
from hosting.people import Settings
from hosting.runtime import LruCache
from store.league import entries as stored_entries
from store.league import fixtures as stored_fixtures
from store.league import seasons
from store.league.entries import Mark
from store.league.seasons import Entry, Fixture, League, StoredSeason, Totals
from store.tables import outbox
from store.tables.values import Subject

# The cache of seasons: a view reads only what changed since the last one.
#
# Nobody tells the cache of changes: each view asks the store in its own transaction what is different. So it includes
# what another process wrote, and is never older than the transaction.


MOST = 25_000
"""Entries and fixtures kept in memory, some 700 bytes each: the largest season has about 20,000."""
_SEASONS = 64
"""The most seasons kept in memory."""
_ANEW = 500
"""If this many fixtures changed, all are read."""


@dataclass(frozen=True, slots=True)
class _CachedSeason:
    """A cached season; `joined` and `mark` tell whether its entries, and its fixtures and totals, have changed."""

    entries: tuple[Entry, ...]
    joined: Mark
    fixtures: tuple[Fixture, ...]
    mark: tuple[int, int]
    totals: Mapping[int, Totals]

    @property
    def size(self) -> int:
        return len(self.entries) + len(self.fixtures)


@dataclass(eq=False, slots=True)
class SeasonCache:
    """The most recently used seasons, with their tables."""

    _seasons: LruCache[int, _CachedSeason] = field(default_factory=lambda: LruCache(_SEASONS), init=False)
    _tables: LruCache[int, tuple[SeasonView, tuple[Row, ...]]] = field(
        default_factory=lambda: LruCache(_SEASONS), init=False
    )

    async def view(self, connection: AsyncConnection, season_id: int) -> SeasonView | None:
        """Return a season as a transaction sees it, or None.

        The transaction must not have written anything, as what it rolls back must not be cached.
        """
        season = await seasons.load(connection, season_id)
        if season is None:
            return None
        cached = await self._refreshed(connection, season_id, self._seasons.get(season_id))
        self._keep(season_id, cached)
        return await model.seen(connection, season, cached.entries, cached.fixtures, cached.totals)

    def rows(self, view: SeasonView) -> tuple[Row, ...] | None:
        """Return the rows of all divisions that were computed from the very same values, or None."""
        was, rows = self._tables.get(view.season.id) or (None, ())
        if was is None or was.entries is not view.entries or was.fixtures is not view.fixtures:
            return None
        same = (was.season, was.divisions) == (view.season, view.divisions)
        return rows if same else None

    def put(self, view: SeasonView, rows: tuple[Row, ...]) -> None:
        if view.season.id in self._seasons:
            self._tables.put(view.season.id, (view, rows))

    def forget(self) -> None:
        self._seasons, self._tables = LruCache(_SEASONS), LruCache(_SEASONS)

    async def _refreshed(self, connection: AsyncConnection, season_id: int, was: _CachedSeason | None) -> _CachedSeason:
        joined, mark = (
            await stored_entries.mark(connection, season_id),
            await stored_fixtures.mark(connection, season_id),
        )
        same = was is not None and was.joined == joined
        entries = was.entries if was and same else tuple(await stored_entries.of_season(connection, season_id))
        if was is not None and was.mark == mark:
            return was if same else _CachedSeason(entries, joined, was.fixtures, mark, was.totals)
        found = await _changed(connection, season_id, () if was is None else was.fixtures)
        return _CachedSeason(entries, joined, found, mark, await stored_fixtures.totals(connection, season_id))

    def _keep(self, season_id: int, cached: _CachedSeason) -> None:
        self._seasons.put(season_id, cached)
        while sum(each.size for each in self._seasons.values()) > MOST:
            self._tables.forget(self._seasons.drop())


async def _changed(connection: AsyncConnection, season_id: int, was: tuple[Fixture, ...]) -> tuple[Fixture, ...]:
    if not was:
        return tuple(await stored_fixtures.of_season(connection, season_id))
    known = {each.id: each for each in was}
    revisions = await stored_fixtures.revisions(connection, season_id)
    other = [number for number, rev in revisions.items() if number not in known or known[number].rev != rev]
    if len(other) >= _ANEW:
        return tuple(await stored_fixtures.of_season(connection, season_id))
    known |= {each.id: each for each in await stored_fixtures.some(connection, other)}
    return tuple(known[number] for number in revisions)


# Leagues and seasons as they are, as others show them: nothing here changes any.


@dataclass(eq=False, slots=True)
class LeagueReader:
    """The queries of leagues."""

    core: Core
    cache: SeasonCache = field(default_factory=SeasonCache, init=False)

    async def view(self, season_id: int) -> SeasonView:
        """Return a season with everything that is shown of it. Raises NoSuchLeague."""
        async with self.core.db.read() as connection:
            found = await self.cache.view(connection, season_id)
        if found is None:
            raise NoSuchLeague
        return found

    async def rows(self, view: SeasonView) -> tuple[Row, ...]:
        """Return the rows of all divisions; they are computed once for each state of the season."""
        rows = self.cache.rows(view)
        if rows is None:
            rows = await asyncio.to_thread(model.tables_of, view)
            self.cache.put(view, rows)
        return rows

    async def of_guild(
        self, guild_id: int, *, archived: bool = False, following: bool = True
    ) -> list[tuple[League, StoredSeason]]:
        """Return the leagues of a server with their latest seasons, the latest league first.

        With `archived` also the archived ones; with `following` the draft of a later season counts as its latest, else
        the season before it does.
        """
        async with self.core.db.read() as connection:
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
        async with self.core.db.read() as connection:
            return await seasons.of_league(connection, league_id)

    async def played_by(self, guild_id: int, person_id: int) -> set[int]:
        async with self.core.db.read() as connection:
            return await stored_entries.played(connection, guild_id, person_id)

    async def of_person(self, person_id: int) -> list[tuple[int, int]]:
        """Return the seasons that aren't closed in which a person plays, each with their entry."""
        async with self.core.db.read() as connection:
            return await stored_entries.playing(connection, person_id)

    async def fixture(self, fixture_id: int) -> SeasonMatch | None:
        async with self.core.db.read() as connection:
            return await fixtures.match_of_fixture(connection, fixture_id)

    async def match(self, match_id: int) -> SeasonMatch | None:
        async with self.core.db.read() as connection:
            return await fixtures.fixture_of_match(connection, match_id)


_PARTNER_GONE = say(
    "{league}: your partner had all their data deleted, so your team is out. While players can still join, you "
    "can enter with someone else: use `/league join` with `partner:`."
)


@dataclass(eq=False, slots=True)
class Leagues(LeagueReader):
    """Every league. All methods that change one raise `league-changed` if another process was faster."""

    settings: Settings
    timer: SeasonTimer

    async def create(self, guild_id: int, channel_id: int, person_id: int, name: str, terms: LeagueTerms) -> SeasonView:
        """Make a league with its first season, which only organisers see; it's announced and played in `channel_id`.

        Raises:
            HostingError (`league-name-taken`, `bad-league-name`): As it says.
            HostingError (`bad-league-terms`): It cannot be played like that.
            SetupError: There is no such game.
        """
        name, now = check_name(name), self.core.clock.now()
        await self._check(guild_id, terms)
        async with self.core.db.write() as connection:
            league = await seasons.add_league(connection, League(0, guild_id, channel_id, person_id, name, now))
            if league is None:
                raise HostingError(
                    say("A league in this server already has that name: choose another one."), code="league-name-taken"
                )
            season = StoredSeason(
                id=0,
                guild_id=guild_id,
                league_id=league.id,
                number=1,
                status="draft",
                terms=terms.dump(),
                secret=self.core.entropy(SECRET_BYTES),
                created_at=now,
            )
            season = await seasons.add(connection, season)
            await drafts.appoint(connection, self.timer, season)
            view = await _seen(connection, season.id)
        self.core.outbox.drain()
        return view

    async def preview(self, guild_id: int, terms: LeagueTerms, count: int) -> Costs:
        """Return the costs of a season with so many entries. Raises SetupError, HostingError (`bad-league-terms`)."""
        game = self.core.games(terms.game)
        check_terms(terms, game, self.core.clock.now())
        return costs(terms, game.info, count, (await self.settings.server(guild_id)).program_matches)

    async def amend(self, season_id: int, terms: LeagueTerms) -> SeasonView:
        """Change the terms of a season, as long as nobody has joined it.

        Raises NoSuchLeague, SetupError, HostingError (`league-started`, `joined-on-these-terms`, `bad-league-terms`).
        """
        await self._check(await self._guild(season_id), terms)
        async with self._changing(season_id) as (connection, state):
            if state.season.status not in ("draft", "open"):
                raise HostingError(*LEAGUE_STARTED)
            if state.entries:
                raise HostingError(*JOINED_ON_THESE_TERMS)
            await seasons.save(connection, replace(state.season, terms=terms.dump()))
            await refresh_post(connection, state.season, self.core.clock.now())
            if state.season.status == "draft":
                await drafts.changed(connection, self.timer, state.season, self.core.clock.now())
            await self.timer.now(connection, state.season)
            return await _seen(connection, season_id)

    async def publish(self, season_id: int) -> SeasonView:
        """Let players join, and ask the players of the season before.

        Raises NoSuchLeague, HostingError (`league-published`, `bad-league-terms`).
        """
        before = await self.view(season_id)
        await self._check(before.season.guild_id, before.terms)
        async with self._changing(season_id) as (connection, state):
            if state.season.status != "draft":
                raise HostingError(*LEAGUE_PUBLISHED)
            now = self.core.clock.now()
            season = await seasons.save(connection, replace(state.season, status="open", published_at=now))
            await refresh_post(connection, season, now)
            await drafts.ask_to_stay(connection, season, now)
            await self.timer.now(connection, state.season)
            return await _seen(connection, season_id)

    def hold(self, season_id: int) -> AbstractAsyncContextManager[None]:
        """Hold a season (`Outbox.hold`), whose public post is made by the caller."""
        return self.core.outbox.hold(Subject("league", season_id))

    async def posted(self, view: SeasonView, message_id: int) -> None:
        """Note the public post of a season, which shows a view of it. Raises NoSuchLeague."""
        async with self._changing(view.season.id, whole=False) as (connection, state):
            entries, _ = model.parted(state.season, await stored_entries.of_season(connection, state.season.id))
            if (state.season.rev, entries) == (view.season.rev, view.entries):
                await outbox.shown(connection, Subject("league", state.season.id))
            await seasons.save(connection, replace(state.season, message_id=message_id))

    async def join(
        self,
        season_id: int,
        person_id: int,
        partner_id: int | None = None,
        name: str = "",
        *,
        entered_by: int | None = None,
    ) -> Entry:
        """Enter a player; a named partner agrees by naming their captain.

        A season that only waits for players starts as soon as the last join is committed. A late team is no entry
        before its partner agrees, and gets a place if there still is one then.

        `partner_id`: in a league of teams; `name`: of a team; `entered_by`: the organiser who enters them: they are
        told, and a partner need not agree; None if they join.

        Raises:
            NoSuchLeague, JoinedAlready, HostingError (`league-not-open`, `league-paused`, `league-full`): As it says.
            NeedsPartner, HostingError (`no-partners`, `own-partner`, `partner-elsewhere`, `team-name-taken`,
                `bad-league-name`): As it says.
            WithdrewBefore: The season is being played, and they left it.
            WordsForPartner, HostingError (`partner-asked`): The named partner is a silent partner of the player.
        """
        now = self.core.clock.now()
        async with self._changing(season_id) as (connection, state):
            wanted = entries.Joining(person_id, partner_id, name, entered_by)
            entry = await entries.join(connection, state, wanted, self.core.games, now)
            await refresh_post(connection, state.season, now)
            joined = replace(state, entries=(*(each for each in state.entries if each.id != entry.id), entry))
            if entry.agreed and (schedule.starts(joined, now) or state.season.started_at is not None):
                await self.timer.now(connection, state.season)
            return entry

    async def remove(self, season_id: int, entry_id: int, organiser_id: int) -> None:
        """Take an entry out as an organiser: before the start it's gone, after it that is a withdrawal.

        Raises NoSuchLeague, HostingError (`no-such-entry`, `league-not-running`); HostingError (`plays-in-division`):
        the organiser plays against it, and the season has started.
        """
        now = self.core.clock.now()
        async with self._changing(season_id) as (connection, state):
            found = await entries.removable_entry(connection, state, entry_id, organiser_id)
            await entries.tell_removed(connection, state.season, found, organiser_id, now)
            if state.season.started_at is None:
                await stored_entries.remove(connection, found.id)
                await refresh_post(connection, state.season, now)
            else:
                await self._leave(connection, state, found, now)

    async def leave(self, season_id: int, person_id: int) -> Entry:
        """Remove a player's entry before the season starts, or before a partner agrees; a team leaves whole.

        Raises NoSuchLeague, HostingError (`not-in-league`); HostingError (`league-started`): only withdrawing is
        possible now.
        """
        async with self._changing(season_id) as (connection, state):
            pending = pending_of(state, person_id)
            if pending is None and state.season.status not in ("draft", "open"):
                raise HostingError(*LEAGUE_STARTED)
            mine = pending or entry_of(state, person_id)
            if mine is None:
                raise HostingError(*NOT_IN_LEAGUE)
            await stored_entries.remove(connection, mine.id)
            await refresh_post(connection, state.season, self.core.clock.now())
            return mine

    async def withdraw(self, season_id: int, person_id: int) -> Entry:
        """Withdraw a player from a running season; their running matches are resigned.

        A team leaves whole. Where alternates wait, one of them plays on instead, and a partner stays. Raises
        NoSuchLeague, HostingError (`not-in-league`, `league-not-running`).
        """
        async with self._changing(season_id) as (connection, state):
            mine = entry_of(state, person_id)
            if mine is None:
                raise HostingError(*NOT_IN_LEAGUE)
            if state.season.status not in ("running", "paused"):
                raise league_not_running(state.season.status)
            return await self._leave(connection, state, mine, self.core.clock.now(), person_id)

    async def forget(self, person_id: int) -> None:
        for season_id, _ in await self.of_person(person_id):
            async with self._changing(season_id) as (connection, state):
                pending = pending_of(state, person_id)
                mine = pending or entry_of(state, person_id)
                if mine is None or state.season.closed_at is not None:
                    continue
                now = self.core.clock.now()
                if state.season.started_at is None or pending is not None:
                    await stored_entries.remove(connection, mine.id)
                    partners = dict.fromkeys((each for each in mine.current if each != person_id), _PARTNER_GONE)
                    await tell_each(connection, state.season, partners, now)
                    await refresh_post(connection, state.season, now)
                    await self.timer.now(connection, state.season)
                else:
                    await self._leave(connection, state, mine, now, person_id)

    async def start(self, season_id: int) -> SeasonView:
        """Start a season now.

        Raises NoSuchLeague, TooFewEntries, HostingError (`cannot-begin`, `bad-league-terms`, `too-many-entries`).
        """
        most = (await self.settings.server(await self._guild(season_id))).program_matches
        async with self._changing(season_id) as (connection, state):
            if state.season.status != "open":
                raise cannot_begin(begun=state.season.status != "draft")
            now, info = self.core.clock.now(), self.core.games(state.terms.game).info
            dated = extended_by_outages(state, self.core.outages.of(state.season.guild_id), now)
            check_fits(dated.terms, costs(dated.terms, info, sum(each.agreed for each in state.entries), most), now)
            season = await begin(connection, dated, info, now)
            await self.timer.now(connection, season)
            return await _seen(connection, season_id)

    async def pause(self, season_id: int) -> SeasonView:
        """Let nothing new begin; running matches go on. Raises NoSuchLeague, HostingError (`league-not-running`)."""
        async with self._changing(season_id, whole=False) as (connection, state):
            if state.season.status != "running":
                raise league_not_running(state.season.status)
            now = self.core.clock.now()
            await seasons.save(connection, replace(state.season, status="paused", paused_at=now))
            await refresh_post(connection, state.season, now)
            for last in state.rounds[-1:]:
                await keep_event(connection, state, last, now)
        return await self.view(season_id)

    async def resume(self, season_id: int) -> SeasonView:
        """Resume a paused season: round and answers have as much longer, its end stays.

        Raises HostingError (`league-not-paused`).
        """
        now = self.core.clock.now()
        async with self._changing(season_id) as (connection, state):
            if state.season.status != "paused" or state.season.paused_at is None:
                raise HostingError(
                    say("This season isn't paused, so there's nothing to resume."), code="league-not-paused"
                )
            season = await director.resume(connection, self.core.outages.of(state.season.guild_id), state, now)
            await self.timer.now(connection, season)
        return await self.view(season_id)

    async def close(self, season_id: int) -> SeasonView:
        """End a season and close it at once.

        A large one takes several transactions, between which others have their turn. If the process dies on the way,
        the director does the rest at its next look, which is at once. Raises NoSuchLeague, HostingError
        (`season-closed`, `league-not-running`).
        """
        begun = closed = False
        while not closed:
            async with self._changing(season_id, whole=False) as (connection, state):
                if not begun and state.season.closed_at is not None:
                    raise HostingError(*SEASON_CLOSED)
                if state.season.started_at is None:
                    raise league_not_running(state.season.status)
                closed = state.season.closed_at is not None or await director.close(
                    connection, state, self.core.clock.now()
                )
                if closed:
                    await self.timer.at(connection, state.season, None)
                elif not begun:
                    await self.timer.now(connection, state.season)
            begun = True
        return await self.view(season_id)

    async def cancel(self, season_id: int) -> None:
        """Cancel a season that has not started. Raises NoSuchLeague, HostingError (`league-started`)."""
        async with self._changing(season_id) as (connection, state):
            if state.season.status not in ("draft", "open"):
                raise HostingError(*LEAGUE_STARTED)
            now = self.core.clock.now()
            await seasons.save(connection, replace(state.season, status="cancelled", closed_at=now))
            await refresh_post(connection, state.season, now)
            await self.timer.at(connection, state.season, None)

    async def move(self, season_id: int, channel_id: int) -> SeasonView:
        """Move a league into another channel; matches that could not start are tried at once. Raises NoSuchLeague.

        `season_id`: its latest season, whose public message is gone then.
        """
        async with self._changing(season_id) as (connection, state):
            await seasons.move(connection, state.season.league_id, channel_id)
            if state.season.closed_at is None:  # of one that is closed nothing changes
                season = await seasons.save(connection, replace(state.season, message_id=None))
                await refresh_post(connection, season, self.core.clock.now())
                for last in state.rounds[-1:]:
                    await keep_event(connection, state, last, self.core.clock.now())
                for each in state.fixtures:
                    if each.status == "planned" and each.trouble is not None:
                        await stored_fixtures.save(
                            connection, season, each, replace(each, trouble=None, not_before=None)
                        )
                await self.timer.now(connection, season)
        return await self.view(season_id)

    async def archive(self, league_id: int) -> None:
        """Archive a league whose seasons are closed. Raises NoSuchLeague, HostingError (`season-not-closed`)."""
        async with self.core.db.write() as connection:
            if await seasons.league(connection, league_id) is None:
                raise NoSuchLeague
            if any(each.closed_at is None for each in await seasons.of_league(connection, league_id)):
                raise HostingError(
                    say("A season of this league isn't closed yet: close it or call it off first."),
                    code="season-not-closed",
                )
            await seasons.archive(connection, league_id, self.core.clock.now())

    async def _check(self, guild_id: int, terms: LeagueTerms) -> None:
        """Check terms against the game, and the most entries that they allow against the caps and the end."""
        costs = await self.preview(guild_id, terms, terms.most)
        check_fits(terms, costs, terms.starts_at or self.core.clock.now())

    async def _guild(self, season_id: int) -> int:
        return (await self.view(season_id)).season.guild_id

    async def _leave(
        self, connection: AsyncConnection, state: SeasonState, mine: Entry, now: datetime, person_id: int | None = None
    ) -> Entry:
        left = await withdraw(connection, state, mine, now, person_id)
        await self.timer.now(connection, state.season)
        return left

    def _changing(
        self, season_id: int, *, whole: bool = True
    ) -> AbstractAsyncContextManager[tuple[AsyncConnection, SeasonState]]:
        return changing(self.core.db, self.timer, season_id, whole=whole)


async def _seen(connection: AsyncConnection, season_id: int) -> SeasonView:
    found = await model.view(connection, season_id)
    if found is None:
        raise NoSuchLeague
    return found


# The next season of a league: it is opened when the last one is closed, and the players of that one may stay.


@dataclass(eq=False, slots=True)
class NextSeasons:
    """Opens the next seasons of leagues, and lets players stay."""

    core: Core
    leagues: Leagues
    timer: SeasonTimer

    async def open(self, league_id: int) -> SeasonView:
        """Make the draft of a league's next season, or return it, with the terms of the last one without its dates.

        From there it's like a first season: its terms can be amended, it's published, joined, started. Its lots have a
        secret of their own.

        Raises:
            NoSuchLeague: There is none, or it's archived.
            HostingError (`season-goes-on`): The last season isn't closed.
        """
        view = await self._open(league_id)
        self.core.outbox.drain()
        return view

    async def _open(self, league_id: int) -> SeasonView:
        async with self.core.db.write() as connection:
            last = await seasons.latest(connection, league_id)
            # Another process may open one just now: the second of the two waits for this row, and finds the draft.
            if last is None or await seasons.load(connection, last.id, to_change=True) is None:
                raise NoSuchLeague
            last = await seasons.latest(connection, league_id)
            league = await seasons.league(connection, league_id)
            if last is None or league is None or league.archived_at is not None:
                raise NoSuchLeague
            if last.status == "draft":
                return await self._seen(connection, last)
            if last.status == "cancelled" and last.published_at is None and last.number > 1:
                # A draft that was discarded: nobody but organisers knows of it, so its number is not used up.
                again = await seasons.save(connection, replace(last, status="draft", closed_at=None))
                await drafts.changed(connection, self.timer, again, self.core.clock.now())
                return await self._seen(connection, again)
            if last.closed_at is None:
                raise HostingError(
                    say("This league's last season isn't closed yet: close it before the next one."),
                    code="season-goes-on",
                )
            terms = replace(LeagueTerms.load(last.terms), starts_at=None, ends_at=None)
            season = StoredSeason(
                id=0,
                guild_id=last.guild_id,
                league_id=league_id,
                number=last.number + 1,
                status="draft",
                terms=terms.dump(),
                secret=self.core.entropy(SECRET_BYTES),
                created_at=self.core.clock.now(),
            )
            season = await seasons.add(connection, season)
            await drafts.appoint(connection, self.timer, season)
            return await self._seen(connection, season)

    async def stay(self, season_id: int, person_id: int) -> Entry:
        """Enter a player of the season before; a team with its partner, who is asked.

        Raises:
            NoSuchLeague: There is no such season.
            NotBefore: They didn't play for an entry of the season before when it ended.
            NeedsPartner: Teams are new in this league.
            JoinedAlready, HostingError (`league-not-open`, `league-full`, `partner-elsewhere`): As when joining.
        """
        async with self.core.db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                raise NoSuchLeague
            last = await entries_before(connection, season)
        before = next((each for each in last if person_id in each.current), None)
        if before is None:
            raise NotBefore
        if not LeagueTerms.load(season.terms).teams:
            return await self.leagues.join(season_id, person_id)
        partner = next((each for each in before.current if each != person_id), None)
        try:
            return await self.leagues.join(season_id, person_id, partner, before.name)
        except WordsForPartner:
            return await self.leagues.join(season_id, person_id, partner)

    async def asked(self, season_id: int, page: int) -> tuple[int, ...]:
        """Return the players of the season before who have not joined this one, on one page from 1.

        Those who had left that season aren't asked.
        """
        async with self.core.db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                return ()
            entries = await stored_entries.of_season(connection, season_id)
            joined = {person for each in entries for person in each.current}
            last = await players_before(connection, season)
        return tuple(person for person in last[PAGE * (page - 1) : PAGE * page] if person not in joined)

    async def _seen(self, connection: AsyncConnection, season: StoredSeason) -> SeasonView:
        found = await model.view(connection, season.id)
        if found is None:
            raise NoSuchLeague
        return found
