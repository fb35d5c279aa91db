"""A database that was put back from a backup: what was done since is gone, and what Discord still shows of it is void.

Messages of that time have buttons with numbers that the database gives again, to other requests, tables and matches. So
a press below a message that was posted, or edited last, between the backup and the restore does nothing. When each
message is from, Discord says itself; up to when a backup goes, its latest message and its last sign of life say.

A message that is older and was edited in that time may say what is not so any more. It is edited once more, which ends
that, where it stands for something that goes on: tables, seasons, requests. Matches get a new board. What is over for
good before that time cannot have become something else.

Whether it was restored, the store finds out when it opens a database (`store.database`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import ArenaError
from engine.game import Json
from engine.text import say
from hosting.consent.requests import Requests
from hosting.housing import told_key
from hosting.lobby.model import SHOWING
from hosting.match.model import Match, NoSuchMatch
from hosting.match.service import Matches
from hosting.notify.status import Leftovers
from hosting.outbox import Outbox
from hosting.posts import BoardPost, Posting, add_posts, status_again
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import database
from store.database import Database, Gap
from store.league import seasons
from store.tables import deadlines, lobby, match_queries, settings
from store.tables.deadlines import Deadline

# ruff: noqa: N818 - named for what happened, as in hosting.errors


SET_BACK = "set-back"
"""The appointment at which a match says that it was set back."""
SEASON_POST = "season-post"
"""The appointment at which the public post of a season says what holds now."""
INTERRUPTED = timedelta(days=1)
"""How often a match is looked at that cannot be told as it is interrupted: it is told when it goes on."""


class NewerThanDatabase(ArenaError):
    """The message that was pressed is of a time that the database has lost."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This message is newer than what I know: my database was restored from a backup, and anything "
                "since then is lost. Nothing has changed. `/matches` shows your matches as they are now."
            ),
            code="set-back",
        )


class Restores:
    """Knows which times the database has lost, and has what was set back say so."""

    def __init__(
        self, database: Database, clock: Clock, matches: Matches, posts: Outbox, schedule: Schedule, asked: Requests
    ) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._schedule = schedule
        self._requests = asked
        self._gaps: tuple[Gap, ...] = ()

    def lost(self, shown: datetime) -> Gap | None:
        """Return the lost time that a moment, by Discord's clock, is in, or None."""
        return next((gap for gap in self._gaps if gap.begin < shown < gap.end), None)

    async def start(self, newest: datetime | None, ahead: timedelta, leftovers: Leftovers) -> None:
        """Find out what was lost; call it before anybody plays, and before the sign of life is noted.

        What Discord may show otherwise than it is now has an appointment then: every match that goes on says that it
        was set back; open tables and the posts of seasons, which keep their message, are shown as they are.

        Args:
            newest: When the latest message was posted that the database knows; None if there is none.
            ahead: By how much the clock of this machine is ahead of Discord's, now and before.
            leftovers: Takes away what notices of interruptions offered.
        """
        now = self._clock.now()
        async with self._db.write(long=True) as connection:
            if await database.take_generation(connection, newest, now, ahead) is not None:
                going_on = await match_queries.unended(connection)
                await deadlines.put_all(
                    connection,
                    [
                        *(Deadline(SET_BACK, str(match_id), now) for match_id in going_on),
                        *(Deadline(SHOWING, str(number), now, rev) for number, rev in await lobby.shown(connection)),
                        *(
                            Deadline(SEASON_POST, f"{guild_id}:{season_id}", now)
                            for guild_id, season_id in await seasons.posted(connection)
                        ),
                    ],
                )
                for match_id in (each for each, parked in going_on.items() if parked):
                    await leftovers.withdraw(connection, match_id)
                    await settings.set_note(connection, told_key(match_id), "")
            self._gaps = await database.backup_gaps(connection)

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Have a match that goes on after an interruption say that it was set back, if it could not be told before."""
        if before is not None and before.parked is not None and after.parked is None and not after.over:
            await deadlines.hasten(connection, SET_BACK, self._clock.now(), [str(after.id)])
            self._schedule.wake(connection)

    async def due(self, key: str, _payload: Json) -> None:
        """Tell a match that it was set back, once; a handler of appointments.

        One that is interrupted has no place in which to be told until it goes on.
        """
        try:
            async with self._matches.hold(int(key)) as match:
                if match.over:
                    return
                if match.parked is not None:
                    await self._schedule.postpone(SET_BACK, key, self._clock.now() + INTERRUPTED)
                    return
                async with self._db.write() as connection:
                    await add_posts(connection, match.id, match.seq, _posts(match), self._clock.now())
                    # Edited, the messages of requests that are known are newer than what was lost.
                    await self._requests.show_anew(connection, match)
                    await deadlines.remove(connection, SET_BACK, key)
        except NoSuchMatch:
            return
        self._outbox.drain()


def _posts(match: Match) -> list[Posting]:
    """Return what tells a match that it was set back: its board, and whose turn it is."""
    text = say(
        "I had to restore a backup: this match is back at event {number}, as the board shows. Anything played "
        "after that is lost, and the buttons of later messages do nothing.",
        number=match.seq,
    )
    calls, found = match.session.game.info.by_decision, list[Posting]()
    for place in match.places:
        if place.shows_boards:
            board = BoardPost(place.role, note=text, quiet=True, calls=calls)
            found.append(Posting("board", place.channel_id, board))
            if not calls:
                found.append(status_again(place, by_decision=False, edit=False, quiet=True))
    return found
