"""Standing offers to play, and the pairings made from them.

The search through a game's offers in a server is one transaction: its result is written with it, and where several
processes search at once the rows of the offers make them take turns, so that no offer is taken up twice. It runs when
an offer comes in, when one is free again, and every few minutes while any offer stands.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.errors import SetupError
from engine.game import Json
from engine.text import Text, dump_text, say
from hosting.clock import ClockTerms
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.matchmaking import (
    MOST_SEEKS,
    GameOffer,
    NeverMatches,
    Offer,
    Pair,
    Pairing,
    check_expiry,
    check_range,
    pair,
    pairs,
    ways_of,
)
from hosting.lobby.model import NotWanted
from hosting.lobby.starter import Origin, StartQueue
from hosting.match.model import Match, PairedSeat, Seek, Start, StoredPairing
from hosting.match_terms import Terms
from hosting.outbox import Retry, Undeliverable
from hosting.rating import START, shown_value
from store.ratings import stored as ratings
from store.tables import outbox, people, seeks
from store.tables import people as stored_people
from store.tables.values import Subject

SEEKING = "seeking"
"""The appointment of a search of offers; its key is `<guild>:<game>`."""
PAIRED = "paired"
"""The appointment of a pairing; its key is `<guild>:<number>`."""
LOOK = timedelta(minutes=10)
"""How often offers are searched while there are any: a match that ended frees some."""


@dataclass(eq=False, slots=True)
class Seeks:
    """Every standing offer."""

    core: Core

    async def create(self, seek: Seek) -> Seek:
        """Make an offer, served as of now; return it with its number.

        Raises:
            SetupError: There is no such game, mode or option.
            NeverMatches: Nobody could ever take it up.
            HostingError (`bad-range`, `bad-expiry`, `too-many-seeks`): As it says.
        """
        now = self.core.clock.now()
        ways_of(self.core.games(seek.game), seek.mode, dict(seek.options))
        check_range(seek.low, seek.high)
        check_expiry(seek.expires_at, now)
        async with self.core.db.write() as connection:
            if len(await seeks.of_person(connection, seek.guild_id, seek.person_id, now)) >= MOST_SEEKS:
                raise HostingError(
                    say(
                        "You already have {most} seeks here, which is the limit: end one with `/seek cancel`.",
                        most=MOST_SEEKS,
                    ),
                    code="too-many-seeks",
                )
            seek = await seeks.add(connection, seek)
            await self.look(connection, seek.guild_id, seek.game)
        return seek

    async def of(self, guild_id: int, person_id: int) -> list[Seek]:
        async with self.core.db.read() as connection:
            return await seeks.of_person(connection, guild_id, person_id, self.core.clock.now())

    async def cancel(self, guild_id: int, person_id: int, number: int) -> Seek:
        """End an offer; an announced match stays. Raises HostingError (`no-such-seek`)."""
        async with self.core.db.write() as connection:
            mine = await seeks.of_person(connection, guild_id, person_id, self.core.clock.now())
            found = next((each for each in mine if each.id == number), None)
            if found is None:
                raise HostingError(say("You have no such seek here. `/seek list` shows yours."), code="no-such-seek")
            await seeks.close(connection, [number])
        return found

    async def withdraw(self, connection: AsyncConnection, person_id: int) -> None:
        mine = await seeks.of_person(connection, None, person_id, self.core.clock.now())
        await seeks.close(connection, [each.id for each in mine])

    async def look(self, connection: AsyncConnection, guild_id: int, game: str) -> None:
        """Appoint a search as soon as the caller's transaction is committed."""
        await self.core.schedule.put(connection, SEEKING, f"{guild_id}:{game}", self.core.clock.now())

    async def due(self, key: str, _payload: Json) -> None:
        guild_id, _, game = key.partition(":")
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            standing = await seeks.waiting(connection, int(guild_id), game, now)
            found = await self.bring_together(connection, standing)
            for pairing in found:
                await self.core.schedule.put(connection, PAIRED, key_of(pairing), now)
            if standing:
                await self.core.schedule.put(connection, SEEKING, key, now + LOOK)

    async def bring_together(self, connection: AsyncConnection, standing: Sequence[Seek]) -> list[StoredPairing]:
        """Write the matches that offers of one game in one server make, and return them."""
        if len(standing) < 2:
            return []
        guild_id, game, by_number = standing[0].guild_id, standing[0].game, {each.id: each for each in standing}
        people = {each.person_id for each in standing}
        offers = await self._offers(connection, standing)
        apart = await stored_people.blocks_among(connection, people)
        playing = await seeks.playing(connection, guild_id, game, people)
        refused = await seeks.refused(connection, by_number)
        met = await seeks.met(connection, guild_id, game, people)
        found = pair(offers, {frozenset(each) for each in apart} | _pairs(playing) | _pairs(refused), _pairs(met))
        return [await self._write(connection, each, by_number[each.offers[0].id]) for each in found]

    async def _offers(self, connection: AsyncConnection, standing: Sequence[Seek]) -> list[Offer]:
        """Return the offers as `pair` needs them, without those that this version of a game doesn't know any more."""
        going = await seeks.going(connection, [each.id for each in standing])
        ways: dict[int, tuple[GameOffer, ...]] = {}
        for each in standing:
            try:
                ways[each.id] = ways_of(self.core.games(each.game), each.mode, dict(each.options))
            except (SetupError, NeverMatches):
                continue
        known = {
            way: await self._ratings(connection, standing, way)
            for way in {each for all_ in ways.values() for each in all_}
        }
        return [
            Offer(
                id=each.id,
                person_id=each.person_id,
                served_at=each.served_at,
                ways=ways[each.id],
                ratings=tuple(known[way].get(each.person_id, START) for way in ways[each.id]),
                clock=None if each.clock is None else json.dumps(each.clock, sort_keys=True),
                low=each.low,
                high=each.high,
                free=max(0, each.most - going.get(each.id, 0)),
            )
            for each in standing
            if each.id in ways
        ]

    async def _ratings(self, connection: AsyncConnection, standing: Sequence[Seek], way: GameOffer) -> dict[int, int]:
        """Return people's shown ratings in a way to play, without beginners'."""
        guild_id, game, people = standing[0].guild_id, standing[0].game, {each.person_id for each in standing}
        variant = self.core.games(game).info.variant(way.mode, way.options)
        skills = await ratings.skills_in(connection, guild_id, game, way.mode, variant, people)
        return {person_id: shown_value(skill) for person_id, skill in skills.items()}

    async def _write(self, connection: AsyncConnection, found: Pairing, first: Seek) -> StoredPairing:
        """Write a pairing, its seats drawn, and that its offers were served; return it."""
        now = self.core.clock.now()
        drawn, _ = Chance(self.core.entropy(SEED_BYTES)).shuffled(found.offers)
        await seeks.serve(connection, [each.id for each in found.offers], now)
        pairing = StoredPairing(
            id=0,
            guild_id=first.guild_id,
            channel_id=first.channel_id,
            game=first.game,
            mode=found.way.mode,
            options=found.way.options,
            clock=None if found.clock is None else json.loads(found.clock),
            status="found",
            seats=tuple(
                PairedSeat(seat, each.id, each.person_id, each.served_at) for seat, each in enumerate(drawn, 1)
            ),
            created_at=now,
        )
        return replace(pairing, id=await seeks.add_pairing(connection, pairing))


def key_of(pairing: StoredPairing) -> str:
    return f"{pairing.guild_id}:{pairing.id}"


def _pairs(groups: Iterable[Iterable[int]]) -> set[Pair]:
    return {two for group in groups for two in pairs(group)}


# Pairings: offers that fit; their players get an announcement, may decline, and the match starts.
#
# A pairing is kept by an appointment through each of its steps, so that it goes on after a restart where it was. When
# it is to start is written before it is announced, so that an announcement whose sender died is found again and not
# made twice. A player who steps back, or cannot play, keeps no other from their match: those go on waiting where they
# were in the queue.


SEEK = "seek"
"""The kind of origin of these matches, its key being the pairing."""
STEP_BACK = timedelta(minutes=10)
"""Time between the announcement and the start where a person asked for it."""
LOOK_AGAIN = timedelta(minutes=5)
"""Wait before checking on an announcement that may have been cut off."""


class PairingAnnouncer(Protocol):
    """Announces to players what happens to their offers."""

    async def find(self, pairing: StoredPairing, channel_ids: Sequence[int]) -> tuple[Collection[int], int | None]:
        """Return players who left the server, and the first of the channels that all can see, or None. Raises Retry."""
        ...

    async def announced(self, pairing: StoredPairing, asked: Collection[int]) -> int | None:
        """Return the announcement, perhaps of a process that died, or None if there is none. Raises Retry."""
        ...

    async def announce(self, pairing: StoredPairing, asked: Collection[int]) -> int:
        """Announce a match; return the message.

        `asked`: the players who may decline.

        Raises:
            Retry: It may work later.
            Undeliverable: It doesn't work there.
        """
        ...

    async def withdrawn(self, seek: Seek, why: Text) -> None:
        """Tell a player in private that their offer has ended."""
        ...


@dataclass(eq=False, slots=True)
class Pairings(Origin):
    """Every pairing, from the search until its match has begun."""

    core: Core
    queue: StartQueue
    seeks: Seeks
    _announcer: PairingAnnouncer | None = field(default=None, init=False)

    def set_announcer(self, announcer: PairingAnnouncer) -> None:
        """Set the announcer; until then offers lead to no match."""
        self._announcer = announcer
        self.core.schedule.handle(PAIRED, self._due)

    async def step_back(self, number: int, person_id: int) -> StoredPairing:
        """Step back from an announced match, which is cancelled.

        Raises HostingError (`no-such-pairing`, `not-asked-for`, `too-late-to-step-back`).
        """
        async with self.core.db.write() as connection:
            pairing = await seeks.load_pairing(connection, number, to_change=True)
            mine = None if pairing is None else next((it for it in pairing.seats if it.person_id == person_id), None)
            if pairing is None or mine is None:
                raise HostingError(say("You aren't one of the players in this match."), code="no-such-pairing")
            if person_id not in _asked(await seeks.load(connection, [each.seek_id for each in pairing.seats])):
                raise HostingError(
                    say(
                        "Your seek starts matches right away. For time to decline, use `/seek create` with "
                        "`can_decline:True`."
                    ),
                    code="not-asked-for",
                )
            if pairing.status not in {"found", "announced"}:
                raise HostingError(say("It's too late to decline this match."), code="too-late-to-step-back")
            stepped = tuple(replace(each, left=each.left or each == mine) for each in pairing.seats)
            pairing = await self._call_off(connection, replace(pairing, seats=stepped))
            await seeks.serve(connection, [mine.seek_id], self.core.clock.now())  # behind all who wait
        self.core.outbox.drain()
        return pairing

    async def withdraw(self, person_id: int) -> None:
        """Cancel all of a person's pairings whose match has not begun."""
        async with self.core.db.read() as connection:
            standing = await seeks.pairings_of(connection, person_id)
        for number in standing:
            async with self.core.db.write() as connection:
                pairing = await seeks.load_pairing(connection, number, to_change=True)
                if pairing is None or pairing.status not in seeks.COMING:
                    continue
                seats = tuple(replace(each, left=each.left or each.person_id == person_id) for each in pairing.seats)
                await self._call_off(connection, replace(pairing, seats=seats))
        self.core.outbox.drain()

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Refuse a cancelled match, or one between people of whom one now blocks another."""
        pairing = await seeks.load_pairing(connection, _number(start))
        if pairing is None or pairing.status != "ordered" or await people.blocks_among(connection, start.people):
            raise NotWanted
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        pairing = await seeks.load_pairing(connection, _number(start), to_change=True)
        if pairing is not None:
            await self._save(connection, replace(pairing, status="started", match_id=match.id))

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        async with self.core.db.write() as connection:
            pairing = await seeks.load_pairing(connection, _number(start), to_change=True)
            if pairing is None or pairing.status != "ordered":
                return
            await self._call_off(connection, replace(pairing, why=dump_text(why)))
        self.core.outbox.drain()

    async def _due(self, key: str, _payload: Json) -> None:
        pairing = await self.find(int(key.rpartition(":")[2]))
        if pairing is None:
            return
        try:
            if pairing.status == "found":
                await self._announce(pairing)
            elif pairing.status == "announced":
                await self._order(pairing)
        except Retry as error:
            await self.core.schedule.set(
                PAIRED, key, self.core.clock.now() + max(LOOK_AGAIN, timedelta(seconds=error.after))
            )

    async def _announce(self, pairing: StoredPairing) -> None:
        async with self.core.db.read() as connection:
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
        asked = _asked(found)
        message_id = None
        if pairing.starts_at is not None:
            message_id = await self._named.announced(pairing, asked)
        if message_id is None:
            channel_ids = [
                found[each.seek_id].channel_id for each in sorted(pairing.seats, key=lambda each: each.since)
            ]
            gone, channel_id = await self._named.find(pairing, channel_ids)
            if gone or channel_id is None or not all(each.open for each in found.values()):
                await self._without(pairing, gone)
                return
            now = self.core.clock.now()
            starts_at = now + (STEP_BACK if asked else timedelta())
            pairing = await self._change(replace(pairing, channel_id=channel_id, starts_at=starts_at))
            await self.core.schedule.set(PAIRED, key_of(pairing), now + LOOK_AGAIN)
            try:
                message_id = await self._named.announce(pairing, asked)
            except Undeliverable as error:
                await self._nowhere(pairing, error.text)
                return
        pairing = await self._change(replace(pairing, status="announced", message_id=message_id))
        if pairing.status == "off":  # a player was faster than the note of what they read
            self.core.outbox.drain()
        else:
            await self._order(pairing)

    async def _order(self, pairing: StoredPairing) -> None:
        if pairing.starts_at is not None and pairing.starts_at > self.core.clock.now():
            await self.core.schedule.set(PAIRED, key_of(pairing), pairing.starts_at)
            return
        async with self.core.db.write() as connection:
            current = await seeks.load_pairing(connection, pairing.id, to_change=True)
            if current is None or current.status != "announced":
                return
            await seeks.save_pairing(connection, replace(current, status="ordered"))
            await self.queue.add(connection, self._start(current))

    def _start(self, pairing: StoredPairing) -> Start:
        mode = self.core.games(pairing.game).info.mode(pairing.mode)
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
        """Cancel a match whose players left, or share no channel; the offers of players who left end."""
        async with self.core.db.write() as connection:
            for person_id in gone:
                mine = await seeks.of_person(connection, pairing.guild_id, person_id, self.core.clock.now())
                await seeks.close(connection, [each.id for each in mine])
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
            seats = tuple(
                replace(each, left=each.person_id in gone or not found[each.seek_id].open) for each in pairing.seats
            )
            await self._call_off(connection, replace(pairing, seats=seats))
        self.core.outbox.drain()

    async def _nowhere(self, pairing: StoredPairing, why: Text) -> None:
        """Cancel a match that cannot be announced, and end the offers that would have it announced there again."""
        async with self.core.db.write() as connection:
            found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
            lost = [each for each in found.values() if each.channel_id == pairing.channel_id and each.open]
            await seeks.close(connection, [each.id for each in lost])
            await self._call_off(connection, pairing)
        self.core.outbox.drain()
        for each in lost:
            await self._named.withdrawn(each, why)

    async def _call_off(self, connection: AsyncConnection, pairing: StoredPairing) -> StoredPairing:
        """Write that a pairing is cancelled; players who have not stepped back keep their place in the queue."""
        pairing = replace(pairing, status="off")
        await self._save(connection, pairing)
        found = await seeks.load(connection, [each.seek_id for each in pairing.seats])
        for each in pairing.seats:
            # Served again since, by another match that the offer opens at the same time.
            if not each.left and found[each.seek_id].served_at == pairing.created_at:
                await seeks.serve(connection, [each.seek_id], each.since)
        await self.seeks.look(connection, pairing.guild_id, pairing.game)
        return pairing

    async def _change(self, pairing: StoredPairing) -> StoredPairing:
        """Write the progress of a pairing, unless it was cancelled meanwhile; return it."""
        async with self.core.db.write() as connection:
            current = await seeks.load_pairing(connection, pairing.id, to_change=True)
            if current is not None and current.status == "off":
                pairing = replace(current, starts_at=pairing.starts_at, message_id=pairing.message_id)
            await self._save(connection, pairing)
        return pairing

    async def _save(self, connection: AsyncConnection, pairing: StoredPairing) -> None:
        """Write a pairing; its announcement says what became of it."""
        await seeks.save_pairing(connection, pairing)
        if pairing.message_id is not None and pairing.status in ("started", "off"):
            subject = Subject("pairing", pairing.id)
            await outbox.refresh(connection, subject, pairing.guild_id, 0, self.core.clock.now())

    async def find(self, number: int) -> StoredPairing | None:
        async with self.core.db.read() as connection:
            return await seeks.load_pairing(connection, number)

    @property
    def _named(self) -> PairingAnnouncer:
        if self._announcer is None:
            raise AssertionError("nobody tells players what becomes of their offers")
        return self._announcer


def clock_of(stored: Json) -> ClockTerms | None:
    """Return the clock of a match from offers: the usual bank of time where no offer names one."""
    if stored is None:
        return ClockTerms()
    return None if stored == NO_CLOCK else ClockTerms.load(stored)


NO_CLOCK = "none"
"""Stored for offers without a clock."""


def _asked(found: Mapping[int, Seek]) -> frozenset[int]:
    return frozenset(each.person_id for each in found.values() if each.asks)


def _number(start: Start) -> int:
    return int(start.origin.partition(":")[2])
