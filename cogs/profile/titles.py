"""The titles of a player on their profile: seasons of leagues that they won."""

from __future__ import annotations

import discord

from cogs.core.bot import Interaction
from cogs.core.checks import organises, sees
from cogs.core.context import guild_of
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.titles import Title

MOST = 5
"""Titles that are named, the latest."""


async def title_lines(
    interaction: Interaction, person_id: int, game: str | None, *, own: bool, public: bool
) -> list[Text]:
    """Return what is told of a player's titles in this server: a line, or none.

    A league is named to those who see its channel, as its commands do; of their own titles players see all.

    Args:
        interaction: Of who asks.
        person_id: Whose titles.
        game: Key of the only game wanted; None for all.
        own: Whether it is the asker's profile.
        public: Whether everybody reads it who sees the channel in which it is asked for.
    """
    guild, bot = guild_of(interaction), interaction.client
    found = [each for each in await bot.arena.titles.of(guild.id, person_id) if game in (None, each.game)]
    if public:
        found = [each for each in found if _everybody_sees(guild, each, interaction.channel_id)]
    elif found and not own and not await organises(bot, interaction.user):
        found = [each for each in found if sees(interaction.user, guild, each.league.channel_id)]
    if not found:
        return []
    named: list[Text] = [
        say("{league}, season {number}", league=Quote(each.league.name), number=each.season.number)
        for each in found[:MOST]
    ]
    if len(found) > MOST:
        named.append(say_n("{count} other season", "{count} other seasons", len(found) - MOST))
    return [say("**Champion** of {seasons}", seasons=listed(named))]


def _everybody_sees(guild: discord.Guild, title: Title, here: int | None) -> bool:
    """Return whether all who read an answer here may know a league: it is announced here, or where everybody looks."""
    channel = guild.get_channel_or_thread(title.league.channel_id)
    if channel is None:
        return False
    if channel.id == here:
        return True
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel.permissions_for(guild.default_role).view_channel
