"""A process that dies while a round opens: the round is due at once after the restart, and nothing is there twice."""

from __future__ import annotations

import itertools
import json
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest

from engine.text import say
from hosting.league import check, director, model
from hosting.league.errors import NoSuchDecision
from hosting.league.terms import LeagueTerms
from store.db.addresses import Address, parse
from store.league import fixtures
from store.league.seasons import POINT, DecisionKind, Fixture, Kind
from tests.databases import setting
from tests.forkserver import ForkServer
from tests.hosting.conftest import ManualClock
from tests.hosting.league.killed_rounds import LastingShelf, make_due
from tests.hosting.league.lives import IN_PARTS, Life, counting, cuts, dying_before
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.hosting.league.test_director import FULL, enter
from tests.hosting.lobby.offering import Killed, dies_at
from tests.refusals import refusal
from tests.volume import THOROUGH, many

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
    await league.arena.starter.queue.resume()  # as a new process does: starts that the dead one held
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


@IN_PARTS
@pytest.mark.parametrize(("kind", "days"), CASES)
async def test_a_round_is_due_at_once_after_a_death_at_any_statement(
    life: Life, kind: Kind, days: int | None, part: int
) -> None:
    league = await life.rise()
    last = await play_first_round(league, kind, days, "Whole")
    with counting() as statements:
        await make_due(league, days, last)
    whole = await summary(league)
    for cut in cuts(statements[0], part, f"{kind} {days} {isinstance(life.database, Path)}", 2):
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


@IN_PARTS
@pytest.mark.parametrize(("kind", "days"), CASES if THOROUGH else CASES[3:4])
async def test_a_round_is_due_at_once_after_its_process_was_killed(
    database: Address, clock: ManualClock, tmp_path: Path, server: ForkServer, kind: Kind, days: int | None, part: int
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
    for cut in cuts(count, part, f"{kind} {days}", 1):
        last = await next_season(league, kind, days, f"Cut {cut}")
        season = league.season
        assert await opened(life, league, server, cut, days, last) == ""
        league = await life.rise()
        league.season = season
        await finish(league, last)
        await is_whole(league, whole)
    await life.die()


async def almost_full(league: Played, of: LeagueTerms, name: str) -> None:
    """Open a season in which one place is left."""
    await league.found(0, of, name)
    for number in range(of.most - 1):
        await enter(league, number)


@IN_PARTS
@pytest.mark.parametrize("kind", FULL if THOROUGH else ["swiss", "teams"])
async def test_the_last_join_that_is_killed_at_any_statement_is_made_or_not_and_starts_one_season(
    life: Life, kind: str, part: int
) -> None:
    of = replace(FULL[kind], when_full=True)
    league = await life.rise()
    await almost_full(league, of, "Whole")
    with counting() as statements:
        await enter(league, of.most - 1)
        await league.arena.idle()
    whole, made = await summary(league), set[bool]()
    for cut in cuts(statements[0], part, f"last join {kind}", 2):
        await matches_end(league)
        await league.pass_time(timedelta(days=1))  # of silent partners one invites the other once a day
        await almost_full(league, of, f"Cut {cut}")
        season = league.season
        with suppress(Killed), dying_before(cut):
            await enter(league, of.most - 1)
            await league.arena.idle()
        league = await life.rise()
        league.season = season
        await finish(league, None)
        view = await league.view()
        full = sum(each.agreed for each in view.entries) == of.most
        made.add(full)
        assert view.season.status == ("running" if full else "open"), cut
        if not full:
            await enter(league, of.most - 1)
            await league.arena.idle()
        assert (await league.view()).season.status == "running"
        assert await summary(league) == whole, cut
    assert not THOROUGH or made == {False, True}


SCHEDULES: tuple[dict[str, object], ...] = (
    {"round_days": None},
    {"round_days": 7},
    {"mode": "3", "sides": 3},
    {"legs": 2, "division_size": 4},
)
"""Round robins: all rounds at once or one after another, at tables of three, in divisions."""


@pytest.fixture
def written_by_twos(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a schedule written by many transactions."""
    monkeypatch.setattr(director, "WRITTEN_AT_ONCE", 2)


async def matches_end(league: Played) -> None:
    """Close a season, and end its matches: the server has no more than so many."""
    going = await league.running()
    await league.arena.leagues.close(league.season)
    for each in going:
        seats = len((await league.match(each)).seats)
        for seat in range(2, seats + 1):  # of teams, whole ones
            if not (await league.match(each)).over:
                await league.lose(each, seat)
    await league.arena.idle()


@pytest.mark.usefixtures("written_by_twos")
@pytest.mark.parametrize("given", SCHEDULES if THOROUGH else SCHEDULES[1:3])
async def test_a_schedule_that_is_killed_goes_on_where_it_was(life: Life, given: dict[str, object]) -> None:
    """The process dies before or after each commit until it is whole; whatever is seen of it before is all of it."""
    league, count, seen = await life.rise(), 8 if "division_size" in given else 5, Counter[int]()
    await league.begun(count, terms(**given), "Whole")
    whole = await summary(league)
    await matches_end(league)
    for number in range(1, 100, many(2, 1)):
        season = (await league.found(count, terms(**given), f"Cut {number}")).season.id
        life.shelf.step = dies_at(number, set())
        with suppress(Killed):
            await league.arena.leagues.start(season)
            await league.arena.idle()
        league = await life.rise()
        league.season = season
        view = await league.view()
        assert len(view.fixtures) in (0, len(whole[1]))
        assert bool(view.fixtures) is bool(view.rounds)
        seen[sum(each.season_id == season for each in (await league.stored())["fixtures"])] += 1
        if view.season.status == "open":
            await league.arena.leagues.start(season)
        await league.arena.starter.queue.resume()
        await league.pass_time(timedelta(minutes=1))
        assert await summary(league) == whole
        await matches_end(league)
        if view.fixtures:  # what dies later is no matter of the schedule
            break
    # Commits beside those of the schedule come in any order: every second moment may miss one of its states.
    assert len(seen.keys() - {0, len(whole[1])}) >= many(1, 2)


async def die_half_way(life: Life, league: Played, season: int) -> None:
    """Start a season in a process that dies with the second transaction that writes fixtures."""
    added, count = fixtures.add, itertools.count(1)

    async def add(*given: Any) -> Any:
        if next(count) >= 2:  # what the dead process had begun beside does no more either
            raise Killed
        return await added(*given)

    with patch.object(fixtures, "add", add):
        with suppress(Killed):
            await league.arena.leagues.start(season)
            await league.arena.director.due(f"season:{season}", None)
        await life.die()


@pytest.mark.usefixtures("written_by_twos")
async def test_what_players_do_while_a_schedule_is_half_written_holds(life: Life) -> None:
    """One leaves: all that is theirs is struck, written or not. Nobody comes late before there is a free number."""
    league = await life.rise()
    season = (await league.found(5, terms(late_rounds=3))).season.id
    await die_half_way(life, league, season)
    league = await life.rise()
    league.season = season
    with refusal("league-not-open"):
        await league.arena.leagues.join(season, FIRST + 9)
    async with league.arena.db.read() as connection:
        half = await fixtures.of_season(connection, season)
        at = await model.load(connection, season)
    assert at is not None
    assert len(half) == 2
    gone = half[0].entries[0]
    (leaver,) = next(each.players for each in at.entries if each.id == gone)
    await league.arena.leagues.withdraw(season, leaver)
    await league.pass_time(timedelta(minutes=1))
    found = (await league.view()).fixtures
    assert len(found) == 10
    struck = {each.id for each in found if each.status == "struck"}
    assert struck == {each.id for each in found if gone in each.entries}


@pytest.mark.usefixtures("written_by_twos")
async def test_a_season_that_is_closed_before_its_schedule_is_whole_has_none(life: Life) -> None:
    league = await life.rise()
    season = (await league.found(5, terms(unfinished="half"))).season.id
    await die_half_way(life, league, season)
    league = await life.rise()
    league.season = season
    view = await league.arena.leagues.close(season)
    assert (view.season.status, view.fixtures, dict(view.totals)) == ("closed", (), {})
    assert (await check.compared(league.arena.db)).problems == ()


# A decision that is killed at any statement is taken or not taken, and one that is pressed again is taken once.


WHY = say("Both agreed.")
KINDS: tuple[DecisionKind, ...] = ("replay", "points", "forfeit", "strike")
STATEMENTS = 150
"""More than any decision takes."""


async def decide(league: Played, kind: DecisionKind, was: Fixture) -> None:
    """Take a decision about a fixture as it was seen."""
    decisions, season, seen = league.arena.rulings, league.season, was.rev
    match kind:
        case "points":
            given = dict.fromkeys(was.entries, POINT // 2)
            await decisions.points(season, ORGANISER, was.id, given, WHY, seen=seen)
        case "forfeit":
            await decisions.forfeit(season, ORGANISER, was.id, was.entries[:1], WHY, seen=seen)
        case "replay":
            await decisions.replay(season, ORGANISER, was.id, WHY, seen=seen)
        case _:
            await decisions.strike(season, ORGANISER, was.id, WHY, seen=seen)


async def until_taken(life: Life, number: int, doing: Callable[[Played], Awaitable[None]]) -> Played:
    """Do something in processes that die at one statement after the other, until it is one decision more.

    Whatever it had not come to by its death has left nothing.

    Args:
        life: The processes.
        number: How many decisions there are then.
        doing: What is done.
    """
    league = await life.rise()
    before = await league.view()
    for statement in range(1, STATEMENTS, many(3, 1)):
        with suppress(Killed), dying_before(statement):
            await doing(league)
        league = await life.rise()
        if len((view := await league.view()).decisions) == number:
            assert statement > 1  # it did die before
            return league
        assert view == before
    raise AssertionError("it is never taken")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", KINDS[: many(1, 4)])
async def test_killed_at_any_statement_a_decision_and_its_undo_happen_once(life: Life, kind: DecisionKind) -> None:
    league = await life.rise()
    first = (await league.begun(4)).fixtures[0]
    await league.lose(first, 2)
    await league.arena.idle()
    was = (await league.view()).fixtures[0]
    league = await until_taken(life, 1, lambda it: decide(it, kind, was))
    with refusal("league-changed"):  # the same button once more
        await decide(league, kind, was)
    after = (await league.view()).fixtures[0]
    if kind == "replay":
        await league.arena.starter.queue.resume()
        await league.arena.idle()
        after = (await league.view()).fixtures[0]
        assert (after.status, after.attempt) == ("running", 2)
        await league.lose(after, 1)
        await league.arena.idle()

    async def undo(it: Played) -> None:
        await it.arena.rulings.undo(it.season, ORGANISER, 1, WHY)

    league = await until_taken(life, 2, undo)
    with pytest.raises(NoSuchDecision):
        await undo(league)
    view = await league.view()
    assert [each.undoes for each in view.decisions] == [None, 1]
    assert replace(view.fixtures[0], rev=0, attempt=1) == replace(was, rev=0)
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@pytest.mark.parametrize("step", [1, 2])
async def test_killed_before_a_commit_nothing_is_decided_and_after_it_all(life: Life, step: int) -> None:
    league, points = await life.rise(), set[str]()
    was = (await league.begun(4)).fixtures[0]
    await league.lose(was, 2)
    await league.arena.idle()
    was = (await league.view()).fixtures[0]
    life.shelf.step = dies_at(step, points)
    with pytest.raises(Killed):
        await decide(league, "points", was)
    league = await life.rise()
    view = await league.view()
    assert points == {("before commit", "after commit")[step - 1]}
    assert (len(view.decisions), view.fixtures[0] == was) == (step - 1, step == 1)
