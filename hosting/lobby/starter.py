"""Matches that begin: the queue, requests to Discord, the first transaction, and every way to fail.

Discord makes no thread or channel twice by the same key, and no transaction spans it and the store. So a start is
written down before anything is made for it, and what is made is written down as soon as its id is known. A process that
dies in between leaves at most one thing whose id isn't noted; the next attempt finds it by its known properties
(`cogs.lobby.building`) and goes on from there, or takes it back.

A start has an appointment of its own, made in the transaction that requests it. A failure is tried again after
`PAUSES`; then its origin gets the reason in words. The origin of a match is unique in the store, so that two processes,
or two presses, make one match.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.errors import ArenaError
from engine.game import Json, Setup, chosen_options
from engine.session import Session
from engine.text import Text, dump_text, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.model import (
    TABLE,
    AlreadyStarted,
    ChannelBusy,
    NotWanted,
    QueueFull,
    check_position,
    mode_named,
    too_few_players,
)
from hosting.match.model import Match, MatchSeat, Ordered, Place, Start, StartStatus, posts_for
from hosting.match.service import Matches
from hosting.match_terms import Terms
from hosting.outbox import add_posts
from hosting.people import Settings
from store.tables import lobby, match_queries, matches, people
from store.tables.people import distinct_names

# The sources of starts, by kind: the part of an origin before its colon.


class Origin:
    """The requester of a match; each kind of origin overrides its own parts.

    Attributes:
        waits: A person waits for the match and learns at once of a failure; it isn't tried again by itself, and doesn't
            count among those that the program starts.
        chooses: It knows the private choices of players before the start, where a game has them.
    """

    waits = False
    chooses = False

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Return each seat's choice before the start, empty for none.

        Called in the transaction that writes the match. An error undoes that. Raises HostingError: the match isn't
        wanted any more, or not like that.
        """
        _ = connection, start
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        """Write along that a match has begun, in its transaction."""

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        """Hear that a match was given up."""


def kind_of(origin: str) -> str:
    return origin.partition(":")[0]


# What is written down of matches that are to begin: each change in one transaction, with its appointment.


STARTING = "start"
"""The appointment of a start; its key is `key_of`."""
SOON = timedelta(minutes=1)
"""Wait before looking at a start that another task, or a process that died, works on."""
ARCHIVING = "archive-thread"
"""The appointment that archives the thread of a finished match; its key is the match."""
ARCHIVE_AFTER = timedelta(days=1)
"""How long after the end, or after the last message, a thread stays open."""


@dataclass(eq=False, slots=True)
class StartQueue:
    """Every match that is to begin, as it's stored."""

    core: Core

    async def add(self, connection: AsyncConnection, start: Start) -> None:
        """Write that a match is to begin, in the caller's transaction.

        One that was given up is tried anew; one that waits, or has begun, stays as it is.
        """
        added = await lobby.add_start(connection, start, self.core.clock.now())
        ordered = await _of(connection, start.origin)
        if added or ordered.status == "failed":
            await lobby.save_start(connection, replace(ordered, start=start, status="waiting", attempts=0, why=None))
            await self._appoint(connection, ordered.id)

    async def take(self, start: Start) -> tuple[Ordered, datetime | None]:
        """Write that places are about to be made for a person who waits for the match.

        Returns:
            The order, and since when it may have left something without a note; None if nothing can.

        Raises:
            AlreadyStarted: Its origin has a match.
        """
        async with self.core.db.write() as connection:
            await lobby.add_start(connection, start, self.core.clock.now())
            ordered = await _of(connection, start.origin)
            if ordered.match_id is not None:
                raise AlreadyStarted(ordered.match_id)
            ordered, since = self._building(replace(ordered, start=start, attempts=0, why=None))
            await lobby.save_start(connection, ordered)
            await self._appoint(connection, ordered.id, SOON)
        return ordered, since

    async def claim(self, number: int, most: int | None, waiting: Collection[str]) -> tuple[Ordered, datetime | None]:
        """Write that places are about to be made.

        `most`: how many matches of the program its server takes at a time; None where it doesn't count. `waiting`: the
        kinds of origins that don't count.

        Returns:
            As `take`.

        Raises:
            QueueFull: The server takes no more at the moment.
        """
        async with self.core.db.write() as connection:
            ordered = await _load(connection, number)
            if most is not None:
                going = await lobby.running_starts(connection, ordered.start.guild_id, waiting)
                going += sum(
                    each.id != number and kind_of(each.start.origin) not in waiting
                    for each in await lobby.live_starts(connection, "building", guild_id=ordered.start.guild_id)
                )
                if going >= most:
                    raise QueueFull
            ordered, since = self._building(ordered)
            await lobby.save_start(connection, ordered)
        return ordered, since

    def _building(self, ordered: Ordered) -> tuple[Ordered, datetime | None]:
        """Return a start whose places are about to be made, and since when an earlier attempt may have left some."""
        left = ordered.status == "building" or bool(ordered.made)
        began_at = ordered.began_at if left and ordered.began_at is not None else self.core.clock.now()
        return replace(ordered, status="building", began_at=began_at), began_at if left else None

    async def note(self, number: int, what: str, made: int) -> None:
        def noted(ordered: Ordered) -> Ordered:
            known = (what, made) in ordered.made
            return ordered if known else replace(ordered, made=(*ordered.made, (what, made)))

        await self.change(number, noted)

    async def put_off(self, number: int, why: Text, pause: timedelta, *, queued: bool = False, failed: int = 0) -> None:
        """Appoint the next look at a start.

        `queued`: whether it waits for another match to end; `failed`: how many more attempts have failed.
        """
        async with self.core.db.write() as connection:
            ordered = await _load(connection, number)
            status: StartStatus = "queued" if queued else ordered.status
            attempts = ordered.attempts + failed
            await lobby.save_start(connection, replace(ordered, status=status, why=dump_text(why), attempts=attempts))
            await self._appoint(connection, number, pause)

    async def change(self, number: int, change: Callable[[Ordered], Ordered]) -> Ordered:
        """Change a stored start, and return it; its appointment is removed with the last change."""
        async with self.core.db.write() as connection:
            ordered = change(await _load(connection, number))
            await lobby.save_start(connection, ordered)
            if not ordered.live:
                await self.core.schedule.drop(connection, STARTING, key_of(number))
        return ordered

    async def begun(self, connection: AsyncConnection, origin: str, match_id: int) -> None:
        """Write, in its transaction, that the match of an origin has begun, even if it wasn't requested."""
        ordered = await lobby.starts_of_origin(connection, origin, to_change=True)
        if ordered is not None:
            await lobby.save_start(
                connection, replace(ordered, status="started", match_id=match_id, made=(), began_at=None, why=None)
            )

    async def find(self, number: int) -> Ordered | None:
        async with self.core.db.read() as connection:
            return await lobby.load_start(connection, number)

    async def noted(self, guild_id: int) -> frozenset[int]:
        """Return everything made in a server for matches that are to begin and not known to be gone."""
        async with self.core.db.read() as connection:
            found = await lobby.live_starts(connection, "waiting", "building", guild_id=guild_id)
        return frozenset(made for each in found for _, made in each.made)

    async def resume(self) -> None:
        """Look now at the starts of a process that ended."""
        async with self.core.db.write() as connection:
            found = await lobby.live_starts(connection, "waiting", "building", "started")
            for each in (each for each in found if self.core.share.has(each.start.guild_id)):
                if each.status != "waiting" or not each.attempts:  # what has failed has its time
                    await self._appoint(connection, each.id)

    async def on_match_end(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Begin the next match when one that the program started ends, and appoint that its thread is archived."""
        if before is None or after.origin is None or kind_of(after.origin) == TABLE:
            return
        await self.core.schedule.put(connection, ARCHIVING, str(after.id), self.core.clock.now() + ARCHIVE_AFTER)
        queue = await lobby.live_starts(connection, "queued", guild_id=after.guild_id, limit=1)
        if queue:
            await self._appoint(connection, queue[0].id)

    async def later(self, number: int) -> None:
        await self.core.schedule.set(STARTING, key_of(number), self.core.clock.now() + SOON)

    async def postpone(self, number: int) -> None:
        """Look again soon at the present start, unless that was requested meanwhile."""
        await self.core.schedule.postpone(STARTING, key_of(number), self.core.clock.now() + SOON)

    async def _appoint(self, connection: AsyncConnection, number: int, pause: timedelta = timedelta()) -> None:
        await self.core.schedule.put(connection, STARTING, key_of(number), self.core.clock.now() + pause)


def key_of(number: int) -> str:
    return f"{number:010}"


async def _load(connection: AsyncConnection, number: int) -> Ordered:
    found = await lobby.load_start(connection, number, to_change=True)
    if found is None:
        raise AssertionError(f"start {number} is gone")
    return found


async def _of(connection: AsyncConnection, origin: str) -> Ordered:
    found = await lobby.starts_of_origin(connection, origin, to_change=True)
    if found is None:
        raise AssertionError(f"{origin} is gone in the middle of a change")
    return found


# What the starter asks of Discord: to look whether a match can be played, and to make its places.


Note: TypeAlias = Callable[[str, int], Awaitable[None]]
"""Writes down that something was made: what it is, and its id. It is written before anything else is made."""


@dataclass(frozen=True, slots=True)
class Built:
    """The places of a match about to be written; `told` is a note to its players about an unexpected place."""

    places: tuple[Place, ...]
    told: Text | None = None


class Builder(Protocol):
    """Makes places, and takes them back. A process may die in any of its methods and be asked again by the next."""

    def knows(self, guild_id: int) -> bool:
        """Return whether it has heard of a server's channels by now, or that there are none."""
        ...

    async def place(self, start: Start) -> Start:
        """Return a start with a present place: not in a thread that another match now uses.

        Raises ArenaError: it can be made nowhere; its text says why.
        """
        ...

    async def check(self, start: Start) -> Mapping[int, str]:
        """Check whether all players could play there; return their names by person.

        Raises ArenaError: a player, a channel or a permission is missing; its text says which.
        """
        ...

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        """Make the places; what an earlier attempt left is used, or removed.

        `ordered`: with everything made and noted already. `names`: of the players, in the order of play. `note`: called
        with each thing as soon as it's made. `since`: since when something may have been made without a note; None if
        nothing can have been. Raises ArenaError: it cannot be played there; its text says why.
        """
        ...

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        """Take back everything that was made, noted or not; return what is still there."""
        ...

    async def settle(self, start: Start, match: Match) -> None:
        """Let the players in; may be called again."""
        ...

    def words(self, start: Start, error: BaseException) -> Text:
        """Return what prevents a start and who can fix it, without naming a person."""
        ...

    def missing(self, error: BaseException) -> frozenset[int]:
        """Return the people who left the server, if that prevents a start."""
        ...


# The first transaction of a match: its row, its seats and places, and the posts of its first board.


async def _write(
    core: Core,
    connection: AsyncConnection,
    start: Start,
    places: Sequence[Place],
    names: Sequence[str],
    loadouts: tuple[str, ...] = (),
) -> Match:
    """Write a match in the caller's transaction; once that is committed, `Matches.started` takes it in.

    `places`: the match's channels; one of them has the role "board". `names`: of the players, in the order of play.
    `loadouts`: each seat's choice before the start, empty for none. Raises ChannelBusy: one of the places belongs
    to a running match.
    """
    await check_free(connection, places)
    game = core.games(start.game)
    mode = mode_named(game.info, start.mode)
    info = game.info
    setup = Setup(start.mode, start.options, info.data_version, start.position, info.rules_version, loadouts=loadouts)
    session = Session.start(game, setup, Chance(core.entropy(SEED_BYTES)))
    now, terms = core.clock.now(), Terms.load(start.terms)
    terms = terms.alone if mode.alone else terms
    people = zip(sorted(start.seats), distinct_names(names), strict=True)
    seats = tuple(MatchSeat(seat, start.seats[seat], name, mode.team_of(seat)) for seat, name in people)
    channel_id = next(place.channel_id for place in places if place.role == "board")
    match_id = await matches.add(
        connection,
        guild_id=start.guild_id,
        channel_id=channel_id,
        game=start.game,
        rules_version=info.rules_version,
        setup=session.setup,
        seed=session.chance.seed,
        to_act=sorted(session.to_act),
        organiser_id=start.host_id,
        seats=seats,
        match_places=places,
        at=now,
        terms=terms.dump(),
        origin=start.origin,
    )
    match = Match(
        id=match_id,
        guild_id=start.guild_id,
        channel_id=channel_id,
        game=start.game,
        setup=session.setup,
        seats=seats,
        places=tuple(sorted(places, key=lambda place: place.role)),
        status="running",
        seq=0,
        session=session,
        started_at=now,
        ended_at=None,
        organiser_id=start.host_id,
        terms=terms,
        origin=start.origin,
    )
    await add_posts(connection, match_id, 0, posts_for(match), now)
    return match


async def check_free(connection: AsyncConnection, places: Sequence[Place]) -> None:
    """Raise ChannelBusy if one of the places belongs to a running match."""
    for place in places:
        if (busy := await match_queries.busy_in(connection, place.channel_id)) is not None:
            raise ChannelBusy(busy)


PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 6 * 60, 24 * 60))
"""Waits after the first failed attempt, the second and so on; the attempt after the last wait is the last."""
LOOK = timedelta(hours=1)
"""How often a start in the queue is tried although no match has ended."""

Check: TypeAlias = Callable[[Start], Awaitable[None]]
"""Raises an ArenaError if a match may not start now."""

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Starter:
    """Starts matches; `checks` are run before each attempt, besides the builder's own."""

    core: Core
    matches: Matches
    settings: Settings
    queue: StartQueue
    origins: dict[str, Origin]
    _builder: Builder | None = field(default=None, init=False)
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    checks: list[Check] = field(default_factory=list, init=False)

    def set_builder(self, builder: Builder) -> None:
        self._builder = builder

    async def start(self, start: Start, names: Sequence[str]) -> Match:
        """Start a match for a person who waits for it (`Origin.waits`).

        `names`: of the players, in the order of play.

        Raises:
            AlreadyStarted: Its origin has a match.
            Exception: Anything that prevents it; what was made for it is taken back, and it can be asked for again.
        """
        async with self._lock(start.origin):
            try:
                return await self._taken(start, names)
            except ChannelBusy:
                # Another start was faster in its channel: now that is known (`Builder.place`).
                return await self._taken(start, names)

    async def _taken(self, start: Start, names: Sequence[str]) -> Match:
        """Check a start, then write it down and carry it out: a refused one leaves nothing behind."""
        start, _ = await self._checked(start)
        ordered, since = await self.queue.take(start)
        try:
            return await self._carry_out(ordered, names, since)
        except BaseException:
            await self._take_back(ordered)
            raise

    async def begin(self, start: Start, places: Sequence[Place], names: Sequence[str]) -> Match:
        """Write a match whose places exist.

        `places`: the match's channels; one of them has the role "board". `names`: of the players, in the order of play.

        Raises:
            HostingError: The origin doesn't want it any more, or not like that.
            NotWanted: A player was deleted.
            ChannelBusy: One of the places belongs to a running match.
            AlreadyStarted: Its origin has a match.
        """
        origin, renames = self._origin(start), self.matches.renames
        try:
            async with self.core.db.write() as connection:
                await _check_players(connection, start)
                loadouts = await origin.allow(connection, start)
                match = await _write(self.core, connection, start, places, names, loadouts)
                await origin.begun(connection, start, match)
                match = await self.matches.starting(connection, match)
                await self.queue.begun(connection, start.origin, match.id)
        except IntegrityError as error:
            # Where writers do not take turns another one may have been faster; the database keeps them apart.
            async with self.core.db.read() as connection:
                if (other := await lobby.match_of_start(connection, start.origin)) is not None:
                    raise AlreadyStarted(other) from error
                await check_free(connection, places)
            raise
        return self.matches.started(match, renames)

    async def due(self, key: str, _payload: Json) -> None:
        ordered = await self.queue.find(int(key))
        if ordered is None or not ordered.live:
            return
        lock = self._lock(ordered.start.origin)
        if self._builder is None or not self._builder.knows(ordered.start.guild_id) or lock.locked():
            await self.queue.postpone(ordered.id)
            return
        async with lock:
            ordered = await self.queue.find(ordered.id)
            if ordered is None or not ordered.live:
                return
            if ordered.match_id is not None:
                await self._settle(ordered, await self.matches.get(ordered.match_id))
            elif self._origin(ordered.start).waits:
                # The person who waited for it has had no answer, and asks again if they still want it.
                await self._take_back(ordered)
            else:
                await self._try(ordered)

    async def _try(self, ordered: Ordered) -> None:
        """Attempt a start that nobody waits for; the failure decides when it's tried again."""
        try:
            await self._attempt(ordered)
        except QueueFull as error:
            await self.queue.put_off(ordered.id, error.text, LOOK, queued=True)
        except AlreadyStarted as error:
            await self._undo(ordered.id)
            other = error.match_id
            done = await self.queue.change(ordered.id, lambda it: replace(it, status="started", match_id=other))
            await self._settle(done, await self.matches.get(other))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again, and the origin told at last
            await self._failed(ordered, error)

    async def _attempt(self, ordered: Ordered) -> Match:
        start, found = await self._checked(ordered.start)
        if start != ordered.start:
            ordered = await self.queue.change(ordered.id, lambda it: replace(it, start=start))
        most = (await self.settings.server(start.guild_id)).program_matches
        ordered, since = await self.queue.claim(ordered.id, most, self._waiting)
        return await self._carry_out(ordered, [found[person] for person in start.people], since)

    async def _checked(self, start: Start) -> tuple[Start, Mapping[int, str]]:
        """Return a start with a present place, and its players' names; raise what prevents it."""
        self._check_game(start)
        start = await self._places.place(start)
        async with self.core.db.read() as connection:
            await _check_players(connection, start)
            computers = await people.computers_among(connection, start.people)
        if computers:
            self.core.require_computers()
        # Computers are everywhere: what has to be there are the people.
        persons = {seat: person_id for seat, person_id in start.seats.items() if person_id not in computers}
        asked = replace(start, seats=persons)
        for check in self.checks:
            await check(asked)
        names = await self._places.check(asked)
        return start, {**names, **{person_id: computer.name for person_id, computer in computers.items()}}

    async def _carry_out(self, ordered: Ordered, names: Sequence[str], since: datetime | None) -> Match:
        built = await self._places.build(ordered, names, partial(self.queue.note, ordered.id), since)
        match = await self.begin(ordered.start, built.places, names)
        if built.told is not None:
            await self.core.outbox.notice(match.id, match.seq, match.channel_id, built.told)
        try:
            await self._settle(ordered, match)
        except Exception:  # noqa: BLE001 - the match has begun; the rest is done once more
            _log.exception("match %d has started, but not everyone could be told", match.id)
            await self.queue.later(ordered.id)
        return match

    async def _settle(self, ordered: Ordered, match: Match) -> None:
        """Let the players in; if the process dies before, it's done again."""
        if self._builder is not None:
            await self._builder.settle(ordered.start, match)
        await self.queue.change(ordered.id, lambda it: replace(it, status="done"))

    async def _failed(self, ordered: Ordered, error: Exception) -> None:
        """Take back everything made, and appoint the next attempt or give it up."""
        if not isinstance(error, ArenaError):
            _log.warning("start %d failed: %r", ordered.id, error)
        why = self._words(ordered.start, error)
        await self._undo(ordered.id)
        if ordered.attempts < len(PAUSES) and not isinstance(error, NotWanted):
            await self.queue.put_off(ordered.id, why, PAUSES[ordered.attempts], failed=1)
            return
        try:
            absent = frozenset[int]() if self._builder is None else self._builder.missing(error)
            await self._origin(ordered.start).failed(ordered.start, why, absent)
        except Exception:  # noqa: BLE001 - it is given up all the same; what is stored says why
            _log.exception("could not tell anyone that start %d was given up", ordered.id)
        await self.queue.change(ordered.id, lambda it: replace(it, status="failed", why=dump_text(why)))

    async def _take_back(self, ordered: Ordered) -> None:
        """Undo what was made for a person who waits, or waited, unless the match has begun after all."""
        if await self._undo(ordered.id):
            await self.queue.change(ordered.id, lambda it: replace(it, status="failed"))

    async def _undo(self, number: int) -> bool:
        """Take back what was made for a start; return whether that worked and its match was not written."""
        ordered = await self.queue.find(number)
        if ordered is None or ordered.match_id is not None or self._builder is None:
            return False
        if ordered.status != "building":
            return True
        try:
            made = await self._builder.undo(ordered)
        except Exception:  # noqa: BLE001 - the next attempt uses or removes it; what made this one fail must be told
            _log.exception("could not undo what was made for start %d", number)
            return False
        await self.queue.change(number, lambda it: replace(it, status="waiting", made=made))
        return True

    def _check_game(self, start: Start) -> None:
        game = self.core.games(start.game)
        setup = Setup(start.mode, start.options, game.info.data_version, start.position)
        try:
            mode = mode_named(game.info, start.mode)
            chosen_options(game.info, start.mode, dict(start.options))
            check_position(game, setup)
        except ArenaError as error:
            raise NotWanted(error.text) from error
        if sorted(start.seats) != list(range(1, mode.seats + 1)):
            raise NotWanted(too_few_players(max(1, mode.seats - len(start.seats))).text)
        if game.loadout_seats(setup) and not self._origin(start).chooses:
            raise NotWanted(
                say("This match starts with a private choice at a table: please use `/new`."), "needs-table"
            )

    @property
    def _places(self) -> Builder:
        if self._builder is None:
            raise AssertionError("a match was started before there was a builder to make its places")
        return self._builder

    def _lock(self, origin: str) -> asyncio.Lock:
        return self._locks.setdefault(origin, asyncio.Lock())

    @property
    def _waiting(self) -> list[str]:
        return [kind for kind, origin in self.origins.items() if origin.waits]

    def _origin(self, start: Start) -> Origin:
        return self.origins.get(kind_of(start.origin)) or Origin()

    def _words(self, start: Start, error: BaseException) -> Text:
        if isinstance(error, HostingError) or self._builder is None:
            return error.text if isinstance(error, ArenaError) else NotWanted.says
        return self._builder.words(start, error)


async def _check_players(connection: AsyncConnection, start: Start) -> None:
    """Raise NotWanted (`player-gone`) if a player was deleted."""
    if await people.deleted(connection, start.people):
        raise NotWanted(say("One of the players has left, so this match can't start."), "player-gone")
