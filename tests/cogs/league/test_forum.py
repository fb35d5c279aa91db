"""A league in a forum: a post for each season, what becomes of it, and what the bot says where it cannot write."""

from __future__ import annotations

from unittest.mock import patch

import discord
import pytest
import simcord

from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import drafted, finish
from tests.cogs.playing import labels

GIVEN = {"game": "replicants", "format": "swiss", "name": "Winter", "players": 4}


async def _draft(world: World, boss: simcord.MemberActor, forum: simcord.ChannelHandle) -> discord.Message:
    return drafted(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))


def _posts(world: World, forum: simcord.ChannelHandle, title: str = "🏆 ") -> list[simcord.ChannelHandle]:
    """Return the posts of seasons in a forum, the oldest first."""
    there = world.env.backend.channels.values()
    return [world.place(each.id) for each in there if each.parent_id == forum.id and str(each.name).startswith(title)]


def _told(boss: simcord.MemberActor) -> list[discord.Message]:
    """Return what an organiser was told in private messages."""
    return list(boss.user.dm_channel.history(viewer=boss.user))


async def _published(world: World, boss: simcord.MemberActor, forum: simcord.ChannelHandle) -> simcord.ChannelHandle:
    await boss.click(await _draft(world, boss, forum), label="Publish")
    await world.settle()
    (post,) = _posts(world, forum)
    return post


async def _begun(world: World, boss: simcord.MemberActor, post: simcord.ChannelHandle) -> None:
    first = world.own(post)[0]
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, first, "Join")
    await boss.click(world.latest(first), label="Start (organisers)")
    await world.settle()


async def test_a_season_has_a_post_of_its_own(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    draft = await _draft(world, boss, forum)
    assert f"**Publish** announces it in <#{forum.id}>." in draft.content
    assert not _posts(world, forum)
    await boss.click(draft, label="Publish")
    await world.settle()
    (post,) = _posts(world, forum)
    assert f"is published: <#{post.id}>" in world.latest(draft).content
    assert world.env.backend.get_channel(post.id).name == "🏆 Winter"
    (first,) = world.own(post)
    assert first.content.startswith("**Winter**: press **Join** to take part.")
    assert labels(first) == ["Join", "Start (organisers)", "Terms"]
    await world.restart()
    await _begun(world, boss, post)
    assert world.latest(first).content.startswith("**Winter** is being played.")
    assert len(_posts(world, forum, "Winter · Round 1: ")) == 2, "its matches are posts there, too"
    await finish(world, 1)
    await finish(world, 2)
    words = [each.content for each in world.own(post)]
    assert [any(part in each for each in words) for part in ("Round 1** has begun", "0: match 1", "Round 2**")] == [
        True
    ] * 3
    assert not world.own(world.channel)
    assert "already announced there" in private(await boss.slash(post, "watch league"))
    # In the post it is clear which league is meant, even where the forum has several.
    other = drafted(await boss.slash(world.channel, "league create", channel=forum, **{**GIVEN, "name": "Summer"}))
    await boss.click(other, label="Publish")
    await world.settle()
    assert "Winter" in private(await world.ann.slash(post, "league schedule", only="results"))
    assert "several leagues" in private(await world.ann.slash(world.channel, "league schedule", only="results"))


async def test_a_post_that_is_gone_is_opened_again(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await _begun(world, boss, post)
    world.env.backend.delete_channel(post.id)
    await world.settle()
    await finish(world, 1)
    (again,) = _posts(world, forum)
    first, result = world.own(again)
    assert first.content.startswith("**Winter** is being played.")
    assert "0: match 1" in result.content
    world.env.backend.edit_channel(again.id, {}, thread_metadata={"archived": True})
    await world.settle()
    await finish(world, 2)
    assert [each.id for each in _posts(world, forum)] == [again.id]
    awake = world.env.backend.get_channel(again.id).thread_metadata
    assert awake is not None
    assert not awake.archived
    settings = drafted(await boss.slash(world.channel, "league-manage settings"))
    await boss.click(settings, label="Post it again")
    await world.settle()
    assert [each.id for each in _posts(world, forum)] == [again.id], "one that can be written to stays"
    assert f"<#{again.id}>" in world.latest(settings).content


async def test_what_died_between_the_post_and_its_note_is_found(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await world.bot.arena.settings.remember(f"league-post:{world.guild.id}:1", "")
    await world.restart()
    await _begun(world, boss, post)
    assert [each.id for each in _posts(world, forum)] == [post.id]
    assert any("Round 1** has begun" in each.content for each in world.own(post))


async def test_where_posts_are_locked_or_refused_organisers_are_told_once(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await _begun(world, boss, post)
    take(world, "manage_threads")
    world.env.backend.edit_channel(post.id, {}, thread_metadata={"locked": True})
    await world.settle()
    for _ in range(4):
        world.env.inject_error("POST", f"/channels/{post.id}/messages", status=403, code=160005)
    await finish(world, 1)
    await finish(world, 2)
    told = [each.content for each in _told(boss) if "is locked" in each.content]
    assert len(told) == 1
    assert f"<#{post.id}> of **Winter**" in told[0]
    settings = drafted(await boss.slash(world.channel, "league-manage settings"))
    await boss.click(settings, label="Post it again")
    await world.settle()
    assert len(_posts(world, forum)) == 2


async def test_a_forum_is_refused_in_words(world: World, subtests: pytest.Subtests) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    tag = discord.ForumTag(name="mods", moderated=True)
    with subtests.test("a tag"), patch.object(found, "_flags", discord.ChannelFlags(require_tag=True).value):
        take(world, "manage_threads")
        await world.settle()
        for tags in ([], [tag]):
            with patch.object(found, "_available_tags", dict(enumerate(tags))):
                refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
            assert "need a tag, and it has none that I can" in refused
    with subtests.test("their own permissions"):
        world.deny(forum, boss.id, "send_messages")
        await world.settle()
        refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
        assert "You cannot post in" in refused
    with subtests.test("permissions"):
        world.deny(forum, world.env.backend.bot_user.id, "send_messages_in_threads")
        world.deny(forum, boss.id)
        await world.settle()
        refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
        assert "`Send Messages In Threads`" in refused
    assert await world.bot.arena.leagues.of_guild(world.guild.id) == []


async def test_a_tag_that_is_needed_is_given(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    bare = {"emoji_id": None, "emoji_name": None}
    tags = [
        {"id": "71", "name": "mods", "moderated": True, **bare},
        {"id": "72", "name": "leagues", "moderated": False, **bare},
    ]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})
    take(world, "manage_threads")
    await world.settle()
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    with patch.object(found, "_flags", discord.ChannelFlags(require_tag=True).value):
        post = await _published(world, boss, forum)
        await _begun(world, boss, post)
    there = [post, *_posts(world, forum, "Winter · Round 1: ")]
    assert [world.env.backend.get_channel(each.id).applied_tags for each in there] == [[72]] * 3


async def test_a_league_moves_to_another_channel(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    first = world.own(post)[0]
    settings = "league-manage settings"
    assert "Only organisers" in private(await world.ann.slash(world.channel, settings, channel=world.channel))
    assert "is in" in private(await boss.slash(world.channel, settings, channel=forum))
    told = private(await boss.slash(world.channel, settings, channel=world.channel))
    assert f"**Winter** is told and played in <#{world.channel.id}> from now on." in told
    await world.settle()
    assert world.latest(first).content == f"**Winter** is told in <#{world.channel.id}> from now on."
    assert not labels(world.latest(first))
    (announced,) = world.own(world.channel)
    assert labels(announced) == ["Join", "Start (organisers)", "Terms"]
    # There it is deleted with its channel: that is said to who made it, and it goes back.
    other = world.guild.create_text_channel("other")
    await world.settle()
    await boss.slash(world.channel, settings, channel=other)
    assert not world.own(world.channel), "the message of before is gone"
    world.env.backend.delete_channel(other.id)
    await world.settle()
    assert any("is gone" in each.content and "channel:" in each.content for each in _told(boss))
    assert "from now on" in private(await boss.slash(world.channel, settings, channel=forum, league=1))
    await world.settle()
    again = _posts(world, forum)[-1]
    await _begun(world, boss, again)
    assert any("Round 1** has begun" in each.content for each in world.own(again))
