"""The matches of fixtures: what asks for them, what their results do, and ties that they decide.

Everything that changes a fixture keeps its season locked until the transaction ends, so that results, withdrawals and
decisions come one after the other whichever process they come from, and nobody waits for one another in a circle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo, Mode
from engine.seat import Seat
from engine.text import Quote, Text, dump_text, listed, say
from hosting.league import fixtures, model
from hosting.league.announcements import report, tell
from hosting.league.entries import are_struck
from hosting.league.fixtures import is_decided, round_of
from hosting.league.model import SeasonState, entry_text, fixture_name
from hosting.league.pairing.formats import advancing, plan, standing
from hosting.league.pairing.values import Standing
from hosting.league.schedule import PATIENCE
from hosting.league.stalled import absent_at_end, absent_since, is_stalled, was_decided
from hosting.league.terms import LeagueTerms
from hosting.league.timer import SeasonTimer
from hosting.league.validation import mode_for
from hosting.lobby.model import NotWanted
from hosting.lobby.starter import Origin, StartQueue
from hosting.match.events import Change
from hosting.match.model import Match, Start
from hosting.match.service import Games, advanced
from hosting.outages import Outages
from hosting.posts import LeagueNews
from hosting.results import rows_of
from hosting.runtime.time import Clock
from store.database import Database
from store.league import entries, seasons
from store.league import fixtures as stored_fixtures
from store.league.fixtures import origin_of
from store.league.values import Entry, Fixture, League, Side, StoredSeason
from store.tables import results
from store.tables.results import Result

# Ties of a knock-out: who goes on is written with the last match as soon as it is known, and no match is too many.


async def tie_decided(at: SeasonState, info: GameInfo, now: datetime) -> list[tuple[Fixture, Fixture]]:
    """Return the matches of which it is not written as it is who goes on, each as it is and as it should be.

    A match that is planned and not needed any more, as an earlier one of its tie counts again, counts for nothing.
    """
    if needless := await asyncio.to_thread(_needless, at, info, now):
        return [(each, fixtures.struck_fixture(each, "void", now)) for each in needless]
    known = {each.id: each for each in at.fixtures}
    found = await asyncio.to_thread(advancing, at.paired(at.round, info, now))
    return [
        (known[number], replace(known[number], sides=_told(known[number], on))) for number, on in sorted(found.items())
    ]


def follows_from(before: SeasonState, after: SeasonState, info: GameInfo, fixture_id: int, at: datetime) -> Text | None:
    """Return what a change makes of the tie of a match; None where the match belongs to none, or nothing changes.

    Args:
        before: The season, whole, before a correction, a decision, or the end of a match that is being played.
        after: The season after it.
        info: Of its game.
        fixture_id: The fixture of the match.
        at: The time.
    """
    needless = {each.id: fixtures.struck_fixture(each, "void", at) for each in _needless(after, info, at)}
    after = replace(after, fixtures=tuple(needless.get(each.id, each) for each in after.fixtures))
    was, now = (next(each for each in each.fixtures if each.id == fixture_id) for each in (before, after))
    stood = standing(before.paired(before.round, info, at), was)
    stands = standing(after.paired(after.round, info, at), now)
    if before.season.closed_at is not None:
        return _CLOSED
    if stood is None or stands is None or (was.status, was.sides) == (now.status, now.sides):
        return None
    names = {each.id: entry_text(each) for each in after.entries}
    entries = listed([names[each] for each in sorted(stands.on or ())])
    if stands.followed:
        return _FOLLOWED.using(entries=entries) if stands.on else _SECOND_MADE
    if stands.on is None:
        return None if after.cut_off(at) else _still_open(before, after, (stood, stands), now, info, at)
    how = 0 if stood.on is None else 1 if stood.on == stands.on else 2
    words = _THIRD if now.stage == "third" else _CHAMPION if stands.last else _THROUGH
    return words[how].using(entries=entries)


def _still_open(
    before: SeasonState,
    after: SeasonState,
    standings: tuple[Standing, Standing],
    fixture: Fixture,
    info: GameInfo,
    at: datetime,
) -> Text:
    """Return what is said of a tie that is not decided after a change, with when the season closes, or goes on."""
    stood, stands = standings
    place = fixture.division, fixture.round, fixture.board
    planned = plan(after.paired(after.round, info, at))
    another = any((each.division, each.round, each.board) == place for each in planned)
    text = (_ANOTHER if another else _STAYS_OPEN) if stood.on is None else (_GOES_ON if another else _OPEN_AGAIN)
    if stands.again:
        text = _SECOND_FINAL
    if before.season.status == "ended":
        return _CLOSES_LATER.using(what=text)
    return _IS_PAUSED.using(what=text) if after.season.status == "paused" else text


def _needless(at: SeasonState, info: GameInfo, now: datetime) -> list[Fixture]:
    """Return the later matches of ties that would not be planned now.

    As long as another match of the tie is being played nobody knows: one that is played again waits for its end.
    """
    played = {(each.division, each.round, each.board) for each in at.fixtures if each.status == "running"}
    later = [
        each
        for each in at.fixtures
        if each.status == "planned" and each.leg > 1 and (each.division, each.round, each.board) not in played
    ]
    if not later:
        return []
    rest = replace(at, fixtures=tuple(each for each in at.fixtures if each not in later))
    wanted = {(each.division, each.round, each.board, each.leg) for each in plan(rest.paired(at.round, info, now))}
    return [each for each in later if (each.division, each.round, each.board, each.leg) not in wanted]


def _told(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))


_CLOSED = say("The season is closed, so nothing changes for it.")
_FOLLOWED = say("The next round was already built on this tie, so it stays decided. Still through: {entries}.")
_SECOND_MADE = say("The second final was already built on this tie, and stays.")
_ANOTHER = say("That doesn't decide the tie: another match of it starts.")
_STAYS_OPEN = say("That doesn't decide the tie.")
_GOES_ON = say("The tie is open again: another match of it starts.")
_OPEN_AGAIN = say("The tie is open again.")
_SECOND_FINAL = say("The final is played again: a second final starts.")
_CLOSES_LATER = say("{what} The season closes that much later.")
_IS_PAUSED = say("{what} It waits until the league is resumed.")
_THROUGH = (
    say("That decides the tie. Through: {entries}."),
    say("The tie stays decided. Still through: {entries}."),
    say("That changes who wins the tie. Through now: {entries}."),
)
"""What is said of a tie that is decided by a change, stays decided as it is, or otherwise; and of the last one."""
_THIRD = (
    say("{entries} gets third place."),
    say("{entries} keeps third place."),
    say("{entries} gets third place instead."),
)
_CHAMPION = (
    say("{entries} is champion."),
    say("{entries} stays champion."),
    say("{entries} is champion instead."),
)


AGAIN = timedelta(days=1)
"""Wait before a match is asked for again that the starter gave up."""
_CANNOT_START = say("{league}: a match can't start ({fixture}). {why} {after}")
_AGAIN = say("I try again every day.")
_NOT_FOR_EVER = say(
    "I try again every day. If it can't start for {days} days, any player who left this server forfeits; if "
    "nobody did, it counts as not finished. Organisers can decide it before that."
)


class Fixtures(Origin):
    """Every match of a league, from when it is asked for until its results have flowed in."""

    def __init__(
        self, database: Database, clock: Clock, games: Games, outages: Outages, calls: SeasonTimer, orders: StartQueue
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
        await stored_fixtures.save(connection, season, fixture, running)
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
            await stored_fixtures.save(connection, season, fixture, put_off)
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
            return fixtures.fixture_over(fixture, fixtures.forfeited_fixture(terms, fixture, gone), "forfeit", now)
        return fixtures.fixture_over(fixture, fixtures.unfinished_fixture(terms, fixture), "unfinished", now)

    async def _is_waited_for(
        self, connection: AsyncConnection, season: StoredSeason, terms: LeagueTerms, fixture: Fixture
    ) -> bool:
        """Return whether others cannot go on before a fixture is over: in a round robin, if all else is over."""
        if terms.kind != "round-robin":
            return True
        there = await stored_fixtures.open_of(connection, season)
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
        found = await stored_fixtures.of_match(connection, match_id)
        if found is None:
            return
        season = await seasons.load(connection, found[0], to_change=True)
        fixture = await stored_fixtures.load(connection, found[1])
        if season is None or fixture is None or fixture.match_id != match_id:
            return
        if fixture.status != "running" and absent is not None:
            await self._calls.now(connection, season)  # it was played on: others that wait can begin
        if season.closed_at is not None:
            return
        if fixture.status != "running":
            if fixture.why not in ("played", "agreed", "forfeit", "void"):
                return
            if is_decided(await stored_fixtures.decisions_of(connection, season.id), fixture.id):
                return
        absent = await absent_since(connection, rows) if absent is None else absent
        after = await self._come_to(connection, season, fixture, rows, absent)
        await stored_fixtures.save(connection, season, fixture, after)
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
            return fixtures.struck_fixture(fixture, "withdrawal", over_at)
        if rows[0].why in ("aborted", "void") and await was_decided(connection, season, rows[0].match_id):
            return fixtures.fixture_over(fixture, fixtures.unfinished_fixture(terms, fixture), "unfinished", over_at)
        return await self._judged(connection, terms, fixture, rows, absent)

    async def foresee(self, connection: AsyncConnection, match_id: int) -> Callable[[], Awaitable[Text | None]] | None:
        """Return what tells, once a correction of a match is written in a transaction, what follows for its league.

        None for a match of no league.
        """
        found = await stored_fixtures.of_match(connection, match_id)
        before = None if found is None else await model.load(connection, found[0])
        if found is None or before is None:
            return None

        async def tell() -> Text | None:
            after = await model.load(connection, found[0])
            if after is None:
                return None
            info, now = self._games(after.terms.game).info, self._clock.now()
            return await asyncio.to_thread(follows_from, before, after, info, found[1], now)

        return tell

    async def foresee_end(self, match: Match, change: Change) -> Text | None:
        """Return what a change that ends a match would mean for the tie of its league; None where it means nothing."""
        after = advanced(match, change).match
        async with self._db.read() as connection:
            found = await stored_fixtures.of_match(connection, after.id)
            before = None if found is None else await model.load(connection, found[0])
            fixture = None if found is None or before is None else await stored_fixtures.load(connection, found[1])
            if before is None or fixture is None or fixture.match_id != after.id or fixture.status != "running":
                return None
            judged = await self._come_to(connection, before.season, fixture, rows_of(after), frozenset())
        changed = replace(before, fixtures=tuple(judged if each.id == fixture.id else each for each in before.fixtures))
        info = self._games(before.terms.game).info
        return await asyncio.to_thread(follows_from, before, changed, info, fixture.id, self._clock.now())

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
            return fixtures.play_again(fixture)
        if why == "void":
            return fixtures.struck_fixture(fixture, "void", now)
        if absent := fixtures.absent_fixture(fixture, rows, seats):
            return fixtures.fixture_over(fixture, fixtures.forfeited_fixture(terms, fixture, absent), "forfeit", now)
        missing = await self._missing(connection, fixture, rows)
        how: Literal["agreed", "played"] = "agreed" if why == "undecided" else "played"
        return fixtures.fixture_over(fixture, fixtures.played_fixture(terms, fixture, rows, missing), how, now)

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
        season_id = await stored_fixtures.season_of(connection, int(number))
        season = None if season_id is None else await seasons.load(connection, season_id, to_change=True)
        fixture = await stored_fixtures.load(connection, int(number))
        if season is None or fixture is None or not fixture.ordered or fixture.attempt != int(attempt):
            return None, None
        return season, fixture

    async def ask(self, connection: AsyncConnection, at: SeasonState, fixture: Fixture) -> bool:
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
        await stored_fixtures.save(connection, at.season, fixture, wanted)
        await self._orders.add(connection, start)
        return True

    def noticed(self) -> None:
        """Have matches begin that were asked for in a transaction which is committed now."""
        self._orders.noticed()

    def playable(self, at: SeasonState, fixture: Fixture) -> bool:
        """Return whether those entries of a fixture that are there can play it."""
        return self._mode(at, _there(at, fixture)) is not None

    def start_of(self, league: League, at: SeasonState, fixture: Fixture) -> Start | None:
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

    def _mode(self, at: SeasonState, playing: Sequence[object]) -> Mode | None:
        return mode_for(at.terms, self._games(at.terms.game).info, len(playing)) if len(playing) > 1 else None


def _there(at: SeasonState, fixture: Fixture) -> list[tuple[Side, Entry]]:
    """Return the sides of a fixture that are there, each with its entry."""
    known = {each.id: each for each in at.entries}
    return [(side, known[side.entry]) for side in fixture.sides if side.entry not in at.gone]


def _seats(mode: Mode, seat: Seat, entry: Entry) -> list[tuple[Seat, int]]:
    """Return who of an entry sits where, given its lowest seat."""
    if not mode.teams:
        return [(seat, entry.current[0])]
    team = next(each for each in mode.teams if min(each) == seat)
    return list(zip(sorted(team), entry.current, strict=True))
