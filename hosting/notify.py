"""Messages about turns: whose turn it is, reminders, the digest."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Text, say
from hosting.clock import Calendar, SeatClock, local_time, resting, zone_of
from hosting.consent.requests import Requests
from hosting.core import Core
from hosting.housing import interruption_key
from hosting.match.model import Deadline, Match, MatchSummary, NoSuchMatch, PlayerSettings
from hosting.match.service import Matches, playing
from hosting.outages import NUDGE
from hosting.outbox import (
    BoardPost,
    DigestPost,
    Posting,
    ReminderPost,
    ReminderStage,
    TextPost,
    add_posts,
    add_posts_about,
    turn_again,
)
from hosting.people import Settings
from hosting.runtime import Handler, Since
from hosting.vacations import UTC_NAME, quiet_of, reveals_days
from store import database
from store.database import Gap
from store.documents import Document
from store.league import seasons
from store.tables import deadlines, lobby, match_queries, outbox, people
from store.tables.deadlines import Deadline as StoredDeadline
from store.tables.matches import ReplayError
from store.tables.values import Subject

# Reminders: the call when a turn begins, nudges before its end, and a daily digest.
#
# Where a match has a clock, appointments stand at the times of its nudges; where it has none, a sweep finds the
# turns that have waited for `IDLE` days. Nobody is disturbed in their quiet hours: what falls into them waits for
# their end, or comes before they begin if it would be too late then.


CALL_AFTER_REST, IDLING = "call", "idle"
"""Appointments, besides `NUDGE` for a nudge by the clock: for what quiet hours held back; for the sweep. The first two
have a match and a seat as their key, `<match>:<seat>`."""

IDLE = (timedelta(days=2), timedelta(days=4), timedelta(days=7))
"""Waits before each reminder where there is no clock; after the last of them none follows."""
SWEEP = timedelta(hours=1)
"""The shortest time between two sweeps."""
NEAR_END = 10
"""The second nudge comes when this fraction of the time is left, at least `SHORTEST_NOTICE`."""
SHORTEST_NOTICE = timedelta(hours=1)
BEFORE_QUIET = timedelta(minutes=5)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Nudge:
    """A nudge to come."""

    stage: ReminderStage
    at: datetime


@dataclass(frozen=True, slots=True)
class PendingReminder(Document):
    """The content of a reminder's appointment: it's dropped unless the player still has the same decision to make."""

    decision: str
    stage: ReminderStage


def next_nudge(clock: SeatClock, quiet: Calendar, now: datetime) -> Nudge | None:
    due = clock.due
    if due is None:
        return None
    half, end = clock.full / 2, max(clock.full / NEAR_END, SHORTEST_NOTICE)
    stages: list[tuple[ReminderStage, timedelta]] = []
    if half >= SHORTEST_NOTICE:
        stages.append(("half", half))
    if end < half:
        stages.append(("end", end))
    for stage, left in stages:
        at = clock.when(left)
        if at is not None and at > now and (calm := _after_quiet_hours(at, due, quiet)) is not None and calm > now:
            return Nudge(stage, calm)
    return None


def decision(match: Match, seat: Seat) -> str:
    """Return a key of a seat's present decision, different for every other decision."""
    clock = match.clock
    if clock is not None and (began := clock.seat(seat).began) is not None:
        return began.isoformat()
    return str(match.seq)


def is_waiting(match: Match, seat: Seat) -> bool:
    """Return whether others wait for a person in a running match: nobody waits for a player alone, or a computer."""
    if match.alone or match.over or match.parked is not None or match.paused is not None:
        return False
    return seat in match.session.to_act - match.computers


def calls_here(player: PlayerSettings, at: datetime) -> bool:
    """Return whether to mention a player in the channel of a match when their turn begins at a time."""
    return player.ping and player.nudges != "private" and _rest(player, at) is None


@dataclass(eq=False, slots=True)
class Reminders:
    """Reminds players of their turns."""

    core: Core
    matches: Matches
    settings: Settings

    async def start(self) -> None:
        if await self.core.schedule.due_at(IDLING, self.core.share.key) is None:
            await self._sweep_later(self.core.clock.now())

    async def instead(self, match: Match, seat: Seat, stage: ReminderStage) -> None:
        """Remind a player without direct messages in the channel of the match, unless that tells too much."""
        if _is_private(match):
            return
        async with self.core.db.write() as connection:
            post = Posting("nudge", match.home(seat), ReminderPost(stage, seat))
            await add_posts(connection, match.id, match.seq, [post], self.core.clock.now())
        self.core.outbox.drain()

    async def aside(self, match: Match, person_id: int, content: ReminderPost | TextPost, since: datetime) -> None:
        """Write privately to a player who must not be mentioned, once for each reason (`cogs.delivery.reminders`).

        `since`: the same isn't written again if it was since then.
        """
        async with self.core.db.write() as connection:
            if await outbox.was_told_privately(connection, match.id, match.seq, person_id, content.dump(), since):
                return
            post = Posting("private", person_id, content)
            await add_posts(connection, match.id, match.seq, [post], self.core.clock.now())
        self.core.outbox.drain()

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Mention the players whose turns begin, and appoint the nudges of those whose clocks changed."""
        now = self.core.clock.now()
        if before is None or before.seq != after.seq:
            for seat in sorted(after.session.to_act):
                await self._call(connection, after, seat, now)
        for seat, clock in enumerate(after.clock.seats if after.clock is not None else (), 1):
            was = before.clock.seat(seat) if before is not None and before.clock is not None else None
            if clock != was and (clock.due is not None or (was is not None and was.due is not None)):
                await self._plan(connection, after, seat, now)

    async def _call(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        """Mention a player whose turn begins, unless the board does."""
        if not is_waiting(match, seat):
            return
        player = await self.settings.player_within(connection, match.person_of(seat))
        if not player.ping or calls_here(player, now):
            return
        rest = _rest(player, now)
        if rest is None:
            await self._post(connection, match, seat, "turn", player)
        else:
            await self._put(connection, match, seat, CALL_AFTER_REST, Nudge("turn", rest))

    async def _plan(self, connection: AsyncConnection, match: Match, seat: Seat, now: datetime) -> None:
        clock = None if match.clock is None else match.clock.seat(seat)
        nudge = None
        if clock is not None:
            quiet = quiet_of(await self.settings.player_within(connection, match.person_of(seat)))
            nudge = next_nudge(clock, Calendar(quiet), now)
        if nudge is None:
            await deadlines.remove(connection, NUDGE, _key(match, seat))
        else:
            await self._put(connection, match, seat, NUDGE, nudge)

    async def _put(self, connection: AsyncConnection, match: Match, seat: Seat, kind: str, nudge: Nudge) -> None:
        pending = PendingReminder(decision(match, seat), nudge.stage)
        await deadlines.put(connection, Deadline(kind, _key(match, seat), nudge.at, pending.dump(), match.guild_id))

    def handler_of(self, kind: str) -> Handler:
        async def keep(key: str, payload: Json) -> None:
            match_id, seat = (int(part) for part in key.split(":"))
            pending = PendingReminder.load(payload)
            async with self.matches.hold(match_id) as match:
                if not is_waiting(match, seat) or pending.decision != decision(match, seat):
                    return
                async with self.core.db.write() as connection:
                    await self._remind(connection, match, seat, kind, pending.stage)
            self.core.outbox.drain()

        return keep

    async def _remind(
        self, connection: AsyncConnection, match: Match, seat: Seat, kind: str, stage: ReminderStage
    ) -> None:
        now = self.core.clock.now()
        player = await self.settings.player_within(connection, match.person_of(seat))
        rest = _rest(player, now)
        if rest is None:
            await self._post(connection, match, seat, stage, player)
        elif kind == CALL_AFTER_REST or (match.clock is not None and _before(rest, match.clock.due(seat))):
            await self._put(connection, match, seat, kind, Nudge(stage, rest))
            return
        if kind == NUDGE:
            await self._plan(connection, match, seat, now)

    async def _post(
        self, connection: AsyncConnection, match: Match, seat: Seat, stage: ReminderStage, player: PlayerSettings
    ) -> None:
        """Write a reminder where the player wants it, and after the last one a notice to the table."""
        posts: list[Posting] = []
        reminder, home = ReminderPost(stage, seat), match.home(seat)
        if _is_private(match):
            if player.nudges != "off" or stage == "turn":
                posts.append(Posting("private", match.person_of(seat), reminder))
            await add_posts(connection, match.id, match.seq, posts, self.core.clock.now())
            return
        if player.nudges == "private":
            posts.append(Posting("private", match.person_of(seat), reminder))
        elif player.nudges == "channel" or stage == "turn":
            posts.append(Posting("nudge", home, reminder))
        if stage in ("end", "last") and player.nudges != "channel":
            posts.append(Posting("nudge", home, ReminderPost("told", seat)))
        await add_posts(connection, match.id, match.seq, posts, self.core.clock.now())

    async def sweep(self, key: str, payload: Json) -> None:
        """Remind players who have let a match without a clock wait, look again in an hour; a handler."""
        if key != self.core.share.key:
            return  # of a process that had other servers, as there were other numbers of them
        now = self.core.clock.now()
        since = now - SWEEP if payload is None else Since.load(payload).at
        async with self.core.db.read() as connection:
            found = await match_queries.idle(connection, since - IDLE[-1], now - IDLE[0], self.core.share)
        for match_id, moved_at in found:
            passed = [index for index, after in enumerate(IDLE) if since < moved_at + after <= now]
            if not passed:
                continue
            try:
                await self._idle(match_id, "last" if passed[-1] == len(IDLE) - 1 else "idle")
            except ReplayError:  # nobody plays it before it can be read again, and the others are to be reminded once
                _log.exception("could not remind anyone of match %d", match_id)
        await self._sweep_later(now)
        self.core.outbox.drain()

    async def _sweep_later(self, now: datetime) -> None:
        """Look again when the next turn will have waited too long; no turn that begins from now on can be earlier."""
        coming = []
        async with self.core.db.read() as connection:
            for after in IDLE:
                first = await match_queries.idle_since(connection, now - after, self.core.share)
                coming += [] if first is None else [first + after]
        due = min(max(min(coming, default=now + IDLE[0]), now + SWEEP), now + IDLE[0])
        share = self.core.share
        await self.core.schedule.set(IDLING, share.key, due, Since(now).dump(), guild_id=share.a_server)

    async def _idle(self, match_id: int, stage: ReminderStage) -> None:
        async with self.matches.hold(match_id) as match:
            if len(playing(match) - match.computers) == 1:  # with computers alone there's time
                return
            waiting = [seat for seat in sorted(match.session.to_act) if is_waiting(match, seat)]
            async with self.core.db.write() as connection:
                for seat in waiting:
                    await self._remind(connection, match, seat, CALL_AFTER_REST, stage)


def _is_private(match: Match) -> bool:
    """Return whether a player must be reminded in private.

    With silent partners, when and where a player wants to be reminded would be a sign that the partner reads (R29).
    Where several choose in secret it would tell who has not chosen.
    """
    return match.silent or match.secret


def _rest(player: PlayerSettings, at: datetime) -> datetime | None:
    """Return the end of the quiet hours that a time lies in; None if it lies in none."""
    quiet = quiet_of(player)
    span = None if quiet is None else resting(at, Calendar(quiet))
    return None if span is None else span[1]


def _after_quiet_hours(at: datetime, due: datetime, quiet: Calendar) -> datetime | None:
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


@dataclass(eq=False, slots=True)
class Digests:
    """Sends digests to players who want them."""

    core: Core
    matches: Matches
    settings: Settings

    async def arrange(self, person_id: int) -> datetime | None:
        """Make the next appointment after a player changed their settings; return when, or None for never."""
        due = self._next(await self.settings.player(person_id))
        if due is None:
            await self.core.schedule.cancel(DIGEST, str(person_id))
        else:
            await self.core.schedule.set(DIGEST, str(person_id), due)
        return due

    def _next(self, player: PlayerSettings) -> datetime | None:
        if player.digest_hour is None:
            return None
        return next_hour(self.core.clock.now(), player.zone or UTC_NAME, player.digest_hour)

    async def due(self, key: str, _payload: Json) -> None:
        person_id = int(key)
        waiting = [each for each in await self.matches.of_person(person_id) if person_id in each.to_act]
        going = [each for each in waiting if each.status == "running" and not each.paused and len(each.names) > 1]
        due = self._next(await self.settings.player(person_id))
        if due is None:
            return
        first = await self._readable(going)
        # In one transaction: a process that dies in between would post it again.
        async with self.core.db.write() as connection:
            if first is not None:
                post, subject = Posting("private", person_id, DigestPost()), Subject.of_match(first.id)
                # The match may be another process's, which is to hear of it.
                await add_posts_about(
                    connection, subject, [post], self.core.clock.now(), first.seq, guild_id=first.guild_id
                )
            await self.core.schedule.put(connection, DIGEST, key, due)
        self.core.outbox.drain()

    async def _readable(self, found: Sequence[MatchSummary]) -> Match | None:
        """Return the first match that can be replayed: the list is posted on its account."""
        for each in found:
            try:
                return await self.matches.get(each.id)
            except ReplayError as error:
                _log.info("could not post the list because of match %d: %s", each.id, error)
        return None


def next_hour(now: datetime, zone: str, hour: int) -> datetime:
    day = now.astimezone(zone_of(zone)).date() - timedelta(days=1)
    while (due := local_time(zone, day, hour * 60)) <= now:
        day += timedelta(days=1)
    return due


# The message that says whose turn it is, brought up to date.
#
# More time, a vacation and a pause are no events, so nothing else is posted but a word about them. When a match goes on
# after a pause a line below the board calls: a player who has not looked for days would not see an edit.


@dataclass(eq=False, slots=True)
class BoardUpdates:
    """Edits messages whose deadlines moved, and keeps whose turn it is at the end of the channel."""

    core: Core
    matches: Matches

    async def refresh(self, match_id: int) -> None:
        """Update the messages of a match, such as their mentions; that notifies nobody."""
        async with self.matches.hold(match_id) as match:
            posts = [
                turn_again(place, edit=True, quiet=True)
                for place in match.places
                if place.shows_boards and _calls(match)
            ]
            async with self.core.db.write() as connection:
                await add_posts(connection, match.id, match.seq, posts, self.core.clock.now())
        self.core.outbox.drain()

    async def above(self, match_id: int, text: Text) -> None:
        """Post a text on the board of a match, and below it whose turn it is."""
        async with self.matches.hold(match_id) as match:
            board = match.place("board")
            if board is None:
                raise AssertionError(f"match {match_id} has no board")
            posts = [Posting("notice", board.channel_id, TextPost(text))]
            if _calls(match):
                posts.append(turn_again(board, edit=False, quiet=True))
            async with self.core.db.write() as connection:
                await add_posts(connection, match.id, match.seq, posts, self.core.clock.now())
        self.core.outbox.drain()

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        if before is not None and _moved(before, after):
            edits = [
                turn_again(place, edit=not _goes_on(before, after)) for place in after.places if place.shows_boards
            ]
            await add_posts(connection, after.id, after.seq, edits, self.core.clock.now())


def _calls(match: Match) -> bool:
    return match.parked is None and not match.over


def _moved(before: Match, after: Match) -> bool:
    """Return whether a change without an event is visible; nothing is posted while a match is parked."""
    if before.seq != after.seq or after.over or after.parked is not None:
        return False
    return (before.paused is None) != (after.paused is None) or any(
        _shown(before, seat) != _shown(after, seat) for seat in after.awaited
    )


def _goes_on(before: Match, after: Match) -> bool:
    return before.paused is not None and after.paused is None


def _shown(match: Match, seat: Seat) -> datetime | None:
    if match.clock is None or reveals_days(match, seat):
        return None
    # Who has chosen in secret does not show.
    return (match.clock.shown if match.secret else match.clock).due(seat)


# A database that was put back from a backup: what was done since is gone, and what Discord still shows of it is void.
#
# Messages of that time have buttons with numbers that the database gives again, to other requests, tables and matches.
# So a press below a message that was posted, or edited last, between the backup and the restore does nothing. Discord
# says when a message was posted; the backup's latest message and last sign of life say when it was made.
#
# An older message that was edited in that time may be wrong now. Those of tables, seasons and requests, which still
# change, are edited again; matches get a new board. What had ended before that time can't have changed in it.
#
# The store finds out whether a database was restored when it opens it (`store.database`).


SET_BACK = "set-back"
"""The appointment that announces in a match that it was set back."""
INTERRUPTED = timedelta(days=1)
"""How often to try again in an interrupted match: it's announced when the match goes on."""


NEWER_THAN_DATABASE = (
    say(
        "This message is newer than what I know: my database was restored from a backup, and anything "
        "since then is lost. Nothing has changed. `/matches` shows your matches as they are now."
    ),
    "set-back",
)
"""The error for a press on a message of a time that the database has lost."""


@dataclass(eq=False, slots=True)
class Restores:
    """Knows which times the database has lost, and announces what was set back."""

    core: Core
    matches: Matches
    requests: Requests
    _gaps: tuple[Gap, ...] = field(default=(), init=False)

    def lost(self, shown: datetime) -> Gap | None:
        """Return the lost time that a moment, by Discord's clock, is in, or None."""
        return next((gap for gap in self._gaps if gap.begin < shown < gap.end), None)

    async def start(self, newest: datetime | None, ahead: timedelta) -> None:
        """Find the lost time; call it before anybody plays, and before the sign of life is noted.

        Everything that Discord may show differently is put right then: every running match announces that it was set
        back; open tables and the posts of seasons, which keep their message, are updated.

        `newest`: when the latest message was posted that the database knows; None if there is none. `ahead`: by how
        much the clock of this machine is ahead of Discord's, now and before.
        """
        now = self.core.clock.now()
        async with self.core.db.write(long=True) as connection:
            if await database.take_generation(connection, newest, now, ahead) is not None:
                going_on = await match_queries.unended(connection)
                set_back = [StoredDeadline(SET_BACK, str(match_id), now) for match_id in going_on]
                await deadlines.put_all(connection, set_back)
                tables = [
                    (Subject("table", number), server, rev) for server, number, rev in await lobby.shown(connection)
                ]
                posts = [(Subject("league", number), server, 0) for server, number in await seasons.posted(connection)]
                await outbox.refresh_all(connection, [*tables, *posts], now)
                for match_id in (each for each, parked in going_on.items() if parked):
                    await people.set_note(connection, interruption_key(match_id), "")
            self._gaps = await database.backup_gaps(connection)

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Announce in a match that goes on after an interruption that it was set back, if it wasn't possible before."""
        if before is not None and before.parked is not None and after.parked is None and not after.over:
            await deadlines.hasten(connection, SET_BACK, self.core.clock.now(), [str(after.id)])

    async def due(self, key: str, _payload: Json) -> None:
        """Announce in a match that it was set back, once; a handler of appointments.

        An interrupted match has no place for that until it goes on.
        """
        try:
            async with self.matches.hold(int(key)) as match:
                if match.over:
                    return
                if match.parked is not None:
                    await self.core.schedule.postpone(SET_BACK, key, self.core.clock.now() + INTERRUPTED)
                    return
                async with self.core.db.write() as connection:
                    await add_posts(connection, match.id, match.seq, _posts(match), self.core.clock.now())
                    # Edited, the messages of requests that are known are newer than what was lost.
                    await self.requests.refresh_open(connection, match)
                    await deadlines.remove(connection, SET_BACK, key)
        except NoSuchMatch:
            return
        self.core.outbox.drain()


def _posts(match: Match) -> list[Posting]:
    text = say(
        "I had to restore a backup: this match is back at event {number}, as the board shows. Anything played "
        "after that is lost, and the buttons of later messages do nothing.",
        number=match.seq,
    )
    return [
        Posting("board", place.channel_id, BoardPost(place.role, note=text, quiet=True))
        for place in match.places
        if place.shows_boards
    ]
