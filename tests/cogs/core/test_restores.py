"""After a restore nothing that was pressed acts on something else, and each match that goes on says so."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
import simcord

from hosting.match.model import Match, Start, Where
from hosting.notify import INTERRUPTED
from store.database import Database, Gap, backup_gaps, take_generation
from store.db import files
from store.tables.outages import Sign, set_alive
from tests.cogs.clocks import wait
from tests.cogs.conftest import World, private
from tests.cogs.core.test_components import IDS
from tests.cogs.league.playing import publish
from tests.cogs.playing import SHORT_GAME, controls, latest, play, posts, turn_message
from tests.cogs.test_consent import asked
from tests.databases import NEEDS_POSTGRESQL, postgresql
from tests.every_mode import EVERY_MODE, Row, drawn_text, grouped, part_of
from tests.hosting.conftest import ordered_for

# ruff: noqa: S607, ASYNC221 - nothing else runs in these loops

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SET_BACK, LOST = "to restore a backup", "my database was restored from a backup"
NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay")
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
        for age, lost in ((3, False), (2, False), (1, True), (0.1, True), (0, False), (-1, False)):
            at = now - timedelta(hours=age)
            message = SimpleNamespace(
                created_at=now - timedelta(hours=9) if edited else at, edited_at=at if edited else None
            )
            pressed = SimpleNamespace(client=world.bot, message=message, data={"custom_id": custom_id})
            said.reset_mock()
            passed = await control.interaction_check(cast("discord.Interaction[Any]", pressed))
            assert passed is not lost, (custom_id, age)
            assert [each.args[1].code for each in said.await_args_list] == ["set-back"] * lost


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
    assert f"back at event {match.seq}" in notice.content
    assert len(notice.attachments) == 1
    await wait(world, 60)
    message = await asked(world, "ann", "match end")
    told = private(await world.bob.click(lost, label="Agree"))
    assert "my database was restored from a backup" in told
    assert not (await latest(world)).over
    told = private(await world.bob.click(message, label="Agree"))
    assert (await latest(world)).over
    await world.restart()
    assert len(notices(world)) == 1


async def test_a_board_newer_than_what_is_stored_says_why(world: World, tmp_path: Path) -> None:
    await world.begin()
    backup = await copied(world, tmp_path)
    await play(world, SHORT_GAME[0])
    newer = turn_message(world)
    await wait(world, 3600)
    await put_back(world, backup)
    assert "my database was restored from a backup" in private(await world.bob.click(newer, label="Play"))


def notices(world: World, channel_id: int | None = None) -> list[discord.Message]:
    """Return what says that a match was set back, in a channel or thread."""
    return [each for each in world.own(world.place(channel_id or world.channel.id)) if SET_BACK in each.content]


@dataclass
class Going:
    """A match of a row that goes on.

    Attributes:
        row: How it is played.
        where: How it is housed.
        number: Its number.
        seq: The event at which it was copied.
    """

    row: Row
    where: Where
    number: int
    seq: int = 0

    async def match(self, world: World) -> Match:
        return await world.bot.arena.matches.get(self.number)

    async def places(self, world: World) -> list[int]:
        """Return the channels that show its boards."""
        return [place.channel_id for place in (await self.match(world)).places if place.shows_boards]

    async def calls(self, world: World, channel_id: int) -> list[discord.Message]:
        """Return the messages in one of its channels with which a turn is played."""
        found = re.compile(rf"m:{self.number}:\d+:play")
        own = world.own(world.place(channel_id))
        return [each for each in own if any(found.fullmatch(item.get("custom_id", "")) for item in controls(each))]

    async def play(self, world: World, turns: int) -> None:
        """Have those play who must, some turns."""
        rng = random.Random(f"{self.row.name} {turns}")
        for _ in range(turns):
            if (match := await self.match(world)).over:
                return
            seat = rng.choice(sorted(match.session.to_act))
            text = drawn_text(match.session, seat, rng, half=0)
            await world.as_bot(world.bot.arena.matches.play(self.number, match.person_of(seat), text))


def wheres(row: Row) -> tuple[Where, ...]:
    """Return how a row can be housed."""
    return ("channels",) if row.mode.silent else ("thread",) if row.mode.alone else ("thread", "here")


async def begun(world: World, rows: Sequence[Row]) -> list[Going]:
    """Begin a match of each row in each way in which it can be housed."""
    await world.come(*NAMES[len(world.people) :])
    housed = [(row, where) for row in rows for where in wheres(row)]
    seats = [world.person(name) for name in NAMES]
    arena = world.bot.arena
    async with arena.db.write() as connection:
        for number, (row, where) in enumerate(housed):
            hall = world.guild.create_text_channel(f"hall-{number}")
            # Most origins start no match for which something is chosen before; here the usual is played then.
            origin = f"rematch:{1000 + number}"
            start = Start(
                world.guild.id,
                hall.id,
                where,
                row.key,
                row.mode.key,
                row.options,
                dict(enumerate(seats[: row.seats], 1)),
                origin,
            )
            await arena.starter.queue.add(connection, start)
    await world.as_bot(arena.starter.queue.resume())
    await wait(world, 60)
    found = []
    for number, (row, where) in enumerate(housed):
        ordered = await ordered_for(arena, f"rematch:{1000 + number}")
        assert ordered is not None
        assert ordered.match_id is not None, (row.name, where, ordered.why)
        found.append(Going(row, where, ordered.match_id))
    return found


ROWS = part_of("restores")
ROWS += [next(row for row in EVERY_MODE if row.mode.silent), next(row for row in EVERY_MODE if row.mode.alone)]


@pytest.mark.parametrize("rows", grouped(ROWS, 6))
async def test_every_match_says_that_it_was_set_back_wherever_it_is_played(
    world: World, tmp_path: Path, rows: list[Row]
) -> None:
    matches = await begun(world, rows)
    for each in matches:
        await each.play(world, 3)
        each.seq = (await each.match(world)).seq
    before = {each.number: [await each.calls(world, there) for there in await each.places(world)] for each in matches}
    backup = await copied(world, tmp_path)
    for each in matches:
        await each.play(world, 3)
    lost = {each.number: [await each.calls(world, there) for there in await each.places(world)] for each in matches}
    await wait(world, 3600)

    await put_back(world, backup)

    for each in matches:
        match = await each.match(world)
        assert match.seq == each.seq
        assert not match.over, each.row.name
        for at, channel_id in enumerate(await each.places(world)):
            (notice,) = notices(world, channel_id)
            assert f"back at event {each.seq}" in notice.content
            assert len(notice.attachments) == 1
            assert world.pings(notice) == []
            calls = await each.calls(world, channel_id)
            (call,) = [one for one in calls if one.id >= notice.id]
            assert world.pings(call) == []
            who = reader(world, match, channel_id)
            for old in calls:
                told = private(await who.click(old, label=playing(old)))
                newer = old.id in {one.id for one in lost[each.number][at]} - {
                    one.id for one in before[each.number][at]
                }
                assert (LOST in told) == (newer and old.id != call.id), (each.row.name, each.where, told)
    await world.restart()
    for each in matches:
        there = await each.places(world)
        assert [len(notices(world, channel_id)) for channel_id in there] == [1] * len(there)
        await each.play(world, 1)


def reader(world: World, match: Match, channel_id: int) -> simcord.MemberActor:
    """Return a player who sees a channel of a match, if possible one for whom it waits."""
    (role,) = [place.role for place in match.places if place.channel_id == channel_id]
    seats = sorted({each.seat for each in match.seats}, key=lambda seat: seat not in match.session.to_act)
    teams = {f"team:{match.mode.team_of(seat)}": seat for seat in reversed(seats)}
    return world.player(match.person_of(teams.get(role, seats[0])))


def playing(message: discord.Message) -> str:
    """Return the label of the button with which a turn is played."""
    return next(str(item["label"]) for item in controls(message) if item.get("custom_id", "").endswith(":play"))


async def test_an_open_table_whose_message_was_edited_is_shown_as_it_is_again(world: World, tmp_path: Path) -> None:
    table = await world.lobby(where="here")
    backup = await copied(world, tmp_path)
    await world.press("bob", table, "Join")
    await wait(world, 3600)
    assert f"<@{world.bob.id}>" in world.latest(table).content
    await put_back(world, backup)
    await wait(world, 120)
    assert f"<@{world.bob.id}>" not in world.latest(table).content
    await world.press("cleo", table, "Join")
    assert [each.name for each in (await world.table()).seats] == ["ann", "cleo"]


async def test_the_post_of_a_season_that_was_edited_says_again_who_takes_part(world: World, tmp_path: Path) -> None:
    post = await publish(world, world.organiser())
    await world.press("ann", post, "Join")
    backup = await copied(world, tmp_path)
    await world.press("bob", post, "Join")
    assert "bob" in world.latest(post).content
    await wait(world, 3600)
    await put_back(world, backup)
    await wait(world, 120)
    assert "bob" not in world.latest(post).content
    assert "You've joined" in private(await world.press("cleo", post, "Join"))
    assert "cleo" in world.latest(post).content


async def test_what_was_over_before_can_be_pressed_though_its_message_was_edited(world: World, tmp_path: Path) -> None:
    match = await world.begin()
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, match.to_act[0]))
    result = posts(world, "Rematch")[-1]
    backup = await copied(world, tmp_path)
    world.env.backend.edit_message(world.channel.id, result.id, {"content": result.content})
    assert world.latest(result).edited_at is not None
    await wait(world, 3600)
    await put_back(world, backup)
    assert "It starts once everyone else has accepted" in private(await world.press("ann", result, "Rematch"))


@pytest.mark.parametrize("open_again", [True, False])
async def test_an_interrupted_match_is_told_when_it_goes_on(world: World, tmp_path: Path, open_again: bool) -> None:
    match = await world.begin(where="thread")
    me, hall = world.guild.me, world.channel
    assert me is not None
    world.deny(hall, me.id, "send_messages_in_threads")
    match = await world.play(match)
    assert match.status == "parked"
    backup = await copied(world, tmp_path)
    if open_again:
        world.env.backend.delete_overwrite(hall.id, me.id)
        await world.settle()
        await world.play(match)
        await wait(world, 3600)
    told = len(interruptions(world))
    await put_back(world, backup)
    if not open_again:
        await wait(world, 2 * INTERRUPTED.total_seconds())
        assert notices(world, match.channel_id) == []
        assert len(interruptions(world)) == told + 1  # the button of the notice before may have been taken away
        world.env.backend.delete_overwrite(hall.id, me.id)
    await wait(world, 120)
    assert (await world.bot.arena.matches.get(match.id)).status == "running"
    (notice,) = notices(world, match.channel_id)
    assert f"back at event {match.seq}" in notice.content
    assert await world.bot.arena.schedule.due_at("set-back", str(match.id)) is None


def interruptions(world: World) -> list[discord.Message]:
    return [each for each in world.own(world.channel) if "is interrupted" in each.content]


async def copied(world: World, folder: Path) -> Path:
    """Make a backup, an hour before what comes next."""
    backup = folder / "copy.db"
    files.backup(cast("Path", world.settings.database), backup)
    await wait(world, 3600)
    return backup


@NEEDS_POSTGRESQL
async def test_a_restored_database_of_postgresql_is_recognised(tmp_path: Path) -> None:
    """However often it is opened, it is the same, until `pg_restore` puts another in its place."""
    dump = tmp_path / "arena.dump"
    async with postgresql() as address, postgresql(empty=True) as other:
        for _ in range(2):
            database = await Database.open(address)
            async with database.write() as connection:
                await set_alive(connection, 1, Sign(0, 1, NOW))
                assert await take_generation(connection, None, NOW) is None
            await database.close()
        plain = [each.set(drivername="postgresql").render_as_string(hide_password=False) for each in (address, other)]
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", plain[0]], check=True)
        for target, more in ((plain[1], []), (plain[0], ["--clean"])):
            subprocess.run(["pg_restore", "--no-owner", *more, f"--dbname={target}", dump], check=True)
        for restored in (other, address):
            database = await Database.open(restored)
            async with database.write() as connection:
                assert await take_generation(connection, None, NOW + timedelta(hours=1)) == Gap(
                    NOW, NOW + timedelta(hours=1)
                )
            await database.close()
            database = await Database.open(restored)
            async with database.write() as connection:
                assert await take_generation(connection, None, NOW + timedelta(hours=2)) is None
                assert len(await backup_gaps(connection)) == 1
            await database.close()
