"""The real bot, killed at any moment while people choose in secret: what was sealed is what is opened, once.

By turns it dies right after the first of a decision was told that their choice is sealed, right after the last was,
before or while it posts what that revealed, and at any other moment. Every game, mode and option with secret choices is
played by typing, several matches at once.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from engine import registry
from engine.session import Session
from hosting.arena import Arena
from hosting.match.sealing import closed_decisions
from hosting.runtime.time import SystemClock
from store.check import check_database
from store.database import Database
from store.tables.replay import replay
from store.tables.values import StoredMatch
from tests.every_mode import EVERY_MODE, Row, drawn_text, grouped, sampled
from tests.forkserver import ForkServer
from tests.volume import THOROUGH, many
from tests.wire.double import BotProcess
from tests.wire.double.model import Message
from tests.wire.double.users import User
from tests.wire.stage import PATIENCE_S, arena_double
from tests.wire.test_bot_kill import EveryGame, calls_in, choices_of, is_posted_once, is_whole, stored
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
    for _ in range(2 * row.seats if row.game.info.together else 0):
        if len(session.deciding) > 1:
            return True
        (seat,) = session.to_act
        session = session.play(seat, drawn_text(session, seat, rng))
    return False


def chosen() -> list[Row]:
    """Return a row of each game that has secret choices; all rows that have when thorough."""
    rows = [row for row in sampled(len(EVERY_MODE), "secret choices and kills") if has_secrets(row)]
    return rows if THOROUGH else list({row.key: row for row in rows}.values())


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
        found = calls_in(self.guild.channels[match.channel_id])
        return [each for each in found if any(button.get("custom_id") == _play(match) for button in each.buttons)]


def _play(match: StoredMatch) -> str:
    return f"m:{match.id}:{match.seq}:play"


@pytest.mark.parametrize("rows", grouped(chosen(), AT_ONCE))
async def test_what_was_sealed_is_opened_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        games = Secrets(double, database, process, rows)
        try:
            await games.run(KILLS)
        finally:
            await process.kill()
        assert double.violations == []
        assert not double.unknown_routes

    assert " ERROR " not in process.output, process.output
    assert (await check_database(database, registry.get)).problems == ()
    arena = await Arena.open(database, SystemClock())
    try:
        for number in games.matches():
            match = await stored(arena.db, number)
            is_whole(match, games)
            is_posted_once(match, games)
            await is_opened(match, arena, games)
            secret = {text for texts in games.possible(number).values() for text in texts}
            assert not secret & set(re.findall(r"[^\s'\"`,=]+", process.output))
    finally:
        await arena.close()


async def is_opened(match: StoredMatch, arena: Arena, games: Secrets) -> None:
    """See that what people were told they are held to stood in one message before it was opened, once."""
    channel = games.guild.channels[match.channel_id]
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
