"""A process that dies while a round opens: the round is due at once after the restart, and nothing is there twice."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from store.addresses import Address, parse
from store.league.values import Fixture, Kind
from tests.databases import setting
from tests.forkserver import ForkServer
from tests.hosting.conftest import ManualClock
from tests.hosting.league.killed_rounds import LastingShelf, make_due
from tests.hosting.league.lives import Life, counting, dying_before
from tests.hosting.league.playing import Played, terms
from tests.hosting.lobby.shelf import Killed
from tests.volume import THOROUGH

CASES: tuple[tuple[Kind, int | None], ...] = (
    ("round-robin", 7),
    ("swiss", 7),
    ("swiss", None),
    ("knockout", None),
    ("double-knockout", None),
)
"""Formats, each with the days of a round, or None where its second round opens with the last result of the first."""


Summary: TypeAlias = tuple[list[int], list[tuple[int, int, int, int, str]], list[tuple[object, int]]]
"""Rounds; fixtures by round, leg, board, entries and status; what is there twice."""


async def play_first_round(league: Played, kind: Kind, days: int | None, name: str) -> Fixture | None:
    """Begin a season of four and play its first round; return the match that is left to do, where results decide."""
    rounds = 3 if kind == "swiss" else None
    view = await league.begun(4, terms(kind=kind, most=8, cap=9, rounds=rounds, round_days=days), name)
    first = [each for each in view.fixtures if each.status == "running"]
    assert {each.round for each in first} == {1}
    for each in first if days is not None else first[:-1]:
        await league.lose(each, 2)
        await league.arena.idle()
    return None if days is not None else first[-1]


async def summary(league: Played) -> Summary:
    """Return what there is of a season but for numbers that differ from season to season, and what is there twice."""
    view = await league.view()
    matches: Counter[object] = Counter(each.match_id for each in view.fixtures if each.match_id is not None)
    made: Counter[object] = Counter((what, number) for what, number in league.shelf.things.values())
    return (
        [each.number for each in view.rounds],
        sorted((each.round, each.leg, each.board, len(each.entries), _status(each)) for each in view.fixtures),
        [each for each in (matches + made).items() if each[1] > 1],
    )


def _status(fixture: Fixture) -> str:
    """Return the status of a fixture: a league asks for its match, and the tests of starts see to the rest."""
    return "running" if fixture.ordered else fixture.status


async def next_season(league: Played, kind: Kind, days: int | None, name: str) -> Fixture | None:
    """Close the season that was cut, and play the first round of another one."""
    going = await league.running()
    await league.arena.leagues.close(league.season)
    for each in going:  # or the server has as many matches as it wants
        await league.lose(each, 2)
    return await play_first_round(league, kind, days, name)


async def finish(league: Played, last: Fixture | None) -> None:
    """Do what follows a start after a death, and what was not acknowledged."""
    await league.arena.starter.orders.resume()  # as a new process does: starts that the dead one held
    await league.arena.idle()
    if last is not None and not (await league.match(last)).over:
        await league.lose(last, 2)
        await league.arena.idle()


async def is_whole(league: Played, whole: Summary) -> None:
    """See that a season is as one in which nobody died."""
    assert whole[0] == [1, 2]
    assert any(status == "running" for *_, status in whole[1])
    assert whole[2] == []
    assert await summary(league) == whole


@pytest.mark.parametrize(("kind", "days"), CASES)
async def test_a_round_is_due_at_once_after_a_death_at_any_statement(life: Life, kind: Kind, days: int | None) -> None:
    league = await life.rise()
    last = await play_first_round(league, kind, days, "Whole")
    with counting() as statements:
        await make_due(league, days, last)
    whole = await summary(league)
    cuts = range(1, statements[0] + 1)
    for cut in cuts if THOROUGH else random.Random(f"{kind} {days}").sample(cuts, 5):
        last = await next_season(league, kind, days, f"Cut {cut}")
        season = league.season
        with suppress(Killed), dying_before(cut):
            await make_due(league, days, last)
        league = await life.rise()
        league.season = season
        await finish(league, last)
        await is_whole(league, whole)


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    """What opens a round and is killed, imported once."""
    server = ForkServer("tests.hosting.league.killed_rounds")
    yield server
    server.close()


async def opened(
    life: Life, league: Played, server: ForkServer, cut: int, days: int | None, last: Fixture | None
) -> str:
    """Open a round in a process that is killed before a statement; return what it said at its end, if it came there."""
    shelf = life.shelf
    assert isinstance(shelf, LastingShelf)
    shelf.save()
    world, output = shelf.path.with_suffix(".world"), shelf.path.with_suffix(".said")
    given = {"now": life.clock.monotonic(), "season": league.season, "days": days, "last": last and last.id}
    world.write_text(json.dumps(given))
    output.unlink(missing_ok=True)
    await life.die()
    child = server.fork([setting(parse(life.database)), str(world), str(cut)], output=output, env=os.environ)
    assert await child.wait() in (0, -signal.SIGKILL), output.read_text()
    shelf.load()
    if days is not None:
        await life.clock.advance(days * 86_400)
    return output.read_text()


@pytest.mark.parametrize(("kind", "days"), CASES if THOROUGH else CASES[3:4])
async def test_a_round_is_due_at_once_after_its_process_was_killed(
    database: Address, clock: ManualClock, tmp_path: Path, server: ForkServer, kind: Kind, days: int | None
) -> None:
    shelf = LastingShelf()
    shelf.path = tmp_path / "world.shelf"
    life = Life(database, clock, shelf)
    league = await life.rise()
    last = await play_first_round(league, kind, days, "Whole")
    season, count = league.season, int(await opened(life, league, server, 10**9, days, last))
    league = await life.rise()
    league.season = season
    await finish(league, last)
    whole = await summary(league)
    cuts = range(1, count + 1)
    for cut in cuts if THOROUGH else random.Random(f"{kind} {days}").sample(cuts, 2):
        last = await next_season(league, kind, days, f"Cut {cut}")
        season = league.season
        assert await opened(life, league, server, cut, days, last) == ""
        league = await life.rise()
        league.season = season
        await finish(league, last)
        await is_whole(league, whole)
    await life.die()
