"""Matches: what players do in them, who may know what, how a change is written, and their records.

A match in memory is its stored events played again; recently used ones are cached. Changes to one match are made one
after the other, each in one transaction, and only then are listeners called. Only the process that has a match's server
changes it, and caches it: to the others it would soon be out of date.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from engine import record
from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.text import Text
from engine.turn import Turn
from hosting import metrics
from hosting.core import Core
from hosting.errors import naming
from hosting.match import events
from hosting.match.events import Change
from hosting.match.model import (
    BareMatch,
    Match,
    MatchOver,
    MatchParked,
    MatchPaused,
    MatchSummary,
    NoSuchMatch,
    NotMine,
    NotSeated,
    Parked,
    StaleBoard,
    aggregate,
    not_your_turn,
    posts_for,
)
from hosting.match.pipeline import Listener, ListenerOrder, Pipeline
from hosting.outbox import add_posts
from hosting.runtime import LruCache
from store.tables import match_queries, matches, outbox
from store.tables.matches import ReplayError, WriteConflict, dump_outcome, game_of, play_through, replay
from store.tables.people import GONE, computer_of, distinct_names
from store.tables.values import NO_DATA

# What a player can do in a match as it stands: who may act, what a turn would come to, where one ends.


def playing_seat(match: Match, person_id: int, seen: int | None = None) -> Seat:
    """Return the seat of a player in a running match.

    `seen`: `Match.seq` of the board that was pressed; None for typed input. Raises NotSeated, MatchOver, StaleBoard.
    """
    seat = match.seat_of(person_id)
    if seat is None:
        raise NotSeated
    if match.over:
        raise MatchOver
    if seen is not None and seen != match.seq:
        raise StaleBoard(match)
    return seat


def acting_seat(match: Match, person_id: int, seen: int | None = None) -> Seat:
    """Return the seat of a player who may play a turn now; `seen` as in `playing_seat`.

    Raises NotSeated, MatchOver, StaleBoard, MatchParked, MatchPaused, HostingError (`not-your-turn`).
    """
    seat = playing_seat(match, person_id, seen)
    if match.parked is not None:
        raise MatchParked(match.parked, match.names)
    if match.paused is not None:
        raise MatchPaused(match.paused, match.names)
    # A sealed choice may be replaced until the last one is in.
    if seat not in match.session.deciding:
        session, waiting = match.session, match.awaited
        one = next(iter(waiting)) if len(waiting) == 1 else None
        raise not_your_turn(waiting, match.names, None if one is None else session.game.asked(session.state, one))
    return seat


def preview(match: Match, person_id: int, text: str) -> Turn[Any]:
    """Return the result of a turn, or of its beginning; nothing is written.

    Raises MatchOver, MatchParked, MatchPaused, NotSeated, HostingError (`not-your-turn`); TurnError: it cannot be read
    or is illegal.
    """
    with naming(match):
        return match.session.preview(acting_seat(match, person_id), text)


def dry_run(match: Match, person_id: int, text: str) -> Turn[Any]:
    """Return the result of a whole turn; nothing is written.

    Raises MatchOver, MatchParked, MatchPaused, NotSeated, HostingError (`not-your-turn`); TurnError: it cannot be read,
    is illegal or not finished, as when it's played.
    """
    with naming(match):
        seat = acting_seat(match, person_id)
        match.session.play(seat, text)
        return match.session.preview(seat, text)


def complete(match: Match, person_id: int, text: str, limit: int = 25) -> list[str]:
    """Return completions of a half-typed turn; raises as `preview` does, except for TurnError."""
    return match.session.complete(acting_seat(match, person_id), text, limit)


# Which events make one decision.
#
# A decision can be played in parts, each of them an event; its board, after the last one, shows it whole
# (`Session.last`). If others must answer in it, each question has a board, which replaces the one before.


def decision_continues(session: Session) -> bool:
    """Return whether the last turn was a part of a decision that its player must still finish."""
    last, game = session.last, session.game
    if last is None or not session.entries:
        return False
    latest = session.entries[-1]
    return (
        session.deciding == {last.seat}
        and (latest.seat, latest.forfeit) == (last.seat, False)
        and latest.turn == game.turn(session.state)
    )


def first_event(match: Match, seq: int) -> int:
    """Return the first event of the decision that an event is a part of; the event itself if there is none.

    `match` may have played on long after the event.
    """
    place = next((place for place, passed in enumerate(match.history) if passed.seq == seq), None)
    decided = None if place is None else _decided(match, place)
    if place is None or decided is None:
        return seq
    # If the seat was taken over or something was taken back in between, it is told in two parts.
    while place and _decided(match, place - 1) == decided and match.history[place - 1].seq == seq - 1:
        place, seq = place - 1, seq - 1
    return seq


def _decided(match: Match, place: int) -> tuple[int, Seat | None] | None:
    """Return the turn and the seat that an event of the history belongs to; None if it was no turn of one seat.

    Another seat's answers in a turn belong to it: in such games the turn alone tells.
    """
    passed = match.history[place]
    if passed.kind != "turn" or not passed.entries:
        return None
    entry = match.session.entries[passed.entries - 1]
    return entry.turn, None if match.session.game.info.answers else entry.seat


# Who still plays a match, and who takes sides in it.


def playing(match: Match) -> frozenset[Seat]:
    """Return the seats that are still in the game: those that could resign now."""
    return frozenset() if match.over else match.session.playing


def takes_sides(match: Match | BareMatch, person_id: int) -> bool:
    """Return whether a person cannot organise a match: they play in it, or did where partners are silent (R29)."""
    former = match.silent and any(each.person_id == person_id for each in match.former)
    return former or match.seat_of(person_id) is not None


# How a change of a match is written to the store, in the caller's transaction.


def advanced(match: Match, change: Change) -> Change:
    """Return a change with the match's numbers counted up, and with everything that its end closes."""
    event, after = change.event, _settled(match, change)
    if event is None:
        return replace(change, match=replace(after, rev=match.rev + 1))
    over = after.session.outcome is not None
    after = replace(
        after,
        seq=event.seq,
        events=(*match.events, event),
        rev=match.rev + 1,
        status="over" if over else match.status,
        ended_at=event.at if over else None,
        parked=None if over else match.parked,
        paused=None if over else after.paused,
    )
    return replace(change, match=after)


def _settled(match: Match, change: Change) -> Match:
    after = change.match
    if match.paused is not None and (after.paused != match.paused or after.session.outcome is not None):
        span = match.paused.at, change.at
        # One that ends as it begins takes no time, and another could begin at that moment: rows go by when they began.
        after = after if change.at == match.paused.at else replace(after, pauses=(*match.pauses, span))
    if after.causes or after.decided:
        sealed = {seat for seat, _, _ in after.session.sealed}
        after = replace(
            after,
            causes={seat: cause for seat, cause in after.causes.items() if seat in sealed},
            decided={seat: about for seat, about in after.decided.items() if seat in sealed},
        )
    return after


async def write_event(connection: AsyncConnection, match: Match, change: Change) -> None:
    event, after, session = change.event, change.match, change.match.session
    if event is None:
        raise AssertionError(f"nothing happened in match {match.id}")
    waiting = sorted(session.to_act)
    outcome = None if session.outcome is None else dump_outcome(session.outcome)
    await matches.append(
        connection, match.id, event, status=after.status, to_act=waiting, rev=match.rev, outcome=outcome
    )
    if match.session.sealed:
        left = [(seat, entry.text) for seat, _, entry in session.sealed]
        await matches.seal(
            connection,
            match.id,
            event.seq,
            left,
            to_act=waiting,
            at=event.at,
            causes=after.causes,
            decided=after.decided,
        )
    if event.kind == "substitute" and event.seat is not None:
        await matches.set_seat(connection, match.id, after.seats[event.seat - 1])
    if after.paused != match.paused and not after.over:
        await _write_paused(connection, after)
    if after.pauses != match.pauses:
        await matches.add_pause(connection, match.id, after.pauses[-1])


async def write_amended(connection: AsyncConnection, match: Match, after: Match, at: datetime) -> None:
    """Write a change of a match without an event in the game. Raises WriteConflict."""
    await matches.touch(connection, match.id, match.rev)
    if after.session != match.session:
        # Choices that stay sealed until others have chosen: no event yet, and nothing to post.
        choices = [(seat, entry.text) for seat, _, entry in after.session.sealed]
        waiting = sorted(after.session.to_act)
        await matches.seal(
            connection,
            match.id,
            after.seq,
            choices,
            to_act=waiting,
            at=at,
            causes=after.causes,
            decided=after.decided,
        )
    if after.parked != match.parked:
        parked = None if after.parked is None else after.parked.dump()
        await matches.set_parked(connection, match.id, parked)
    if after.paused != match.paused:
        await _write_paused(connection, after)
    if after.pauses != match.pauses:
        await matches.add_pause(connection, match.id, after.pauses[-1])
    if after.places != match.places:
        await matches.set_places(connection, match.id, after.channel_id, after.places)


async def write_interruption(connection: AsyncConnection, match: Match, at: datetime) -> None:
    """Drop the waiting posts of a parked match, or post the board of a resumed one where it's missing."""
    if match.parked is not None:
        await outbox.drop(connection, match.id, {place.channel_id for place in match.places}, at)
        return
    missing = [
        post
        for post in posts_for(match)
        if not await outbox.is_posted(connection, match.id, post.channel_id, post.kind, match.seq)
    ]
    await add_posts(connection, match.id, match.seq, missing, at)


async def _write_paused(connection: AsyncConnection, match: Match) -> None:
    paused = None if match.paused is None else match.paused.dump()
    await matches.set_paused(connection, match.id, paused)


# Records of matches: the game's notation with tags of when it was played, by whom, and what it was drawn from.


def record_of(match: Match, reader: int | None) -> str:
    """Return the record, as far as the reader (None: everybody) may know it while the match runs."""
    tags = {"Date": f"{match.started_at:%Y.%m.%d}", "Match": str(match.id)}
    if match.former:
        tags["Substitutes"] = _substitutes(match)
    if match.session.game.info.uses_chance:
        tags["Commitment"] = match.session.chance.commitment
    seat = None if reader is None else match.seat_of(reader)
    return record.write(match.session, recorded(match.names), tags, reveal=match.over, reader=seat)


def recorded(names: Sequence[str]) -> list[str]:
    """Return players' names as records write them, in English, with words for deleted players and computers."""
    computers = [computer_of(name) for name in names]
    if GONE not in names and not any(computers):
        return list(names)
    return distinct_names(
        [
            computer.plain if computer is not None else _DELETED if name == GONE else name
            for name, computer in zip(names, computers, strict=True)
        ]
    )


_DELETED = "deleted player"


def _substitutes(match: Match) -> str:
    """Return the former players of seats, and up to which of the match's events they played."""
    names = recorded([each.name for each in match.former])
    return "; ".join(
        f"seat {each.seat}: {name} up to turn {_turns(match, each.until)}"
        for each, name in zip(match.former, names, strict=True)
    )


def _turns(match: Match, seq: int) -> int:
    return sum(passed.seq < seq and passed.kind in ("turn", "joint") for passed in match.history)


Decide: TypeAlias = Callable[[Match], Awaitable[Change | None]]
CarryOut: TypeAlias = Callable[[Change], Awaitable[Match]]

MATCHES_CACHED = 1024
MOST_FOLLOWING = 1000
"""Cap on the changes that may follow from one; exceeding it is a fault of the program."""
SESSIONS_CACHED = 256

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Matches:
    """Every match. What `play` and `forfeit` return has been written to disk.

    Attributes:
        unreadable: Matches that this version was asked for and could not replay.
        pipeline: The work that a change sets off; set once, before anything changes.
        renames: How often players were renamed or deleted: a match that was read before may have an old name.
    """

    core: Core
    unreadable: set[int] = field(default_factory=set, init=False)
    renames: int = field(default=0, init=False)
    _cache: LruCache[int, Match] = field(default_factory=lambda: LruCache(MATCHES_CACHED), init=False)
    # How often a match was dropped from memory: one that was read before may be out of date.
    _drops: int = field(default=0, init=False)
    # By channel: the match that was last seen to run in it.
    _running: LruCache[int, int] = field(default_factory=lambda: LruCache(4 * MATCHES_CACHED), init=False)
    _sessions: LruCache[tuple[int, int], Session] = field(default_factory=lambda: LruCache(SESSIONS_CACHED), init=False)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    _loading: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    _listeners: dict[ListenerOrder, Listener] = field(default_factory=dict, init=False)
    pipeline: Pipeline = field(init=False)

    def __post_init__(self) -> None:
        self.core.outbox.set_park(self.park)

    async def get(self, match_id: int) -> Match:
        """Return a match. Raises NoSuchMatch."""
        return self.up_to_date(await self._get(match_id))

    def up_to_date(self, match: Match) -> Match:
        """Return a match with the time of outages given back to its clock."""
        clock = None if match.clock is None else self.core.outages.current(match.clock, match.guild_id)
        return match if clock is match.clock else replace(match, clock=clock)

    def require_own(self, match: Match) -> None:
        """Raise NotMine if another process has the server of a match."""
        if not self.core.share.has(match.guild_id):
            raise NotMine(match.guild_id)

    async def _get(self, match_id: int) -> Match:
        if (match := self._cache.get(match_id)) is not None:
            return match
        async with self._loading.setdefault(match_id, asyncio.Lock()):
            if (match := self._cache.get(match_id)) is not None:
                return match
            while True:
                renames, drops, match = self.renames, self._drops, await self._load(match_id)
                if (renames, drops) == (self.renames, self._drops):
                    return self._keep(self._cache.get(match_id) or match, renames)

    async def _load(self, match_id: int) -> Match:
        async with self.core.db.read() as connection:
            stored = await matches.load(connection, match_id)
        if stored is None:
            raise NoSuchMatch
        try:
            session, history = await asyncio.to_thread(play_through, game_of(self.core.games, stored), stored)
        except ReplayError as error:
            if not error.over and self.core.share.has(stored.guild_id):
                self.unreadable.add(match_id)
            raise
        return aggregate(stored, session, history)

    async def running_in(self, channel_id: int) -> Match | None:
        """Return the match, running or parked, that a channel belongs to, or None."""
        if (match := self._cache.get(self._running.get(channel_id) or 0)) is not None and _runs_in(match, channel_id):
            return match
        async with self.core.db.read() as connection:
            match_id = await match_queries.busy_in(connection, channel_id)
        return None if match_id is None else await self.get(match_id)

    async def latest_in(self, channel_id: int) -> Match | None:
        """Return the most recent match, running or over, that a channel belongs to, or None."""
        async with self.core.db.read() as connection:
            match_id = await match_queries.latest_in(connection, channel_id)
        return None if match_id is None else await self.get(match_id)

    async def number_in(self, channel_id: int) -> int | None:
        """Return the number of the most recent match, readable or not, that a channel belongs to, or None."""
        async with self.core.db.read() as connection:
            return await match_queries.latest_in(connection, channel_id)

    async def of_person(self, person_id: int, guild_id: int | None = None) -> list[MatchSummary]:
        """Return the running and parked matches of a player, those that wait for them first, then the newest first."""
        async with self.core.db.read() as connection:
            found = await match_queries.summaries(connection, match_queries.live_of_person(person_id))
        here = [each for each in found if guild_id in {None, each.guild_id}]
        return sorted(here, key=lambda each: person_id not in each.to_act)

    async def in_guild(self, guild_id: int) -> list[MatchSummary]:
        async with self.core.db.read() as connection:
            return await match_queries.summaries(connection, match_queries.live_in_guild(guild_id))

    async def first_victory(self, match: Match) -> bool:
        """Return whether a player alone has won, and had not beaten the same opponent before in this server."""
        outcome = match.session.outcome
        if outcome is None or not outcome.alone or not outcome.winners:
            return False
        async with self.core.db.read() as connection:
            earlier = await match_queries.beaten(connection, match.guild_id, match.person_of(1), match.id)
        for number in earlier:
            try:
                other = await self.get(number)
            except ReplayError:
                continue  # this version cannot play it through
            was = other.session.outcome
            if was is not None and (other.game, was.against) == (match.game, outcome.against):
                return False
        return True

    async def play(
        self,
        match_id: int,
        person_id: int,
        text: str,
        seen: int | None = None,
        chosen: str | None = None,
        about: Mapping[str, Json] = NO_DATA,
    ) -> Match:
        """Play a whole turn, all of it or nothing.

        `text`: the moves joined by `/`. `seen`: `Match.seq` of the board that was pressed; None for typed input.
        `chosen`: `Session.mark` of the person's sealed choice when the menu was made; None for typed input. `about`:
        what is stored with a computer's turn.

        Raises:
            NoSuchMatch, MatchOver, MatchParked, MatchPaused, NotSeated, HostingError (`not-your-turn`): As it says.
            StaleBoard: The board that was pressed isn't the latest, or another choice was sealed since.
            TurnError: It cannot be read, is illegal, or isn't finished (`"turn-incomplete"`).
        """

        async def decide(match: Match) -> Change:
            seat = acting_seat(match, person_id, seen)
            if chosen is not None and match.session.mark(seat) != chosen:
                raise StaleBoard(match)
            after = match.session.play(seat, text)
            return events.turn(match, after, seat, person_id, self.core.clock.now(), about=about)

        return await self.change(match_id, decide)

    async def forfeit(self, match_id: int, person_id: int, seen: int | None = None) -> Match:
        """Resign, at any time, in a parked or paused match too.

        Raises NoSuchMatch, MatchOver, NotSeated, StaleBoard; IllegalMoveError: the seat is out of the game already.
        """

        async def decide(match: Match) -> Change:
            return events.forfeit(match, playing_seat(match, person_id, seen), person_id, self.core.clock.now())

        return await self.change(match_id, decide)

    async def change(self, match_id: int, decide: Decide) -> Match:
        """Change a match in one transaction. Raises NoSuchMatch, NotMine.

        `decide` gets the match under its lock and returns the change, or None for nothing. Its errors are raised here,
        with nothing changed.
        """
        async with self.changing(match_id) as (match, carry_out):
            change = await decide(match)
            return match if change is None else await carry_out(change)

    @asynccontextmanager
    async def changing(self, match_id: int) -> AsyncIterator[tuple[Match, CarryOut]]:
        """Give a match, locked until the block ends, and a function that changes it, once.

        Raises NoSuchMatch, NotMine.
        """
        async with self.hold(match_id) as match:
            yield match, partial(self._carry_out, match, self.renames)

    @asynccontextmanager
    async def hold(self, match_id: int) -> AsyncIterator[Match]:
        """Give a match, locked until the block ends; don't change it inside. Raises NoSuchMatch, NotMine."""
        async with self.locked(match_id):
            match = await self.get(match_id)
            self.require_own(match)
            with naming(match):
                yield match

    async def at(self, match: Match, seq: int) -> Session:
        """Return the game of a match after an event, 0 being the start. Raises NoSuchMatch."""
        if match.seq == seq:
            return match.session
        if (session := self._sessions.get((match.id, seq))) is not None:
            return session
        async with self.core.db.read() as connection:
            stored = await matches.load(connection, match.id, upto=seq)
        if stored is None or len(stored.events) != seq:
            raise NoSuchMatch
        session = await asyncio.to_thread(replay, match.session.game, stored)
        return self._sessions.setdefault((match.id, seq), session) if self.core.share.has(match.guild_id) else session

    async def record(self, match_id: int, reader: int | None) -> str:
        return record_of(await self.get(match_id), reader)

    async def park(self, match_id: int, reason: Text, code: str) -> Match:
        """Interrupt a match whose boards cannot be posted; its waiting posts are dropped."""

        async def decide(match: Match) -> Change | None:
            parked = replace(match, status="parked", parked=Parked(reason, code))
            return None if match.over else Change(parked, self.core.clock.now())

        match = await self.change(match_id, decide)
        if not match.over:
            metrics.INTERRUPTIONS.labels(code).inc()
            _log.warning("match %d was interrupted (%s)", match_id, code, extra={"cause": "interrupted"})
        return match

    async def unpark(self, match_id: int) -> Match:
        """Resume a parked match; its latest board is posted where it's missing."""

        async def decide(match: Match) -> Change | None:
            if match.status != "parked":
                return None
            return Change(replace(match, status="running", parked=None), self.core.clock.now())

        return await self.change(match_id, decide)

    def listen(self, hearer: ListenerOrder, listener: Listener) -> None:
        """Call a function after each change of a match is written: its start, its turns, its end, parking."""
        self._listeners = dict(sorted({**self._listeners, hearer: listener}.items()))

    async def starting(self, connection: AsyncConnection, match: Match) -> Match:
        """Run the writers in the transaction that starts a match (`hosting.lobby.tables`)."""
        return await self.pipeline.write_along(connection, None, Change(match, match.started_at))

    def started(self, match: Match, renames: int) -> Match:
        """Take in a match that was just written elsewhere (`hosting.lobby.tables`, `hosting.match.unreadable`).

        `renames`: how many there were before its players were read.
        """
        self._keep(match, renames)
        return self._changed(match)

    def renamed(self, *person_ids: int) -> None:
        """Reload the matches of people before they are shown: their names changed, or were deleted."""
        self.renames += 1
        for match in self._cache.values():
            if not match.members.keys().isdisjoint(person_ids):
                self._cache.forget(match.id)

    def forget_all(self) -> None:
        self.renames += 1
        for match in self._cache.values():
            self._cache.forget(match.id)

    def _keep(self, match: Match, renames: int) -> Match:
        """Cache a match as it's stored, unless a player was renamed after it was read, or it's another process's."""
        if not self.core.share.has(match.guild_id):
            return match
        if renames != self.renames:
            self._drop(match.id)
        else:
            self._cache.put(match.id, match)
        for place in match.places:
            if _runs_in(match, place.channel_id):
                self._running.put(place.channel_id, match.id)
        return match

    def forget(self, match_ids: Iterable[int]) -> None:
        """Drop matches from memory that were removed from the store, or changed there by other code."""
        for match_id in match_ids:
            self._drop(match_id)
            self.unreadable.discard(match_id)

    def _drop(self, match_id: int) -> None:
        self._drops += 1
        self._cache.forget(match_id)

    def locked(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    @asynccontextmanager
    async def writing(self, match_id: int) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that changes a match. After a failure the match is read from the store again."""
        try:
            async with self.core.db.write() as connection:
                yield connection
        except BaseException as error:
            self._drop(match_id)
            self.core.outbox.drain()
            if isinstance(error, WriteConflict):
                raise StaleBoard(await self.get(match_id)) from error
            raise

    def _changed(self, match: Match, *following: Match) -> Match:
        """Post and announce a change and its followers, without waiting for either."""
        self.core.outbox.drain()
        if self._listeners and not self.core.tasks.closed:
            telling = self.core.tasks.foreign(self._tell(match, *following))
            self.core.tasks.start(telling, f"listeners of match {match.id}")
        return match

    async def _tell(self, *changed: Match) -> None:
        for match in changed:
            for listener in self._listeners.values():
                try:
                    await listener(match)
                except Exception:  # noqa: BLE001 - whatever is wrong with one listener, the others are told
                    _log.exception("a listener failed at match %s, event %s", match.id, match.seq)

    async def _carry_out(self, match: Match, renames: int, change: Change) -> Match:
        if change.event is None and change.match == match:
            return match
        after = await self._write(match, renames, change)
        return self._changed(after, *await self._follow_up(after, renames))

    async def _follow_up(self, match: Match, renames: int) -> list[Match]:
        """Apply what follows by itself. An error there doesn't undo what was done before it."""
        following: list[Match] = []
        while len(following) < MOST_FOLLOWING:
            change = await self._what_follows(match)
            if change is None:
                return following
            try:
                match = await self._write(match, renames, change)
            except Exception:  # noqa: BLE001 - the player's own turn stands
                _log.exception("could not save what follows event %s of match %s", match.seq, match.id)
                return following
            following.append(match)
        _log.error("match %s never stops playing automatically", match.id)
        return following

    async def _what_follows(self, match: Match) -> Change | None:
        for follower in self.pipeline.followers:
            try:
                change = await follower(match)
            except Exception:  # noqa: BLE001 - whatever is wrong with one follower, the others are asked
                _log.exception("a follower failed at match %s, event %s", match.id, match.seq)
                continue
            if change is not None and (change.event is not None or change.match != match):
                return change
        return None

    async def _write(self, match: Match, renames: int, change: Change) -> Match:
        change = advanced(match, change)
        async with self.writing(match.id) as connection:
            if change.event is not None:
                await write_event(connection, match, change)
            else:
                await write_amended(connection, match, change.match, self.core.clock.now())
            after = await self.pipeline.write(connection, match, change)
            if change.event is None and after.parked != match.parked:
                await write_interruption(connection, after, self.core.clock.now())
        if change.event is not None:
            self._sessions.put((match.id, match.seq), replace(match.session, sealed=()))
        return self._keep(after, renames)


def _runs_in(match: Match, channel_id: int) -> bool:
    """Return whether a match is running in a channel; then no other match does."""
    return not match.over and any(place.channel_id == channel_id and place.role != "category" for place in match.places)
