"""Migration 0010 over a database of the release before (`tests/data/schemas/0009.sql`): who is who in it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import func, select, text

import store.people
from store import migrate, row_check
from store import outbox as posting
from store.addresses import Address
from store.database import Database
from store.dialects import append_only, lift_append_only
from store.errors import MigrationError
from store.schema import audit_log, member_names, metadata, notes, outbox, people, requests
from store.values import Subject
from tests import databases
from tests.store.older import database_of, file_of
from tests.store.samples import START

OLD_TABLES = (
    *("matches", "match_seats", "places", "events", "sealed_choices", "commitments", "dropped_choices", "tables"),
    *("table_seats", "table_loadouts", "match_loadouts", "saved_loadouts", "outbox", "deadlines", "silence_log"),
    *("audit_log", "requests", "plans", "prepared_answers", "vacations", "watches", "imports", "server_settings"),
    *("player_settings", "notes"),
)
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


async def test_persons_stand_where_accounts_and_names_stood_and_all_else_is_as_it_was(path: Path) -> None:
    with closing(sqlite3.connect(file_of("0009", path))) as raw:
        before = _contents(raw)
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as raw:
        after, who = _contents(raw), dict(raw.execute("SELECT account, id FROM people"))
    called = {"Ann": ANN, "Bob": BOB, "Cleo 🦊": CLEO, "D*n": DAN, "Eve": EVE, "Fay <@4>": FAY}
    persons = {name: who[account] for name, account in called.items()}
    assert persons["Ann"] == 4  # as her id in the name of another
    for table, rows in before.items():
        wanted = [{_renamed(name): _expected(value, who, persons) for name, value in row.items()} for row in rows]
        kept = [name for name in wanted[0] if name in after[table][0] and name != "checksum"] if wanted else []
        found = [[row[name] for name in kept] for row in after[table]]
        for row in wanted:
            assert [row[name] for name in kept] in found, table


def _contents(raw: sqlite3.Connection) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table of the older schema as they are stored."""
    raw.row_factory = sqlite3.Row
    names = [name for name in metadata.tables if name in OLD_TABLES]
    return {name: [dict(row) for row in raw.execute(f"SELECT * FROM {name}")] for name in names}  # noqa: S608


def _renamed(column: str) -> str:
    return "person_id" if column == "user_id" else column


def _expected(value: Any, who: Mapping[int, int], persons: Mapping[str, int]) -> Any:
    """Return what is to be stored in place of a value, found by another way than that of the migration: as text."""
    if isinstance(value, int):
        return who.get(value, value)
    if not isinstance(value, str):
        return value
    text = re.sub("[0-9]{17,}", lambda found: str(who.get(int(found[0]), found[0])), value)
    if "plays on for" in text:
        for name, person in persons.items():
            text = text.replace(json.dumps({"quote": name}), json.dumps({"person": person}))
    if '"was"' in text:
        text = re.sub(r', "(was_)?name": "[^"]*"', "", text)
    change = json.dumps("Send Messages ✗→✓")
    target = f'{{"template": "{{change}} {{target}}", "values": {{"change": {change}, "target": {{"person": 7}}}}}}'
    text = text.replace(f'{change[:-1]} <@7>"', target)
    return re.sub(r'"<@([0-9]+)>"', r'{"person": \1}', text)


@databases.NEEDS_POSTGRESQL
async def test_both_databases_come_to_the_same(path: Path, tmp_path: Path) -> None:
    await (await database_of("0009", path, tmp_path)).close()
    async with databases.postgresql(empty=True) as address:
        await (await database_of("0009", address, tmp_path)).close()
        first, second = await Database.open(path), await Database.open(address)
        async with first.read() as one, second.read() as other:
            for table in metadata.sorted_tables:
                alike = [column for column in table.c if column.name != "erasure_key"]  # drawn by each for itself
                rows = select(*alike).order_by(*table.primary_key)
                if table is notes:
                    rows = rows.where(notes.c.key != "generation")  # `store.generations`: of PostgreSQL alone
                expected = [row._asdict() for row in await one.execute(rows)]
                assert [row._asdict() for row in await other.execute(rows)] == expected, table.name
        for database in (first, second):
            async with database.read() as connection:
                keys = list((await connection.execute(select(people.c.erasure_key))).scalars())
            assert {len(key) for key in keys} == {16}
            assert len(set(keys)) == len(keys)
            assert [fault async for fault in row_check.faults(database)] == []
            await database.close()


async def test_damaged_events_stop_it_and_nothing_has_changed(older: Address) -> None:
    connected = await Database.connect(older)
    await _damage(connected, "UPDATE events SET seat = 2 WHERE match_id = 4 AND seq IN (2, 3)")
    with pytest.raises(MigrationError, match=r"match 4: event 3\); nothing was changed: put a backup"):
        await Database.open(older)
    async with connected.read() as connection:
        assert await connection.run_sync(migrate.revision) == "0009"
        assert (await connection.execute(text("SELECT count(user_id) FROM events"))).scalar_one() == 36
    await connected.close()


async def test_other_damage_is_named_afterwards_as_before(older: Address) -> None:
    connected = await Database.connect(older)
    await _damage(connected, "UPDATE imports SET guild_id = 1 WHERE id = 1")
    await _damage(connected, "UPDATE matches SET guild_id = 1 WHERE id = 4")
    await connected.close()
    database = await Database.open(older)
    faults = [fault async for fault in row_check.faults(database)]
    await database.close()
    assert faults == [f"{where} is not what was written" for where in ("matches: row (4,)", "imports: row (1,)")]


async def _damage(database: Database, statement: str) -> None:
    """Change a row of a table, be it one that is only ever added to."""
    async with database.write() as connection:
        await connection.run_sync(lambda each: lift_append_only(each.exec_driver_sql, each.dialect.name, "events"))
        await connection.execute(text(statement))
        await connection.run_sync(lambda each: append_only(each.exec_driver_sql, each.dialect.name, "events"))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE outbox SET payload = '{' WHERE id = 7", "outbox: a row after"),
        (
            "UPDATE commitments SET text = 'x 276301852911271937'",
            "people are left whom no rule knows .commitments.text",
        ),
    ],
)
async def test_what_cannot_be_read_or_is_left_stops_it(path: Path, damage: str, told: str) -> None:
    with closing(sqlite3.connect(file_of("0009", path))) as raw, raw:
        raw.execute(damage)
    with pytest.raises(MigrationError, match=told):
        await Database.open(path)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("0009",)]


async def test_who_is_forgotten_afterwards_stands_in_no_byte_of_the_file(path: Path) -> None:
    """Neither does what the migration took out of rows, or moved with a page of its own."""
    database = await Database.open(file_of("0009", path))
    async with database.write() as connection:
        known = {row.account: row.id for row in await connection.execute(select(people))}
        for person in known.values():
            await store.people.forget(connection, person, START)
    await database.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored = b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*"))
    accounts = [form for account in known for form in (str(account).encode(), account.to_bytes(8, "big"))]
    names = [name.encode() for name in ("Annie", "Bobby", "Cleo 🦊", "D*n", "EVE", "Fay", "Wanda")]
    assert [each for each in (*accounts, *names) if each in stored] == []
