"""Matches of a season that wait for nobody's clock, or for a player who has not come.

Whatever stops one counts alike: a substitute who never comes, a player who left, a pause, channels that are gone, a log
that this version cannot read. Organisers and players are told a week before. A turn begins the days anew; going on and
stopping again without one does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.outcome import Termination, void
from engine.seat import Seat
from engine.text import Player, Quote, Text, dump_text, say
from hosting.consent.agreements import AGREED, LEFT, LONGEST_PAUSE, ORGANISER, SUBSTITUTE
from hosting.housing import SILENCE
from hosting.league.announcements import warn_organisers
from hosting.league.fixtures import fixture_of_match, round_of
from hosting.league.model import SeasonState, fixture_name
from hosting.match import events
from hosting.match.audit import AuditCode, Line
from hosting.match.events import BOT, Change
from hosting.match.model import Match
from hosting.match.service import Matches
from hosting.match.turns import playing
from hosting.match.unreadable import UnreadableMatches
from hosting.outages import Outages
from hosting.outbox import Outbox
from hosting.posts import Posting, TextPost, add_posts
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.timekeeping import absent_at, missing, time_up_at, warned_at
from store.database import Database
from store.league import entries, fixtures, seasons
from store.league.fixtures import StalledMatch
from store.league.values import Entry, Fixture, StoredSeason
from store.tables import audit, deadlines
from store.tables.deadlines import Deadline
from store.tables.replay import ReplayError
from store.tables.results import Result

LIMIT = timedelta(days=14)
"""How long a match is stalled before it is decided, without the time in which the bot was away."""
NOTICE = timedelta(days=7)
"""How long before that it is told, at least."""
AGREED_LIMIT = LONGEST_PAUSE + NOTICE
"""The same for pauses that its players agreed on, which end by themselves: one after the other come to no more."""
LATE = timedelta(hours=1)
"""So long after a player's time was up something has been done about it, or nothing will be."""


class StalledMatches:
    """Decides stalled matches."""

    def __init__(
        self, database: Database, clock: Clock, matches: Matches, unread: UnreadableMatches, outages: Outages
    ) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._unread = unread
        self._outages = outages

    async def see_to(self, at: SeasonState) -> None:
        """Tell of the stalled matches of a season, and decide those whose day has come."""
        if at.season.status not in ("running", "paused"):
            return
        async with self._db.read() as connection:
            found = await fixtures.still_played(
                connection, at.season, self._clock.now() - LATE, self._matches.unreadable
            )
        for each in found:
            try:
                match = await self._matches.get(each.match_id)
            except ReplayError:
                match = None
            code = _UNREAD if match is None else _stopped(match, self._clock.now())
            if code is not None and await self._is_due(at.season.id, each, match, code):
                await (self._close(each) if match is None else self._decide(each))

    async def _is_due(self, season_id: int, still: StalledMatch, match: Match | None, code: str) -> bool:
        """Note that a match is stalled, tell of it when it is time, and return whether it is to be decided now."""
        now = self._clock.now()
        async with self._db.write() as connection:
            season = await seasons.load(connection, season_id, to_change=True)
            fixture = await fixtures.load(connection, still.fixture_id)
            if season is None or fixture is None or (fixture.status, fixture.match_id) != ("running", still.match_id):
                return False
            since = await self._noted(connection, season, f"stalled:{still.match_id}:{still.seq}", now)
            until = since + (AGREED_LIMIT if code == AGREED else LIMIT) + self._outages.between(since, now)
            told = await seasons.since(connection, season, key := f"stalled-told:{still.match_id}:{still.seq}")
            if told is None and until - NOTICE <= now:
                await seasons.note_done(connection, season, key, now)
                await self._tell(connection, season, fixture, match, code, (since, max(until, now + NOTICE)))
            if told is None or now < max(until, told + NOTICE + self._outages.between(told, now)):
                return False
            await seasons.note_done(connection, season, _decided(still.match_id), now)
        return True

    async def _noted(self, connection: AsyncConnection, season: StoredSeason, key: str, now: datetime) -> datetime:
        """Return since when something holds, which is now if that is new."""
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
        """Tell organisers, and those who play, since when a match is stalled and when it is decided."""
        league = await seasons.league(connection, season.league_id)
        there = await entries.load(connection, fixture.entries)
        blamed = () if match is None else _blamed(match)
        text = (_LOSES if blamed else _NOT_FINISHED).using(
            league=Quote("" if league is None else league.name),
            fixture=fixture_name(fixture, there, await round_of(connection, season, fixture)),
            why=_WHY.get(code, _INTERRUPTED),
            match=fixture.match_id or 0,
            since=int(times[0].timestamp()),
            until=int(times[1].timestamp()),
        )
        await warn_organisers(connection, season, text, self._clock.now(), _people(there))

    async def _decide(self, still: StalledMatch) -> None:
        """Have those lose for whom a match waits; where that is nobody's fault, call it off."""
        seq = still.seq
        for seat in _blamed(await self._matches.get(still.match_id)) or (None,):
            match = await self._matches.change(still.match_id, partial(self._end, still.seq, seq, seat))
            seq += 1
            if match.over or match.seq != seq:
                return

    async def _end(self, first: int, seq: int, seat: Seat | None, match: Match) -> Change | None:
        """Return what is decided about a match, in which nothing but that happened since an event; else nothing."""
        now = self._clock.now()
        if match.over or match.seq != seq or (seq == first and _stopped(match, now) is None):
            return None
        return _called_off(match, now) if seat is None else _forfeited(match, seat, now)

    async def _close(self, still: StalledMatch) -> None:
        """Call off a match that cannot be read."""
        try:
            await self._unread.as_far_as_read(still.match_id)
        except ReplayError:
            line = Line(AuditCode.VOIDED, BOT, {"reason": dump_text(_CALLED_OFF)})
            await self._unread.close_unbegun(still.match_id, lambda bare: void(len(bare.seats), _CALLED_OFF), line)
        else:
            await self._unread.close(still.match_id, BOT, lambda match: _called_off(match, self._clock.now()))


async def was_decided(connection: AsyncConnection, season: StoredSeason, match_id: int) -> bool:
    """Return whether a match was stalled until its day: where it was called off, it was not finished."""
    return await seasons.was_done(connection, season, [_decided(match_id)])


def is_stalled(match: Match) -> bool:
    """Return whether something stops a match that goes on."""
    return not match.over and (match.paused is not None or match.parked is not None)


def _decided(match_id: int) -> str:
    return f"stalled-decided:{match_id}"


def _stopped(match: Match, now: datetime) -> str | None:
    """Return the code of what stops a match, an empty one where nothing else does than its clock; None if it goes on.

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
    """Return the seats for whose players a match waits who do not play any more; none where it is nobody's fault."""
    code = None if match.paused is None else match.paused.code
    if match.paused is not None and code == LEFT:
        seat = match.seat_of(match.paused.person_id)
        return () if seat is None or seat not in playing(match) else (seat,)
    waits = code == SUBSTITUTE or (code is None and match.parked is None)
    clock = match.clock if waits else None
    return () if clock is None else tuple(seat for seat in sorted(match.session.to_act) if clock.seat(seat).up)


def _forfeited(match: Match, seat: Seat, now: datetime) -> Change:
    """Return the defeat of a seat that nobody plays; for others the match goes on."""
    change = events.forfeit(match, seat, match.person_of(seat), now, "time")
    note = say("**{player}** loses: the match was stalled for too long.", player=Player(seat))
    after = replace(change, match=replace(change.match, paused=None), note=note)
    return after.logged(AuditCode.TIME_UP, BOT, seat=seat, did="forfeit")


def _called_off(match: Match, now: datetime) -> Change:
    """Return the end of a match that does not count."""
    change = events.rule(match, void(len(match.seats), _CALLED_OFF), BOT, now, "time")
    return change.logged(AuditCode.VOIDED, BOT, reason=dump_text(_CALLED_OFF))


def _people(there: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(person for each in there for person in each.current)


_UNREAD, _NO_CLOCK = "unread", "no-clock"
_WHY: Mapping[str, Text] = {
    AGREED: say("Its players agreed on a pause."),
    LEFT: say("A player left this server."),
    ORGANISER: say("An organiser paused it."),
    SUBSTITUTE: say("A player's time is up, and nobody has taken over the seat."),
    SILENCE: say("Its channels can't be kept silent."),
    _UNREAD: say("This version of the bot can't read it."),
    _NO_CLOCK: say("No clock is running."),
}
_INTERRUPTED = say("It's interrupted because I can't use its channel.")
_LOSES = say(
    "**{league}**: {fixture} has been stalled since <t:{since}:f>. {why} If it doesn't go on by <t:{until}:f>, "
    "the player it's waiting for loses. Organisers can end it before that with `/organise`: it's match {match}."
)
_NOT_FINISHED = say(
    "**{league}**: {fixture} has been stalled since <t:{since}:f>. {why} If it doesn't go on by <t:{until}:f>, "
    "it's called off and counts as not finished. Organisers can end it before that with `/organise`: it's "
    "match {match}."
)
_CALLED_OFF = say("The match was stalled for too long and was called off; the league counts it as not finished.")


# Players who do not come: warned by half of their first turn's time, and an organiser with them.
#
# At the end of that time they lose, as `hosting.timekeeping` says, and the fixture is over by forfeit. What they
# agreed on stops their clock (vacations, quiet hours, pauses) and so puts both off.


PRESENCE = "presence"
"""The appointment at which players of a match are warned."""


class Presence:
    """Warns those who do not come to their matches."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, schedule: Schedule, posts: Outbox) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._schedule = schedule
        self._outbox = posts
        self._written: dict[int, datetime] = {}

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Appoint the warning of those who have to make their first turn, or drop it; for `Writers`."""
        if after.terms.league is None:
            return
        due = _next(after, None)
        if due == (None if before is None else _next(before, None)):
            return
        await self._appoint(connection, after, due)

    async def hear(self, match: Match) -> None:
        """Make the schedule look at the appointment that was just made for a match; for listeners."""
        if (due := self._written.pop(match.id, None)) is not None:
            self._schedule.noticed(PRESENCE, due)

    async def due(self, key: str, _payload: Json) -> None:
        """Warn those whose time it is in a match, once for each of its seats; a handler of appointments."""
        async with self._matches.hold(int(key)) as match:
            async with self._db.write() as connection:
                now = self._clock.now()
                for seat in missing(match, match.session.to_act):
                    at = warned_at(match, seat)
                    if at is not None and at <= now:
                        await self._warn(connection, match, seat, now)
                await self._appoint(connection, match, _next(match, now))
            await self.hear(match)
        self._outbox.drain()

    async def _appoint(self, connection: AsyncConnection, match: Match, due: datetime | None) -> None:
        if due is None:
            await deadlines.remove(connection, PRESENCE, str(match.id))
        else:
            await deadlines.put(connection, Deadline(PRESENCE, str(match.id), due))
            self._written[match.id] = due

    async def _warn(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        """Write the warning of a seat: to its player, and at the board to organisers."""
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
        told = _THEIRS.using(where=where, at=stamp, player=Player(seat))
        if match.decision is not None:
            told = _SOMEBODY.using(where=where, at=stamp)
        posts += [
            Posting("nudge", place.channel_id, TextPost(told, organisers=True))
            for place in match.places
            if place.role == "board"
        ]
        await add_posts(connection, match.id, match.seq, posts, now)


def _next(match: Match, after: datetime | None) -> datetime | None:
    """Return when the next player of a match is to be warned, later than a time if one is given; None for nobody."""
    times = [warned_at(match, seat) for seat in missing(match, match.session.to_act)]
    return min((each for each in times if each is not None and (after is None or each > after)), default=None)


def absent_at_end(before: Match | None, after: Match) -> frozenset[Seat]:
    """Return the seats whose absence ended a match; none where it ended otherwise.

    Args:
        before: The match before its last event; None for one that was over at once.
        after: The match that is over.
    """
    last = after.events[-1] if after.events else None
    if before is None or last is None or last.kind != "forfeit" or last.data.get("cause") != "time":
        return frozenset()
    absent = frozenset(absent_at(before, last.at))
    return absent if last.seat in absent else frozenset()


async def absent_since(connection: AsyncConnection, rows: Sequence[Result]) -> frozenset[Seat]:
    """Return the seats whose absence ended a match, for one that ended before; none where organisers decided it.

    Args:
        connection: In a transaction.
        rows: The results of the match, as they are now.
    """
    if rows[0].termination != Termination.TIME or rows[0].why is not None:
        return frozenset()
    lines = await audit.of_match(connection, rows[0].match_id)
    found = (each.detail.get("seat") for each in lines if _is_absence(each.code, each.detail.get("did")))
    return frozenset(each for each in found if isinstance(each, int))


def _is_absence(code: str, did: Json) -> bool:
    return code == AuditCode.TIME_UP and did == "absent"


_YOURS = say("**{where}**: make your first turn by <t:{at}:f> in <#{channel}>, or you forfeit as a no-show. {forfeit}")
_THEIRS = say(
    "**{where}**: {player} hasn't made a turn yet. If that's still so at <t:{at}:f>, they forfeit as a no-show."
)
_SOMEBODY = say(
    "**{where}**: a player hasn't made a turn yet. If that's still so at <t:{at}:f>, they forfeit as a no-show."
)
