"""Several processes on one database: who changes a match, and what each of them knows of people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date

import pytest
import pytest_asyncio

from hosting.arena import Arena
from hosting.core import Core
from hosting.match.model import NotMine, Person
from hosting.retention import Periods
from store.database import Database
from store.db.addresses import Address
from store.share import Share
from tests.entropy import pinned
from tests.hosting.conftest import ANN, BOB, CHANNEL, PEOPLE, ManualClock, NotingPoster, call, codes
from tests.hosting.timed import begin
from tests.hosting.toygame import games

SERVERS = 3 << 22, 4 << 22, 5 << 22
"""A server of each process."""


@pytest.fixture
def posters() -> list[NotingPoster]:
    return [NotingPoster() for _ in SERVERS]


@pytest_asyncio.fixture
async def arenas(database: Address, clock: ManualClock, posters: list[NotingPoster]) -> AsyncIterator[list[Arena]]:
    """Three processes."""
    await (await Database.open(database)).close()
    found = [await _process(database, clock, shard, poster) for shard, poster in enumerate(posters)]
    for guild_id in SERVERS:
        await call(found[0], *PEOPLE, guild_id=guild_id)
    yield found
    for each in found:
        await each.close()


async def _process(database: Address, clock: ManualClock, shard: int, poster: NotingPoster) -> Arena:
    opened = await Database.connect(database)
    share = Share(3, frozenset((shard,)))
    core = Core.of(opened, clock, games=games, entropy=pinned(), sleep=clock.sleep, share=share)
    arena = Arena(core, {}, Periods())
    arena.outbox.set_poster(poster)
    await arena.start(shards=3)
    return arena


async def settle(arenas: list[Arena]) -> None:
    """Wait until each has done what is due, also what another one has left to it."""
    for _ in range(3):
        for each in arenas:
            await each.schedule.release(Share(3, frozenset()))
            await each.idle()


async def test_a_match_of_another_process_is_read_and_neither_changed_nor_cached(arenas: list[Arena]) -> None:
    mine, other, _ = arenas
    match = await begin(mine, guild_id=SERVERS[0])
    assert (await other.matches.get(match.id)).seq == 0
    after = await mine.matches.play(match.id, ANN.person_id, "1/2")
    there = await other.matches.get(match.id)
    assert (there.seq, there.session.state) == (after.seq, after.session.state)
    assert (await other.matches.at(there, 0)).state == match.session.state
    with pytest.raises(NotMine) as refused:
        await other.matches.play(match.id, BOB.person_id, "1/2")
    assert (refused.value.guild_id, refused.value.channel_id) == (SERVERS[0], CHANNEL)
    with pytest.raises(NotMine):
        async with other.matches.hold(match.id):
            pytest.fail("a match of another process is held")
    assert (await mine.matches.get(match.id)).seq == after.seq


async def in_each_server(arenas: list[Arena], *players: Person) -> list[int]:
    """Have these people play a match in each server."""
    return [
        (await begin(each, *players, channel=CHANNEL + number, guild_id=SERVERS[number])).id
        for number, each in enumerate(arenas)
    ]


async def test_a_vacation_is_announced_once_in_the_servers_of_all(arenas: list[Arena]) -> None:
    numbers = await in_each_server(arenas, ANN, BOB)
    vacation = await arenas[1].vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await settle(arenas)
    for arena, number in zip(arenas, numbers, strict=True):
        assert (await codes(arena, await arena.matches.get(number))).count("away") == 1
    await arenas[2].vacations.cancel(vacation.id, ANN.person_id)
    await settle(arenas)
    for arena, number in zip(arenas, numbers, strict=True):
        match = await arena.matches.get(number)
        assert (await codes(arena, match)).count("away") == 2
        assert match.clock is not None
        assert match.clock.seat(1).calendar.away == ()


async def test_a_deleted_person_leaves_the_matches_and_tables_of_all(arenas: list[Arena]) -> None:
    numbers = await in_each_server(arenas, ANN, BOB)
    tables = [
        await each.tables.open(where, CHANNEL, ANN, "tally", "2", where="here") for each, where in servers(arenas)
    ]
    await arenas[1].deletions.delete(ANN.person_id, resigning=numbers)
    await settle(arenas)
    for arena, number, table in zip(arenas, numbers, tables, strict=True):
        match = await arena.matches.get(number)
        assert match.over
        assert [event.kind for event in match.events] == ["forfeit"]
        assert (await arena.tables.get(table.id)).status == "cancelled"


def servers(arenas: list[Arena]) -> list[tuple[Arena, int]]:
    return list(zip(arenas, SERVERS, strict=True))
