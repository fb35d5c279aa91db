"""The option `match:` of commands: one's own matches, those of the server, or all that one may look at."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from cogs.client import Interaction
from cogs.here import known, latest_match, running_match, seat_of
from cogs.reach import channel_of
from cogs.rights import looks_into, organises, sees
from cogs.ui.text import cut, plain
from engine.registry import get
from engine.text import Text, say
from hosting.errors import MatchOver, NoSuchMatch
from hosting.model import Match, MatchSummary

OPTION_LIMIT = 100
COMPLETIONS = 25
LOOKED_THROUGH = 200
"""So many of a server's matches are looked through for those that somebody may look at."""

Choices = list[app_commands.Choice[int]]


async def own_match(interaction: Interaction, number: int | None) -> Match:
    """Return the running match that a player means: the one with a number, or that of the channel.

    Raises:
        NoSuchMatch, NotSeated, MatchOver: As it says.
        Refusal: No match is running here.
    """
    if number is None:
        return await running_match(interaction)
    match = known(interaction, await interaction.client.arena.matches.get(number))
    seat_of(interaction, match)
    if match.over:
        raise MatchOver
    return match


async def server_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match of this server that an organiser means, also one that is over if it is named.

    Raises:
        NoSuchMatch: This server has none with that number.
        Refusal: No match is running here.
    """
    if number is None:
        return await running_match(interaction)
    match = known(interaction, await interaction.client.arena.matches.get(number))
    if match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    return match


async def seen_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match that somebody wants to look at, running or over: the one with a number, or that of the channel.

    Raises:
        NoSuchMatch: There is none with that number that they may look at.
        Refusal: No match was ever played here.
    """
    if number is None:
        return await latest_match(interaction)
    match = await interaction.client.arena.matches.get(number)
    if not await _may_look(interaction, match):
        raise NoSuchMatch
    return known(interaction, match)


async def seen_choices(interaction: Interaction, current: str) -> Choices:
    """Offer the matches of a server that somebody may look at, running or over: the latest ones, their own first."""
    arena, guild = interaction.client.arena, interaction.guild
    if guild is None:
        return []
    found = await arena.matches.recent(guild.id, interaction.user.id, LOOKED_THROUGH)
    # Threads in the archive are not known; whoever looks into the channel that they were opened in finds them.
    unknown = [each.id for each, own in found if not own and guild.get_channel_or_thread(each.channel_id) is None]
    homes = await arena.housing.homes(unknown) if unknown else {}
    seen = [
        (each, own) for each, own in found if own or sees(interaction.user, guild, homes.get(each.id, each.channel_id))
    ]
    seen.sort(key=lambda pair: not pair[1])
    wanted = current.casefold()
    named = [(plain(_numbered(each), interaction.locale), each.id) for each, _ in seen]
    return [
        app_commands.Choice(name=cut(name, OPTION_LIMIT), value=number)
        for name, number in named
        if wanted in name.casefold()
    ][:COMPLETIONS]


def chosen(interaction: Interaction) -> int | None:
    """Return the number in the option `match:` of a command that is still being typed."""
    number = interaction.namespace.match
    return number if isinstance(number, int) else None


async def own_choices(interaction: Interaction, current: str) -> Choices:
    """Offer a person's own matches: also those whose channel is gone, where nothing can be typed any more."""
    return _fitting(
        interaction, await interaction.client.arena.matches.of_user(interaction.user.id, interaction.guild_id), current
    )


async def server_choices(interaction: Interaction, current: str) -> Choices:
    """Offer the matches of a server."""
    return _fitting(interaction, await interaction.client.arena.matches.in_guild(interaction.guild_id or 0), current)


def title(summary: MatchSummary) -> Text:
    """Return a match in a few words."""
    info = get(summary.game).info
    mode = info.mode(summary.mode)
    return say(
        "{game}, {mode}: {names}",
        game=info.name,
        mode=mode.name if mode is not None else summary.mode,
        names=", ".join(summary.names),
    )


async def _may_look(interaction: Interaction, match: Match) -> bool:
    """Return whether somebody plays or played in a match, or can look into its channel."""
    user, guild = interaction.user, interaction.guild
    if match.seat_of(user.id) is not None or any(each.user_id == user.id for each in match.former):
        return True
    if guild is None or match.guild_id != guild.id or not isinstance(user, discord.Member):
        return False
    channel = await channel_of(guild, match.channel_id)
    if channel is None and match.over:
        home = await interaction.client.arena.housing.home(match)
        channel = await channel_of(guild, home) if home is not None else None
    if channel is None:
        return await organises(interaction.client, user)
    return looks_into(channel, user)


def _numbered(summary: MatchSummary) -> Text:
    if summary.status == "over":
        return say(
            "{number}: {match}, ended on {day}",
            number=summary.id,
            match=title(summary),
            day=summary.moved_at.date().isoformat(),
        )
    return say("{number}: {match}", number=summary.id, match=title(summary))


def _fitting(interaction: Interaction, summaries: Iterable[MatchSummary], current: str) -> Choices:
    wanted = current.casefold()
    named = [(plain(title(each), interaction.locale), each.id) for each in summaries]
    return [
        app_commands.Choice(name=cut(name, OPTION_LIMIT), value=number)
        for name, number in named
        if wanted in name.casefold()
    ][:COMPLETIONS]
