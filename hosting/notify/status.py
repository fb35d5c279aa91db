"""The message that says whose turn it is, kept true, and removed when it no longer is.

More time, a vacation and a pause are no events, so nothing else is posted but a word about them. When a match goes on
after a pause the message is posted again, and calls: who has not looked for days would not see an edit.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Text
from hosting.match.model import Match, Place
from hosting.match.service import Matches
from hosting.outbox import Denied, Outbox, Retry
from hosting.posts import Posting, TextPost, add_posts, status_again
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.vacations import tells_days
from store.database import Database
from store.tables import deadlines, matches, outbox, settings


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


# Messages that say whose turn it is and no longer should: removed in time, if not at once.
#
# The message before a new one goes when the new one is posted. Where that fails, or where no new one comes because the
# match is interrupted or has moved, an appointment remembers the message: it survives a restart, comes again later and
# later, and ends. What the bot may not remove is not asked for again and again: that waits until the match goes on, or
# until the channel can be seen again (`retry`). A turn after which nothing went wrong writes nothing for this.


LEFTOVER = "leftover"
"""The appointment; its key is `<channel>:<message>`."""
FIRST = timedelta(seconds=30)
LONGEST = timedelta(hours=6)
DENIED = timedelta(days=30)
"""How long a message waits that the bot may not remove until it is tried again though no right was given."""
MOST_TRIES = 16
"""Attempts, over two days; after that the message stays, and a press on it is still answered."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A message that is to be removed.

    Attributes:
        tries: How often that was tried.
        buttons: Whether only its buttons go.
    """

    tries: int
    buttons: bool

    def dump(self) -> Json:
        """Return what the appointment holds."""
        return {"tries": self.tries, "buttons": self.buttons}

    @classmethod
    def load(cls, payload: Json) -> Leftover:
        """Return what `dump` wrote. Raises ValueError if it is no leftover."""
        match payload:
            case {"tries": int(tries), "buttons": bool(buttons)}:
                return cls(tries, buttons)
        raise ValueError(f"not a leftover: {payload!r}")


class Remove(Protocol):
    """Removes a message; one that is gone is not its concern any more."""

    def __call__(self, channel_id: int, message_id: int, /, *, buttons: bool) -> Awaitable[None]:
        """Remove it, or only its buttons. Raises Retry if it may work later, Denied if it takes a right for that."""
        ...


class Leftovers:
    """Every message that is to be removed and could not be at once."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._remove: Remove | None = None

    def set_remover(self, remove: Remove) -> None:
        """Name who removes messages; until then they wait."""
        self._remove = remove
        self._schedule.handle(LEFTOVER, self._try)

    async def keep(self, channel_id: int, message_id: int, after: float = 0, *, buttons: bool = False) -> None:
        """Remove a message, or only its buttons, later: not before this number of seconds has passed."""
        due = self._clock.now() + max(FIRST, timedelta(seconds=after))
        await self._schedule.set(LEFTOVER, _key(channel_id, message_id), due, Leftover(1, buttons).dump())

    async def keep_denied(self, channel_id: int, message_id: int, *, buttons: bool = False) -> None:
        """Remove a message, or only its buttons, once the bot may: see `retry`."""
        due, leftover = self._clock.now() + DENIED, Leftover(1, buttons)
        await self._schedule.set(LEFTOVER, _key(channel_id, message_id), due, leftover.dump())

    async def offer(self, match_id: int, channel_id: int, message_id: int) -> None:
        """Remember the notice of an interruption, whose button goes when the match goes on, or has already."""
        async with self._db.write() as connection:
            await settings.set_note(connection, _notice(match_id), _key(channel_id, message_id))
            if await matches.is_parked(connection, match_id):
                return
            await self.withdraw(connection, match_id)

    async def withdraw(self, connection: AsyncConnection, match_id: int) -> None:
        """Take the button from the notice of an interruption, which is over or told anew."""
        if key := await settings.note(connection, _notice(match_id)):
            await settings.set_note(connection, _notice(match_id), "")
            now = self._clock.now()
            await self._schedule.put(connection, LEFTOVER, key, now, Leftover(0, buttons=True).dump())
            self._schedule.wake(connection)

    async def retry(self, sees: Callable[[int], bool]) -> None:
        """Remove at once what waits in the channels that the bot sees; `sees` tells which those are."""
        async with self._db.read() as connection:
            keys = await deadlines.keys(connection, LEFTOVER)
        if found := [key for key in keys if sees(_channel(key))]:
            async with self._db.write() as connection:
                await self._hasten(connection, found)

    async def _hasten(self, connection: AsyncConnection, keys: Collection[str]) -> None:
        await deadlines.hasten(connection, LEFTOVER, self._clock.now(), keys)
        self._schedule.wake(connection)

    async def _try(self, key: str, payload: Json) -> None:
        if self._remove is None:
            raise AssertionError(f"nobody removes message {key}")
        channel_id, message_id = map(int, key.split(":"))
        leftover = Leftover.load(payload)
        leftover = replace(leftover, tries=leftover.tries + 1)
        try:
            await self._remove(channel_id, message_id, buttons=leftover.buttons)
        except Denied:
            if leftover.tries <= MOST_TRIES:
                await self._schedule.postpone(LEFTOVER, key, self._clock.now() + DENIED, leftover.dump())
        except Retry as error:
            if leftover.tries > MOST_TRIES:
                _log.warning("message %d in channel %d stays: it could not be removed", message_id, channel_id)
                return
            delay = max(min(FIRST * 2 ** (leftover.tries - 1), LONGEST), timedelta(seconds=error.after))
            await self._schedule.postpone(LEFTOVER, key, self._clock.now() + delay, leftover.dump())

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Remember what no later message takes the place of: in channels that were left, or of an interrupted match."""
        if before is None or before is after:
            return
        if before.places != after.places:
            now = {place.channel_id for place in after.places}
            for place in before.places:
                if place.channel_id not in now:
                    await self._leave(connection, after, place.channel_id, after.seq + 1)
        if before.parked is not None and (after.parked is None or after.over):
            await self.withdraw(connection, after.id)
            here = {place.channel_id for place in after.places}
            keys = await deadlines.keys(connection, LEFTOVER)
            if found := [key for key in keys if _channel(key) in here]:
                await self._hasten(connection, found)
        if before.parked is None and after.parked is not None:
            for place in after.places:
                await self._leave(connection, after, place.channel_id, after.seq)

    async def _leave(self, connection: AsyncConnection, match: Match, channel_id: int, before_seq: int) -> None:
        """Remember the latest status of a match in a channel, if it is about an earlier event than this one."""
        message_id = await outbox.take_status(connection, match.id, channel_id, before_seq)
        if buttons := match.session.game.info.by_decision and message_id is None:
            shown = await outbox.latest_board(connection, match.id, channel_id, before_seq)
            message_id = None if shown is None else shown.message_id
        if message_id is not None:
            due, leftover = self._clock.now() + FIRST, Leftover(0, buttons)
            await self._schedule.put(connection, LEFTOVER, _key(channel_id, message_id), due, leftover.dump())
            self._schedule.noticed(LEFTOVER, due)


def _notice(match_id: int) -> str:
    return f"housing-notice:{match_id}"


def _channel(key: str) -> int:
    return int(key.partition(":")[0])


def _key(channel_id: int, message_id: int) -> str:
    return f"{channel_id}:{message_id}"
