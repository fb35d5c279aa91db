"""Servers that the bot is removed from: what is theirs is removed after some days, never for an outage."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cogs.core.bot import ArenaBot
from cogs.people.cog import SOON, Departures, served
from hosting.match.model import NoSuchMatch
from hosting.retention import EVERY, RETENTION
from store.privacy import purge
from store.privacy.purge import DEADLINES, NOTES, Owner
from tests.cogs.channels.test_housing import invite, throw_out
from tests.cogs.conftest import World

ROOT = Path(__file__).parents[3]
_KEY = re.compile(r'f"([a-z-]{2,}):\{')
NO_NOTES = {"team"}
"""What looks like the key of a note and is none: roles of places."""


async def counted(world: World) -> set[int]:
    """Return the servers whose days are counted."""
    async with world.bot.arena.db.read() as connection:
        return set(await purge.departures_of(connection))


def cog(world: World) -> Departures:
    found = world.bot.get_cog("Departures")
    assert isinstance(found, Departures)
    return found


async def test_a_removal_is_counted_and_an_invitation_back_ends_it(world: World) -> None:
    await world.begin()
    throw_out(world)
    await world.settle()
    assert await counted(world) == {world.guild.id}

    invite(world)
    await world.settle()
    assert await counted(world) == set()


async def test_an_outage_is_no_removal(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.settle()
    assert await counted(world) == set()
    # Nor is it one for a bot that starts meanwhile: the server is among those that Discord names.
    await world.begin()
    await cog(world).on_ready()
    assert await counted(world) == set()


async def test_everything_of_the_server_goes_on_a_day_of_its_own(world: World) -> None:
    match = await world.begin()
    retention = world.bot.arena.retention
    retention.periods = replace(retention.periods, removed_servers=timedelta(hours=36))
    throw_out(world)
    await world.settle()

    await world.env.advance_time(timedelta(days=1, minutes=1).total_seconds())
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).id == match.id

    await world.env.advance_time(timedelta(days=1, minutes=1).total_seconds())
    await world.settle()
    with pytest.raises(NoSuchMatch):
        await world.bot.arena.matches.get(match.id)
    assert await counted(world) == set()
    assert await world.bot.arena.schedule.due_at(RETENTION, "") is not None


async def test_a_removal_while_the_bot_was_away_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    monkeypatch.setattr(ArenaBot, "guilds", property(lambda _: []))
    await cog(world).on_ready()
    assert await counted(world) == {world.guild.id}
    monkeypatch.undo()
    await cog(world).on_ready()
    assert await counted(world) == set()


async def test_nothing_is_removed_while_discord_has_not_said_where_the_bot_is(world: World) -> None:
    await world.begin()
    retention = world.bot.arena.retention
    retention.periods = replace(retention.periods, removed_servers=timedelta())
    await retention.left(world.guild.id)
    world.bot.arena.outages.lost()
    await cog(world).keep("", None)
    assert await counted(world) == {world.guild.id}
    assert await retention_due(world) == world.clock.now() + SOON

    await world.bot.arena.outages.found()
    await cog(world).keep("", None)
    assert await counted(world) == set()  # it is there after all
    assert await retention_due(world) == world.clock.now() + EVERY


async def retention_due(world: World) -> datetime | None:
    return await world.bot.arena.schedule.due_at(RETENTION, "")


@pytest.mark.parametrize(("shard", "count", "mine"), [(None, None, True), (0, 2, False), (1, 2, True)])
async def test_a_process_answers_for_the_servers_of_its_shard(
    world: World, monkeypatch: pytest.MonkeyPatch, shard: int | None, count: int | None, mine: bool
) -> None:
    monkeypatch.setattr(world.bot, "shard_id", shard)
    monkeypatch.setattr(world.bot, "shard_count", count)
    assert served(world.bot, (5 << 22) + 1) is mine


async def test_it_is_known_what_each_appointment_belongs_to(world: World) -> None:
    assert world.bot.arena.schedule._handlers.keys() <= DEADLINES.keys()


def test_it_is_known_what_each_note_belongs_to() -> None:
    """Whatever is remembered under a key with a number in it."""
    found = set()
    for folder in ("cogs", "hosting"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "remember" in text or "told_key" in text or "_key(" in text:
                found |= set(_KEY.findall(text))
    assert found - NO_NOTES <= NOTES.keys()
    assert {name for name, owner in NOTES.items() if owner is not Owner.NOTHING} <= found
