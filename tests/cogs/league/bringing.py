"""Seasons that are exported and brought back, as tests of imports do it on Discord."""

from __future__ import annotations

import discord
import simcord

from tests.cogs.conftest import World
from tests.cogs.league.playing import begin, drafted, finish
from tests.cogs.playing import controls

IMPORT = "league-manage import"


async def export(world: World, boss: simcord.MemberActor) -> bytes:
    """Return the ZIP of the only league, which is closed and put away afterwards, so that its name is free."""
    file = drafted(await boss.slash(world.channel, "league-manage export")).attachments[0]
    data = await file.read()
    if (await world.bot.arena.leagues.view(1)).season.closed_at is None:
        await world.as_bot(world.bot.arena.leagues.close(1))
    await world.as_bot(world.bot.arena.leagues.archive(1))
    return data


async def played(world: World, boss: simcord.MemberActor, *, closed: bool) -> bytes:
    """Return the ZIP of a season of ann, bob, cleo and dan in which one match is over."""
    await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    await finish(world, 1)
    if closed:
        await world.as_bot(world.bot.arena.leagues.close(1))
    return await export(world, boss)


async def preview(world: World, boss: simcord.MemberActor, data: bytes) -> discord.Message:
    """Bring a file; return what is shown of it in private."""
    return drafted(await boss.slash(world.channel, IMPORT, file=("season.zip", data)))


async def brought(world: World, boss: simcord.MemberActor, data: bytes) -> int:
    """Import a file; return the number of its season."""
    await boss.click(await preview(world, boss, data), label="Import")
    await world.settle()
    ((_, season), *_) = await world.bot.arena.leagues.of_guild(world.guild.id)
    return season.id


def ids(message: discord.Message) -> list[str]:
    """Return the custom ids of what can be used under a message."""
    return [each["custom_id"] for each in controls(message)]
