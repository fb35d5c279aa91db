"""Matches that the program starts: places first, then the match in one transaction, or nothing at all.

Discord makes no thread or channel twice by the same key, and no transaction spans it and the store. So a start is
written down before anything is made for it (`hosting.lobby.orders`), and what is made is written down as soon as its
id is known. A process that dies in between leaves at most one thing whose id nobody noted; the next attempt finds it
again by what is known of it (`cogs.lobby.building`) and goes on from there, or takes it back.

A start is kept by an appointment of its own, made in the transaction that orders it. What fails is tried again after
`PAUSES`; then its origin hears in words what stands in the way. The origin of a match is unique in the store, so
that two processes, or two presses, have one match between them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import ArenaError
from engine.extras import Loadouts
from engine.game import Json
from engine.info import Setup
from engine.setups import chosen_options
from engine.text import Text, dump_text
from hosting.errors import HostingError
from hosting.lobby.beginning import Beginning, check_free
from hosting.lobby.builder import Builder
from hosting.lobby.errors import (
    AlreadyStarted,
    ChannelBusy,
    NeedsTable,
    NotWanted,
    PlayerGone,
    QueueFull,
    TooFewPlayers,
)
from hosting.lobby.orders import Orders
from hosting.lobby.origins import Origin, kind_of
from hosting.lobby.seating import check_position, mode_named
from hosting.match.model import Match, Ordered, Place, Start
from hosting.match.service import Games, Matches
from hosting.outbox.dispatcher import Outbox
from hosting.settings import Settings
from store import people, starts
from store.database import Database

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 6 * 60, 24 * 60))
"""Waits after the first failed attempt, the second and so on; the attempt after the last wait is the last."""
LOOK = timedelta(hours=1)
"""How often one in the queue is looked at although no match has ended."""

Check: TypeAlias = Callable[[Start], Awaitable[None]]
"""Raises an ArenaError if a match may not start now."""

_log = logging.getLogger(__name__)


class Starter:
    """Every match that is to begin.

    Attributes:
        orders: What is written down of them.
        checks: What is asked before each attempt, besides what the builder sees; who has a reason adds one.
    """

    def __init__(
        self,
        database: Database,
        games: Games,
        matches: Matches,
        posts: Outbox,
        orders: Orders,
        settings: Settings,
        beginning: Beginning,
        origins: Mapping[str, Origin],
    ) -> None:
        self._db = database
        self._games = games
        self._matches = matches
        self._outbox = posts
        self._settings = settings
        self._beginning = beginning
        self._builder: Builder | None = None
        self._origins = dict(origins)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.orders = orders
        self.checks: list[Check] = []

    def set_builder(self, builder: Builder) -> None:
        """Name who makes places; until then starts wait."""
        self._builder = builder

    def attend(self, kind: str, origin: Origin) -> None:
        """Name who speaks for origins of a kind."""
        self._origins[kind] = origin

    async def start(self, start: Start, names: Sequence[str]) -> Match:
        """Start a match for a person who waits for it.

        Args:
            start: What is to begin; the kind of its origin waits (`Origin.waits`).
            names: Of the players, in the order of play.

        Raises:
            AlreadyStarted: Its origin has a match.
            Exception: Whatever stands in the way; what was made for it is taken back, and it can be asked for again.
        """
        async with self._lock(start.origin):
            try:
                return await self._taken(start, names)
            except ChannelBusy:
                # Another start was faster in its channel: now that is known (`Builder.place`).
                return await self._taken(start, names)

    async def _taken(self, start: Start, names: Sequence[str]) -> Match:
        ordered = await self.orders.take(start)
        try:
            return await self._attempt(ordered, names)
        except BaseException:
            await self._take_back(ordered)
            raise

    async def begin(self, start: Start, places: Sequence[Place], names: Sequence[str]) -> Match:
        """Write a match whose places are there.

        Args:
            start: What begins.
            places: The match's channels; one of them has the role "board".
            names: Of the players, in the order of play.

        Raises:
            HostingError: The origin does not want it any more, or not like that.
            PlayerGone: A player was deleted.
            ChannelBusy: One of the places belongs to a match that runs.
            AlreadyStarted: Its origin has a match.
        """
        origin = self._origin(start)
        try:
            async with self._db.write() as connection:
                await _check_players(connection, start)
                loadouts = await origin.allow(connection, start)
                match = await self._beginning.write(connection, start, places, names, loadouts)
                await origin.begun(connection, start, match)
                match = await self._matches.starting(connection, match)
                await self.orders.begun(connection, start.origin, match.id)
        except IntegrityError as error:
            # Where writers do not take turns another one may have been faster; the database keeps them apart.
            async with self._db.read() as connection:
                if (other := await starts.match_of(connection, start.origin)) is not None:
                    raise AlreadyStarted(other) from error
                await check_free(connection, places)
            raise
        return self._matches.started(match)

    async def due(self, key: str, _payload: Json) -> None:
        """Attempt a start; for appointments."""
        ordered = await self.orders.find(int(key))
        if ordered is None or not ordered.live:
            return
        lock = self._lock(ordered.start.origin)
        if self._builder is None or not self._builder.ready or lock.locked():
            await self.orders.postpone(ordered.id)
            return
        async with lock:
            ordered = await self.orders.find(ordered.id)
            if ordered is None or not ordered.live:
                return
            if ordered.match_id is not None:
                await self._settle(ordered, await self._matches.get(ordered.match_id))
            elif self._origin(ordered.start).waits:
                # Who waited for it is not there any more, and asks again if they still want it.
                await self._take_back(ordered)
            else:
                await self._try(ordered)

    async def _try(self, ordered: Ordered) -> None:
        """Attempt a start that nobody waits for; what it fails at decides when it is tried again."""
        try:
            await self._attempt(ordered, None)
        except QueueFull as error:
            await self.orders.put_off(ordered.id, error.text, LOOK, queued=True)
        except AlreadyStarted as error:
            await self._undo(ordered.id)
            other = error.match_id
            done = await self.orders.change(ordered.id, lambda it: replace(it, status="started", match_id=other))
            await self._settle(done, await self._matches.get(other))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again, and the origin told at last
            await self._failed(ordered, error)

    async def _attempt(self, ordered: Ordered, names: Sequence[str] | None) -> Match:
        """Check everything anew, make the places, write the match and let its players in."""
        builder, origin = self._builder, self._origin(ordered.start)
        if builder is None:
            raise AssertionError("a match was started before there was a builder to make its places")
        self._check_game(ordered.start)
        start = await builder.place(ordered.start)
        if start != ordered.start:
            ordered = await self.orders.change(ordered.id, lambda it: replace(it, start=start))
        async with self._db.read() as connection:
            await _check_players(connection, start)
        for check in self.checks:
            await check(start)
        found = await builder.check(start)
        names = names or [found[person] for person in start.people]
        most = None if origin.waits else (await self._settings.server(start.guild_id)).program_matches
        ordered, since = await self.orders.claim(ordered.id, most, self._waiting)
        built = await builder.build(ordered, names, partial(self.orders.note, ordered.id), since)
        match = await self.begin(start, built.places, names)
        if built.told is not None:
            await self._outbox.notice(match.id, match.seq, match.channel_id, built.told)
        try:
            await self._settle(ordered, match)
        except Exception:  # noqa: BLE001 - the match has begun; the rest is done once more
            _log.exception("match %d has begun, and not everybody knows", match.id)
            await self.orders.later(ordered.id)
        return match

    async def _settle(self, ordered: Ordered, match: Match) -> None:
        """Let the players in and tell the origin; should the process die before, it is done again."""
        if self._builder is not None:
            await self._builder.settle(ordered.start, match)
        await self._origin(ordered.start).started(ordered.start, match)
        await self.orders.change(ordered.id, lambda it: replace(it, status="done"))

    async def _failed(self, ordered: Ordered, error: Exception) -> None:
        """Take back what was made, and appoint the next attempt or give it up."""
        if not isinstance(error, ArenaError):
            _log.warning("start %d cannot be made: %r", ordered.id, error)
        why = self._words(ordered.start, error)
        await self._undo(ordered.id)
        if ordered.attempts < len(PAUSES) and not isinstance(error, NotWanted):
            await self.orders.put_off(ordered.id, why, PAUSES[ordered.attempts], failed=1)
            return
        try:
            absent = frozenset[int]() if self._builder is None else self._builder.missing(error)
            await self._origin(ordered.start).failed(ordered.start, why, absent)
        except Exception:  # noqa: BLE001 - it is given up all the same; what is stored says why
            _log.exception("nobody could be told that start %d was given up", ordered.id)
        await self.orders.change(ordered.id, lambda it: replace(it, status="failed", why=dump_text(why)))

    async def _take_back(self, ordered: Ordered) -> None:
        """Undo what was made for a person who waits, or waited, unless the match has begun after all."""
        if await self._undo(ordered.id):
            await self.orders.change(ordered.id, lambda it: replace(it, status="failed"))

    async def _undo(self, number: int) -> bool:
        """Take back what was made for a start; return whether that went through and its match was not written."""
        ordered = await self.orders.find(number)
        if ordered is None or ordered.match_id is not None or self._builder is None:
            return False
        if ordered.status != "building":
            return True
        try:
            made = await self._builder.undo(ordered)
        except Exception:  # noqa: BLE001 - the next attempt uses or removes it; what made this one fail must be told
            _log.exception("what was made for start %d stays for now", number)
            return False
        await self.orders.change(number, lambda it: replace(it, status="waiting", made=made))
        return True

    def _check_game(self, start: Start) -> None:
        """Raise NotWanted if a match could never start like that."""
        game = self._games(start.game)
        setup = Setup(start.mode, start.options, game.info.data_version, start.position)
        try:
            mode = mode_named(game.info, start.mode)
            chosen_options(game.info, start.mode, dict(start.options))
            check_position(game, setup)
        except ArenaError as error:
            raise NotWanted(error.text) from error
        if sorted(start.seats) != list(range(1, mode.seats + 1)):
            raise NotWanted(TooFewPlayers(max(1, mode.seats - len(start.seats))).text)
        if isinstance(game, Loadouts) and game.loadout_seats(setup) and not self._origin(start).chooses:
            raise NeedsTable

    def _lock(self, origin: str) -> asyncio.Lock:
        return self._locks.setdefault(origin, asyncio.Lock())

    @property
    def _waiting(self) -> list[str]:
        """The kinds of origins for which a person waits."""
        return [kind for kind, origin in self._origins.items() if origin.waits]

    def _origin(self, start: Start) -> Origin:
        return self._origins.get(kind_of(start.origin)) or Origin()

    def _words(self, start: Start, error: BaseException) -> Text:
        if isinstance(error, HostingError) or self._builder is None:
            return error.text if isinstance(error, ArenaError) else NotWanted.says
        return self._builder.words(start, error)


async def _check_players(connection: AsyncConnection, start: Start) -> None:
    """Raise PlayerGone if a person is to play who was deleted."""
    if await people.deleted(connection, start.people):
        raise PlayerGone
