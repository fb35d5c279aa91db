from __future__ import annotations

import asyncio
import math
import os
import random
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import exists, literal, select, union_all

from engine.game import Game
from hosting.arena import Arena
from hosting.consent.agreements import Agreement, load_wanted
from hosting.errors import HostingError
from hosting.match.model import Match, Ordered, Person, Place, Post
from hosting.match.sealing import Sealing
from hosting.match_terms import Terms
from store import check
from store.database import Database
from store.db.addresses import Address
from store.db.files import SessionLock
from store.schema import metadata
from store.share import Sharing
from store.tables import lobby, people
from tests.databases import BOTH, postgresql
from tests.entropy import pinned
from tests.hosting.toygame import games
from tests.people import acquaint
from tests.volume import THOROUGH

ANN, BOB, CLEO, DAN, EVE = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve"), 1))
PEOPLE = (ANN, BOB, CLEO, DAN, EVE, Person(9, "Nina"), Person(50, "Olga"), Person(77, "Finn"))
_HERE = Path(__file__).parent
GUILD = 100
CHANNEL = 200
_FILLED = union_all(
    *(select(literal(name)).where(exists().select_from(table)) for name, table in metadata.tables.items())
)
TEAMS = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))


_APART = re.compile("once|race|kill|crash|dies|die_|death|cancel")
"""What the names of tests have in which several do something at a time, or a process ends: there databases differ."""
PART = 6
"""One of so many tests of a file is tried on PostgreSQL, and one of so many cases of a test."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Try a part of the tests of a file on PostgreSQL too, and a part of the cases of each; all when thorough.

    Tests of one file send much the same statements. Those in which several write at a time, or a process dies, are
    tried all, in a part of their cases. `ARENA_SEED` draws others.
    """
    if THOROUGH:
        return
    files: dict[Path, dict[str, list[pytest.Function]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        if isinstance(item, pytest.Function) and _database(item) == "postgresql" and _HERE in item.path.parents:
            files[item.path][item.originalname].append(item)
    tried: set[pytest.Item] = set()
    for path, tests in files.items():
        rng = random.Random(f"{path.relative_to(_HERE).as_posix()} {os.environ.get('ARENA_SEED', '')}")
        apart = [name for name in tests if _APART.search(f"{path.stem} {name}")]
        others = [name for name in tests if name not in apart]
        for name in (*apart, *rng.sample(others, math.ceil(len(others) / PART))):
            tried.update(rng.sample(tests[name], math.ceil(len(tests[name]) / PART)))
    left_out = {each for tests in files.values() for cases in tests.values() for each in cases} - tried
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _database(item: pytest.Function) -> object:
    return item.callspec.params.get("database") if hasattr(item, "callspec") else None


class ManualClock:
    """Time that passes only when told to; sleepers wake then."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self._set = timedelta()
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self._now + self._set

    def monotonic(self) -> float:
        return (self._now - datetime(2026, 1, 1, tzinfo=UTC)).total_seconds()

    def jump(self, seconds: float) -> None:
        """Set the wall clock forward or back; no time passes."""
        self._set += timedelta(seconds=seconds)

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + timedelta(seconds=seconds), woken))
        await woken

    async def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        for due, woken in self._sleepers:
            if due <= self._now and not woken.done():
                woken.set_result(None)
        self._sleepers = [(due, woken) for due, woken in self._sleepers if not woken.done()]
        await asyncio.sleep(0)  # the sleepers run, and start what they slept for
        await asyncio.sleep(0)

    @property
    def asleep(self) -> int:
        return sum(not woken.done() for _, woken in self._sleepers)


@dataclass
class NotingPoster:
    """Notes what it posts and what it found again; `trouble`, if set, is asked first and may raise.

    A message that is to show something as it is goes to `refreshed` instead, and to `show` if that is set. `edited`, if
    set, is the message that is edited instead of posting another.
    """

    posts: list[Post] = field(default_factory=list)
    sought: list[Post] = field(default_factory=list)
    refreshed: list[Post] = field(default_factory=list)
    trouble: Callable[[Post], Awaitable[None]] | None = None
    show: Callable[[Post], Awaitable[None]] | None = None
    edited: int | None = None

    async def deliver(self, post: Post, *, needed: bool = True) -> int | None:
        if not needed:
            self.sought.append(post)
            return 1000 + post.id
        if post.kind == "refresh":
            self.refreshed.append(post)
            if self.show is not None:
                await self.show(post)
            return None
        if self.trouble is not None:
            await self.trouble(post)
        self.posts.append(post)
        return self.edited or 1000 + post.id

    @property
    def shown(self) -> list[tuple[int, str, int]]:
        return [(post.channel_id, post.kind, post.seq) for post in self.posts]

    @property
    def boards(self) -> list[int]:
        """The numbers of the events whose boards were posted."""
        return [seq for _, kind, seq in self.shown if kind == "board"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def poster() -> NotingPoster:
    return NotingPoster()


@pytest_asyncio.fixture(params=BOTH)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """A new SQLite file, and a new PostgreSQL database."""
    if request.param == "sqlite":
        yield tmp_path / "arena.db"
        return
    async with postgresql() as address:
        yield address


@pytest_asyncio.fixture
async def arena(database: Address, clock: ManualClock, poster: NotingPoster) -> AsyncIterator[Arena]:
    """An arena; whatever was done in it, each row is whole afterwards."""
    arena = await open_arena(database, clock, poster)
    yield arena
    await arena.tasks.close()
    try:
        assert [fault async for fault in check.row_faults(arena.db, tables=await _filled(arena.db))] == []
    finally:
        await arena.close()


async def _filled(database: Database) -> list[str]:
    """Return the tables in which there is something; to look into the others takes longer than most tests."""
    async with database.read() as connection:
        return list((await connection.execute(_FILLED)).scalars())


@dataclass
class Cluster:
    """Several processes on one PostgreSQL database, all of them in this one."""

    address: Address
    clock: ManualClock
    sharing: Sharing = field(default_factory=lambda: Sharing(3, 6))
    opened: list[Arena] = field(default_factory=list)

    async def open(
        self, poster: NotingPoster | None = None, spare: Callable[[], None] | None = None, *, start: bool = True
    ) -> Arena:
        """Start one more; it has the first set that is free, and waits for one if none is."""
        arena = await Arena.open(
            self.address,
            self.clock,
            games=games,
            entropy=pinned(),
            sleep=self.clock.sleep,
            sharing=self.sharing,
            spare=spare,
        )
        self.opened.append(arena)
        arena.outbox.set_poster(poster or NotingPoster())
        if start:
            await arena.start()
        return arena

    async def all(self) -> list[Arena]:
        """Start one a set, and have people exist everywhere."""
        arenas = [await self.open() for _ in range(self.sharing.processes)]
        await call(arenas[0], *PEOPLE)
        return arenas

    def server(self, number: int, which: int = 0) -> int:
        """Return a server of a set; `which` tells those of one set apart."""
        return (number + which * self.sharing.count) << 22

    async def idle(self) -> None:
        """Wait until all of them have heard of each other, and have done what can be done now."""
        for _ in range(2):
            for arena in self.opened:
                await heard(arena)
            for arena in self.opened:
                await arena.idle()


async def heard(arena: Arena) -> None:
    """Wait until a process has been told all that others announced before now."""
    lock = arena.db._lock
    assert isinstance(lock, SessionLock)
    async with lock._taking:
        await lock._answers()
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def cluster(clock: ManualClock) -> AsyncIterator[Cluster]:
    """Several processes, none of them begun; they are closed at the end."""
    async with postgresql() as address:
        cluster = Cluster(address, clock)
        yield cluster
        for arena in cluster.opened:
            await arena.close()


async def open_arena(
    database: Address,
    clock: ManualClock,
    poster: NotingPoster | None,
    games: Callable[[str], Game[Any, Any, Any]] = games,
    *,
    everywhere: bool = False,
    shards: int = 1,
) -> Arena:
    """Open a database as a process would that starts."""
    arena = await Arena.open(database, clock, games=games, entropy=pinned(), sleep=clock.sleep, everywhere=everywhere)
    await call(arena, *PEOPLE)
    if poster is not None:
        arena.outbox.set_poster(poster)
    await arena.start(shards=shards)
    return arena


async def call(arena: Arena, *persons: Person, guild_id: int = GUILD) -> None:
    """Have people exist and be called something in a server, as if each had sat down there once."""
    async with arena.db.write() as connection:
        await acquaint(connection, *(each.person_id for each in persons))
        for each in persons:
            await people.remember(connection, guild_id, each.person_id, each.name)


async def begin(
    arena: Arena,
    *players: Person,
    game: str = "tally",
    mode: str = "2",
    places: tuple[Place, ...] = (Place("board", CHANNEL),),
    terms: Terms | None = None,
    guild_id: int = GUILD,
) -> Match:
    """Start a match of these players, or of Ann and Bob."""
    host, *others = players or (ANN, BOB)
    table = await arena.tables.open(guild_id, CHANNEL, host, game, mode, where="here", terms=terms)
    for person in others:
        table = await arena.tables.join(table.id, person)
    return await arena.tables.start(table.id, host.person_id, places)


async def sealing_of(arena: Arena, match_id: int, decision: int) -> Sealing:
    """Return what everybody may know of one decision."""
    sealing, _ = await arena.commitments.posted(await arena.matches.get(match_id), decision, CHANNEL)
    return sealing


async def until_both_choose(arena: Arena) -> Match:
    """Play up to where both choose at once and in secret."""
    match = await begin(arena, game="duel")
    return await arena.matches.play(match.id, ANN.person_id, "go/end")


async def play(arena: Arena, match: Match, *turns: str) -> Match:
    """Have those play these turns whose turn it is."""
    for turn in turns:
        match = await arena.matches.play(match.id, match.to_act[0], turn)
    return match


async def ask(arena: Arena, match: Match, person_id: int, kind: str, **detail: int) -> int:
    """Have a player ask for what others have to agree to; return the request's number."""
    wanted = load_wanted(kind, detail)
    assert isinstance(wanted, Agreement)
    answer = await arena.requests.ask(match.id, person_id, wanted)
    assert answer.request is not None
    assert not answer.done
    return answer.request.id


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Have something refused with a code."""
    with pytest.raises(HostingError) as caught:
        yield
    assert caught.value.code == code


async def ordered_for(arena: Arena, origin: str) -> Ordered | None:
    """Return the start that was requested for a rematch, a pairing or a league's match, if there is one."""
    async with arena.db.read() as connection:
        return await lobby.starts_of_origin(connection, origin)


async def codes(arena: Arena, match: Match) -> list[str]:
    """Return what was noted of a match, the oldest first."""
    return [entry.code for entry in await arena.audit.of_match(match.id)]
