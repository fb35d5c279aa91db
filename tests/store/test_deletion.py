"""Deletions that a restored backup does not know are applied to it, by a list from which nobody can be told."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store.__main__ import main
from store.database import Database
from store.privacy import deletion
from store.tables import people
from tests.store.samples import START

pytestmark = pytest.mark.usefixtures("copied")

ACCOUNT, NAME = 7_340_129_855_001_223_111, "Zyxwvut Nameless"


async def met(database: Database, *accounts: int) -> list[int]:
    """Have people known, each with a name in a server."""
    async with database.write() as connection:
        found = [await people.enter(connection, account, START) for account in accounts]
        for person_id in found:
            await people.remember(connection, 1, person_id, f"{NAME} {person_id}")
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
    assert "deleted again, as" in (told := capsys.readouterr().out)
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
    assert "there is no list" in capsys.readouterr().err
