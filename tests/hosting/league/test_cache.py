"""Seasons that are kept in memory are what is stored, after whatever was done, by whatever process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.arena import Arena
from hosting.core import Core
from hosting.league import model, service
from hosting.league.model import SeasonView, tables_of
from hosting.league.service import SeasonCache
from hosting.match.model import Person
from hosting.retention import Periods
from store.database import Database
from store.db.addresses import Address
from store.league import entries, fixtures, seasons
from tests.entropy import pinned
from tests.hosting.conftest import call
from tests.hosting.league.playing import FIRST, ORGANISER, TERMS, Played, terms
from tests.hosting.toygame import games

WHY = say("It was so.")
LATE, ONE = Person(2001, "Late"), Person(2002, "One")
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


class Looking:
    """Two processes that look at a season after each event; both keep what they saw."""

    def __init__(self, league: Played, rival: Arena) -> None:
        self.league, self.rival = league, rival
        self.both = (league.arena, rival)
        self.seen: list[SeasonView] = []

    async def look(self) -> SeasonView:
        """Check that both see what is stored, and that rows they know are those that follow from it."""
        await self.league.arena.idle()
        for each in self.both:
            await same(each, self.league.season)
        view = await self.league.view()
        self.seen.append(view)
        return view


async def same(arena: Arena, season_id: int) -> SeasonView:
    """Check that a season as it is kept is as it is stored, and return it."""
    there = arena.leagues.cache
    async with arena.db.read() as connection:
        view, stored = await there.view(connection, season_id), await model.view(connection, season_id)
    assert view is not None
    assert view == stored
    rows = tables_of(stored)
    assert there.rows(view) in (None, rows)
    there.put(view, rows)
    assert there.rows(view) == rows
    return view


@pytest_asyncio.fixture
async def looking(league: Played, database: Address) -> AsyncIterator[Looking]:
    other = await Database.connect(database)
    rival = Arena(Core.of(other, league.clock, games=games, entropy=pinned()), {}, Periods())
    yield Looking(league, rival)
    await rival.tasks.close()
    await other.close()


async def test_what_is_seen_is_what_is_stored_after_every_event_in_both_processes(looking: Looking) -> None:
    league, rival = looking.league, looking.rival
    first = (await league.begun(5, terms(late_rounds=3))).fixtures
    await looking.look()
    for each in (await league.running())[:2]:
        await league.lose(each, 2)
        await looking.look()
    won = next(each for each in (await looking.look()).fixtures if each.status == "over")
    assert won.match_id is not None
    await rival.corrections.rank(won.match_id, 77, [2, 1], WHY)
    await looking.look()
    await rival.rulings.points(league.season, ORGANISER, won.id, dict.fromkeys(won.entries, 60), WHY)
    await looking.look()
    await league.arena.rulings.strike(league.season, ORGANISER, won.id, WHY)
    await looking.look()
    await rival.rulings.undo(league.season, ORGANISER, None, WHY)
    await looking.look()
    await call(league.arena, LATE, ONE)
    await league.arena.leagues.join(league.season, LATE.person_id)
    await looking.look()
    await rival.alternates.join(league.season, ONE.person_id)
    await league.arena.leagues.withdraw(league.season, FIRST + 1)
    vacant = await looking.look()
    assert vacant.entry_of(FIRST + 1) is None
    await rival.alternates.take(league.season, ONE.person_id)
    assert (await looking.look()).entry_of(ONE.person_id) is not None
    await rival.leagues.pause(league.season)
    await looking.look()
    await league.arena.leagues.resume(league.season)
    await rival.leagues.withdraw(league.season, FIRST + 2)
    await looking.look()
    await league.play_on()
    await rival.leagues.close(league.season)
    closed = await looking.look()
    assert closed.secret is not None
    assert [each.id for each in closed.fixtures][: len(first)] == [each.id for each in first]
    changed = sum(before.fixtures is not after.fixtures for before, after in pairwise(looking.seen))
    assert changed >= 8  # each of these events told the reader something new


async def test_who_joins_and_leaves_before_the_start_is_seen(looking: Looking) -> None:
    league, rival = looking.league, looking.rival
    await league.found(3, replace(TERMS, starts_at=league.clock.now() + timedelta(days=1)))
    assert len((await looking.look()).entries) == 3
    await call(league.arena, LATE)
    await rival.leagues.leave(league.season, FIRST + 2)
    await rival.leagues.join(league.season, LATE.person_id)  # as many as before, and all of them new
    assert [each.players for each in (await looking.look()).entries] == [(FIRST,), (FIRST + 1,), (LATE.person_id,)]


@sqlite
async def test_what_did_not_change_is_not_read_again(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    await league.begun(4)
    before = await same(league.arena, league.season)
    read: list[list[int]] = []

    async def some(connection: AsyncConnection, numbers: list[int]) -> object:
        read.append(numbers)
        return await _some(connection, numbers)

    _some = fixtures.some
    monkeypatch.setattr(fixtures, "some", some)
    again = await league.view()
    assert again.fixtures is before.fixtures
    assert again.entries is before.entries
    assert league.arena.leagues.cache.rows(again) is not None
    await league.lose(before.fixtures[0], 2)
    after = await league.view()
    assert [number for numbers in read for number in numbers].count(before.fixtures[0].id) == len(read) >= 1
    assert after.fixtures[1] is before.fixtures[1]
    assert league.arena.leagues.cache.rows(after) is None


@sqlite
async def test_rows_of_one_season_are_not_those_of_another(league: Played) -> None:
    await league.begun(4)
    one, first = await same(league.arena, league.season), league.season
    await league.begun(4, name="Other")
    other = await same(league.arena, league.season)
    there = league.arena.leagues.cache
    rows = {season.season.id: there.rows(season) for season in (one, other)}
    assert {row.entry for row in rows[first] or ()} == {each.id for each in one.entries}
    assert {row.entry for row in rows[league.season] or ()} == {each.id for each in other.entries}
    assert there.rows(replace(other, fixtures=one.fixtures)) is None
    assert there.rows(replace(other, season=replace(other.season, status="closed"))) is None


@sqlite
async def test_what_is_kept_has_an_end(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 25)  # of four entries and six fixtures each
    views = []
    for number in range(4):
        await league.begun(4, name=f"League {number}")
        views.append(await same(league.arena, league.season))
    there = league.arena.leagues.cache
    assert [there.rows(each) is None for each in views] == [True, True, False, False]
    again = await same(league.arena, views[0].season.id)
    assert again == replace(views[0])
    assert [there.rows(each) is None for each in (again, *views[2:])] == [False, True, False]
    there.forget()
    assert there.rows(again) is None


@sqlite
async def test_one_larger_than_what_is_kept_is_read_each_time(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 5)
    await league.begun(4)
    view = await league.view()
    there = league.arena.leagues.cache
    there.put(view, tables_of(view))
    assert there.rows(view) is None
    assert await league.view() == view


@sqlite
async def test_many_changes_at_once_are_read_whole(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_ANEW", 2)
    await league.begun(4)
    await same(league.arena, league.season)
    await league.play_on()
    await same(league.arena, league.season)


async def test_there_is_nothing_to_see_of_a_season_that_does_not_exist(league: Played) -> None:
    async with league.arena.db.read() as connection:
        assert await SeasonCache().view(connection, 99) is None


@sqlite
async def test_every_row_that_is_written_of_a_season_is_told_apart(league: Played) -> None:
    """Each of the ways in which rows of entries and fixtures are written alone, without what goes with it."""
    view = await league.begun(4)
    one, first = view.entries[0], view.fixtures[0]
    marks = []
    async with league.arena.db.write() as connection:

        async def note() -> None:
            joined = await entries.mark(connection, league.season)
            marks.append((joined, await fixtures.mark(connection, league.season)))

        season = await seasons.load(connection, league.season)
        assert season is not None
        await note()
        await entries.save(connection, season, replace(one, name="Renamed"))
        await note()
        await entries.put_player(connection, season, entries.Player(one.id, 2, 3001, True, league.clock.now()))
        await note()
        await entries.leave(connection, season, one.id, league.clock.now())
        await note()
        after = await fixtures.save(connection, season, first, replace(first, ordered=not first.ordered))
        await note()
        await fixtures.save(connection, season, after, replace(after, ordered=first.ordered))
        await note()
    assert all(marks[at] != marks[other] for at in range(len(marks)) for other in range(at))
