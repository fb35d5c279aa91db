"""Reminders: the call when a turn begins, nudges before its end, and a daily digest.

Where a match has a clock, appointments stand at the times of its nudges; where it has none, a sweep finds the
turns that have waited for `IDLE` days. Nobody is disturbed in their quiet hours: what falls into them waits for
their end, or comes before they begin if it would be too late then.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from hosting.clock.calendar import Calendar, local_time, resting, zone_of
from hosting.clock.match_clock import SeatClock
from hosting.match.model import Deadline, Match, MatchSummary, PlayerSettings
from hosting.match.service import Matches
from hosting.outages import NUDGE
from hosting.outbox import Outbox
from hosting.posts import DigestPost, Posting, ReminderPost, Stage, TextPost, add_posts, dump
from hosting.runtime.scheduler import Handler, Schedule, Since
from hosting.runtime.time import Clock
from hosting.settings import Settings
from hosting.vacations import UTC_NAME, quiet_of
from store.database import Database
from store.tables import deadlines, match_queries, outbox
from store.tables.replay import ReplayError

CALL_AFTER_REST, IDLING = "call", "idle"
"""Appointments, besides `NUDGE` for a nudge by the clock: for what quiet hours held back; for the sweep. The first two
have a match and a seat as their key, `<match>:<seat>`."""

IDLE = (timedelta(days=2), timedelta(days=4), timedelta(days=7))
"""Waits before each reminder where there is no clock; after the last of them none follows."""
SWEEP = timedelta(hours=1)
"""There is no other sweep sooner than this."""
NEAR_END = 10
"""The second nudge comes when this fraction of the time is left, at least `SHORTEST_NOTICE`."""
SHORTEST_NOTICE = timedelta(hours=1)
BEFORE_QUIET = timedelta(minutes=5)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Nudge:
    """A nudge that is to come."""

    stage: Stage
    at: datetime


@dataclass(frozen=True, slots=True)
class PendingReminder:
    """A reminder that has an appointment: it falls away unless the player still has the same decision to make."""

    decision: str
    stage: Stage

    def dump(self) -> Json:
        """Return what the appointment holds; its key names match and seat."""
        return {"decision": self.decision, "stage": self.stage}

    @classmethod
    def load(cls, payload: Json) -> PendingReminder:
        """Return what `dump` wrote. Raises ValueError if it is no reminder."""
        match payload:
            case {"decision": str(decision), "stage": str(stage)}:
                return cls(decision, cast("Stage", stage))
        raise ValueError(f"not a reminder: {payload!r}")


def next_nudge(clock: SeatClock, quiet: Calendar, now: datetime) -> Nudge | None:
    """Return the next nudge for a player whose clock runs, or None."""
    due = clock.due
    if due is None:
        return None
    half, end = clock.full / 2, max(clock.full / NEAR_END, SHORTEST_NOTICE)
    stages: list[tuple[Stage, timedelta]] = []
    if half >= SHORTEST_NOTICE:
        stages.append(("half", half))
    if end < half:
        stages.append(("end", end))
    for stage, left in stages:
        at = clock.when(left)
        if at is not None and at > now and (calm := _calm(at, due, quiet)) is not None and calm > now:
            return Nudge(stage, calm)
    return None


def decision(match: Match, seat: Seat) -> str:
    """Return what tells one decision of a seat from all others."""
    clock = match.clock
    if clock is not None and (began := clock.seat(seat).began) is not None:
        return began.isoformat()
    return str(match.seq)


def is_waiting(match: Match, seat: Seat) -> bool:
    """Return whether a match goes on and others wait for a seat: nobody waits for a player alone."""
    if match.alone or match.over or match.parked is not None or match.paused is not None:
        return False
    return seat in match.session.to_act


def calls_here(player: PlayerSettings, at: datetime) -> bool:
    """Return whether a player is to be mentioned in the channel of a match when their turn begins at a time."""
    return player.ping and player.nudges != "private" and _rest(player, at) is None


class Reminders:
    """Reminds players of their turns."""

    def __init__(
        self, database: Database, clock: Clock, live: Matches, posts: Outbox, schedule: Schedule, settings: Settings
    ) -> None:
        self._db = database
        self._clock = clock
        self._matches = live
        self._outbox = posts
        self._schedule = schedule
        self._settings = settings
        self._written: dict[int, list[tuple[str, datetime]]] = {}

    async def start(self) -> None:
        """Begin to look after matches without a clock; call it once."""
        if await self._schedule.due_at(IDLING, "") is None:
            await self._sweep_later(self._clock.now())

    async def instead(self, match: Match, seat: Seat, stage: Stage) -> None:
        """Remind a player in the channel of the match whom no direct message can reach, unless that tells too much."""
        if _hushed(match):
            return
        async with self._db.write() as connection:
            post = Posting("nudge", match.home(seat), ReminderPost(stage, seat))
            await add_posts(connection, match.id, match.seq, [post], self._clock.now())
        self._outbox.drain()

    async def aside(self, match: Match, person_id: int, content: ReminderPost | TextPost, since: datetime) -> None:
        """Call a player in private who is not to be mentioned, once for each reason (`cogs.delivery.reminders`).

        Args:
            match: Which.
            person_id: Whom.
            content: What is said.
            since: The same is not written again if it was since then.
        """
        async with self._db.write() as connection:
            if await outbox.told_aside(connection, match.id, match.seq, person_id, dump(content), since):
                return
            post = Posting("private", person_id, content)
            await add_posts(connection, match.id, match.seq, [post], self._clock.now())
        self._outbox.drain()

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Call the players whose turns begin, and appoint the nudges of those whose clocks changed."""
        now = self._clock.now()
        if before is None or before.seq != after.seq:
            for seat in sorted(after.session.to_act):
                await self._call(connection, after, seat, now)
        for seat, clock in enumerate(after.clock.seats if after.clock is not None else (), 1):
            was = before.clock.seat(seat) if before is not None and before.clock is not None else None
            if clock != was and (clock.due is not None or (was is not None and was.due is not None)):
                await self._plan(connection, after, seat, now)

    async def hear(self, match: Match) -> None:
        """Make the schedule look at the appointments that were just made for a match."""
        for kind, due in self._written.pop(match.id, []):
            self._schedule.noticed(kind, due)

    async def _call(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        """Call a player whose turn begins, unless the message that says so does."""
        if not is_waiting(match, seat):
            return
        player = await self._settings.player_within(connection, match.person_of(seat))
        if not player.ping or calls_here(player, now):
            return
        rest = _rest(player, now)
        if rest is None:
            await self._post(connection, match, seat, "turn", player)
        else:
            await self._put(connection, match, seat, CALL_AFTER_REST, Nudge("turn", rest))

    async def _plan(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        """Make the appointment for the next nudge of a seat, or drop it."""
        clock = None if match.clock is None else match.clock.seat(seat)
        nudge = None
        if clock is not None:
            quiet = quiet_of(await self._settings.player_within(connection, match.person_of(seat)))
            nudge = next_nudge(clock, Calendar(quiet), now)
        if nudge is None:
            await deadlines.remove(connection, NUDGE, _key(match, seat))
        else:
            await self._put(connection, match, seat, NUDGE, nudge)

    async def _put(self, connection: AsyncConnection, match: Match, seat: Seat, kind: str, nudge: Nudge) -> None:
        pending = PendingReminder(decision(match, seat), nudge.stage)
        await deadlines.put(connection, Deadline(kind, _key(match, seat), nudge.at, pending.dump()))
        self._written.setdefault(match.id, []).append((kind, nudge.at))

    def keeper_of(self, kind: str) -> Handler:
        """Return the handler of a kind of appointment with a player."""

        async def keep(key: str, payload: Json) -> None:
            match_id, seat = (int(part) for part in key.split(":"))
            pending = PendingReminder.load(payload)
            async with self._matches.hold(match_id) as match:
                if not is_waiting(match, seat) or pending.decision != decision(match, seat):
                    return
                async with self._db.write() as connection:
                    await self._remind(connection, match, seat, kind, pending.stage)
                await self.hear(match)
            self._outbox.drain()

        return keep

    async def _remind(self, connection: AsyncConnection, match: Match, seat: Seat, kind: str, stage: Stage) -> None:
        now = self._clock.now()
        player = await self._settings.player_within(connection, match.person_of(seat))
        rest = _rest(player, now)
        if rest is None:
            await self._post(connection, match, seat, stage, player)
        elif kind == CALL_AFTER_REST or (match.clock is not None and _before(rest, match.clock.due(seat))):
            await self._put(connection, match, seat, kind, Nudge(stage, rest))
            return
        if kind == NUDGE:
            await self._plan(connection, match, seat, now)

    async def _post(
        self, connection: AsyncConnection, match: Match, seat: Seat, stage: Stage, player: PlayerSettings
    ) -> None:
        """Write a reminder where the player wants it, and the word to the table that it was the last."""
        posts: list[Posting] = []
        reminder, home = ReminderPost(stage, seat), match.home(seat)
        if _hushed(match):
            if player.nudges != "off" or stage == "turn":
                posts.append(Posting("private", match.person_of(seat), reminder))
            await add_posts(connection, match.id, match.seq, posts, self._clock.now())
            return
        if player.nudges == "private":
            posts.append(Posting("private", match.person_of(seat), reminder))
        elif player.nudges == "channel" or stage == "turn":
            posts.append(Posting("nudge", home, reminder))
        if stage in ("end", "last") and player.nudges != "channel":
            posts.append(Posting("nudge", home, ReminderPost("told", seat)))
        await add_posts(connection, match.id, match.seq, posts, self._clock.now())

    async def sweep(self, _key: str, payload: Json) -> None:
        """Remind those who have let a match without a clock wait, look again in an hour; a handler."""
        now = self._clock.now()
        since = now - SWEEP if payload is None else Since.load(payload).at
        async with self._db.read() as connection:
            found = await match_queries.idle(connection, since - IDLE[-1], now - IDLE[0])
        for match_id, moved_at in found:
            passed = [index for index, after in enumerate(IDLE) if since < moved_at + after <= now]
            if not passed:
                continue
            try:
                await self._idle(match_id, "last" if passed[-1] == len(IDLE) - 1 else "idle")
            except ReplayError:  # nobody plays it before it can be read again, and the others are to be reminded once
                _log.exception("nobody is reminded of match %d", match_id)
        await self._sweep_later(now)
        self._outbox.drain()

    async def _sweep_later(self, now: datetime) -> None:
        """Look again when the next turn will have waited for too long; one that begins from now on, not before."""
        coming = []
        async with self._db.read() as connection:
            for after in IDLE:
                first = await match_queries.idle_since(connection, now - after)
                coming += [] if first is None else [first + after]
        due = min(max(min(coming, default=now + IDLE[0]), now + SWEEP), now + IDLE[0])
        await self._schedule.set(IDLING, "", due, Since(now).dump())

    async def _idle(self, match_id: int, stage: Stage) -> None:
        async with self._matches.hold(match_id) as match:
            waiting = [seat for seat in sorted(match.session.to_act) if is_waiting(match, seat)]
            async with self._db.write() as connection:
                for seat in waiting:
                    await self._remind(connection, match, seat, CALL_AFTER_REST, stage)
            await self.hear(match)


def _hushed(match: Match) -> bool:
    """Return whether a player must be reminded in private.

    With silent partners, when and where a player wants to be reminded would be a sign that the partner reads (R29).
    Where several choose in secret it would tell who has not chosen.
    """
    return match.silent or match.secret


def _rest(player: PlayerSettings, at: datetime) -> datetime | None:
    """Return when the quiet hours end in which a time lies; None if it lies in none."""
    span = resting(at, Calendar(quiet_of(player)))
    return None if span is None else span[1]


def _calm(at: datetime, due: datetime, quiet: Calendar) -> datetime | None:
    """Move a reminder out of the player's quiet hours; return its time, or None if that is too late."""
    span = resting(at, quiet)
    if span is None:
        return at
    return span[1] if span[1] < due else span[0] - BEFORE_QUIET


def _before(at: datetime, due: datetime | None) -> bool:
    return due is not None and at < due


def _key(match: Match, seat: Seat) -> str:
    return f"{match.id}:{seat}"


# The digest: once a day, at an hour of the player's choice, what waits for them; nothing if nothing does.


DIGEST = "digest"
"""The kind of appointment, its key being the user."""


class Digests:
    """Sends everybody who wants it their digest."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        matches: Matches,
        posts: Outbox,
        schedule: Schedule,
        settings: Settings,
    ) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._schedule = schedule
        self._settings = settings

    async def arrange(self, person_id: int) -> datetime | None:
        """Make the next appointment after a player changed their settings; return when, or None for never."""
        player = await self._settings.player(person_id)
        if player.digest_hour is None:
            await self._schedule.cancel(DIGEST, str(person_id))
            return None
        due = next_hour(self._clock.now(), player.zone or UTC_NAME, player.digest_hour)
        await self._schedule.set(DIGEST, str(person_id), due)
        return due

    async def due(self, key: str, _payload: Json) -> None:
        """Write to a player what waits for them; a handler of appointments."""
        person_id = int(key)
        waiting = [each for each in await self._matches.of_person(person_id) if person_id in each.to_act]
        going = [each for each in waiting if each.status == "running" and not each.paused and len(each.names) > 1]
        if going and (await self._settings.player(person_id)).digest_hour is not None:
            first = await self._readable(going)
            if first is not None:
                post = Posting("private", person_id, DigestPost())
                async with self._db.write() as connection:
                    await add_posts(connection, first.id, first.seq, [post], self._clock.now())
                self._outbox.drain()
        await self.arrange(person_id)

    async def _readable(self, found: Sequence[MatchSummary]) -> Match | None:
        """Return the first match that can be played through: the list is posted on its account."""
        for each in found:
            try:
                return await self._matches.get(each.id)
            except ReplayError as error:
                _log.info("the list is not posted on account of match %d: %s", each.id, error)
        return None


def next_hour(now: datetime, zone: str, hour: int) -> datetime:
    """Return when an hour of the day begins next somewhere, after now."""
    day = now.astimezone(zone_of(zone)).date() - timedelta(days=1)
    while (due := local_time(zone, day, hour * 60)) <= now:
        day += timedelta(days=1)
    return due
