"""Standing offers in an arena: what players are told of them, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.text import Text
from hosting.arena import Arena
from hosting.match.model import Match, Person, Seek, StoredPairing
from store.tables import seeks as stored
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock
from tests.hosting.lobby.shelf import Shelf, ShelfBuilder

START = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = 60.0


@dataclass
class Noting:
    """Notes what players are told, and holds what was announced; `trouble` comes before or after an announcement."""

    messages: dict[int, int] = field(default_factory=dict)
    asked: list[tuple[int, ...]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    away: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    told: list[tuple[int, str]] = field(default_factory=list)
    before: list[Exception] = field(default_factory=list)
    after: list[Exception] = field(default_factory=list)

    async def find(self, pairing: StoredPairing, channel_ids: Sequence[int]) -> tuple[Collection[int], int | None]:
        shared = (each for each in channel_ids if each not in self.hidden)
        return self.away & set(pairing.people), next(shared, None)

    async def announced(self, pairing: StoredPairing, asked: Collection[int]) -> int | None:
        return self.messages.get(pairing.id)

    async def announce(self, pairing: StoredPairing, asked: Collection[int]) -> int:
        if self.before:
            raise self.before.pop()
        assert pairing.id not in self.messages, "announced twice"
        self.messages[pairing.id] = 900 + pairing.id
        self.asked.append(tuple(sorted(asked)))
        if self.after:
            raise self.after.pop()
        return self.messages[pairing.id]

    async def show(self, pairing: StoredPairing, match: Match | None, why: Text | None = None) -> None:
        self.shown.append(f"{pairing.id}: match {match.id}" if match is not None else f"{pairing.id}: {why}")

    async def withdrawn(self, seek: Seek, why: Text) -> None:
        self.told.append((seek.person_id, str(why)))


def seek(person: Person, now: datetime) -> Seek:
    """Return a standing offer of a person to anybody."""
    return Seek(
        id=0,
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=person.person_id,
        game="tally",
        mode="2",
        options=(),
        clock=None,
        low=0,
        high=4000,
        most=1,
        asks=False,
        created_at=now,
        expires_at=now + timedelta(days=30),
        served_at=now,
    )


@dataclass
class Offering:
    """An arena with a `Noting` that tells players, and a `Shelf` on which places are made."""

    arena: Arena
    clock: ManualClock
    noting: Noting
    shelf: Shelf

    async def create(self, person: Person, **given: Any) -> Seek:
        made = await self.arena.seeks.create(replace(seek(person, self.clock.now()), **given))
        await self.arena.idle()
        return made

    async def wait(self, seconds: float) -> None:
        await self.arena.idle()
        await self.clock.advance(seconds)
        await self.arena.idle()

    async def pairing(self, number: int) -> StoredPairing:
        async with self.arena.db.read() as connection:
            found = await stored.load_pairing(connection, number)
        assert found is not None
        return found

    async def matches(self) -> list[set[int]]:
        """Return who plays whom, match by match."""
        async with self.arena.db.read() as connection:
            numbers = (await connection.exec_driver_sql("SELECT id FROM matches ORDER BY id")).scalars().all()
        found = [await self.arena.matches.get(number) for number in numbers]
        return [{seat.person_id for seat in each.seats} for each in found]


def offering(arena: Arena, clock: ManualClock, noting: Noting | None = None, shelf: Shelf | None = None) -> Offering:
    """Have an arena tell players through a `Noting`, and make places on a `Shelf`."""
    made = Offering(arena, clock, noting or Noting(), shelf or Shelf())
    arena.paired.set_announcer(made.noting)
    arena.starter.set_builder(ShelfBuilder(made.shelf))
    return made


def ids(*people: Person) -> set[int]:
    """Return the numbers of people."""
    return {each.person_id for each in people}
