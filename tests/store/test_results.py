"""Results are found by match, person, pool and category, the latest revision alone; nobody changes them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, event, update
from sqlalchemy.exc import IntegrityError

from store import check, schema
from store.database import Database
from store.tables import results
from store.tables.results import ALL_SERVERS, Correction, Result
from tests.store.samples import START

pytestmark = pytest.mark.usefixtures("copied")

ANN, BOB, CLEO, DAN = 1, 2, 3, 4
PLAIN = Result(
    match_id=1,
    revision=0,
    seat=1,
    guild_id=100,
    game="tally",
    mode="2",
    options=(("speed", "fast"),),
    team=None,
    starter_id=ANN,
    finisher_id=ANN,
    excused=False,
    turns=4,
    starter_turns=4,
    finisher_turns=4,
    rank=1,
    score=120,
    started_at=START,
    ended_at=START + timedelta(hours=1),
    termination="rules",
)


def match(number: int, *people: int, hours: int = 1, **changed: Any) -> list[Result]:
    """Return the results of a match that the first of these people won."""
    return [
        PLAIN._replace(
            match_id=number,
            seat=seat,
            starter_id=person,
            finisher_id=person,
            rank=1 if seat == 1 else 2,
            score=120 if seat == 1 else 0,
            ended_at=START + timedelta(hours=hours),
            **changed,
        )
        for seat, person in enumerate(people, 1)
    ]


async def test_results_are_read_as_they_were_written(database: Database) -> None:
    whole = PLAIN._replace(
        team=1,
        finisher_id=BOB,
        excused=True,
        why="undecided",
        points=7.5,
        pool_id=3,
        rated="hold",
        player_id=ANN,
        pool_no=9,
        gave_up="time",
        opening="1/3",
        thought=90,
        timed=2,
        features=(("people", "Terrans"),),
    )
    alone = PLAIN._replace(match_id=2, score=None, why="solo", points=[3, 12], category="boss=witch", merit=7)
    async with database.write() as connection:
        await results.add(connection, [whole])
        await results.add(connection, [alone])
    async with database.read() as connection:
        assert await results.of_match(connection, 1) == [whole]
        assert await results.of_match(connection, 2) == [alone]
        assert await results.of_match(connection, 3) == []
    assert [fault async for fault in check.row_faults(database)] == []


async def test_only_the_latest_revision_is_found(database: Database) -> None:
    first, again = match(1, ANN, BOB), match(1, BOB, ANN, revision=1)
    async with database.write() as connection:
        await results.add(connection, first)
        await results.add(connection, again)
    async with database.read() as connection:
        assert await results.of_match(connection, 1) == again
        assert await results.of_revision(connection, 1, 0) == first
        assert await results.of_person(connection, 100, ANN, limit=5) == [again[1]]


async def test_those_of_a_person_come_from_both_ends_of_a_seat(database: Database) -> None:
    handed = [each._replace(finisher_id=CLEO) if each.seat == 1 else each for each in match(3, ANN, BOB, hours=3)]
    async with database.write() as connection:
        for rows in (
            match(1, ANN, BOB, hours=5),
            match(2, BOB, CLEO, hours=4, game="duel"),
            handed,
            match(4, CLEO, ANN, hours=2),
        ):
            await results.add(connection, rows)
    async with database.read() as connection:

        async def found(person: int, **wanted: Any) -> list[int]:
            return [each.match_id for each in await results.of_person(connection, 100, person, **wanted)]

        assert await found(CLEO, limit=9) == [2, 3, 4]
        assert await found(CLEO, limit=2) == [2, 3]
        assert await found(CLEO, limit=9, game="tally") == [3, 4]
        assert await found(ANN, limit=9, since=START + timedelta(hours=3)) == [1, 3]
        assert await found(DAN, limit=9) == []
        assert await results.of_person(connection, 101, ANN, limit=9) == []


async def test_a_pool_is_read_in_its_own_order(database: Database) -> None:
    async with database.write() as connection:
        for number, pool_no in ((1, 2), (2, 1), (3, 3)):
            await results.add(connection, match(number, ANN, BOB, pool_id=5, pool_no=pool_no, rated="full"))
        await results.add(connection, match(4, ANN, BOB))
        await results.add(connection, match(3, BOB, ANN, revision=1))  # is rated no more
    async with database.read() as connection:
        assert [(each.match_id, each.seat) for each in await results.of_pool(connection, 5)] == [
            *((2, 1), (2, 2)),
            *((1, 1), (1, 2)),
        ]
        assert [each.match_id for each in await results.of_pool(connection, 5, after=1)] == [1, 1]


async def test_the_best_of_a_category_come_first(database: Database) -> None:
    async with database.write() as connection:
        for number, merit, category in ((1, 5, "a=1"), (2, 9, "a=1"), (3, 9, "a=1"), (4, 99, "a=2"), (5, 99, "a=1")):
            alone = PLAIN._replace(match_id=number, why="solo", score=None, category=category, merit=merit)
            await results.add(connection, [alone])
            if number == 5:
                void = alone._replace(revision=1, why="void", category=None, merit=None)
                await results.add(connection, [void])
    async with database.read() as connection:
        best = await results.best(connection, 100, "tally", "2", "a=1", limit=2)
    assert [each.match_id for each in best] == [2, 3]


async def test_corrections_are_listed_in_their_order(database: Database) -> None:
    first = Correction(0, 100, 1, 1, "ranks", {"ranks": [2, 1]}, DAN, START, {"say": "so"})
    undone = Correction(0, 100, 1, 2, "undo", {}, DAN, START, {"say": "no"}, undoes=1)
    async with database.write() as connection:
        written = [await results.add_correction(connection, each) for each in (first, undone)]
    async with database.read() as connection:
        assert await results.corrections_of(connection, 1) == written
        assert await results.corrections_of(connection, 2) == []
    assert [each.id for each in written] == [1, 2]
    assert [fault async for fault in check.row_faults(database)] == []


@pytest.mark.parametrize("table", [schema.results, schema.corrections], ids=str)
async def test_nobody_changes_what_came_of_a_match(database: Database, table: Any) -> None:
    async with database.write() as connection:
        await results.add(connection, match(1, ANN, BOB))
        await results.add_correction(connection, Correction(0, 100, 1, 1, "void", {}, DAN, START, {}))
    for statement in (update(table).values(guild_id=0), delete(table)):
        with pytest.raises(IntegrityError, match="only ever added to"):
            async with database.write() as connection:
                await connection.execute(statement)


async def test_what_all_servers_count_stands_apart(database: Database) -> None:
    here = match(1, ANN, BOB)
    shared = [each._replace(guild_id=ALL_SERVERS, pool_id=5, pool_no=1, rated="full") for each in here]
    corrected = [each._replace(revision=1, rank=1) for each in here]
    async with database.write() as connection:
        await results.add(connection, [*here, *shared])
        await results.add(connection, corrected)
    async with database.read() as connection:
        assert await results.of_match(connection, 1) == corrected
        assert await results.of_match(connection, 1, everywhere=True) == shared  # the other one's correction aside
        assert await results.revisions(connection, 1) == [here, corrected]
        assert await results.of_revision(connection, 1, 0, everywhere=True) == shared
        assert await results.of_person(connection, 100, ANN, limit=5) == corrected[:1]
        assert await results.of_pool(connection, 5) == shared
        assert await results.latest_page(connection, 0, 9) == corrected


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # which tells how it finds rows
async def test_whatever_is_asked_for_is_a_walk_along_an_index(database: Database) -> None:
    asked: list[tuple[str, Any]] = []

    async with database.read() as connection:
        engine = connection.sync_engine

        def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if statement.startswith("SELECT"):
                asked.append((statement, parameters))

        event.listen(engine, "before_cursor_execute", note)
        try:
            await results.of_match(connection, 1)
            await results.of_person(connection, 100, ANN, limit=50, since=START)
            await results.of_pool(connection, 5)
            await results.best(connection, 100, "tally", "2", "", limit=10)
        finally:
            event.remove(engine, "before_cursor_execute", note)
        for statement, parameters in asked:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row.detail for row in plan]
            assert not [each for each in steps if each.startswith("SCAN") or "TEMP B-TREE FOR ORDER" in each], steps
    assert len(asked) == 5
