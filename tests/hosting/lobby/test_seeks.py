"""Standing offers: what is refused, who is brought together, told, asked to step back, and started, whatever breaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio

from engine.errors import SetupError
from engine.text import Text, say
from hosting.arena import Arena
from hosting.clock.control import ClockTerms
from hosting.lobby import seeking
from hosting.lobby.paired import NO_CLOCK, SEEK, NoSuchPairing, NotAskedFor, Paired, TooLateToStepBack
from hosting.lobby.seeking import BadExpiry, BadRange, NeverMatches, NoSuchSeek, TooManySeeks
from hosting.lobby.seeks import LOOK, PAIRED, Seeks
from hosting.match.model import Match, Person, Seek, StoredPairing
from hosting.outbox.errors import Retry, Undeliverable
from hosting.runtime.scheduler import Schedule
from hosting.runtime.tasks import Tasks
from store import seeks as stored
from store.addresses import Address
from store.database import Database
from store.ratings import stored as ratings
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import Change
from tests.entropy import pinned
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, EVE, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.lobby.shelf import Shelf, ShelfBuilder
from tests.hosting.toygame import games

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


@dataclass
class Offering:
    """An arena with somebody who tells players, and somebody who makes places."""

    arena: Arena
    clock: ManualClock
    noting: Noting
    shelf: Shelf

    async def create(self, person: Person, **given: Any) -> Seek:
        now = self.clock.now()
        seek = Seek(
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
        made = await self.arena.seeks.create(replace(seek, **given))
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
    made = Offering(arena, clock, noting or Noting(), shelf or Shelf())
    arena.paired.set_announcer(made.noting)
    arena.starter.set_builder(ShelfBuilder(made.shelf))
    return made


@pytest_asyncio.fixture
async def o(arena: Arena, clock: ManualClock) -> Offering:
    return offering(arena, clock)


def ids(*people: Person) -> set[int]:
    return {each.person_id for each in people}


async def test_two_offers_that_fit_make_a_match_at_once(o: Offering) -> None:
    await o.create(ANN)
    assert await o.matches() == []
    await o.create(BOB)
    assert await o.matches() == [ids(ANN, BOB)]
    pairing = await o.pairing(1)
    match = await o.arena.matches.get(1)
    assert (pairing.status, pairing.match_id, pairing.message_id) == ("started", 1, 901)
    assert (match.organiser_id, match.terms.clock) == (0, ClockTerms())
    assert (o.noting.asked, o.noting.shown) == ([()], ["1: match 1"])
    ordered = await o.arena.starter.orders.of_origin(f"{SEEK}:1")
    assert ordered is not None
    assert (ordered.start.message_id, ordered.start.where) == (901, "thread")


async def test_an_offer_opens_so_many_at_once_and_is_free_again_afterwards(o: Offering) -> None:
    await o.create(ANN, most=2)
    for person in (BOB, CLEO, DAN):
        await o.wait(MINUTE)
        await o.create(person)
    assert await o.matches() == [ids(ANN, BOB), ids(ANN, CLEO)]
    await o.arena.matches.forfeit(1, BOB.person_id)
    await o.wait(LOOK.total_seconds())
    assert await o.matches() == [ids(ANN, BOB), ids(ANN, CLEO), ids(BOB, DAN)], "who waited longest"


async def test_the_same_two_do_not_meet_twice_at_once(o: Offering) -> None:
    await o.create(ANN, most=3)
    await o.create(BOB, most=3)
    await o.wait(LOOK.total_seconds())
    assert await o.matches() == [ids(ANN, BOB)]
    await o.arena.matches.forfeit(1, BOB.person_id)
    await o.wait(LOOK.total_seconds())
    assert len(await o.matches()) == 2, "again, as nobody else waits"


async def test_offers_of_other_servers_games_and_ways_are_left_alone(o: Offering) -> None:
    await o.create(ANN)
    await o.create(BOB, guild_id=GUILD + 1)
    await o.create(BOB, game="duel", mode=None)
    await o.create(BOB, mode="3")
    await o.create(BOB, clock=NO_CLOCK)
    await o.create(CLEO, clock=ClockTerms().dump())
    assert await o.matches() == [ids(ANN, BOB)], "any clock fits"
    assert (await o.arena.matches.get(1)).terms.clock is None


async def rate(o: Offering, person: Person, mu: float) -> None:
    """Give a person a rating where two play."""
    async with o.arena.db.write() as connection:
        pool = await ratings.next_number(connection, GUILD, "tally", "2", "")
        change = Change(
            pool.id, pool.last_no, pool.last_no, 99, person.person_id, "end", None, BEGINNER, Skill(mu, 4.0, 30), START
        )
        await ratings.note(connection, [change], {person.person_id: (pool.last_no, START)})


async def test_ranges_are_held_against_ratings_and_beginners_have_1500(o: Offering) -> None:
    await rate(o, ANN, 35.0)  # 1800
    await o.create(ANN)
    await o.create(BOB, high=1799)
    await o.create(CLEO, low=1501)
    assert await o.matches() == [ids(ANN, CLEO)], "Bob is no match for Cleo, and wants none with Ann"
    await o.create(DAN, low=1500, high=1500)
    assert await o.matches() == [ids(ANN, CLEO), ids(BOB, DAN)]


async def test_who_is_blocked_is_not_met(o: Offering) -> None:
    await o.arena.blocks.add(BOB.person_id, ANN.person_id)
    await o.create(ANN)
    await o.create(BOB)
    assert await o.matches() == []
    await o.create(CLEO)
    assert await o.matches() == [ids(ANN, CLEO)]


async def test_a_block_between_announcement_and_start_keeps_the_match_from_starting(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.arena.blocks.add(BOB.person_id, ANN.person_id)
    await o.wait(10 * MINUTE)
    assert await o.matches() == []
    assert (await o.pairing(1)).status == "off"
    (shown,) = o.noting.shown
    assert "block" not in shown
    assert o.shelf.things == {}


async def test_players_step_back_where_they_asked_for_it(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    assert o.noting.asked == [(ANN.person_id,)]
    with pytest.raises(NotAskedFor):
        await o.arena.paired.step_back(1, BOB.person_id)
    for number, person in ((1, CLEO), (2, ANN)):
        with pytest.raises(NoSuchPairing):
            await o.arena.paired.step_back(number, person.person_id)
    await o.wait(9.9 * MINUTE)
    assert (await o.arena.paired.step_back(1, ANN.person_id)).status == "off"
    with pytest.raises(TooLateToStepBack):
        await o.arena.paired.step_back(1, ANN.person_id)
    await o.wait(60 * MINUTE)
    assert await o.matches() == [], "these offers are not brought together again"
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)], "Bob is where he was in the queue, Ann behind him"


async def test_after_ten_minutes_it_is_too_late(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(9.9 * MINUTE)
    assert await o.matches() == []
    await o.wait(0.1 * MINUTE)
    assert await o.matches() == [ids(ANN, BOB)]
    with pytest.raises(TooLateToStepBack):
        await o.arena.paired.step_back(1, ANN.person_id)


async def test_who_cancels_is_not_brought_together_and_only_ones_own_is_cancelled(o: Offering) -> None:
    mine = await o.create(ANN)
    for person, number in ((BOB, mine.id), (ANN, mine.id + 1)):
        with pytest.raises(NoSuchSeek):
            await o.arena.seeks.cancel(GUILD, person.person_id, number)
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == [mine]
    await o.arena.seeks.cancel(GUILD, ANN.person_id, mine.id)
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    await o.create(BOB)
    assert await o.matches() == []


async def test_an_offer_ends_by_itself(o: Offering) -> None:
    await o.create(ANN, expires_at=o.clock.now() + timedelta(hours=1))
    await o.wait(61 * MINUTE)
    await o.create(BOB)
    assert await o.matches() == []
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []


async def test_what_could_never_match_is_refused_at_once(o: Offering, monkeypatch: pytest.MonkeyPatch) -> None:
    now = o.clock.now()
    for given, error in (
        ({"game": "chess"}, SetupError),
        ({"mode": "9"}, SetupError),
        ({"options": (("speed", "light"),)}, SetupError),
        ({"low": 1600, "high": 1400}, BadRange),
        ({"low": -1}, BadRange),
        ({"high": 4001}, BadRange),
        ({"expires_at": now}, BadExpiry),
        ({"expires_at": now + timedelta(days=900)}, BadExpiry),
    ):
        with pytest.raises(error):
            await o.create(ANN, **given)
    monkeypatch.setattr(seeking, "MOST_SEATS", 2)
    with pytest.raises(NeverMatches):
        await o.create(ANN, mode="3")
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    for _ in range(seeking.MOST_SEEKS):
        await o.create(ANN)
    with pytest.raises(TooManySeeks):
        await o.create(ANN)
    await o.create(ANN, guild_id=GUILD + 1)


async def test_who_has_left_the_server_has_no_offers_there(o: Offering) -> None:
    o.noting.away = ids(ANN)
    await o.create(ANN)
    await o.create(BOB)
    assert o.noting.messages == {}
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)]


async def test_offers_from_where_nothing_can_be_posted_end(o: Offering) -> None:
    o.noting.before = [Undeliverable(say("The channel is gone."), "seek")]
    await o.create(ANN)
    await o.create(BOB, channel_id=CHANNEL + 1)
    assert o.noting.told == [(ANN.person_id, "The channel is gone.")]
    assert [len(await o.arena.seeks.of(GUILD, each.person_id)) for each in (ANN, BOB)] == [0, 1]
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)]


async def test_a_match_is_announced_where_all_its_players_look(o: Offering) -> None:
    o.noting.hidden = {CHANNEL}
    await o.create(ANN)
    await o.create(BOB)
    await o.wait(LOOK.total_seconds())
    assert (await o.pairing(1)).status == "off"
    await o.create(CLEO, channel_id=CHANNEL + 1)
    assert (await o.matches()) == [ids(ANN, CLEO)]
    assert (await o.pairing(2)).channel_id == CHANNEL + 1


async def test_trouble_is_outlasted_and_nothing_is_announced_twice(o: Offering) -> None:
    o.noting.before, o.noting.after = [Retry()], [Retry()]
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(5 * MINUTE)  # it arrives, and nobody hears of that
    await o.wait(5 * MINUTE)
    assert (await o.pairing(1)).status == "announced"
    assert (await o.pairing(1)).starts_at == START + timedelta(minutes=15)
    await o.wait(5 * MINUTE)
    assert await o.matches() == [ids(ANN, BOB)]


async def test_what_cannot_start_is_told_and_the_offers_stand(o: Offering) -> None:
    def refuse(step: str) -> None:
        raise RuntimeError(step)

    o.shelf.step = refuse
    await o.create(ANN)
    await o.create(BOB)
    for _ in range(6):
        await o.wait(24 * 60 * MINUTE)
    assert o.noting.shown == ["1: Refused."]
    assert (await o.pairing(1)).status == "off"
    assert len(await o.arena.seeks.of(GUILD, ANN.person_id)) == 1


@asynccontextmanager
async def later(database: Address, clock: ManualClock, before: Offering | None) -> AsyncIterator[Offering]:
    """Go on as a process does that starts; what was made on Discord is still there."""
    arena = await open_arena(database, clock, NotingPoster())
    made = offering(arena, clock) if before is None else offering(arena, clock, before.noting, before.shelf)
    await arena.idle()
    yield made
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_pairing_goes_on_after_a_restart(database: Address, clock: ManualClock) -> None:
    async with later(database, clock, None) as first:
        await first.create(ANN, asks=True)
        await first.create(BOB)
    await clock.advance(600)
    async with later(database, clock, first) as second:
        assert await second.matches() == [ids(ANN, BOB)]
        assert list(first.noting.messages) == [1]


async def test_two_processes_bring_no_offer_together_twice(database: Address, clock: ManualClock) -> None:
    """Without the lock that keeps a second process from the database."""
    arena = await open_arena(database, clock, NotingPoster())
    o = offering(arena, clock)
    arena.schedule.hold("seeking", PAIRED)
    for person in (ANN, BOB, CLEO, DAN, EVE):
        await o.create(person)
    others = [await Database.connect(database) for _ in range(3)]
    tasks = Tasks()
    processes = [Seeks(each, clock, games, Schedule(each, clock, tasks), pinned()) for each in others]
    await asyncio.gather(*(each.due(f"{GUILD}:tally", None) for each in processes))
    async with arena.db.read() as connection:
        found = [await stored.load_pairing(connection, number) for number in range(1, 9)]
    taken = [seat.seek_id for each in found if each is not None for seat in each.seats]
    assert len(taken) == len(set(taken)) == 4
    for each in others:
        await each.close()
    await tasks.close()
    await arena.close()


def test_the_kind_of_origin_is_kept() -> None:
    """Orders of an earlier run are attended by it."""
    assert (SEEK, Paired.waits) == ("seek", False)
