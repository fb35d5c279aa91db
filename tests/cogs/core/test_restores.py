"""After a restore nothing that was pressed acts on something else, and each match that goes on says so."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from hosting.notify.restores import Overtaken
from store import files
from store.database import Database
from store.generations import Gap, gaps, take
from store.outages import set_alive
from tests.cogs.clock.waiting import wait
from tests.cogs.conftest import World, private
from tests.cogs.consent.test_consent import asked
from tests.cogs.core.test_components import IDS
from tests.cogs.playing import SHORT_GAME, latest, play, posts, status
from tests.databases import NEEDS_POSTGRESQL, postgresql

# ruff: noqa: S607, ASYNC221 - nothing else runs in these loops

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WAYS = ("backup", "copied")


async def put_back(world: World, backup: Path) -> None:
    """Stop, put a backup in the place of the database, and start, as the page on hosting says."""
    path = cast("Path", world.settings.database)
    await world.bot.arena.close()
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copy(backup, path)
    await world.restart()
    await world.settle()


@pytest.mark.parametrize("edited", [False, True])
async def test_no_control_under_a_lost_message_acts(
    world: World, monkeypatch: pytest.MonkeyPatch, edited: bool
) -> None:
    """All kinds of `Persistent` are in the table: a test of their ids sees to it."""
    now = world.bot.clock.now()
    said = AsyncMock()
    monkeypatch.setattr("cogs.core.components.report", said)
    monkeypatch.setattr("cogs.core.components.in_time", AsyncMock(return_value=True))
    world.bot.arena.restores._gaps = (Gap(now - timedelta(hours=2), now),)
    for kind, custom_id, _ in IDS:
        control = kind(discord.ui.Button(custom_id=custom_id))
        for age, lost in ((3, False), (2, False), (1, True), (0, True), (-1, False)):
            at = now - timedelta(hours=age)
            message = SimpleNamespace(
                created_at=now - timedelta(hours=9) if edited else at, edited_at=at if edited else None
            )
            pressed = SimpleNamespace(client=world.bot, message=message, data={"custom_id": custom_id})
            said.reset_mock()
            passed = await control.interaction_check(cast("discord.Interaction[Any]", pressed))
            assert passed is not lost, (custom_id, age)
            assert [type(each.args[1]) for each in said.await_args_list] == [Overtaken] * lost


@pytest.mark.parametrize("way", WAYS)
async def test_a_request_that_is_lost_does_not_answer_another(world: World, tmp_path: Path, way: str) -> None:
    await world.begin()
    await play(world, SHORT_GAME[0])
    match = await latest(world)
    backup = tmp_path / "copy.db"
    if way == "backup":
        files.backup(cast("Path", world.settings.database), backup)
    else:
        await world.bot.arena.close()
        shutil.copy(cast("Path", world.settings.database), backup)
        await world.restart()
    assert notices(world) == []
    await wait(world, 3600)
    lost = await asked(world, "ann", "undo")
    await wait(world, 3600)

    await put_back(world, backup)

    (notice,) = notices(world)
    assert f"at event {match.seq} again" in notice.content
    assert len(notice.attachments) == 1
    await wait(world, 60)
    message = await asked(world, "ann", "offer end")
    told = private(await world.bob.click(lost, label="Agree"))
    assert "my database was set back to a backup" in told
    assert not (await latest(world)).over
    told = private(await world.bob.click(message, label="Agree"))
    assert (await latest(world)).over
    await world.restart()
    assert len(notices(world)) == 1


async def test_a_board_newer_than_what_is_stored_says_why(world: World, tmp_path: Path) -> None:
    await world.begin()
    backup = tmp_path / "copy.db"
    files.backup(cast("Path", world.settings.database), backup)
    await wait(world, 3600)
    await play(world, SHORT_GAME[0])
    newer = status(world)
    await wait(world, 3600)
    await put_back(world, backup)
    assert "my database was set back to a backup" in private(await world.bob.click(newer, label="Play"))


def notices(world: World) -> list[discord.Message]:
    return [each for each in posts(world) if "go back to a backup" in each.content]


@NEEDS_POSTGRESQL
async def test_a_restored_database_of_postgresql_is_recognised(tmp_path: Path) -> None:
    """However often it is opened, it is the same, until `pg_restore` puts another in its place."""
    dump = tmp_path / "arena.dump"
    async with postgresql() as address, postgresql(empty=True) as other:
        for _ in range(2):
            database = await Database.open(address)
            async with database.write() as connection:
                await set_alive(connection, NOW)
                assert await take(connection, None, NOW) is None
            await database.close()
        plain = [each.set(drivername="postgresql").render_as_string(hide_password=False) for each in (address, other)]
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", plain[0]], check=True)
        for target, more in ((plain[1], []), (plain[0], ["--clean"])):
            subprocess.run(["pg_restore", "--no-owner", *more, f"--dbname={target}", dump], check=True)
        for restored in (other, address):
            database = await Database.open(restored)
            async with database.write() as connection:
                assert await take(connection, None, NOW + timedelta(hours=1)) == Gap(NOW, NOW + timedelta(hours=1))
            await database.close()
            database = await Database.open(restored)
            async with database.write() as connection:
                assert await take(connection, None, NOW + timedelta(hours=2)) is None
                assert len(await gaps(connection)) == 1
            await database.close()
