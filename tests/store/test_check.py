"""Every row that tells of a match has a checksum, whichever code wrote it, and stays right when it is changed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, update

from engine.game import Json
from store import check
from store.check import COLUMNS, unknown_people
from store.database import Database
from store.schema import base, feature_totals, metadata, pairs, person_totals
from store.tables import lobby, matches, outbox, people, results, watches
from store.tables.results import ALL_SERVERS, Result, Tally
from store.tables.values import MatchSeat, Person, PostKind, Subject, TableSeat
from store.tables.watches import WatchKind
from tests.store.samples import START, add_match, end, event
from tests.store.test_queries import ANN, BOB, CLEO, match

pytestmark = pytest.mark.usefixtures("copied")


def test_every_covered_column_is_there_and_every_checksum_covers_something() -> None:
    assert {name for name, table in metadata.tables.items() if "checksum" in table.c} == base.COVERED.keys()
    for name, columns in base.COVERED.items():
        assert set(columns) <= {column.name for column in metadata.tables[name].columns}


def test_a_moment_has_one_checksum_in_whatever_zone_it_is_told() -> None:
    elsewhere = START.astimezone(timezone(timedelta(hours=9)))
    assert base.checksum([START]) == base.checksum([elsewhere])
    assert base.checksum([START]) != base.checksum([START + timedelta(microseconds=1)])
    with pytest.raises(TypeError, match="no checksum for set"):
        base.checksum([{1}])


def test_it_covers_what_came_before() -> None:
    assert base.checksum([1], b"a") != base.checksum([1], b"b")
    assert base.checksum(["ab", ""]) != base.checksum(["a", "b"])


async def test_what_is_changed_later_gets_another(database: Database) -> None:
    async with database.write() as connection:
        match_id = await add_match(connection)
        await matches.append(connection, match_id, event(1), status="running", to_act=[2])
        await matches.append(connection, match_id, event(2), status="running", to_act=[1])
        await matches.set_seat(connection, match_id, MatchSeat(2, 30, "Cleo", 1))
        await matches.set_clocks(connection, [(match_id, {"left": [1, 2]}, None)])
        table = await lobby.add(
            connection,
            guild_id=1,
            channel_id=7,
            game="tally",
            mode="2",
            options=(("speed", "fast"),),
            where="here",
            host=Person(10, "Ann"),
            seats=[TableSeat(1, 10, "Ann"), TableSeat(2)],
            at=datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=1))),
        )
        await lobby.save(connection, table)
    assert [fault async for fault in check.row_faults(database)] == []


async def test_each_row_that_was_changed_past_the_program_is_named(database: Database) -> None:
    async with database.write() as connection:
        for channel_id in (7, 8):
            await add_match(connection, channel_id)
        await connection.execute(update(metadata.tables["matches"]).values(seed=b"another"))
    assert [fault async for fault in check.row_faults(database)] == [
        "matches: row (1,) is not what was written",
        "matches: row (2,) is not what was written",
    ]


# A person who is named and does not exist is found, in whatever column.


NOBODY = frozenset(
    (
        *("guild_id", "match_id", "table_id", "channel_id", "message_id", "pool_id", "subject_id", "organiser_role_id"),
        *("seek_id", "lobby_id", "pairing_id"),
        *("league_id", "season_id", "entry_id", "fixture_id", "decision_id"),
    )
)
"""Names of columns that are no person, or none in every row: who adds one, says so here or in `COLUMNS`."""


def test_every_column_with_a_number_is_known() -> None:
    names = {column.name for table in metadata.tables.values() for column in table.c if column.name.endswith("_id")}
    assert names - COLUMNS - {"target_id"} <= NOBODY
    assert names >= COLUMNS
    assert not COLUMNS & NOBODY


async def test_who_does_not_exist_is_named_with_the_place(database: Database) -> None:
    async with database.write() as connection:
        assert await unknown_people(connection) == []
        ann = await people.enter(connection, 276301852911271937, START)
        await add_match(connection)
        await people.add_vacation(connection, ann, START, START.replace(year=2027), START)
        followed: tuple[tuple[WatchKind, int], ...] = (("player", 40), ("server", 50))
        for kind, target in followed:
            await watches.add(
                *(connection,),
                guild_id=1,
                channel_id=7,
                kind=kind,
                target_id=target,
                quiet=True,
                person_id=ann,
                at=START,
            )
        kinds: tuple[PostKind, PostKind] = ("private", "notice")
        nothing: dict[str, Json] = {}
        posts = [(kinds[0], 60, nothing), (kinds[0], ann, nothing), (kinds[1], 70, nothing)]
        await outbox.add(connection, Subject.of_match(1), 0, posts, START)
        assert sorted(await unknown_people(connection)) == [
            f"{where} names person {number}, who doesn't exist"
            for where, number in (
                ("match_seats: person_id", 10),
                ("match_seats: person_id", 20),
                ("matches: organiser_id", 10),
                ("outbox: channel_id", 60),
                ("watches: target_id", 40),
            )
        ]


# Totals are what the latest results come to, however they came about.


async def stored(database: Database) -> Tally:
    async with database.read() as connection:
        return await results.stored_totals(connection)


def nothing_of(found: Tally) -> Tally:
    """Return a tally without the rows in which nothing is counted any more."""
    return {table: {key: each for key, each in rows.items() if any(each)} for table, rows in found.items()}


def test_a_match_of_two() -> None:
    one, other = match(1, ANN, BOB)
    found = results.tally([[one._replace(opening="1/3", features=(("people", "Terrans"),)), other._replace(turns=0)]])
    assert found[person_totals] == {
        (100, ANN, "tally", "2", 1): (1, 1, 0, 0, 120, 4),
        (100, BOB, "tally", "2", 2): (1, 0, 0, 1, 0, 4),
    }
    assert found[pairs] == {(100, ANN, BOB, "tally"): (1, 1, 0, 120), (100, BOB, ANN, "tally"): (1, 0, 1, 0)}
    assert found[feature_totals] == {
        (100, "tally", "2", "seat", "1"): (1, 120, 14400),
        (100, "tally", "2", "seat", "2"): (1, 0, 0),
        (100, "tally", "2", "opening", "1/3"): (1, 120, 14400),
        (100, "tally", "2", "people", "Terrans"): (1, 120, 14400),
        (100, "tally", "2", "option:speed", "fast/1"): (1, 120, 14400),
        (100, "tally", "2", "option:speed", "fast/2"): (1, 0, 0),
    }


def test_who_shares_the_first_place_has_drawn_and_partners_are_no_opponents() -> None:
    three = [
        each._replace(rank=min(each.seat, 2), score=(90, 90, 0)[each.seat - 1]) for each in match(1, ANN, BOB, CLEO)
    ]
    three[1] = three[1]._replace(rank=1)
    three[2] = three[2]._replace(rank=3)
    found = results.tally([three])
    assert [row[:4] for row in found[person_totals].values()] == [(1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 0, 1)]
    assert found[pairs][100, ANN, BOB, "tally"] == (1, 0, 0, 60)
    assert found[pairs][100, CLEO, BOB, "tally"] == (1, 0, 1, 0)
    teams = [each._replace(team=0 if each.seat != 3 else 1) for each in three]
    assert (100, ANN, BOB, "tally") not in results.tally([teams])[pairs]


@pytest.mark.parametrize("why", ["void", "aborted", "undecided", "position"])
def test_what_does_not_count_is_in_no_total(why: Any) -> None:
    assert not any(results.tally([match(1, ANN, BOB, why=why)]).values())


def test_a_seat_that_changed_hands_stands_in_the_record_of_whom_it_concerns() -> None:
    lost = match(1, CLEO, ANN)[1]._replace(finisher_id=BOB, starter_turns=1, finisher_turns=3)
    assert results.credited(lost) == ANN
    assert results.credited(lost._replace(excused=True)) is None
    won = lost._replace(score=120, rank=1)
    assert results.credited(won) == BOB
    assert results.credited(won._replace(finisher_turns=2)) is None
    found = results.tally([[match(1, CLEO, ANN)[0], won._replace(rank=2)]])
    assert found[person_totals][100, BOB, "tally", "2", 2][-1] == 3
    assert (100, ANN, CLEO, "tally") not in found[pairs]


_seats = st.lists(st.sampled_from((ANN, BOB, CLEO)), min_size=2, max_size=3, unique=True)
_match = st.builds(
    lambda number, people, why, opening: match(number, *people, why=why, opening=opening),
    st.integers(1, 3),
    _seats,
    st.sampled_from((None, "void")),
    st.sampled_from((None, "1", "2")),
)


@given(st.lists(_match, max_size=4), st.lists(_match, max_size=4))
def test_a_difference_leads_from_one_to_the_other(before: list[list[Result]], after: list[list[Result]]) -> None:
    one, other = results.tally(before), results.tally(after)
    step = results.totals_difference(one, other)
    both: Tally = {table: dict(rows) for table, rows in one.items()}
    results.joined_totals(both, step)
    assert nothing_of(both) == nothing_of(other)


async def test_totals_grow_by_adding(database: Database) -> None:
    matches = [match(1, ANN, BOB), match(2, BOB, ANN), match(3, ANN, CLEO, BOB)]
    for each in matches:
        async with database.write() as connection:
            await results.add_totals(connection, results.tally([each]))
    assert await stored(database) == results.tally(matches)
    async with database.write() as connection:
        await results.add_totals(
            connection, results.totals_difference(results.tally(matches), results.tally(matches[:1]))
        )
    assert nothing_of(await stored(database)) == results.tally(matches[:1])


async def test_a_total_that_does_not_fit_the_results_is_named(database: Database) -> None:
    async with database.write() as connection:
        for rows in (match(1, ANN, BOB), match(1, BOB, ANN, revision=1), match(2, BOB, CLEO)):
            await results.add(connection, rows)
        await results.add_totals(connection, results.tally([match(1, BOB, ANN), match(2, BOB, CLEO)]))
    assert [fault async for fault in check.result_faults(database)] == []
    async with database.write() as connection:
        await connection.execute(update(pairs).where(pairs.c.person_id == ANN).values(won=7))
        await connection.execute(delete(person_totals).where(person_totals.c.person_id == CLEO))
    lost, pair = (100, CLEO, "tally", "2", 2), (100, ANN, BOB, "tally")
    assert [fault async for fault in check.result_faults(database)] == [
        f"person_totals: row {lost} holds {(0,) * 6}, the results add up to {(1, 0, 0, 1, 0, 4)}",
        f"pairs: row {pair} holds {(1, 7, 1, 0)}, the results add up to {(1, 0, 1, 0)}",
    ]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # which stores what is no JSON
async def test_results_that_cannot_be_read_are_told_of(database: Database) -> None:
    async with database.write() as connection:
        await results.add(connection, match(1, ANN, BOB))
        await connection.exec_driver_sql("DROP TRIGGER results_no_update")
        await connection.exec_driver_sql("UPDATE results SET options = '[[' WHERE seat = 1")
    (told,) = [fault async for fault in check.result_faults(database)]
    assert told.startswith("results can't be added up: Expecting value")


async def test_a_match_that_is_over_has_results_and_one_that_goes_on_has_none(database: Database) -> None:
    async with database.write() as connection:
        over, running = await add_match(connection), await add_match(connection, 8)
        await end(connection, over)
        await results.add(connection, match(running, ANN, BOB, why="void"))
    assert [fault async for fault in check.result_faults(database)] == [
        f"match {over} is over but has no results",
        f"match {running} is running but has results",
    ]


async def test_what_all_servers_count_of_a_match_is_what_its_own_counts(database: Database) -> None:
    async with database.write() as connection:
        numbers = [await add_match(connection, channel) for channel in range(4)]
        for number in numbers:
            await end(connection, number)
        same, otherwise, missed, gone = numbers[0], numbers[1], numbers[2], 1000
        for number in (*numbers, gone):
            rows = match(number, ANN, BOB, why="void")
            if number != gone:
                await results.add(connection, rows)
            await results.add(connection, [each._replace(guild_id=ALL_SERVERS) for each in rows])
        shared = [each._replace(guild_id=ALL_SERVERS, revision=1) for each in match(same, ANN, BOB, why="void")]
        await results.add(connection, [*match(same, ANN, BOB, revision=1, why="void"), *shared])
        await results.add(connection, match(missed, ANN, BOB, revision=1, why="void"))
        await results.add(connection, match(otherwise, ANN, BOB, revision=1, why="void"))
        turned = match(otherwise, BOB, ANN, revision=1, why="void")
        await results.add(connection, [each._replace(guild_id=ALL_SERVERS) for each in turned])
    assert [fault async for fault in check.result_faults(database)] == [
        f"match {number} counts differently for all servers than in its own" for number in (otherwise, missed)
    ]
