"""Announcing what players of a silent match wish to ask for, at a moment that is not of their choosing (R29)."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from hosting.consent import wishes
from hosting.consent.agreements import SUBSTITUTE_CALL, Call
from hosting.consent.errors import AlreadyAsked
from hosting.consent.requests import Requests
from hosting.consent.rules import Answer, seat_with_say, settled
from hosting.consent.wishes import WISH, Wish
from hosting.errors import HostingError
from hosting.match.model import Match
from hosting.match.seats import playing
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import requests
from store.database import Database


class Announcing:
    """Makes requests of wishes (`hosting.consent.wishes`)."""

    def __init__(
        self, database: Database, clock: Clock, matches: Matches, posts: Outbox, schedule: Schedule, asked: Requests
    ) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._schedule = schedule
        self._requests = asked

    async def seek(self, match_id: int, person_id: int) -> Answer:
        """Look for a substitute for one's own seat in a silent match; other wishes are dropped.

        Raises:
            NoSuchMatch, NotSeated, MatchOver, OutOfGame: As it says.
            AlreadyAsked, OneATurn: As it says.
        """
        async with self._matches.hold(match_id) as match:
            seat = seat_with_say(match, person_id)
            async with self._db.write() as connection:
                await _check_call(connection, match, seat)
                wish = Wish(seat, person_id, Call())
                due = await wishes.keep(connection, self._schedule, match, wish, self._clock.now())
        self._schedule.noticed(WISH, due)
        return Answer(match, None, due=due)

    async def forget(self, match_id: int, person_id: int) -> bool:
        """Drop what a player of a silent match wished for; return whether there was anything."""
        async with self._matches.hold(match_id) as match:
            seat = match.seat_of(person_id)
            if seat is None:
                return False
            async with self._db.write() as connection:
                return await wishes.take(connection, match, seat) is not None

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Ask for what was wished, with the next event of the match."""
        if before is not None and after.silent and after.seq != before.seq and after.parked is None:
            for seat in range(1, len(after.seats) + 1):
                await self._announce(connection, after, seat)

    async def due(self, key: str, payload: Json) -> None:
        """Announce a wish at its full hour; a handler of appointments."""
        match_id, seat = wishes.of_key(key)
        async with self._matches.hold(match_id) as match, self._db.write() as connection:
            if match.parked is not None:  # nothing is posted now
                due = wishes.next_moment(self._clock.now())
                await self._schedule.put(connection, WISH, key, due, payload)
                self._schedule.noticed(WISH, due)
                return
            await self._announce(connection, match, seat)
        self._outbox.drain()

    async def _announce(self, connection: AsyncConnection, match: Match, seat: Seat) -> None:
        """Ask for what a seat wishes, if that still makes sense; otherwise nobody learns of it."""
        wish = await wishes.take(connection, match, seat)
        if wish is None or match.over or seat not in playing(match):
            return
        wanted, asked = wish.wanted, None
        try:
            if isinstance(wanted, Call):
                await _check_call(connection, match, seat)
            else:
                wanted, asked = settled(match, seat, wanted, None), playing(match) - {seat}
        except HostingError:
            return
        await self._requests.add(connection, match, wanted, seat, wish.person_id, asked)


async def _check_call(connection: AsyncConnection, match: Match, seat: Seat) -> None:
    for request in await requests.open_of(connection, match.id):
        if (request.kind, request.seat) == (SUBSTITUTE_CALL, seat):
            raise AlreadyAsked(request)
