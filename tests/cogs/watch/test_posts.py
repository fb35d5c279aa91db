"""Boards for channels that follow matches, when much has changed since they became due."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.core.bot import ArenaBot
from cogs.core.context import server_reader
from cogs.core.delivery import Occasion
from cogs.silence.notices import set_organisers_channel
from cogs.watch.cog import WatchPosts, as_open
from hosting.match.model import Match, Post
from hosting.outbox import Retry
from hosting.posts import WatchPost, dump
from store.tables.values import Subject
from tests.cogs.conftest import World
from tests.cogs.watch.test_watch import boards, watch, watches


def delivery(world: World) -> WatchPosts:
    found = world.bot.deliveries["watch"]
    assert isinstance(found, WatchPosts)
    return found


async def occasion(world: World, match: Match, channel_id: int, watch_id: int = 1) -> Occasion:
    """Return a board for a channel as the outbox hands it on after a crash."""
    post = Post(
        99, Subject.of_match(match.id), match.seq, "watch", channel_id, dump(WatchPost(watch_id)), 1, match.started_at
    )
    return Occasion(post, match, match.session, await server_reader(world.bot, match.guild_id))


async def test_what_is_not_wanted_or_cannot_be_posted_now(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    shown = boards(world, lounge)
    assert await delivery(world).send(await occasion(world, match, lounge.id, 77)) is None, "nobody follows any more"
    due = await occasion(world, match, lounge.id)
    with monkeypatch.context() as starting:
        starting.setattr(ArenaBot, "is_ready", lambda _: False)
        with pytest.raises(Retry):
            await delivery(world).send(due)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    with monkeypatch.context() as outage:
        outage.setattr(guild, "unavailable", True)
        with pytest.raises(Retry):
            await delivery(world).send(due)
    assert boards(world, lounge) == shown
    assert await delivery(world).send(due) is not None


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_given_up(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    await set_organisers_channel(world.bot, world.guild.id, world.channel.id)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=9)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.channels.pop(lounge.id)
    guild._channels.pop(lounge.id)
    due = await occasion(world, match, lounge.id)
    assert await delivery(world).sent_before(due) is None
    assert await delivery(world).send(due) is None
    assert await watches(world) == []
    told = world.own(world.channel)[-1].content
    assert f"<#{lounge.id}>: it's gone" in told, "who followed takes no messages, so the organisers are told"


async def test_whether_a_channel_is_as_open_as_that_of_a_match(world: World, lounge: simcord.ChannelHandle) -> None:
    guild = world.bot.get_guild(world.guild.id)
    general, other = world.bot.get_channel(world.channel.id), world.bot.get_channel(lounge.id)
    assert guild is not None
    assert isinstance(general, discord.TextChannel)
    assert isinstance(other, discord.TextChannel)
    public = await general.create_thread(name="match", type=discord.ChannelType.public_thread)
    hidden = await general.create_thread(name="alone", type=discord.ChannelType.private_thread)
    talk = await other.create_thread(name="talk", type=discord.ChannelType.public_thread)
    await world.settle()
    shut = await guild.create_text_channel(
        "shut", overwrites={guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    )
    await world.settle()
    assert as_open(guild, general, general)
    assert as_open(guild, public, general), "a thread is as open as its channel"
    assert as_open(guild, public, talk)
    assert not as_open(guild, hidden, general)
    assert not as_open(guild, shut, talk)
    assert as_open(guild, general, shut)
    for orphan in (public, talk):
        orphan.parent_id = 1  # deleted, and the news of its threads is on its way
    assert not as_open(guild, public, general)
    assert not as_open(guild, general, talk)
