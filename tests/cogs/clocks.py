"""Time that passes in a match with a clock, and what is said about it."""

from __future__ import annotations

from datetime import timedelta

import discord
import simcord

from tests.cogs.conftest import World

HOUR, DAY = 3600, 86400


def stamp(world: World, after: float) -> str:
    """Return how a message writes the moment that comes so many seconds from now."""
    return discord.utils.format_dt(world.env.now() + timedelta(seconds=after), "R")


async def wait(world: World, seconds: float) -> None:
    """Let time pass, and the bot do what is due."""
    await world.env.advance_time(seconds)
    await world.settle()


async def extend(world: World, player: str) -> None:
    """Have an organiser give a player five hours more."""
    await world.promote(world.eve).slash(world.channel, "organise extend", player=player, hours=5)
    await world.settle()


def private_messages(actor: simcord.MemberActor) -> list[str]:
    """Return what the bot wrote to a member by direct message."""
    return [each.content for each in actor.user.dm_channel.history(viewer=actor.user) if each.author.bot]
