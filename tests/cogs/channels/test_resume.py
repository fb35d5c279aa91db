"""A match that was interrupted because the bot might not post goes on when it may."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest

from cogs.channels.housing import Resume
from cogs.ui.pictures import picture_name
from engine.text import say
from hosting.housing import FORBIDDEN, REFUSED
from hosting.match.model import Match
from hosting.outbox import DELIVERY_FAILED
from tests.cogs.conftest import World, private, take

EVERYONE = discord.Permissions(
    view_channel=True, send_messages=True, attach_files=True, read_message_history=True, use_application_commands=True
)


@pytest.fixture
async def parked(world: World) -> Match:
    """A match whose first turn could not be posted."""
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    match = await world.play(match)
    assert match.status == "parked"
    return match


def boards(world: World) -> list[str]:
    return [file.filename for message in world.own(world.channel) for file in message.attachments]


def allow_again(world: World) -> None:
    me = world.guild.me
    assert me is not None
    world.env.backend.delete_overwrite(world.channel.id, me.id)


async def test_nothing_is_posted_meanwhile(world: World, parked: Match) -> None:
    assert boards(world) == [picture_name(parked, 0)]
    assert "interrupted" in private(await world.bob.slash(world.channel, "move", turn="E"))


async def test_a_change_of_the_channel_is_enough(world: World, parked: Match) -> None:
    allow_again(world)
    await world.settle()

    assert (await world.bot.arena.matches.get(parked.id)).status == "running"
    assert boards(world) == [picture_name(parked, 0), picture_name(parked, 1)]
    assert world.pings(world.own(world.channel)[-1]) == [world.bob.id]


async def test_another_change_is_not(world: World, parked: Match) -> None:
    world.deny(world.channel, world.eve.id, "add_reactions")
    await world.settle()

    assert (await world.bot.arena.matches.get(parked.id)).status == "parked"


async def test_a_role_that_permits_it_is_enough(world: World) -> None:
    match = await world.begin()
    take(world, "send_messages")
    match = await world.play(match)
    assert match.status == "parked"

    backend, everyone = world.env.backend, world.guild.default_role.id
    backend.edit_role(world.guild.id, everyone, {"permissions": EVERYONE.value})
    await world.settle()

    assert (await world.bot.arena.matches.get(match.id)).status == "running"


async def test_a_role_for_the_bot_is_enough(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Nobody knows why."), FORBIDDEN)
    guild, cog = world.bot.get_guild(world.guild.id), world.bot.get_cog("Resume")
    assert guild is not None
    assert isinstance(cog, Resume)

    await cog.on_member_update(guild.me, guild.me)
    assert (await world.bot.arena.matches.get(match.id)).status == "parked", "nothing has changed"

    # SimCord keeps even the bot's own updates to those with the intent for members; Discord does not.
    await cog.on_member_update(cast("discord.Member", SimpleNamespace(roles=[])), guild.me)
    assert (await world.bot.arena.matches.get(match.id)).status == "running"


async def test_a_thread_that_is_unlocked_is_enough(world: World) -> None:
    match = await world.begin(where="thread")
    thread = await world.bot.fetch_channel(match.channel_id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True, locked=True)
    await world.bot.arena.matches.park(match.id, say("Nobody may write here."), FORBIDDEN)
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"

    await thread.edit(archived=False, locked=True)
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"

    await thread.edit(locked=False)
    await world.settle()

    assert (await world.bot.arena.matches.get(match.id)).status == "running"


@pytest.mark.parametrize("code", [FORBIDDEN, REFUSED, DELIVERY_FAILED])
async def test_the_doctor_resumes_what_can_go_on(world: World, code: str) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Nobody knows why."), code)

    assert "running again" in private(await world.ann.slash(world.channel, "doctor"))
    assert (await world.bot.arena.matches.get(match.id)).status == "running"
    assert "running again" not in private(await world.ann.slash(world.channel, "doctor"))


async def test_what_was_interrupted_for_another_reason_stays_so(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Somebody talks."), "silence")

    assert "running again" not in private(await world.ann.slash(world.channel, "doctor"))
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"
