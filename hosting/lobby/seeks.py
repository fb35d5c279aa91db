"""Seeks: standing offers to play, brought together whenever they fit (`hosting.lobby.pairing`).

A look through the offers of a game in a server is one transaction: what it finds is written with it, and where several
processes look at once the rows of the offers make them take turns, so that no offer is taken up twice. It is made when
an offer comes in, when one is free again, and every few minutes while any stands. What becomes of a pairing is in
`hosting.lobby.paired`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.errors import SetupError
from engine.game import Json
from hosting.lobby.pairing import Offer, Pair, Pairing, Way, pair, pairs
from hosting.lobby.seeking import MOST_SEEKS, NeverMatches, NoSuchSeek, TooManySeeks, check_expiry, check_range, ways_of
from hosting.match.model import PairedSeat, Seek, StoredPairing
from hosting.match.service import Games
from hosting.rating.shown import START, value
from hosting.runtime.entropy import Entropy
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import blocks, seeks
from store.database import Database
from store.ratings import stored as ratings

SEEKING = "seeking"
"""The appointment of a look through offers; its key is `<guild>:<game>`."""
PAIRED = "paired"
"""The appointment of a pairing; its key is `<guild>:<number>`."""
LOOK = timedelta(minutes=10)
"""How often offers are looked through while any stand: a match that ended frees some."""


class Seeks:
    """Every standing offer."""

    def __init__(self, database: Database, clock: Clock, games: Games, schedule: Schedule, entropy: Entropy) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._schedule = schedule
        self._entropy = entropy

    async def create(self, seek: Seek) -> Seek:
        """Make an offer; return it with its number. When it was made and last served is now.

        Raises:
            SetupError: There is no such game, mode or option.
            NeverMatches: Nobody could ever take it up.
            BadRange, BadExpiry, TooManySeeks: As it says.
        """
        now = self._clock.now()
        ways_of(self._games(seek.game), seek.mode, dict(seek.options))
        check_range(seek.low, seek.high)
        check_expiry(seek.expires_at, now)
        async with self._db.write() as connection:
            if len(await seeks.of_person(connection, seek.guild_id, seek.person_id, now)) >= MOST_SEEKS:
                raise TooManySeeks
            seek = await seeks.add(connection, seek)
            await self.look(connection, seek.guild_id, seek.game)
        self._schedule.noticed(SEEKING, now)
        return seek

    async def of(self, guild_id: int, person_id: int) -> list[Seek]:
        """Return a person's offers in a server, the oldest first."""
        async with self._db.read() as connection:
            return await seeks.of_person(connection, guild_id, person_id, self._clock.now())

    async def cancel(self, guild_id: int, person_id: int, number: int) -> Seek:
        """End an offer; a match that was announced stays. Raises NoSuchSeek."""
        async with self._db.write() as connection:
            mine = await seeks.of_person(connection, guild_id, person_id, self._clock.now())
            found = next((each for each in mine if each.id == number), None)
            if found is None:
                raise NoSuchSeek
            await seeks.close(connection, [number])
        return found

    async def withdraw(self, connection: AsyncConnection, person_id: int) -> None:
        """End all offers of a person, in the caller's transaction."""
        mine = await seeks.of_person(connection, None, person_id, self._clock.now())
        await seeks.close(connection, [each.id for each in mine])

    async def look(self, connection: AsyncConnection, guild_id: int, game: str) -> None:
        """Have offers looked through as soon as the caller's transaction is committed; `noticed` follows it."""
        await self._schedule.put(connection, SEEKING, f"{guild_id}:{game}", self._clock.now())

    async def due(self, key: str, _payload: Json) -> None:
        """Look through the offers of a game in a server; for appointments."""
        guild_id, _, game = key.partition(":")
        now = self._clock.now()
        async with self._db.write() as connection:
            standing = await seeks.waiting(connection, int(guild_id), game, now)
            found = await self.bring_together(connection, standing)
            for pairing in found:
                await self._schedule.put(connection, PAIRED, key_of(pairing), now)
            if standing:
                await self._schedule.put(connection, SEEKING, key, now + LOOK)
        self._schedule.noticed(PAIRED, now)
        self._schedule.noticed(SEEKING, now + LOOK)

    async def bring_together(self, connection: AsyncConnection, standing: Sequence[Seek]) -> list[StoredPairing]:
        """Write the matches that offers of one game in one server make, and return them."""
        if len(standing) < 2:
            return []
        guild_id, game, by_number = standing[0].guild_id, standing[0].game, {each.id: each for each in standing}
        people = {each.person_id for each in standing}
        offers = await self._offers(connection, standing)
        apart = await blocks.among(connection, people)
        playing = await seeks.playing(connection, guild_id, game, people)
        refused = await seeks.refused(connection, by_number)
        met = await seeks.met(connection, guild_id, game, people)
        found = pair(offers, {frozenset(each) for each in apart} | _pairs(playing) | _pairs(refused), _pairs(met))
        return [await self._write(connection, each, by_number[each.offers[0].id]) for each in found]

    async def _offers(self, connection: AsyncConnection, standing: Sequence[Seek]) -> list[Offer]:
        """Return what stands as `pair` needs it; what this version of a game does not know any more is left out."""
        going = await seeks.going(connection, [each.id for each in standing])
        ways: dict[int, tuple[Way, ...]] = {}
        for each in standing:
            try:
                ways[each.id] = ways_of(self._games(each.game), each.mode, dict(each.options))
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

    async def _ratings(self, connection: AsyncConnection, standing: Sequence[Seek], way: Way) -> dict[int, int]:
        """Return how strong people are in a way to play, as it is shown; beginners are left out."""
        guild_id, game, people = standing[0].guild_id, standing[0].game, {each.person_id for each in standing}
        variant = self._games(game).info.variant(way.mode, way.options)
        skills = await ratings.skills_in(connection, guild_id, game, way.mode, variant, people)
        return {person_id: value(skill) for person_id, skill in skills.items()}

    async def _write(self, connection: AsyncConnection, found: Pairing, first: Seek) -> StoredPairing:
        """Write a pairing, its seats drawn, and that its offers were served; return it."""
        now = self._clock.now()
        drawn, _ = Chance(self._entropy(SEED_BYTES)).shuffled(found.offers)
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
    """Return the key of a pairing's appointment."""
    return f"{pairing.guild_id}:{pairing.id}"


def _pairs(groups: Iterable[Iterable[int]]) -> set[Pair]:
    """Return every two of the people of each group."""
    return {two for group in groups for two in pairs(group)}
