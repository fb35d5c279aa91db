"""Standing offers in an arena: what players are told of them, and what comes of it."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text, load_text, say
from hosting.arena import Arena
from hosting.lobby.starter import Built, Note
from hosting.match.model import Match, Ordered, Person, Place, Post, Seek, Start, StoredPairing
from store.tables import seeks as stored
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster

# Where starts make their places, which outlives the process: what Discord is to the starter, without Discord.


class Killed(BaseException):
    """The process ends here: nothing after it is done."""


class GoneError(PermissionError):
    """People are not in the server any more."""

    def __init__(self, *people: int) -> None:
        super().__init__("gone")
        self.people = frozenset(people)


@dataclass
class Shelf:
    """What was made, and the hook at which a process dies or is refused something.

    Attributes:
        things: What is there: by id, what it is and for which start.
        step: Called with the name of each step before and after its effect; what it raises happens then.
        steps: The names of the steps so far.
        met: The matches whose players were let in.
        told: What starts are said to fail at.
    """

    things: dict[int, tuple[str, int]] = field(default_factory=dict)
    step: Callable[[str], None] = lambda _: None
    steps: list[str] = field(default_factory=list)
    met: list[int] = field(default_factory=list)
    ids: itertools.count[int] = field(default_factory=lambda: itertools.count(5000))

    def make(self, what: str, number: int) -> int:
        """Make something."""
        self._reach(f"before {what}")
        made = next(self.ids)
        self.things[made] = (what, number)
        self._reach(f"after {what}")
        return made

    def remove(self, made: int) -> None:
        """Remove something; what is gone is gone."""
        self._reach("before removing")
        self.things.pop(made, None)
        self._reach("after removing")

    def _reach(self, name: str) -> None:
        self.steps.append(name)
        self.step(name)

    def of(self, what: str, number: int) -> int | None:
        """Return what was made of a kind for a start, as its words tell, or None."""
        return next((made for made, each in self.things.items() if each == (what, number)), None)


class ShelfBuilder:
    """Makes a message and a thread for each start, as `cogs.lobby.building` does."""

    connected = True

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.absent = False

    def knows(self, _guild_id: int) -> bool:
        return self.connected

    async def place(self, start: Start) -> Start:
        return start

    async def check(self, start: Start) -> Mapping[int, str]:
        self.shelf._reach("check")
        return {person: f"P{person}" for person in start.people}

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        made = {}
        for what in ("message", "thread"):
            noted = dict(ordered.made).get(what)
            left = noted if noted in self.shelf.things else None
            if left is None and since is not None:
                left = self.shelf.of(what, ordered.id)
            made[what] = left or self.shelf.make(what, ordered.id)
            await note(what, made[what])
        return Built((Place("board", made["thread"]),))

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        for made, (_, number) in list(self.shelf.things.items()):
            if number == ordered.id:
                self.shelf.remove(made)
        return ()

    async def settle(self, start: Start, match: Match) -> None:
        self.shelf._reach("settle")
        self.shelf.met.append(match.id)

    def words(self, start: Start, error: BaseException) -> Text:
        return say("Refused.")

    def missing(self, error: BaseException) -> frozenset[int]:
        return error.people if isinstance(error, GoneError) else frozenset()


def mortal(arena: Arena, shelf: Shelf) -> None:
    """Have transactions be steps, too: the process may die before or after each commit."""
    write = arena.db.write

    @asynccontextmanager
    async def writing(*args: Any, **named: Any) -> AsyncIterator[AsyncConnection]:
        async with write(*args, **named) as connection:
            yield connection
            shelf._reach("before commit")
        shelf._reach("after commit")

    arena.db.write = writing  # type: ignore[method-assign]


def dies_at(count: int, points: set[str]) -> Callable[[str], None]:
    """Return a hook at which the process dies at a step, which is noted, and is dead from then on."""
    steps = itertools.count(1)

    def step(name: str) -> None:
        if (reached := next(steps)) == count:
            points.add(name)
        if reached >= count:
            raise Killed

    return step


def refuses(name: str, times: int = 10**6) -> Callable[[str], None]:
    """Return a hook that refuses a step so many times."""
    left = itertools.count()

    def step(reached: str) -> None:
        if reached == name and next(left) < times:
            raise PermissionError(name)

    return step


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

    async def show(post: Post) -> None:
        if post.subject.kind == "pairing":
            pairing = await made.pairing(post.subject.id)
            why = None if pairing.why is None else load_text(pairing.why)
            what = why if pairing.match_id is None else f"match {pairing.match_id}"
            made.noting.shown.append(f"{pairing.id}: {what}")

    arena.outbox.set_poster(NotingPoster(show=show))
    arena.pairings.set_announcer(made.noting)
    arena.starter.set_builder(ShelfBuilder(made.shelf))
    return made


def ids(*people: Person) -> set[int]:
    """Return the numbers of people."""
    return {each.person_id for each in people}
