"""A season from the first entry to its close, with everything that holds looked at after every event."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from sqlalchemy import select

from hosting.arena import Arena
from hosting.core import Core
from hosting.league import check, model
from hosting.league.model import SeasonView, table_season, tables_of
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, TableSeason
from hosting.retention import Periods
from store import check as ratings
from store import check as stored_check
from store.database import Database
from store.db.addresses import Address
from store.league.seasons import Decision
from store.schema import matches
from tests.entropy import pinned
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league import recompute
from tests.hosting.league.simulated import invariants
from tests.hosting.league.simulated.scenario import LARGE, draw
from tests.hosting.league.simulated.world import PATIENT, World, games
from tests.hosting.league.standings.futures import closed_now, ended, endings

AT_TIMES = 5
"""After so many events what is kept of a large season is held against what is stored; of others after each."""
FEW = 8
"""Open fixtures up to which outcomes are tried."""
Bounds = dict[int, tuple[int, int]]


class Fault(AssertionError):  # noqa: N818 - what does not hold, as players would say it
    """Something does not hold; its text says in which season, after what."""


@dataclass
class Watch:
    """Looks at a season after every event.

    Attributes:
        world: The season.
        every: After how many events it is exported and recomputed.
        checks: After how many events the commands recompute all that is stored, besides.
        outcomes: How many outcomes of open fixtures are tried each time.
        before: The season before the last event.
        bounds: The places that were possible then, by entry.
        events: How often it was looked at.
        exports: How often it was exported.
        tried: How many outcomes were tried.
        rounds: How many rounds of a Swiss were held against what could have been paired.
    """

    world: World
    every: int
    checks: int
    outcomes: int
    before: SeasonView | None = None
    bounds: Bounds = field(default_factory=dict)
    events: int = 0
    exports: int = 0
    tried: int = 0
    rounds: int = 0

    async def look(self, name: str) -> SeasonView:
        """Hold everything after an event. Raises Fault."""
        view = await self.world.look()
        season = table_season(view)
        rows = table_of(season)
        self.events += 1
        found = [*invariants.faults(view, rows)]
        if len(view.entries) <= LARGE or self.events % AT_TIMES == 0 or view.season.status == "closed":
            found += await self._kept()
        if self.before is not None and "!" in name and self._same(view) is False:
            found.append(f"{name} was refused and something changed")
        found += self._bounds_hold(view, season, rows, name)
        found += self._outcomes_are_possible(season, rows)
        found += self._new_rounds(view)
        found += await self._matches_agree(view)
        if view.season.status == "closed" and (self.before is None or self.before.season.status != "closed"):
            found += _lots(view)
        if view.season.started_at is not None and (self.events % self.every == 0 or view.season.status == "closed"):
            found += await self._exported()
        if self.events % self.checks == 0:
            found += await recomputed(self.world.arena)
        if found:
            raise Fault(f"{self.world.scenario}, event {self.events} ({name}): " + "; ".join(found))
        self.before = view
        return view

    async def _kept(self) -> list[str]:
        """Hold what is kept in memory against what is stored."""
        arena, season = self.world.arena, self.world.season
        kept = arena.leagues.cache
        async with arena.db.read() as connection:
            seen, stored = await kept.view(connection, season), await model.view(connection, season)
        if seen is None or stored is None or seen != stored:
            return ["the season that is kept is not the one that is stored"]
        known = kept.rows(seen)
        if known is None:
            kept.put(seen, tables_of(seen))
        return [] if known in (None, tables_of(stored)) else ["the table that is kept is not that of the season"]

    def _same(self, view: SeasonView) -> bool:
        was = self.before
        return was is not None and (view.season.status, view.fixtures, view.entries, view.decisions) == (
            was.season.status,
            was.fixtures,
            was.entries,
            was.decisions,
        )

    def _bounds_hold(self, view: SeasonView, season: TableSeason, rows: Sequence[Row], name: str) -> list[str]:
        """Hold that nothing widens what is possible, and that it has all that comes if the season is closed now."""
        was, now = self.bounds, {row.entry: (row.min_place, row.max_place) for row in rows}
        self.bounds = now
        if self.before is None or name == "correct" or self._is_disturbed(self.before, view):
            was = {}
        found = [
            f"entry {entry} could have places {was[entry]} and now {now[entry]}"
            for entry in was.keys() & now.keys()
            if now[entry][0] < was[entry][0] or now[entry][1] > was[entry][1]
        ]
        ends = closed_now(season) if not season.closed else {row.entry: {row.place} for row in rows}
        return found + [
            f"entry {entry} can be closed on {ends[entry]}, and what is possible is {low}-{high}"
            for entry, (low, high) in now.items()
            if not low <= min(ends[entry]) <= max(ends[entry]) <= high
        ]

    def _is_disturbed(self, was: SeasonView, view: SeasonView) -> bool:
        """Return whether places may widen: an entry came, or it was decided otherwise about something.

        Withdrawals do nothing of the kind, nor do matches that are called off, nor forfeits; nor do decisions about
        what is not over, where organisers take these at the end.
        """
        of = {each.id: each for each in was.fixtures}
        free = ("forfeit", "strike", "postpone", *(("points",) if view.terms.unfinished == "adjudicate" else ()))

        def is_open(decision: Decision) -> bool:
            fixture = of.get(decision.fixture or 0)
            late = view.terms.unfinished == "adjudicate" and decision.kind != "strike"
            return fixture is not None and (fixture.open or (late and fixture.why == "unfinished"))

        return (
            any(each.kind not in free or not is_open(each) for each in view.decisions[len(was.decisions) :])
            or len(was.entries) != len(view.entries)
            or was.season.started_at != view.season.started_at
        )

    def _outcomes_are_possible(self, season: TableSeason, rows: Sequence[Row]) -> list[str]:
        """Try outcomes of what is open, where nothing more is to be paired: no place is outside of what is possible."""
        still = [each for each in season.fixtures if each.status in ("planned", "running")]
        there = max((each.round for each in season.fixtures), default=0)
        known = season.terms.kind == "round-robin" or (season.terms.kind == "swiss" and there == season.rounds)
        if season.terms.sides > 2 or not known or not 0 < len(still) <= FEW or season.closed:
            return []
        bounds = {row.entry: (row.min_place, row.max_place) for row in rows}
        ways = [[*endings(season.terms, each.entries)] for each in still]
        every = itertools.product(*ways)
        count = 1
        for way in ways:
            count *= len(way)
        if count > self.outcomes:
            rng = random.Random(self.events)
            every = (tuple(map(rng.choice, ways)) for _ in range(self.outcomes))  # type: ignore[assignment]
        for ends in every:
            after = {each.id: ended(each, end) for each, end in zip(still, ends, strict=True)}
            made = replace(season, fixtures=tuple(after.get(each.id, each) for each in season.fixtures))
            self.tried += 1
            for row in table_of(made):
                low, high = bounds.get(row.entry, (1, len(season.entries)))
                if row.min_place < low or row.max_place > high:
                    return [f"entry {row.entry} can come to {row.min_place}-{row.max_place}, not only {low}-{high}"]
        return []

    def _new_rounds(self, view: SeasonView) -> list[str]:
        if view.terms.kind != "swiss":
            return []
        was = {each.number for each in self.before.rounds} if self.before is not None else set()
        new = [each.number for each in view.rounds if each.number not in was]
        self.rounds += len(new)
        return [fault for number in new for fault in invariants.paired(view, number)]

    async def _matches_agree(self, view: SeasonView) -> list[str]:
        """Hold fixtures against the matches that go on."""
        running = {each.match_id: each for each in view.fixtures if each.status == "running"}
        query = select(matches.c.id).where(matches.c.status.in_(("running", "parked")))
        async with self.world.arena.db.read() as connection:
            live = {*(await connection.execute(query)).scalars()}
        known = {each.match_id: each for each in view.fixtures if each.match_id is not None}
        found = [f"fixture {running[each].id} is running, its match {each} is not" for each in running.keys() - live]
        for each in live - running.keys():
            why = known[each].why if each in known else None
            if why != "unfinished" and view.season.status not in ("ended", "closed"):
                found.append(f"match {each} goes on for a fixture that is over by {why}")
        gone = invariants.left(view.entries)
        for each, fixture in running.items():
            if view.terms.sides == 2 and gone & {*fixture.entries}:
                found.append(f"match {each} goes on though one of {fixture.entries} left")
        if len(live) > self.world.scenario.at_once:
            found.append(f"{len(live)} matches go on, not {self.world.scenario.at_once}")
        return found

    async def _exported(self) -> list[str]:
        self.exports += 1
        made = await self.world.arena.season_files.make(self.world.season)
        try:
            recompute.check(made)
        except recompute.DifferenceError as error:
            return [f"the export does not recompute: {error}"]
        return []


def _lots(view: SeasonView) -> list[str]:
    """Hold the secret that is open against what was posted before anything was drawn."""
    secret = view.secret
    if secret is None or hashlib.sha256(bytes.fromhex(secret)).hexdigest() != view.commitment:
        return ["the secret is not what was promised"]
    return []


@asynccontextmanager
async def world_of(of: str, seed: int, most: int, address: Address) -> AsyncIterator[World]:
    """Give a season that is about to be played, in a new store; afterwards all that is stored agrees.

    Args:
        of: One of `FORMATS`.
        seed: From which it is drawn.
        most: Entries that join, at most.
        address: Of the store.
    """
    clock = ManualClock()
    scenario = draw(of, seed, clock.now(), most)
    arena = await open_arena(address, clock, NotingPoster(), games)
    other = rival = None
    if scenario.rival:
        other = await Database.connect(address)
        rival = Arena(Core.of(other, clock, games=games, entropy=pinned(), sleep=clock.sleep), {}, Periods())
    try:
        yield World(arena, clock, scenario, rival)
        await arena.idle()
        found = [str(fault) async for fault in stored_check.row_faults(arena.db)]
        found += await recomputed(arena)
        if found:
            raise Fault(f"{scenario}: what is stored does not agree: {found}")
    finally:
        for each, database in ((rival, other), (arena, arena.db)):
            if each is not None and database is not None:
                await each.schedule.close()
                await each.tasks.close()
                await database.close()
        await arena.close()


async def recomputed(arena: Arena) -> tuple[str, ...]:
    """Return what `python -m store leagues --check` and `ratings --check` find, but for damaged rows."""
    async with arena.db.read() as connection:
        rated = await ratings.compared_ratings(connection)
    return (*(await check.compared(arena.db)).problems, *rated.problems)


async def played(world: World, *, every: int = 25, checks: int = 25, outcomes: int = 60) -> Watch:
    """Play a season to its close. Raises Fault, and whatever is no refusal.

    Args:
        world: The season.
        every: See `Watch`.
        checks: See `Watch`.
        outcomes: See `Watch`.
    """
    watch = Watch(world, every, checks, outcomes)
    await world.enrol()
    await watch.look("enrol")
    await world.start()
    view = await watch.look("start")
    posted = view.commitment
    for _ in range(world.scenario.steps):
        if view.season.status == "closed":
            break
        view = await watch.look(await world.happen())
    for _ in range(PATIENT):
        if view.season.status == "closed":
            break
        view = await watch.look(await world.calm_down())
    if view.season.status != "closed":
        still = [each for each in view.fixtures if each.open]
        raise Fault(f"{world.scenario} does not come to its end: {view.season}, {view.rounds}, {still}")
    if view.commitment != posted:
        raise Fault(f"{world.scenario} promised {posted}, then {view.commitment}")
    await _after_the_close(world)
    return watch


AFTERWARDS = 3
"""Results that are corrected after the close."""


async def _after_the_close(world: World) -> None:
    """Correct results of a closed season, and have one of its players go: its files stay, but for the name."""
    files = world.arena.season_files
    made = await files.make(world.season)
    for _ in range(AFTERWARDS):
        await world.do(world.correct)
        if await files.make(world.season) != made:
            raise Fault(f"{world.scenario}: {world.log[-1]} after the close changed its files")
    await world.do(world.delete)
    try:
        recompute.check(await files.make(world.season))
    except recompute.DifferenceError as error:
        raise Fault(f"{world.scenario}: {world.log[-1]} after the close, and it does not recompute: {error}") from error
