"""Tables that wait too long: one notice, a day later the end, whatever is cut off or chosen in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from hosting.arena import Arena
from hosting.lobby import model
from hosting.lobby.model import LAPSE, TableClosed
from hosting.match.model import Place, Table
from hosting.outbox import Retry
from store.db.addresses import Address
from store.tables import deadlines
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, ManualClock, NotingPoster, open_arena

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = 86400


@dataclass
class Noting:
    """Notes what it is to tell, as days since the start; `trouble` comes before each of the next words, or after."""

    clock: ManualClock
    said: list[tuple[float, str]] = field(default_factory=list)
    posted: set[datetime] = field(default_factory=set)
    before: list[Exception] = field(default_factory=list)
    after: list[Exception] = field(default_factory=list)

    async def warn(self, _table: Table, at: datetime) -> None:
        self._say(f"ends on {(at - START) / timedelta(days=1):g}")
        self.posted.add(at)
        if self.after:
            raise self.after.pop()

    async def warned(self, _table: Table, at: datetime) -> bool:
        return at in self.posted

    async def show(self, table: Table) -> None:
        self._say(f"lapsed: {table.lapsed}")

    def _say(self, what: str) -> None:
        if self.before:
            raise self.before.pop()
        self.said.append(((self.clock.now() - START) / timedelta(days=1), what))


@pytest_asyncio.fixture
async def noting(arena: Arena, clock: ManualClock) -> Noting:
    noting = Noting(clock)
    arena.lapsing.set_announcer(noting)
    return noting


async def opened(arena: Arena, channel: int = CHANNEL) -> Table:
    return await arena.tables.open(GUILD, channel, ANN, "tally", "2", where="here")


async def days(arena: Arena, clock: ManualClock, count: float) -> None:
    await arena.idle()
    await clock.advance(count * DAY)
    await arena.idle()


async def choose(arena: Arena, count: int) -> None:
    await arena.settings.change_server(GUILD, lambda settings: replace(settings, table_days=count))
    await arena.lapsing.rearrange(GUILD)


async def due(arena: Arena, table: Table) -> float | None:
    at = await arena.schedule.due_at(LAPSE, str(table.id))
    return None if at is None else (at - START) / timedelta(days=1)


async def test_a_table_lapses_after_a_fortnight_with_a_notice_the_day_before(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await opened(arena)
    await days(arena, clock, 12.99)
    assert noting.said == []
    await days(arena, clock, 0.01)
    assert noting.said == [(13, "ends on 14")]
    await arena.tables.join(table.id, BOB)  # that somebody came does not start the match
    await days(arena, clock, 0.99)
    assert (await arena.tables.get(table.id)).status == "open"
    await days(arena, clock, 0.01)
    assert noting.said == [(13, "ends on 14"), (14, "lapsed: True")]
    table = await arena.tables.get(table.id)
    assert (table.status, table.lapsed, table.rev) == ("cancelled", True, 2)
    assert await due(arena, table) is None
    with pytest.raises(TableClosed, match="expired"):
        await arena.tables.join(table.id, BOB)


@pytest.mark.parametrize("told", [False, True])
async def test_a_table_that_is_closed_in_time_has_no_appointment(
    arena: Arena, clock: ManualClock, noting: Noting, told: bool
) -> None:
    started, cancelled, left = [await opened(arena) for _ in range(3)]
    await arena.tables.join(started.id, BOB)
    await days(arena, clock, 13.5 if told else 1)
    before = list(noting.said)
    await arena.tables.start(started.id, ANN.person_id, (Place("board", CHANNEL),))
    await arena.tables.cancel(cancelled.id, ANN.person_id)
    await arena.tables.leave(left.id, ANN.person_id)
    for table in (started, cancelled, left):
        assert await due(arena, table) is None
        assert not (await arena.tables.get(table.id)).lapsed
    await days(arena, clock, 30)
    assert noting.said == before


async def test_what_the_server_chooses_holds_for_tables_that_are_open(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await opened(arena)
    await choose(arena, 30)
    assert await due(arena, table) == 29
    assert await due(arena, await opened(arena, CHANNEL + 1)) == 29
    await choose(arena, 3)
    await days(arena, clock, 2)
    assert noting.said == [(2, "ends on 3")] * 2


async def test_a_shorter_time_leaves_a_day_after_the_notice(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    await opened(arena)
    await days(arena, clock, 10)
    await choose(arena, 2)
    await days(arena, clock, 0)
    await days(arena, clock, 1)
    assert noting.said == [(10, "ends on 11"), (11, "lapsed: True")]


async def test_a_longer_time_holds_after_the_notice_too(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    table = await opened(arena)
    await days(arena, clock, 13)
    await choose(arena, 20)
    await days(arena, clock, 1)
    assert (await arena.tables.get(table.id)).status == "open"
    await days(arena, clock, 5)
    await days(arena, clock, 1)
    assert noting.said == [(13, "ends on 14"), (19, "ends on 20"), (20, "lapsed: True")]


async def test_another_servers_choice_changes_nothing(arena: Arena) -> None:
    table = await opened(arena)
    await arena.settings.change_server(GUILD + 1, lambda settings: replace(settings, table_days=2))
    await arena.lapsing.rearrange(GUILD + 1)
    assert await due(arena, table) == 13


async def test_trouble_is_outlasted_and_what_was_said_is_not_said_again(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await opened(arena)
    noting.before = [Retry(), Retry(900.0)]
    await days(arena, clock, 13)
    await days(arena, clock, 900 / DAY)
    assert (noting.said, noting.before) == ([], [])
    await days(arena, clock, 300 / DAY)
    (notice,) = noting.said
    assert notice[1] == f"ends on {notice[0] + 1:g}", "a whole day, counted from when it was posted"
    noting.before = [Retry()]
    await days(arena, clock, 1)
    assert (await arena.tables.get(table.id)).lapsed
    await days(arena, clock, 300 / DAY)
    assert [what for _, what in noting.said] == [notice[1], "lapsed: True"]


async def test_a_notice_that_was_cut_off_is_looked_for(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    await opened(arena)
    noting.after = [Retry()]  # it arrived, and nobody heard of that
    await days(arena, clock, 13)
    await days(arena, clock, 300 / DAY)
    await days(arena, clock, 1)
    assert [what for _, what in noting.said] == ["ends on 14", "lapsed: True"]


@asynccontextmanager
async def later(database: Address, clock: ManualClock) -> AsyncIterator[tuple[Arena, Noting]]:
    """Go on as a process does that starts."""
    arena, noting = await open_arena(database, clock, NotingPoster()), Noting(clock)
    arena.lapsing.set_announcer(noting)
    await arena.idle()
    yield arena, noting
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_bot_that_was_away_gives_the_notice_first(database: Address, clock: ManualClock) -> None:
    async with later(database, clock) as (arena, noting):
        table = await opened(arena)
    await clock.advance(40 * DAY)
    async with later(database, clock) as (arena, noting):
        assert noting.said == [(40, "ends on 41")]
    async with later(database, clock) as (arena, noting):
        assert noting.said == []
        await days(arena, clock, 1)
        assert noting.said == [(41, "lapsed: True")]
        assert (await arena.tables.get(table.id)).lapsed


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_table_that_lapsed_shows_so_after_a_crash(database: Address, clock: ManualClock) -> None:
    async with later(database, clock) as (arena, noting):
        await opened(arena)
        await days(arena, clock, 13)
        noting.before = [RuntimeError("killed")]
        await days(arena, clock, 1)
        assert [what for _, what in noting.said] == ["ends on 14"]
    await clock.advance(300)
    async with later(database, clock) as (arena, noting):
        assert [what for _, what in noting.said] == ["lapsed: True"]
        async with arena.db.read() as connection:
            assert await deadlines.due(connection, {LAPSE}, clock.now() + timedelta(days=99)) == []


def test_the_shortest_time_has_a_notice_after_the_opening() -> None:
    assert timedelta(days=model.FEWEST_DAYS) > model.NOTICE


async def test_of_many_that_come_due_at_once_each_channel_reads_one_notice_an_hour(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    here = [await opened(arena) for _ in range(3)]
    await opened(arena, CHANNEL + 1)
    await days(arena, clock, 20)
    hour = 1 / 24
    assert noting.said == [(20, "ends on 21"), (20, "ends on 21")]
    for _ in range(2):
        await days(arena, clock, hour)
    assert [(round((at - 20) / hour), said) for at, said in noting.said[2:]] == [
        (1, f"ends on {21 + hour:g}"),
        (2, f"ends on {21 + 2 * hour:g}"),
    ]
    await days(arena, clock, 1)
    assert [(await arena.tables.get(table.id)).lapsed for table in here] == [True] * 3
