"""The start of a season: by itself once it is full; its entries are written together, in no more time than need be."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import load_text, say
from hosting.league import model
from hosting.league.errors import CannotBegin, LeagueFull
from hosting.league.start import TOGETHER
from hosting.league.terms import LadderTerms
from store.league import entries, fixtures
from store.league.values import Entry, Fixture
from store.tables.matches import WriteConflict
from tests.hosting.conftest import NotingPoster
from tests.hosting.league.lives import Life
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, Played, news, terms, told


async def test_entries_are_written_together_and_only_as_they_were_read(league: Played) -> None:
    view = await league.found(4)
    moved = [replace(each, seed=9) for each in view.entries]
    async with league.arena.db.write() as connection:
        await entries.save(connection, view.season, view.entries[0])
    with pytest.raises(WriteConflict):
        async with league.arena.db.write() as connection:
            await entries.save_all(connection, view.season, moved)
    there = (await league.view()).entries
    assert [each.seed for each in there] == [0] * 4
    async with league.arena.db.write() as connection:
        await entries.save_all(connection, view.season, [replace(each, seed=each.id) for each in there])
        await entries.save_all(connection, view.season, [])
    found = (await league.view()).entries
    assert [(each.seed, each.rev) for each in found] == [(each.id, each.rev + 1) for each in there]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_start_takes_as_many_statements_for_twice_the_entries(league: Played) -> None:
    counts = []
    for number, count in enumerate((8, 16), 1):
        await league.found(count, terms(kind="swiss", most=16), f"League {number}")
        made: list[str] = []

        def note(_: object, __: object, statement: str, *___: object, found: list[str] = made) -> None:
            found.append(statement)

        engine = league.arena.db._engines.writer.sync_engine
        event.listen(engine, "before_cursor_execute", note)
        await league.arena.leagues.start(league.season)
        event.remove(engine, "before_cursor_execute", note)
        counts.append(sum("INTO entries " in each for each in made))
        await league.arena.idle()
    assert counts == [1, 1], f"one for up to {TOGETHER}"


async def test_what_is_shown_after_a_change_is_read_while_others_can_write(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.begun(4)
    read, waited = fixtures.of_season, list[bool]()

    async def noted(connection: AsyncConnection, season_id: int) -> list[Fixture]:
        waited.append(league.arena.db._turnstile.locked())
        return await read(connection, season_id)

    monkeypatch.setattr(fixtures, "of_season", noted)
    assert (await league.arena.leagues.pause(league.season)).season.status == "paused"
    await league.arena.leagues.posted(league.season, 77)
    assert not any(waited)
    view = await league.arena.leagues.resume(league.season)
    assert (view.season.status, view.season.message_id) == ("running", 77)
    assert sum(waited) == 1  # those that had trouble are tried at once


async def test_what_changes_between_the_look_and_the_hold_is_looked_at_again(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season is read before it is held: whatever another writer did meanwhile is not missed, nor done twice."""
    view = await league.found(4)
    real, times = model.load_pressing, 0

    async def slow(*given: object) -> object:
        nonlocal times
        found = await real(*given)  # type: ignore[arg-type]
        times += 1
        if times == 1:  # another writer comes between the two
            async with league.arena.db.write() as connection:
                await entries.save(connection, view.season, (await league.view()).entries[0])
        return found

    monkeypatch.setattr(model, "load_pressing", slow)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    assert times > 1
    assert len((await league.view()).fixtures) == 6
    assert [each.number for each in (await league.view()).rounds] == [1, 2, 3]
    assert len(await league.running()) == 6


async def test_fixtures_that_just_wait_for_their_turn_are_not_read_at_each_look(league: Played) -> None:
    view = await league.begun(6, terms(cap=1))
    running = {each.id for each in await league.running()}
    async with league.arena.db.read() as connection:
        still = await fixtures.open_of(connection, view.season)
        pressing = await fixtures.pressing_of(connection, view.season)
        free = await fixtures.free_of(connection, view.season, 1)
        more = await fixtures.free_of(connection, view.season, 2)
    assert (len(running), len(still), len(more)) == (3, 15, 15)
    assert {each.id for each in free} == running, "all six play as many as they may"
    assert running <= {each.id for each in pressing}
    assert {each.round for each in pressing} == {1, 2, 3, 4, 5}
    assert len(pressing) == 3 + 4
    gone = view.entries[0]
    await league.arena.leagues.withdraw(league.season, gone.players[0])
    async with league.arena.db.read() as connection:
        pressing = await fixtures.pressing_of(connection, view.season)
        still = await fixtures.open_of(connection, view.season)
    assert {each.id for each in still if gone.id in each.entries} <= {each.id for each in pressing}


DAY = timedelta(days=1)
FULL = {
    "round-robin": terms(most=4),
    "divisions": terms(division_size=4, most=8),
    "swiss": terms(kind="swiss", most=4),
    "knockout": terms(kind="knockout", most=4, third=True),
    "double-knockout": terms(kind="double-knockout", most=4),
    "ladder": terms(kind="ladder", ladder=LadderTerms(), most=4),
    "tables": terms(kind="knockout", mode="3", sides=3, most=6),
    "teams": replace(TEAMS, most=4),
}


async def enter(league: Played, number: int) -> Entry:
    """Have the so many-th entry join, from 0; a team by both of its players, or by the one who has not."""
    leagues, size = league.arena.leagues, 2 if (await league.view()).terms.teams else 1
    captain = FIRST + size * number
    if size == 1:
        return await leagues.join(league.season, captain)
    if not any(captain in each.current for each in (await league.view()).entries):
        await leagues.join(league.season, captain, captain + 1)
    return await leagues.join(league.season, captain + 1, captain)


@pytest.mark.parametrize("dated", [False, True])
@pytest.mark.parametrize("kind", FULL)
async def test_a_season_starts_with_the_last_who_may_join(league: Played, kind: str, dated: bool) -> None:
    first = league.clock.now() + 3 * DAY if dated else None
    of = replace(FULL[kind], when_full=True, starts_at=first)
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    if of.teams:  # one that waits for its partner takes no place
        await league.arena.leagues.join(league.season, FIRST + 100, FIRST + 101)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"
    await enter(league, of.most - 1)
    await league.arena.idle()
    view = await league.view()
    assert (view.season.status, view.season.started_at) == ("running", league.clock.now())
    assert len(view.entries) == of.most
    assert [each.number for each in view.rounds][:1] == [1]
    assert of.kind == "ladder" or await league.running()


@pytest.mark.parametrize("kind", FULL)
async def test_with_a_first_day_it_does_not_wait_for_the_last_one_any_longer(league: Played, kind: str) -> None:
    of = replace(FULL[kind], most=FULL[kind].most + 1, when_full=True, starts_at=league.clock.now() + DAY)
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "running"


async def test_without_the_term_a_full_season_waits_for_its_start(league: Played) -> None:
    await league.found(4, terms(most=4))
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"


@pytest.mark.parametrize("kind", FULL)
async def test_killed_before_its_start_a_full_season_starts_once_and_never_short(life: Life, kind: str) -> None:
    of = replace(FULL[kind], when_full=True)
    league = await life.rise()
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    await league.arena.schedule.close()  # nothing that is appointed is done any more
    await enter(league, of.most - 1)
    await league.arena.leagues.leave(league.season, FIRST)
    league = await life.rise()
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"
    await league.arena.schedule.close()
    await enter(league, of.most)
    assert (await league.view()).season.status == "open"
    league = await life.rise()
    await league.arena.idle()
    view = await league.view()
    assert (view.season.status, len(view.entries)) == ("running", of.most)
    met = Counter((each.round, each.leg, frozenset(each.entries)) for each in view.fixtures)
    assert {*met.values()} <= {1}


async def test_of_two_who_join_at_once_one_has_the_last_place_and_it_starts_once(
    league: Played, poster: NotingPoster
) -> None:
    leagues = league.arena.leagues
    await league.found(3, terms(most=4, when_full=True))
    both = await asyncio.gather(*(leagues.join(league.season, each) for each in (1, 2)), return_exceptions=True)
    await league.arena.idle()
    assert [type(each) for each in both if not isinstance(each, Entry)] == [LeagueFull]
    view = await league.view()
    assert (view.season.status, len(view.entries), len(view.fixtures)) == ("running", 4, 6)
    with pytest.raises(CannotBegin):
        await leagues.start(league.season)
    assert [each for each, _ in news(poster)].count("round") == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_full_season_that_cannot_start_says_so_once_and_starts_as_soon_as_it_can(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(8, terms(division_size=4, most=9, when_full=True))
    for each in (await league.view()).entries[:6]:
        await league.arena.decisions.move(league.season, ORGANISER, each.id, 1, say("By request."))
    await league.arena.leagues.join(league.season, 1)
    await league.pass_time(DAY)
    view = await league.view()
    assert (view.season.status, view.overdue) == ("open", True)
    (said,) = [str(load_text(post.payload["text"])) for post in told(poster) if "was due to start" in str(post.payload)]
    assert "was due to start now and won't" in said
    await league.arena.leagues.leave(league.season, FIRST)
    assert not (await league.view()).overdue
    await league.arena.leagues.leave(league.season, FIRST + 1)
    for person in (2, 3):
        await league.arena.leagues.join(league.season, person)
    await league.arena.idle()
    assert (await league.view()).season.status == "running"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_never_fills_up_is_called_off(league: Played, poster: NotingPoster) -> None:
    await league.found(3, terms(most=4, when_full=True))
    for days in (84, 7):
        await league.pass_time(days * DAY)
    assert (await league.view()).season.status == "cancelled"
    assert "too few joined" in str(load_text(told(poster)[-1].payload["text"]))
