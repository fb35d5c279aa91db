"""The message that says whose turn it is, kept true: where the deadline in it moves, or the match pauses, it is edited.

More time, a vacation and a pause are no events, so nothing else is posted but a word about them. When a match goes on
after a pause the message is posted again, and calls: who has not looked for days would not see an edit.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from engine.text import Text
from hosting.match.model import Match, Place
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.outbox.posts import Posting, TextPost, add_posts, status_again
from hosting.runtime.time import Clock
from hosting.timekeeping.calendars import tells_days
from store.database import Database


class Statuses:
    """Has messages edited whose deadlines moved, and keeps them below what is said meanwhile."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, posts: Outbox) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts

    async def refresh(self, match_id: int) -> None:
        """Update the messages of a match, such as who is mentioned in them; nobody is called by that."""
        async with self._matches.hold(match_id) as match:
            posts = [
                _again(match, place, edit=True) for place in match.places if place.shows_boards and _has_status(match)
            ]
            async with self._db.write() as connection:
                await add_posts(connection, match.id, match.seq, posts, self._clock.now())
        self._outbox.drain()

    async def above(self, match_id: int, text: Text) -> None:
        """Post a text on the board of a match, above the message that says whose turn it is."""
        async with self._matches.hold(match_id) as match:
            board = match.place("board")
            if board is None:
                raise AssertionError(f"match {match_id} has no board")
            posts = [Posting("notice", board.channel_id, TextPost(text))]
            if _has_status(match):
                posts.append(_again(match, board, edit=False))
            async with self._db.write() as connection:
                await add_posts(connection, match.id, match.seq, posts, self._clock.now())
        self._outbox.drain()

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Update the messages of a match after a change of their deadlines."""
        if before is not None and _moved(before, after):
            edits = [
                _again(after, place, edit=not _goes_on(before, after), quiet=False)
                for place in after.places
                if place.shows_boards
            ]
            await add_posts(connection, after.id, after.seq, edits, self._clock.now())


def _has_status(match: Match) -> bool:
    return match.parked is None and not match.over


def _again(match: Match, place: Place, *, edit: bool, quiet: bool = True) -> Posting:
    calls = match.session.game.info.by_decision
    return status_again(place, by_decision=calls, edit=edit, quiet=quiet)


def _moved(before: Match, after: Match) -> bool:
    """Return whether what is shown changed without an event; nothing is posted while a match is parked."""
    if before.seq != after.seq or after.over or after.parked is not None:
        return False
    return (before.paused is None) != (after.paused is None) or any(
        _shown(before, seat) != _shown(after, seat) for seat in after.awaited
    )


def _goes_on(before: Match, after: Match) -> bool:
    return before.paused is not None and after.paused is None


def _shown(match: Match, seat: Seat) -> datetime | None:
    if match.clock is None or tells_days(match, seat):
        return None
    # Who has chosen in secret does not show.
    return (match.clock.shown if match.secret else match.clock).due(seat)
