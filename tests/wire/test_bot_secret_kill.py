"""The real bot, killed at any moment while people choose in secret: what was sealed is what is opened, once.

By turns it dies right after the first of a decision was told that their choice is sealed, right after the last was,
before or while it posts what that revealed, and at any other moment. Every game, mode and option with secret choices is
played by typing, several matches at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import pytest

from cogs.core.text import shown
from engine import registry
from engine.game import Option, chosen_options
from engine.session import Session
from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Start, Where
from hosting.match.sealing import closed_decisions
from hosting.runtime import SystemClock
from store.check import check_database
from store.database import Database
from store.tables.matches import replay
from store.tables.values import StoredMatch
from tests.every_mode import EVERY_MODE, Row, drawn_text, grouped, part_of, sampled
from tests.forkserver import ForkServer
from tests.volume import THOROUGH, many
from tests.wire.double import BotProcess, Channel, Double, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import PUBLIC_THREAD, Message, walk
from tests.wire.double.router import Drop
from tests.wire.double.users import User
from tests.wire.double.world import Guild
from tests.wire.stage import CALLBACK, MESSAGES, THREADS, answered, arena_double, secrets
from tests.wire.test_bot_kill import (
    EveryGame,
    calls_in,
    choices_of,
    is_posted_once,
    is_whole,
    killed_while_playing,
    stored,
)
from tests.wire.test_bot_secret import Circle, sealed

KILLS = many(3, 6)
AT_ONCE = 4
"""Rows that are played side by side."""
_OPENED = re.compile(r"`\d+:(?P<decision>\d+):(?P<seat>\d+):[0-9a-f]{32}:(?P<choice>[^`]+)` → `[0-9a-f]{64}`")
_YOUR_HASH = re.compile(r"Your hash: `\d+:(?P<decision>\d+):(?P<seat>\d+)` → `(?P<digest>[0-9a-f]{64})`")
_HASH = re.compile(r"`([0-9a-f]{64})`")


def has_secrets(row: Row) -> bool:
    """Return whether several choose at once at times, within the first turns of a match."""
    rng, session = random.Random(row.name), row.begin(row.name)
    for _ in range(2 * row.seats):
        if len(session.deciding) > 1:
            return True
        (seat,) = session.to_act
        session = session.play(seat, drawn_text(session, seat, rng))
    return False


def chosen() -> list[Row]:
    """Return a row of each game that has secret choices; all rows that have when thorough."""
    rows = [row for row in sampled(len(EVERY_MODE), "secret choices and kills") if row.game.info.together]
    if THOROUGH:
        return [row for row in rows if has_secrets(row)]
    games = dict.fromkeys(row.key for row in rows)
    return [next(row for row in reversed(rows) if row.key == key and has_secrets(row)) for key in games]


class Secrets(EveryGame):
    """Matches in which people choose in secret, and choose anew once the bot is back."""

    async def moment(self, rng: random.Random) -> None:
        """Return when so many are told in a match that their choice is sealed, the first or all; or at any moment."""
        since, number = self.double.snowflake(), rng.choice(self.matches())
        self.together = self.kills % 3 != 1
        if self.kills % 3 == 0:
            target, later = len(self.double.requests) + rng.randrange(1, 20 * len(self.rows)), rng.uniform(0, 0.03)
            await self.double.until(lambda: len(self.double.requests) >= target, 2 * PATIENCE_S)
            await asyncio.sleep(later)
            return
        database = await Database.connect(self.database)
        try:
            match = await stored(database, number)
        finally:
            await database.close()
        enough = len(match.seats) if self.together else 1
        await self.double.until(lambda: len(self._told(match, since)) >= enough, 2 * PATIENCE_S)

    def _told(self, match: StoredMatch, since: int) -> set[User]:
        """Return who was told that their choice is sealed, or opened with those of all others."""
        return {
            it.user
            for it in self.double.interactions.values()
            if it.id > since and it.channel.id == match.channel_id
            if it.messages and _YOUR_HASH.search(it.text)
        }

    async def conclude(self, rng: random.Random) -> None:
        """Play on until each match is far enough."""
        self.together = True
        await asyncio.gather(*(self.play_on(number, rng.random()) for number in self.matches()))

    def far_enough(self, match: StoredMatch) -> bool:
        """Return whether a match has as many decisions as the bot was to die so far: the fewest a game has are six."""
        return match.status == "over" or sum(each.kind == "joint" for each in match.events) >= self.kills

    async def step(self, match: StoredMatch, session: Session, rng: random.Random) -> None:
        """Have all decide who must: those who have, anew, and the others all at once or one after the other."""
        if len(session.deciding) == 1:
            await super().step(match, session, rng)
            return
        for seat, _, entry in session.sealed:
            await self.double.until(partial(self._calls, match), PATIENCE_S)
            (call,) = self._calls(match)
            reply = await self.users[match.seats[seat - 1].person_id - 1].press(call, _play(match))
            await reply.until(lambda it: it.messages, PATIENCE_S)
            assert sealed(reply) == entry.text
            await self.move(match, session, seat, rng)
        waiting = sorted(session.to_act)
        for seats in [waiting] if self.together else [[seat] for seat in waiting]:
            await asyncio.gather(*(self.move(match, session, seat, rng) for seat in seats))

    def _calls(self, match: StoredMatch) -> list[Message]:
        """Return the message that calls people to the decision of a match, if it is there."""
        found = calls_in(self.double.channels[match.channel_id])
        return [each for each in found if any(button.get("custom_id") == _play(match) for button in each.buttons)]


def _play(match: StoredMatch) -> str:
    return f"m:{match.id}:{match.seq}:play"


@pytest.mark.parametrize("rows", grouped(chosen(), AT_ONCE))
async def test_what_was_sealed_is_opened_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    games = await killed_while_playing(Secrets, database, tmp_path, program, rows, KILLS)
    arena = await Arena.open(database, SystemClock())
    try:
        for number in games.matches():
            match = await stored(arena.db, number)
            is_whole(match, games)
            is_posted_once(match, games)
            await is_opened(match, arena, games)
            secret = {text for texts in games.possible(number).values() for text in texts}
            assert not secret & set(re.findall(r"[^\s'\"`,=]+", games.process.output))
    finally:
        await arena.close()


async def is_opened(match: StoredMatch, arena: Arena, games: Secrets) -> None:
    """See that what people were told they are held to stood in one message before it was opened, once."""
    channel = games.double.channels[match.channel_id]
    circle, session = Circle(games.double, channel, games.users), replay(registry.get(match.game), match)
    chosen, seats = choices_of(session), {(entry.turn, entry.seat) for entry in session.entries}
    decisions = {turn for turn, count in Counter(turn for turn, _ in seats).items() if count > 1}
    assert len(decisions) >= KILLS
    stood = {}
    for decision in decisions:
        _, there = await arena.commitments.posted(await arena.matches.get(match.id), decision, channel.id)
        assert there is not None
        stood[decision] = set(_HASH.findall(channel.messages[there].content))
        assert len(stood[decision]) == len(match.seats)
    assert len(decisions) <= len(circle.hashes()) <= len(decisions) + 1
    held = {}
    for it in sorted(games.double.interactions.values(), key=lambda it: it.id):
        for told in _YOUR_HASH.finditer(it.text) if it.channel is channel and it.messages else ():
            held[int(told["decision"]), int(told["seat"])] = told["digest"]
    possible = games.possible(match.id)
    for (decision, seat), digest in held.items():
        if decision in decisions and len(possible[decision, seat]) == 1:
            assert digest in stood[decision]
    # What stays closed is opened when the match is over: its hashes stand until then.
    closed = closed_decisions(await arena.matches.get(match.id))
    circle.check_order()
    opened = [{int(line["decision"]): line for line in _OPENED.finditer(it.content)} for it in circle.opened()]
    assert sorted(decision for each in opened for decision in each) == sorted(decisions - closed)
    assert circle.reveals() == circle.opened()
    for message in circle.opened():
        lines = list(_OPENED.finditer(message.content))
        assert [int(line["seat"]) for line in lines] == [*range(1, len(match.seats) + 1)]
        for line in lines:
            assert line["choice"] == chosen[int(line["decision"]), int(line["seat"])]


# The real bot, killed while it starts matches by itself: each has one match, and nothing else is left on Discord.
#
# Starts are ordered while the bot is dead, and it dies again at one of the requests that make places for them.


NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay")
BOT_STARTING_KILL_AT_ONCE = 13
"""Rows of which a test starts matches, each of them twice at least when thorough."""
BOT_STARTING_KILL_KILLS = many(3, BOT_STARTING_KILL_AT_ONCE)

Kind: TypeAlias = Literal["private", "channels", "thread"]
"""What is made for a match: a private thread, channels of silent teams, or a thread of a message."""

POINTS: tuple[tuple[Kind, str, str, int], ...] = (
    ("private", "POST", "/channels/{channel_id}/threads", 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 1),
    ("thread", "POST", MESSAGES, 0),
    ("thread", "POST", THREADS, 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 0),
    ("thread", "POST", THREADS, 1),
    ("private", "PUT", "/channels/{channel_id}/thread-members/{user_id}", 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 3),
    ("thread", "POST", MESSAGES, 2),
)
"""Where the bot dies: what is made, and which request of which kind, counted from 0."""
WAYS = ("done", "lost", "later")
"""The request is done and nobody hears of it, is not done, or is done and answered."""


def kind_of(row: Row) -> Kind:
    """Return what is made for a match of a row."""
    return "channels" if row.mode.silent else "private" if row.mode.alone else "thread"


def bot_starting_kill_chosen(test: str) -> list[Row]:
    """Return a row of each kind of place and of each game; all rows when thorough."""
    rows = part_of(test)
    found = [next(row for row in sampled(len(EVERY_MODE), test) if kind_of(row) == kind) for kind in get_args(Kind)]
    return rows if THOROUGH else [*found, *(row for row in rows if row not in found)]


class Trial:
    """A server in which matches are ordered while the bot is killed again and again."""

    def __init__(self, double: Double, database: Path, process: BotProcess, rows: Sequence[Row]) -> None:
        self.double, self.database, self.process, self.rows = double, database, process, rows
        self.guild: Guild = double.add_guild("Arena")
        self.hall: Channel = self.guild.add_channel("hall")
        self.users = [double.add_user(name, self.guild) for name in NAMES]
        self.rng = random.Random(f"{[row.name for row in rows]}")
        self.ordered: list[str] = []

    async def run(self, kills: int) -> None:
        """Order and kill so many times, then have it finish what was ordered, and end it."""
        for number in range(kills):
            await self._die(number)
        await self.process.start()
        # What was just being looked at is looked at again after a minute.
        await self.double.until(lambda: not self.select("SELECT id FROM starts WHERE live"), 3 * PATIENCE_S)
        await self.double.until(lambda: not self.select("SELECT id FROM outbox WHERE done_at IS NULL"), PATIENCE_S)
        assert await self.process.stop() == 0

    async def order(self, *rows: Row) -> None:
        arena = await Arena.open(self.database, SystemClock())
        try:
            people = [(await arena.people.enter(user.id, self.guild.id, user.name)).person_id for user in self.users]
            async with arena.db.write() as connection:
                for row in rows:
                    # Without a table only a rematch is played alone, or with what is chosen before the start.
                    chooses = row.game.loadout_seats(row.setup)
                    origin = f"{'rematch' if row.mode.alone or chooses else 'trial'}:{1000 + len(self.ordered)}"
                    where: Where = "channels" if row.mode.silent else "thread"
                    seats = dict(enumerate(people[: row.seats], 1))
                    start = Start(self.guild.id, self.hall.id, where, row.key, row.mode.key, row.options, seats, origin)
                    await arena.starter.queue.add(connection, start)
                    self.ordered.append(origin)
        finally:
            await arena.close()

    async def _die(self, number: int) -> None:
        """Order two matches and start the bot; it dies at a point of the first one, or a little later."""
        row, other = (self.rows[(number + more) % len(self.rows)] for more in (0, 1))
        points = [each for each in POINTS if each[0] == kind_of(row)]
        _, method, route, skip = points[number // 2 % len(points)]
        way = WAYS[self.rng.randrange(len(WAYS))]
        # The second thread, or the third message, is one of the other match.
        await self.order(row, other if kind_of(other) == "thread" else self._with_thread(row))
        drop: Drop = "request" if way == "lost" else ""
        fault = self.double.inject(method, route, skip=skip, hold=way != "later", drop=drop)
        await self.process.start()
        await self.double.until(lambda: fault.hits, PATIENCE_S)
        if way == "later":
            await asyncio.sleep(self.rng.uniform(0, 0.03))
        await self.process.kill()
        fault.release()

    def _with_thread(self, row: Row) -> Row:
        """Return a row that is played in a thread, one of its game if there is one."""
        rows = sorted((each for each in EVERY_MODE if kind_of(each) == "thread"), key=lambda each: each.key != row.key)
        return rows[0]

    def select(self, query: str) -> list[Any]:
        """Return what is stored."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()


@pytest.mark.parametrize("rows", grouped(bot_starting_kill_chosen("starts that are killed"), BOT_STARTING_KILL_AT_ONCE))
async def test_what_was_ordered_begins_once_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        trial = Trial(double, database, process, rows)
        try:
            await trial.run(BOT_STARTING_KILL_KILLS)
        finally:
            await process.kill()
        assert double.violations == []

    assert " ERROR " not in process.output, process.output
    assert sorted(origin for (origin,) in trial.select("SELECT origin FROM matches")) == sorted(trial.ordered)
    places = [channel for (channel,) in trial.select("SELECT channel_id FROM places")]
    made = {number: channel for number, channel in trial.guild.channels.items() if channel is not trial.hall}
    assert sorted(places) == sorted(made)
    announced = {message.id for message in trial.hall.messages.values() if not message.deleted}
    assert announced == {number for number, channel in made.items() if channel.type == PUBLIC_THREAD}
    seen = {channel for (channel,) in trial.select("SELECT channel_id FROM places WHERE role = 'board'")}
    for number, channel in made.items():
        boards = [message for message in channel.messages.values() if message.attachments and not message.deleted]
        assert len(boards) == 1 or (not boards and number not in seen), channel.name
        assert not channel.is_thread or trial.users[0].id in channel.people
    assert (await check_database(database, registry.get)).problems == ()


# The real bot, killed between a change of terms and its answer: at the next start the table says what holds.
#
# Every game, mode and option value is what the host changed last, at several tables at once.


OLD, NEW = "Turns can't be taken back.", "Clock: 15m each, 2m more per turn, 30m at most."
BOT_TERMS_KILL_AT_ONCE = 13
"""Tables that are changed before the bot dies."""


def bot_terms_kill_chosen() -> list[Row]:
    """Return some rows of each game, one that is played alone first; all rows when thorough."""
    rows = sampled(len(EVERY_MODE), "terms that are killed")
    alone = next(row for row in rows if row.mode.alone)
    return [alone, *(row for row in rows if row is not alone)][: many(BOT_TERMS_KILL_AT_ONCE, len(rows))]


class OpenTable:
    """A table for a row, in a server of its own, whose host changes its terms."""

    lobby: Message
    panel: Message
    number: int

    def __init__(self, double: Double, row: Row) -> None:
        self.double, self.row = double, row
        guild = double.add_guild("Arena")
        self.hall = guild.add_channel("hall")
        self.host, *self.guests = (double.add_user(f"player{number}", guild) for number in range(1, row.seats + 1))
        values = dict(row.options)
        offered = row.game.info.options_of(row.mode.key)
        self.options = [(each, values[each.key]) for each in offered if each.key in values]
        self.shows = NEW
        """The line that says what was changed last."""

    async def open(self) -> None:
        """Open it, and change all but the last that makes it a table for the row."""
        asked: dict[str, str | int] = {"players": self.row.seats}
        if self.row.key == "replicants":
            asked["mode"] = "teams" if self.row.mode.teams else "individual"
        self.lobby = (await self.host.slash(self.hall, f"new {self.row.key}", **asked)).message
        self.panel = (await self.host.press(self.lobby, "Terms")).message
        keys = [str(each.get("custom_id", "")) for _, each in walk(self.panel.components)]
        self.number = next(int(found[1]) for key in keys if (found := re.match(r"[dj]:(\d+):", key)))
        if not self.options:
            asking = await self.host.press(self.panel, "Agreements")
            await self.host.submit_modal(asking, undo="never")
            await self.double.until(lambda: self.says(OLD), PATIENCE_S)
        for option, value in self.options[:-1]:
            await self._choose(option, value)
        for option, value in self.options[-1:]:
            if value == option.default:
                await self._choose(option, next(each for each in option.choices if each != value))
            await self._turn_to(option, value)
            self.shows = _line(option, value)
        assert not self.says(self.shows)

    def says(self, line: str) -> bool:
        """Return whether a line stands at the table."""
        return line in self.lobby.content.splitlines()

    async def change(self) -> Interaction:
        """Change the last."""
        for option, value in self.options[-1:]:
            return await self.host.select(self.panel, f"d:{self.number}:{option.key}", f"v:{value}")
        return await self.host.select(self.panel, f"j:{self.number}:preset", "quick")

    async def _choose(self, option: Option, value: str) -> None:
        """Choose a value, and wait until the table says so."""
        await self._turn_to(option, value)
        await answered(await self.host.select(self.panel, f"d:{self.number}:{option.key}", f"v:{value}"))
        await self.double.until(lambda: self.says(_line(option, value)), PATIENCE_S)

    async def _turn_to(self, option: Option, value: str) -> None:
        """Turn to the page of a menu with a value."""
        key = f"d:{self.number}:{option.key}"
        while f"v:{value}" not in (offered := [each["value"] for each in self.panel.component(key, (3,))["options"]]):
            pages = [each for each in offered if each.startswith("p:")]
            last = next(each for each in reversed(offered) if each.startswith("v:"))
            further = option.choices.index(value) > option.choices.index(last.removeprefix("v:"))
            await answered(await self.host.select(self.panel, key, pages[-1 if further else 0]))

    async def check(self) -> None:
        """See that the table says what holds, that nobody who joins is told of other terms, and that it starts."""
        await self.double.until(lambda: self.says(self.shows), PATIENCE_S)
        assert OLD not in self.lobby.content
        for guest in self.guests:
            joined = await guest.press(self.lobby, "Join")
            await answered(joined)
            assert secrets([joined]) == [], "who saw these terms is told of no others"
        labels = {each.get("label") for each in self.lobby.buttons}
        assert "Start" in labels or "Choose in private" in labels
        if "Start" in labels:
            await self.host.press(self.lobby, "Start")
            await self.double.until(lambda: "match has" in self.lobby.content, PATIENCE_S)


def _line(option: Option, value: str) -> str:
    return shown(say("{option}: {value}", option=option.name, value=option.label(value)), None)


@pytest.mark.parametrize("rows", grouped(bot_terms_kill_chosen(), BOT_TERMS_KILL_AT_ONCE))
async def test_terms_that_nobody_was_shown_stand_at_the_table_after_the_next_start(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        tables = [OpenTable(double, row) for row in rows]
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        try:
            await process.start(synced=True)
            await asyncio.gather(*(table.open() for table in tables))
            # A minute later the bot shows by itself what was changed, which it is to die before, however slow it is.
            edits = double.inject("PATCH", "/channels/*/messages/*", hold=True, drop="request", times=None)
            fault = double.inject("POST", CALLBACK, hold=True, drop="request", times=len(tables))
            asked = asyncio.gather(*(table.change() for table in tables))
            await double.until(lambda: fault.hits == len(tables), PATIENCE_S)
            await process.kill()
            edits.times = 0
            for each in (edits, fault):
                each.release()
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            for table in tables:
                assert not table.says(table.shows)
            await process.start()
            await asyncio.gather(*(table.check() for table in tables))
            assert await process.stop() == 0
        finally:
            await process.kill()
        assert double.violations == []
    assert " ERROR " not in process.output, process.output
    arena = await Arena.open(database, SystemClock())
    try:
        for table in tables:
            row, stored = table.row, await arena.tables.get(table.number)
            assert (stored.game, stored.mode) == (row.key, row.mode.key)
            held = chosen_options(row.game.info, row.mode.key, dict(stored.options))
            assert {key: held[key] for key, _ in row.options} == dict(row.options)
    finally:
        await arena.close()
    assert (await check_database(database, registry.get)).problems == ()
