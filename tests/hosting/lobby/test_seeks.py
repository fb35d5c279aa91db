"""Standing offers: what is refused, who is brought together, and how often."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from engine.errors import SetupError
from hosting.clock.time_control import ClockTerms
from hosting.lobby import matchmaking
from hosting.lobby.matchmaking import BadExpiry, BadRange, NeverMatches, NoSuchSeek, TooManySeeks
from hosting.lobby.seeks import LOOK, NO_CLOCK, PAIRED, SEEK, Seeks
from hosting.match.model import Person
from hosting.runtime.scheduler import Schedule
from hosting.runtime.tasks import Tasks
from store.database import Database
from store.db.addresses import Address
from store.ratings import stored as ratings
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import Change
from store.tables import seeks as stored
from tests.entropy import pinned
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.lobby.offering import MINUTE, START, Offering, ids, offering
from tests.hosting.toygame import games


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
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 2)
    with pytest.raises(NeverMatches):
        await o.create(ANN, mode="3")
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    for _ in range(matchmaking.MOST_SEEKS):
        await o.create(ANN)
    with pytest.raises(TooManySeeks):
        await o.create(ANN)
    await o.create(ANN, guild_id=GUILD + 1)


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
