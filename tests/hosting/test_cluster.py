"""Several processes on one PostgreSQL database: each has a set of shards, and hears what the others changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Post
from hosting.notify import IDLE, IDLING
from hosting.outages import CLOCK, PULSE
from hosting.outbox import Posting, TextPost, add_posts_about
from hosting.runtime import Handler, Since
from store.database import Database
from store.db import files, migrate
from store.db.addresses import InUseError, LostError, StoreError, UnreachableError
from store.db.files import CLASS, SETS, SessionLock
from store.schema import cluster as agreed
from store.schema import deadlines, notes
from store.share import POST, Share, Sharing
from store.tables import lobby, outbox
from store.tables.deadlines import DEADLINES, Deadline, Owner, put_all
from store.tables.people import note, set_note
from store.tables.values import Start, Subject
from tests.databases import NEEDS_POSTGRESQL
from tests.hosting.conftest import ANN, BOB, CLEO, Cluster, NotingPoster, heard, open_arena
from tests.hosting.killed_outage import kill
from tests.hosting.timed import DAY, HOUR, START, advance, begin, due
from tests.store.made_up import NEXT, next_release, with_step

pytestmark = NEEDS_POSTGRESQL


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.db.files.START_S", 0.0)
    monkeypatch.setattr("store.db.files.ALONE_S", 0.0)
    monkeypatch.setattr("store.database.SPARE_S", 0.01)


@pytest.fixture
def suspicious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have sessions be asked before every transaction: of one that ended, nothing may have arrived yet."""
    monkeypatch.setattr("store.db.files.CONFIRM_S", -1.0)


async def opened(cluster: Cluster, *wanted: Sharing) -> list[Database]:
    return [await Database.open(cluster.address, sharing=each) for each in wanted]


HERE = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
HOLDERS = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {CLASS} AND {HERE}"  # noqa: S608
OF_SETS = f"{HOLDERS} AND objid >= {SETS}"


async def end_sessions(database: Database, which: str = HOLDERS) -> None:
    """End sessions as a server does that is told to; of those that hold locks."""
    async with database.write() as connection:
        await connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid, 10000) FROM ({which}) AS holders")  # noqa: S608


async def test_each_has_a_set_and_all_sets_are_all_servers(cluster: Cluster) -> None:
    databases = await opened(cluster, *[Sharing(3, 7)] * 3)
    shares = [each.share for each in databases]
    assert shares == [Share(7, frozenset({0, 3, 6})), Share(7, frozenset({1, 4})), Share(7, frozenset({2, 5}))]
    assert [each.leads for each in shares] == [True, False, False]
    for each in databases:
        await each.close()


async def test_several_that_start_at_once_have_a_set_each(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.db.files.ALONE_S", 60.0)
    databases = await asyncio.gather(*(Database.open(cluster.address, sharing=Sharing(3)) for _ in range(3)))
    assert sorted(sorted(each.share.shards) for each in databases) == [[0], [1], [2]]
    for each in databases:
        await each.close()


async def test_who_finds_every_set_taken_has_that_of_the_first_that_ends(cluster: Cluster) -> None:
    first, second = await opened(cluster, *[Sharing(2, 4)] * 2)
    waits = asyncio.Event()
    spare = asyncio.create_task(Database.open(cluster.address, sharing=Sharing(2, 4), spare=waits.set))
    await waits.wait()
    assert not spare.done()
    await second.close()
    third = await spare
    assert third.share == Share(4, frozenset({1, 3}))
    for each in (first, third):
        await each.close()


async def test_a_spare_outlives_its_session(cluster: Cluster) -> None:
    first, second = await opened(cluster, *[Sharing(2)] * 2)
    waits = asyncio.Event()
    spare = asyncio.create_task(Database.open(cluster.address, sharing=Sharing(2), spare=waits.set))
    await waits.wait()
    await end_sessions(first, f"{HOLDERS} EXCEPT {OF_SETS}")
    await first.close()
    third = await spare
    assert third.share.leads
    for each in (second, third):
        await each.close()


async def test_what_must_be_alone_waits_for_each_process_and_for_spares(cluster: Cluster) -> None:
    first, second = await opened(cluster, *[Sharing(2)] * 2)
    waits = asyncio.Event()
    spare = asyncio.create_task(Database.open(cluster.address, sharing=Sharing(2), spare=waits.set))
    await waits.wait()
    for ends in (first, second):
        with pytest.raises(InUseError, match="in use by arena"):
            await Database.open(cluster.address)
        await ends.close()
    third = await spare
    with pytest.raises(InUseError):
        await Database.open(cluster.address)
    await third.close()
    alone = await Database.open(cluster.address)
    assert alone.share is Share.ALL
    with pytest.raises(InUseError, match="must be alone"):
        await Database.open(cluster.address, sharing=Sharing(2))
    await alone.close()


@pytest.mark.parametrize("wanted", [Sharing(3, 6), Sharing(2, 4), Sharing(3, None)])
async def test_other_numbers_than_those_of_the_running_are_refused(cluster: Cluster, wanted: Sharing) -> None:
    (first,) = await opened(cluster, Sharing(2, 6))
    with pytest.raises(StoreError, match=r"SHARDS=6 and PROCESSES=2: set the same here, or stop all of them first"):
        await Database.open(cluster.address, sharing=wanted)
    await first.close()
    (again,) = await opened(cluster, wanted)  # then they are those of the first one
    await again.close()


async def test_shards_that_nobody_set_are_those_of_the_running(cluster: Cluster) -> None:
    databases = await opened(cluster, Sharing(2, None, 5), Sharing(2, None, 9))
    assert [each.share.count for each in databases] == [5, 5]
    for each in databases:
        await each.close()
    (again,) = await opened(cluster, Sharing(2, None, 9))
    assert again.share.count == 9
    await again.close()


async def test_one_process_beside_several_is_told_of_them(cluster: Cluster) -> None:
    (first,) = await opened(cluster, Sharing(2, 6))
    with pytest.raises(InUseError, match="SHARDS=6 and PROCESSES=2: set the same here"):
        await Database.open(cluster.address, sharing=Sharing(1))
    with pytest.raises(InUseError, match=r"is in use by arena .*; stop it first"):  # so `store` says
        await Database.open(cluster.address)
    await first.close()


@pytest.mark.parametrize(("seconds", "told"), [(3600, "3600 s behind"), (-3600, "3600 s ahead of"), (4, None)])
async def test_a_clock_that_is_far_off_the_servers_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, seconds: int, told: str | None
) -> None:
    run = AsyncConnection.exec_driver_sql

    async def later(self: AsyncConnection, statement: str, *values: object) -> object:
        if statement == "SELECT clock_timestamp()":
            statement = f"SELECT clock_timestamp() + interval '{seconds} seconds'"
        return await run(self, statement, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(AsyncConnection, "exec_driver_sql", later)
    if told is not None:
        with pytest.raises(StoreError, match=f"clock is {told} the one of postgresql"):
            await Database.open(cluster.address, sharing=Sharing(2))
        return
    (fine,) = await opened(cluster, Sharing(2))
    await fine.close()


async def test_too_few_shards_are_refused(cluster: Cluster) -> None:
    with pytest.raises(StoreError, match="SHARDS=2 is too few for PROCESSES=3"):
        await Database.open(cluster.address, sharing=Sharing(3, 2))
    (alone,) = await opened(cluster, Sharing(3, None, 1))
    assert alone.share.count == 3
    await alone.close()


async def test_who_starts_waits_while_another_one_may_migrate(cluster: Cluster) -> None:
    (first,) = await opened(cluster, Sharing(2))
    other = await Database.connect(cluster.address)
    async with other.read() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_lock({CLASS}, {files.START})")
        with pytest.raises(UnreachableError, match="waits for the migration"):
            await Database.open(cluster.address, sharing=Sharing(2))
        await connection.exec_driver_sql(f"SELECT pg_advisory_unlock({CLASS}, {files.START})")
    for each in (first, other):
        await each.close()


async def test_who_dies_at_its_start_keeps_nobody_off(cluster: Cluster) -> None:
    """Before it has made or seen what all agree on, and as a spare."""
    assert isinstance(cluster.address, URL)
    for steps in range(3):
        lock = SessionLock(cluster.address, 2)
        await lock.join()
        with pytest.raises(UnreachableError, match="waits for the migration"):
            await Database.open(cluster.address, sharing=Sharing(2))
        if steps:
            await lock.joined()
        if steps > 1:
            await lock.take_set()
        await lock.release()
        both = await opened(cluster, *[Sharing(2)] * 2)
        assert [each.share.shards for each in both] == [{0}, {1}]
        for each in both:
            await each.close()


@pytest.mark.usefixtures("suspicious")
async def test_a_session_that_ends_at_the_start_ends_the_start(cluster: Cluster) -> None:
    """Another process may have begun with other numbers, or migrated, so it begins anew."""
    assert isinstance(cluster.address, URL)
    lock = SessionLock(cluster.address, 2)
    await lock.join()
    other = await Database.connect(cluster.address)
    await end_sessions(other)
    with pytest.raises(UnreachableError, match="the session ended at the start"):
        await lock.confirm()
    await lock.release()
    await other.close()


async def test_a_newer_version_waits_until_every_older_process_has_ended(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = await opened(cluster, Sharing(2))
    older = migrate.head()
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "head", lambda: "9999")
        patch.setattr(migrate, "revisions", lambda: frozenset({older, "9999"}))
        with pytest.raises(UnreachableError, match="of an older version: this one waits for the migration"):
            await Database.open(cluster.address, sharing=Sharing(2))
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "head", lambda: "0001")
        patch.setattr(migrate, "revisions", lambda: frozenset({"0001"}))
        with pytest.raises(StoreError, match="newer than this version knows"):
            await Database.open(cluster.address, sharing=Sharing(2))
    await first.close()


# What they announce to each other.


async def test_what_one_announces_all_others_hear_once_it_is_committed(cluster: Cluster) -> None:
    arenas = await cluster.all()
    told: list[tuple[int, set[int]]] = []

    def hear(place: int) -> None:
        arenas[place].db.hear("person", lambda found: told.append((place, found)))

    for place in range(3):
        hear(place)
    many = set(range(10**18, 10**18 + 1000))
    async with arenas[1].db.write() as connection:
        arenas[1].db.announce(connection, "person", *many)
        for arena in arenas:
            await heard(arena)
        assert told == []
    with suppress(ZeroDivisionError):
        async with arenas[1].db.write() as connection:
            arenas[1].db.announce(connection, "person", 5)
            raise ZeroDivisionError
    for arena in arenas:
        await heard(arena)
    assert {place for place, _ in told} == {0, 2}
    assert set().union(*(found for _, found in told)) == many


async def test_who_was_cut_off_is_told_that_notices_may_be_missing(cluster: Cluster) -> None:
    first, second, _ = await cluster.all()
    renewed = asyncio.Event()
    second.db.when_reconnected(renewed.set)
    told: list[set[int]] = []
    second.db.hear("person", told.append)
    await end_sessions(first.db)
    await asyncio.wait_for(renewed.wait(), 180)  # without that anybody reads or writes there
    async with first.db.write() as connection:
        first.db.announce(connection, "person", 7)
    await heard(second)
    assert told == [{7}]


@pytest.mark.usefixtures("suspicious")
async def test_who_was_cut_off_while_others_changed_the_numbers_stops(cluster: Cluster) -> None:
    (first,) = await opened(cluster, Sharing(2))
    told: list[InUseError] = []
    first.when_lost(told.append)
    other = await Database.connect(cluster.address)
    async with other.write() as connection:
        await connection.execute(agreed.update().values(shards=8))
    await end_sessions(other)
    with pytest.raises(LostError, match="with other settings meanwhile"):
        async with first.read():
            pass
    assert told
    for each in (first, other):
        await each.close()


@pytest.mark.usefixtures("suspicious")
@pytest.mark.parametrize("sharing", [Sharing(1), Sharing(2)])
async def test_who_was_cut_off_while_a_newer_version_migrated_stops(cluster: Cluster, sharing: Sharing) -> None:
    """Its own schema is gone; it must not write into the new one."""
    (first,) = await opened(cluster, sharing)
    told: list[InUseError] = []
    first.when_lost(told.append)
    other = await Database.connect(cluster.address)
    async with other.write() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await end_sessions(other)
    with pytest.raises(LostError, match="by another version"):
        async with first.write():
            pass
    assert told
    async with other.write() as connection:
        await connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrate.head()}'")  # noqa: S608
    for each in (first, other):
        await each.close()


@pytest.mark.usefixtures("suspicious")
@pytest.mark.parametrize("sharing", [Sharing(1), Sharing(2)])
async def test_one_that_was_taken_over_and_does_not_know_it_writes_nothing_more(
    cluster: Cluster, sharing: Sharing
) -> None:
    """Its lock counts as confirmed for seconds, which a partition of the network may outlast."""
    (first,) = await opened(cluster, sharing)
    told: list[InUseError] = []
    first.when_lost(told.append)
    other = await Database.connect(cluster.address)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with first.write() as connection:
        taking = asyncio.create_task(other._fence(0))
        blocked = 0
        while not blocked:
            async with first.read() as beside:
                blocked = (await beside.exec_driver_sql(waiting)).scalar_one()
        assert not taking.done()
        await set_note(connection, "scrubbed", "begun before")
    await taking
    for lasting in (True, False):
        with pytest.raises(LostError, match="which has taken over what this one had"):
            async with first.write(lasting=lasting) as connection:
                await set_note(connection, "scrubbed", "begun after")
    assert told
    async with other.write() as connection:
        assert await note(connection, "scrubbed") == "begun before"
    for each in (first, other):
        await each.close()


async def test_who_was_cut_off_while_another_one_starts_goes_on_after_that(cluster: Cluster) -> None:
    """When all sessions have ended, the first that starts has the database alone for a moment."""
    assert isinstance(cluster.address, URL)
    (first,) = await opened(cluster, Sharing(2))
    told: list[InUseError] = []
    first.when_lost(told.append)
    assert first._lock is not None
    first._lock.when_ended(lambda: None)  # type: ignore[union-attr]
    other = await Database.connect(cluster.address)
    await end_sessions(other)
    starting = SessionLock(cluster.address, 2)
    assert await starting.join()
    with pytest.raises(UnreachableError, match="is being prepared by arena"):
        async with first.read():
            pass
    await starting.joined()
    async with first.write() as connection:
        await connection.execute(notes.insert().values(key="k", value="v"))
    assert told == []
    await starting.release()
    for each in (first, other):
        await each.close()


async def test_who_lost_its_set_neither_reads_nor_writes(cluster: Cluster) -> None:
    (first,) = await opened(cluster, Sharing(2))
    told: list[InUseError] = []
    first.when_lost(told.append)
    first._renew = lambda: None  # type: ignore[method-assign]
    assert first._lock is not None
    other = await Database.connect(cluster.address)
    await first._lock._drop()  # type: ignore[union-attr]
    (second,) = await opened(cluster, Sharing(2))
    with pytest.raises(InUseError, match=r"set 0 of .* is in use by arena"):
        async with first.write() as connection:
            await connection.execute(notes.insert().values(key="k", value="v"))
    assert told
    for each in (first, second, other):
        await each.close()


async def test_one_process_announces_nothing(cluster: Cluster) -> None:
    (alone,) = await opened(cluster, Sharing(1))
    async with alone.write() as connection:
        alone.announce(connection, "person", 1)
        assert connection.info["notices"] == set()
    await alone.close()


# Posts and appointments for each other.


async def test_an_appointment_for_another_process_is_kept_there_in_time(cluster: Cluster) -> None:
    first, second, third = await cluster.all()
    kept: list[tuple[int, str]] = []

    def visit(number: int) -> Handler:
        async def keep(key: str, _payload: Json) -> None:
            kept.append((number, key))

        return keep

    for number, arena in enumerate((first, second, third)):
        arena.schedule.handle("league", visit(number))
    now, there = cluster.clock.now(), cluster.server(1)
    await first.schedule.set("league", f"{there}:1", now)
    await cluster.idle()
    assert kept == [(1, f"{there}:1")]
    await third.schedule.set("league", f"{there}:2", now + HOUR)
    await first.schedule.set("digest", "5", now + HOUR)
    await cluster.idle()
    await cluster.clock.advance(HOUR.total_seconds())
    await cluster.idle()
    assert kept[1:] == [(1, f"{there}:2")]


async def test_a_post_for_the_server_of_another_process_is_posted_there(cluster: Cluster) -> None:
    posters = [NotingPoster() for _ in range(3)]
    arenas = [await cluster.open(each) for each in posters]
    there = cluster.server(2)
    post = Posting("private", 77, TextPost(say("Well played.")))
    async with arenas[0].db.write() as connection:
        await add_posts_about(connection, Subject("league", 1), [post], START, guild_id=there)
    arenas[0].outbox.drain()
    await cluster.idle()
    assert [[each.guild_id for each in poster.posts] for poster in posters] == [[], [], [there]]


async def test_what_another_process_changes_while_it_is_shown_is_shown_again(cluster: Cluster) -> None:
    """Also where the process that shows it hears of that only when it has noted what it showed."""
    poster = NotingPoster()
    first, second = await cluster.open(poster), await cluster.open()
    subject, there = Subject("league", 1), cluster.server(0, 1)
    heard_of: list[set[int]] = []
    hear = first.outbox._announced
    first.db._hear[POST] = [heard_of.append]

    async def change(_post: Post) -> None:
        poster.show = None
        await cluster.clock.advance(1)
        async with second.db.write() as connection:
            await outbox.refresh(connection, subject, there, 0, cluster.clock.now())

    poster.show = change
    async with first.db.write() as connection:
        await outbox.refresh(connection, subject, there, 0, cluster.clock.now())
    first.outbox.drain()
    await cluster.idle()
    assert heard_of == [{there}]
    hear(heard_of[0])
    await cluster.idle()
    assert len(poster.refreshed) == 2
    async with first.db.read() as connection:
        assert await outbox.backlog(connection, cluster.clock.now()) == (0, None)


@pytest.mark.usefixtures("suspicious")
async def test_what_was_written_while_a_process_was_cut_off_is_found(cluster: Cluster) -> None:
    posters = [NotingPoster() for _ in range(3)]
    first, second, _ = [await cluster.open(each) for each in posters]
    renewed = asyncio.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(second.db, "_renew", lambda: None)
        second.db._lock.when_ended(lambda: None)  # type: ignore[union-attr]
        await end_sessions(first.db)
        there = cluster.server(1)
        await first.schedule.set("league", f"{there}:1", START)
        post = Posting("private", 77, TextPost(say("Well played.")))
        async with first.db.write() as connection:
            await add_posts_about(connection, Subject("league", 1), [post], START, guild_id=there)
    second.db.when_reconnected(renewed.set)
    async with second.db.read():
        pass
    assert renewed.is_set()
    await second.idle()
    assert [each.guild_id for each in posters[1].posts] == [there]
    assert await second.schedule.due_at("league", f"{there}:1") is None


@dataclass(frozen=True)
class Found:
    """What one server has."""

    guild_id: int
    match_id: int
    table_id: int
    start_id: int
    channel_id: int


OWNED: dict[Owner, Callable[[Found], str]] = {
    Owner.MATCH: lambda found: f"{found.match_id}:1",
    Owner.TABLE: lambda found: str(found.table_id),
    Owner.START: lambda found: f"{found.start_id:010}",
    Owner.CHANNEL: lambda found: str(found.channel_id),
    Owner.SERVER: lambda found: f"{found.guild_id}:7",
}
"""The key of an appointment of what a server has, by its owner."""


async def test_each_kind_of_appointment_has_one_keeper(cluster: Cluster) -> None:
    """The process of its server keeps it, or the one that leads, no matter which process makes it."""
    arenas = await cluster.all()
    found = [await fill(cluster, number, arena) for number, arena in enumerate(arenas)]
    await cluster.idle()
    kept: dict[tuple[str, str], list[int]] = {}

    def visit(number: int, kind: str) -> Handler:
        async def keep(key: str, _payload: Json) -> None:
            kept.setdefault((kind, key), []).append(number)

        return keep

    expected: dict[tuple[str, str], list[int]] = {}
    made: list[Deadline] = []
    for kind, owner in DEADLINES.items():
        for number, arena in enumerate(arenas):
            arena.schedule.handle(kind, visit(number, kind))
            if owner in OWNED:
                each = Deadline(kind, OWNED[owner](found[number]), START)
            elif owner is Owner.PERSON:
                each = Deadline(kind, str(number + 1), START)
            else:
                share = arena.core.share
                each = Deadline(kind, share.key, START, None, share.a_server)
            made.append(each)
            expected[kind, each.key] = [0 if owner is Owner.PERSON else number]
    await cluster.idle()
    async with arenas[1].db.write() as connection:
        await connection.execute(deadlines.delete())
        await put_all(connection, made)
    for arena in arenas:  # of a match's appointments only its own process is told, as no other one makes any
        arena.schedule.wake()
    await cluster.idle()
    assert kept == expected


async def fill(cluster: Cluster, number: int, arena: Arena) -> Found:
    """Have a server of a process have a match, a table and a start that waits."""
    guild_id, channel_id = cluster.server(number), 1000 + number
    match = await begin(arena, channel=channel_id, guild_id=guild_id)
    table = await arena.tables.open(guild_id, channel_id, CLEO, "tally", "2", where="here")
    seats = {1: ANN.person_id, 2: BOB.person_id}
    start = Start(guild_id, channel_id, "thread", "tally", "2", (), seats, f"test:{number}")
    async with arena.db.write() as connection:
        await lobby.add_start(connection, start, START)
        stored = await lobby.starts_of_origin(connection, start.origin)
    assert stored is not None
    return Found(guild_id, match.id, table.id, stored.id, channel_id)


async def test_what_a_process_with_other_servers_appointed_reminds_nobody_twice(cluster: Cluster) -> None:
    """Every process has such an appointment of its own; others are left from when there were other numbers."""
    poster = NotingPoster()
    alone = await open_arena(cluster.address, cluster.clock, poster)
    await begin(alone, guild_id=cluster.server(0, 1), clock=None)
    async with alone.db.write() as connection:
        at = START + IDLE[0] + HOUR
        left = [Deadline(IDLING, str(each), at, Since(START).dump(), each << 22) for each in range(3)]
        await put_all(connection, left)
    await advance(alone, cluster.clock, (IDLE[0] + HOUR).total_seconds())
    assert [each.payload["reminder"] for each in poster.posts if "reminder" in each.payload] == ["idle"]
    async with alone.db.read() as connection:
        kept = (await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == IDLING))).scalars()
        assert list(kept) == [""]
    await alone.close()


# The time of players, whatever the numbers of shards and processes are.


async def begin_in(arena: Arena, servers: Sequence[int]) -> None:
    for guild_id in servers:
        await begin(arena, channel=guild_id, guild_id=guild_id)


async def given(arenas: Sequence[Arena], servers: Sequence[int]) -> list[timedelta]:
    """Return how much later those are due who are to move, in the match of each server, in its own process."""
    found = {}
    for arena in arenas:
        await arena.idle()
        for guild_id in filter(arena.core.share.has, servers):
            (summary,) = await arena.matches.in_guild(guild_id)
            match = await arena.matches.get(summary.id)
            at = due(match, 1)
            assert at is not None
            assert await arena.schedule.due_at(CLOCK, str(match.id)) == at
            found[guild_id] = at - START - DAY
    return [found[each] for each in servers]


SERVERS = [each << 22 for each in range(12)]


@pytest.mark.parametrize("sharing", [Sharing(3, 6), Sharing(2, 4), Sharing(2, 5)])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
async def test_other_numbers_give_each_server_its_time_back_once(
    cluster: Cluster, sharing: Sharing, order: tuple[int, ...]
) -> None:
    """From one process to several, to other numbers, and back; whichever process starts first."""
    alone = await open_arena(cluster.address, cluster.clock, None, shards=3)
    await begin_in(alone, SERVERS)
    await advance(alone, cluster.clock, PULSE.total_seconds())
    await kill(alone)
    for hours, numbers in enumerate((Sharing(3, 6), sharing), 1):
        cluster.sharing = numbers
        await cluster.clock.advance(HOUR.total_seconds())
        arenas = [await cluster.open(start=False) for _ in range(numbers.processes)]
        for number in order:
            if number < numbers.processes:
                await arenas[number].start()
        assert await given(arenas, SERVERS) == [hours * HOUR] * len(SERVERS)
        for arena in arenas:
            await kill(arena)
        cluster.opened.clear()
    await cluster.clock.advance(HOUR.total_seconds())
    alone = await open_arena(cluster.address, cluster.clock, None, shards=1)
    assert await given([alone], SERVERS) == [3 * HOUR] * len(SERVERS)
    await alone.close()


async def test_a_spare_gives_back_the_time_of_the_servers_that_it_takes_over(cluster: Cluster) -> None:
    arenas = await cluster.all()
    for arena in arenas:
        await begin_in(arena, [each for each in SERVERS if arena.core.share.has(each)])
    cluster.opened.remove(arenas[1])
    await kill(arenas[1])
    await cluster.clock.advance(HOUR.total_seconds())
    await cluster.idle()
    arenas[1] = await cluster.open()
    assert [arenas[1].core.share.has(each) for each in (cluster.server(0), cluster.server(1))] == [False, True]
    own = [HOUR if arenas[1].core.share.has(each) else timedelta() for each in SERVERS]
    assert await given(arenas, SERVERS) == own


async def test_of_several_that_are_upgraded_one_migrates_and_the_others_find_it_done(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is stopped first: an old one beside them would write into what they made of it."""
    monkeypatch.setattr(files, "ALONE_S", 60.0)
    steps: list[Connection] = []
    upgrade = migrate.upgrade

    def counted(connection: Connection) -> None:
        if migrate.needs_steps(connection):
            steps.append(connection)
        upgrade(connection)

    monkeypatch.setattr(migrate, "upgrade", counted)
    (old,) = await opened(cluster, Sharing(2))
    with next_release(with_step(tmp_path)):
        with pytest.raises(UnreachableError, match="waits for the migration"):
            await Database.open(cluster.address, sharing=Sharing(2))
        async with old.write() as connection:
            await connection.execute(notes.insert().values(key="k", value="v"))
        await old.close()
        new = await asyncio.gather(*(Database.open(cluster.address, sharing=Sharing(2)) for _ in range(2)))
        assert len(steps) == 1
        for each in new:
            async with each.read() as connection:
                assert await connection.run_sync(migrate.revision) == NEXT
            await each.close()
