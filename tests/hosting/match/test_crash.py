"""`kill -9` at any moment of every game: what was acknowledged is there, once, and every match can be read again."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import URL

from engine import record, registry
from engine.session import Session
from engine.turn import SEPARATOR
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.runtime import SystemClock
from store.check import check_database
from store.tables import match_queries
from tests.databases import setting
from tests.every_mode import EVERY_MODE, Row, grouped, part_of
from tests.forkserver import ForkServer
from tests.hosting.match.crash_player import Wall
from tests.volume import many

AT_ONCE = 4
"""Rows that a process plays side by side."""
ROWS = grouped(part_of("kills in hosting"), AT_ONCE)
KILLS = many(3, 5)
"""How often each row is killed."""
LINES = 25
"""A process dies after at most so many acknowledgements a row."""


@dataclass
class Told:
    """What was acknowledged.

    Attributes:
        turns: Turns by match and number, with their seat.
        sealed: Choices that stayed sealed by match, decision and seat.
        lives: How often a match was played on.
    """

    turns: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    sealed: dict[tuple[int, int, int], str] = field(default_factory=dict)
    lives: Counter[int] = field(default_factory=Counter)

    def note(self, lines: Sequence[str]) -> None:
        """Note what a process said; nothing is acknowledged twice."""
        assert all(line.startswith("[") for line in lines), "".join(lines)
        matches = set[int]()
        for match_id, seq, seat, decision, text in map(json.loads, lines):
            matches.add(match_id)
            if decision is not None:
                assert self.sealed.setdefault((match_id, decision, seat), text) == text
            else:
                assert self.turns.setdefault((match_id, seq), (seat, text)) == (seat, text)
        self.lives.update(matches)


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    """What plays, imported once for all its lives."""
    server = ForkServer("tests.hosting.match.crash_player", ready=True)
    yield server
    server.close()


async def play_until_killed(
    player: ForkServer, database: Path | URL, wall: Path, life: str, rows: Sequence[Row]
) -> list[str]:
    """Return what a process acknowledged before it was killed."""
    pipe = wall.with_name(f"told {life}")
    os.mkfifo(pipe)
    numbers = [str(EVERY_MODE.index(row)) for row in rows]
    process = player.fork([setting(database), str(wall), life, *numbers], output=pipe, env=os.environ)
    with pipe.open() as told:
        lines = [told.readline() for _ in range(random.Random(life).randrange(1, LINES * len(rows)))]
        process.kill()
        lines += told.readlines()
    assert await process.wait() == -signal.SIGKILL, "".join(lines)
    return lines


@pytest.mark.parametrize("rows", ROWS)
async def test_killed_again_and_again(
    player: ForkServer, database: Path | URL, tmp_path: Path, rows: list[Row]
) -> None:
    wall, told = tmp_path / "wall", Told()
    for life in range(KILLS):
        told.note(await play_until_killed(player, database, wall, str(life), rows))
    assert len(told.turns) > KILLS

    report = await check_database(database, registry.get)
    assert report.problems == ()
    assert report.events >= len(told.turns)

    arena = await Arena.open(database, SystemClock())
    async with arena.db.read() as connection:
        matches = [await arena.matches.get(number) for number in await match_queries.ids(connection)]
    for match in matches:
        is_what_was_played(match, told)
    assert {(match.game, match.setup.mode, match.setup.options) for match in matches} == {
        (row.key, row.mode.key, row.options) for row in rows
    }

    arena.outbox.set_poster(Wall(wall))
    await arena.start()
    await arena.idle()
    await arena.close()
    are_posted_once(matches, Wall(wall))


def is_what_was_played(match: Match, told: Told) -> None:
    """See that a match has all that was acknowledged, at most one turn more a life, and reads again the same way."""
    stored = {event.seq: event for event in match.events}
    assert sorted(stored) == list(range(1, match.seq + 1))
    acknowledged = {seq: turn for (number, seq), turn in told.turns.items() if number == match.id}
    for seq, (seat, text) in acknowledged.items():
        assert stored[seq].seat == seat
        # What goes without saying may be added: the end of a list.
        assert f"{stored[seq].text}{SEPARATOR}".startswith(f"{text}{SEPARATOR}"), match.id
    joint = {seq for seq, event in stored.items() if event.kind == "joint"}
    assert len(stored.keys() - acknowledged.keys() - joint) <= KILLS
    chosen = {(entry.turn, entry.seat): entry.text for entry in match.session.entries}
    turn = match.session.game.turn(match.session.state)
    chosen |= {(turn, seat): entry.text for seat, _, entry in match.session.sealed}
    for (number, decision, seat), text in told.sealed.items():
        assert number != match.id or chosen[decision, seat] == text

    assert again(match.session) == match.session.state
    read = record.replay(record.read(record.write(match.session, match.names)))
    assert read.entries[: len(match.session.entries)] == match.session.entries
    assert read.outcome == match.session.outcome


def again(session: Session) -> object:
    """Return the state to which the moves of a session lead, one by one."""
    found = Session.start(session.game, session.setup, session.chance)
    for entry in session.entries:
        found = found.move(entry.seat, entry.text)
    return found.state


def are_posted_once(matches: Sequence[Match], wall: Wall) -> None:
    """See that every board was posted once in each of its channels, in order."""
    posts, order = wall.posts(), defaultdict[int, list[tuple[int, int]]](list)
    assert max(Counter(wall.ids()).values()) == 1
    shown = Counter((match, seq, there) for _, match, seq, kind, there in posts if kind in {"board", "ended"})
    assert set(shown.values()) == {1}
    assert shown.keys() == {
        (match.id, seq, place.channel_id) for match in matches for seq in range(match.seq + 1) for place in match.places
    }
    for _, match_id, seq, _, there in posts:
        order[there].append((match_id, seq))
    assert all(each == sorted(each) for each in order.values())
