"""What becomes of offers that were brought together: their players are told, may decline, and the match starts.

A pairing is kept by an appointment through each of its steps, so that it goes on after a restart where it was. When it
is to start is written before it is announced, so that an announcement whose sender died is found again and not made
twice. A player who steps back, or cannot play, keeps no other from their match: those go on waiting where they were
in the queue.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.text import Text, say
from hosting.clock.control import ClockTerms, Terms
from hosting.errors import HostingError
from hosting.lobby.errors import NotWanted
from hosting.lobby.orders import Orders
from hosting.lobby.origins import Origin
from hosting.lobby.seeks import PAIRED, SEEKING, Seeks, key_of
from hosting.match.model import Match, Seek, Start, StoredPairing
from hosting.match.service import Games
from hosting.outbox.errors import Retry, Undeliverable
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import blocks, seeks
from store.database import Database

SEEK = "seek"
"""The kind of origin of these matches, its key being the pairing."""
STEP_BACK = timedelta(minutes=10)
"""Between the announcement and the start where a person asked for it."""
LOOK_AGAIN = timedelta(minutes=5)
"""When it is looked after an announcement that may have been cut off."""


class NoSuchPairing(HostingError):  # noqa: N818 - named for what happened, as in hosting.errors
    """There is none, or it is not for this person to answer."""

    code, says = "no-such-pairing", say("This is not about an offer of yours.")


class TooLateToStepBack(HostingError):  # noqa: N818
    """The match starts, has started, or does not come about."""

    code, says = "too-late-to-step-back", say("It is too late to decline: what was announced is decided.")


class NotAskedFor(HostingError):  # noqa: N818
    """The person's offer has matches begin without asking."""

    code = "not-asked-for"
    says = say("Your offer has matches begin without time to decline. `/seek create can_decline:True` asks for it.")


class Announcer(Protocol):
    """Tells players what becomes of their offers."""

    async def find(self, pairing: StoredPairing, channel_ids: Sequence[int]) -> tuple[Collection[int], int | None]:
        """Look for the players of a match. Raises Retry.

        Returns:
            Who is not in the server any more, and the first of some channels that all of them look into, or None.
        """
        ...

    async def announced(self, pairing: StoredPairing, asked: Collection[int]) -> int | None:
        """Return the announcement, perhaps of a process that died, or None if there is none. Raises Retry."""
        ...

    async def announce(self, pairing: StoredPairing, asked: Collection[int]) -> int:
        """Announce a match; return the message.

        Args:
            pairing: Which; it says when it is to start.
            asked: The players who may decline.

        Raises:
            Retry: It may work later.
            Undeliverable: It does not work there.
        """
        ...

    async def show(self, pairing: StoredPairing, match: Match | None, why: Text | None = None) -> None:
        """Have the announcement say what became of it: its match, or why there is none. Raises Retry."""
        ...

    async def withdrawn(self, seek: Seek, why: Text) -> None:
        """Tell a player in private that their offer does not stand any more."""
        ...


class Paired(Origin):
    """Every pairing, from when it was found until its match has begun."""

    def __init__(
        self, database: Database, clock: Clock, games: Games, schedule: Schedule, orders: Orders, offers: Seeks
    ) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._schedule = schedule
        self._orders = orders
        self._seeks = offers
        self._announcer: Announcer | None = None

    def set_announcer(self, announcer: Announcer) -> None:
        """Name who tells the players; until then no match comes of an offer."""
        self._announcer = announcer
        self._schedule.handle(PAIRED, self._due)

    async def step_back(self, number: int, person_id: int) -> StoredPairing:
        """Step back from a match that was announced; it does not come about.

        Raises:
            NoSuchPairing, NotAskedFor, TooLateToStepBack: As it says.
        """
        async with self._db.write() as connection:
            pairing = await seeks.load_pairing(connection, number, to_change=True)
            mine = None if pairing is None else next((it for it in pairing.seats if it.person_id == person_id), None)
            if pairing is None or mine is None:
                raise NoSuchPairing
            if person_id not in _asked(await seeks.load(connection, [each.seek_id for each in pairing.seats])):
                raise NotAskedFor
            if pairing.status not in {"found", "announced"}:
                raise TooLateToStepBack
            stepped = tuple(replace(each, left=each.left or each == mine) for each in pairing.seats)
            pairing = await self._call_off(connection, replace(pairing, seats=stepped))
            await seeks.serve(connection, [mine.seek_id], self._clock.now())  # behind all who wait
        self._schedule.noticed(SEEKING, self._clock.now())
        return pairing

    async def withdraw(self, person_id: int) -> None:
        """Have no match come about that offers make for a person and that has not begun.

        Raises:
            Retry: An announcement cannot be brought up to date at the moment; call it again.
        """
        async with self._db.read() as connection:
            standing = await seeks.pairings_of(connection, person_id)
        for number in standing:
            pairing = await self._load(number)
            if pairing is not None:  # first what can fail: what is called off already is not found again
                await self._named.show(pairing, None)
            async with self._db.write() as connection:
                pairing = await seeks.load_pairing(connection, number, to_change=True)
                if pairing is None or pairing.status not in seeks.COMING:
                    continue
                seats = tuple(replace(each, left=each.left or each.person_id == person_id) for each in pairing.seats)
                await self._call_off(connection, replace(pairing, seats=seats))
            self._schedule.noticed(SEEKING, self._clock.now())

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Refuse a match that is off, or between people of whom one blocks another by now."""
        pairing = await seeks.load_pairing(connection, _number(start))
        if pairing is None or pairing.status != "ordered" or await blocks.among(connection, start.people):
            raise NotWanted
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        """Write along that a match has begun."""
        pairing = await seeks.load_pairing(connection, _number(start), to_change=True)
        if pairing is not None:
            await seeks.save_pairing(connection, replace(pairing, status="started", match_id=match.id))

    async def started(self, start: Start, match: Match) -> None:
        """Have the announcement lead to the match."""
        pairing = await self._load(_number(start))
        if pairing is not None:
            await self._named.show(pairing, match)

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        """Let the others go on waiting."""
        async with self._db.write() as connection:
            pairing = await seeks.load_pairing(connection, _number(start), to_change=True)
            if pairing is None or pairing.status != "ordered":
                return
            pairing = await self._call_off(connection, pairing)
        self._schedule.noticed(SEEKING, self._clock.now())
        await self._named.show(pairing, None, why)

    async def _due(self, key: str, _payload: Json) -> None:
        """Do what is next for a pairing; a handler of appointments."""
        pairing = await self._load(int(key.rpartition(":")[2]))
        if pairing is None:
            return
        try:
            if pairing.status == "found":
                await self._announce(pairing)
            elif pairing.status == "announced":
                await self._order(pairing)
        except Retry as error:
            await self._schedule.set(PAIRED, key, self._clock.now() + max(LOOK_AGAIN, timedelta(seconds=error.after)))

    async def _announce(self, pairing: StoredPairing) -> None:
        async with self._db.read() as connection:
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
        asked = _asked(found)
        message_id = None
        if pairing.starts_at is not None:
            message_id = await self._named.announced(pairing, asked)
        if message_id is None:
            there = [found[each.seek_id].channel_id for each in sorted(pairing.seats, key=lambda each: each.since)]
            gone, channel_id = await self._named.find(pairing, there)
            if gone or channel_id is None or not all(each.open for each in found.values()):
                await self._without(pairing, gone)
                return
            now = self._clock.now()
            starts_at = now + (STEP_BACK if asked else timedelta())
            pairing = await self._change(replace(pairing, channel_id=channel_id, starts_at=starts_at))
            await self._schedule.set(PAIRED, key_of(pairing), now + LOOK_AGAIN)
            try:
                message_id = await self._named.announce(pairing, asked)
            except Undeliverable as error:
                await self._nowhere(pairing, error.text)
                return
        pairing = await self._change(replace(pairing, status="announced", message_id=message_id))
        if pairing.status == "off":  # a player was faster than the note of what they read
            await self._named.show(pairing, None)
        else:
            await self._order(pairing)

    async def _order(self, pairing: StoredPairing) -> None:
        """Have the match started, unless a person steps back at the same moment."""
        if pairing.starts_at is not None and pairing.starts_at > self._clock.now():
            await self._schedule.set(PAIRED, key_of(pairing), pairing.starts_at)
            return
        async with self._db.write() as connection:
            current = await seeks.load_pairing(connection, pairing.id, to_change=True)
            if current is None or current.status != "announced":
                return
            await seeks.save_pairing(connection, replace(current, status="ordered"))
            await self._orders.add(connection, self._start(current))
        self._orders.noticed()

    def _start(self, pairing: StoredPairing) -> Start:
        mode = self._games(pairing.game).info.mode(pairing.mode)
        silent = mode is not None and mode.silent
        return Start(
            guild_id=pairing.guild_id,
            channel_id=pairing.channel_id,
            where="channels" if silent else "thread",
            game=pairing.game,
            mode=pairing.mode,
            options=pairing.options,
            seats={each.seat: each.person_id for each in pairing.seats},
            origin=f"{SEEK}:{pairing.id}",
            terms=Terms(clock=clock_of(pairing.clock)).dump(),
            message_id=None if silent else pairing.message_id,
        )

    async def _without(self, pairing: StoredPairing, gone: Collection[int]) -> None:
        """Call a match off whose players are not all there, or in no channel; the offers of who is gone end."""
        async with self._db.write() as connection:
            for person_id in gone:
                mine = await seeks.of_person(connection, pairing.guild_id, person_id, self._clock.now())
                await seeks.close(connection, [each.id for each in mine])
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
            seats = tuple(
                replace(each, left=each.person_id in gone or not found[each.seek_id].open) for each in pairing.seats
            )
            await self._call_off(connection, replace(pairing, seats=seats))
        self._schedule.noticed(SEEKING, self._clock.now())

    async def _nowhere(self, pairing: StoredPairing, why: Text) -> None:
        """Call a match off that cannot be announced, and end the offers that would have it announced there again."""
        async with self._db.write() as connection:
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
            there = [each for each in found.values() if each.channel_id == pairing.channel_id and each.open]
            await seeks.close(connection, [each.id for each in there])
            await self._call_off(connection, pairing)
        self._schedule.noticed(SEEKING, self._clock.now())
        for each in there:
            await self._named.withdrawn(each, why)

    async def _call_off(self, connection: AsyncConnection, pairing: StoredPairing) -> StoredPairing:
        """Write that a pairing is off; who has not stepped back is where they were in the queue."""
        pairing = replace(pairing, status="off")
        await seeks.save_pairing(connection, pairing)
        found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
        for each in pairing.seats:
            # Served again since, by another match that the offer opens at the same time.
            if not each.left and found[each.seek_id].served_at == pairing.created_at:
                await seeks.serve(connection, [each.seek_id], each.since)
        await self._seeks.look(connection, pairing.guild_id, pairing.game)
        return pairing

    async def _change(self, pairing: StoredPairing) -> StoredPairing:
        """Write how far a pairing is, unless it was called off meanwhile; return it as it is then."""
        async with self._db.write() as connection:
            current = await seeks.load_pairing(connection, pairing.id, to_change=True)
            if current is not None and current.status == "off":
                pairing = replace(current, starts_at=pairing.starts_at, message_id=pairing.message_id)
            await seeks.save_pairing(connection, pairing)
        return pairing

    async def _load(self, number: int) -> StoredPairing | None:
        async with self._db.read() as connection:
            return await seeks.load_pairing(connection, number)

    @property
    def _named(self) -> Announcer:
        if self._announcer is None:
            raise AssertionError("nobody tells players what becomes of their offers")
        return self._announcer


def clock_of(stored: Json) -> ClockTerms | None:
    """Return the clock of a match that offers make: the usual bank of time where nobody named one."""
    if stored is None:
        return ClockTerms()
    return None if stored == NO_CLOCK else ClockTerms.load(stored)


NO_CLOCK = "none"
"""Stored of those who want no clock at all."""


def _asked(found: Mapping[int, Seek]) -> frozenset[int]:
    """Return which players may decline, of those whose offers these are."""
    return frozenset(each.person_id for each in found.values() if each.asks)


def _number(start: Start) -> int:
    return int(start.origin.partition(":")[2])
