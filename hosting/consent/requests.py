"""Requests: what a player asks the others to agree to, with buttons.

A request and its effect are written in one transaction, under the match's lock, so that two presses at once apply it
once. It asks everybody who is in the game when it is made; with silent partners that is later than when it is wished
for (`hosting.consent.wishes`). What it was about may be gone before all have answered:
such a request is closed in the transaction that overtakes it (`Requests.write`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json, Seat
from engine.rulings import void
from engine.text import Player, say
from hosting.consent.agreements import AGREED, AGREEMENTS, Kind, number
from hosting.consent.errors import (
    AlreadyAsked,
    Announced,
    AskedLately,
    NoSuchRequest,
    NotAsked,
    NotTheAsker,
    RequestClosed,
)
from hosting.consent.rules import (
    CALL,
    Answer,
    check_abort,
    check_seen,
    particulars,
    places,
    seat_with_say,
    stands,
    waiting,
)
from hosting.consent.takeback import way_back
from hosting.consent.wishes import WISH, Wish, keep
from hosting.match import audit, events
from hosting.match.audit import Code
from hosting.match.events import BOT, Change
from hosting.match.model import Match, PostKind, Request, RequestStatus
from hosting.match.notices import announce
from hosting.match.seats import playing
from hosting.match.service import Matches
from hosting.outbox.dispatcher import Outbox
from hosting.runtime.lru import Recent
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import housing, outbox, requests
from store.database import Database

AGAIN = timedelta(days=1)
"""After a refusal the same is asked again only after the next event, or after this."""
KEPT = 4096
"""Of so many matches it is kept in memory that nothing is asked for in them."""
PAUSE_ENDS = "agreed-pause"
"""The appointment at which a pause that was agreed on is over; its key is the match."""

_ENDINGS: dict[RequestStatus, Code] = {
    "accepted": Code.ACCEPTED,
    "refused": Code.REFUSED,
    "withdrawn": Code.WITHDRAWN,
    "outdated": Code.OUTDATED,
}


_carried_out: ContextVar[int] = ContextVar("carried_out", default=0)


@contextmanager
def carried_out(request_id: int) -> Iterator[None]:
    """Have a request carried out, and not overtaken, by what this task does to its match meanwhile."""
    token = _carried_out.set(request_id)
    try:
        yield
    finally:
        _carried_out.reset(token)


class Requests:
    """Every request. What `ask` and `answer` return has been written to disk."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, posts: Outbox, schedule: Schedule) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._outbox = posts
        self._schedule = schedule
        # All requests are written here, under the lock of their match.
        self._unasked: Recent[int, bool] = Recent(KEPT)
        schedule.handle(PAUSE_ENDS, self._pause_ends)

    async def get(self, request_id: int) -> Request:
        """Return a request. Raises NoSuchRequest."""
        async with self._db.read() as connection:
            request = await requests.load(connection, request_id)
        if request is None:
            raise NoSuchRequest
        return request

    async def open_of(self, match_id: int) -> list[Request]:
        """Return the open requests of a match, the oldest first."""
        async with self._db.read() as connection:
            return await requests.open_of(connection, match_id)

    async def ask(
        self, match_id: int, user_id: int, kind: Kind, detail: Mapping[str, Json] | None = None, seen: int | None = None
    ) -> Answer:
        """Ask the others to agree; where the same is asked for already this agrees to it.

        Args:
            match_id: Which match.
            user_id: Who asks.
            kind: What for.
            detail: What in particular: `days` of a pause, `seat` and `seconds` of an extension.
            seen: `Match.seq` of the board that the asker had before them; None if it does not matter.

        Raises:
            NoSuchMatch, NotSeated, MatchOver, OutOfGame, StaleBoard: As it says.
            AlreadyAsked, AskedLately, OneATurn: As it says.
            HostingError: It makes no sense at the moment; see `hosting.consent.agreements`.
        """
        match = await self._matches.get(match_id)
        seat = seat_with_say(match, user_id)
        wish = particulars(match, seat, kind, detail or {}, seen)
        if kind == "undo" and way_back(match, seat).free:
            return await self._take_back(match_id, user_id, match.seq)
        due: datetime | None = None
        async with self._matches.hold(match_id) as match:
            seat = seat_with_say(match, user_id)
            wish = particulars(match, seat, kind, detail or {}, seen)
            asked = sorted(playing(match) - {seat})
            async with self._db.write() as connection:
                same = next((each for each in await requests.open_of(connection, match_id) if each.kind == kind), None)
                request = same
                if request is None and match.silent:
                    due = await keep(
                        connection, self._schedule, match, Wish(seat, user_id, kind, detail or {}), self._clock.now()
                    )
                elif request is None:
                    await self._check_lately(connection, match, seat, kind)
                    request = await self.add(connection, match, kind, seat, user_id, {**wish, "asked": asked})
        self._outbox.drain()
        if due is not None:
            self._schedule.noticed(WISH, due)
        if same is None:
            return Answer(match, request, due=due)
        if seat not in waiting(same) or any(same.detail.get(key) != value for key, value in wish.items()):
            raise AlreadyAsked(same)
        return await self.answer(same.id, user_id, agree=True)

    async def answer(self, request_id: int, user_id: int, *, agree: bool) -> Answer:
        """Agree or refuse. When the last one agrees, what was asked for happens.

        Raises:
            NoSuchRequest, RequestClosed, NotSeated, MatchOver, OutOfGame: As it says.
            NotAsked: This person asked themselves, or agreed already.
            HostingError: It makes no sense any more.
        """
        kept = await self.get(request_id)

        async def decide(match: Match) -> Change | Match | None:
            nonlocal kept
            kept = await self._open(request_id)
            seat = seat_with_say(match, user_id)
            if seat not in waiting(kept):
                raise NotAsked(own=seat == kept.seat)
            if not agree:
                kept = await self._close(match, kept, "refused", user_id)
                return None
            kept = replace(kept, agreed=(*kept.agreed, seat))
            if waiting(kept):
                await self._note_agreed(match, kept, user_id)
                return None
            return await AGREEMENTS[kept.kind].apply(self._matches.at, match, kept, self._clock.now())

        async def also(connection: AsyncConnection, after: Match) -> None:
            nonlocal kept
            await requests.agree(connection, kept.id, kept.agreed)
            kept = await self.close(connection, after, kept, "accepted", user_id)
            await self._tell(connection, after, kept)

        with carried_out(request_id):
            match = await self._matches.change(kept.match_id, decide, also)
        self._outbox.drain()
        if match.paused is not None and kept.kind == "pause":
            self._schedule.noticed(PAUSE_ENDS, self._until(match, kept))
        return Answer(match, kept)

    async def withdraw(self, request_id: int, user_id: int, *, organiser: bool = False) -> Request:
        """Take a request back.

        Args:
            request_id: Which.
            user_id: Who asked; a call for a substitute that nobody of the match made, its organisers take back.
            organiser: Whether this person organises the server's matches.

        Raises:
            NoSuchRequest, RequestClosed, NotTheAsker, Announced: As it says.
        """
        request = await self.get(request_id)
        async with self._matches.hold(request.match_id) as match:
            request = await self._open(request_id)
            organises = organiser and request.kind == CALL and match.seat_of(user_id) is None
            if user_id != request.user_id and not organises:
                raise NotTheAsker
            if match.silent and not organises:
                raise Announced
            request = await self._close(match, request, "withdrawn", user_id)
        self._outbox.drain()
        return request

    async def abort(self, match_id: int, user_id: int, seen: int | None = None) -> Match:
        """Call a match off before everybody has moved; it does not count.

        Raises:
            NoSuchMatch, NotSeated, MatchOver, OutOfGame, StaleBoard: As it says.
            TooLateToAbort: Everybody has moved, or an organiser set up a position.
        """

        async def decide(match: Match) -> Change:
            seat = seat_with_say(match, user_id)
            check_seen(match, seen)
            check_abort(match)
            reason = say(
                "{player} called the match off before everybody had moved. It does not count.", player=Player(seat)
            )
            return events.rule(match, void(len(match.seats), reason), user_id, self._clock.now())

        async def also(connection: AsyncConnection, after: Match) -> None:
            await audit.note(connection, after, Code.ABORTED, user_id, self._clock.now())

        return await self._matches.change(match_id, decide, also)

    async def add(
        self,
        connection: AsyncConnection,
        match: Match,
        kind: str,
        seat: Seat,
        user_id: int,
        detail: Mapping[str, Json],
    ) -> Request:
        """Write a new request with its posts and its line in the audit log; the caller drains the outbox."""
        now = self._clock.now()
        self._unasked.forget(match.id)
        request = await requests.add(
            connection,
            match_id=match.id,
            seq=match.seq,
            kind=kind,
            seat=seat,
            user_id=user_id,
            detail=detail,
            agreed=(),
            at=now,
        )
        await self._post(connection, match, request)
        code = Code.CALLED if kind == CALL else Code.ASKED
        await audit.note(
            connection, match, code, user_id, now, **{**detail, "request": request.id, "kind": kind, "seat": seat}
        )
        return request

    async def close(
        self, connection: AsyncConnection, match: Match, request: Request, status: RequestStatus, user_id: int
    ) -> Request:
        """Write how a request was decided, with its posts and its line in the audit log."""
        now = self._clock.now()
        await requests.close(connection, request.id, status, now)
        await self._post(connection, match, request, edit=True)
        await audit.note(connection, match, _ENDINGS[status], user_id, now, **_noted(request))
        return replace(request, status=status, decided_at=now)

    async def _take_back(self, match_id: int, user_id: int, seen: int) -> Answer:
        turns = 0

        async def decide(match: Match) -> Change:
            nonlocal turns
            seat = seat_with_say(match, user_id)
            check_seen(match, seen)
            way = way_back(match, seat)
            turns = way.turns
            earlier = await self._matches.at(match_id, way.to)
            return events.undo(match, way.to, earlier, seat, user_id, self._clock.now())

        async def also(connection: AsyncConnection, after: Match) -> None:
            to = after.history[-1].seq if after.history else 0
            await audit.note(connection, after, Code.TAKEN_BACK, user_id, self._clock.now(), to=to, turns=turns)

        return Answer(await self._matches.change(match_id, decide, also), None, turns)

    async def _check_lately(self, connection: AsyncConnection, match: Match, seat: Seat, kind: str) -> None:
        last = await requests.latest(connection, match.id, seat, kind)
        if (
            last is not None
            and last.status in ("refused", "withdrawn")
            and last.seq == match.seq
            and self._clock.now() - last.created_at < AGAIN
        ):
            raise AskedLately

    async def _open(self, request_id: int) -> Request:
        request = await self.get(request_id)
        if request.status != "open":
            raise RequestClosed(request)
        return request

    async def _close(self, match: Match, request: Request, status: RequestStatus, user_id: int) -> Request:
        async with self._db.write() as connection:
            return await self.close(connection, match, request, status, user_id)

    async def _note_agreed(self, match: Match, request: Request, user_id: int) -> None:
        async with self._db.write() as connection:
            await requests.agree(connection, request.id, request.agreed)
            now = self._clock.now()
            await audit.note(connection, match, Code.AGREED, user_id, now, **_noted(request))
            if not match.silent:
                # Who of two partners agreed at once and who thought about it is their secret (R29).
                await self._post(connection, match, request, edit=True)

    async def _post(self, connection: AsyncConnection, match: Match, request: Request, *, edit: bool = False) -> None:
        """Have a request shown, or shown as it stands now; in the channels of a parked match that is left for later."""
        payload: dict[str, Json] = {"request": request.id, "edit": True} if edit else {"request": request.id}
        shut = {place.channel_id for place in match.places} if match.parked is not None else frozenset[int]()
        posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
            ("request", channel_id, payload)
            for channel_id in await self._places(connection, match, request.kind)
            if channel_id not in shut
        ]
        await outbox.add(connection, match.id, match.seq, posts, self._clock.now())

    async def _places(self, connection: AsyncConnection, match: Match, kind: str) -> list[int]:
        """Return the channels in which a request is shown; a call where the table was opened, too."""
        found = places(match, kind)
        if kind == CALL and not match.silent:
            home = (await housing.homes(connection, [match.id])).get(match.id)
            found += [] if home is None or home in found else [home]
        return found

    async def _tell(self, connection: AsyncConnection, match: Match, request: Request) -> None:
        """Announce what was agreed on where no board shows it, and see to the end of a pause."""
        if request.kind == "pause" and match.paused is not None:
            due = self._until(match, request)
            await self._schedule.put(connection, PAUSE_ENDS, str(match.id), due, {"since": match.paused.at.isoformat()})
            text = say("The match is paused. {reason}", reason=match.paused.text)
        elif request.kind == "resume":
            text = say("The match goes on: its players agreed.")
        elif request.kind == "extend":
            hours = number(request.detail, "seconds") // 3600
            seat = number(request.detail, "seat")
            text = say(
                "{player} has {hours} hours more to decide: the players agreed.", player=Player(seat), hours=hours
            )
        else:
            return
        await announce(connection, match, text, self._clock.now())

    def _until(self, match: Match, request: Request) -> datetime:
        since = match.paused.at if match.paused is not None else self._clock.now()
        return since + timedelta(days=number(request.detail, "days"))

    async def _pause_ends(self, key: str, payload: Json) -> None:
        async def decide(match: Match) -> Match | None:
            paused = match.paused
            if paused is None or paused.code != AGREED or payload != {"since": paused.at.isoformat()}:
                return None
            return replace(match, paused=None)

        async def also(connection: AsyncConnection, after: Match) -> None:
            await audit.note(connection, after, Code.RESUMED, BOT, self._clock.now())
            text = say("The time of the pause is over: the match goes on.")
            await announce(connection, after, text, self._clock.now())

        await self._matches.change(int(key), decide, also)

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Close what a change makes pointless, and show what could not be while a match was parked."""
        if before is None or self._unasked.get(after.id):
            return
        there = await requests.open_of(connection, after.id)
        if not there:
            self._unasked.put(after.id, True)
        for request in there:
            if request.id != _carried_out.get() and not stands(request, before, after):
                await self.close(connection, after, request, "outdated", BOT)
            elif before.parked is not None and after.parked is None:
                await self._post_where_missing(connection, after, request)

    async def _post_where_missing(self, connection: AsyncConnection, match: Match, request: Request) -> None:
        payload: dict[str, Json] = {"request": request.id}
        posts: list[tuple[PostKind, int, Mapping[str, Json]]] = []
        for channel_id in await self._places(connection, match, request.kind):
            there = await outbox.message_of(connection, match.id, channel_id, "request", payload)
            posts.append(("request", channel_id, payload if there is None else {**payload, "edit": True}))
        await outbox.add(connection, match.id, match.seq, posts, self._clock.now())


def _noted(request: Request) -> dict[str, Json]:
    """Return what the audit log says of a request each time that something becomes of it."""
    turns = {"turns": request.detail["turns"]} if "turns" in request.detail else {}
    return {"request": request.id, "kind": request.kind, **turns}
