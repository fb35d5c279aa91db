"""The real bot under the load of many people, over the wire: how long they wait, what it takes, what it sends.

Figures are of the whole way over a wire: the bot has a process of its own, the double of Discord and the players share
another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from bench.leagues import drawn, store_season
from bench.measure import Row, Timer, cpu_s, percentile, resident, scratch, under
from cogs.core.permissions import wanted
from engine import record
from engine.auto_turns import drawn_turn
from engine.chance import Chance
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.league.schedule import LEAGUE
from hosting.match.model import Person, Place
from hosting.match_terms import Terms
from hosting.runtime import SystemClock
from store.tables import deadlines, people
from store.tables.deadlines import Deadline
from tests.databases import server
from tests.wire.crowd import DRAINED_S, FIRST_PERSON, Circle, Crowd, enter, seated
from tests.wire.double import DISCORD_LIMITS, BotProcess, Channel, Double, Limit, User, missing_document
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.router import Call
from tests.wire.match import Table
from tests.wire.ordeal import Cluster, selected, shards_of

GLOBAL_LIMIT = 50
"""Requests a second that Discord allows a bot in all, interactions aside."""
PEOPLE, PER_SECOND = 50, 10.0
STORED, RUNNING = 10_000, 500
MANY, MANY_PER_SECOND = 200, 15.0
THINKING_S = 5.0
FULL_PER_SECOND = 20.0
AGAINST, AGAINST_LEVEL = 200, 4
REMINDED = 10
"""Every so many-th player is reminded of each turn in private."""


class Stage:
    """A bot in a process of its own, its database, and the double of Discord that it meets.

    The double and the players share one process: waiting in the double counts as the bot's.
    """

    def __init__(self, folder: Path, *command: str, limits: Sequence[Limit] = (), beats: bool = False) -> None:
        self.database, self._late = folder / "arena.db", folder / "beats.json"
        if beats:
            command = "-m", "bench.probe", "beats", str(self._late)
        # Requests are held against Discord's document after the run, so that the players do not wait for that.
        limit, may = GLOBAL_LIMIT if limits else None, wanted().value
        self.double = Double(check=False, limits=limits, global_per_second=limit, bot_permissions=may)
        argv, env = [sys.executable, *(command or ("bot.py",))], {"DATABASE": str(self.database)}
        self.process = BotProcess(self.double, argv, log=folder / "bot.log", env=env, synced=True)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with self.double, self.process:
            yield

    async def stop(self) -> None:
        if status := await self.process.stop():
            raise RuntimeError(f"the bot ended with {status}: {self.process.output[-2000:]}")

    async def late(self) -> list[float]:
        """Stop the bot; return by how many milliseconds its event loop was late, since a signal."""
        await self.stop()
        return [float(each) for each in json.loads(self._late.read_text())]

    def wrong(self) -> int:
        if not self.double.check_requests():
            print(missing_document(), file=sys.stderr)
        for violation in self.double.violations[:5]:
            print(violation, file=sys.stderr)
        return len(self.double.violations) + sum(self.double.unknown_routes.values())

    def faults(self, name: str, *crowds: Crowd) -> list[Row]:
        """Return how often something went wrong that never should."""
        refused = [refusal for crowd in crowds for refusal in crowd.refused]
        for refusal in refused[:5]:
            print(refusal, file=sys.stderr)
        requests = f"of {len(self.double.requests):,} requests against Discord's document"
        return under(name, Row("turns not taken", len(refused), at_most=0), Row(requests, self.wrong(), at_most=0))


@contextlib.asynccontextmanager
async def _staged(
    *,
    people: int = PEOPLE,
    running: int = PEOPLE // 2,
    over: int = 0,
    limits: Sequence[Limit] = (),
    beats: bool = False,
    prepare: Callable[[Stage], Awaitable[None]] | None = None,
) -> AsyncIterator[tuple[Stage, list[Table]]]:
    """Have people at tables, and the bot run, once what is to be done before it is done."""
    with scratch() as folder:
        stage = Stage(folder, limits=limits, beats=beats)
        tables = await seated(stage.double, stage.database, people=people, running=running, over=over)
        if prepare is not None:
            await prepare(stage)
        async with stage.running():
            yield stage, tables


async def _warmed(crowd: Crowd, turns: int, per_second: float) -> None:
    """Have turns played that do not count: the first of each match has to be read and drawn."""
    await crowd.play(turns=turns, per_second=per_second)
    await crowd.posted()
    crowd.moves.clear()


def load(*, quick: bool) -> list[Row]:
    """Return what fifty at ten turns a second wait for, and two hundred at fifteen; and how late the bot's loop is."""
    seconds = 5 if quick else 30
    return [
        *asyncio.run(_crowded(2 * seconds)),
        *asyncio.run(_many(seconds, "answer at once", 0.0)),
        *asyncio.run(_many(seconds, "think", THINKING_S)),
        *asyncio.run(_limited(seconds)),
        *asyncio.run(_full(seconds)),
        *asyncio.run(_beside_computers(2 * seconds)),
    ]


async def _crowded(seconds: int) -> list[Row]:
    async with _staged(running=RUNNING, over=STORED - RUNNING) as (stage, tables):
        await stage.stop()  # it has sent its commands: this takes long, and it does not do it again
        timer = Timer()
        await stage.process.start()
        await tables[0].recall()
        answered, started = timer.passed / 1000, resident(stage.process.pid)
        crowd = Crowd(stage.double, tables, seed=1, completing=True)
        boards = await _played(crowd, seconds, PER_SECOND)
        await crowd.together("recall")
        memory = resident(stage.process.pid)
        burst = Crowd(stage.double, tables, seed=2)
        await burst.burst(PEOPLE)
        burst_boards = await burst.posted()
        name, stored = f"{PEOPLE} people, {PER_SECOND:g} turns/s for {seconds} s", f"{STORED:,} matches stored"
        return [
            Row(f"process start to first answer, {stored}", answered, "s", at_most=5),
            *_waits(name, crowd, boards, promised=True),
            *_waits(f"{len(burst.moves)} turns at once", burst, burst_boards),
            *stage.faults(name, crowd, burst),
            Row(f"resident memory, {stored}, {RUNNING} running ones touched", memory, "MB", at_most=200),
            Row(f"resident memory after the start, {stored}", started, "MB"),
        ]


async def _many(seconds: int, how: str, thinking: float) -> list[Row]:
    async with _staged(people=MANY, running=MANY // 2) as (stage, tables):
        crowd = Crowd(stage.double, tables, seed=5, thinking=thinking)
        await _warmed(crowd, MANY, MANY_PER_SECOND)
        boards = await _played(crowd, seconds, MANY_PER_SECOND)
    name = f"{MANY} people who {how}, {MANY_PER_SECOND:g} turns/s, {seconds} s"
    return [
        *_waits(name, crowd, boards, promised=True),
        _slowest(name, crowd),
        Row(f"{name}: turn to board, longest of all", max(boards), "ms"),
        *stage.faults(name, crowd),
    ]


def _slowest(name: str, crowd: Crowd) -> Row:
    slowest = max(percentile(took, 95) for took in crowd.by_channel.values())
    return Row(f"{name}: turn to board, p95 of the channel that waits longest", slowest, "ms", at_most=1000)


async def _limited(seconds: int) -> list[Row]:
    async with _staged(running=2 * PEOPLE, limits=DISCORD_LIMITS, beats=True) as (stage, tables):
        crowd = Crowd(stage.double, tables, seed=3, completing=True)
        os.kill(stage.process.pid, signal.SIGUSR1)
        boards = await _played(crowd, seconds, PER_SECOND)
        late = await stage.late()
    name = f"with Discord's limits, {PER_SECOND:g} turns/s for {seconds} s"
    return [
        *_waits(name, crowd, boards),
        Row(f"{name}: requests refused for them", stage.double.report()["refused"]),
        *stage.faults(name, crowd),
        Row(f"{name}: event loop late, p99", percentile(late, 99), "ms", at_most=20),
        Row(f"{name}: event loop late, longest", max(late), "ms"),
    ]


async def _full(seconds: int) -> list[Row]:
    """Return what turns wait for where they nearly fill Discord's limits: a message each, some a reminder."""

    async def remind(stage: Stage) -> None:
        arena = await Arena.open(stage.database, SystemClock())
        for number in range(FIRST_PERSON, FIRST_PERSON + MANY, REMINDED):
            await arena.settings.change_player(number, lambda each: replace(each, nudges="private"))
        await arena.close()

    full = _staged(people=MANY, running=MANY // 2, limits=DISCORD_LIMITS, prepare=remind)
    async with full as (stage, tables):
        crowd = Crowd(stage.double, tables, seed=9)
        await _warmed(crowd, MANY, MANY_PER_SECOND)
        first = len(stage.double.requests)
        boards = await _played(crowd, seconds, FULL_PER_SECOND)
        sent = [each for each in list(stage.double.requests)[first:] if each.route.startswith("/channels/")]
    posts, edits = ([each for each in sent if each.method == method] for method in ("POST", "PATCH"))
    rate, many = len(boards) / (posts[-1].at - posts[0].at), f"{FULL_PER_SECOND:g} turns/s of {MANY} people"
    name = f"with Discord's limits, {many} for {seconds} s, 1 in 10 reminded"
    return [
        *_waits(name, crowd, boards),
        _slowest(name, crowd),
        *under(
            name,
            Row("boards a second", rate, at_least=0.95 * FULL_PER_SECOND),
            Row("reminders in private", len(posts) - len(boards)),
            Row("requests a turn, reminders aside", (len(boards) + len(edits)) / len(boards), at_most=2),
            Row("requests in the busiest second", _busiest(sent), at_most=GLOBAL_LIMIT),
            Row("requests refused for them", stage.double.report()["refused"], at_most=0),
        ),
        *stage.faults(name, crowd),
    ]


async def _beside_computers(seconds: int) -> list[Row]:
    """Return what people wait for in their matches while as many other matches as may be wait for computers."""
    alone: list[Channel] = []
    async with _staged(prepare=lambda stage: _challenge(stage, alone)) as (stage, tables):
        await stage.double.until(lambda: all(each.messages for each in alone), DRAINED_S)
        crowd = Crowd(stage.double, tables, seed=11)
        await _warmed(crowd, PEOPLE, PER_SECOND)
        boards = await _played(crowd, seconds, PER_SECOND)
        memory = max(map(resident, await asyncio.to_thread(_children, stage.process.pid)))
    name = f"{PEOPLE} people, {PER_SECOND:g} turns/s for {seconds} s, {AGAINST} matches against computers"
    return [
        *_waits(name, crowd, boards, promised=True),
        *stage.faults(name, crowd),
        Row("resident memory of a worker of computers", memory, "MB", at_most=200),
    ]


def _children(pid: int) -> list[int]:
    """Return the processes that any thread of a process has started."""
    return [int(child) for each in Path(f"/proc/{pid}/task").glob("*/children") for child in each.read_text().split()]


async def _challenge(stage: Stage, channels: list[Channel]) -> None:
    """Begin matches of one person each against a computer of the highest level, which is to play in all of them."""
    guild, first = stage.double.add_guild("Alone"), FIRST_PERSON + PEOPLE
    users = {first + number: stage.double.add_user(f"alone{number}", guild) for number in range(AGAINST)}
    arena = await Arena.open(stage.database, SystemClock())
    await enter(arena, [guild.id], users)
    for number, user in users.items():
        channels.append(channel := guild.add_channel(f"alone {number}"))
        person, levels = Person(number, user.name), (AGAINST_LEVEL,)
        opened = arena.tables.open(guild.id, channel.id, person, "replicants", "2", where="here", computers=levels)
        table = await opened
        match = await arena.tables.start(table.id, number, [Place("board", channel.id)])
        turn = drawn_turn(match.session.game, match.session.state, 1, Chance.from_text(str(number)))
        await arena.matches.play(match.id, number, turn, match.seq)
    await arena.close()


async def _played(crowd: Crowd, seconds: float, per_second: float) -> list[float]:
    await crowd.play(turns=round(seconds * per_second), per_second=per_second)
    return await _posted(crowd)


async def _posted(crowd: Crowd) -> list[float]:
    """Return how long boards took, once all are posted."""
    if not crowd.moves:
        raise RuntimeError(f"no turn was taken: {crowd.refused[:3]}")
    return await crowd.posted()


def _waits(name: str, crowd: Crowd, boards: Sequence[float], *, promised: bool = False) -> list[Row]:
    acknowledged, completed = crowd.acknowledged(), crowd.completed()
    ack, board = (500, 1000) if promised else (None, None)
    return under(
        name,
        Row("turns played", len(crowd.moves)),
        *([Row("completion, p99", percentile(completed, 99), "ms")] if completed else []),
        Row("acknowledgement", median(acknowledged), "ms"),
        Row("acknowledgement, p99", percentile(acknowledged, 99), "ms", at_most=ack),
        Row("turn to board", median(boards), "ms"),
        Row("turn to board, p95", percentile(boards, 95), "ms", at_most=board),
    )


# secrets

SECRET_TABLES, SEATS = 13, 4
BEFORE = 40
"""Decisions that were made before, where nobody chooses at the same time as others."""
SECRET_GAMES: dict[str, tuple[tuple[str, str], ...]] = {"apex": (), "mutants": (("reserve", "ready"),)}
"""Their options, by key."""


def secrets(*, quick: bool) -> list[Row]:
    loads, rows = {}, []
    for game, options in SECRET_GAMES.items():
        stage, crowd, boards, name = asyncio.run(_secret(game, options, 10 if quick else 60))
        loads[name] = (crowd.acknowledged(), boards)
        rows += [*_waits(name, crowd, boards, promised=True), *stage.faults(name, crowd)]
    (apex, theirs), (mutants, ours) = loads.items()
    return rows + [
        Row(f"{mutants}: {what}", median(mine), "ms", apex, median(peer))
        for what, mine, peer in zip(("acknowledgement", "turn to board"), ours, theirs, strict=True)
    ]


async def _secret(
    game: str, options: tuple[tuple[str, str], ...], seconds: int
) -> tuple[Stage, Crowd, list[float], str]:
    with scratch() as folder:
        stage = Stage(folder)
        circles = await _circles(stage, game, options)
        crowd = Crowd(stage.double, circles, seed=8)
        async with stage.running():
            boards = await _played(crowd, seconds, PER_SECOND)
    people = SECRET_TABLES * SEATS
    return stage, crowd, boards, f"{game}, {people} people, {PER_SECOND:g} decisions/s for {seconds} s"


async def _circles(stage: Stage, game: str, options: tuple[tuple[str, str], ...]) -> list[Table]:
    """Make a store with matches for four, nobody in two of them, begun: up to a secret choice, or for a while."""
    guild, circles = stage.double.add_guild("Arena"), list[Table]()
    arena = await Arena.open(stage.database, SystemClock())
    for number in range(SECRET_TABLES):
        channel = guild.add_channel(f"table {number}")
        users = [stage.double.add_user(f"player {number} {seat}", guild) for seat in range(1, SEATS + 1)]
        host, *others = [await arena.people.enter(user.id, guild.id, user.name) for user in users]
        table = await arena.tables.open(guild.id, channel.id, host, game, str(SEATS), options=options, where="here")
        for person in others:
            await arena.tables.join(table.id, person)
        match = await arena.tables.start(table.id, host.person_id, [Place("board", channel.id)])
        while len(match.session.deciding) == 1 and len(match.session.entries) < BEFORE:
            (seat,) = match.session.deciding
            lots = Chance.from_text(f"{number} {len(match.session.entries)}")
            text = drawn_turn(match.session.game, match.session.state, seat, lots)
            match = await arena.matches.play(match.id, match.person_of(seat), text)
        known = {person.person_id: user for person, user in zip((host, *others), users, strict=True)}
        circles.append(Circle(stage.double, channel, known, match))
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = created_at, message_id = id")
    await arena.close()
    return circles


# a round of a thousand opens

ROUNDS = 4
"""Of the season that are over."""
OPENING_PER_SECOND = 5.0
FIRST_ENTRANT = 100_001
"""The number of the first player of the league; the others follow."""
BEFORE_S = 40
"""Seconds until the round opens: for storing the season, for the bot to start, and for people to begin to play."""


def opening(*, quick: bool) -> list[Row]:
    """Return how long fifty others wait for their answers while the bot begins five hundred matches of a round.

    Discord's limits are on: five messages in five seconds in a channel, so that the round takes some ten minutes to
    open whatever the bot does, and fifty requests a second in all.
    """
    return asyncio.run(_opened(40 if quick else 1000, seconds=30 if quick else 60))


async def _opened(count: int, seconds: int) -> list[Row]:
    opens_at = datetime.now(UTC)

    async def store(stage: Stage) -> None:
        nonlocal opens_at
        opens_at = datetime.now(UTC) + timedelta(seconds=BEFORE_S)
        await _season(stage.double, stage.database, count, opens_at)

    async with _staged(limits=DISCORD_LIMITS, beats=True, prepare=store) as (stage, tables):
        crowd = Crowd(stage.double, tables, seed=6, completing=True)
        left = max(1.0, (opens_at - datetime.now(UTC)).total_seconds())
        await crowd.play(turns=round(left * OPENING_PER_SECOND), per_second=OPENING_PER_SECOND)
        crowd.moves.clear()
        os.kill(stage.process.pid, signal.SIGUSR1)
        first, cpu = len(stage.double.requests), cpu_s(stage.process.pid)
        await crowd.play(turns=round(seconds * OPENING_PER_SECOND), per_second=OPENING_PER_SECOND)
        cpu = cpu_s(stage.process.pid) - cpu
        boards = await _posted(crowd)
        sent = list(stage.double.requests)[first:]
        late = await stage.late()
    began = sum(each.method == "POST" and each.route.endswith("/threads") for each in sent)
    waits = [*crowd.acknowledged(), *crowd.completed()]
    return under(
        f"{count // 2} matches open",
        Row(f"begun in {seconds} s", began),
        Row(f"longest interaction of {len(waits)}", max(waits), "ms", at_most=1000),
        Row("interaction, p99", percentile(waits, 99), "ms"),
        Row("interaction", median(waits), "ms"),
        Row("turn to board, p95", percentile(boards, 95), "ms"),
        Row("event loop of the bot late, longest", max(late), "ms"),
        Row("requests in the busiest second", _busiest(sent), at_most=GLOBAL_LIMIT),
        Row("requests refused for Discord's limits", stage.double.report()["refused"]),
        Row(f"CPU of the bot in {seconds} s", cpu, "s"),
    ) + stage.faults(f"{count // 2} matches open", crowd)


async def _season(double: Double, path: Path, count: int, opens_at: datetime) -> None:
    """Store a Swiss the next round of which opens at a time, in a channel of the server that there is."""
    guild = next(iter(double.guilds.values()))
    channel = guild.add_channel("league")
    clock = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=3)))
    season = drawn("swiss", count, ROUNDS, match=clock, rounds=9, most=count)
    entries = tuple(replace(each, players=(FIRST_ENTRANT + each.id,)) for each in season.entries)
    arena = await Arena.open(path, SystemClock())
    users = {each.players[0]: double.add_user(f"entrant{each.id}", guild) for each in entries}
    await enter(arena, [guild.id], users)
    number = await store_season(arena, replace(season, entries=entries), "League", (guild.id, channel.id))
    async with arena.db.write() as connection:
        server = replace(await people.settings_of_server(connection, guild.id), program_matches=count)
        await people.set_settings_of_server(connection, guild.id, server)
        await deadlines.put(connection, Deadline(LEAGUE, f"{guild.id}:{number}", opens_at))
    await arena.close()


def _busiest(sent: Sequence[Call]) -> int:
    """Return the most requests within a second that count toward Discord's limit for all of them."""
    times = [each.at for each in sent if not each.route.startswith(("/interactions", "/webhooks"))]
    most = first = 0
    for last, at in enumerate(times):
        while times[first] <= at - 1:
            first += 1
        most = max(most, last - first + 1)
    return most


# several processes

SHARDS, PLAYED, EACH_PER_SECOND = 4, 100, 4.0
"""Of the bot; matches that go on; turns a second of each process: with fewer, a turn takes more of any process."""
PROCESSES = {1: 20.0, 2: 40.0, 4: None}
"""How many share the shards, with the boards a second that they're to be enough for where each has a core."""


def cluster(*, quick: bool) -> list[Row]:
    """Return what a turn costs several processes on PostgreSQL; how soon a spare and what one changed are there."""
    rows, alone = list[Row](), None
    for processes, enough in PROCESSES.items():
        cost, boards, refused = asyncio.run(_shared(processes, 5 if quick else 30))
        name = "one process" if processes == 1 else f"{processes} processes"
        promise = Row(f"{name}: CPU for a turn", cost, "ms", "one process", alone, at_most=alone and 1.1)
        rows += [promise, Row(f"{name}: boards a second that a core for each is enough for", boards, at_least=enough)]
        rows.append(Row(f"{name}: turns not taken", refused, at_most=0))
        alone = alone or cost
    rows += asyncio.run(_taken_over(3 if quick else 10))
    return rows if quick else [*rows, asyncio.run(_killed())]


@contextlib.asynccontextmanager
async def _clustered(processes: int, spares: int = 0) -> AsyncIterator[tuple[Cluster, list[Table], Crowd]]:
    """Have people play in servers of all shards, of processes with a database server of their own."""
    with scratch() as folder:
        async with server() as own:
            double = Double(check=False, shards=SHARDS, bot_permissions=wanted().value)
            double.gateway.max_concurrency = SHARDS
            double.first_response = PATIENCE_S  # CPU is measured, so people wait however busy the machine is
            tables = await seated(double, own.address, people=2 * PLAYED, running=PLAYED, servers=SHARDS)
            program, env = [sys.executable, "bot.py"], {"BACKUP": "off"}
            bots = Cluster(double, own.address, program, folder, processes=processes, spares=spares, env=env)
            async with double, bots:
                crowd = Crowd(double, tables, seed=5)
                await _warmed(crowd, 3 * PLAYED, processes * EACH_PER_SECOND)
                yield bots, tables, crowd


async def _killed() -> Row:
    """Return whether any of ten trials failed in which people play every game while 20 times a process is killed."""
    async with server() as own:
        address = own.address.set(drivername="postgresql").render_as_string(hide_password=False)
        trials = "tests/wire/test_bot_shards.py::test_any_process_is_killed_again_and_again"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pytest", "-q", trials),
            env={**os.environ, "ARENA_THOROUGH": "1", "TEST_POSTGRESQL": address},
            stdout=sys.stderr,
        )
        failed = bool(await process.wait())
    return Row("200 kills of any of 2 to 4 processes: something lost, doubled or parked", failed, at_most=0)


async def _shared(processes: int, seconds: int) -> tuple[float, float, int]:
    """Return the CPU milliseconds of a turn, boards a second if each process has a core, and turns not taken."""
    async with _clustered(processes) as (bots, _, crowd):
        before = [cpu_s(each.pid) for each in bots.members]
        boards = await _played(crowd, seconds, processes * EACH_PER_SECOND)
        took = [cpu_s(each.pid) - since for each, since in zip(bots.members, before, strict=True)]
        return 1000 * sum(took) / len(boards), len(boards) / max(took), len(crowd.refused)


async def _taken_over(changes: int) -> list[Row]:
    """Return how long it takes until a spare answers, and until what a person changed holds in other processes."""
    async with _clustered(2, spares=1) as (bots, tables, _):
        here, there = tables[0].channel, tables[1].channel
        seen = [await _seen(tables[0].people[0], here, there, text=number % 2 == 0) for number in range(changes)]
        gone = await _gone(bots.double, tables[1], here)
        known = len(selected(bots.database, _OUTAGES))
        timer, dead = Timer(), bots.of_server(there.guild) if there.guild else bots.members[0]
        lost = shards_of(dead.links())
        await dead.kill()
        await bots.whole()
        await (await tables[5].people[0].slash(there, "match record")).until(lambda it: it.messages)
        away = timer.passed / 1000
        found = selected(bots.database, _OUTAGES)[known:]
    others = [shard for shard, *_ in found if shard not in lost]
    given = [(end - start).total_seconds() for _, start, end in found]
    return under(
        "2 processes and a spare",
        Row(f"a setting holds in another process, longest of {changes}", max(seen), "ms", at_most=1000),
        Row("a deleted name is gone in another process", gone, "ms", at_most=1000),
        Row("the spare answers after the end of a process", away, "s", at_most=10),
        Row("time given back beyond that", max(abs(each - away) for each in given), "s", at_most=30),
        Row("shards without it that were given time", len(others), at_most=0),
    )


async def _seen(person: User, here: Channel, there: Channel, *, text: bool) -> float:
    """Have a person choose in one server how they see boards; return the milliseconds until another shows it."""
    await person.slash(here, "settings mine", boards="text" if text else "pictures")
    timer = Timer()
    while True:
        reply = await (await person.slash(there, "board")).until(lambda it: it.messages)
        if bool(reply.message.attachments) != text:
            return timer.passed


async def _gone(double: Double, table: Table, here: Channel) -> float:
    """Have a person delete themselves in another server; return the milliseconds until their match shows it."""
    person, partner = table.people
    asked = await person.slash(here, "data", request="deletion")
    await person.press(asked.message, "Resign the match and delete everything")
    await double.until(lambda: "Done" in asked.message.content)
    timer = Timer()
    while True:
        reply = await (await partner.slash(table.channel, "match record")).until(lambda it: it.messages)
        if person.name not in record.read(reply.message.attachments[0].data.decode()).script.names:
            return timer.passed


_OUTAGES = "SELECT shard, began_at, ended_at FROM outages ORDER BY id"


# half an hour

SOAK_TABLES, SOAK_PER_SECOND = 200, 20.0
SAMPLED_S = 5
KEPT_MESSAGES = 6
"""A channel of the double forgets older messages."""


def soak(*, quick: bool) -> list[Row]:
    """Return whether memory stays flat and nothing is lost in half an hour, in which matches that end are followed.

    What the double and the players remember is forgotten as they go: it is the bot that is measured.
    """
    return asyncio.run(_soaked(60 if quick else 1800))


async def _soaked(seconds: int) -> list[Row]:
    memory, acknowledged = list[float](), list[float]()
    async with _staged(people=2 * SOAK_TABLES, running=SOAK_TABLES) as (stage, tables):
        crowd = Crowd(stage.double, tables, seed=7, renewing=True)
        await crowd.together("recall")  # reading all matches at once would make the bot late
        gc.freeze()  # looking through all of it again and again would make the double late
        for _ in range(0, seconds, SAMPLED_S):
            memory.append(resident(stage.process.pid))
            acknowledged += crowd.acknowledged()
            _forget(stage.double, crowd)
            await crowd.play(turns=round(SAMPLED_S * SOAK_PER_SECOND), per_second=SOAK_PER_SECOND, resting=False)
        await crowd.rest()
        acknowledged += crowd.acknowledged()
        with contextlib.suppress(TimeoutError):
            await stage.double.until(lambda: not any(map(_misses_board, tables)), 60.0)
        missing = sum(map(_misses_board, tables))
    for line in crowd.refused[:5]:
        print(line, file=sys.stderr)
    warm, end = median(memory[len(memory) // 6 : len(memory) // 3]), median(memory[len(memory) * 5 // 6 :])
    return under(
        f"soak, {seconds // 60} min at {SOAK_PER_SECOND:g} turns/s",
        Row("turns played", len(acknowledged)),
        Row("matches played", SOAK_TABLES + crowd.begun),
        Row("turns not taken", len(crowd.refused), at_most=0),
        Row("boards missing at the end", missing, at_most=0),
        Row("acknowledgement, p99", percentile(acknowledged, 99), "ms", at_most=500),
        Row("resident memory at the end", end, "MB"),
        Row("growth of memory after the warm-up", 100 * (end / warm - 1), "%", at_most=10),
    )


def _misses_board(table: Table) -> bool:
    return (table.match_id, table.seq) not in table.boards()


def _forget(double: Double, crowd: Crowd) -> None:
    for heap in (crowd.moves, double.requests, double.files, double.nonces):
        heap.clear()
    for token in [token for token, it in double.interactions.items() if it.acked is not None][:-100]:
        del double.interactions[token]
    for table in crowd.tables:
        messages = table.channel.messages
        for message_id in list(messages)[:-KEPT_MESSAGES]:
            if not messages[message_id].buttons or messages[message_id].deleted:
                del messages[message_id]
        table.turns = {match_id: turns for match_id, turns in table.turns.items() if match_id == table.match_id}
        table.acknowledged.clear()
