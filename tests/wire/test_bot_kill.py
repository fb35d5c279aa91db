"""The real bot, killed at any moment while people play: no acknowledged turn is lost, every board is posted once.

`ARENA_THOROUGH=1` kills it a hundred times. Replicants is played by typing and by pressing, match after match;
every game, mode and option by typing, in matches that the bot began by itself.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
import pytest_asyncio
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import registry
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR
from hosting.arena import Arena
from hosting.consent.agreements import COMPUTER_PAUSE
from hosting.match.events import decided
from hosting.match.model import Computer, Start, Where
from hosting.match.service import decision_continues
from hosting.runtime import SystemClock
from store.check import check_database
from store.database import Database
from store.tables import matches
from store.tables.matches import replay
from store.tables.people import enter_computer
from store.tables.values import StoredMatch
from tests.databases import BOTH, of_kind, setting
from tests.every_mode import EVERY_MODE, Row, drawn_text, grouped, part_of
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Double, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import Channel, Message
from tests.wire.double.users import User
from tests.wire.double.world import Guild
from tests.wire.match import Table, played
from tests.wire.ordeal import Cluster, Ordeal, selected
from tests.wire.stage import arena_double

KILLS = many(2, 50)
KILLS_EACH = many(2, 4)
"""How often the bot is killed while a row of all games is played."""
AT_ONCE = 4
"""Rows that are played side by side."""
STARTING, DUE = "SELECT id FROM starts WHERE live", "SELECT id FROM outbox WHERE done_at IS NULL"
THINKING = "SELECT key FROM deadlines WHERE kind = 'computer'"
BEGUN = "SELECT match_id FROM starts WHERE status = 'done' ORDER BY match_id"
_PICTURE = re.compile(r"[a-z]+-(\d+)-(\d+)\.png")
_CALL = re.compile(r"m:\d+:\d+:play")
TABLES = ("ann bob", "cleo dan", "eve fay", "gus hal ida")


@pytest_asyncio.fixture(params=BOTH)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | URL]:
    async with of_kind(request.param, tmp_path) as address:
        yield address


async def test_killed_again_and_again(database: Path | URL, tmp_path: Path, program: ForkServer) -> None:
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        tables = [
            Table(
                double, guild.add_channel(f"table-{number}"), [double.add_user(name, guild) for name in names.split()]
            )
            for number, names in enumerate(TABLES, 1)
        ]
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": setting(database)})
        try:
            tally = await Ordeal(process, database, tables, seed=1, requests=60).run(KILLS)
        finally:
            await process.kill()
        assert double.violations == []
        assert not double.unknown_routes

    assert " ERROR " not in process.output, process.output
    assert tally.acknowledged > 0
    assert tally.lost == []
    assert tally.missing == []
    assert tally.doubled == []
    assert tally.uncalled == []
    report = await check_database(database, registry.get)
    assert report.problems == ()
    assert report.events == tally.turns


class Asked(NamedTuple):
    """A turn that a player typed.

    Attributes:
        match: Number of the match.
        seq: Number that the turn is to get.
        decision: Which one, where several decide at once; None where nobody else does.
        seat: Whose turn.
        text: What was typed.
        user: Who typed it.
        channel: Where: the same people play all matches, and may type the same in several of them.
        since: Nothing older answers it.
    """

    match: int
    seq: int
    decision: int | None
    seat: int
    text: str
    user: User
    channel: Channel
    since: int


class EveryGame:
    """A match of each of some rows, all at once, by people who know what is stored, while the bot is killed.

    The same people play all of them, in as many servers as there are shards.
    """

    def __init__(
        self, double: Double, database: Path | URL, process: BotProcess | Cluster, rows: Sequence[Row]
    ) -> None:
        self.double, self.database, self.process, self.rows = double, database, process, rows
        self.guilds = [double.add_guild(f"Arena {number}") for number in range(double.shards)]
        self.users = [double.add_user(f"player{number}", *self.guilds) for number in range(1, 7)]
        self.asked: list[Asked] = []
        self.kills = 0

    async def run(self, kills: int) -> None:
        """Play, and kill the bot so many times; then have it post what is left to post, and end it."""
        await self.order()
        rng = random.Random(f"kills {[row.name for row in self.rows]}")
        for self.kills in range(1, kills + 1):
            await self.process.start(synced=self.kills == 1)
            await self.double.until(lambda: not selected(self.database, STARTING), 2 * PATIENCE_S)
            await self._play_until_killed(rng)
        await self.process.start()
        await self.conclude(rng)
        await self.double.until(lambda: not selected(self.database, DUE), 2 * PATIENCE_S)
        assert await self.process.stop() == 0

    def matches(self) -> list[int]:
        """Return the numbers of the matches, one for each row."""
        found = [int(number) for (number,) in selected(self.database, BEGUN)]
        assert len(found) == len(self.rows), selected(self.database, "SELECT id, status, why FROM starts")
        return found

    async def order(self) -> None:
        arena = await Arena.open(self.database, SystemClock())
        try:
            people = list[int]()
            for guild in self.guilds:
                people = [(await arena.people.enter(each.id, guild.id, each.name)).person_id for each in self.users]
            async with arena.db.write() as connection:
                for number, row in enumerate(self.rows):
                    guild = self.guilds[number % len(self.guilds)]
                    hall = guild.add_channel(f"hall-{number}").id
                    where: Where = "channels" if row.mode.silent else "thread"
                    # Most origins start no match for which something is chosen before; here the usual is played then.
                    chooses = row.game.loadout_seats(row.setup)
                    origin = f"{'rematch' if row.mode.alone or chooses else 'trial'}:{1000 + number}"
                    seats = await self.seats(connection, guild, row, people)
                    start = Start(guild.id, hall, where, row.key, row.mode.key, row.options, seats, origin)
                    await arena.starter.queue.add(connection, start)
        finally:
            await arena.close()

    async def seats(self, connection: AsyncConnection, guild: Guild, row: Row, people: list[int]) -> dict[Seat, int]:
        """Return who plays a row, by their numbers."""
        return dict(enumerate(people[: row.seats], 1))

    async def moment(self, rng: random.Random) -> None:
        """Return when the bot is to die: some turns later, at any of the requests that follow."""
        turns, later = len(self.rows) * rng.randrange(2, 12), rng.randrange(1, 12)
        before = len(self.asked)
        await self.double.until(lambda: len(self.asked) >= before + turns, 2 * PATIENCE_S)
        target = len(self.double.requests) + later
        await self.double.until(lambda: len(self.double.requests) >= target, PATIENCE_S)

    async def conclude(self, rng: random.Random) -> None:
        """Play what is to be played after the last kill: nothing."""

    async def _play_until_killed(self, rng: random.Random) -> None:
        """Have all play on until the bot dies."""
        dying = asyncio.create_task(self.moment(rng))
        playing = asyncio.gather(*(self.play_on(number, rng.random()) for number in self.matches()))
        try:
            either: list[asyncio.Future[Any]] = [dying, playing]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if dying.done():
                dying.result()
            if playing.done():
                playing.result()
            await self.process.kill()
        finally:
            dying.cancel()
            playing.cancel()
            await asyncio.gather(dying, playing, return_exceptions=True)

    async def play_on(self, number: int, seed: float) -> None:
        """Play a match on until it ends, or has gone far enough."""
        rng = random.Random(seed)
        database = await Database.connect(self.database)
        try:
            while not self.far_enough(match := await stored(database, number)):
                await self.step(match, replay(registry.get(match.game), match), rng)
        finally:
            await database.close()

    def far_enough(self, match: StoredMatch) -> bool:
        """Return whether a match isn't played on: it's over."""
        return match.status == "over"

    async def step(self, match: StoredMatch, session: Session, rng: random.Random) -> None:
        """Have one of those who must decide do so."""
        await self.move(match, session, rng.choice(sorted(session.to_act)), rng)

    async def move(self, match: StoredMatch, session: Session, seat: Seat, rng: random.Random) -> None:
        """Have a seat type a turn, and wait until they're told that it was played or is sealed."""
        decision = session.game.turn(session.state) if len(session.deciding) > 1 else None
        text = drawn_text(session, seat, rng)
        user, channel = self.users[match.seats[seat - 1].person_id - 1], self.channel(match, seat)
        since = self.double.snowflake()
        self.asked.append(Asked(match.id, match.seq + 1, decision, seat, text, user, channel, since))
        reply = await user.slash(channel, "move", turn=text)
        await reply.until(lambda it: it.messages, PATIENCE_S)
        assert acknowledged(reply), reply.summary()

    def channel(self, match: StoredMatch, seat: Seat) -> Channel:
        """Return where a seat plays."""
        mode = registry.get(match.game).info.mode(match.setup.mode)
        assert mode is not None
        there = {place.role: place.channel_id for place in match.places}
        return self.double.channels[there.get(f"team:{mode.team_of(seat)}", match.channel_id)]

    def acknowledged(self) -> list[Asked]:
        """Return the turns that a player was told were played, or are sealed."""
        answers = sorted(self.double.interactions.values(), key=lambda it: it.id)
        found = []
        for number, each in enumerate(self.asked):
            mine = (each.match, each.seat)
            until = next((it.since for it in self.asked[number + 1 :] if (it.match, it.seat) == mine), None)
            found += [
                each
                for it in answers
                if each.since < it.id
                and (until is None or it.id < until)
                and (it.user, it.channel) == (each.user, each.channel)
                if it.type == 2 and it.data["name"] == "move" and acknowledged(it)
                if str(it.data["options"][0]["value"]) == each.text
            ]
        return found

    def possible(self, match: int) -> dict[tuple[int, int], set[str]]:
        """Return what the choices of a match can be, by decision and seat, of those who were told theirs is sealed.

        It is the last choice of which they were told so, or a later attempt.
        """
        told, found = set(self.acknowledged()), dict[tuple[int, int], set[str]]()
        for asked in self.asked:
            if asked.match == match and asked.decision is not None:
                key = (asked.decision, asked.seat)
                if asked in told:
                    found[key] = {asked.text}
                elif key in found:
                    found[key].add(asked.text)
        return found


def acknowledged(reply: Interaction) -> bool:
    """Return whether a player was told that a turn of theirs was played or is sealed."""
    return played(reply) is not None or any("Your hash: " in message.text for message in reply.messages)


class AgainstComputers(EveryGame):
    """Games of one person against computers; the bot dies while turns of theirs are due, or being computed."""

    async def seats(self, connection: AsyncConnection, guild: Guild, row: Row, people: list[int]) -> dict[Seat, int]:
        now = datetime.now(UTC)
        computers = [
            await enter_computer(connection, guild.id, Computer(1, number), now) for number in range(1, row.seats)
        ]
        return dict(enumerate([people[0], *computers], 1))

    async def moment(self, rng: random.Random) -> None:
        turns = len(self.asked) + 2 * len(self.rows)
        await self.double.until(lambda: len(self.asked) >= turns, 2 * PATIENCE_S)
        await self.double.until(lambda: bool(selected(self.database, THINKING)), 2 * PATIENCE_S)
        if self.kills % 2 == 0:
            await asyncio.sleep(COMPUTER_PAUSE.total_seconds())

    async def step(self, match: StoredMatch, session: Session, rng: random.Random) -> None:
        if 1 in session.to_act:
            await self.move(match, session, 1, rng)
        else:
            turns = f"SELECT seq FROM events WHERE match_id = {match.id} AND seq > {match.seq}"  # noqa: S608
            await self.double.until(lambda: bool(selected(self.database, turns)), 2 * PATIENCE_S)

    async def conclude(self, rng: random.Random) -> None:
        """Wait until the computers have played all that they have to."""
        await self.double.until(lambda: not selected(self.database, THINKING), 2 * PATIENCE_S)


async def stored(database: Database, number: int) -> StoredMatch:
    """Return a match as it is stored."""
    async with database.read() as connection:
        match = await matches.load(connection, number)
    assert match is not None
    return match


Games = TypeVar("Games", bound=EveryGame)


async def killed_while_playing(
    kind: type[Games], database: Path | URL, folder: Path, program: ForkServer, rows: Sequence[Row], kills: int
) -> Games:
    """Return games in which the bot was killed so often, without an error of its own or a fault in its database."""
    async with arena_double() as double:
        process = BotProcess(double, program, log=folder / "bot.log", env={"DATABASE": setting(database)})
        games = kind(double, database, process, rows)
        try:
            await games.run(kills)
        finally:
            await process.kill()
        assert double.violations == []
        assert not double.unknown_routes
    assert " ERROR " not in process.output, process.output
    assert (await check_database(database, registry.get)).problems == ()
    return games


@pytest.mark.parametrize("rows", grouped(part_of("kills on the wire"), AT_ONCE))
async def test_every_game_is_killed_again_and_again(
    database: Path | URL, tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    games = await killed_while_playing(EveryGame, database, tmp_path, program, rows, KILLS_EACH)
    assert len(games.acknowledged()) > len(rows)
    found = await Database.connect(database)
    try:
        for number in games.matches():
            is_whole(await stored(found, number), games)
            is_posted_once(await stored(found, number), games)
    finally:
        await found.close()


async def test_turns_of_computers_that_are_due_when_the_bot_is_killed_are_played_once(
    tmp_path: Path, program: ForkServer
) -> None:
    database = tmp_path / "arena.db"
    rows = [next(row for row in EVERY_MODE if row.key == game and row.seats == 2) for game in ("replica", "apex")]
    games = await killed_while_playing(AgainstComputers, database, tmp_path, program, rows, KILLS)
    found = await Database.connect(database)
    try:
        for number in games.matches():
            match = await stored(found, number)
            assert [event.seq for event in match.events] == list(range(1, match.seq + 1))
            mine = {event.seq: event.text for event in match.events if event.seat == 1}
            for asked in games.acknowledged():
                if asked.match == number and asked.decision is None:
                    assert f"{mine[asked.seq]}{SEPARATOR}".startswith(f"{asked.text}{SEPARATOR}")
            theirs = [about for event in match.events for seat, about in decided(event).items() if seat == 2]
            assert theirs
            assert all("value" in about for about in theirs), "none was drawn as it couldn't be played"
            pictures = Counter(
                file.filename
                for each in games.double.channels[match.channel_id].messages.values()
                for file in each.attachments
                if not each.ephemeral
            )
            assert {count for name, count in pictures.items() if _PICTURE.fullmatch(name)} == {1}
            assert f"{match.game}-{match.id}-{match.seq}.png" in pictures
    finally:
        await found.close()


def is_whole(match: StoredMatch, games: EveryGame) -> None:
    """See that a match has what was acknowledged, and at most one turn more for each death of the bot."""
    turns = {event.seq: event for event in match.events}
    assert sorted(turns) == list(range(1, match.seq + 1))
    acknowledged = [each for each in games.acknowledged() if each.match == match.id and each.decision is None]
    for asked in acknowledged:
        # What goes without saying may be added: the end of a list.
        assert f"{turns[asked.seq].text}{SEPARATOR}".startswith(f"{asked.text}{SEPARATOR}")
    alone = {seq for seq, event in turns.items() if event.kind != "joint"}
    assert len(alone - {each.seq for each in acknowledged}) <= games.kills
    chosen = choices_of(replay(registry.get(match.game), match))
    for key, texts in games.possible(match.id).items():
        assert chosen[key] in texts


def choices_of(session: Session) -> dict[tuple[int, int], str]:
    """Return what was played and what is sealed, by turn and seat."""
    chosen = {(entry.turn, entry.seat): entry.text for entry in session.entries}
    return chosen | {(session.game.turn(session.state), seat): entry.text for seat, _, entry in session.sealed}


def is_posted_once(match: StoredMatch, games: EveryGame) -> None:
    """See that each board of a match was posted once wherever it is played, and its players called once, there.

    A silent match is played in three channels, and talked about in one that is not looked at here.
    """
    roles = {place.role: place.channel_id for place in match.places}
    game, histories = registry.get(match.game), [match.events[:number] for number in range(match.seq + 1)]
    # A part of a decision that goes on is shown with the rest of it.
    needed = {
        number
        for number, events in enumerate(histories)
        if not decision_continues(replay(game, replace(match, events=events, sealed=())))
    }
    there = [games.double.channels[roles[role]] for role in roles.keys() - {"category", "spectators"}]
    for channel in there:
        public = [each for each in channel.messages.values() if not each.ephemeral]
        files = Counter(file.filename for message in public for file in message.attachments)
        boards = {int(name[2]): count for each, count in files.items() if (name := _PICTURE.fullmatch(each))}
        assert set(boards.values()) <= {1}, boards
        assert needed <= boards.keys() <= {*range(match.seq + 1)}, channel.name
        calls = [each for each in calls_in(channel) if not each.deleted]
        # Older buttons may be left where the bot died before it took them; a press there says what holds.
        newest = {button["custom_id"] for each in calls[-1:] for button in each.buttons}
        assert match.status == "over" or f"m:{match.id}:{match.seq}:play" in newest, f"{channel.name}: {newest}"


def calls_in(channel: Channel) -> list[Message]:
    """Return the messages of a channel that call a player to play, those that were deleted, too."""
    return [
        message
        for message in channel.messages.values()
        if not message.ephemeral and any(_CALL.fullmatch(each.get("custom_id", "")) for each in message.buttons)
    ]
