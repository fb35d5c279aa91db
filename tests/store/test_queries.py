"""No question that is asked while people play reads a whole table, however many matches are stored."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Table, bindparam, delete, event, insert, select, update
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from admin.__main__ import main
from store import check, schema
from store.database import Database
from store.db import connections
from store.db.connections import SteadyConnection, SteadyCursor
from store.privacy import deletion
from store.ratings import stored as ratings
from store.schema import audit_log, corrections, member_names, people, requests
from store.schema import outbox as posts
from store.schema import people as table
from store.schema.base import checked
from store.tables import (
    audit,
    choices,
    deadlines,
    lobby,
    match_queries,
    matches,
    outbox,
    results,
    watches,
)
from store.tables import (
    people as stored_people,
)
from store.tables import requests as stored_requests
from store.tables.deadlines import Deadline
from store.tables.people import ServerSettings
from store.tables.results import ALL_SERVERS, Correction, Result
from store.tables.values import Person, Subject, TableSeat
from tests.store.samples import START, add_match
from tests.store.samples import event as stored_event

pytestmark = pytest.mark.usefixtures("copied")

Ask: TypeAlias = Callable[[AsyncConnection], Awaitable[object]]

ASKED: dict[str, Ask] = {
    "load": lambda c: matches.load(c, 1),
    "load up to an event": lambda c: matches.load(c, 1, upto=1),
    "append": lambda c: matches.append(c, 1, stored_event(1), status="running", to_act=[2]),
    "end": lambda c: matches.append(c, 1, stored_event(1), status="over", to_act=[], outcome={}),
    "seal": lambda c: matches.seal(c, 1, 0, [(1, "x")], to_act=[2], at=START),
    "park": lambda c: matches.set_parked(c, 1, None),
    "busy in a channel": lambda c: match_queries.busy_in(c, 7),
    "latest in a channel": lambda c: match_queries.latest_in(c, 7),
    "of a user": lambda c: match_queries.summaries(c, match_queries.live_of_person(10)),
    "in a server": lambda c: match_queries.summaries(c, match_queries.live_in_guild(1)),
    "latest of a server": lambda c: match_queries.title_lines(c, 1, 25, wanted="all"),
    "over in a server": lambda c: match_queries.title_lines(c, 1, 25, wanted="over"),
    "running in a server": lambda c: match_queries.title_lines(c, 1, 25),
    "a page of a server": lambda c: match_queries.urgent_lines(c, 1, [7], [1], [2], 0, 10),
    "interrupted in a server": lambda c: match_queries.parked_lines(c, 1),
    "lines of a list": lambda c: match_queries.lines(c, [1, 2]),
    "a player's own": lambda c: match_queries.own_lines(c, 10, 1),
    "seats of a person": lambda c: match_queries.seated(c, 10, [1, 2]),
    "where tables were opened": lambda c: match_queries.homes_of_running(c, [1, 2]),
    "post": lambda c: outbox.add(c, Subject.of_match(1), 0, [("board", 7, {}), ("notice", 7, {})], START),
    "first posts": lambda c: outbox.due(c, 7),
    "finish a post": lambda c: outbox.finish(c, {1: 5}, START),
    "postpone a post": lambda c: outbox.postpone(c, 1, START),
    "drop posts": lambda c: outbox.drop(c, 1, [7, 8], START),
    "was it posted": lambda c: outbox.is_posted(c, 1, 7, "board", 0),
    "latest board": lambda c: outbox.latest_board(c, 1, 7, 5),
    "table": lambda c: lobby.load(c, 1),
    "appoint": lambda c: deadlines.put(c, Deadline("k", "k", START)),
    "next appointment": lambda c: deadlines.next_due(c, ["k"]),
    "due appointments": lambda c: deadlines.due(c, ["k"], START),
    "what can be posted": lambda c: outbox.ready_channels(c, START),
    "doubt what is due": outbox.count_attempts,
    "settings": lambda c: stored_people.set_settings_of_server(c, 1, ServerSettings()),
    "player": lambda c: stored_people.settings_of_player(c, 1),
    "silence log": lambda c: audit.silence_of_match(c, 1),
    "audit log": lambda c: audit.of_match(c, 1),
    "open requests": lambda c: stored_requests.open_of(c, 1),
    "latest request": lambda c: stored_requests.latest(c, 1, 1, "undo"),
    "close a request": lambda c: stored_requests.close(c, 1, "refused", START),
    "plans of a match": lambda c: choices.plans_of(c, 1),
    "plan of a seat": lambda c: choices.plan_of(c, 1, 1),
    "vacations": lambda c: stored_people.vacations_of(c, {1, 2}, START),
    "what follows a match": lambda c: watches.following(c, 1, 1, [1, 2]),
    "watches of a server": lambda c: watches.of_guild(c, 1),
    "commitments": lambda c: choices.commitments_of_decision(c, 1, 0),
    "open commitments": lambda c: choices.reveal(c, 1, 0, {1, 2}),
    "open all commitments": lambda c: choices.reveal_all(c, 1),
    "seats of a user": lambda c: match_queries.live_seats(c, 1),
    "seats of a user in a server": lambda c: match_queries.live_seats(c, 1, 1),
    "servers of a user": lambda c: match_queries.servers_played_in(c, 1),
    "turns that wait": lambda c: match_queries.idle(c, START, START),
    "the next one that waits": lambda c: match_queries.idle_since(c, START),
    "paused matches": match_queries.paused_matches,
    "servers": match_queries.guilds_of_running,
    "computers beaten": lambda c: results.against_computers(c, 1, 10),
    "computers": lambda c: stored_people.any_computer(c, [1, 2]),
    "number in a pool": lambda c: ratings.next_among(c, 1, "tally", "2", "", [1, 2]),
    "ratings of players": lambda c: ratings.skills(c, 1, [1, 2]),
    "opening of all choices": lambda c: choices.reveal_all(c, 1),
    "message of a post": lambda c: outbox.message_of(c, 1, 7, "sealed", {"decision": 1}),
    "note of a post": lambda c: outbox.note_post(c, 1, 7, 0),
}

# What is due is little: these walk through an index that holds nothing else, and through what that comes to.
SMALL = {
    "SCAN outbox USING INDEX ix_outbox_due",
    "SCAN matches USING INDEX ix_matches_live",
    "SCAN anon_1",
    "SCAN CONSTANT ROW",
}


@contextmanager
def statements(connection: AsyncConnection) -> Iterator[list[tuple[str, Any]]]:
    sync = connection.sync_connection
    assert sync is not None
    asked: list[tuple[str, Any]] = []

    if connection.dialect.name == "sqlite":  # where some go to the driver by themselves (`store.db.connections`)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SteadyCursor, "execute", noting(asked, SteadyCursor.execute))
            patch.setattr(SteadyCursor, "executemany", noting(asked, SteadyCursor.executemany))
            patch.setattr(SteadyConnection, "rows", noting(asked, SteadyConnection.rows))
            patch.setattr(SteadyConnection, "many", noting(asked, SteadyConnection.many))
            yield asked
        return

    def note(_c: object, _cursor: object, statement: str, parameters: Any, _context: object, many: bool) -> None:
        asked.append((statement, parameters[0] if many else parameters))

    sqlalchemy_event.listen(sync, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        sqlalchemy_event.remove(sync, "before_cursor_execute", note)


def noting(asked: list[tuple[str, Any]], run: Callable[..., Awaitable[Any]]) -> Callable[..., Any]:
    """Return how a cursor or a connection runs statements, which it notes."""

    async def noted(on: SteadyCursor | SteadyConnection, statement: str, parameters: Any = ()) -> object:
        many = bool(parameters) and isinstance(parameters[0], tuple | list)
        asked.append((statement, parameters[0] if many else parameters))
        return await run(on, statement, parameters)

    return noted


async def stock(connection: AsyncConnection) -> None:
    await add_match(connection)
    await outbox.add(connection, Subject.of_match(1), 0, [("board", 7, {})], START)
    seats = [TableSeat(1, 10, "Ann"), TableSeat(2)]
    await lobby.add(
        connection,
        guild_id=1,
        channel_id=7,
        game="tally",
        mode="2",
        options=(),
        where="here",
        host=Person(10, "Ann"),
        seats=seats,
        at=START,
    )


@pytest.mark.parametrize("question", ASKED)
async def test_no_question_reads_a_whole_table(database: Database, question: str) -> None:
    async with database.write() as connection:
        await stock(connection)
        with statements(connection) as asked:
            await ASKED[question](connection)
        assert asked
        if connection.dialect.name == "postgresql":
            # It would rather read a small table: here only what no index leads to.
            await connection.exec_driver_sql("SET LOCAL enable_seqscan TO off")
        for statement, parameters in asked:
            steps = await plan(connection, statement, parameters)
            assert {step for step in steps if step.startswith("SCAN") or "Seq Scan" in step} <= SMALL, (
                statement,
                steps,
            )


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # whose plan hangs on no count of rows
async def test_lists_read_of_events_who_took_over_seats_and_nothing_else(database: Database) -> None:
    async with database.write() as connection:
        await stock(connection)
        with statements(connection) as asked:
            await ASKED["lines of a list"](connection)
        read = [each for each in asked if "FROM events" in each[0]]
        assert [step for each in read for step in await plan(connection, *each)] == [
            "SEARCH events USING INDEX ix_events_substitutes (kind=? AND match_id=?)"
        ]


async def plan(connection: AsyncConnection, statement: str, parameters: Any) -> list[str]:
    """Return how the database finds the rows of a statement."""
    if connection.dialect.name == "postgresql":
        return [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)]
    return [row.detail for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]


# Results are found by match, person, pool and category, the latest revision alone; nobody changes them.


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
        assert await results.revisions(connection, 1) == [first, again]
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
        assert await results.of_person(connection, 100, ANN, limit=5) == corrected[:1]
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
            await results.best(connection, 100, "tally", "2", "", limit=10)
        finally:
            event.remove(engine, "before_cursor_execute", note)
        for statement, parameters in asked:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row.detail for row in plan]
            assert not [each for each in steps if each.startswith("SCAN") or "TEMP B-TREE FOR ORDER" in each], steps
    assert len(asked) == 4


# What goes to the driver by itself is what SQLAlchemy would have made of it.


LATER = START + timedelta(days=1)
_ADD = insert(corrections)
_OF_MATCH = select(corrections).where(corrections.c.match_id == bindparam("match")).order_by(corrections.c.id)
_CHANGED = (
    update(people)
    .where(people.c.id == bindparam("person"))
    .values(account=people.c.account + 2, created_at=bindparam("met"))
    .returning(people.c.account, people.c.kind == "human", people.c.created_at)
)
_ADD_PERSON = insert(people)


def correction(number: int, at: datetime, **more: object) -> dict[str, object]:
    row: dict[str, object] = {
        "id": number,
        "guild_id": 2**40,
        "match_id": 7,
        "revision": number,
        "kind": "ranks",
        "detail": {"ranks": [1, 2], "of": "Zoé"},
        "person_id": 3,
        "at": at,
        "why": "a 'quoted' word?",
        "undoes": None,
    }
    return checked("corrections", row | more)


async def test_values_of_every_type_come_back_as_they_were(database: Database) -> None:
    eastern = datetime(2026, 5, 1, 12, 0, 0, 250, tzinfo=timezone(timedelta(hours=2)))
    rows = [correction(1, START), correction(2, eastern, why=[None, 1.5], detail={})]
    last = correction(3, START)
    ordered = tuple(reversed(last))
    async with database.write() as connection:
        await connections.write(connection, _ADD, rows)
        await connections.add(connection, _ADD, ordered, [tuple(map(last.get, ordered))])
        await connections.add(connection, _ADD, ordered, [])
    async with database.read() as connection:
        found = await connections.read(connection, _OF_MATCH, {"match": 7})
        assert found == [tuple(row) for row in await connection.execute(_OF_MATCH, {"match": 7})]
        assert await connections.read(connection, _OF_MATCH, {"match": 8}) == []
    names = [column.name for column in corrections.columns]
    assert [dict(zip(names, row, strict=True)) for row in found] == [*rows, last]
    assert [row[names.index("at")].tzinfo for row in found] == [UTC] * 3


async def test_times_are_stored_as_sqlalchemy_stores_them(database: Database) -> None:
    times = [START, datetime(1, 1, 1, tzinfo=UTC), datetime(2026, 5, 1, 23, 59, 59, 7, timezone(timedelta(hours=-9)))]
    async with database.write() as connection:
        await connections.write(connection, _ADD, [correction(number, at) for number, at in enumerate(times, 1)])
        await connection.execute(_ADD, [correction(number, at) for number, at in enumerate(times, 4)])
        stored = list(await connection.exec_driver_sql("SELECT at FROM corrections ORDER BY id"))
        assert stored[:3] == stored[3:]
        naive = datetime(2026, 5, 1)  # noqa: DTZ001 - that is the point
        row = {**correction(7, START), "at": naive}
        with pytest.raises((ValueError, StatementError), match="a time without a zone"):
            await connections.write(connection, _ADD, [row])


async def test_what_a_statement_says_itself_and_what_it_gives_back(database: Database) -> None:
    async with database.write() as connection:
        await connections.write(connection, _ADD, [])
        await connections.write(connection, _ADD_PERSON, [person(1), person(2)])
        assert await connections.read(connection, _CHANGED, {"person": 2, "met": LATER}) == [(7, True, LATER)]
        assert await connections.read(connection, _CHANGED, {"person": 3, "met": LATER}) == []


def test_what_a_statement_says_itself_is_no_parameter() -> None:
    # SQLite would plan it anew each time: the index over what is not posted yet, for example, is for one kind.
    due = select(posts.c.id).where(posts.c.channel_id == bindparam("channel"), posts.c.kind == "it's")
    translated = connections._translated(due, ("channel",))
    assert "outbox.kind = 'it''s'" in translated.sql
    assert [name for name, _ in translated.parameters] == ["channel"]


def person(number: int) -> dict[str, object]:
    row = {"account": 3 + number, "kind": "human", "created_at": START, "deleted_at": None}
    return {"id": number, "erasure_key": b"key", **checked("people", row)}


async def test_an_error_is_one_of_sqlalchemys_and_quotes_no_values(database: Database) -> None:
    async with database.write() as connection:
        await connections.write(connection, _ADD, [correction(1, START)])
    with pytest.raises(IntegrityError) as caught:
        await twice(database)
    assert "secret" not in str(caught.value)
    async with database.read() as connection:
        assert len(await connections.read(connection, _OF_MATCH, {"match": 7})) == 1


async def twice(database: Database) -> None:
    async with database.write() as connection:
        rows = [correction(2, START), correction(1, START, why="a secret")]
        await connections.add(connection, _ADD, tuple(rows[0]), [tuple(row.values()) for row in rows])


async def test_what_sqlalchemy_would_fill_in_has_to_be_given(database: Database) -> None:
    row = {name: value for name, value in person(1).items() if name != "erasure_key"}
    async with database.write() as connection:
        if connection.dialect.name != "sqlite":
            pytest.skip("SQLAlchemy does it there")
        with pytest.raises(ValueError, match="filled in"):
            await connections.write(connection, _ADD_PERSON, [row])


# What posts, lines of the audit log and requests are about: a match, or something else that no match's rows show.


async def test_what_is_about_a_table_is_not_about_the_match_of_the_same_number(database: Database) -> None:
    async with database.write() as connection:
        number = await add_match(connection)
        table = Subject("table", number)
        await outbox.add(connection, Subject.of_match(number), 0, [("board", 7, {"role": "board"})], START)
        await outbox.add(connection, table, 0, [("notice", 7, {"text": "closing"})], START, 1)
        first = await outbox.due(connection, 7)
        assert first is not None
        assert ([post.match_id for post in first.posts], first.more) == ([number], True)
        await outbox.finish(connection, {first.posts[0].id: 70}, START)
        second = await outbox.due(connection, 7)
        assert second is not None
        (notice,) = second.posts
        assert (notice.subject, notice.seq, second.more) == (table, 0, False)
        with pytest.raises(ValueError, match=f"table {number} is no match"):
            notice.match_id  # noqa: B018 - it is asked for
        await outbox.finish(connection, {notice.id: 71}, START)
        assert [message for _, message in await outbox.post_arrived(connection, number, 7, ("board", "notice"))] == [70]
        assert await outbox.prunable(connection, 0, LATER, 9) == ([notice.id], notice.id)
        await audit.add(
            connection, guild_id=1, subject=table, code="closed", person_id=10, detail={"reason": "late"}, at=START
        )
        assert await audit.of_match(connection, number) == []
        row = (await connection.execute(select(audit_log))).one()
        assert (row.subject, row.subject_id, row.match_id) == ("table", number, None)
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_row_that_says_two_things_is_refused(database: Database) -> None:
    rows: dict[Table, dict[str, Any]] = {
        posts: {"seq": 0, "kind": "notice", "channel_id": 7, "payload": {}, "attempts": 0, "created_at": START},
        audit_log: {"guild_id": 1, "code": "closed", "person_id": 10, "detail": {}, "at": START},
        requests: {"seq": 0, "kind": "draw", "seat": 1, "person_id": 10, "detail": {}, "agreed": [], "status": "open"}
        | {"created_at": START},
    }
    async with database.write() as connection:
        await add_match(connection)
    for subject, subject_id, match_id in (("match", 1, None), ("table", 1, 1), ("match", 2, 1), (None, 1, 1)):
        about = {"subject": subject, "subject_id": subject_id, "match_id": match_id}
        for name, row in rows.items():
            with pytest.raises(IntegrityError):
                async with database.write() as connection:
                    await connection.execute(insert(name), {**row, **about})


# People: one for an account, names by server, and nothing but a number once they are forgotten.


PEOPLE_ANN, PEOPLE_BOB = 276301852911271937, 198452003347628033


async def test_an_account_is_one_person_however_often_it_comes(database: Database) -> None:
    async with database.write() as connection:
        assert await stored_people.find(connection, PEOPLE_ANN) is None
        ann = await stored_people.enter(connection, PEOPLE_ANN, START)
        bob = await stored_people.enter(connection, PEOPLE_BOB, START)
        assert await stored_people.enter(connection, PEOPLE_ANN, START + timedelta(days=1)) == ann != bob
        assert (await stored_people.find(connection, PEOPLE_ANN), await stored_people.find(connection, PEOPLE_BOB)) == (
            ann,
            bob,
        )
        assert await stored_people.load(connection, ann) == stored_people.StoredPerson(ann, PEOPLE_ANN, "human", START)
        assert await stored_people.load(connection, bob + 1) is None
        assert await stored_people.accounts(connection, {ann, bob, bob + 1}) == {ann: PEOPLE_ANN, bob: PEOPLE_BOB}
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_name_is_that_of_a_server_and_the_latest(database: Database) -> None:
    async with database.write() as connection:
        ann = await stored_people.enter(connection, PEOPLE_ANN, START)
        await stored_people.remember(connection, 1, ann, "Ann")
        await stored_people.remember(connection, 2, ann, "Annie")
        await stored_people.remember(connection, 1, ann, "A\0nna")
        assert await stored_people.names(connection, 1, {ann, ann + 1}) == {ann: "Anna"}
        assert await stored_people.names(connection, 2, {ann}) == {ann: "Annie"}
        assert await stored_people.names(connection, 3, {ann}) == {}


async def test_who_is_forgotten_stays_as_a_number_and_comes_back_as_another_player(database: Database) -> None:
    async with database.write() as connection:
        ann, bob = (
            await stored_people.enter(connection, PEOPLE_ANN, START),
            await stored_people.enter(connection, PEOPLE_BOB, START),
        )
        for person in (ann, bob):
            await stored_people.remember(connection, 1, person, f"name of {person}")
        for days in (1, 2):  # the second time nothing is left to do
            await stored_people.forget(connection, ann, START + timedelta(days=days))
        await stored_people.forget(connection, bob + 1, START)
        gone = await stored_people.load(connection, ann)
        assert gone == stored_people.StoredPerson(ann, None, "human", START, START + timedelta(days=1))
        assert await stored_people.accounts(connection, {ann, bob}) == {bob: PEOPLE_BOB}
        assert await stored_people.names(connection, 1, {ann, bob}) == {bob: f"name of {bob}"}
        again = await stored_people.enter(connection, PEOPLE_ANN, START)
        assert again not in {ann, bob}
        assert list((await connection.execute(select(member_names.c.person_id))).scalars()) == [bob]
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_computer_is_nobodys_account(database: Database) -> None:
    row = checked("people", {"account": None, "kind": "computer", "created_at": START, "deleted_at": None})
    async with database.write() as connection:
        computer = (await connection.execute(insert(table).returning(table.c.id), row)).scalar_one()
        assert await stored_people.accounts(connection, {computer}) == {}
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await connection.execute(update(table).values(account=PEOPLE_ANN))


# Deletions that a restored backup does not know are applied to it, by a list from which nobody can be told.


ACCOUNT, NAME = 7_340_129_855_001_223_111, "Zyxwvut Nameless"


async def met(database: Database, *accounts: int) -> list[int]:
    """Have people known, each with a name in a server."""
    async with database.write() as connection:
        found = [await stored_people.enter(connection, account, START) for account in accounts]
        for person_id in found:
            await stored_people.remember(connection, 1, person_id, f"{NAME} {person_id}")
    return found


async def prepare(path: Path, backup: Path) -> None:
    """Make a backup of a database with people, one of whom is deleted after it."""
    database = await Database.open(path)
    _, who, _ = await met(database, ACCOUNT - 1, ACCOUNT, ACCOUNT + 1)
    await database.checkpoint()
    shutil.copy(path, backup)
    async with database.write() as connection:
        assert await deletion.delete_person(connection, who, START)
        assert not await deletion.delete_person(connection, who, START)
        known = await deletion.every(connection)
    deletion.list_deletion(deletion.deletion_list_path(path), known)
    await database.close()


def accounts(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as raw:
        return [account for (account,) in raw.execute("SELECT account FROM people WHERE account IS NOT NULL")]


@pytest.mark.parametrize("beside", [True, False], ids=["beside the database", "named"])
def test_a_backup_forgets_by_the_list(tmp_path: Path, beside: bool, capsys: pytest.CaptureFixture[str]) -> None:
    path, backup = tmp_path / "arena.db", tmp_path / "restored" / "arena.db"
    backup.parent.mkdir()
    asyncio.run(prepare(path, backup))
    listed = deletion.deletion_list_path(path)
    assert accounts(backup) == [ACCOUNT - 1, ACCOUNT, ACCOUNT + 1]
    if beside:
        shutil.copy(listed, deletion.deletion_list_path(backup))
    more = [] if beside else ["--deletions", str(listed)]

    assert main(["--database", str(backup), "upgrade", *more]) == 0
    assert "deletions repeated from" in (told := capsys.readouterr().out)
    assert ": 1\n" in told
    assert accounts(backup) == [ACCOUNT - 1, ACCOUNT + 1]
    content = backup.read_bytes()
    assert ACCOUNT.to_bytes(8, "big") not in content
    assert f"{NAME} 2".encode() not in content
    assert f"{NAME} 3".encode() in content

    assert main(["--database", str(backup), "upgrade", *more]) == 0
    assert "deleted again" not in capsys.readouterr().out


def test_the_list_tells_of_nobody(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    asyncio.run(prepare(path, tmp_path / "backup"))
    text = deletion.deletion_list_path(path).read_text(encoding="ascii")
    assert re.fullmatch(r"[0-9a-f]{32}\n", text)
    # The key of which it is a hash is gone with the person.
    with closing(sqlite3.connect(path)) as raw:
        keys = raw.execute("SELECT id, erasure_key FROM people ORDER BY id").fetchall()
    assert [(number, key is None) for number, key in keys] == [(1, False), (2, True), (3, False)]
    assert len({key for _, key in keys}) == 3


def test_who_was_not_deleted_is_not_taken_for_a_person_with_their_number(tmp_path: Path) -> None:
    """A number is given again where a backup is older than the person: their keys differ."""
    path, backup = tmp_path / "arena.db", tmp_path / "restored.db"

    async def work() -> None:
        database = await Database.open(path)
        await database.checkpoint()
        shutil.copy(path, backup)
        (who,) = await met(database, ACCOUNT)
        async with database.write() as connection:
            await deletion.delete_person(connection, who, START)
            known = await deletion.every(connection)
        await database.close()
        restored = await Database.open(backup)
        (other,) = await met(restored, ACCOUNT + 5)
        assert other == who
        async with restored.write() as connection:
            assert await deletion.again(connection, known, START) == []
        await restored.close()

    asyncio.run(work())
    assert accounts(backup) == [ACCOUNT + 5]


def test_a_list_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "arena.db"
    asyncio.run(prepare(path, tmp_path / "backup"))
    assert main(["--database", str(path), "upgrade", "--deletions", str(tmp_path / "mistyped")]) == 1
    assert "there's no list" in capsys.readouterr().err
