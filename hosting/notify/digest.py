"""The digest: once a day, at an hour of the player's choice, what waits for them; nothing if nothing does."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.game import Json
from hosting.clock.calendar import local_time, zone_of
from hosting.match.model import Match, MatchSummary
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.outbox.posts import DigestPost, Posting, add_posts
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.settings import Settings
from hosting.timekeeping.calendars import UTC_NAME
from store.database import Database
from store.replay import ReplayError

DIGEST = "digest"
"""The kind of appointment, its key being the user."""
_log = logging.getLogger(__name__)


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
