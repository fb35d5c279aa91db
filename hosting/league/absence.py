"""Players who do not come: warned by half of their first turn's time, and an organiser with them.

At the end of that time they lose, as `hosting.timekeeping.timeouts` says, and the fixture is over by forfeit. What they
agreed on stops their clock (vacations, quiet hours, pauses) and so puts both off.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.outcome import Termination
from engine.seat import Seat
from engine.text import Player, say
from hosting.league.matches import of_match
from hosting.match.audit import AuditCode
from hosting.match.model import Match
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.outbox.posts import Posting, TextPost, add_posts
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.timekeeping.presence import absent_at, missing, warned_at
from store import audit, deadlines
from store.database import Database
from store.deadlines import Deadline
from store.league import seasons
from store.results import Result

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
        about = await of_match(connection, match.id)
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


_YOURS = say("**{where}**: make your first turn by <t:{at}:f> in <#{channel}>, or you forfeit it by absence. {forfeit}")
_THEIRS = say("**{where}**: {player} has made no turn yet. Without one by <t:{at}:f>, they forfeit it by absence.")
_SOMEBODY = say("**{where}**: a player has made no turn yet. Without one by <t:{at}:f>, they forfeit it by absence.")
