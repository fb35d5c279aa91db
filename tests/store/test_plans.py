"""No question that is asked while people play reads a whole table, however many matches are stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database import Database
from store.db.connections import SteadyConnection, SteadyCursor
from store.ratings import stored as ratings
from store.tables import (
    answers,
    audit,
    commitments,
    deadlines,
    lobby,
    match_queries,
    matches,
    outbox,
    people,
    requests,
    settings,
    watches,
)
from store.tables.deadlines import Deadline
from store.tables.settings import ServerSettings
from store.tables.values import Person, Subject, TableSeat
from tests.store.samples import START, add_match, event

pytestmark = pytest.mark.usefixtures("copied")

Ask: TypeAlias = Callable[[AsyncConnection], Awaitable[object]]

ASKED: dict[str, Ask] = {
    "load": lambda c: matches.load(c, 1),
    "load up to an event": lambda c: matches.load(c, 1, upto=1),
    "append": lambda c: matches.append(c, 1, event(1), status="running", to_act=[2]),
    "end": lambda c: matches.append(c, 1, event(1), status="over", to_act=[], outcome={}),
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
    "post": lambda c: outbox.add(c, Subject.of_match(1), 0, [("board", 7, {}), ("status", 7, {})], START),
    "first posts": lambda c: outbox.due(c, 7),
    "finish a post": lambda c: outbox.finish(c, {1: 5}, START),
    "postpone a post": lambda c: outbox.postpone(c, 1, START),
    "drop posts": lambda c: outbox.drop(c, 1, [7, 8], START),
    "was it posted": lambda c: outbox.is_posted(c, 1, 7, "board", 0),
    "previous of a match": lambda c: outbox.previous_post(c, 7, "status", 5, 1),
    "previous in a channel": lambda c: outbox.previous_post(c, 7, "status", 5, None),
    "table": lambda c: lobby.load(c, 1),
    "appoint": lambda c: deadlines.put(c, Deadline("k", "k", START)),
    "next appointment": lambda c: deadlines.next_due(c, ["k"]),
    "due appointments": lambda c: deadlines.due(c, ["k"], START),
    "what can be posted": lambda c: outbox.ready_channels(c, START),
    "doubt what is due": outbox.doubt,
    "settings": lambda c: settings.set_server(c, 1, ServerSettings()),
    "player": lambda c: settings.player(c, 1),
    "silence log": lambda c: audit.silence_of_match(c, 1),
    "audit log": lambda c: audit.of_match(c, 1),
    "open requests": lambda c: requests.open_of(c, 1),
    "latest request": lambda c: requests.latest(c, 1, 1, "undo"),
    "close a request": lambda c: requests.close(c, 1, "refused", START),
    "plans of a match": lambda c: answers.plans_of(c, 1),
    "plan of a seat": lambda c: answers.plan_of(c, 1, 1),
    "vacations": lambda c: people.vacations_of(c, {1, 2}, START),
    "what follows a match": lambda c: watches.following(c, 1, 1, [1, 2]),
    "watches of a server": lambda c: watches.of_guild(c, 1),
    "commitments": lambda c: commitments.of_decision(c, 1, 0),
    "open commitments": lambda c: commitments.reveal(c, 1, 0, {1, 2}),
    "open all commitments": lambda c: commitments.reveal_all(c, 1),
    "seats of a user": lambda c: match_queries.live_seats(c, 1),
    "turns that wait": lambda c: match_queries.idle(c, START, START),
    "the next one that waits": lambda c: match_queries.idle_since(c, START),
    "paused matches": match_queries.paused_matches,
    "servers": match_queries.guilds_of_running,
    "computers": lambda c: people.any_computer(c, [1, 2]),
    "number in a pool": lambda c: ratings.next_among(c, 1, "tally", "2", "", [1, 2]),
    "ratings of players": lambda c: ratings.skills(c, 1, [1, 2]),
    "opening of all choices": lambda c: commitments.reveal_all(c, 1),
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

    if connection.dialect.name == "sqlite":  # where some go to the driver by themselves (`store.db.raw`)
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
