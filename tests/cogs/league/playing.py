"""Leagues on Discord, as tests make them."""

from __future__ import annotations

import discord
import simcord

from tests.cogs.conftest import World, private


def posts(world: World) -> list[discord.Message]:
    """Return the public posts of leagues."""
    return [each for each in world.own(world.channel) if "SHA-256" in each.content]


def said(world: World, words: str) -> list[discord.Message]:
    """Return the bot's messages in the channel that contain some words."""
    return [each for each in world.own(world.channel) if words in each.content]


def drafted(reply: simcord.InteractionResult) -> discord.Message:
    """Return a private answer."""
    assert private(reply)
    assert reply.response is not None
    return reply.response.message


async def publish(world: World, boss: simcord.MemberActor, **options: object) -> discord.Message:
    """Have an organiser make and publish a league; return its public post."""
    given = {"game": "replicants", "format": "round-robin", "name": "Winter", "players": 4, **options}
    draft = drafted(await boss.slash(world.channel, "league create", **given))
    await boss.click(draft, label="Publish")
    await world.settle()
    (post,) = posts(world)
    return post


async def begin(world: World, boss: simcord.MemberActor, *names: str, **options: object) -> discord.Message:
    """Have a league published, joined and started; return its public post."""
    post = await publish(world, boss, **options)
    for name in names:
        await world.press(name, world.latest(post), "Join")
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    return post


async def finish(world: World, number: int) -> None:
    """Have the second player of a match resign."""
    match = await world.bot.arena.matches.get(number)
    await world.as_bot(world.bot.arena.matches.forfeit(number, match.person_of(2)))
    await world.settle()


def whispers(world: World, name: str) -> list[str]:
    """Return what the bot told a person in private messages."""
    user = world.people[name].user
    return [each.content for each in user.dm_channel.history(viewer=user)]
