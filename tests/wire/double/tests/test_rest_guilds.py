"""Roles, members and voice."""

import datetime as dt

import discord

from tests.wire.double import VOICE, Double, Overwrite
from tests.wire.double.permissions import BOT_DEFAULT, perms
from tests.wire.double.sample import refused, stage


async def test_roles_and_their_hierarchy() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        role = await guild.create_role(name="Players")
        ann = await guild.fetch_member(s.ann.id)
        await ann.add_roles(role)
        assert role.id in s.guild.members[s.ann.id].roles
        with refused(50013):
            await ann.edit(nick="x")
        # the hierarchy counts for roles, not for their holders; no role may give what the bot lacks
        boss = s.guild.add_role("boss", position=2000, members=[s.ann])
        await ann.remove_roles(role)
        await ann.edit(roles=[role, discord.Object(boss.id)])
        for change in (ann.edit(roles=[]), role.edit(permissions=discord.Permissions(kick_members=True))):
            with refused(50013):
                await change
        await role.edit(colour=discord.Colour(7))
        assert s.guild.roles[role.id].color == 7
        assert {r.name for r in await guild.fetch_roles()} == {"@everyone", "bot", "Players", "boss"}
        await role.delete()
        assert role.id not in s.guild.members[s.ann.id].roles
        with refused(10011):
            await role.edit(name="gone")


async def test_nicknames_and_timeouts() -> None:
    async with stage(Double(bot_permissions=BOT_DEFAULT | perms("MANAGE_NICKNAMES MODERATE_MEMBERS"))) as s:
        guild = s.bot.guilds[0]
        ann = await guild.fetch_member(s.ann.id)
        await ann.edit(nick="Captain")
        await ann.timeout(dt.timedelta(minutes=5))
        member = s.guild.members[s.ann.id]
        assert member.nick == "Captain"
        assert not s.ann.can(s.lobby, "SEND_MESSAGES")
        await ann.edit(nick=None, timed_out_until=None)
        assert member.nick is None
        assert s.ann.can(s.lobby, "SEND_MESSAGES")
        with refused(10007):
            await guild.fetch_member(1)


async def test_voice() -> None:
    async with stage() as s:
        table, guild = s.guild.add_channel("table", VOICE), s.bot.guilds[0]
        locked = s.guild.add_channel("locked", VOICE, overwrites=[Overwrite.of(s.guild, deny="CONNECT")])
        await s.ann.join_voice(table)
        await s.heard(("voice", ("ann", "table")), ("channel", "locked"))
        ann, shut = guild.get_member(s.ann.id), guild.get_channel(locked.id)
        assert ann
        assert ann.voice
        assert isinstance(shut, discord.VoiceChannel)
        with refused(50013):  # the bot must be able to enter, too
            await ann.move_to(shut)
        await ann.move_to(None)
        await s.heard(("voice", ("ann", None)))
        with refused(40032):
            await ann.move_to(None)
        with refused(10065):
            await ann.fetch_voice()
        await s.ann.join_voice(table)
        assert (await ann.fetch_voice()).channel
        s.guild.remove_channel(table)
        assert not s.guild.voice
