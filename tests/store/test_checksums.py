"""Every row that tells of a match has a checksum, whichever code wrote it, and stays right when it is changed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from sqlalchemy import update

from store import check
from store.database import Database
from store.db import checksums
from store.schema import metadata
from store.tables import lobby, matches
from store.tables.values import MatchSeat, Person, TableSeat
from tests.store.samples import START, add_match, event

pytestmark = pytest.mark.usefixtures("copied")


def test_every_covered_column_is_there_and_every_checksum_covers_something() -> None:
    assert {name for name, table in metadata.tables.items() if "checksum" in table.c} == checksums.COVERED.keys()
    for name, columns in checksums.COVERED.items():
        assert set(columns) <= {column.name for column in metadata.tables[name].columns}


def test_a_moment_has_one_checksum_in_whatever_zone_it_is_told() -> None:
    elsewhere = START.astimezone(timezone(timedelta(hours=9)))
    assert checksums.checksum([START]) == checksums.checksum([elsewhere])
    assert checksums.checksum([START]) != checksums.checksum([START + timedelta(microseconds=1)])
    with pytest.raises(TypeError, match="no checksum for set"):
        checksums.checksum([{1}])


def test_it_covers_what_came_before() -> None:
    assert checksums.checksum([1], b"a") != checksums.checksum([1], b"b")
    assert checksums.checksum(["ab", ""]) != checksums.checksum(["a", "b"])


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


async def test_of_matches_only_those_from_one_on_are_looked_at(database: Database) -> None:
    async with database.write() as connection:
        for channel_id in (7, 8):
            await add_match(connection, channel_id)
        await connection.execute(update(metadata.tables["matches"]).values(seed=b"another"))
    assert [fault async for fault in check.row_faults(database)] == [
        "matches: row (1,) is not what was written",
        "matches: row (2,) is not what was written",
    ]
    assert [fault async for fault in check.row_faults(database, since=2)] == [
        "matches: row (2,) is not what was written"
    ]
