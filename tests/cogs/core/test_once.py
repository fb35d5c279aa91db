"""Whatever the bot posts is posted once, though the process dies between posting and noting so."""

from __future__ import annotations

from dataclasses import replace

import discord
from sqlalchemy import func, select, update

from store.schema import outbox
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, play

DAY = 86400


def everything(world: World, *channels: int) -> list[tuple[int, str]]:
    """Return every message of the bot in some channels and in private, as it is now."""
    handles = [world.place(channel_id) for channel_id in channels]
    private = [each.user.dm_channel.history(viewer=each.user) for each in (world.ann, world.bob)]
    messages = [message for handle in handles for message in world.own(handle)]
    messages += [message for history in private for message in history if message.author.bot]
    return [(message.id, message.content) for message in messages]


async def test_nothing_is_doubled_by_a_crash_right_after_it_was_posted(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    role = world.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True, manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, role.id)
    settings = world.bot.arena.settings
    mine = await settings.player(world.person("bob"))
    await settings.set_player(world.person("bob"), replace(mine, nudges="private"))
    match = await world.begin(clock="2d")
    await world.eve.slash(world.channel, "watch match", channel=lounge)
    await world.ann.slash(world.channel, "match end")
    await world.settle()
    await world.env.advance_time(DAY + 60)  # half of ann's time is up
    await world.settle()
    await play(world, SHORT_GAME[0])
    await world.bob.slash(world.channel, "match pause", days=3)
    await world.settle()
    await world.env.advance_time(DAY + 60)  # and of bob's, who is told in private
    await world.settle()
    await world.eve.slash(world.channel, "organise extend", player="1", hours=5)
    await world.settle()

    newest = select(func.max(outbox.c.id)).where(outbox.c.message_id.is_not(None))
    latest = newest.group_by(outbox.c.kind, outbox.c.channel_id)
    async with world.bot.arena.db.write() as connection:
        ids = list((await connection.execute(latest)).scalars())
        lost = select(outbox.c.kind, outbox.c.message_id).where(outbox.c.id.in_(ids)).order_by(outbox.c.id)
        before = [(row.kind, row.message_id) for row in await connection.execute(lost)]
        await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(done_at=None, message_id=None))
    assert {kind for kind, _ in before} >= {"board", "status", "notice", "request", "nudge", "private", "watch"}
    shown = everything(world, match.channel_id, lounge.id)
    await world.restart()

    assert everything(world, match.channel_id, lounge.id) == shown
    async with world.bot.arena.db.read() as connection:
        found = [(row.kind, row.message_id) for row in await connection.execute(lost)]
    # A reminder of a turn that was played since is not looked for.
    assert [each for each in found if each[0] != "nudge"] == [each for each in before if each[0] != "nudge"]
