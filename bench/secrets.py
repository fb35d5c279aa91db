"""The real bot under a load of secrets: fifty people in matches of APEX, then of Mutants, for four, over the wire.

The players know the seeds of their matches, so that they know whose decision it is without looking; what they type is a
random legal decision. A board is posted for every decision but for choices that others are still waited for, and for
parts of a turn that its player goes on with. The figures of Mutants stand beside those of APEX.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench.load import Stage
from bench.report import Row
from bench.scratch import scratch
from engine.auto_turns import drawn_turn
from engine.chance import Chance
from engine.session import Session
from hosting.arena import Arena
from hosting.match.model import Place
from hosting.match.turns import goes_on
from hosting.runtime.time import SystemClock
from tests.wire.double import Channel, Double, Interaction
from tests.wire.double.users import User

PEOPLE, SEATS = 52, 4
PER_SECOND = 10.0
DRAINED_S = 60.0
BEFORE = 40
"""Decisions that were made before, where nobody chooses at the same time as others."""
_TAKEN = re.compile(r"(Your choice is|Played) `")
_PICTURE = re.compile(r"(apex|mutants)-(?P<match>\d+)-(?P<seq>\d+)\.png")
_NAMES = {"apex": "APEX", "mutants": "Mutants"}
_OPTIONS = {"apex": (), "mutants": (("reserve", "ready"),)}


@dataclass
class Circle:
    """A match and the people who play it, who know all of it."""

    match_id: int
    seq: int
    session: Session
    channel: Channel
    people: dict[int, User]
    busy: bool = False

    def board(self, seq: int) -> float | None:
        """Return when the board of an event, or of a later one instead, was posted, in seconds since 1970."""
        posted = []
        for message in self.channel.messages.values():
            for file in () if message.ephemeral else message.attachments:
                found = _PICTURE.fullmatch(file.filename)
                if found and int(found["match"]) == self.match_id and int(found["seq"]) >= seq:
                    posted.append(message.created)
        return min(posted, default=None)


@dataclass
class Tally:
    """What was decided.

    Attributes:
        replies: The answers.
        waiting: For each decision that is to be shown: where, which event, and when it was sent.
        refused: Answers that do not say that the decision was taken.
    """

    replies: list[Interaction] = field(default_factory=list)
    waiting: list[tuple[Circle, int, float]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Load:
    """What was measured with one game: the milliseconds of acknowledgements and of boards, and what was refused."""

    name: str
    acknowledged: list[float]
    boards: list[float]
    refused: int


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays for a shorter time."""
    seconds = 10 if quick else 60
    apex, mutants = (asyncio.run(_loaded(game, seconds)) for game in ("apex", "mutants"))
    return [*_promised(apex), *_promised(mutants), *_beside(mutants, apex)]


async def _loaded(game: str, seconds: int) -> Load:
    tally = Tally()
    with scratch() as folder:
        stage = Stage(folder, ["bot.py"])
        circles = await _seated(stage.double, stage.database, game)
        async with stage.double, stage.process:
            await _play(circles, tally, seconds)
            boards = await _posted(stage.double, tally)
    for refusal in tally.refused[:5]:
        print(refusal, file=sys.stderr)
    name = f"{_NAMES[game]}, {PEOPLE} people, {PER_SECOND:g} decisions/s for {seconds} s"
    return Load(name, [reply.ack_ms for reply in tally.replies], boards, len(tally.refused))


def _promised(load: Load) -> list[Row]:
    return [
        Row(f"{load.name}: decisions taken", len(load.acknowledged), ""),
        Row.most(f"{load.name}: decisions not taken", load.refused, "", 0),
        Row.most(f"{load.name}: acknowledgement, p99", _percentile(load.acknowledged, 99), "ms", 500),
        Row.most(f"{load.name}: decision to board, p95", _percentile(load.boards, 95), "ms", 1000),
    ]


def _beside(load: Load, peer: Load) -> list[Row]:
    def row(what: str, ours: list[float], theirs: list[float]) -> Row:
        return Row(f"{load.name}: {what}", statistics.median(ours), "ms", peer.name, statistics.median(theirs))

    return [
        row("acknowledgement", load.acknowledged, peer.acknowledged),
        row("decision to board", load.boards, peer.boards),
    ]


def _percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


async def _seated(double: Double, path: Path, game: str) -> list[Circle]:
    """Make a store with matches for four, nobody in two of them, begun: up to a secret choice, or for a while."""
    guild = double.add_guild("Arena")
    arena = await Arena.open(path, SystemClock())
    circles = []
    for number in range(PEOPLE // SEATS):
        channel = guild.add_channel(f"table {number}")
        users = [double.add_user(f"player {number} {seat}", guild) for seat in range(1, SEATS + 1)]
        persons = [await arena.people.enter(user.id, guild.id, user.name) for user in users]
        table = await arena.tables.open(
            guild.id, channel.id, persons[0], game, str(SEATS), options=_OPTIONS[game], where="here"
        )
        for person in persons[1:]:
            await arena.tables.join(table.id, person)
        match = await arena.tables.start(table.id, persons[0].person_id, [Place("board", channel.id)])
        while len(match.session.deciding) == 1 and len(match.session.entries) < BEFORE:
            (seat,) = match.session.deciding
            lots = Chance.from_text(f"{number} {len(match.session.entries)}")
            text = drawn_turn(match.session.game, match.session.state, seat, lots)
            match = await arena.matches.play(match.id, match.person_of(seat), text)
        by_person = {person.person_id: user for person, user in zip(persons, users, strict=True)}
        people = {seat: by_person[match.person_of(seat)] for seat in range(1, SEATS + 1)}
        circles.append(Circle(match.id, match.seq, match.session, channel, people))
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = created_at, message_id = id")
    await arena.close()
    return circles


async def _play(circles: list[Circle], tally: Tally, seconds: int) -> None:
    """Have decisions made at an even pace, whether or not the bot keeps up."""
    rng, began, running = random.Random(8), time.perf_counter(), list[asyncio.Task[None]]()
    for number in range(round(seconds * PER_SECOND)):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.perf_counter()))
        free = [each for each in circles if not each.busy and each.session.outcome is None]
        if free:
            circle = rng.choice(free)
            circle.busy = True
            running.append(asyncio.create_task(_decide(circle, tally, rng)))
    await asyncio.gather(*running)


async def _decide(circle: Circle, tally: Tally, rng: random.Random) -> None:
    session = circle.session
    seat = rng.choice(sorted(session.to_act))
    text = drawn_turn(session.game, session.state, seat, Chance.from_text(str(rng.random())))
    reply = await circle.people[seat].slash(circle.channel, "move", turn=text)
    if reply.failed or not reply.messages or not _TAKEN.match(reply.content):
        tally.refused.append(str(reply.summary()))
    else:
        circle.session = session.play(seat, text)
        tally.replies.append(reply)
        if len(circle.session.entries) > len(session.entries):
            circle.seq += 1
            if not goes_on(circle.session):
                tally.waiting.append((circle, circle.seq, reply.created))
    circle.busy = False


async def _posted(double: Double, tally: Tally) -> list[float]:
    """Wait until every board is there; return the milliseconds each took from sending the decision."""
    await double.until(lambda: all(circle.board(seq) is not None for circle, seq, _ in tally.waiting), DRAINED_S)
    found = [(circle.board(seq), sent) for circle, seq, sent in tally.waiting]
    return [1000 * (at - sent) for at, sent in found if at is not None]
