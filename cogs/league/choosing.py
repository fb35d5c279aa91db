"""Where a league is told and played: the channel or forum that organisers choose, and another one later."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.channels.places import Channel, choose, require_no_partners, require_threads
from cogs.core.bot import Interaction
from cogs.core.context import guild_of, hushed, member_of
from cogs.core.errors import Refusal, tell
from cogs.core.messages import channel_of
from cogs.core.text import mark
from cogs.league.finding import require_organiser
from cogs.league.home import note, noted
from cogs.league.naming import league_text
from cogs.league.posts import moved, publish, require_announcing
from engine import registry
from engine.text import say
from hosting.league.state import View

Eligible: TypeAlias = discord.TextChannel | discord.ForumChannel


class _Channel(app_commands.Transformer):
    """An option that is a text channel or a forum; media channels, which look like forums, are not offered."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord's type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The channels that Discord offers."""
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(
        self, interaction: discord.Interaction[Any], value: app_commands.AppCommandChannel, /
    ) -> Eligible:
        """Return the channel. Raises Refusal if it is none in which a league can be told."""
        found = await channel_of(guild_of(interaction), value.id)
        if not isinstance(found, discord.TextChannel | discord.ForumChannel):
            raise Refusal(say("Please choose a text channel or forum that I can see."), code="no-such-channel")
        return found


Choosable: TypeAlias = app_commands.Transform[Eligible, _Channel]

CHANNEL = mark("Where it is told and played, a text channel or a forum; this channel if you leave it out")


async def chosen(interaction: Interaction, channel: Eligible | None, *, silent: bool) -> Channel:
    """Return the channel of a league: the one that was picked, else the one at hand, or the forum of the post at hand.

    Args:
        interaction: Of an organiser.
        channel: What they picked.
        silent: Whether its matches are played in channels of their own.

    Raises:
        Refusal: It can be neither told nor played there, or is not for them to choose.
        MissingPermission: The bot lacks permissions there.
    """
    here = interaction.channel
    running = await interaction.client.arena.matches.running_in(interaction.channel_id or 0)
    if running is not None and hushed(running, interaction.channel_id):
        raise Refusal(
            say("Nobody can post here while the match runs (R29): please create the league in another channel."),
            code="hushed",
        )
    found: discord.abc.GuildChannel | discord.Thread | None = channel
    if channel is None and isinstance(here, discord.Thread) and isinstance(here.parent, discord.ForumChannel):
        found = here.parent
    if found is None:
        await choose(interaction, "thread", silent=silent)
        if not isinstance(here, discord.abc.GuildChannel | discord.Thread):
            raise AssertionError("commands of leagues exist in servers only")
        return here
    _check_member(interaction, found)
    await require_no_partners(interaction.client, found.id)
    require_announcing(found)
    if not silent:
        require_threads(found)
    return found


def _check_member(interaction: Interaction, channel: Channel) -> None:
    granted = channel.permissions_for(member_of(interaction))
    if not (granted.view_channel and granted.send_messages):
        raise Refusal(
            say("You cannot post in {channel} yourself: please choose another channel.", channel=channel.mention),
            code="not-your-channel",
        )


async def move(interaction: Interaction, view: View, channel: Eligible) -> None:
    """Have a league told and played in another channel from now on. Raises Refusal, MissingPermission."""
    await require_organiser(interaction)
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    found = await chosen(interaction, channel, silent=mode is not None and mode.silent)
    bot, name = interaction.client, league_text(view)
    if found.id == view.league.channel_id:
        raise Refusal(say("**{league}** is in {channel} already.", league=name, channel=found.mention), code="is-there")
    await interaction.response.defer(ephemeral=True, thinking=True)
    old, post_id, where = view, await noted(bot, view.league, view.season), found.id
    view = await bot.arena.leagues.move(view.season.id, found.id)
    await note(bot, view, None)
    if view.season.status != "draft" and view.season.closed_at is None:
        where = await publish(bot, view)
        await moved(bot, old, post_id, where)
    await tell(
        interaction,
        say("**{league}** is told and played in {channel} from now on.", league=name, channel=f"<#{where}>"),
        say("Matches that go on stay where they are (`/match move-to` moves one that lost its place)."),
    )
