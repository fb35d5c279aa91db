"""Matches: what players do in them, and who may know what of it.

A match in memory is its stored events played again; those used lately are kept. Changes to one match are made one
after the other, each in one transaction, and only then does anybody hear of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from engine import record
from engine.game import Game, Seat
from engine.session import Session
from engine.text import Text
from engine.turn import SEPARATOR, Turn
from hosting.clock import Clock
from hosting.errors import MatchOver, MatchParked, NoSuchMatch, NotSeated, NotYourTurn, StaleBoard
from hosting.model import Match, MatchSummary, Parked
from hosting.outbox import Outbox
from hosting.recent import Recent
from hosting.stored import aggregate, dump_parked, posts_for
from hosting.tasks import Tasks
from store import matches, outbox
from store.database import Database
from store.matches import EventKind, StoredEvent, WriteConflict
from store.replay import dump_outcome, replay

Games: TypeAlias = Callable[[str], Game[Any, Any, Any]]
Listener: TypeAlias = Callable[[Match], Awaitable[None]]

MATCHES_KEPT = 1024
SESSIONS_KEPT = 256

_log = logging.getLogger(__name__)


class Matches:
    """Every match. What `play` and `forfeit` return has been written to disk."""

    def __init__(self, database: Database, clock: Clock, games: Games, posts: Outbox, tasks: Tasks) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._outbox = posts
        self._tasks = tasks
        self._kept: Recent[int, Match] = Recent(MATCHES_KEPT)
        self._sessions: Recent[tuple[int, int], Session] = Recent(SESSIONS_KEPT)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Listener] = []
        posts.set_park(self.park)

    async def get(self, match_id: int) -> Match:
        """Return a match. Raises NoSuchMatch."""
        if (match := self._kept.get(match_id)) is not None:
            return match
        async with self._loading.setdefault(match_id, asyncio.Lock()):
            if (match := self._kept.get(match_id)) is not None:
                return match
            async with self._db.read() as connection:
                stored = await matches.load(connection, match_id)
            if stored is None:
                raise NoSuchMatch
            session = await asyncio.to_thread(replay, self._games(stored.game), stored)
            return self._kept.setdefault(match_id, aggregate(stored, session))

    async def running_in(self, channel_id: int) -> Match | None:
        """Return the match, running or parked, one of whose places a channel is, or None."""
        async with self._db.read() as connection:
            match_id = await matches.busy_in(connection, channel_id)
        return None if match_id is None else await self.get(match_id)

    async def latest_in(self, channel_id: int) -> Match | None:
        """Return the most recent match one of whose places a channel is, running or over, or None."""
        async with self._db.read() as connection:
            match_id = await matches.latest_in(connection, channel_id)
        return None if match_id is None else await self.get(match_id)

    async def of_user(self, user_id: int, guild_id: int | None = None) -> list[MatchSummary]:
        """Return the running and parked matches of a player, those that wait for them first, then the newest first."""
        async with self._db.read() as connection:
            found = await matches.summaries(connection, matches.live_of_user(user_id))
        here = [each for each in found if guild_id in {None, each.guild_id}]
        return sorted(here, key=lambda each: user_id not in each.to_act)

    async def in_guild(self, guild_id: int) -> list[MatchSummary]:
        """Return the running and parked matches of a server, the newest first."""
        async with self._db.read() as connection:
            return await matches.summaries(connection, matches.live_in_guild(guild_id))

    async def preview(self, match_id: int, user_id: int, text: str) -> Turn[Any]:
        """Return what a turn, or the beginning of one, would come to; nothing is written.

        Raises:
            NoSuchMatch, MatchOver, MatchParked, NotSeated, NotYourTurn: As it says.
            TurnError: It cannot be read or is illegal.
        """
        match = await self.get(match_id)
        return match.session.preview(_acting_seat(match, user_id), text)

    async def complete(self, match_id: int, user_id: int, text: str, limit: int = 25) -> list[str]:
        """Return ways to go on with a half-typed turn; raises as `preview` does, except for TurnError."""
        match = await self.get(match_id)
        return match.session.complete(_acting_seat(match, user_id), text, limit)

    async def play(self, match_id: int, user_id: int, text: str, seen: int | None = None) -> Match:
        """Play a whole turn, all of it or nothing.

        Args:
            match_id: Which match.
            user_id: Whose turn.
            text: The moves joined by `/`.
            seen: `Match.seq` of the board that was pressed; None for what was typed.

        Raises:
            NoSuchMatch, MatchOver, MatchParked, NotSeated, NotYourTurn: As it says.
            StaleBoard: The board that was pressed is not the latest.
            TurnError: It cannot be read, is illegal, or is not finished (`"turn-incomplete"`).
        """
        async with self._lock(match_id):
            match = await self.get(match_id)
            seat = _acting_seat(match, user_id, seen)
            session = match.session.play(seat, text)
            if len(session.entries) == len(match.session.entries):
                after = await self._seal(match, session)
            else:
                together = len(match.session.game.to_act(match.session.state)) > 1
                after = await self._advance(match, session, "joint" if together else "turn", seat, user_id)
        return self._changed(after)

    async def forfeit(self, match_id: int, user_id: int, seen: int | None = None) -> Match:
        """Give up, at any time, in a parked match too.

        Raises:
            NoSuchMatch, MatchOver, NotSeated, StaleBoard: As it says.
            IllegalMoveError: The seat is out of the game already.
        """
        async with self._lock(match_id):
            match = await self.get(match_id)
            seat = _seat(match, user_id, seen)
            after = await self._advance(match, match.session.forfeit(seat), "forfeit", seat, user_id)
        return self._changed(after)

    async def at(self, match_id: int, seq: int) -> Session:
        """Return the game as it stood after an event, 0 being the start. Raises NoSuchMatch."""
        match = await self.get(match_id)
        if match.seq == seq:
            return match.session
        if (session := self._sessions.get((match_id, seq))) is not None:
            return session
        async with self._db.read() as connection:
            stored = await matches.load(connection, match_id, upto=seq)
        if stored is None or len(stored.events) != seq:
            raise NoSuchMatch
        session = await asyncio.to_thread(replay, match.session.game, stored)
        return self._sessions.setdefault((match_id, seq), session)

    async def record(self, match_id: int, reader: int | None) -> str:
        """Return the record, as far as the reader may know it while the match runs. Raises NoSuchMatch."""
        match = await self.get(match_id)
        tags = {"Date": f"{match.started_at:%Y.%m.%d}"}
        if match.session.game.info.uses_chance:
            tags["Commitment"] = match.session.chance.commitment
        return record.write(match.session, match.names, tags, reveal=match.over)

    async def park(self, match_id: int, reason: Text, code: str) -> Match:
        """Interrupt a match whose boards cannot be posted; what was waiting to be posted is dropped."""
        parked = Parked(reason, code)
        async with self._lock(match_id):
            match = await self.get(match_id)
            after = match if match.over else replace(match, status="parked", parked=parked)
            async with self._writing(match_id) as connection:
                channels = {place.channel_id for place in match.places}
                await outbox.drop(connection, match.id, channels, self._clock.now())
                if not match.over:
                    await matches.set_parked(connection, match.id, dump_parked(parked))
            self._kept.put(match_id, after)
        return self._changed(after)

    async def unpark(self, match_id: int) -> Match:
        """Resume a match; its latest board is posted where it is missing. Does nothing to one that is not parked."""
        async with self._lock(match_id):
            match = await self.get(match_id)
            if match.status != "parked":
                return match
            after = replace(match, status="running", parked=None)
            async with self._writing(match_id) as connection:
                await matches.set_parked(connection, match.id, None)
                missing = [
                    post
                    for post in posts_for(after)
                    if not await outbox.posted(connection, match.id, post[1], post[0], match.seq)
                ]
                await outbox.add(connection, match.id, match.seq, missing, self._clock.now())
            self._kept.put(match_id, after)
        return self._changed(after)

    def add_listener(self, listener: Listener) -> None:
        """Have a function called after each change of a match is written: its start, its turns, its end, parking."""
        self._listeners.append(listener)

    def started(self, match: Match) -> Match:
        """Take in a match that was just written (`hosting.tables`)."""
        self._kept.put(match.id, match)
        return self._changed(match)

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    @asynccontextmanager
    async def _writing(self, match_id: int) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that changes a match. If it fails, what became of it is for the store to say."""
        try:
            async with self._db.write() as connection:
                yield connection
        except BaseException as error:
            self._kept.forget(match_id)
            self._outbox.drain()
            if isinstance(error, WriteConflict):
                raise StaleBoard(await self.get(match_id)) from error
            raise

    def _changed(self, match: Match) -> Match:
        """Have the change posted and told, without waiting for either."""
        self._outbox.drain()
        if self._listeners:
            self._tasks.start(self._tell(match), f"listeners of match {match.id}")
        return match

    async def _tell(self, match: Match) -> None:
        for listener in self._listeners:
            try:
                await self._tasks.foreign(listener(match))
            except Exception:  # noqa: BLE001 - whatever is wrong with one listener, the others are told
                _log.exception("a listener failed at match %s, event %s", match.id, match.seq)

    async def _advance(self, match: Match, session: Session, kind: EventKind, seat: Seat, user_id: int) -> Match:
        """Write the event that led to a session, and everything that follows from it."""
        now = self._clock.now()
        event = _event(match, session, kind, seat, user_id, now)
        over = session.outcome is not None
        after = replace(
            match,
            session=session,
            seq=event.seq,
            status="over" if over else match.status,
            ended_at=now if over else None,
            parked=None if over else match.parked,
        )
        async with self._writing(match.id) as connection:
            await self._write(connection, match, after, event)
        self._sessions.put((match.id, match.seq), replace(match.session, sealed=()))
        self._kept.put(match.id, after)
        return after

    async def _write(self, connection: AsyncConnection, match: Match, after: Match, event: StoredEvent) -> None:
        session, waiting = after.session, sorted(after.session.to_act)
        status = match.status if after.over else after.status
        await matches.append(connection, match.id, event, status=status, to_act=waiting)
        if match.session.sealed:
            left = [(seat, entry.text) for seat, _, entry in session.sealed]
            await matches.seal(connection, match.id, event.seq, left, to_act=waiting, at=event.at)
        if session.outcome is not None:
            await matches.end(connection, match.id, dump_outcome(session.outcome), event.at)
        if after.status != "parked":
            await outbox.add(connection, match.id, event.seq, posts_for(after), event.at)

    async def _seal(self, match: Match, session: Session) -> Match:
        """Write a choice that stays sealed until others have chosen: no event yet, and nothing to post."""
        after = replace(match, session=session)
        choices = [(seat, entry.text) for seat, _, entry in session.sealed]
        async with self._writing(match.id) as connection:
            waiting = sorted(session.to_act)
            await matches.seal(connection, match.id, match.seq, choices, to_act=waiting, at=self._clock.now())
        self._kept.put(match.id, after)
        return after


def _seat(match: Match, user_id: int, seen: int | None = None) -> Seat:
    seat = match.seat_of(user_id)
    if seat is None:
        raise NotSeated
    if match.over:
        raise MatchOver
    if seen is not None and seen != match.seq:
        raise StaleBoard(match)
    return seat


def _acting_seat(match: Match, user_id: int, seen: int | None = None) -> Seat:
    seat = _seat(match, user_id, seen)
    if match.parked is not None:
        raise MatchParked(match.parked)
    # Whoever has sealed a choice may replace it until the last one is in.
    deciding = match.session.game.to_act(match.session.state)
    if seat not in deciding:
        raise NotYourTurn(tuple(sorted(match.session.to_act)))
    return seat


def _event(match: Match, session: Session, kind: EventKind, seat: Seat, user_id: int, at: datetime) -> StoredEvent:
    """Return the event that led from a match to a session."""
    new = session.entries[len(match.session.entries) :]
    choices: tuple[tuple[Seat, str], ...] = ()
    if kind == "joint":
        choices = tuple((entry.seat, entry.text) for entry in new)
    elif match.session.sealed and not session.sealed:  # a surrender that left nobody to wait for
        choices = tuple((sealed_seat, entry.text) for sealed_seat, _, entry in match.session.sealed)
    text = SEPARATOR.join(entry.text for entry in new)
    return StoredEvent(match.seq + 1, kind, seat, user_id, text, choices, at)
