"""The public post of a season: what is played, who may join and how, and what became of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord

from cogs.channels.places import can_post, require_threads
from cogs.core.bot import ArenaBot
from cogs.core.errors import MissingPermission, Refusal
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import channel_of
from cogs.core.network import BROKEN
from cogs.core.text import fitting, shown
from cogs.league.control import LeagueControl, custom_id
from cogs.league.naming import league_text, people_of
from cogs.league.wording import day, terms_lines
from cogs.silence.members import missing
from engine import registry
from engine.text import Text, listed, say, say_n
from hosting.league.naming import entry_text
from hosting.league.state import View

log = logging.getLogger(__name__)

_MORE = say("`/league standings`, `/league schedule` and `/league mine` show more.")
MOST_NAMES = 20
"""Entries that the post of a season names."""
_CHANNEL_GONE = say("The channel of this league is gone, or I cannot see it: make a new league in another channel.")
_BLOCKS = say("-# Blocks do not reach into leagues: you may meet everybody who joins.")


def joins_late(view: View) -> bool:
    """Return whether players may be able to join although the season is being played."""
    terms = view.terms
    late = terms.kind in ("ladder", "swiss") or (terms.kind == "round-robin" and terms.sides == 2)
    return view.season.status == "running" and terms.late_rounds > 0 and late and not terms.teams


def post_lines(view: View) -> list[Text]:
    """Return what the public post says, a line each, what matters first."""
    return list(_lines(view))


def _lines(view: View) -> Iterator[Text]:
    name, season = league_text(view), view.season
    match season.status:
        case "draft" | "open":
            if view.terms.teams:
                yield say("**{league}**: `/league join` with `partner:` takes part, with a partner.", league=name)
            else:
                yield say("**{league}**: press **Join** to take part.", league=name)
            yield _joined(view)
            yield from _who(view)
            yield from terms_lines(view.terms)
            yield _BLOCKS
            yield say(
                "-# What is drawn by lot comes from a secret, which is opened at the close; its SHA-256 is `{hash}`.",
                hash=view.commitment,
            )
        case "cancelled":
            yield say("**{league}** does not take place.", league=name)
        case "closed":
            yield say("**{league}** is over. `/league standings` shows the table.", league=name)
            yield say(
                "The secret of its lots was `{secret}`, their SHA-256 `{hash}`.",
                secret=view.secret or "",
                hash=view.commitment,
            )
        case "ended":
            yield say("**{league}** is over; organisers may still put mistakes right.", league=name)
            yield _MORE
        case "paused":
            yield say("**{league}** is paused: no new match begins, what is being played goes on.", league=name)
            yield _MORE
        case "running":
            yield say("**{league}** is being played.", league=name)
            if joins_late(view):
                yield (
                    say("Press **Join** to begin at the bottom.")
                    if view.terms.kind == "ladder"
                    else say("Press **Join** to come in late, as long as there is a place.")
                )
            yield _joined(view)
            if season.ends_at is not None:
                yield say("It ends {when}.", when=day(season.ends_at))
            yield _MORE
            yield say("-# The SHA-256 of the secret of its lots is `{hash}`.", hash=view.commitment)


def _who(view: View) -> Iterator[Text]:
    """Return who takes part, in the order in which they joined."""
    there = [each for each in view.entries if each.agreed and each.left_at is None]
    if not there:
        return
    names = listed([entry_text(each) for each in there[:MOST_NAMES]], "comma")
    if len(there) <= MOST_NAMES:
        yield say("Who takes part: {entries}", entries=names)
    else:
        yield say_n(
            "Who takes part: {entries}, and {count} more",
            "Who takes part: {entries}, and {count} more",
            len(there) - MOST_NAMES,
            entries=names,
        )


def _joined(view: View) -> Text:
    count = sum(each.agreed and each.left_at is None for each in view.entries)
    if view.terms.teams:
        return say_n(
            "{count} team of at most {most} takes part.",
            "{count} teams of at most {most} take part.",
            count,
            most=view.terms.most,
        )
    return say_n(
        "{count} player of at most {most} takes part.",
        "{count} players of at most {most} take part.",
        count,
        most=view.terms.most,
    )


async def _message(bot: ArenaBot, view: View) -> tuple[str, discord.ui.View | None]:
    """Return the post with its buttons; None where there is nothing to press any more."""
    locale = await bot.language(view.league.guild_id)
    names = await bot.arena.people.names(view.league.guild_id, people_of(view.entries))
    lines = [shown(each, locale, members=names) for each in post_lines(view)]
    content = fitting(lines, MESSAGE_LIMIT, shown(say("`/league-manage settings` has all terms."), locale))
    opened = view.season.status in ("draft", "open")
    if not opened and not joins_late(view):
        return content, None
    buttons = discord.ui.View(timeout=None)
    join = custom_id(view.season.id, "join")
    buttons.add_item(LeagueControl.button(join, say("Join", context="button"), locale, discord.ButtonStyle.success))
    if opened:
        start = custom_id(view.season.id, "start")
        buttons.add_item(LeagueControl.button(start, say("Start (organisers)", context="button"), locale))
    return content, buttons


async def place_of(bot: ArenaBot, view: View) -> discord.abc.Messageable:
    """Return the channel of a league.

    Raises:
        Refusal: It is gone.
        MissingPermission: The bot may not post there.
    """
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, view.league.channel_id)
    if guild is None or not isinstance(channel, discord.abc.Messageable):
        raise Refusal(_CHANNEL_GONE, code="no-channel")
    if not can_post(channel.permissions_for(guild.me), channel):
        raise MissingPermission(("view_channel", "send_messages"))
    return channel


async def require_room(bot: ArenaBot, view: View) -> None:
    """Raise unless the bot can make the threads, or the silent channels, of a league's matches.

    Raises:
        Refusal: The channel is gone, or has no threads.
        MissingPermission: The bot lacks permissions.
    """
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, view.league.channel_id)
    if guild is None or channel is None:
        raise Refusal(_CHANNEL_GONE, code="no-channel")
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    if mode is None or not mode.silent:
        require_threads(channel)
    elif lacking := missing(guild):
        raise MissingPermission(lacking)


async def publish(bot: ArenaBot, view: View) -> None:
    """Post a season, and note where. Raises Refusal, MissingPermission."""
    channel = await place_of(bot, view)
    content, buttons = await _message(bot, view)
    none = discord.AllowedMentions.none()
    message = await channel.send(
        content, view=buttons or discord.utils.MISSING, nonce=f"league:{view.season.id}", allowed_mentions=none
    )
    await bot.arena.leagues.posted(view.season.id, message.id)


async def forget(bot: ArenaBot, view: View) -> None:
    """Remove the public post before another one takes its place; one that is gone already is no trouble."""
    if view.season.message_id is None:
        return
    place = bot.get_partial_messageable(view.league.channel_id, guild_id=view.league.guild_id)
    try:
        await place.get_partial_message(view.season.message_id).delete()
    except discord.HTTPException as error:
        log.info("the post of season %d could not be removed: %s", view.season.id, error)


async def refresh(bot: ArenaBot, season_id: int) -> None:
    """Have the public post say what holds now; should that not work, it stays as it is."""
    view = await bot.arena.leagues.view(season_id)
    if view.season.message_id is None:
        return
    content, buttons = await _message(bot, view)
    place = bot.get_partial_messageable(view.league.channel_id, guild_id=view.league.guild_id)
    try:
        await place.get_partial_message(view.season.message_id).edit(
            content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
        )
    except (discord.HTTPException, *BROKEN) as error:
        log.info("the post of season %d stays as it is: %r", season_id, error)
