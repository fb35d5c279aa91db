"""Channels, categories and overwrites."""

import discord
import pytest

from tests.wire.double import CATEGORY, Overwrite, perms
from tests.wire.double.sample import refused, stage

Target = discord.Role | discord.Member | discord.Object


async def test_a_channel_is_made_together_with_its_overwrites() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        ann = await guild.fetch_member(s.ann.id)
        bits: dict[Target, discord.PermissionOverwrite] = {
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            guild.me: discord.PermissionOverwrite(view_channel=True),
        }
        category = await guild.create_category("Match 1", overwrites=bits)
        reads: dict[Target, discord.PermissionOverwrite] = {
            ann: discord.PermissionOverwrite(view_channel=True, send_messages=False)
        }
        team = await guild.create_text_channel("Team Red", category=category, topic="red", overwrites=bits | reads)
        mine = s.double.channels[team.id]
        assert mine.parent
        assert mine.parent.type == CATEGORY
        assert (mine.name, mine.settings["topic"]) == ("team-red", "red")
        assert s.ann.can_see(mine)
        assert not s.ann.can(mine, "SEND_MESSAGES")
        assert not s.bob.can_see(mine)
        synced = await guild.create_voice_channel("Talk", category=category)
        assert not s.bob.can_see(s.double.channels[synced.id])
        await team.set_permissions(ann, send_messages=True, view_channel=True)
        assert s.ann.can(mine, "SEND_MESSAGES")
        await team.edit(name="Blue", topic="")
        assert mine.name == "blue"
        await team.delete()
        with refused(10003):
            await team.send("x")
        await s.heard(("channel", "team-red"))


async def test_the_bot_gives_only_what_it_has() -> None:
    async with stage() as s:
        everyone = s.place().guild.default_role
        with refused(50013):
            await s.place().set_permissions(everyone, move_members=False, kick_members=False)
        s.lobby.overwrites[s.double.bot.id] = Overwrite.of(s.double.bot, allow="MUTE_MEMBERS")
        with refused(50013):  # what it has in the channel only is not enough
            await s.place().set_permissions(everyone, mute_members=False)
        s.lobby.overwrites[s.double.bot.id] = Overwrite.of(
            s.double.bot, allow="MANAGE_ROLES"
        )  # but this lifts the limit
        await s.place().set_permissions(everyone, mute_members=False)
        assert s.lobby.overwrites[s.guild.id].deny == perms("MUTE_MEMBERS")
        await s.place().set_permissions(everyone, overwrite=None)
        assert s.guild.id not in s.lobby.overwrites
        with refused(10009):
            await s.place().set_permissions(everyone, overwrite=None)


async def test_categories_pass_on_overwrites_and_leave_their_channels() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        sight: dict[Target, discord.PermissionOverwrite] = {guild.me: discord.PermissionOverwrite(view_channel=True)}
        voice: dict[Target, discord.PermissionOverwrite] = {guild.me: discord.PermissionOverwrite(speak=True)}
        category = await guild.create_category("Match", overwrites=sight)
        synced = await guild.create_text_channel("synced", category=category)
        own = await guild.create_text_channel("own", category=category, overwrites=voice)
        await category.set_permissions(guild.default_role, view_channel=False)
        here, there = s.double.channels[synced.id], s.double.channels[own.id]
        await s.double.until(lambda: not s.place(here).permissions_for(guild.default_role).view_channel)
        assert not s.ann.can_see(here)
        assert s.ann.can_see(there)
        await category.delete()
        assert here.parent is None
        assert here.id in s.double.channels


async def test_channels_are_moved() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        category = await guild.create_category("Match")
        await s.place().edit(category=category, sync_permissions=True)
        assert s.lobby.parent is s.double.channels[category.id]
        await s.request("PATCH", f"/guilds/{s.guild.id}/channels", [{"id": str(s.lobby.id), "position": 0}])
        assert s.lobby.settings["position"] == 0


@pytest.mark.parametrize("count", [499, 500])
async def test_five_hundred_channels_a_server(count: int) -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        for number in range(count - len(s.guild.channels)):
            s.guild.add_channel(f"c{number}")
        if count < 500:
            await guild.create_text_channel("one more")
        else:
            with refused(30013):
                await guild.create_text_channel("one more")


async def test_fifty_channels_a_category() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        category = await guild.create_category("Match")
        for number in range(50):
            s.guild.add_channel(f"c{number}", parent=s.double.channels[category.id])
        with refused(50035) as caught:
            await guild.create_text_channel("one more", category=category)
        assert "In parent_id" in caught.value.text
