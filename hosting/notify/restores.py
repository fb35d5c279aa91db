"""A database that was put back from a backup: what was done since is gone, and what Discord still shows of it is void.

Messages of that time have buttons with numbers that the database gives again, to other requests, tables and matches. So
a press below a message that was posted, or edited last, between the backup and the restore does nothing. When each
message is from, Discord says itself; up to when a backup goes, its latest message and its last sign of life say.

Whether it was restored, the store finds out when it opens a database (`store.generations`).
"""

# ruff: noqa: N818 - named for what happened, as in hosting.errors

from __future__ import annotations

import logging
from datetime import datetime

from engine.errors import ArenaError
from engine.text import say
from hosting.match.errors import NoSuchMatch
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.outbox.posts import BoardPost, Posting, RequestPost, add_posts
from hosting.runtime.time import Clock
from store import generations, requests
from store.database import Database
from store.generations import Gap
from store.replay import ReplayError

_log = logging.getLogger(__name__)


class Overtaken(ArenaError):
    """The message that was pressed is of a time that the database has lost."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This message is newer than what I know: my database was set back to a backup, and what was done "
                "since is lost. Nothing was changed. `/matches` shows your matches as they are now."
            ),
            code="set-back",
        )


class Restores:
    """Knows which times the database has lost, and says so in the matches that were set back."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, posts: Outbox) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._gaps: tuple[Gap, ...] = ()

    def check(self, shown: datetime) -> None:
        """Raise Overtaken if a message of this time, by Discord's clock, tells of what is lost."""
        if any(gap.begin < shown <= gap.end for gap in self._gaps):
            raise Overtaken

    async def start(self, newest: datetime | None) -> None:
        """Find out what was lost; call it before anybody plays, and before the sign of life is noted.

        Args:
            newest: When the latest message was posted that the database knows; None if there is none.
        """
        async with self._db.write() as connection:
            self._gaps = await generations.gaps(connection, newest, self._clock.now())

    async def tell(self) -> None:
        """Tell each match that goes on that it was set back; what one process does not come to, the next does."""
        while True:
            async with self._db.read() as connection:
                match_id = await generations.untold(connection)
            if match_id is None:
                break
            await self._tell_of(match_id)
        self._outbox.drain()

    async def _tell_of(self, match_id: int) -> None:
        try:
            async with self._matches.hold(match_id) as match:
                text = say(
                    "I had to go back to a backup: this match is at event {number} again, as the board shows. What was "
                    "played after that is lost, and the buttons of later messages do nothing.",
                    number=match.seq,
                )
                calls = match.session.game.info.by_decision
                shown = [place for place in match.places if place.shows_boards and match.parked is None]
                posts = [
                    Posting("board", place.channel_id, BoardPost(place.role, note=text, quiet=True, calls=calls))
                    for place in shown
                ]
                if not calls:
                    posts += [
                        Posting("status", place.channel_id, BoardPost(place.role, edit=False, quiet=True))
                        for place in shown
                    ]
                posts.sort(key=lambda each: each.channel_id)
                async with self._db.write() as connection:
                    # Edited, the messages of requests that are known are newer than what was lost.
                    posts += [
                        Posting("request", place.channel_id, RequestPost(each.id, edit=True))
                        for each in await requests.open_of(connection, match.id)
                        for place in match.places
                        if match.parked is None
                    ]
                    await add_posts(connection, match.id, match.seq, posts, self._clock.now())
                    await generations.told(connection, match_id)
        except (ReplayError, NoSuchMatch) as error:
            _log.warning("match %d cannot be told that it was set back: %s", match_id, error)
            async with self._db.write() as connection:
                await generations.told(connection, match_id)
