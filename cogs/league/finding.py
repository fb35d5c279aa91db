"""Finds the league of a command, the names of its entries, and the channel for its texts."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TypeAlias

import discord
from discord import app_commands

from cogs.channels.places import WEEK, granted_in, tags_for
from cogs.core.access import guild_of, organises, sees, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, Completed, channel_of, offered
from cogs.core.permissions import labels
from cogs.core.text import CHANNEL_LIMIT, Locale, cut, line, locale_of, mark, numbered, plain
from cogs.silence.notices import call_organisers
from engine.errors import ArenaError
from engine.text import Quote, Text, say
from hosting.league.errors import NoSuchLeague
from hosting.league.model import SeasonView, entry_text, season_name
from store.league.seasons import Entry, Kind, League, SeasonStatus, StoredSeason

# What leagues, their entries and formats are called.


FORMATS: Mapping[Kind, Text] = {
    "round-robin": say("Round robin", context="format of a league"),
    "swiss": say("Swiss", context="format of a league"),
    "knockout": say("Knock-out", context="format of a league"),
    "double-knockout": say("Double knock-out", context="format of a league"),
    "ladder": say("Ladder", context="format of a league"),
}


def entry_texts(view: SeasonView) -> dict[int, Text]:
    return {each.id: entry_text(each) for each in view.entries}


def league_text(view: SeasonView) -> Text:
    """Return a league's name, with the season from the second one on."""
    return season_name(view.league, view.season)


async def names_in(bot: ArenaBot, view: SeasonView, locale: Locale) -> dict[int, str]:
    """Return the names of a season's people; deleted players are numbered by the order of joining."""
    people = list(dict.fromkeys(person for each in view.entries for person in (*each.players, *each.current)))
    names = await bot.arena.people.names(view.league.guild_id, people)
    gone = [each for each in people if each not in names]
    if len(gone) > 1:
        names |= {each: plain(numbered(number), locale) for number, each in enumerate(gone, 1)}
    return names


def people_of(entries: Iterable[Entry]) -> set[int]:
    return {person for each in entries for person in (*each.players, *each.current)}


# The channel of a season's texts: that of its league, or, if that is a forum, a post of its own.
#
# The post of a season is noted with the forum that it stands in, so that it is not taken for one of a forum that the
# league has left. Discord opens no post under a key of the caller's: a post whose attempt died before it was noted is
# recognised by its title and by the SHA-256 in its text, which no other season has.


log = logging.getLogger(__name__)

SKEW = timedelta(minutes=5)
"""By how much Discord's clock may be behind."""
_MARK = "🏆 "
"""Before the title of a season's post: no post of a match begins with it, so that none is taken for the other."""

CHANNEL_GONE = say(
    "**{league}**'s channel is gone, or I can't see it. Move the league with `/league-manage settings` and `channel:`."
)
SHUT = say(
    "I can't post in {channel}, where **{league}** is announced. Use `/doctor` there to see which permissions "
    "I'm missing, or move the league with `/league-manage settings` and `channel:`."
)
LOCKED = say(
    "**{league}**'s post {channel} is locked, so I can't write there. Unlock it, or have me open a new one: "
    "press **Post it again** in `/league-manage settings`."
)


async def noted_channel(bot: ArenaBot, league: League, season: StoredSeason) -> int | None:
    """Return the post of a season in the forum of its league, or None."""
    found = await bot.arena.settings.remembered(_key(season))
    forum, _, thread = (found or "").partition(":")
    return int(thread) if thread and forum == str(league.channel_id) else None


async def note_channel(bot: ArenaBot, view: SeasonView, thread_id: int | None) -> None:
    value = "" if thread_id is None else f"{view.league.channel_id}:{thread_id}"
    await bot.arena.settings.remember(_key(view.season), value)


async def open_post(
    bot: ArenaBot, view: SeasonView, forum: discord.ForumChannel, content: str, buttons: discord.ui.View | None
) -> tuple[int, int]:
    """Return the post of a season and its first message: those of an earlier attempt, or new ones."""
    title = cut(f"{_MARK}{plain(league_text(view), await bot.language(forum.guild.id))}", CHANNEL_LIMIT)
    left = await _unnoted_post(view, forum, title)
    if left is not None:
        return left.channel.id, left.id
    made = await forum.create_thread(
        name=title,
        content=content,
        view=buttons or discord.utils.MISSING,
        applied_tags=tags_for(forum),
        auto_archive_duration=WEEK,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return made.thread.id, made.message.id


async def _unnoted_post(view: SeasonView, forum: discord.ForumChannel, title: str) -> discord.Message | None:
    """Return the first message of a post that was opened for a season but not noted, or None."""
    since = view.season.published_at
    for thread in await forum.guild.active_threads() if since is not None else ():
        new = thread.created_at is not None and since is not None and thread.created_at >= since - SKEW
        if not new or thread.owner_id != forum.guild.me.id or (thread.parent_id, thread.name) != (forum.id, title):
            continue
        async for message in thread.history(limit=1, oldest_first=True):
            if view.commitment in message.content:
                return message
    return None


async def wake_channel(bot: ArenaBot, view: SeasonView, thread_id: int) -> bool:
    """Unarchive a post, so that the bot can write to it and edit it; return whether it exists.

    Discord lets members do so with posts that are not locked.
    """
    guild = bot.get_guild(view.league.guild_id)
    thread = None if guild is None else await channel_of(guild, thread_id)
    if not isinstance(thread, discord.Thread):
        return guild is None
    if thread.archived:
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("could not take post %d of a league out of the archive: %s", thread_id, error)
    return True


async def is_channel_locked(bot: ArenaBot, view: SeasonView, thread_id: int) -> bool:
    """Return whether a post is locked, so that only moderators can write there."""
    guild = bot.get_guild(view.league.guild_id)
    thread = None if guild is None else await channel_of(guild, thread_id)
    return isinstance(thread, discord.Thread) and thread.locked and not granted_in(thread).manage_threads


async def tell_refused(bot: ArenaBot, view: SeasonView, place_id: int, error: discord.HTTPException) -> None:
    """Tell organisers why the bot cannot post there, once for each place and reason."""
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, place_id)
    text = CHANNEL_GONE if isinstance(error, discord.NotFound) or channel is None else SHUT
    if isinstance(channel, discord.Thread) and channel.locked:
        text = LOCKED
    message = text.using(league=Quote(view.league.name), channel=f"<#{place_id}>")
    await tell_trouble(
        bot, view, message, channel_gone(place_id) if text is CHANNEL_GONE else f"{place_id}:{error.code}"
    )


def channel_gone(place_id: int) -> str:
    """Return the key of `tell_trouble` for a missing channel, however it was noticed."""
    return f"{place_id}:gone"


async def tell_trouble(bot: ArenaBot, view: SeasonView, text: Text, what: str) -> None:
    """Tell organisers of something that only they can repair; not twice in a row the same."""
    key = f"league-trouble:{view.league.guild_id}:{view.season.id}"
    if await bot.arena.settings.remembered(key) == what:
        return
    await bot.arena.settings.remember(key, what)
    await tell_organisers(bot, view.league, text)


async def tell_organisers(bot: ArenaBot, league: League, text: Text) -> None:
    # Not the league's maker as such: they may no longer organise matches.
    await call_organisers(bot, league.guild_id, text, [league.person_id], but=league.channel_id)


def missing_permissions(permissions: tuple[str, ...], league: League) -> Text:
    return say(
        "I'm missing permissions in {channel}, where **{league}** is announced: {permissions}.",
        channel=f"<#{league.channel_id}>",
        league=Quote(league.name),
        permissions=labels(permissions),
    )


def _key(season: StoredSeason) -> str:
    return f"league-post:{season.guild_id}:{season.id}"


LEAGUE = mark("Which league; the only one, or this channel's, if you leave it out")
SEASON = mark("Which season; the latest if you leave it out")

STATES: dict[SeasonStatus, Text] = {
    "draft": say("a draft", context="season"),
    "open": say("players can join", context="season"),
    "running": say("running", context="season"),
    "paused": say("paused", context="season"),
    "ended": say("over, not yet closed", context="season"),
    "closed": say("closed", context="season"),
    "cancelled": say("called off", context="season"),
}
"""The status of a season, in words."""
_NO_LEAGUE = say("This server has no leagues yet. Organisers can create one with `/league create`.")
_WHICH = say("This server has several leagues: name one with `league:`, and pick it from the list.")
_ORGANISERS = say(
    "Only organisers can do this: members who can manage the server, or have the organiser role (`/settings server`)."
)


async def _complete(interaction: Interaction, current: str) -> Choices[int]:
    return offered([(line(league.name), league.id) for league, _ in await seen(interaction)], current)


async def _complete_any(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the leagues that the person may see, archived ones last."""
    found = [league for league, _ in await seen(interaction, archived=True)]
    found.sort(key=lambda each: each.archived_at is not None)
    locale = locale_of(interaction)
    return offered([(plain(_offered(each), locale), each.id) for each in found], current)


def _offered(league: League) -> Text:
    name = Quote(league.name)
    return say("{league}", league=name) if league.archived_at is None else say("{league} (archived)", league=name)


async def _complete_season(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the seasons of the league in the option `league:`, the latest first."""
    try:
        league, _ = await league_of(interaction, typed_league(interaction), archived=True)
    except ArenaError:
        return []
    found, locale = reversed(await announced(interaction, league)), locale_of(interaction)
    return offered([(plain(season_text(each), locale), each.number) for each in found], current)


LeagueNumber: TypeAlias = app_commands.Transform[int, Completed(_complete)]
AnyLeague: TypeAlias = app_commands.Transform[int, Completed(_complete_any)]
"""For commands that only show something: archived leagues, too."""
SeasonNumber: TypeAlias = app_commands.Transform[int, Completed(_complete_season)]


async def seen(
    interaction: Interaction, *, following: bool = False, archived: bool = False
) -> list[tuple[League, StoredSeason]]:
    """Return the leagues of a server that the person may see, with their latest seasons.

    Organisers see all; other members those in channels that they can see and those that they play or played in, but no
    drafts. With `following` the draft of a next season counts as the latest one. With `archived` archived leagues are
    included, except seasons that were never announced.
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
    """Return the league of a command, with its latest season; `following` and `archived` as for `seen`.

    An archived league is found without its number only where there is no other.

    Raises:
        NoSuchLeague: There is none of that number in this server.
        Refusal: No number is given, and there are several, or none.
    """
    found = await seen(interaction, following=following, archived=archived)
    if number is None:
        found = [each for each in found if each[0].archived_at is None] or found
    if number is not None:
        for league, season in found:
            if league.id == number:
                return league, season
        raise NoSuchLeague
    here = await _leagues_here(interaction, found)
    for some in (found, here, [each for each in here if each[1].closed_at is None]):
        if len(some) == 1:
            return some[0]
    raise Refusal(_WHICH if found else _NO_LEAGUE, code="which-league" if found else "no-league")


def typed_league(interaction: Interaction) -> int | None:
    """Return the number in the option `league:` while another one is completed."""
    typed = interaction.namespace.league
    return typed if isinstance(typed, int) else None


async def season_for(interaction: Interaction, number: int | None, *, following: bool = False) -> SeasonView:
    """Return the latest season of a command's league; `following` as for `seen`. Raises NoSuchLeague, Refusal."""
    _, season = await league_of(interaction, number, following=following)
    return await interaction.client.arena.leagues.view(season.id)


async def _leagues_here(
    interaction: Interaction, found: list[tuple[League, StoredSeason]]
) -> list[tuple[League, StoredSeason]]:
    """Return the leagues of a channel; in a forum's post the league of that post, if it has one."""
    channel = interaction.channel
    places = {interaction.channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None}
    here = [each for each in found if each[0].channel_id in places]
    if len(here) > 1 and isinstance(channel, discord.Thread):
        own = [each for each in here if await noted_channel(interaction.client, *each) == channel.id]
        return own or here
    return here


async def announced(interaction: Interaction, league: League) -> list[StoredSeason]:
    found = await interaction.client.arena.leagues.seasons(league.id)
    return [each for each in found if each.number == 1 or not _unannounced(each)]


def _unannounced(season: StoredSeason) -> bool:
    """Return whether only organisers know of a season: a draft, discarded or not."""
    return season.status in ("draft", "cancelled") and season.published_at is None


async def season_shown(interaction: Interaction, number: int | None, season: int | None) -> SeasonView:
    """Return a season to look at, also of an archived league: the latest if none is named."""
    league, latest = await league_of(interaction, number, archived=True)
    if season is not None:
        seasons = await announced(interaction, league)
        found = next((each for each in seasons if each.number == season), None)
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
    """Return the number in the option `season:` while another one is completed."""
    typed = interaction.namespace.season
    return typed if isinstance(typed, int) else None


def season_text(season: StoredSeason) -> Text:
    return say("Season {number}: {state}", number=season.number, state=STATES[season.status])


async def season_here(interaction: Interaction, season_id: int) -> SeasonView:
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
    """Return the organiser's person. Raises Refusal for other members."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(_ORGANISERS, code="not-organiser")
    return await whoami(interaction)
