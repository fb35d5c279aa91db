"""The matches of fixtures: what asks the starter for them, and what their ends and corrections come to.

Everything that changes a fixture keeps its season locked until the transaction ends, so that results, withdrawals and
decisions come one after the other whichever process they come from, and nobody waits for one another in a circle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.info import Mode
from engine.seat import Seat
from engine.text import Quote, Text, dump_text, say
from hosting.league import outcomes, state, ties
from hosting.league.absence import absent_at_end, absent_since
from hosting.league.calls import Calls
from hosting.league.checks import mode_for
from hosting.league.course import PATIENCE
from hosting.league.deciding import is_decided
from hosting.league.leaving import are_struck
from hosting.league.matches import round_of
from hosting.league.naming import fixture_name
from hosting.league.stalled import is_stalled, was_decided
from hosting.league.state import State
from hosting.league.telling import report, tell
from hosting.league.terms import LeagueTerms
from hosting.lobby.errors import NotWanted
from hosting.lobby.orders import Orders
from hosting.lobby.origins import Origin
from hosting.match.events import Change
from hosting.match.model import Match, Start
from hosting.match.service import Games
from hosting.match.writing import advanced
from hosting.outbox.posts import LeagueNews
from hosting.results.writing import rows_of
from hosting.runtime.time import Clock
from hosting.uptime.outages import Outages
from store import results
from store.database import Database
from store.league import entries, fixtures, seasons
from store.league.seated import origin_of
from store.league.values import Entry, Fixture, League, Side, StoredSeason
from store.results import Result

AGAIN = timedelta(days=1)
"""Wait before a match is asked for again that the starter gave up."""
_CANNOT_START = say("{league}: a match cannot start ({fixture}). {why} {after}")
_AGAIN = say("I try again every day.")
_NOT_FOR_EVER = say(
    "It is tried again every day. If it cannot start for {days} days, those who left this server lose it by forfeit; "
    "if nobody did, it counts as not finished. Organisers can decide it before that."
)


class Fixtures(Origin):
    """Every match of a league, from when it is asked for until its results have flowed in."""

    def __init__(
        self, database: Database, clock: Clock, games: Games, outages: Outages, calls: Calls, orders: Orders
    ) -> None:
        self._db = database
        self._clock = clock
        self._outages = outages
        self._games = games
        self._calls = calls
        self._orders = orders

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
        await self._calls.show(connection, season, fixture.round)

    async def started(self, start: Start, match: Match) -> None:
        """Have the message of the round say where it is played."""
        self._calls.shown()

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        """Note what stands in the way of a match, and ask for it again later; after `PATIENCE` it is over without."""
        async with self._db.write() as connection:
            season, fixture = await self._asked(connection, start)
            if season is None or fixture is None:
                return
            put_off = replace(fixture, ordered=False)
            playing = await entries.load(connection, fixture.entries)
            if season.status == "running" and {*start.people} == {who for each in playing for who in each.current}:
                gone = [each.id for each in playing if {*each.current} & {*absent}]
                put_off = await self._put_off(connection, season, put_off, why, playing, gone)
            await fixtures.save(connection, season, fixture, put_off)
            await self._calls.now(connection, season)
        self._calls.noticed()

    async def _put_off(
        self,
        connection: AsyncConnection,
        season: StoredSeason,
        fixture: Fixture,
        why: Text,
        playing: Collection[Entry],
        gone: Collection[int],
    ) -> Fixture:
        """Return a fixture whose match cannot start: to be tried again, or over if it never could for too long.

        Where it is over, who is gone loses it by forfeit; where nobody is, it gives what is not finished gives.
        """
        now, key, terms = self._clock.now(), f"stuck:{fixture.id}", LeagueTerms.load(season.terms)
        since = None if fixture.trouble is None else await seasons.since(connection, season, key)
        if since is None:  # once is enough; what holds now stands with the fixture
            since = now
            await seasons.note_since(connection, season, key, now)
            after = _AGAIN if terms.kind == "round-robin" else _NOT_FOR_EVER.using(days=PATIENCE.days)
            league = await seasons.league(connection, season.league_id)
            told = _CANNOT_START.using(
                league=Quote("" if league is None else league.name),
                fixture=fixture_name(fixture, playing, await round_of(connection, season, fixture)),
                why=why,
                after=after,
            )
            await tell(connection, season, told, now)
        until = since + PATIENCE + self._outages.between(since, now)
        if now < until or not await self._is_waited_for(connection, season, terms, fixture):
            return replace(fixture, trouble=dump_text(why), not_before=now + AGAIN)
        await report(connection, season, "result", now, fixture.id)
        if gone:
            return outcomes.over(fixture, outcomes.forfeited(terms, fixture, gone), "forfeit", now)
        return outcomes.over(fixture, outcomes.unfinished(terms, fixture), "unfinished", now)

    async def _is_waited_for(
        self, connection: AsyncConnection, season: StoredSeason, terms: LeagueTerms, fixture: Fixture
    ) -> bool:
        """Return whether others cannot go on before a fixture is over: in a round robin, if all else is over."""
        if terms.kind != "round-robin":
            return True
        there = await fixtures.open_of(connection, season)
        return season.ends_at is None and all(each.trouble is not None or each.id == fixture.id for each in there)

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Have the results of a match flow in that ends, and one that stops seen to; for `Writers`, after results."""
        if after.terms.league is None:
            return
        if after.over and not (before is not None and before.over):
            rows = await results.of_match(connection, after.id)
            await self._flow(connection, after.id, rows, absent_at_end(before, after))
        elif is_stalled(after) and not (before is not None and is_stalled(before)):
            season = await seasons.load(connection, after.terms.league)
            if season is not None:
                await self._calls.now(connection, season)

    async def hear(self, match: Match) -> None:
        """Look at the season of a match that has ended or stopped, once that is on disk; for listeners."""
        if match.terms.league is not None and (match.over or is_stalled(match)):
            self.flowed()

    async def flow(self, connection: AsyncConnection, match_id: int, rows: Sequence[Result]) -> None:
        """Write what the latest results of a match come to in its league, if it has one.

        Nothing of a season that is closed is changed, nor what was decided or lost for other reasons.
        """
        await self._flow(connection, match_id, rows, None)

    async def _flow(
        self, connection: AsyncConnection, match_id: int, rows: Sequence[Result], absent: frozenset[Seat] | None
    ) -> None:
        """Do that; `absent` are the seats whose absence ended the match, None for it is to be looked up."""
        found = await fixtures.of_match(connection, match_id)
        if found is None:
            return
        season = await seasons.load(connection, found[0], to_change=True)
        fixture = await fixtures.load(connection, found[1])
        if season is None or fixture is None or fixture.match_id != match_id:
            return
        if fixture.status != "running" and absent is not None:
            await self._calls.now(connection, season)  # it was played on: others that wait can begin
        if season.closed_at is not None:
            return
        if fixture.status != "running":
            if fixture.why not in ("played", "agreed", "forfeit", "void"):
                return
            if is_decided(await fixtures.decisions_of(connection, season.id), fixture.id):
                return
        absent = await absent_since(connection, rows) if absent is None else absent
        after = await self._come_to(connection, season, fixture, rows, absent)
        await fixtures.save(connection, season, fixture, after)
        if not after.open and (after.status, after.sides) != (fixture.status, fixture.sides):
            news: LeagueNews = "result" if fixture.open else "corrected"
            await report(connection, season, news, self._clock.now(), after.id)
        await self._calls.show(connection, season, after.round)
        await self._calls.now(connection, season)

    async def _come_to(
        self,
        connection: AsyncConnection,
        season: StoredSeason,
        fixture: Fixture,
        rows: Sequence[Result],
        absent: frozenset[Seat],
    ) -> Fixture:
        """Return a fixture with what the results of its match come to."""
        terms, over_at = LeagueTerms.load(season.terms), fixture.ended_at or self._clock.now()
        if await are_struck(connection, season, fixture):
            return outcomes.struck(fixture, "withdrawal", over_at)
        if rows[0].why in ("aborted", "void") and await was_decided(connection, season, rows[0].match_id):
            return outcomes.over(fixture, outcomes.unfinished(terms, fixture), "unfinished", over_at)
        return await self._judged(connection, terms, fixture, rows, absent)

    async def foresee(self, connection: AsyncConnection, match_id: int) -> Callable[[], Awaitable[Text | None]] | None:
        """Return what tells, once a correction of a match is written in a transaction, what follows for its league.

        None for a match of no league.
        """
        found = await fixtures.of_match(connection, match_id)
        before = None if found is None else await state.load(connection, found[0])
        if found is None or before is None:
            return None

        async def tell() -> Text | None:
            after = await state.load(connection, found[0])
            if after is None:
                return None
            info, now = self._games(after.terms.game).info, self._clock.now()
            return await asyncio.to_thread(ties.follows, before, after, info, found[1], now)

        return tell

    async def foresee_end(self, match: Match, change: Change) -> Text | None:
        """Return what a change that ends a match would mean for the tie of its league; None where it means nothing."""
        after = advanced(match, change).match
        async with self._db.read() as connection:
            found = await fixtures.of_match(connection, after.id)
            before = None if found is None else await state.load(connection, found[0])
            fixture = None if found is None or before is None else await fixtures.load(connection, found[1])
            if before is None or fixture is None or fixture.match_id != after.id or fixture.status != "running":
                return None
            judged = await self._come_to(connection, before.season, fixture, rows_of(after), frozenset())
        changed = replace(before, fixtures=tuple(judged if each.id == fixture.id else each for each in before.fixtures))
        info = self._games(before.terms.game).info
        return await asyncio.to_thread(ties.follows, before, changed, info, fixture.id, self._clock.now())

    def flowed(self) -> None:
        """Have the season looked at into which results flowed, once that is committed."""
        self._calls.noticed()
        self._calls.shown()

    async def _judged(
        self,
        connection: AsyncConnection,
        terms: LeagueTerms,
        fixture: Fixture,
        rows: Sequence[Result],
        seats: frozenset[Seat],
    ) -> Fixture:
        now, why = fixture.ended_at or self._clock.now(), rows[0].why
        if why == "aborted":
            return outcomes.again(fixture)
        if why == "void":
            return outcomes.struck(fixture, "void", now)
        if absent := outcomes.absent(fixture, rows, seats):
            return outcomes.over(fixture, outcomes.forfeited(terms, fixture, absent), "forfeit", now)
        missing = await self._missing(connection, fixture, rows)
        how: Literal["agreed", "played"] = "agreed" if why == "undecided" else "played"
        return outcomes.over(fixture, outcomes.played(terms, fixture, rows, missing), how, now)

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

    async def ask(self, connection: AsyncConnection, at: State, fixture: Fixture) -> bool:
        """Ask for the match of a fixture, in a transaction that holds its season; `noticed` follows it.

        Returns:
            Whether those who are there can play.
        """
        league = await seasons.league(connection, at.season.league_id)
        wanted = replace(
            fixture, ordered=True, attempt=fixture.attempt + 1
        )  # what its last attempt failed at stays known
        start = None if league is None else self.start_of(league, at, wanted)
        if start is None:
            return False
        await fixtures.save(connection, at.season, fixture, wanted)
        await self._orders.add(connection, start)
        return True

    def noticed(self) -> None:
        """Have matches begin that were asked for in a transaction which is committed now."""
        self._orders.noticed()

    def playable(self, at: State, fixture: Fixture) -> bool:
        """Return whether those entries of a fixture that are there can play it."""
        return self._mode(at, _there(at, fixture)) is not None

    def start_of(self, league: League, at: State, fixture: Fixture) -> Start | None:
        """Return what the starter is asked for; None where those who are there cannot play.

        Args:
            league: Of the season.
            at: The season.
            fixture: With the number of the attempt counted up.
        """
        playing = _there(at, fixture)
        mode = self._mode(at, playing)
        if mode is None:
            return None
        terms, full = at.terms, len(playing) == len(fixture.sides)
        known = {each.key for each in self._games(terms.game).info.options_of(mode.key)}
        seats = {
            seat: person
            for place, (side, entry) in enumerate(playing, 1)
            for seat, person in _seats(mode, side.seat if full else place, entry)
        }
        return Start(
            guild_id=at.season.guild_id,
            channel_id=league.channel_id,
            where="channels" if mode.silent else "thread",
            game=terms.game,
            mode=mode.key,
            options=tuple(pair for pair in terms.options if pair[0] in known),
            seats=seats,
            origin=origin_of(fixture.id, fixture.attempt),
            terms=replace(terms.match, league=at.season.id).dump(),
        )

    def _mode(self, at: State, playing: Sequence[object]) -> Mode | None:
        return mode_for(at.terms, self._games(at.terms.game).info, len(playing)) if len(playing) > 1 else None


def _there(at: State, fixture: Fixture) -> list[tuple[Side, Entry]]:
    """Return the sides of a fixture that are there, each with its entry."""
    known = {each.id: each for each in at.entries}
    return [(side, known[side.entry]) for side in fixture.sides if side.entry not in at.gone]


def _seats(mode: Mode, seat: Seat, entry: Entry) -> list[tuple[Seat, int]]:
    """Return who of an entry sits where, given its lowest seat."""
    if not mode.teams:
        return [(seat, entry.current[0])]
    team = next(each for each in mode.teams if min(each) == seat)
    return list(zip(sorted(team), entry.current, strict=True))
