"""Who may do what besides playing: people who look after a server's matches, and what people may see."""

from __future__ import annotations

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import whoami
from engine import registry
from hosting.match.model import Match, MatchSummary, MatchTitle


async def organises(bot: ArenaBot, member: discord.User | discord.Member) -> bool:
    """Return whether a member organises a server's matches: they may manage it, or have its role for that."""
    if not isinstance(member, discord.Member):
        raise AssertionError("commands and buttons exist in servers only")
    if member.guild_permissions.manage_guild:
        return True
    role_id = (await bot.arena.settings.server(member.guild.id)).organiser_role_id
    return role_id is not None and member.get_role(role_id) is not None


async def looks_after(interaction: Interaction, match: Match) -> bool:
    """Return whether a member may decide where a match lives: its players, its host, and organisers."""
    person_id = await whoami(interaction)
    if match.seat_of(person_id) is not None or match.organiser_id == person_id:
        return True
    return await organises(interaction.client, interaction.user)


def sees(user: discord.User | discord.Member, guild: discord.Guild | None, channel_id: int) -> bool:
    """Return whether a member can look into a channel, as far as the bot knows it."""
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    return channel is not None and isinstance(user, discord.Member) and looks_into(channel, user)


def looks_into(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Return whether a member can look into a channel.

    Who was let into a private thread Discord does not tell: of others it is only known that they can manage threads.
    """
    granted = channel.permissions_for(member)
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not private)


def seen_channels(user: discord.User | discord.Member, guild: discord.Guild) -> list[int]:
    """Return the channels and threads of a server that a member can look into, as far as the bot knows it."""
    return [each.id for each in (*guild.channels, *guild.threads) if sees(user, guild, each.id)]


async def seen_titles(interaction: Interaction) -> list[MatchTitle]:
    """Return the latest running matches of a server that a person plays in, or whose channel they can look into."""
    lists, guild_id = interaction.client.arena.lists, interaction.guild_id or 0
    own = {each.id for each in await lists.own_titles(await whoami(interaction), guild_id)}
    return [
        each
        for each in await lists.titles(guild_id)
        if each.id in own or sees(interaction.user, interaction.guild, each.channel_id)
    ]


def is_silent(summary: MatchSummary | MatchTitle) -> bool:
    """Return whether teammates of a match may not communicate."""
    mode = registry.mode_of(summary.game, summary.mode)
    return mode is not None and mode.silent
