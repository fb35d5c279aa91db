"""Threads: who is in, what archived and locked ones refuse."""

import discord
import pytest

from tests.wire.double import Double, RefusedError, perms
from tests.wire.double.sample import refused, stage


async def test_private_and_public_threads() -> None:
    async with stage() as s:
        ann = await s.bot.guilds[0].fetch_member(s.ann.id)
        thread = await s.place().create_thread(name="private", type=discord.ChannelType.private_thread)
        inside = s.double.channels[thread.id]
        assert not s.ann.can_see(inside)
        await thread.add_user(ann)
        assert s.ann.can_see(inside)
        assert (await s.ann.say(inside, "hi")).channel is inside
        await thread.remove_user(ann)
        assert not s.ann.can_see(inside)
        start = await s.place().send("start")
        public = await start.create_thread(name="public")
        assert s.bob.can_see(s.double.channels[public.id])
        with refused(160004):
            await start.create_thread(name="again")
        await s.heard(("thread", "public"))


async def test_threads_are_listed() -> None:
    async with stage() as s:
        names = ("one", "two", "three")
        threads = [await s.place().create_thread(name=n, type=discord.ChannelType.public_thread) for n in names]
        await threads[0].edit(archived=True)
        assert {t.name for t in await s.bot.guilds[0].active_threads()} == {"two", "three"}
        assert [t.name async for t in s.place().archived_threads()] == ["one"]
        assert len(await threads[1].fetch_members()) == 1
        await threads[2].leave()
        assert s.double.bot.id not in s.double.channels[threads[2].id].people


async def test_archived_and_locked_threads() -> None:
    async with stage(Double(bot_permissions=perms("VIEW_CHANNEL"))) as s:  # no moderator
        message = await s.place().send("start")
        thread = await message.create_thread(name="mine")
        inside = s.double.channels[thread.id]
        assert s.lobby.messages[message.id].flags & 1 << 5
        said = await thread.send("x")
        await thread.edit(archived=True)
        for change in (said.edit(content="y"), said.add_reaction("\N{THUMBS UP SIGN}"), thread.edit(name="other")):
            with refused(50083):
                await change
        with pytest.raises(RefusedError):
            await s.ann.slash(inside, "ping")
        with pytest.raises(RefusedError):
            await s.ann.menu("Quote", inside.messages[said.id], inside)
        await thread.edit(archived=False, name="open")
        with refused(50013):  # for moderators
            await thread.edit(slowmode_delay=5)
        inside.meta["locked"] = True
        with refused(160005):
            await thread.send("x")
        with pytest.raises(RefusedError):
            await s.ann.say(inside, "x")


async def test_posting_reopens_an_archived_thread() -> None:
    async with stage() as s:
        thread = s.guild.add_thread(s.lobby, "talk", s.double.bot)
        thread.meta["archived"] = True
        await s.ann.say(thread, "hello")
        assert not thread.meta["archived"]
