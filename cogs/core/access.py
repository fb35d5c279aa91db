"""Who may look at a match, and who may do what besides playing. Every way in asks here.

A custom id is a word of the one who presses, not of the bot: whatever number stands in it is looked up as if it had
been typed. What a person may not see is answered as if it did not exist.
"""

from __future__ import annotations

import discord

from cogs.core.bot import ArenaBot, Interaction, MembershipUnknown, NonMembers
from cogs.core.context import home, whoami
from cogs.core.errors import Refusal
from cogs.core.messages import channel_of
from engine import registry
from engine.text import say
from hosting.match.codec import BareMatch
from hosting.match.model import Match, MatchSummary, MatchTitle, NoSuchMatch
from store.tables.replay import ReplayError

# Who may do what besides playing: people who look after a server's matches, and what people may see.


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


UNSAID = say(
    "Discord can't tell me right now whether you're still in the server, so I can't show anything from it. "
    "Nothing was done. Try again in a few minutes."
)
_UNSAID = "membership-unsaid"
HIGHEST = 2**63 - 1
"""Larger numbers than the store counts to can be sent."""


async def match_for(interaction: Interaction, number: int, *, direct: bool = False) -> Match:
    """Return the match with a number, running or over, for a person who may look at it.

    Args:
        interaction: Who asks, and where.
        number: Of the match.
        direct: Whether what they want works in direct messages, too.

    Raises:
        NoSuchMatch: There is none, it belongs to another server, or they may not look at it: which, is not told.
        ReplayError: This version of the program cannot play it through.
        Refusal: Discord does not say whether its player is still a member of its server.
    """
    if not 0 < number <= HIGHEST or (interaction.guild_id is None and not direct):
        raise NoSuchMatch
    try:
        match = await interaction.client.arena.matches.get(number)
    except ReplayError:
        if not await _is_listed(interaction, number):
            raise NoSuchMatch from None
        raise
    if not await may_look(interaction, match):
        if is_unsaid(interaction) and match.seat_of(await whoami(interaction)) is not None:
            raise Refusal(UNSAID, code="membership-unknown")
        raise NoSuchMatch
    return match


async def server_match_for(interaction: Interaction, number: int) -> Match:
    """Return the match of this server with a number, for a person who looks after all of its matches.

    Raises:
        NoSuchMatch: This server has none with that number.
        ReplayError: This version of the program cannot play it through.
    """
    try:
        match = await interaction.client.arena.matches.get(number)
    except ReplayError:
        if number not in {each.id for each, _ in await _listed(interaction)}:
            raise NoSuchMatch from None
        raise
    if match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    return match


async def bare_match_for(interaction: Interaction, number: int) -> BareMatch:
    """Return the match of this server with a number without its game, so whether or not that can be read.

    For a person who looks after all of the server's matches.

    Raises:
        NoSuchMatch: This server has none with that number.
    """
    if not 0 < number <= HIGHEST:
        raise NoSuchMatch
    match = await interaction.client.arena.unread.bare(number)
    if match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    return match


async def may_look(interaction: Interaction, match: Match) -> bool:
    """Return whether a person may look at a match, as things are now.

    In the match's own server: those who play in it, and once it is over those who did before others took their seats;
    those who ask in one of its channels, which Discord shows them; those who can look into its channel; once it is
    over and its channel is gone, those who can look into the channel that its table was opened in, unless it was played
    alone: its thread was private. Where nothing is left to look into, those who organise the server's matches.

    In a direct message they are taken as the member of the match's server that they are now. Those who left it may
    look at nothing there, and players only as long as they see the channel in which they play, if it still exists.
    """
    found = await member_in(interaction, match.guild_id)
    if found is None:
        return False
    user, guild, person_id = found, found.guild, await whoami(interaction)
    former = match.over and any(each.person_id == person_id for each in match.former)
    if former or match.seat_of(person_id) is not None:
        if interaction.guild_id is not None:
            return True
        own = await channel_of(guild, home(match, person_id))
        return own is None or own.permissions_for(user).view_channel
    here = any(place.channel_id == interaction.channel_id for place in match.places)
    if here and interaction.permissions.view_channel:
        return True
    channel = await channel_of(guild, match.channel_id)
    if channel is None and match.over and not match.alone:
        opened_in = await interaction.client.arena.housing.home(match)
        channel = await channel_of(guild, opened_in) if opened_in is not None else None
    if channel is None:
        return await organises(interaction.client, user)
    return looks_into(channel, user)


async def check_acting(interaction: Interaction, match: Match) -> None:
    """Refuse a deed in a direct message that Discord would not let the person do in the match's own server.

    Raises:
        Refusal: They are timed out there: who is may look, but use no command or button.
    """
    if interaction.guild_id is not None:
        return
    member = await member_in(interaction, match.guild_id)
    if member is not None and member.is_timed_out() and member.timed_out_until is not None:
        raise Refusal(
            say(
                "You're timed out in this match's server, so you can't play in it before {when}. You can still "
                "look at it: `/board`.",
                when=discord.utils.format_dt(member.timed_out_until, "f"),
            ),
            code="timed-out",
        )


async def member_in(interaction: Interaction, guild_id: int) -> discord.Member | None:
    """Return who asks as a member of a server; None if they are none, or ask in another server.

    In a direct message Discord sends a user without roles and permissions, so it is asked for them. While it does not
    say (`is_unsaid`), they are taken as no member.
    """
    if interaction.guild_id is not None:
        inside = interaction.guild is not None and interaction.guild_id == guild_id
        return interaction.user if inside and isinstance(interaction.user, discord.Member) else None
    bot = interaction.client
    guild = bot.get_guild(guild_id)
    if guild is None:
        return None
    key = ("member", guild_id)  # asked for once for each command or press, however many matches it looks through
    if key not in interaction.extras:
        typing = interaction.type is discord.InteractionType.autocomplete
        try:
            found = await bot.memberships.of(guild, interaction.user.id, bot.clock.monotonic(), typing=typing)
        except MembershipUnknown:
            found, interaction.extras[_UNSAID] = None, True
        interaction.extras[key] = found
    member: discord.Member | None = interaction.extras[key]
    return member


async def outside_of(interaction: Interaction) -> NonMembers:
    """Return the servers in which a person has matches and of which they are to be told nothing where they ask.

    Who left a server, or was banned from it, may know nothing of its matches any more, nor who plays there. Where
    Discord is asked for other servers than this one, which can take longer than it waits, the answer is deferred, in
    private.
    """
    bot = interaction.client
    servers = await bot.arena.lists.servers_of(await whoami(interaction)) - {interaction.guild_id}
    if servers and not interaction.response.is_done():
        pressed = interaction.type is discord.InteractionType.component
        await interaction.response.defer(ephemeral=True, thinking=not pressed)
    return await bot.memberships.outside(bot, interaction.user.id, servers)


def is_unsaid(interaction: Interaction) -> bool:
    """Return whether Discord did not say, for what a person asks now, of which servers they are a member."""
    return _UNSAID in interaction.extras


async def _listed(interaction: Interaction) -> list[tuple[MatchTitle, bool]]:
    """Return the latest matches of the server, as lists show them, and whether a person plays or played in each."""
    guild_id, person_id = interaction.guild_id, await whoami(interaction)
    return [] if guild_id is None else await interaction.client.arena.lists.recent(guild_id, person_id)


async def _is_listed(interaction: Interaction, number: int) -> bool:
    """Return whether lists show a person a match, which tells no more of it than its number and its names."""
    user, guild = interaction.user, interaction.guild
    if interaction.guild_id is None:
        own = await interaction.client.arena.lists.own_titles(await whoami(interaction))
        known = [each for each in own if each.id == number]
        return any([await member_in(interaction, each.guild_id) is not None for each in known])
    return any(
        each.id == number and (own or sees(user, guild, each.channel_id)) for each, own in await _listed(interaction)
    )
