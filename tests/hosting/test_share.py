"""Several processes on one database: each keeps the posts, appointments and clocks of its share of servers alone."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from hosting.arena import Arena
from hosting.core import Core
from hosting.lobby.starter import key_of
from hosting.notify import IDLING
from hosting.outages import CLOCK, PULSE
from hosting.retention import Periods
from store.database import Database
from store.db.addresses import Address
from store.schema import deadlines, outbox
from store.share import Share, Sharing
from store.tables import match_queries
from store.tables.deadlines import DEADLINES, Deadline, Owner, put, put_all
from store.tables.values import Start
from tests.entropy import pinned
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, PEOPLE, ManualClock, NotingPoster, call
from tests.hosting.killed_outage import kill
from tests.hosting.timed import DAY, DAY_S, HOUR, HOUR_S, START, advance, begin, due
from tests.hosting.toygame import games

COUNT = 2
HERE, THERE = 2 << 22, 3 << 22
"""Servers of shard 0 and of shard 1."""

servers = st.lists(st.integers(min_value=0, max_value=2**63 - 1), max_size=30)


@given(servers, st.integers(1, 16), st.integers(1, 16))
def test_shares_of_any_number_of_processes_part_all_servers(guilds: list[int], count: int, processes: int) -> None:
    """Each server, and what belongs to none, is in one of them."""
    shares = [Sharing(processes, count).share(number) for number in range(processes)]
    for guild_id in (0, *guilds):
        assert sum(share.has(guild_id) for share in shares) == 1
        assert Share.ALL.has(guild_id)


async def test_a_query_finds_the_rows_that_a_share_has(database: Address) -> None:
    opened = await Database.open(database)
    guilds = [number << 22 | number * 7 for number in range(12)] + [2**62 + 5, 2**63 - 1]
    async with opened.write() as connection:
        await put_all(connection, [Deadline("visit", str(each), START, None, each) for each in guilds])
    for share in (Share(3, frozenset((1,))), Share(5, frozenset((0, 4))), Share(4, frozenset()), Share.ALL):
        async with opened.read() as connection:
            query = select(deadlines.c.guild_id).where(*share.where(deadlines.c.guild_id))
            found = (await connection.execute(query)).scalars()
            assert sorted(found) == sorted(each for each in guilds if share.has(each))
    await opened.close()


# Two processes.


async def one_of(database: Address, clock: ManualClock, poster: NotingPoster, shard: int) -> Arena:
    """Open a database for one of two processes; no lock keeps the other one out."""
    share = Share(COUNT, frozenset((shard,)))
    opened = await Database.connect(database)
    core = Core.of(opened, clock, games=games, entropy=pinned(), sleep=clock.sleep, share=share)
    arena = Arena(core, {}, Periods())
    arena.outbox.set_poster(poster)
    await arena.start(shards=COUNT)
    return arena


async def two(database: Address, clock: ManualClock) -> tuple[Arena, Arena, NotingPoster, NotingPoster]:
    """Open a database for both, each with a match in a server of its own."""
    await (await Database.open(database)).close()
    posters = NotingPoster(), NotingPoster()
    first, second = [await one_of(database, clock, each, shard) for shard, each in enumerate(posters)]
    await call(first, *PEOPLE)
    await begin(first, channel=1, guild_id=HERE)
    await begin(second, channel=2, guild_id=THERE)
    return first, second, *posters


async def test_each_keeps_the_appointments_of_its_servers(database: Address, clock: ManualClock) -> None:
    first, second, here, there = await two(database, clock)
    first.schedule.hold(Share.ALL, CLOCK)
    await advance(second, clock, DAY_S)
    await first.idle()
    assert [(await second.matches.get(number)).over for number in (1, 2)] == [False, True]
    await first.schedule.release(Share(COUNT, frozenset()), CLOCK)
    await first.idle()
    assert (await first.matches.get(1)).over
    assert {post.guild_id for post in here.posts if post.kind != "private"} == {HERE}
    assert {post.guild_id for post in there.posts if post.kind != "private"} == {THERE}
    for arena in (first, second):
        await arena.close()


async def test_each_posts_what_is_left_in_its_servers(database: Address, clock: ManualClock) -> None:
    """A process that starts touches no post of another one, which may be on its way just now."""
    first, second, *_ = await two(database, clock)
    for arena in (first, second):
        await arena.idle()
        await kill(arena)
    opened = await Database.open(database)
    async with opened.write() as connection:
        await connection.execute(outbox.update().values(done_at=None, message_id=None, attempts=0))
    await opened.close()
    poster = NotingPoster()
    again = await one_of(database, clock, poster, 1)
    await again.idle()
    assert {post.guild_id for post in poster.posts} == {THERE}
    async with again.db.read() as connection:
        rows = await connection.execute(select(outbox.c.guild_id).where(outbox.c.done_at.is_(None)))
        assert set(rows.scalars()) == {HERE}
    await again.close()


async def test_a_process_that_dies_gets_back_the_time_of_its_servers(database: Address, clock: ManualClock) -> None:
    first, second, *_ = await two(database, clock)
    await advance(first, clock, PULSE.total_seconds())
    await second.idle()
    await kill(second)
    await advance(first, clock, HOUR_S)
    again = await one_of(database, clock, NotingPoster(), 1)
    await again.idle()
    found = [due(await again.matches.get(number), 1) for number in (1, 2)]
    assert found == [START + DAY, START + DAY + HOUR]
    assert await again.schedule.due_at(CLOCK, "2") == START + DAY + HOUR
    await first.close()
    await again.close()


async def test_each_looks_after_the_matches_of_its_servers(database: Address, clock: ManualClock) -> None:
    """A process doesn't know the servers of another one: to it they would seem to have removed the bot."""
    first, second, *_ = await two(database, clock)
    assert [await arena.housing.guilds() for arena in (first, second)] == [[HERE], [THERE]]
    ever = START - DAY, START + DAY
    assert [await arena.absences.moved(*ever) for arena in (first, second)] == [[1], [2]]
    async with first.db.read() as connection:
        counted = [await match_queries.counts(connection, arena.core.share) for arena in (first, second)]
        assert (counted, await match_queries.counts(connection)) == ([(1, 0), (1, 0)], (2, 0))
    for arena in (first, second):
        await arena.close()


async def test_each_reminds_in_its_servers(database: Address, clock: ManualClock) -> None:
    """One appointment is enough for all matches without a clock, but each process needs its own."""
    first, second, here, there = await two(database, clock)
    for arena, channel, guild_id in ((first, 3, HERE), (second, 4, THERE)):
        await begin(arena, CLEO, DAN, channel=channel, guild_id=guild_id, clock=None)
        async with arena.db.read() as connection:
            found = await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == IDLING))
            assert set(found.scalars()) == {"0", "1"}
    await advance(first, clock, 2 * DAY_S)
    await second.idle()
    for poster, channel in ((here, 3), (there, 4)):
        told = {post.channel_id for post in poster.posts if post.payload.get("reminder") == "idle"}
        assert told == {channel}
    for arena in (first, second):
        await arena.close()


# Which server an appointment is of.


async def test_each_kind_of_appointment_names_its_server(arena: Arena) -> None:
    """By the key, where its writer doesn't say: a new kind needs a row of its own (`tests/cogs/test_people.py`)."""
    match = await begin(arena, channel=CHANNEL + 1, guild_id=THERE)
    table = await arena.tables.open(THERE, CHANNEL, ANN, "tally", "2", where="here", terms=match.terms)
    await arena.idle()
    people = {1: ANN.person_id, 2: BOB.person_id}
    start = Start(THERE, CHANNEL, "thread", "tally", "2", (), people, "rematch:1000")
    keys = {
        Owner.MATCH: str(match.id),
        Owner.CHANNEL: f"{CHANNEL + 1}:5",
        Owner.SERVER: f"{THERE}:7",
        Owner.TABLE: str(table.id),
        Owner.START: key_of(1),
    }
    async with arena.db.write() as connection:
        await arena.starter.queue.add(connection, start)
        for kind, owner in DEADLINES.items():
            key = keys.get(owner, "" if owner is Owner.NOTHING else "3")
            await put(connection, Deadline(kind, key, START + timedelta(days=9)))
            query = select(deadlines.c.guild_id).where(deadlines.c.kind == kind, deadlines.c.key == key)
            assert (await connection.execute(query)).scalar_one() == (THERE if owner in keys else 0), kind
