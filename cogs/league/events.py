"""Rounds of leagues as scheduled events of the server: made once, updated with the round, removed at its end.

The state of a round's event is noted: nothing, being made, its number, or that there shall be none any more. Discord
makes no event under a key of the caller's, so an event that was made but not noted is found among the bot's own by its
name and place. One that moderators deleted is not made again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from cogs.core.access import link
from cogs.core.bot import ArenaBot
from cogs.core.permissions import labels
from cogs.core.text import EVENT_LIMIT, cut, plain
from cogs.league.finding import league_text, noted_channel, tell_organisers
from engine.text import Quote, Text, say, say_n
from hosting.league.brackets import round_called
from hosting.league.model import SeasonView
from hosting.league.terms import LeagueTerms
from hosting.outbox import Retry

log = logging.getLogger(__name__)

NEEDED = ("create_events",)
"""What entering events takes; the bot changes none but its own."""
_SOON = timedelta(minutes=2)
"""An event begins so long after it is entered: Discord takes none from the past."""
_LEAST = timedelta(minutes=10)
"""An event that would end sooner is not worth entering."""
_MAKING, _GONE = "making", "gone"
TOO_MANY = 30038
"""Discord's code for a server with as many events as it may have."""
_OPEN = (discord.EventStatus.scheduled, discord.EventStatus.active)

_LACKING = say(
    "I can't add **{league}**'s rounds to this server's events, because I don't have {permissions}. Nothing "
    "else is affected."
)
_FULL = say(
    "I can't add **{league}**'s rounds to this server's events: it already has as many as Discord allows (100)."
)


@dataclass(frozen=True, slots=True)
class _Event:
    """The contents of an event; the place is the address of the league's channel."""

    name: str
    description: str
    place: str
    end: datetime


def event_lines(guild: discord.Guild | None, terms: LeagueTerms) -> list[Text]:
    if guild is None or not terms.events or terms.round_days is None or terms.kind == "ladder":
        return []
    if guild.me.guild_permissions.create_events:
        return [say("Each round becomes a server event.")]
    return [
        say(
            "Rounds aren't added to this server's events, because I don't have {permissions}; nothing else is "
            "affected.",
            permissions=labels(NEEDED),
        )
    ]


async def keep(bot: ArenaBot, view: SeasonView, number: int) -> None:
    """Make, update or remove the event of a round. Raises Retry, discord.HTTPException."""
    guild = bot.get_guild(view.league.guild_id)
    if guild is None or guild.unavailable:
        if guild is None and bot.is_ready_for(view.league.guild_id):
            return  # the bot was removed from the server
        raise Retry
    key = f"league-event:{guild.id}:{view.season.id}:{number}"
    known = await bot.arena.settings.remembered(key)
    if known == _GONE:
        return
    wanted = await _wanted(bot, view, number)
    event: discord.ScheduledEvent | None = None
    if known == _MAKING:
        event = await _find(guild, _name(view, number, await bot.language(guild.id)))
    elif known:
        event = await _fetch(guild, int(known))
        if event is None:  # moderators deleted it
            wanted = None
    if wanted is None:
        await _remove(event)
        await bot.arena.settings.remember(key, _GONE)
    elif event is not None and event.status in _OPEN:
        await bot.arena.settings.remember(key, str(event.id))
        await _change(event, wanted)
    elif not guild.me.guild_permissions.create_events:
        await _tell_once(bot, view, _LACKING.using(league=Quote(view.league.name), permissions=labels(NEEDED)))
    else:
        await _enter(bot, guild, view, key, wanted)


async def _enter(bot: ArenaBot, guild: discord.Guild, view: SeasonView, key: str, wanted: _Event) -> None:
    await bot.arena.settings.remember(key, _MAKING)
    try:
        made = await guild.create_scheduled_event(
            name=wanted.name,
            description=wanted.description,
            entity_type=discord.EntityType.external,
            location=wanted.place,
            privacy_level=discord.PrivacyLevel.guild_only,
            start_time=bot.clock.now() + _SOON,
            end_time=wanted.end,
        )
    except discord.HTTPException as error:
        if isinstance(error, discord.Forbidden):
            text = _LACKING.using(league=Quote(view.league.name), permissions=labels(NEEDED))
        elif error.code == TOO_MANY:
            text = _FULL.using(league=Quote(view.league.name))
        else:
            raise
        await bot.arena.settings.remember(key, "")
        await _tell_once(bot, view, text)
    else:
        await bot.arena.settings.remember(key, str(made.id))


async def _change(event: discord.ScheduledEvent, wanted: _Event) -> None:
    # An event that the bot may not change stays as it is.
    try:
        await event.edit(name=wanted.name, description=wanted.description, location=wanted.place, end_time=wanted.end)
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("could not update event %d of a league: %s", event.id, error)


async def _remove(event: discord.ScheduledEvent | None) -> None:
    """Remove the event of a finished round, unless it ended by itself; one that the bot may not remove stays."""
    if event is None or event.status not in _OPEN:
        return
    try:
        await event.delete()
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("could not remove event %d of a league: %s", event.id, error)


async def _fetch(guild: discord.Guild, event_id: int) -> discord.ScheduledEvent | None:
    try:
        return await guild.fetch_scheduled_event(event_id, with_counts=False)
    except discord.NotFound:
        return None


async def _find(guild: discord.Guild, name: str) -> discord.ScheduledEvent | None:
    found = await guild.fetch_scheduled_events(with_counts=False)
    return next((each for each in found if each.creator_id == guild.me.id and each.name == name), None)


async def _wanted(bot: ArenaBot, view: SeasonView, number: int) -> _Event | None:
    """Return the contents of a round's event; None if there is to be none."""
    opened = next((each for each in view.rounds if each.number == number), None)
    if opened is None or opened.ends_at is None or not view.terms.events:
        return None
    paused = view.season.status == "paused"
    if view.season.status != "running" and not paused:
        return None
    if opened.ends_at < bot.clock.now() + _LEAST and not paused:
        return None
    locale = await bot.language(view.league.guild_id)
    played = sum(each.round == number and not each.is_bye for each in view.fixtures)
    about = say_n(
        "{count} match. `/league schedule` shows who plays whom.",
        "{count} matches. `/league schedule` shows who plays whom.",
        played,
    )
    if paused:
        about = say("The league is paused. The round will be extended by the length of the pause.")
    where = await noted_channel(bot, view.league, view.season) or view.league.channel_id
    return _Event(
        name=_name(view, number, locale),
        description=plain(about, locale),
        place=link(view.league.guild_id, where),
        end=max(opened.ends_at, bot.clock.now() + _LEAST),
    )


def _name(view: SeasonView, number: int, locale: str) -> str:
    text = say("{league} · {round}", league=league_text(view), round=round_called(view, number))
    return cut(plain(text, locale), EVENT_LIMIT)


async def _tell_once(bot: ArenaBot, view: SeasonView, text: Text) -> None:
    key = f"league-events-told:{view.league.guild_id}:{view.league.id}"
    if await bot.arena.settings.remembered(key) is None:
        await bot.arena.settings.remember(key, "told")
        await tell_organisers(bot, view.league, text)
