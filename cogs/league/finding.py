"""Which league a command means, and who may do what with it."""

from __future__ import annotations

from typing import TypeAlias

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.checks import organises, sees
from cogs.core.choices import Choices, Completed, offered
from cogs.core.context import guild_of, whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.text import line, mark, plain
from cogs.league.home import noted
from engine.errors import ArenaError
from engine.text import Quote, Text, say
from hosting.league.errors import NoSuchLeague
from hosting.league.state import View
from store.league.values import League, SeasonStatus, StoredSeason

LEAGUE = mark("Which league; the only one, or this channel's, if you leave it out")
SEASON = mark("Which season; the latest if you leave it out")

STATES: dict[SeasonStatus, Text] = {
    "draft": say("a draft", context="season"),
    "open": say("players can join", context="season"),
    "running": say("being played", context="season"),
    "paused": say("paused", context="season"),
    "ended": say("over, not yet closed", context="season"),
    "closed": say("closed", context="season"),
    "cancelled": say("called off", context="season"),
}
"""How a season stands, in words."""
_NO_LEAGUE = say(
    "There is no league in this server yet. Organisers make one with `/league create`; it is announced in its channel."
)
_WHICH = say("There are several leagues in this server: say which by `league:`, and pick it from the list.")
_ORGANISERS = say(
    "Only organisers can do this: members who can manage the server, or have the organiser role (`/settings server`)."
)


async def _complete(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the leagues that the person may see, by name."""
    return offered([(line(league.name), league.id) for league, _ in await seen(interaction)], current)


async def _complete_any(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the leagues that the person may see, those that were put away last."""
    found = [league for league, _ in await seen(interaction, archived=True)]
    found.sort(key=lambda each: each.archived_at is not None)
    locale = locale_of(interaction)
    return offered([(plain(_offered(each), locale), each.id) for each in found], current)


def _offered(league: League) -> Text:
    name = Quote(league.name)
    return say("{league}", league=name) if league.archived_at is None else say("{league} (put away)", league=name)


async def _complete_season(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the seasons of the league that stands in the option `league:` so far, the latest first."""
    try:
        league, _ = await league_of(interaction, typed_league(interaction), archived=True)
    except ArenaError:
        return []
    found, locale = reversed(await announced(interaction, league)), locale_of(interaction)
    return offered([(plain(season_text(each), locale), each.number) for each in found], current)


LeagueNumber: TypeAlias = app_commands.Transform[int, Completed(_complete)]
AnyLeague: TypeAlias = app_commands.Transform[int, Completed(_complete_any)]
"""For what is looked at alone: leagues that were put away, too."""
SeasonNumber: TypeAlias = app_commands.Transform[int, Completed(_complete_season)]


async def seen(
    interaction: Interaction, *, following: bool = False, archived: bool = False
) -> list[tuple[League, StoredSeason]]:
    """Return the leagues of a server with their latest seasons, those that the person may see.

    Organisers see all; others those in channels that they look into and those that they play or played in, but no
    drafts.

    Args:
        interaction: Of the person.
        following: Whether the draft of a next season counts as one; else the season before it is still the latest.
        archived: Whether those that were put away are among them; of these nobody sees what was never announced.
    """
    leagues, guild_id = interaction.client.arena.leagues, interaction.guild_id or 0
    found = [
        (league, season)
        for league, season in await leagues.of_guild(guild_id, archived=archived, following=following)
        if league.archived_at is None or not _unannounced(season)
    ]
    if not found or await organises(interaction.client, interaction.user):
        return found
    own = await leagues.played_by(guild_id, await whoami(interaction))
    return [
        (league, season)
        for league, season in found
        if season.status != "draft"
        and (season.id in own or sees(interaction.user, interaction.guild, league.channel_id))
    ]


async def league_of(
    interaction: Interaction, number: int | None, *, following: bool = False, archived: bool = False
) -> tuple[League, StoredSeason]:
    """Return the league that is meant, with its latest season; `following` and `archived` as for `seen`.

    A league that was put away is meant without its number only where there is no other.

    Raises:
        NoSuchLeague: There is none of that number in this server.
        Refusal: It does not say which, and there are several, or none.
    """
    found = await seen(interaction, following=following, archived=archived)
    if number is None:
        found = [each for each in found if each[0].archived_at is None] or found
    if number is not None:
        for league, season in found:
            if league.id == number:
                return league, season
        raise NoSuchLeague
    here = await _told_here(interaction, found)
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


async def _told_here(
    interaction: Interaction, found: list[tuple[League, StoredSeason]]
) -> list[tuple[League, StoredSeason]]:
    """Return the leagues of a channel; in a post of a forum the one that is told there, if one is."""
    channel = interaction.channel
    places = {interaction.channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None}
    here = [each for each in found if each[0].channel_id in places]
    if len(here) > 1 and isinstance(channel, discord.Thread):
        own = [each for each in here if await noted(interaction.client, *each) == channel.id]
        return own or here
    return here


async def announced(interaction: Interaction, league: League) -> list[StoredSeason]:
    """Return the seasons of a league that players know of, the first one first."""
    found = await interaction.client.arena.leagues.seasons(league.id)
    return [each for each in found if each.number == 1 or not _unannounced(each)]


def _unannounced(season: StoredSeason) -> bool:
    """Return whether nobody but organisers knows of a season: a draft, discarded or not."""
    return season.status in ("draft", "cancelled") and season.published_at is None


async def season_shown(interaction: Interaction, number: int | None, season: int | None) -> View:
    """Return a season to look at, also of a league that was put away: the latest if none is named.

    Raises:
        NoSuchLeague: There is no such league.
        Refusal: It has no such season, or it is not said which league is meant.
    """
    league, latest = await league_of(interaction, number, archived=True)
    if season is not None:
        there = await announced(interaction, league)
        found = next((each for each in there if each.number == season), None)
        if found is None:
            raise Refusal(
                say(
                    "**{league}** has no season {number}: pick one from the list.",
                    league=Quote(league.name),
                    number=season,
                ),
                code="no-season",
            )
        latest = found
    return await interaction.client.arena.leagues.view(latest.id)


def typed_season(interaction: Interaction) -> int | None:
    """Return what stands in the option `season:` while another one is completed, if that is a number."""
    typed = interaction.namespace.season
    return typed if isinstance(typed, int) else None


def season_text(season: StoredSeason) -> Text:
    """Return a season in a line: its number and how it stands."""
    return say("Season {number}: {state}", number=season.number, state=STATES[season.status])


async def season_here(interaction: Interaction, season_id: int) -> View:
    """Return the season of a button, if it belongs to this server and the person may see it. Raises NoSuchLeague."""
    view = await interaction.client.arena.leagues.view(season_id)
    if view.league.guild_id != guild_of(interaction).id:
        raise NoSuchLeague
    if await organises(interaction.client, interaction.user):
        return view
    if view.season.status == "draft" or not (
        sees(interaction.user, interaction.guild, view.league.channel_id)
        or season_id
        in await interaction.client.arena.leagues.played_by(guild_of(interaction).id, await whoami(interaction))
    ):
        raise NoSuchLeague
    return view


async def require_organiser(interaction: Interaction) -> int:
    """Return the person who organises. Raises Refusal if they do not."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(_ORGANISERS, code="not-organiser")
    return await whoami(interaction)
