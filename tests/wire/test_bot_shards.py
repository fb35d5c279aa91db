"""Several shards, in one process or in several: each serves its servers alone, and what one loses costs no other."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
from _pytest.mark import ParameterSet
from sqlalchemy import URL

from bot import make_bot
from cogs.core import bot as core
from cogs.core.bot import ArenaBot, DiscordClock, Identifying, NoConnectionsLeft
from engine import record, registry
from hosting.arena import Arena
from hosting.housing import KICKED
from hosting.runtime import SystemClock
from monitoring.http import Endpoints
from settings import Settings
from store.check import check_database
from store.database import Database
from store.db.addresses import Address
from store.db.files import CLASS
from store.share import shard_of
from store.tables import outages
from store.tables.matches import replay
from tests.databases import NEEDS_POSTGRESQL, NEEDS_SERVER, postgresql, server, setting
from tests.every_mode import EVERY_MODE, Row, part_of, sampled
from tests.forkserver import ForkServer
from tests.ports import free_port
from tests.volume import THOROUGH, many
from tests.wire.double import BotProcess, Channel, Double, Interaction, Message, User
from tests.wire.double.clock import PATIENCE_S
from tests.wire.match import Table, UnexpectedAnswerError, played
from tests.wire.ordeal import Cluster, selected, shards_of
from tests.wire.stage import arena_double, secrets
from tests.wire.test_bot_health import asked, figures
from tests.wire.test_bot_kill import DUE, EveryGame, is_posted_once, is_whole, stored

SHARDS = 3
HOUR = timedelta(hours=1)


class ShiftedClock(DiscordClock):
    """The machine's time, and what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return super().now() + self.ahead

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead.total_seconds()


def several() -> tuple[Double, list[Table]]:
    """Return a Discord with a table in a server of each shard."""
    double = arena_double(shards=SHARDS)
    double.gateway.max_concurrency = SHARDS
    tables: dict[int, Table] = {}
    for number in range(SHARDS):
        guild = double.add_guild(f"Arena {number}")
        people = [double.add_user(f"{name}{number}", guild) for name in ("ann", "bob")]
        tables[shard_of(guild.id, SHARDS)] = Table(double, guild.add_channel("table"), people)
    return double, [tables[shard] for shard in range(SHARDS)]


@asynccontextmanager
async def connected(double: Double, path: Path, clock: ShiftedClock | None = None) -> AsyncIterator[ArenaBot]:
    bot = make_bot(Settings(database=path / "arena.db", discord_token=None, shards=SHARDS), clock)
    async with double, double.connect(bot):
        yield bot
        await bot.arena.idle()
    assert double.violations == []


async def dues(bot: ArenaBot, tables: list[Table]) -> list[datetime]:
    """Return when the time of those to move is up at each table."""
    found = [await bot.arena.matches.get(table.match_id) for table in tables]
    return [each.clock.next_due for each in found if each.clock is not None and each.clock.next_due is not None]


async def test_a_shard_that_is_lost_gets_its_time_back_alone(tmp_path: Path) -> None:
    double, tables = several()
    rng, clock = random.Random(7), ShiftedClock()
    async with connected(double, tmp_path, clock) as bot:
        endpoints = Endpoints(bot, "127.0.0.1:8080")
        assert double.gateway.identifies == SHARDS
        for table in tables:
            await table.begin()
        await bot.arena.idle()
        before = await dues(bot, tables)
        double.gateway.shut_out(1)
        await double.until(lambda: bot.arena.outages.away == {1})
        clock.ahead = 3 * HOUR
        for shard in (0, 2):
            await tables[shard].type(tables[shard].any_turn(rng))
        assert "gateway: not connected to Discord: shard 1 of 3" in await endpoints.faults()
        double.gateway.let_in(1)
        await double.until(lambda: not bot.arena.outages.away)
        await bot.arena.idle()
        after = await dues(bot, tables)
        assert after[1] - before[1] >= 3 * HOUR
        matches = [await bot.arena.matches.get(table.match_id) for table in tables]
        missed = [bot.arena.outages.of_server(each.guild_id) for each in matches]
        assert [[outage.shard for outage in each if outage.length > HOUR] for each in missed] == [[], [1], []]
        await tables[1].type(tables[1].any_turn(rng))


async def test_a_server_that_removed_the_bot_while_its_shard_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shard identifies itself anew, and hears of it by what is missing; matches of the other shards go on."""
    monkeypatch.setattr(core, "IDENTIFY_EVERY", 0.0)
    double, tables = several()
    async with connected(double, tmp_path) as bot:
        for table in tables:
            await table.begin()
        await bot.arena.idle()
        guild = tables[1].channel.guild
        assert guild is not None
        del double.guilds[guild.id]
        double.gateway.invalidate(1)
        await double.until(lambda: bot.get_guild(guild.id) is None)
        await double.until(lambda: double.gateway.identifies == SHARDS + 1)
        while listeners := [each for each in asyncio.all_tasks() if each.get_name().startswith("discord.py: on_")]:
            await asyncio.wait(listeners)
        found = [(await bot.arena.matches.get(table.match_id)).parked for table in tables]
        assert [None if each is None else each.code for each in found] == [None, KICKED, None]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_killed_while_a_shard_is_away(database: Path | URL, tmp_path: Path, program: ForkServer) -> None:
    """Its last sign of life tells what its players lost, and no others; all play on."""
    double, tables = several()
    rng = random.Random(11)
    env = {"DATABASE": setting(database), "SHARDS": str(SHARDS)}
    async with double:
        process = BotProcess(double, program, log=tmp_path / "bot.log", env=env)
        async with process:
            for table in tables:
                await table.begin()
                await table.type(table.any_turn(rng))
            await process.kill()
            # As if that one had been away since the day before, when the process died.
            await age(database, 1, 24 * HOUR)
            await process.start()
            for table in tables:
                await table.recall()
            missed = [(shard, count) for shard, count, length in await lengths(database) if length > HOUR]
            assert missed == [(1, SHARDS)]
            assert len(selected(database, "SELECT * FROM shards")) == SHARDS
            for table in tables:
                await table.type(table.any_turn(rng))
                assert all(count == 1 for count in table.boards().values())
            assert await process.stop() == 0
    assert " ERROR " not in process.output, process.output
    assert double.violations == []


async def age(address: Address, shard: int, by: timedelta) -> None:
    """Have a shard's last sign of life be older."""
    database = await Database.connect(address)
    async with database.write() as connection:
        (sign,) = [each for each in await outages.signs(connection) if each.shard == shard]
        await outages.set_alive(connection, SHARDS, replace(sign, at=sign.at - by))
    await database.close()


async def lengths(address: Address) -> list[tuple[int, int, timedelta]]:
    """Return the outages that were noted, with shard and count."""
    database = await Database.connect(address)
    async with database.read() as connection:
        found = await outages.known(connection)
    await database.close()
    return [(each.shard, each.count, each.length) for each in found]


@asynccontextmanager
async def started(bot: ArenaBot) -> AsyncIterator[None]:
    running = asyncio.create_task(bot.start("double"))
    try:
        yield
    finally:
        await bot.close()
        running.cancel()
        await asyncio.wait({running})


@NEEDS_POSTGRESQL
async def test_a_spare_takes_the_place_of_a_process_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.database.SPARE_S", 0.05)
    monkeypatch.setattr(core, "IDENTIFY_EVERY", 0.0)
    double, tables = several()
    rng = random.Random(5)
    async with postgresql() as address, double, AsyncExitStack() as stack:
        stack.enter_context(double.redirected())
        options = Settings(database=address, discord_token=None, shards=SHARDS, processes=2)
        first, second, third = [make_bot(options) for _ in range(3)]
        for bot, shards in ((first, {0, 2}), (second, {1})):
            await stack.enter_async_context(started(bot))
            await double.until(bot.is_ready)
            assert (set(bot.own_shards), bot.shard_count) == (shards, SHARDS)
        await double.until(lambda: not first.arena.outages.away and not second.arena.outages.away)
        assert {guild.id for bot in (first, second) for guild in bot.guilds} == double.guilds.keys()
        assert len(first.guilds) == 2
        await stack.enter_async_context(started(third))
        endpoints = Endpoints(third, f"127.0.0.1:{free_port()}")
        await endpoints.start()
        stack.push_async_callback(endpoints.close)
        await double.until(lambda: third.spare)
        assert await asked(endpoints.url, "/readyz") == (503, "spare\n")
        told = figures((await asked(endpoints.url, "/metrics"))[1])
        assert told["arena_spare"] == 1
        assert not any(name.startswith(("arena_store_up", "arena_shard")) for name in told)
        for table in tables:
            await table.begin()
            await table.type(table.any_turn(rng))
        assert double.gateway.identifies == SHARDS
        await first.close()
        await double.until(third.is_ready)
        await double.until(lambda: not third.arena.outages.away)
        assert set(third.own_shards) == {0, 2}
        assert await asked(endpoints.url, "/readyz") == (200, "ready\n")
        told = figures((await asked(endpoints.url, "/metrics"))[1])
        assert (told["arena_spare"], told["arena_shards"], told["arena_servers"]) == (0, SHARDS, 2)
        for table in tables:
            await table.type(table.any_turn(rng))
            assert all(count == 1 for count in table.boards().values())
    assert len([each for each in double.requests if each.method == "PUT" and "commands" in each.route]) == 1
    assert double.violations == []


# How often Discord lets shards identify themselves.


@pytest.mark.parametrize("lately", [False, True])
async def test_shards_of_one_bucket_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lately: bool
) -> None:
    """A process that ended a moment ago may have identified itself: then the first one is refused, and tries again."""
    double, _ = several()
    gateway, now = double.gateway, 100.0
    gateway.max_concurrency, gateway.identify_every, gateway.now = 1, 5.0, lambda: now
    if lately:
        gateway._identified[0] = now

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(core, "Identifying", partial(Identifying, now=lambda: now, sleep=sleep))
    async with connected(double, tmp_path) as bot:
        await double.until(lambda: len(gateway.links()) == SHARDS)
        await double.until(lambda: not bot.arena.outages.away)
        assert gateway.identifies == SHARDS
        assert (gateway.hasty > 0) is lately
        assert gateway.starts_left == 1000 - SHARDS - gateway.hasty
        assert now == 100.0 + 5.0 * (SHARDS - 1 + gateway.hasty)


def limits(total: int = 1000, remaining: int = 1000, max_concurrency: int = 2) -> discord.SessionStartLimits:
    return discord.SessionStartLimits(
        total=total, remaining=remaining, reset_after=60_000, max_concurrency=max_concurrency
    )


async def test_shards_of_a_bucket_identify_themselves_five_seconds_apart() -> None:
    now, slept = 100.0, []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    identifying = Identifying(limits(), lambda: now, sleep)
    for shard in (0, 1, 2, 3, 4):
        await identifying.turn(shard)
    assert slept == [5.0, 5.0, 10.0]
    now += 15.0
    await identifying.turn(5)
    assert slept == [5.0, 5.0, 10.0]


@NEEDS_POSTGRESQL
async def test_processes_identify_the_shards_of_a_bucket_one_after_the_other() -> None:
    """Of two processes with a database: those of another bucket don't wait, nor does anybody for one that ended."""
    order, pauses = list[int](), dict[int, asyncio.Event]()
    async with postgresql() as address:
        databases = [await Database.connect(address) for _ in range(2)]

        def process(number: int) -> Identifying:
            async def sleep(seconds: float) -> None:
                assert seconds == core.IDENTIFY_EVERY
                await pauses.setdefault(number, asyncio.Event()).wait()

            return Identifying(limits(), sleep=sleep, alone=databases[number].alone)

        first, second = process(0), process(1)

        async def identify(whose: Identifying, shard: int) -> None:
            await whose.turn(shard)
            order.append(shard)

        await identify(first, 0)
        waiting = asyncio.create_task(identify(second, 2))
        await identify(second, 1)
        assert order == [0, 1]
        pauses[0].set()
        await waiting
        assert order == [0, 1, 2]
        waiting = asyncio.create_task(identify(first, 4))
        await second.close()
        await waiting
        assert order == [0, 1, 2, 4]
        await first.close()
        for each in databases:
            await each.close()


async def test_a_database_that_is_away_keeps_no_shard_from_discord(caplog: pytest.LogCaptureFixture) -> None:
    @asynccontextmanager
    async def alone(_bucket: int) -> AsyncIterator[None]:
        raise ConnectionRefusedError("away")
        yield

    await Identifying(limits(), alone=alone).turn(0)
    (line,) = caplog.records
    assert (line.levelname, "without waiting" in line.getMessage()) == ("WARNING", True)


async def test_none_identifies_itself_beyond_what_a_day_allows() -> None:
    now = 100.0
    identifying = Identifying(limits(remaining=1), lambda: now)
    await identifying.turn(0)
    with pytest.raises(TimeoutError, match="for the next 60 s"):
        await identifying.turn(1)
    now += 61
    await identifying.turn(1)


@pytest.mark.parametrize(("remaining", "shards", "enough"), [(54, 4, True), (53, 4, False), (50, 0, True)])
def test_starts_leave_connections_for_those_that_break(remaining: int, shards: int, enough: bool) -> None:
    identifying = Identifying(limits(remaining=remaining))
    if enough:
        identifying.check(shards)
    else:
        with pytest.raises(NoConnectionsLeft, match="1000 times a day, a start takes 4"):
            identifying.check(shards)


NOT_TAKEN = "That didn't work from here, and nothing was done. "
SHARED = 4
"""Shards that several processes share."""
KILLS = many(3, 20)
REMINDED = 2
"""So many players are reminded of each turn in private."""


# Several processes, of which any is killed


class Everywhere(EveryGame):
    """Matches in servers of all shards, of people some of whom are reminded of each turn in private."""

    async def order(self) -> None:
        await super().order()
        arena = await Arena.open(self.database, SystemClock())
        try:
            for user in self.users[:REMINDED]:
                person_id = await arena.people.find(user.id)
                assert person_id is not None
                await arena.settings.change_player(person_id, lambda each: replace(each, nudges="private"))
        finally:
            await arena.close()

    def reminders(self) -> Counter[tuple[str, str]]:
        """Return how often a player was told in private that a turn is theirs, by name and button."""
        found = [(user.name, message) for user in self.users for message in self.double.dm(user).messages.values()]
        return Counter(
            (name, str(button["custom_id"]))
            for name, message in found
            for button in message.buttons
            if "url" not in button
        )


def trials() -> list[ParameterSet]:
    """Return numbers of processes with rows that are played: ten times as many kills as usual when thorough."""
    if not THOROUGH:
        return [pytest.param(3, part_of("kills of processes"))]
    rows = sampled(len(EVERY_MODE), "kills of processes")
    return [pytest.param(2 + number % 3, rows[4 * number : 4 * number + 4], id=f"{number}") for number in range(10)]


@NEEDS_POSTGRESQL
@pytest.mark.parametrize(("processes", "rows"), trials())
async def test_any_process_is_killed_again_and_again(
    processes: int, rows: list[Row], address: URL, tmp_path: Path, program: ForkServer
) -> None:
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        cluster = Cluster(double, address, program, tmp_path, processes=processes, spares=1, seed=processes)
        games = Everywhere(double, address, cluster, rows)
        try:
            await games.run(KILLS)
        finally:
            await cluster.end()
        assert double.violations == []
        assert not double.unknown_routes

    assert " ERROR " not in cluster.output, cluster.output
    assert (await check_database(address, registry.get)).problems == ()
    assert len(games.acknowledged()) > len(rows)
    assert selected(address, "SELECT id FROM matches WHERE status = 'parked'") == []
    sent = selected(address, "SELECT message_id FROM outbox WHERE kind = 'private' AND message_id IS NOT NULL")
    assert len(set(sent)) == len(sent)
    reminded = games.reminders()
    assert set(reminded.values()) == {1}
    found = await Database.connect(address)
    try:
        for number in games.matches():
            match = await stored(found, number)
            is_whole(match, games)
            is_posted_once(match, games)
            game = registry.get(match.game)
            session, mode = replay(game, match), game.info.mode(match.setup.mode)
            to_act = () if mode is None or mode.alone or match.status == "over" else session.to_act
            named = {games.users[match.seats[seat - 1].person_id - 1] for seat in to_act}
            wanted = {(user.name, f"m:{number}:{match.seq}:play") for user in named & {*games.users[:REMINDED]}}
            assert wanted <= reminded.keys()
    finally:
        await found.close()


# What people notice


def seat(double: Double, people: int = 2) -> list[Table]:
    """Return a table in a server of each shard, at which the same person sits with others of that server."""
    guilds = [double.add_guild(f"Arena {number}") for number in range(double.shards)]
    ann = double.add_user("ann", *guilds)
    tables = {}
    for number, guild in enumerate(guilds):
        others = [double.add_user(f"bob{number}{seat}", guild) for seat in range(1, people)]
        tables[shard_of(guild.id, double.shards)] = Table(double, guild.add_channel("table"), [ann, *others])
    return [tables[shard] for shard in range(double.shards)]


@NEEDS_POSTGRESQL
async def test_a_spare_takes_over_and_time_is_given_back_to_players_of_its_shards_alone(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    rng = random.Random(1)
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        async with Cluster(double, address, program, tmp_path, processes=2, spares=1) as cluster:
            (spare,) = cluster.spares()
            for table in tables:
                await table.begin()
                await table.type(table.any_turn(rng))
            known = outages_of(address)
            served = shards_of((dead := cluster.of_shard(1)).links())
            assert served == {1, 3}
            await dead.kill()
            await cluster.whole()
            assert shards_of(spare.links()) == served
            for table in tables:
                await table.type(table.any_turn(rng))
                await table.status()
            await double.until(lambda: {shard for shard, _ in outages_of(address) - known} == served)
            assert {shard for shard, _ in outages_of(address) - known} == served
            await cluster.start()
            assert cluster.spares() == [dead]
            assert await cluster.stop() == 0
        assert all(count == 1 for table in tables for count in table.boards().values())
        assert double.violations == []
    assert " ERROR " not in cluster.output, cluster.output


def outages_of(address: URL) -> set[tuple[int, int]]:
    """Return the outages of each shard, by shard and number."""
    return {(shard, number) for shard, number in selected(address, "SELECT shard, id FROM outages")}


async def until_told(user: User, channel: Channel, command: str, wanted: Callable[[Interaction], bool]) -> Interaction:
    """Have a person ask again until the answer is as wanted: what others changed is known everywhere in a moment."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            reply = await (await user.slash(channel, command)).until(lambda it: it.messages, PATIENCE_S)
            if wanted(reply):
                return reply


async def handed_on(user: User, channel: Channel, command: str, **options: str | int) -> Interaction:
    """Have a person use a command, again where the process that it is handed to was too busy to take it in time."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            reply = await (await user.slash(channel, command, **options)).until(lambda it: it.messages)
            if not reply.content.startswith(NOT_TAKEN):
                return reply


def names_in(reply: Interaction) -> set[str]:
    """Return the players that the record of a match names."""
    (file,) = reply.message.attachments
    return set(record.read(file.data.decode()).script.names)


@NEEDS_POSTGRESQL
async def test_what_a_person_changes_in_one_server_holds_in_those_of_all_processes(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    rng = random.Random(2)
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        ann, here = tables[0].people[0], tables[0].channel
        async with Cluster(double, address, program, tmp_path, processes=3) as cluster:
            for table in tables:
                await table.begin()
            for table in tables[1:]:
                await until_told(ann, table.channel, "board", lambda reply: bool(reply.message.attachments))
            await ann.slash(here, "settings mine", boards="text")
            for table in tables:
                await until_told(ann, table.channel, "board", lambda reply: not reply.message.attachments)

            bob = tables[2].people[1]
            assert "You've blocked" in (await ann.slash(here, "settings block", add=bob)).content
            lobby = (await bob.slash(tables[2].channel, "new replicants")).message
            refused = await ann.press(lobby, "Join")
            await double.until(lambda: secrets([refused]))
            assert "Seat 2: free" in lobby.content, secrets([refused])

            tomorrow = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
            await ann.slash(here, "settings vacation", first=tomorrow)
            told = {table.channel: "vacation" for table in tables}
            await double.until(lambda: all(said(channel, word) for channel, word in told.items()))

            for table in tables:
                await table.recall()
                if table.acting is not ann:
                    await table.type(table.any_turn(rng))
                # Direct messages reach one of the processes, which hands this to that of the match.
                turn = table.any_turn(rng)
                reply = await handed_on(ann, double.dm(ann), "move", match=table.match_id, turn=turn)
                await double.until(partial(played, reply))
                assert played(reply) == turn, reply.summary()
                await table.recall()
                await table.status()
            asked = await ann.slash(here, "data", request="deletion")
            await ann.press(asked.message, "Resign them and delete everything")
            for table in tables:
                await until_told(
                    table.people[1], table.channel, "match record", lambda reply: "ann" not in names_in(reply)
                )
            await double.until(lambda: not selected(address, "SELECT id FROM matches WHERE status <> 'over'"))
            await double.until(lambda: not selected(address, DUE))
            for table in tables:
                assert len(said(table.channel, "vacation")) == 1
                assert all(count == 1 for count in table.boards().values())
            assert await cluster.stop() == 0
        assert double.violations == []
    assert " ERROR " not in cluster.output, cluster.output
    assert (await check_database(address, registry.get)).problems == ()


def said(channel: Channel, word: str) -> list[Message]:
    """Return the messages for everybody with a word in them."""
    return [each for each in channel.messages.values() if not each.ephemeral and word in each.text]


# What comes of it, by what an operator does or what happens to the database


class Outcome(NamedTuple):
    """How one more process ends beside four that run.

    Attributes:
        env: Its own settings.
        before: What is done to the database first.
        code: Its exit code.
        why: What the log has of it.
    """

    env: dict[str, str]
    before: str
    code: int
    why: str


OUTCOMES = (
    Outcome({"PROCESSES": "3"}, "", 78, "PROCESSES"),
    Outcome({"SHARDS": "8"}, "", 78, "SHARDS"),
    Outcome({"PROCESSES": "1"}, "", 78, "is in use by"),
    Outcome({"SHARDS": "2"}, "", 78, "SHARDS: each of PROCESSES needs one"),
    Outcome({"DATABASE": "arena.db"}, "", 78, "only one process can use a SQLite file"),
    Outcome({}, "UPDATE alembic_version SET version_num = '9999'", 78, "newer than this version knows"),
    Outcome({}, "DELETE FROM alembic_version", 1, "waits for the migration"),
)


@NEEDS_POSTGRESQL
async def test_a_fifth_of_four_waits_and_one_with_other_settings_or_another_version_ends(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    rng = random.Random(3)
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        async with Cluster(double, address, program, tmp_path, processes=4, spares=1) as cluster:
            (spare,) = cluster.spares()
            await tables[0].begin()
            for number, outcome in enumerate(OUTCOMES):
                if outcome.before:
                    await do(address, outcome.before)
                env = {**spare.env, "DISCORD_TOKEN": "other", **outcome.env}
                other = BotProcess(double, program, log=tmp_path / f"other{number}.log", env=env)
                await other.launch()
                assert await other.ended() == outcome.code, other.output
                assert outcome.why in other.output, other.output
                assert "Traceback" not in other.output
            assert cluster.running == cluster.members
            assert cluster.spares() == [spare]
            await tables[0].type(tables[0].any_turn(rng))
            assert await cluster.stop() == 0
        assert double.violations == []
    assert " ERROR " not in cluster.output, cluster.output


@NEEDS_POSTGRESQL
async def test_processes_that_start_at_once_identify_themselves_one_after_the_other(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    async with arena_double(shards=2) as double:
        double.gateway.identify_every = 0.2
        async with Cluster(double, address, program, tmp_path, processes=2) as cluster:
            assert (double.gateway.identifies, double.gateway.hasty) == (2, 0)
            assert await cluster.stop() == 0


async def do(address: URL, *statements: str) -> None:
    """Have a database do something."""
    database = await Database.connect(address)
    async with database.write() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await database.close()


@NEEDS_POSTGRESQL
async def test_all_stopped_they_are_started_in_other_numbers(address: URL, tmp_path: Path, program: ForkServer) -> None:
    """Each server is another process's then, and nothing else is different; with too few shards none runs."""
    rng = random.Random(4)
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = 2 * SHARED
        tables = seat(double)
        for processes, shards in ((2, SHARED), (3, SHARED + 1)):
            double.shards = shards
            folder = tmp_path / str(shards)
            async with Cluster(double, address, program, folder, processes=processes) as cluster:
                for table in tables:
                    await (table.type(table.any_turn(rng)) if table.goes_on else table.begin())
                    await table.status()
                assert await cluster.stop() == 0
            assert " ERROR " not in cluster.output, cluster.output
        assert selected(address, "SELECT shards, processes FROM cluster") == [(SHARED + 1, 3)]
        assert selected(address, "SELECT id FROM matches WHERE status <> 'running'") == []
        assert all(count == 1 for table in tables for count in table.boards().values())

        double.gateway.least_shards = 2 * SHARED
        few = Cluster(double, address, program, tmp_path / "few", processes=3)
        for each in few.members:
            await each.launch()
        assert await asyncio.gather(*(each.ended() for each in few.members)) == [78] * 3
        assert "(4011)" in few.output
        assert double.violations == []


LISTENING = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"  # noqa: S608 - a number
    f" AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = {CLASS}"
)
"""Ends the sessions by which processes hold their sets and hear of each other."""


@NEEDS_POSTGRESQL
async def test_what_was_announced_while_a_session_was_lost_is_known_all_the_same(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        ann = tables[0].people[0]
        async with Cluster(double, address, program, tmp_path, processes=2) as cluster:
            for table in tables[:2]:
                await table.begin()
                await until_told(ann, table.channel, "board", lambda reply: bool(reply.message.attachments))
            changed = asyncio.create_task(ann.slash(tables[0].channel, "settings mine", boards="text"))
            await do(address, LISTENING)
            await changed
            for table in tables[:2]:
                await until_told(ann, table.channel, "board", lambda reply: not reply.message.attachments)
            assert cluster.running == cluster.members
            assert await cluster.stop() == 0
        assert double.violations == []
    assert " ERROR " not in cluster.output, cluster.output


@NEEDS_SERVER
async def test_a_database_server_that_restarts_ends_no_process_and_loses_no_turn(
    tmp_path: Path, program: ForkServer
) -> None:
    rng = random.Random(5)
    async with server() as own, arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        async with Cluster(double, own.address, program, tmp_path, processes=2) as cluster:
            for table in tables:
                await table.begin()
                await table.type(table.any_turn(rng))
                await table.status()
            await own.stop()
            for table in tables:
                reply = await table.acting.slash(table.channel, "move", turn=table.any_turn(rng))
                await reply.until(lambda it: it.messages, PATIENCE_S)
                assert "database" in reply.text, reply.summary()
            await own.start()
            for table in tables:
                async with asyncio.timeout(PATIENCE_S):
                    while not await again(table, rng):
                        continue
                await table.status()
            assert cluster.running == cluster.members
            assert await cluster.stop() == 0
        assert all(count == 1 for table in tables for count in table.boards().values())
        assert double.violations == []
        assert (await check_database(own.address, registry.get)).problems == ()


async def again(table: Table, rng: random.Random) -> bool:
    """Try to play a turn; return whether it was played."""
    try:
        await table.type(table.any_turn(rng))
    except UnexpectedAnswerError:
        return False
    return True
