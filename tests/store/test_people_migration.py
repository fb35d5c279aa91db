"""Migration 0010 over a database of the release before (`tests/data/schemas/0009.sql`): who is who in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import func, select, text

from store import outbox as posting
from store import row_check
from store.addresses import Address
from store.database import Database
from store.schema import audit_log, member_names, outbox, people, requests
from store.values import Subject
from tests import databases
from tests.store.older import database_of
from tests.store.samples import START

HERE, THERE = 819730105112428544, 701133427785040012
ANN, BOB, CLEO, DAN = 276301852911271937, 198452003347628033, 405117793825521665, 531924410277363714
EVE, OTHER_EVE, FAY, HAL = 612280137059893248, 612280137059893253, 744619225410322482, 1043377215520886784
ORGANISER, WATCHED, MEDDLER, MODERATOR = 88214507336974336, 320190445177241601, 455108822301147136, 159985870458322944


@pytest_asyncio.fixture(params=databases.BOTH)
async def older(request: pytest.FixtureRequest, path: Path, tmp_path: Path) -> AsyncIterator[Address]:
    """A database of schema 0009, of either kind."""
    if request.param == "sqlite":
        await (await database_of("0009", path, tmp_path)).close()
        yield path
        return
    async with databases.postgresql(empty=True) as address:
        await (await database_of("0009", address, tmp_path)).close()
        yield address


async def test_everybody_is_found_with_the_name_that_is_to_be_shown(older: Address) -> None:
    database = await Database.open(older)
    async with database.read() as connection:
        known = {row.account: row.id for row in await connection.execute(select(people))}
        accounts = {person: account for account, person in known.items()}
        rows = await connection.execute(select(member_names))
        names = {(row.guild_id, accounts[row.person_id]): row.name for row in rows}
    await database.close()
    players = {ANN, BOB, CLEO, DAN, EVE, OTHER_EVE, FAY, HAL}
    assert known.keys() == players | {ORGANISER, WATCHED, MEDDLER, MODERATOR}
    assert sorted(known, key=known.__getitem__) == sorted(known)
    assert names == {
        (HERE, ANN): "Ann",
        (HERE, BOB): "Bob",
        (HERE, CLEO): "Cleo 🦊",
        (HERE, DAN): "D*n",
        (HERE, EVE): "Eve",
        (HERE, OTHER_EVE): "EVE",  # told from the other one by a number in their match alone
        (HERE, FAY): "Fay <@276301852911271937>",
        (HERE, HAL): "Hal",
        (HERE, WATCHED): "Wanda",
        (THERE, ANN): "Annie",
        (THERE, BOB): "Bobby",
        (THERE, HAL): "Hal",
    }


async def test_what_had_a_match_has_it_as_its_subject_and_numbers_go_on(older: Address) -> None:
    gone = "DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox)"  # as old posts are
    connected = await Database.connect(older)
    async with connected.write() as connection:
        latest = (await connection.execute(text("SELECT max(id) FROM outbox"))).scalar_one()
        await connection.execute(text(gone))
    await connected.close()
    database = await Database.open(older)
    async with database.write() as connection:
        for table in (outbox, audit_log, requests):
            about = set(await connection.execute(select(table.c.subject, table.c.subject_id - table.c.match_id)))
            assert about == {("match", 0)}
        await posting.add(connection, Subject("table", 1), 0, [("notice", 7, {})], START)
        assert (await connection.execute(select(func.max(outbox.c.id)))).scalar_one() > latest
    assert [fault async for fault in row_check.faults(database)] == []
    await database.close()
