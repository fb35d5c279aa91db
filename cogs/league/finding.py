"""Which league a command means, and who may do what with it."""

from __future__ import annotations

from typing import TypeAlias

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.checks import organises, sees
from cogs.core.choices import Choices, Completed, offered
from cogs.core.context import guild_of, whoami
from cogs.core.errors import Refusal
from cogs.core.text import line, mark
from engine.text import say
from hosting.league.errors import NoSuchLeague
from hosting.league.state import View
from store.league.values import League, StoredSeason

LEAGUE = mark("Which league; the only one, or that of this channel, if you leave it out")

_NO_LEAGUE = say(
    "There is no league in this server yet. Organisers make one with `/league create`; it is announced in its channel."
)
_WHICH = say("There are several leagues in this server: say which by `league:`, and pick it from the list.")
_ORGANISERS = say(
    "Only organisers can do this: members who can manage the server, or have the role for it (`/settings server`)."
)


async def _complete(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the leagues that the person may see, by name."""
    return offered([(line(league.name), league.id) for league, _ in await seen(interaction)], current)


LeagueNumber: TypeAlias = app_commands.Transform[int, Completed(_complete)]


async def seen(interaction: Interaction, *, following: bool = False) -> list[tuple[League, StoredSeason]]:
    """Return the leagues of a server with their latest seasons, those that the person may see.

    Organisers see all; others those in channels that they look into and those that they play in, but no drafts.

    Args:
        interaction: Of the person.
        following: Whether the draft of a next season counts as one; else the season before it is still the latest.
    """
    leagues = interaction.client.arena.leagues
    found = await leagues.of_guild(interaction.guild_id or 0, following=following)
    if not found or await organises(interaction.client, interaction.user):
        return found
    own = {season_id for season_id, _ in await leagues.of_person(await whoami(interaction))}
    return [
        (league, season)
        for league, season in found
        if season.status != "draft"
        and (season.id in own or sees(interaction.user, interaction.guild, league.channel_id))
    ]


async def league_of(
    interaction: Interaction, number: int | None, *, following: bool = False
) -> tuple[League, StoredSeason]:
    """Return the league that is meant, with its latest season; `following` as for `seen`.

    Raises:
        NoSuchLeague: There is none of that number in this server.
        Refusal: It does not say which, and there are several, or none.
    """
    found = await seen(interaction, following=following)
    if number is not None:
        for league, season in found:
            if league.id == number:
                return league, season
        raise NoSuchLeague
    here = [each for each in found if each[0].channel_id == interaction.channel_id]
    for some in (found, here, [each for each in here if each[1].closed_at is None]):
        if len(some) == 1:
            return some[0]
    raise Refusal(_WHICH if found else _NO_LEAGUE, code="which-league" if found else "no-league")


def typed_league(interaction: Interaction) -> int | None:
    """Return what stands in the option `league:` while another one is completed, if that is a number."""
    typed = interaction.namespace.league
    return typed if isinstance(typed, int) else None


async def season_for(interaction: Interaction, number: int | None, *, following: bool = False) -> View:
    """Return the latest season of the league that is meant; `following` as for `seen`. Raises NoSuchLeague, Refusal."""
    _, season = await league_of(interaction, number, following=following)
    return await interaction.client.arena.leagues.view(season.id)


async def season_here(interaction: Interaction, season_id: int) -> View:
    """Return the season of a button, if it belongs to this server and the person may see it. Raises NoSuchLeague."""
    view = await interaction.client.arena.leagues.view(season_id)
    if view.league.guild_id != guild_of(interaction).id:
        raise NoSuchLeague
    if await organises(interaction.client, interaction.user):
        return view
    there = sees(interaction.user, interaction.guild, view.league.channel_id)
    if view.season.status == "draft" or not (there or view.entry_of(await whoami(interaction)) is not None):
        raise NoSuchLeague
    return view


async def require_organiser(interaction: Interaction) -> int:
    """Return the person who organises. Raises Refusal if they do not."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(_ORGANISERS, code="not-organiser")
    return await whoami(interaction)
