"""Requests with buttons, and drafts of requests in silent matches, which are announced later.

A request and its effect are written in one transaction, under the match's lock, so that two presses at once apply it
once. It asks everybody who is in the game when it's made; with silent partners that is later than its draft. Its
subject may be gone before all have answered: such a request is closed in the transaction that overtakes it
(`Requests.overtake`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.outcome import void
from engine.seat import Seat
from engine.text import Player, say
from hosting.consent.agreements import (
    AGREED,
    ASKED_LATELY,
    COMPUTER_PAUSE,
    COMPUTER_TURN,
    NO_SUCH_REQUEST,
    SUBSTITUTE_CALL,
    Agreement,
    AlreadyAsked,
    Answer,
    Call,
    Pause,
    PlayOn,
    RequestClosed,
    TakeBack,
    Wanted,
    agreement_of,
    asked_by,
    asked_of,
    called_for,
    channels_of,
    check_abort,
    check_seen,
    dump_wanted,
    load_wanted,
    settled,
    stands,
    voting_seat,
    waiting,
    wanted_of,
    way_back,
)
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match import audit, events
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Fulfilled
from hosting.match.model import Match, Paused, Request, RequestStatus
from hosting.match.service import Matches, playing
from hosting.outbox import Posting, RequestPost, add_posts
from hosting.runtime import LruCache, Schedule, Since
from store.documents import Document
from store.tables import deadlines, match_queries, outbox, requests

# What players of a silent match are about to ask for, until it is announced (R29).
#
# Which of several things a player asks for, in which order, how often and when would all be signs that a partner reads.
# So a player asks for one thing a turn, and it is announced at a moment that is not of their choosing: with the next
# event of the match, those of several players in the order of their seats, or at the next full hour if that comes
# first. Until then nobody can know of it, and the player can change their mind.


DRAFT_DUE = "wish"
"""The appointment that announces a draft at the latest; its key is `<match>:<seat>`."""
EVERY = timedelta(hours=1)
ONCE_IN = timedelta(days=7)
"""A turn that lasts this long lets each player make one more request."""


@dataclass(frozen=True, slots=True)
class RequestDraft:
    """A request to be announced, by the player `person_id` of a seat."""

    seat: Seat
    person_id: int
    wanted: Wanted

    def dump(self) -> Json:
        """Return the content of its appointment; the key names the seat."""
        return _StoredDraft(self.person_id, self.wanted.kind, dump_wanted(self.wanted)).dump()

    @classmethod
    def load(cls, seat: Seat, payload: Json) -> RequestDraft:
        """Read the result of `dump`. Raises ValueError if it's no draft."""
        found = _StoredDraft.load(payload)
        return cls(seat, found.person_id, load_wanted(found.kind, found.detail))


@dataclass(frozen=True, slots=True)
class _StoredDraft(Document):
    person_id: Annotated[int, Field(alias="user")]
    kind: str
    detail: dict[str, Any]


def next_moment(now: datetime) -> datetime:
    return now.replace(minute=0, second=0, microsecond=0) + EVERY


async def keep_draft(
    connection: AsyncConnection, schedule: Schedule, match: Match, wish: RequestDraft, now: datetime
) -> datetime:
    """Write a draft in place of an earlier one of the same player; return when it's announced at the latest."""
    last = await requests.latest_by(connection, match.id, wish.seat, wish.person_id)
    if last is not None and last.seq == match.seq and now - last.created_at < ONCE_IN:
        raise HostingError(
            say(
                "In a silent team match, each player can ask for one thing per turn, and you already have. You "
                "can ask again after the next turn, or in a week (R29)."
            ),
            code="one-a-turn",
        )
    due = next_moment(now)
    await schedule.put(connection, DRAFT_DUE, _key(match.id, wish.seat), due, wish.dump())
    return due


async def take_draft(connection: AsyncConnection, match: Match, seat: Seat) -> RequestDraft | None:
    """Return and delete the draft of a seat; None if there is none, or if another player has the seat now."""
    found = await deadlines.get(connection, DRAFT_DUE, _key(match.id, seat))
    if found is None:
        return None
    await deadlines.remove(connection, DRAFT_DUE, found.key)
    wish = RequestDraft.load(seat, found.payload)
    return wish if match.person_of(seat) == wish.person_id else None


def draft_of_key(key: str) -> tuple[int, Seat]:
    match_id, seat = map(int, key.split(":"))
    return match_id, seat


def _key(match_id: int, seat: Seat) -> str:
    return f"{match_id}:{seat}"


AGAIN = timedelta(days=1)
"""Wait before the same request can follow a refusal, unless another event comes first."""
CACHED = 4096
"""Matches without an open request that are kept in memory."""
PAUSE_ENDS = "agreed-pause"
"""The appointment that ends an agreed pause; its key is the match."""

_ENDINGS: dict[RequestStatus, AuditCode] = {
    "accepted": AuditCode.ACCEPTED,
    "refused": AuditCode.REFUSED,
    "withdrawn": AuditCode.WITHDRAWN,
    "outdated": AuditCode.OUTDATED,
}


def _not_asked(*, own: bool) -> HostingError:
    return HostingError(
        say("You asked for that yourself: the others have to agree.") if own else say("You've already agreed."),
        code="not-asked",
    )


@dataclass(eq=False, slots=True)
class Requests:
    """Every request. What `ask` and `answer` return has been written to disk."""

    core: Core
    matches: Matches
    _unasked: LruCache[int, bool] = field(default_factory=lambda: LruCache(CACHED), init=False)

    async def get(self, request_id: int) -> Request:
        """Return a request. Raises HostingError (`no-such-request`)."""
        async with self.core.db.read() as connection:
            request = await requests.load(connection, request_id)
        if request is None:
            raise HostingError(*NO_SUCH_REQUEST)
        return request

    async def open_of(self, match_id: int) -> list[Request]:
        async with self.core.db.read() as connection:
            return await requests.open_of(connection, match_id)

    async def ask(self, match_id: int, person_id: int, wanted: Agreement, seen: int | None = None) -> Answer:
        """Ask the others to agree, or agree to an open request for the same.

        `seen`: `Match.seq` of the asker's board; None if it doesn't matter.

        Raises:
            NoSuchMatch, NotSeated, MatchOver, StaleBoard, HostingError (`out-of-game`): As it says.
            AlreadyAsked, HostingError (`asked-lately`, `one-a-turn`): As it says.
            HostingError: It makes no sense at the moment; see `hosting.consent.agreements`.
        """
        match = await self.matches.get(match_id)
        seat = voting_seat(match, person_id)
        settled(match, seat, wanted, seen)
        if isinstance(wanted, TakeBack) and way_back(match, seat).free:
            return await self._take_back(match_id, person_id, match.seq)
        due: datetime | None = None
        async with self.matches.hold(match_id) as match:
            seat = voting_seat(match, person_id)
            wish = settled(match, seat, wanted, seen)
            async with self.core.db.write() as connection:
                open_requests = await requests.open_of(connection, match_id)
                same = next((each for each in open_requests if each.kind == wanted.kind), None)
                request = same
                if request is None and match.silent:
                    due = await keep_draft(
                        connection,
                        self.core.schedule,
                        match,
                        RequestDraft(seat, person_id, wanted),
                        self.core.outages.now_in(match.guild_id),
                    )
                elif request is None:
                    await self._check_lately(connection, match, seat, wanted.kind)
                    asked = asked_by(match, seat, wish, called_for(open_requests))
                    request = await self.add(connection, match, wish, seat, person_id, asked)
        self.core.outbox.drain()
        if same is None:
            if request is not None and not asked_of(request):
                return await self._carry_out(request, person_id)
            return Answer(match, request, due=due)
        if seat not in waiting(same) or wanted_of(same) != wish:
            raise AlreadyAsked(same)
        return await self.answer(same.id, person_id, agree=True)

    async def answer(self, request_id: int, person_id: int, *, agree: bool) -> Answer:
        """Agree or refuse. When the last one agrees, the request is carried out.

        Raises:
            RequestClosed, NotSeated, MatchOver, HostingError (`out-of-game`, `no-such-request`): As it says.
            HostingError (`not-asked`): This person asked themselves, or agreed already.
            HostingError: It makes no sense any more.
        """
        request = await self.get(request_id)
        async with self.matches.changing(request.match_id) as (match, carry_out):
            request = await self._open(request_id)
            seat = voting_seat(match, person_id)
            if seat not in waiting(request):
                raise _not_asked(own=seat == request.seat)
            after = match
            if agree:
                request = replace(request, agreed=(*request.agreed, seat))
            if not agree:
                request = await self._close(match, request, "refused", person_id)
            elif waiting(request):
                await self._note_agreed(match, request, person_id)
            else:
                change = await agreement_of(request).apply(
                    self.matches.at, match, request, self.core.outages.now_in(match.guild_id)
                )
                after = await carry_out(replace(change, fulfils=Fulfilled(request, person_id)))
                request = replace(request, status="accepted", decided_at=change.at)
        self.core.outbox.drain()
        return Answer(after, request)

    async def _carry_out(self, request: Request, person_id: int) -> Answer:
        """Carry out a request for which nobody has to be asked."""
        async with self.matches.changing(request.match_id) as (match, carry_out):
            request = await self._open(request.id)
            now = self.core.outages.now_in(match.guild_id)
            change = await agreement_of(request).apply(self.matches.at, match, request, now)
            after = await carry_out(replace(change, fulfils=Fulfilled(request, person_id)))
        self.core.outbox.drain()
        return Answer(after, replace(request, status="accepted", decided_at=change.at))

    async def withdraw(self, request_id: int, person_id: int, *, organiser: bool = False) -> Request:
        """Withdraw a request, as its asker; organisers withdraw a call for a substitute that no player made.

        Raises RequestClosed, HostingError (`no-such-request`, `not-the-asker`, `announced`).
        """
        request = await self.get(request_id)
        async with self.matches.hold(request.match_id) as match:
            request = await self._open(request_id)
            organises = organiser and request.kind == SUBSTITUTE_CALL and match.seat_of(person_id) is None
            if person_id != request.person_id and not organises:
                raise HostingError(say("Only the player who asked can withdraw that."), code="not-the-asker")
            if match.silent and not organises:
                raise HostingError(
                    say(
                        "In a silent team match you can't withdraw a request: that would be a signal (R29). "
                        "The others can refuse it, and an organiser can end a call for a substitute."
                    ),
                    code="announced",
                )
            request = await self._close(match, request, "withdrawn", person_id)
        self.core.outbox.drain()
        return request

    async def abort(self, match_id: int, person_id: int, seen: int | None = None) -> Match:
        """Call a match off before everybody has moved; it doesn't count.

        Raises:
            NoSuchMatch, NotSeated, MatchOver, StaleBoard, HostingError (`out-of-game`): As it says.
            HostingError (`league-match`): It belongs to a league.
            TooLateToAbort: Everybody has moved, or an organiser set up a position.
        """

        async def decide(match: Match) -> Change:
            seat = voting_seat(match, person_id)
            check_seen(match, seen)
            check_abort(match)
            reason = (
                say("{player} called the match off before the first move. It doesn't count.", player=Player(seat))
                if match.alone
                else say(
                    "{player} called the match off before everyone had moved. It doesn't count.", player=Player(seat)
                )
            )
            change = events.rule(
                match, void(len(match.seats), reason), person_id, self.core.outages.now_in(match.guild_id)
            )
            return change.logged(AuditCode.ABORTED, person_id)

        return await self.matches.change(match_id, decide)

    async def add(
        self,
        connection: AsyncConnection,
        match: Match,
        wanted: Wanted,
        seat: Seat,
        person_id: int,
        asked: Collection[Seat] | None = None,
    ) -> Request:
        """Write a new request with its posts and its line in the audit log; the caller drains the outbox.

        Call it in a transaction under the lock of the match. `person_id`: plays that seat, or asks for it. `asked`: the
        seats that must agree; None if people outside the match are asked.
        """
        now, detail = self.core.outages.now_in(match.guild_id), dump_wanted(wanted, asked)
        self._unasked.forget(match.id)
        request = await requests.add(
            connection,
            match_id=match.id,
            seq=match.seq,
            kind=wanted.kind,
            seat=seat,
            person_id=person_id,
            detail=detail,
            agreed=(),
            at=now,
        )
        await self._post(connection, match, request)
        if not match.computers.isdisjoint(asked or ()):
            await self._call_computers(connection, match)
        code = AuditCode.CALLED if isinstance(wanted, Call) else AuditCode.ASKED
        noted = {**detail, "request": request.id, "kind": wanted.kind, "seat": seat}
        await audit.note(connection, match, code, person_id, now, **noted)
        return request

    async def _write_end(
        self,
        connection: AsyncConnection,
        match: Match,
        request: Request,
        status: RequestStatus,
        person_id: int,
        at: datetime,
    ) -> None:
        await requests.close(connection, request.id, status, at)
        await self._post(connection, match, request, edit=True)
        await audit.note(connection, match, _ENDINGS[status], person_id, at, **_noted(request))

    async def _take_back(self, match_id: int, person_id: int, seen: int) -> Answer:
        async with self.matches.changing(match_id) as (match, carry_out):
            seat = voting_seat(match, person_id)
            check_seen(match, seen)
            way = way_back(match, seat)
            earlier = await self.matches.at(match, way.to)
            change = events.undo(match, way.to, earlier, seat, person_id, self.core.outages.now_in(match.guild_id))
            to = change.match.history[-1].seq if change.match.history else 0
            after = await carry_out(change.logged(AuditCode.TAKEN_BACK, person_id, to=to, **way.undone.dump()))
        return Answer(after, None, way.undone)

    async def _check_lately(self, connection: AsyncConnection, match: Match, seat: Seat, kind: str) -> None:
        last = await requests.latest(connection, match.id, seat, kind)
        if (
            last is not None
            and last.status in ("refused", "withdrawn")
            and last.seq == match.seq
            and self.core.outages.now_in(match.guild_id) - last.created_at < AGAIN
        ):
            raise HostingError(*ASKED_LATELY)

    async def _open(self, request_id: int) -> Request:
        request = await self.get(request_id)
        if request.status != "open":
            raise RequestClosed(request)
        return request

    async def _close(self, match: Match, request: Request, status: RequestStatus, person_id: int) -> Request:
        now = self.core.outages.now_in(match.guild_id)
        async with self.core.db.write() as connection:
            await self._write_end(connection, match, request, status, person_id, now)
            if match.computers:  # they may have waited for that
                await self._call_computers(connection, match)
            if request.kind == SUBSTITUTE_CALL:  # who stays after all is replaced by nobody
                await self.overtake(connection, match, match, None)
        return replace(request, status=status, decided_at=now)

    async def _call_computers(self, connection: AsyncConnection, match: Match) -> None:
        due = self.core.clock.now() + COMPUTER_PAUSE
        await self.core.schedule.put(connection, COMPUTER_TURN, str(match.id), due, guild_id=match.guild_id)

    async def _note_agreed(self, match: Match, request: Request, person_id: int) -> None:
        async with self.core.db.write() as connection:
            await requests.agree(connection, request.id, request.agreed)
            now = self.core.outages.now_in(match.guild_id)
            await audit.note(connection, match, AuditCode.AGREED, person_id, now, **_noted(request))
            if not match.silent:
                # Who of two partners agreed at once and who thought about it is their secret (R29).
                await self._post(connection, match, request, edit=True)

    async def ask_any(self, connection: AsyncConnection, match: Match, seats: Collection[Seat]) -> bool:
        """Return whether an open request of a match waits for one of some seats."""
        if self._unasked.get(match.id):
            return False
        return any(not set(seats).isdisjoint(waiting(each)) for each in await requests.open_of(connection, match.id))

    async def refresh_open(self, connection: AsyncConnection, match: Match) -> None:
        """Edit the messages of a match's open requests, in the caller's transaction; the outbox drains then."""
        for request in await requests.open_of(connection, match.id):
            await self._post(connection, match, request, edit=True)

    async def _post(self, connection: AsyncConnection, match: Match, request: Request, *, edit: bool = False) -> None:
        shut = {place.channel_id for place in match.places} if match.parked is not None else frozenset[int]()
        posts = [
            Posting("request", channel_id, RequestPost(request.id, edit))
            for channel_id in await self._places(connection, match, request.kind)
            if channel_id not in shut
        ]
        await add_posts(connection, match.id, match.seq, posts, self.core.outages.now_in(match.guild_id))

    async def _places(self, connection: AsyncConnection, match: Match, kind: str) -> list[int]:
        """Return the channels in which a request is shown; for a call also the table's channel."""
        found = channels_of(match, kind)
        if kind == SUBSTITUTE_CALL and not match.silent:
            home = (await match_queries.homes_of_running(connection, [match.id])).get(match.id)
            found += [] if home is None or home in found else [home]
        return found

    async def pause_ends(self, key: str, payload: Json) -> None:
        """Resume a match whose agreed pause is over; a handler of appointments."""

        async def decide(match: Match) -> Change | None:
            paused = match.paused
            if paused is None or paused.code != AGREED or Since.load(payload) != Since(paused.at):
                return None
            text = say("The pause is over: the match goes on.")
            change = Change(replace(match, paused=None), self.core.outages.now_in(match.guild_id), announcement=text)
            return change.logged(AuditCode.RESUMED, BOT)

        await self.matches.change(int(key), decide)

    async def fulfil(self, connection: AsyncConnection, match: Match, fulfilled: Fulfilled, at: datetime) -> None:
        """Close the request that a change carries out, and appoint the end of a pause."""
        request = fulfilled.request
        await requests.agree(connection, request.id, request.agreed)
        await self._write_end(connection, match, request, "accepted", fulfilled.person_id, at)
        wanted = wanted_of(request)
        if isinstance(wanted, Pause) and match.paused is not None:
            due = _until(match.paused, wanted)
            await self.core.schedule.put(connection, PAUSE_ENDS, str(match.id), due, Since(match.paused.at).dump())

    async def overtake(
        self, connection: AsyncConnection, before: Match, after: Match, fulfilled: Fulfilled | None
    ) -> None:
        """Close requests that a change makes pointless, and show those held back while a match was parked."""
        if self._unasked.get(after.id):
            return
        open_requests = await requests.open_of(connection, after.id)
        if not open_requests:
            self._unasked.put(after.id, True)
        called = called_for(
            each for each in open_requests if each.kind == SUBSTITUTE_CALL and stands(each, before, after)
        )
        for request in open_requests:
            carried_out = fulfilled is not None and fulfilled.request.id == request.id
            if not carried_out and not stands(request, before, after, called):
                now = self.core.outages.now_in(after.guild_id)
                await self._write_end(connection, after, request, "outdated", BOT, now)
            elif before.parked is not None and after.parked is None:
                await self._post_where_missing(connection, after, request)

    async def _post_where_missing(self, connection: AsyncConnection, match: Match, request: Request) -> None:
        posts: list[Posting] = []
        for channel_id in await self._places(connection, match, request.kind):
            new = RequestPost(request.id)
            message_id = await outbox.message_of(connection, match.id, channel_id, "request", new.dump())
            posts.append(Posting("request", channel_id, replace(new, edit=message_id is not None)))
        await add_posts(connection, match.id, match.seq, posts, self.core.outages.now_in(match.guild_id))


def _until(paused: Paused, agreed: Pause) -> datetime:
    return paused.at + timedelta(days=agreed.days)


def _noted(request: Request) -> dict[str, Json]:
    wanted = wanted_of(request)
    back = wanted.undone if isinstance(wanted, TakeBack) else None
    return {"request": request.id, "kind": request.kind, **({} if back is None else back.dump())}


# Announcing what players of a silent match wish to ask for, at a moment that is not of their choosing (R29).


@dataclass(eq=False, slots=True)
class RequestDrafts:
    """Turns drafts into requests."""

    core: Core
    matches: Matches
    requests: Requests

    async def seek(self, match_id: int, person_id: int) -> Answer:
        """Look for a substitute for one's own seat in a silent match; other drafts are dropped.

        Raises NoSuchMatch, NotSeated, MatchOver, HostingError (`out-of-game`), AlreadyAsked, HostingError
        (`one-a-turn`).
        """
        async with self.matches.hold(match_id) as match:
            seat = voting_seat(match, person_id)
            async with self.core.db.write() as connection:
                await check_uncalled(connection, match, seat)
                wish = RequestDraft(seat, person_id, Call())
                due = await keep_draft(connection, self.core.schedule, match, wish, self.core.clock.now())
        return Answer(match, None, due=due)

    async def forget(self, match_id: int, person_id: int) -> bool:
        """Drop the draft of a player of a silent match; return whether there was one."""
        async with self.matches.hold(match_id) as match:
            seat = match.seat_of(person_id)
            if seat is None:
                return False
            async with self.core.db.write() as connection:
                return await take_draft(connection, match, seat) is not None

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        if before is not None and after.silent and after.seq != before.seq and after.parked is None:
            for seat in range(1, len(after.seats) + 1):
                await self._announce(connection, after, seat)

    async def due(self, key: str, payload: Json) -> None:
        """Announce a draft at its full hour; a handler of appointments."""
        match_id, seat = draft_of_key(key)
        async with self.matches.hold(match_id) as match, self.core.db.write() as connection:
            if match.parked is not None:  # nothing is posted now
                due = next_moment(self.core.clock.now())
                await self.core.schedule.put(connection, DRAFT_DUE, key, due, payload)
                return
            await self._announce(connection, match, seat)
        self.core.outbox.drain()

    async def _announce(self, connection: AsyncConnection, match: Match, seat: Seat) -> None:
        """Announce the draft of a seat, if it still makes sense; otherwise it stays secret."""
        wish = await take_draft(connection, match, seat)
        if wish is None or match.over or seat not in playing(match):
            return
        wanted, asked = wish.wanted, None
        try:
            if isinstance(wanted, Call):
                await check_uncalled(connection, match, seat)
            else:
                wanted = settled(match, seat, wanted, None)
                called = called_for(await requests.open_of(connection, match.id))
                asked = asked_by(match, seat, wanted, called)
                if isinstance(wanted, PlayOn) and not asked:
                    # It's an answer that carries it out: where all others leave, they are asked after all.
                    asked = asked_by(match, seat, wanted, [wanted.seat])
        except HostingError:
            return
        await self.requests.add(connection, match, wanted, seat, wish.person_id, asked)


async def check_uncalled(connection: AsyncConnection, match: Match, seat: Seat) -> None:
    """Check that no substitute is called for a seat. Raises AlreadyAsked."""
    for request in await requests.open_of(connection, match.id):
        if (request.kind, request.seat) == (SUBSTITUTE_CALL, seat):
            raise AlreadyAsked(request)
