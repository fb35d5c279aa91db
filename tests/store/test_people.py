"""People: one for an account, names by server, and nothing but a number once they are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from store import check
from store.database import Database
from store.db.checksums import checked
from store.schema import member_names
from store.schema import people as table
from store.tables import people
from tests.store.samples import START

pytestmark = pytest.mark.usefixtures("copied")

ANN, BOB = 276301852911271937, 198452003347628033


async def test_an_account_is_one_person_however_often_it_comes(database: Database) -> None:
    async with database.write() as connection:
        assert await people.find(connection, ANN) is None
        ann = await people.enter(connection, ANN, START)
        bob = await people.enter(connection, BOB, START)
        assert await people.enter(connection, ANN, START + timedelta(days=1)) == ann != bob
        assert (await people.find(connection, ANN), await people.find(connection, BOB)) == (ann, bob)
        assert await people.load(connection, ann) == people.StoredPerson(ann, ANN, "human", START)
        assert await people.load(connection, bob + 1) is None
        assert await people.accounts(connection, {ann, bob, bob + 1}) == {ann: ANN, bob: BOB}
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_name_is_that_of_a_server_and_the_latest(database: Database) -> None:
    async with database.write() as connection:
        ann = await people.enter(connection, ANN, START)
        await people.remember(connection, 1, ann, "Ann")
        await people.remember(connection, 2, ann, "Annie")
        await people.remember(connection, 1, ann, "A\0nna")
        assert await people.names(connection, 1, {ann, ann + 1}) == {ann: "Anna"}
        assert await people.names(connection, 2, {ann}) == {ann: "Annie"}
        assert await people.names(connection, 3, {ann}) == {}


async def test_who_is_forgotten_stays_as_a_number_and_comes_back_as_somebody_else(database: Database) -> None:
    async with database.write() as connection:
        ann, bob = await people.enter(connection, ANN, START), await people.enter(connection, BOB, START)
        for person in (ann, bob):
            await people.remember(connection, 1, person, f"name of {person}")
        for days in (1, 2):  # the second time nothing is left to do
            await people.forget(connection, ann, START + timedelta(days=days))
        await people.forget(connection, bob + 1, START)
        gone = await people.load(connection, ann)
        assert gone == people.StoredPerson(ann, None, "human", START, START + timedelta(days=1))
        assert await people.accounts(connection, {ann, bob}) == {bob: BOB}
        assert await people.names(connection, 1, {ann, bob}) == {bob: f"name of {bob}"}
        again = await people.enter(connection, ANN, START)
        assert again not in {ann, bob}
        assert list((await connection.execute(select(member_names.c.person_id))).scalars()) == [bob]
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_computer_is_nobodys_account(database: Database) -> None:
    row = checked("people", {"account": None, "kind": "computer", "created_at": START, "deleted_at": None})
    async with database.write() as connection:
        computer = (await connection.execute(insert(table).returning(table.c.id), row)).scalar_one()
        assert await people.accounts(connection, {computer}) == {}
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await connection.execute(update(table).values(account=ANN))
