"""The option `match:` of commands: one's own matches, or those of the server."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from cogs.client import Interaction
from cogs.here import known, running_match, seat_of
from cogs.ui.text import cut, plain
from engine.registry import get
from engine.text import Text, say
from hosting.errors import MatchOver, NoSuchMatch
from hosting.model import Match, MatchSummary

OPTION_LIMIT = 100
COMPLETIONS = 25

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


def _fitting(interaction: Interaction, summaries: Iterable[MatchSummary], current: str) -> Choices:
    wanted = current.casefold()
    named = [(plain(title(each), interaction.locale), each.id) for each in summaries]
    return [
        app_commands.Choice(name=cut(name, OPTION_LIMIT), value=number)
        for name, number in named
        if wanted in name.casefold()
    ][:COMPLETIONS]
