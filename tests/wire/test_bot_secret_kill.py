"""The real bot, killed at any moment while people choose in secret: what was sealed is what is opened, once.

By turns it dies right after the first of a round was told that their choice is sealed, right after the last was, before
or while it posts what that revealed, and at any other moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine import registry
from store.check import check
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Interaction
from tests.wire.double.model import Message
from tests.wire.double.users import User
from tests.wire.stage import arena_double
from tests.wire.test_bot_secret import PATIENCE, Circle, sealed

REVEALS = 2
KILLS = many(3, 12)
_SIDES = {"W": "War", "E": "Evolution", "C": "Colonisation", "X": "Expansion"}
_DRAINED_S = 120.0
_SEQ = re.compile(r"m:\d+:(\d+):play")
_PICTURE = re.compile(r"apex-\d+-\d+\.png")
_OPENED = re.compile(r"`(?P<part>\d+:\d+:(?P<seat>\d+):[0-9a-f]{32}:(?P<choice>[^`]+))` → `(?P<digest>[0-9a-f]{64})`")


class Ordeal:
    """A match of three that goes on while the bot is killed again and again."""

    def __init__(self, circle: Circle, process: BotProcess, database: Path, seed: int) -> None:
        self.circle, self.process, self.database = circle, process, database
        self.double, self.rng = circle.double, random.Random(seed)

    async def run(self, kills: int) -> None:
        """Begin, and kill the bot so many times; then have it post what is left to post, and end it."""
        await self.process.start(synced=True)
        await self.circle.begin()
        people = self.circle.people
        for number in range(kills):
            await self._play_until_killed((1, len(people), None)[number % 3])
            await self.process.start()
            await people[0].slash(self.circle.channel, "match clock")
            await self._drained()
            await self._look_back()
        while len(self.circle.reveals()) < REVEALS:
            await self._decide()
        await self._drained()
        assert await self.process.stop() == 0

    async def _play_until_killed(self, told: int | None) -> None:
        """Kill the bot when so many were told in this round that a choice of theirs is sealed; None: at any moment."""
        target, later = len(self.double.requests) + self.rng.randrange(1, 25), self.rng.uniform(0, 0.03)

        def now() -> bool:
            return len(self.double.requests) >= target if told is None else len(self._told()) >= told

        playing = asyncio.create_task(self._play_on(together=told != 1))
        reached = asyncio.create_task(self.double.until(now, _DRAINED_S))
        try:
            await asyncio.wait([playing, reached], return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
            if told is None:
                await asyncio.sleep(later)
            await self.process.kill()
        finally:
            for task in (playing, reached):
                task.cancel()
            await asyncio.gather(playing, reached, return_exceptions=True)

    def _told(self) -> list[User]:
        """Return who was told since the last reveal that a choice of theirs is sealed."""
        since = max((message.id for message in self.circle.reveals()), default=0)
        told = [it.user for it, _ in self.moves() if it.id > since and _acknowledged(it)]
        return [user for user in self.circle.people if user in told]

    async def _look_back(self) -> None:
        """See that the menu shows to all who were told so what they have sealed."""
        status = self._status()
        if any(each.get("label") == "Choose" for each in status.buttons):
            since = max((message.id for message in self.circle.reveals()), default=0)
            for user in self._told():
                reply = await user.press(status, "Choose")
                await reply.until(lambda it: it.messages, PATIENCE)
                assert sealed(reply) in _possible(self, user, since, reply.id)

    async def _play_on(self, *, together: bool) -> None:
        while True:
            await self._decide(together=together)

    async def _decide(self, *, together: bool = True) -> None:
        """Have those who are called decide, all at once or one after the other, and wait for the next to be called."""
        status = self._status()
        if not any(each.get("label") == "Choose" for each in status.buttons):
            (user,) = [each for each in self.circle.people if each.id in status.pings]
            await self._move(user, "-")
        elif together:
            await asyncio.gather(*map(self._move, self.circle.people))
        else:
            for user in self.circle.people:
                await self._move(user)
        await self.double.until(lambda: self._known() and _seq(self._status()) > _seq(status), PATIENCE)

    async def _move(self, user: User, text: str = "") -> None:
        await self.circle.move(user, text or self.rng.choice(await self.circle.choices(user)))

    def _known(self) -> list[Message]:
        return [*self.circle.calling("Choose"), *self.circle.calling("Play")]

    def _status(self) -> Message:
        return max(self._known(), key=_seq)

    async def _drained(self) -> None:
        await self.double.until(lambda: not self._due(), _DRAINED_S)

    def _due(self) -> int:
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return int(connection.execute("SELECT count(*) FROM outbox WHERE done_at IS NULL").fetchone()[0])

    def left_over(self) -> int:
        """Return how many messages with a button to play there are beyond one."""
        return len({message.id for message in self._known()}) - 1

    def moves(self) -> Iterator[tuple[Interaction, str]]:
        """Yield what was typed, the earliest first."""
        for it in sorted(self.double.interactions.values(), key=lambda it: it.id):
            if it.type == 2 and it.data["name"] == "move":
                yield it, str(it.data["options"][0]["value"])


def _seq(status: Message) -> int:
    return next(int(found[1]) for each in status.buttons if (found := _SEQ.fullmatch(each.get("custom_id", ""))))


def _acknowledged(it: Interaction) -> bool:
    """Return whether somebody was told that their choice is sealed, or opened with those of all others."""
    return bool(it.messages) and "Your hash: " in it.text


def _possible(ordeal: Ordeal, user: User, since: int, before: int) -> set[str]:
    """Return what can have been opened for somebody: the last choice they were told is sealed, or a later attempt."""
    found: set[str] = set()
    for it, text in ordeal.moves():
        if it.user is user and since < it.id < before:
            found = {text} if _acknowledged(it) else found | {text}
    return found


async def test_what_was_sealed_is_opened_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        people = [double.add_user(name, guild) for name in ("ann", "bob", "cleo")]
        circle = Circle(double, guild.add_channel("table"), people)
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        ordeal = Ordeal(circle, process, database, seed=1)
        try:
            await ordeal.run(KILLS)
        finally:
            await process.kill()
        assert double.violations == []

    assert " ERROR " not in process.output, process.output
    reveals, opened = circle.reveals(), circle.opened()
    assert reveals == opened
    assert len(reveals) >= REVEALS
    assert len(opened) <= len(circle.hashes()) <= len(opened) + 1
    circle.check_order()
    since = 0
    for reveal, message in zip(reveals, opened, strict=True):
        lines = list(_OPENED.finditer(message.content))
        assert [line["seat"] for line in lines] == ["1", "2", "3"]
        for user, line in zip(people, lines, strict=True):
            assert hashlib.sha256(line["part"].encode()).hexdigest() == line["digest"]
            assert line["choice"] in _possible(ordeal, user, since, reveal.id)
            card, side = line["choice"][:-1], _SIDES[line["choice"][-1]]
            assert f"{user.name} plays {side} with card {card}." in reveal.content
            assert line["choice"] not in process.output
        since = reveal.id
    pictures = Counter(file.filename for message in circle.public() for file in message.attachments)
    assert not [name for name, count in pictures.items() if count > 1 and _PICTURE.fullmatch(name)]
    assert ordeal.left_over() == 0
    assert (await check(database, registry.get)).problems == ()
