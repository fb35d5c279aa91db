"""The matches of fixtures: requests, results, the ties they decide, and stalled ones.

Everything that changes a fixture keeps its season locked until the transaction ends, so that results, withdrawals and
decisions come one after the other whichever process they come from, and no circle of locks arises.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo, Json, Mode
from engine.outcome import Termination, void
from engine.seat import Seat
from engine.text import Player, Quote, Text, dump_text, listed, say
from hosting.consent.agreements import AGREED, LEFT, LONGEST_PAUSE, ORGANISER, SUBSTITUTE
from hosting.core import Core
from hosting.housing import SILENCE
from hosting.league import fixtures, model
from hosting.league.announcements import report, tell, warn_organisers
from hosting.league.entries import are_struck
from hosting.league.fixtures import fixture_of_match, is_decided, round_of
from hosting.league.model import SeasonState, entry_text, fixture_name
from hosting.league.pairing.formats import advancing, plan, standing
from hosting.league.pairing.values import TieState
from hosting.league.schedule import PATIENCE, SeasonTimer
from hosting.league.terms import LeagueTerms
from hosting.league.validation import mode_for
from hosting.lobby.model import NotWanted
from hosting.lobby.starter import Origin, StartQueue
from hosting.match import events
from hosting.match.audit import AuditCode, Line
from hosting.match.events import BOT, Change
from hosting.match.model import Match, Start
from hosting.match.service import Matches, advanced, playing
from hosting.match.unreadable import UnreadableMatches
from hosting.outbox import LeagueNews, Posting, TextPost, add_posts
from hosting.results import rows_of
from hosting.timekeeping import absent_at, missing, time_up_at, warned_at
from store.league import entries, seasons
from store.league import fixtures as stored_fixtures
from store.league.fixtures import StalledMatch, origin_of
from store.league.seasons import Entry, Fixture, League, Side, StoredSeason
from store.tables import audit, deadlines, results
from store.tables.deadlines import Deadline
from store.tables.matches import ReplayError
from store.tables.results import Result

# Matches of a season that wait for nobody's clock, or for a player who has not come.
#
# Whatever stops one counts alike: a substitute who never comes, a player who left, a pause, channels that are gone, a
# log that this version cannot read. Organisers and players are told a week before. A turn begins the days anew; going
# on and stopping again without one does not.


LIMIT = timedelta(days=14)
"""How long a match is stalled before it is decided, without the time in which the bot was away."""
NOTICE = timedelta(days=7)
"""The shortest time between the notice and that."""
AGREED_LIMIT = LONGEST_PAUSE + NOTICE
"""The same for agreed pauses, which end by themselves: several in a row take no longer."""
LATE = timedelta(hours=1)
"""By this time after a timeout it has been handled, or never will be."""


@dataclass(eq=False, slots=True)
class StalledMatches:
    """Decides stalled matches."""

    core: Core
    matches: Matches
    unreadable: UnreadableMatches

    async def decide_due(self, state: SeasonState) -> None:
        if state.season.status not in ("running", "paused"):
            return
        async with self.core.db.read() as connection:
            found = await stored_fixtures.still_played(
                connection, state.season, self.core.clock.now() - LATE, self.matches.unreadable
            )
        for each in found:
            try:
                match = await self.matches.get(each.match_id)
            except ReplayError:
                match = None
            code = _UNREAD if match is None else _stopped(match, self.core.clock.now())
            if code is not None and await self._is_due(state.season.id, each, match, code):
                await (self._close(each) if match is None else self._decide(each))

    async def _is_due(self, season_id: int, still: StalledMatch, match: Match | None, code: str) -> bool:
        """Note that a match is stalled, announce it in time, and return whether it's to be decided now."""
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            season = await seasons.load(connection, season_id, to_change=True)
            fixture = await stored_fixtures.load(connection, still.fixture_id)
            if season is None or fixture is None or (fixture.status, fixture.match_id) != ("running", still.match_id):
                return False
            since = await self._noted(connection, season, f"stalled:{still.match_id}:{still.seq}", now)
            outages = self.core.outages.of(season.guild_id)
            until = since + (AGREED_LIMIT if code == AGREED else LIMIT) + outages.between(since, now)
            reminded_at = await seasons.since(connection, season, key := f"stalled-told:{still.match_id}:{still.seq}")
            if reminded_at is None and until - NOTICE <= now:
                await seasons.note_done(connection, season, key, now)
                await self._tell(connection, season, fixture, match, code, (since, max(until, now + NOTICE)))
            if reminded_at is None or now < max(until, reminded_at + NOTICE + outages.between(reminded_at, now)):
                return False
            await seasons.note_done(connection, season, _decided(still.match_id), now)
        return True

    async def _noted(self, connection: AsyncConnection, season: StoredSeason, key: str, now: datetime) -> datetime:
        await seasons.note_done(connection, season, key, now)
        return await seasons.since(connection, season, key) or now

    async def _tell(
        self,
        connection: AsyncConnection,
        season: StoredSeason,
        fixture: Fixture,
        match: Match | None,
        code: str,
        times: tuple[datetime, datetime],
    ) -> None:
        league = await seasons.league(connection, season.league_id)
        sides = await entries.load(connection, fixture.entries)
        blamed = () if match is None else _blamed(match)
        text = (_LOSES if blamed else _NOT_FINISHED).using(
            league=Quote("" if league is None else league.name),
            fixture=fixture_name(fixture, sides, await round_of(connection, season, fixture)),
            why=_WHY.get(code, _INTERRUPTED),
            match=fixture.match_id or 0,
            since=int(times[0].timestamp()),
            until=int(times[1].timestamp()),
        )
        await warn_organisers(connection, season, text, self.core.clock.now(), _people(sides))

    async def _decide(self, still: StalledMatch) -> None:
        """Forfeit the players whom a match waits for; if it's nobody's fault, call it off."""
        seq = still.seq
        for seat in _blamed(await self.matches.get(still.match_id)) or (None,):
            match = await self.matches.change(still.match_id, partial(self._end, still.seq, seq, seat))
            seq += 1
            if match.over or match.seq != seq:
                return

    async def _end(self, first: int, seq: int, seat: Seat | None, match: Match) -> Change | None:
        """Return what is decided about a match, in which nothing but that happened since an event; else nothing."""
        now = self.core.clock.now()
        if match.over or match.seq != seq or (seq == first and _stopped(match, now) is None):
            return None
        return _called_off(match, now) if seat is None else _forfeited(match, seat, now)

    async def _close(self, still: StalledMatch) -> None:
        try:
            await self.unreadable.readable_part(still.match_id)
        except ReplayError:
            line = Line(AuditCode.VOIDED, BOT, {"reason": dump_text(_CALLED_OFF)})
            await self.unreadable.close_unbegun(still.match_id, lambda bare: void(len(bare.seats), _CALLED_OFF), line)
        else:
            await self.unreadable.close(still.match_id, BOT, lambda match: _called_off(match, self.core.clock.now()))


async def was_decided(connection: AsyncConnection, season: StoredSeason, match_id: int) -> bool:
    """Return whether a match was stalled until its day; called off, it counts as unfinished."""
    return await seasons.was_done(connection, season, [_decided(match_id)])


def is_stalled(match: Match) -> bool:
    return not match.over and (match.paused is not None or match.parked is not None)


def _decided(match_id: int) -> str:
    return f"stalled-decided:{match_id}"


def _stopped(match: Match, now: datetime) -> str | None:
    """Return the code of what stops a match, an empty one for its clock alone; None if it goes on.

    A clock that ran out stops it as well, unless something is done about that.
    """
    if match.over:
        return None
    if match.paused is not None:
        return match.paused.code
    if match.parked is not None:
        return match.parked.code
    due = time_up_at(match)
    return _NO_CLOCK if due is None or due <= now - LATE else None


def _blamed(match: Match) -> tuple[Seat, ...]:
    """Return the seats of departed players whom a match waits for; none where it's nobody's fault."""
    code = None if match.paused is None else match.paused.code
    if match.paused is not None and code == LEFT:
        seat = match.seat_of(match.paused.person_id)
        return () if seat is None or seat not in playing(match) else (seat,)
    waits = code == SUBSTITUTE or (code is None and match.parked is None)
    clock = match.clock if waits else None
    return () if clock is None else tuple(seat for seat in sorted(match.session.to_act) if clock.seat(seat).up)


def _forfeited(match: Match, seat: Seat, now: datetime) -> Change:
    """Return the defeat of a seat without a player; for others the match goes on."""
    change = events.forfeit(match, seat, match.person_of(seat), now, "time")
    note = say("**{player}** loses: the match was stalled for too long.", player=Player(seat))
    after = replace(change, match=replace(change.match, paused=None), note=note)
    return after.logged(AuditCode.TIME_UP, BOT, seat=seat, did="forfeit")


def _called_off(match: Match, now: datetime) -> Change:
    change = events.rule(match, void(len(match.seats), _CALLED_OFF), BOT, now, "time")
    return change.logged(AuditCode.VOIDED, BOT, reason=dump_text(_CALLED_OFF))


def _people(of: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(person for each in of for person in each.current)


_UNREAD, _NO_CLOCK = "unread", "no-clock"
_WHY: Mapping[str, Text] = {
    AGREED: say("The players agreed to pause it."),
    LEFT: say("A player has left this server."),
    ORGANISER: say("An organiser paused it."),
    SUBSTITUTE: say("A player's time is up, and nobody has taken over the seat."),
    SILENCE: say("Its channels can't be kept silent."),
    _UNREAD: say("This version of the bot can't read it."),
    _NO_CLOCK: say("No clock is running."),
}
_INTERRUPTED = say("It's interrupted because I can't use its channel.")
_LOSES = say(
    "**{league}**: {fixture} has been stalled since <t:{since}:f>. {why} If it hasn't resumed by "
    "<t:{until}:f>, the player it's waiting for loses. Organisers can end it sooner with `/organise`: it's "
    "match {match}."
)
_NOT_FINISHED = say(
    "**{league}**: {fixture} has been stalled since <t:{since}:f>. {why} If it hasn't resumed by "
    "<t:{until}:f>, it'll be called off and count as not finished. Organisers can end it sooner with "
    "`/organise`: it's match {match}."
)
_CALLED_OFF = say("The match was stalled for too long and was called off; the league counts it as not finished.")


# Players who do not come: warned by half of their first turn's time, and an organiser with them.
#
# At the end of that time they lose, as `hosting.timekeeping` says, and the fixture is over by forfeit. What they
# agreed on stops their clock (vacations, quiet hours, pauses) and so puts both off.


PRESENCE = "presence"
"""The appointment at which players of a match are warned."""


@dataclass(eq=False, slots=True)
class Presence:
    """Warns players who don't come to their matches."""

    core: Core
    matches: Matches

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Appoint the warning of players who have to make their first turn, or drop it; for `LeagueWriters`."""
        due = _next(after, None)
        if due == (None if before is None else _next(before, None)):
            return
        await self._appoint(connection, after, due)

    async def due(self, key: str, _payload: Json) -> None:
        """Warn the players whose time it is in a match, once for each seat; a handler of appointments."""
        async with self.matches.hold(int(key)) as match, self.core.db.write() as connection:
            now = self.core.clock.now()
            for seat in missing(match, match.session.to_act):
                at = warned_at(match, seat)
                if at is not None and at <= now:
                    await self._warn(connection, match, seat, now)
            await self._appoint(connection, match, _next(match, now))
        self.core.outbox.drain()

    async def _appoint(self, connection: AsyncConnection, match: Match, due: datetime | None) -> None:
        if due is None:
            await deadlines.remove(connection, PRESENCE, str(match.id))
        else:
            await deadlines.put(connection, Deadline(PRESENCE, str(match.id), due))

    async def _warn(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        season = None if match.terms.league is None else await seasons.load(connection, match.terms.league)
        due = None if match.clock is None else match.clock.due(seat)
        if season is None or due is None:
            return
        if not await seasons.note_done(connection, season, f"absence:{match.id}:{seat}", now):
            return
        about = await fixture_of_match(connection, match.id)
        if about is None:
            return
        where, stamp, channel = about.where, int(due.timestamp()), str(match.home(seat))
        yours = _YOURS.using(where=where, at=stamp, channel=channel, forfeit=about.forfeit)
        posts = [Posting("private", match.person_of(seat), TextPost(yours))]
        # While several choose in secret, nobody learns who of them has not.
        text = _THEIRS.using(where=where, at=stamp, player=Player(seat))
        if match.decision is not None:
            text = _SOMEBODY.using(where=where, at=stamp)
        posts += [
            Posting("nudge", place.channel_id, TextPost(text, organisers=True))
            for place in match.places
            if place.role == "board"
        ]
        await add_posts(connection, match.id, match.seq, posts, now)


def _next(match: Match, after: datetime | None) -> datetime | None:
    """Return when the next player of a match is to be warned (later than `after`); None for nobody."""
    times = [warned_at(match, seat) for seat in missing(match, match.session.to_act)]
    return min((each for each in times if each is not None and (after is None or each > after)), default=None)


def absent_at_end(before: Match | None, after: Match) -> frozenset[Seat]:
    """Return the seats whose absence ended a match; none where it ended otherwise.

    `before` is None for a match that was over at once.
    """
    last = after.events[-1] if after.events else None
    if before is None or last is None or last.kind != "forfeit" or last.data.get("cause") != "time":
        return frozenset()
    absent = frozenset(absent_at(before, last.at))
    return absent if last.seat in absent else frozenset()


async def absent_since(connection: AsyncConnection, rows: Sequence[Result]) -> frozenset[Seat]:
    """Return the same for a match that ended before; none where organisers decided it."""
    if rows[0].termination != Termination.TIME or rows[0].why is not None:
        return frozenset()
    lines = await audit.of_match(connection, rows[0].match_id)
    found = (each.detail.get("seat") for each in lines if _is_absence(each.code, each.detail.get("did")))
    return frozenset(each for each in found if isinstance(each, int))


def _is_absence(code: str, did: Json) -> bool:
    return code == AuditCode.TIME_UP and did == "absent"


_YOURS = say("**{where}**: play your first turn by <t:{at}:f> in <#{channel}>, or you forfeit as a no-show. {forfeit}")
_THEIRS = say(
    "**{where}**: {player} hasn't played a turn yet. If they still haven't by <t:{at}:f>, they forfeit as a no-show."
)
_SOMEBODY = say(
    "**{where}**: a player hasn't played a turn yet. If they still haven't by <t:{at}:f>, they forfeit as a no-show."
)


# Ties of a knock-out: record who advances once a tie is decided, and drop the matches that it no longer needs.


async def tie_decided(state: SeasonState, info: GameInfo, now: datetime) -> list[tuple[Fixture, Fixture]]:
    """Return the matches that say wrongly who goes on, each as it is and as it should be.

    A planned match that isn't needed any more, as an earlier one of its tie counts again, counts for nothing.
    """
    if needless := await asyncio.to_thread(_needless, state, info, now):
        return [(each, fixtures.struck_fixture(each, "void", now)) for each in needless]
    known = {each.id: each for each in state.fixtures}
    found = await asyncio.to_thread(advancing, state.paired(state.round, info, now))
    return [
        (known[number], replace(known[number], sides=_with_advances(known[number], on)))
        for number, on in sorted(found.items())
    ]


def follows_from(before: SeasonState, after: SeasonState, info: GameInfo, fixture_id: int, at: datetime) -> Text | None:
    """Return what a change means for the tie of a match; None where the match belongs to none, or nothing changes."""
    needless = {each.id: fixtures.struck_fixture(each, "void", at) for each in _needless(after, info, at)}
    after = replace(after, fixtures=tuple(needless.get(each.id, each) for each in after.fixtures))
    was, now = (next(each for each in each.fixtures if each.id == fixture_id) for each in (before, after))
    stood = standing(before.paired(before.round, info, at), was)
    stands = standing(after.paired(after.round, info, at), now)
    # Beginning with what makes all else irrelevant: a closed season, no change, a round that was made from the tie.
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
    how = 0 if stood.on is None else 1 if stood.on == stands.on else 2  # newly decided, as before, otherwise
    words = _THIRD if now.stage == "third" else _CHAMPION if stands.last else _THROUGH
    return words[how].using(entries=entries)


def _still_open(
    before: SeasonState,
    after: SeasonState,
    standings: tuple[TieState, TieState],
    fixture: Fixture,
    info: GameInfo,
    at: datetime,
) -> Text:
    """Return the text for a tie that is undecided after a change, with when the season closes, or goes on."""
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


def _needless(state: SeasonState, info: GameInfo, now: datetime) -> list[Fixture]:
    """Return the later matches of ties that would not be planned now.

    As long as another match of the tie is being played nobody knows: one that is played again waits for its end.
    """
    played = {(each.division, each.round, each.board) for each in state.fixtures if each.status == "running"}
    later = [
        each
        for each in state.fixtures
        if each.status == "planned" and each.leg > 1 and (each.division, each.round, each.board) not in played
    ]
    if not later:
        return []
    rest = replace(state, fixtures=tuple(each for each in state.fixtures if each not in later))
    wanted = {(each.division, each.round, each.board, each.leg) for each in plan(rest.paired(state.round, info, now))}
    return [each for each in later if (each.division, each.round, each.board, each.leg) not in wanted]


def _with_advances(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))


_CLOSED = say("The season is closed, so this doesn't affect it.")
_FOLLOWED = say("The next round already depends on this tie, so it stays decided. Still through: {entries}.")
_SECOND_MADE = say("The second final already depends on this tie, so it stays.")
_ANOTHER = say("That doesn't decide the tie, so another match starts.")
_STAYS_OPEN = say("That doesn't decide the tie.")
_GOES_ON = say("The tie is open again, so another match starts.")
_OPEN_AGAIN = say("The tie is open again.")
_SECOND_FINAL = say("The final has to be played again: a second final starts.")
_CLOSES_LATER = say("{what} The season closes that much later.")
_IS_PAUSED = say("{what} It waits until the league is resumed.")
_THROUGH = (
    say("That decides the tie. Through: {entries}."),
    say("The tie stays decided. Still through: {entries}."),
    say("That changes who wins the tie. Through now: {entries}."),
)
"""Texts for a tie that a change decides, leaves decided, or decides otherwise; and for the last tie."""
_THIRD = (
    say("Third place: {entries}."),
    say("Third place stays with {entries}."),
    say("Third place now: {entries}."),
)
_CHAMPION = (
    say("Champion: {entries}."),
    say("The title stays with {entries}."),
    say("Champion now: {entries}."),
)


AGAIN = timedelta(days=1)
"""Wait before a match that the starter gave up is requested again."""
_CANNOT_START = say("{league}: a match can't start ({fixture}). {why} {after}")
_AGAIN = say("I'll try again every day.")
_NOT_FOR_EVER = say(
    "I'll try again every day. If it still can't start after {days} days, any player who has left this server "
    "forfeits; if nobody has, it counts as not finished. Organisers can decide it sooner."
)


@dataclass(eq=False, slots=True)
class Fixtures(Origin):
    """Every match of a league, from the request until its results are written."""

    core: Core
    timer: SeasonTimer
    queue: StartQueue

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Refuse a match that is no longer wanted, or not with these players."""
        season, fixture = await self._asked(connection, start)
        if season is None or fixture is None or season.status != "running":
            raise NotWanted
        playing = await entries.load(connection, fixture.entries)
        if {*start.people} != {person for each in playing for person in each.current}:
            raise NotWanted
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
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
        await self.timer.show(connection, season, fixture.round)

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        """Note why a match didn't start, and ask for it again later; after `PATIENCE` it's over unplayed."""
        async with self.core.db.write() as connection:
            season, fixture = await self._asked(connection, start)
            if season is None or fixture is None:
                return
            put_off = replace(fixture, ordered=False)
            playing = await entries.load(connection, fixture.entries)
            if season.status == "running" and {*start.people} == {who for each in playing for who in each.current}:
                gone = [each.id for each in playing if {*each.current} & {*absent}]
                put_off = await self._put_off(connection, season, put_off, why, playing, gone)
            await stored_fixtures.save(connection, season, fixture, put_off)
            await self.timer.now(connection, season)
        self.core.outbox.drain()

    async def _put_off(
        self,
        connection: AsyncConnection,
        season: StoredSeason,
        fixture: Fixture,
        why: Text,
        playing: Collection[Entry],
        gone: Collection[int],
    ) -> Fixture:
        """Return a fixture whose match cannot start: to be tried again, or over if it failed for too long.

        If it's over, absent entries lose it by forfeit; without any, it counts as unfinished.
        """
        now, key, terms = self.core.clock.now(), f"stuck:{fixture.id}", LeagueTerms.load(season.terms)
        since = None if fixture.trouble is None else await seasons.since(connection, season, key)
        if since is None:  # once is enough; what holds now stands with the fixture
            since = now
            await seasons.note_since(connection, season, key, now)
            after = _AGAIN if terms.kind == "round-robin" else _NOT_FOR_EVER.using(days=PATIENCE.days)
            league = await seasons.league(connection, season.league_id)
            text = _CANNOT_START.using(
                league=Quote("" if league is None else league.name),
                fixture=fixture_name(fixture, playing, await round_of(connection, season, fixture)),
                why=why,
                after=after,
            )
            await tell(connection, season, text, now)
        until = since + PATIENCE + self.core.outages.of(season.guild_id).between(since, now)
        if now < until or not await self._holds_others_up(connection, season, terms, fixture):
            return replace(fixture, trouble=dump_text(why), not_before=now + AGAIN)
        await report(connection, season, "result", now, fixture.id)
        if gone:
            return fixtures.fixture_over(fixture, fixtures.forfeited_fixture(terms, fixture, gone), "forfeit", now)
        return fixtures.fixture_over(fixture, fixtures.unfinished_fixture(terms, fixture), "unfinished", now)

    async def _holds_others_up(
        self, connection: AsyncConnection, season: StoredSeason, terms: LeagueTerms, fixture: Fixture
    ) -> bool:
        """Return whether a fixture holds others up: in a round robin, if all else is over."""
        if terms.kind != "round-robin":
            return True
        open_fixtures = await stored_fixtures.open_of(connection, season)
        return season.ends_at is None and all(
            each.trouble is not None or each.id == fixture.id for each in open_fixtures
        )

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Appoint a look at the season of a match that stopped; for `LeagueWriters`."""
        if not is_stalled(after) or (before is not None and is_stalled(before)):
            return
        season = None if after.terms.league is None else await seasons.load(connection, after.terms.league)
        if season is not None:
            await self.timer.now(connection, season)

    async def end(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Write the results of a match that ends; for `Endings`, after results."""
        if after.terms.league is not None:
            rows = await results.of_match(connection, after.id)
            await self._flow(connection, after.id, rows, absent_at_end(before, after))

    async def flow(self, connection: AsyncConnection, match_id: int, rows: Sequence[Result]) -> None:
        """Write the latest results of a match into its league, if it has one.

        A closed season doesn't change, nor do fixtures that were decided or lost for other reasons.
        """
        await self._flow(connection, match_id, rows, None)

    async def _flow(
        self, connection: AsyncConnection, match_id: int, rows: Sequence[Result], absent: frozenset[Seat] | None
    ) -> None:
        """Do that; `absent` are the seats whose absence ended the match, None to look them up."""
        found = await stored_fixtures.of_match(connection, match_id)
        if found is None:
            return
        season = await seasons.load(connection, found[0], to_change=True)
        fixture = await stored_fixtures.load(connection, found[1])
        if season is None or fixture is None or fixture.match_id != match_id:
            return
        if fixture.status != "running" and absent is not None:
            await self.timer.now(connection, season)  # it was played on: others that wait can begin
        if season.closed_at is not None:
            return
        if fixture.status != "running":
            if fixture.why not in ("played", "agreed", "forfeit", "void"):
                return
            if is_decided(await stored_fixtures.decisions_of(connection, season.id), fixture.id):
                return
        absent = await absent_since(connection, rows) if absent is None else absent
        after = await self._outcome_of(connection, season, fixture, rows, absent)
        await stored_fixtures.save(connection, season, fixture, after)
        if not after.open and (after.status, after.sides) != (fixture.status, fixture.sides):
            news: LeagueNews = "result" if fixture.open else "corrected"
            await report(connection, season, news, self.core.clock.now(), after.id)
        await self.timer.show(connection, season, after.round)
        await self.timer.now(connection, season)

    async def _outcome_of(
        self,
        connection: AsyncConnection,
        season: StoredSeason,
        fixture: Fixture,
        rows: Sequence[Result],
        absent: frozenset[Seat],
    ) -> Fixture:
        terms, over_at = LeagueTerms.load(season.terms), fixture.ended_at or self.core.clock.now()
        if await are_struck(connection, season, fixture):
            return fixtures.struck_fixture(fixture, "withdrawal", over_at)
        if rows[0].why in ("aborted", "void") and await was_decided(connection, season, rows[0].match_id):
            return fixtures.fixture_over(fixture, fixtures.unfinished_fixture(terms, fixture), "unfinished", over_at)
        return await self._judged(connection, terms, fixture, rows, absent)

    async def foresee(self, connection: AsyncConnection, match_id: int) -> Callable[[], Awaitable[Text | None]] | None:
        """Return a function that says, once a correction is written in a transaction, what follows for the league.

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
            info, now = self.core.games(after.terms.game).info, self.core.clock.now()
            return await asyncio.to_thread(follows_from, before, after, info, found[1], now)

        return tell

    async def foresee_end(self, match: Match, change: Change) -> Text | None:
        """Return what ending a match this way means for the tie of its league; None where it means nothing."""
        after = advanced(match, change).match
        async with self.core.db.read() as connection:
            found = await stored_fixtures.of_match(connection, after.id)
            before = None if found is None else await model.load(connection, found[0])
            fixture = None if found is None or before is None else await stored_fixtures.load(connection, found[1])
            if before is None or fixture is None or fixture.match_id != after.id or fixture.status != "running":
                return None
            judged = await self._outcome_of(connection, before.season, fixture, rows_of(after), frozenset())
        changed = replace(before, fixtures=tuple(judged if each.id == fixture.id else each for each in before.fixtures))
        info = self.core.games(before.terms.game).info
        return await asyncio.to_thread(follows_from, before, changed, info, fixture.id, self.core.clock.now())

    async def _judged(
        self,
        connection: AsyncConnection,
        terms: LeagueTerms,
        fixture: Fixture,
        rows: Sequence[Result],
        seats: frozenset[Seat],
    ) -> Fixture:
        now, why = fixture.ended_at or self.core.clock.now(), rows[0].why
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
        entered = await entries.load(connection, fixture.entries)
        return frozenset(each.id for each in entered if each.left_at is not None and each.left_at <= began)

    async def _asked(
        self, connection: AsyncConnection, start: Start
    ) -> tuple[StoredSeason, Fixture] | tuple[None, None]:
        """Return the season, locked, and the fixture that still wants this start; None if it doesn't any more."""
        _, number, attempt = start.origin.split(":")
        season_id = await stored_fixtures.season_of(connection, int(number))
        season = None if season_id is None else await seasons.load(connection, season_id, to_change=True)
        fixture = await stored_fixtures.load(connection, int(number))
        if season is None or fixture is None or not fixture.ordered or fixture.attempt != int(attempt):
            return None, None
        return season, fixture

    async def ask(self, connection: AsyncConnection, state: SeasonState, fixture: Fixture) -> bool:
        """Ask for the match of a fixture, in a transaction that holds its season.

        Returns whether the present players can play.
        """
        league = await seasons.league(connection, state.season.league_id)
        wanted = replace(
            fixture, ordered=True, attempt=fixture.attempt + 1
        )  # what its last attempt failed at stays known
        start = None if league is None else self.start_of(league, state, wanted)
        if start is None:
            return False
        await stored_fixtures.save(connection, state.season, fixture, wanted)
        await self.queue.add(connection, start)
        return True

    def playable(self, state: SeasonState, fixture: Fixture) -> bool:
        return self._mode(state, _sides_with_entries(state, fixture)) is not None

    def start_of(self, league: League, state: SeasonState, fixture: Fixture) -> Start | None:
        """Return the request for the starter; None where the present entries cannot play.

        `fixture`: with the number of the attempt counted up.
        """
        playing = _sides_with_entries(state, fixture)
        mode = self._mode(state, playing)
        if mode is None:
            return None
        terms, full = state.terms, len(playing) == len(fixture.sides)
        known = {each.key for each in self.core.games(terms.game).info.options_of(mode.key)}
        seats = {
            seat: person
            for place, (side, entry) in enumerate(playing, 1)
            for seat, person in _seats(mode, side.seat if full else place, entry)
        }
        return Start(
            guild_id=state.season.guild_id,
            channel_id=league.channel_id,
            where="channels" if mode.silent else "thread",
            game=terms.game,
            mode=mode.key,
            options=tuple(pair for pair in terms.options if pair[0] in known),
            seats=seats,
            origin=origin_of(fixture.id, fixture.attempt),
            terms=replace(terms.match, league=state.season.id).dump(),
        )

    def _mode(self, state: SeasonState, playing: Sequence[object]) -> Mode | None:
        return mode_for(state.terms, self.core.games(state.terms.game).info, len(playing)) if len(playing) > 1 else None


def _sides_with_entries(state: SeasonState, fixture: Fixture) -> list[tuple[Side, Entry]]:
    known = {each.id: each for each in state.entries}
    return [(side, known[side.entry]) for side in fixture.sides if side.entry not in state.gone]


def _seats(mode: Mode, seat: Seat, entry: Entry) -> list[tuple[Seat, int]]:
    if not mode.teams:
        return [(seat, entry.current[0])]
    team = next(each for each in mode.teams if min(each) == seat)
    return list(zip(sorted(team), entry.current, strict=True))
