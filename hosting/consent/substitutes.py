"""Substitutes: people who take over a seat, after a call or because an organiser puts them there.

A call for a substitute is a request to people outside the match (`hosting.consent.rules.CALL`). The first to answer has
the seat; until then its player plays on, and may take the call back.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json, Seat
from engine.text import Player, Quote, Text, say
from hosting.consent.agreements import LEFT, SUBSTITUTE
from hosting.consent.errors import (
    AlreadyAsked,
    AskedLately,
    FormerPlayer,
    NoSuchSeat,
    OutOfGame,
    PlaysThere,
    RequestClosed,
)
from hosting.consent.requests import AGAIN, Requests, carried_out
from hosting.consent.rules import CALL
from hosting.match import audit, events
from hosting.match.audit import Code
from hosting.match.errors import MatchOver, NotSeated
from hosting.match.events import Cause, Change
from hosting.match.model import Match, Person, Request
from hosting.match.notices import announce
from hosting.match.seats import playing
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.runtime.time import Clock
from store import outbox, requests
from store.database import Database

WELCOME = "welcome"
"""The payload of a post that tells a new player of their seat: `{"welcome": user, "seat": seat}`, of kind "request"."""


def what_passes(match: Match) -> Text | None:
    """Return what a seat's new player learns with it and what not, which the table is told before; None if nothing.

    What is sealed is dropped (`changes.substitute`). The hand is what the seat plays with: nobody could play it unseen.
    """
    if match.session.game.info.open:
        return None
    return say(
        "The new player sees all that the seat sees, its hand too. A choice that it has sealed is dropped, nobody sees "
        "it, and the seat chooses again."
    )


class Substitutes:
    """Hands seats over. What these methods return has been written to disk."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, posts: Outbox, asked: Requests) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._requests = asked

    async def leave(self, match_id: int, user_id: int) -> Request:
        """Have somebody sought for one's own seat.

        Raises:
            NoSuchMatch, MatchOver, NotSeated, OutOfGame: As it says.
            AlreadyAsked, AskedLately: Somebody is sought already, or was a moment ago.
            ValueError: Partners are silent in this match: `Requests.seek` has it announced.
        """
        async with self._matches.hold(match_id) as match:
            if match.silent:  # R29
                raise ValueError(f"a call of a player of silent match {match_id} is announced")
            seat = match.seat_of(user_id)
            if seat is None:
                raise NotSeated
            _check_seat(match, seat, own=True)
            async with self._db.write() as connection:
                await self._check_lately(connection, match, seat, user_id)
                request = await self.call(connection, match, seat, user_id)
        self._outbox.drain()
        return request

    async def seek(self, match_id: int, seat: Seat, user_id: int) -> Request:
        """Have somebody sought for a seat, as an organiser. Raises NoSuchMatch, MatchOver, NoSuchSeat, AlreadyAsked."""
        async with self._matches.hold(match_id) as match:
            _check_seat(match, seat)
            async with self._db.write() as connection:
                request = await self.call(connection, match, seat, user_id, "organiser")
        self._outbox.drain()
        return request

    async def call(
        self, connection: AsyncConnection, match: Match, seat: Seat, user_id: int, cause: Cause | None = None
    ) -> Request:
        """Write a call for a substitute in somebody's transaction, who then drains the outbox.

        Args:
            connection: In a transaction, under the match's lock.
            match: As it will be.
            seat: For which seat.
            user_id: Who calls; 0 for the bot.
            cause: "organiser" or "time", where it is not the player.

        Raises:
            AlreadyAsked: Somebody is sought for this seat already.
        """
        for request in await requests.open_of(connection, match.id):
            if (request.kind, request.seat) == (CALL, seat):
                raise AlreadyAsked(request)
        detail: dict[str, Json] = {} if cause is None else {"cause": cause}
        return await self._requests.add(connection, match, CALL, seat, user_id, detail)

    async def take(self, request_id: int, person: Person) -> Match:
        """Take over a seat for which somebody is sought; a match that stood still for it goes on.

        Raises:
            NoSuchRequest, RequestClosed, MatchOver: As it says.
            PlaysThere, FormerPlayer: The person plays already, or did.
        """
        kept = await self._requests.get(request_id)

        async def decide(match: Match) -> Change:
            nonlocal kept
            kept = await self._requests.get(request_id)
            if kept.status != "open" or kept.kind != CALL:
                raise RequestClosed(kept)
            return self._handed_over(match, kept.seat, person, person.user_id)

        async def also(connection: AsyncConnection, after: Match) -> None:
            # Whoever pressed the button knows, so nobody has to be called.
            await self._note(connection, after, kept.seat, person.user_id)
            await self._requests.close(connection, after, kept, "accepted", person.user_id)

        with carried_out(request_id):
            return await self._matches.change(kept.match_id, decide, also)

    async def replace(self, match_id: int, seat: Seat, person: Person, by_user_id: int) -> Match:
        """Put somebody on a seat, as an organiser; they are told in the channel.

        Raises:
            NoSuchMatch, MatchOver, NoSuchSeat, PlaysThere, FormerPlayer: As it says.
        """

        async def decide(match: Match) -> Change:
            return self._handed_over(match, seat, person, by_user_id)

        async def also(connection: AsyncConnection, after: Match) -> None:
            await self._note(connection, after, seat, by_user_id)
            told: dict[str, Json] = {WELCOME: person.user_id, "seat": seat}
            await outbox.add(connection, after.id, after.seq, [("request", after.home(seat), told)], self._clock.now())

        return await self._matches.change(match_id, decide, also)

    async def announce(self, match_id: int, seat: Seat, person: Person) -> None:
        """Tell the table that an organiser is about to put somebody on a seat, where that one will see what is hidden.

        Raises:
            NoSuchMatch, MatchOver, NoSuchSeat, PlaysThere, FormerPlayer: As it says.
        """
        async with self._matches.hold(match_id) as match:
            self.check(match, seat, person)
            passes = what_passes(match)
            if passes is None:
                return
            text = say(
                "An organiser is about to have **{new}** play on for {old}. {passes}",
                new=Quote(person.name),
                old=Player(seat),
                passes=passes,
            )
            async with self._db.write() as connection:
                await announce(connection, match, text, self._clock.now())
        self._outbox.drain()

    def check(self, match: Match, seat: Seat, person: Person) -> None:
        """Find out whether somebody can take over a seat. Raises MatchOver, NoSuchSeat, PlaysThere, FormerPlayer."""
        _check_seat(match, seat)
        if (own := match.seat_of(person.user_id)) is not None:
            raise PlaysThere(own)
        # They know what another seat knows; and with silent partners they may have talked about it since (R29).
        if any(each.user_id == person.user_id and (each.seat != seat or match.silent) for each in match.former):
            raise FormerPlayer(person.name)

    def _handed_over(self, match: Match, seat: Seat, person: Person, by_user_id: int) -> Change:
        self.check(match, seat, person)
        change = events.substitute(match, seat, person, by_user_id, self._clock.now())
        return replace(change, match=replace(change.match, paused=None)) if _was_for(match, seat) else change

    async def _note(self, connection: AsyncConnection, match: Match, seat: Seat, user_id: int) -> None:
        now, was = match.seats[seat - 1], match.former[-1]
        await audit.note(
            connection,
            match,
            Code.REPLACED,
            user_id,
            self._clock.now(),
            seat=seat,
            was=was.user_id,
            was_name=was.name,
            user=now.user_id,
            name=now.name,
        )

    async def _check_lately(self, connection: AsyncConnection, match: Match, seat: Seat, user_id: int) -> None:
        last = await requests.latest(connection, match.id, seat, CALL)
        if (
            last is not None
            and (last.status, last.user_id, last.seq) == ("withdrawn", user_id, match.seq)
            and self._clock.now() - last.created_at < AGAIN
        ):
            raise AskedLately


def _check_seat(match: Match, seat: Seat, *, own: bool = False) -> None:
    if match.over:
        raise MatchOver
    if seat not in playing(match):
        raise OutOfGame if own else NoSuchSeat


def _was_for(match: Match, seat: Seat) -> bool:
    """Return whether a match stands still until somebody takes over this seat, and for no other one."""
    if match.paused is None:
        return False
    if match.paused.code == LEFT:
        return match.paused.user_id == match.user_of(seat)
    waiting = match.session.to_act - {seat}
    up = match.clock is not None and any(match.clock.seat(each).up for each in waiting)
    return match.paused.code == SUBSTITUTE and not up
