"""The next season of a league: it is opened when the last one is closed, and those who played that one may stay."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import drafts, state
from hosting.league.asking import PAGE, entries_before, players_before
from hosting.league.calls import Calls
from hosting.league.errors import NoSuchLeague, NotBefore, SeasonGoesOn
from hosting.league.lots import SECRET_BYTES
from hosting.league.season import Leagues
from hosting.league.state import View
from hosting.league.terms import LeagueTerms
from hosting.match.partners import WordsForPartner
from hosting.runtime.entropy import Entropy
from hosting.runtime.time import Clock
from store.database import Database
from store.league import entries, seasons
from store.league.values import Entry, StoredSeason


class Following:
    """Opens seasons that follow others, and has players stay."""

    def __init__(self, database: Database, clock: Clock, entropy: Entropy, leagues: Leagues, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._entropy = entropy
        self._leagues = leagues
        self._calls = calls

    async def open(self, league_id: int) -> View:
        """Make the draft of a league's next season, with the terms of the last one but for its dates.

        From there it goes on as with a first season: its terms can be amended, it is published, joined, started. Its
        lots have a secret of their own. If there is a draft already, that is it.

        Raises:
            NoSuchLeague: There is none, or it was put away.
            SeasonGoesOn: The last season is not closed.
        """
        view = await self._open(league_id)
        self._calls.noticed(view.season.created_at + drafts.KEPT - drafts.NOTICE)
        return view

    async def _open(self, league_id: int) -> View:
        async with self._db.write() as connection:
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
                await drafts.changed(connection, self._calls, again, self._clock.now())
                return await self._seen(connection, again)
            if last.closed_at is None:
                raise SeasonGoesOn
            terms = replace(LeagueTerms.load(last.terms), starts_at=None, ends_at=None)
            season = StoredSeason(
                id=0,
                guild_id=last.guild_id,
                league_id=league_id,
                number=last.number + 1,
                status="draft",
                terms=terms.dump(),
                secret=self._entropy(SECRET_BYTES),
                created_at=self._clock.now(),
            )
            season = await seasons.add(connection, season)
            await drafts.made(connection, self._calls, season)
            return await self._seen(connection, season)

    async def stay(self, season_id: int, person_id: int) -> Entry:
        """Have a player of the season before take part again; a team with the partner of then, who is asked.

        Raises:
            NoSuchLeague: There is no such season.
            NotBefore: They did not play for an entry of the season before when it ended.
            NeedsPartner: Teams are new in this league.
            LeagueNotOpen, LeagueFull, JoinedAlready, PartnerElsewhere: As when joining.
        """
        async with self._db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                raise NoSuchLeague
            last = await entries_before(connection, season)
        before = next((each for each in last if person_id in each.current), None)
        if before is None:
            raise NotBefore
        if not LeagueTerms.load(season.terms).teams:
            return await self._leagues.join(season_id, person_id)
        partner = next((each for each in before.current if each != person_id), None)
        try:
            return await self._leagues.join(season_id, person_id, partner, before.name)
        except WordsForPartner:
            return await self._leagues.join(season_id, person_id, partner)

    async def asked(self, season_id: int, page: int) -> tuple[int, ...]:
        """Return the players of the season before, on one page from 1, who have not joined this one.

        Those who had left that season are not asked.
        """
        async with self._db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                return ()
            there = await entries.of_season(connection, season_id)
            joined = {person for each in there for person in each.current}
            last = await players_before(connection, season)
        return tuple(person for person in last[PAGE * (page - 1) : PAGE * page] if person not in joined)

    async def _seen(self, connection: AsyncConnection, season: StoredSeason) -> View:
        found = await state.view(connection, season.id)
        if found is None:
            raise NoSuchLeague
        return found
