"""The start of a season writes all of its entries together, and holds its database no longer than that takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import event

from hosting.league import state
from hosting.league.beginning import TOGETHER
from store.league import entries, fixtures
from store.matches import WriteConflict
from tests.hosting.league.playing import Played, terms


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


async def test_what_changes_between_the_look_and_the_hold_is_looked_at_again(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season is read before it is held: whatever another writer did meanwhile is not missed, nor done twice."""
    view = await league.found(4)
    real, times = state.load_pressing, 0

    async def slow(*given: object) -> object:
        nonlocal times
        found = await real(*given)  # type: ignore[arg-type]
        times += 1
        if times == 1:  # another writer comes between the two
            async with league.arena.db.write() as connection:
                await entries.save(connection, view.season, (await league.view()).entries[0])
        return found

    monkeypatch.setattr(state, "load_pressing", slow)
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
