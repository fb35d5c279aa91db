"""Migration 0010 over a database of the release before (`tests/data/schemas/0009.sql`): who is who in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from store.addresses import Address
from store.database import Database
from store.schema import member_names, people
from tests import databases
from tests.store.older import database_of

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
