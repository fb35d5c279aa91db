"""What goes to the driver by itself is what SQLAlchemy would have made of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, StatementError

from store.database import Database
from store.db import raw
from store.db.checksums import checked
from store.schema import corrections, people
from tests.store.samples import START

pytestmark = pytest.mark.usefixtures("copied")

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
        await raw.write(connection, _ADD, rows)
        await raw.add(connection, _ADD, ordered, [tuple(map(last.get, ordered))])
        await raw.add(connection, _ADD, ordered, [])
    async with database.read() as connection:
        found = await raw.read(connection, _OF_MATCH, {"match": 7})
        assert found == [tuple(row) for row in await connection.execute(_OF_MATCH, {"match": 7})]
        assert await raw.read(connection, _OF_MATCH, {"match": 8}) == []
    names = [column.name for column in corrections.columns]
    assert [dict(zip(names, row, strict=True)) for row in found] == [*rows, last]
    assert [row[names.index("at")].tzinfo for row in found] == [UTC] * 3


async def test_times_are_stored_as_sqlalchemy_stores_them(database: Database) -> None:
    times = [START, datetime(1, 1, 1, tzinfo=UTC), datetime(2026, 5, 1, 23, 59, 59, 7, timezone(timedelta(hours=-9)))]
    async with database.write() as connection:
        await raw.write(connection, _ADD, [correction(number, at) for number, at in enumerate(times, 1)])
        await connection.execute(_ADD, [correction(number, at) for number, at in enumerate(times, 4)])
        stored = list(await connection.exec_driver_sql("SELECT at FROM corrections ORDER BY id"))
        assert stored[:3] == stored[3:]
        naive = datetime(2026, 5, 1)  # noqa: DTZ001 - that is the point
        row = {**correction(7, START), "at": naive}
        with pytest.raises((ValueError, StatementError), match="a time without a zone"):
            await raw.write(connection, _ADD, [row])


async def test_what_a_statement_says_itself_and_what_it_gives_back(database: Database) -> None:
    async with database.write() as connection:
        await raw.write(connection, _ADD, [])
        await raw.write(connection, _ADD_PERSON, [person(1), person(2)])
        assert await raw.read(connection, _CHANGED, {"person": 2, "met": LATER}) == [(7, True, LATER)]
        assert await raw.read(connection, _CHANGED, {"person": 3, "met": LATER}) == []


def person(number: int) -> dict[str, object]:
    row = {"account": 3 + number, "kind": "human", "created_at": START, "deleted_at": None}
    return {"id": number, "erasure_key": b"key", **checked("people", row)}


async def test_an_error_is_one_of_sqlalchemys_and_quotes_no_values(database: Database) -> None:
    async with database.write() as connection:
        await raw.write(connection, _ADD, [correction(1, START)])
    with pytest.raises(IntegrityError) as caught:
        await twice(database)
    assert "secret" not in str(caught.value)
    async with database.read() as connection:
        assert len(await raw.read(connection, _OF_MATCH, {"match": 7})) == 1


async def twice(database: Database) -> None:
    async with database.write() as connection:
        rows = [correction(2, START), correction(1, START, why="a secret")]
        await raw.add(connection, _ADD, tuple(rows[0]), [tuple(row.values()) for row in rows])


async def test_what_sqlalchemy_would_fill_in_has_to_be_given(database: Database) -> None:
    row = {name: value for name, value in person(1).items() if name != "erasure_key"}
    async with database.write() as connection:
        if connection.dialect.name != "sqlite":
            pytest.skip("SQLAlchemy does it there")
        with pytest.raises(ValueError, match="filled in"):
            await raw.write(connection, _ADD_PERSON, [row])
