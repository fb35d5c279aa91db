"""After a silent match: its channels open for talk, the transcript is posted, and some days later they are deleted."""

from __future__ import annotations

import io
import logging
from datetime import timedelta

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.text import plain, shown
from cogs.silence.channels import AWAY, home_of
from cogs.silence.diary import Diary
from cogs.silence.keeper import Keeper
from cogs.silence.members import as_discord, found_in
from cogs.silence.notices import tell_organisers
from cogs.silence.text import entry_text
from engine.game import Json
from engine.text import Text, listed, say
from hosting.match.model import Match
from hosting.silence import overwrites
from hosting.silence.cast import Cast
from hosting.silence.codes import SilenceCode
from hosting.silence.policy import CATEGORY

log = logging.getLogger(__name__)

DELETION = "silence-deletion"
"""The appointment at which the channels of a match are deleted; its key is the match."""


async def finish(bot: ArenaBot, keeper: Keeper, match_id: int) -> bool:
    """Open the channels of a match that is over and post its transcript, once; return whether that is done."""
    async with keeper.lock(match_id):
        match = await bot.arena.matches.get(match_id)
        guild = bot.get_guild(match.guild_id)
        diary = await Diary.of(bot, match)
        if diary.last(SilenceCode.OPENED) is not None:
            return True
        if guild is None or guild.unavailable:
            return False
        await _open(bot, guild, match)
        days = (await bot.arena.settings.server(guild.id)).transcript_days
        due = bot.clock.now() + timedelta(days=days)
        await _post(bot, match, diary, days)
        await bot.arena.schedule.set(DELETION, str(match.id), due)
        await diary.note(SilenceCode.OPENED, {"days": days})
    keeper.forget(match_id)
    return True


async def delete(bot: ArenaBot, key: str, _payload: Json) -> None:
    """Delete the channels of a match; a handler of appointments, with the match as key."""
    match = await bot.arena.matches.get(int(key))
    guild = bot.get_guild(match.guild_id)
    if guild is not None and guild.unavailable:
        # What else is in the category cannot be seen now.
        await bot.arena.schedule.set(DELETION, key, bot.clock.now() + AWAY)
        return
    diary = await Diary.of(bot, match)
    kept = [
        place.channel_id
        for place in sorted(match.places, key=lambda place: place.role == CATEGORY)
        if not await _delete(bot, match, place.channel_id)
    ]
    for channel_id in kept:
        await diary.note(SilenceCode.KEPT, channel_id=channel_id)
    if kept:
        channels = listed((f"<#{channel_id}>" for channel_id in kept), "comma")
        await tell_organisers(
            bot, match, say("I may not delete channels of a match that is over: {channels}", channels=channels)
        )
    else:
        await diary.note(SilenceCode.DELETED)


async def transcript(bot: ArenaBot, match: Match, diary: Diary, locale: str) -> str:
    """Return the record of a match and what was done for its silence, as a text file."""
    record = await bot.arena.matches.record(match.id, None)
    lines = [
        plain(
            say("{time} UTC: {what}", time=f"{entry.at:%Y-%m-%d %H:%M}", what=entry_text(entry, match)),
            locale,
            match.names,
            match.members,
        )
        for entry in diary.entries
    ]
    return "\n".join([record.rstrip(), "", plain(say("Silence of the teams"), locale), *lines, ""])


async def _open(bot: ArenaBot, guild: discord.Guild, match: Match) -> None:
    if bot.user is None:
        raise AssertionError("matches end after logging in")
    accounts = await accounts_of(bot, match.members)
    cast = Cast.of_match(match, bot.user.id, accounts.known)
    for place in match.places:
        channel = guild.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
            continue
        wanted = as_discord(guild, overwrites.opened(place.role, cast, found_in(channel, accounts)), accounts)
        try:
            await channel.edit(overwrites=wanted)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("channel %d of match %d cannot be opened: %s", channel.id, match.id, error)


async def _post(bot: ArenaBot, match: Match, diary: Diary, days: int) -> None:
    locale = await bot.language(match.guild_id)
    when = discord.utils.format_dt(bot.clock.now() + timedelta(days=days), "R")
    here = say(
        "The match is over, and its channels are open for talk. They will be deleted {when}. The transcript holds the "
        "record and everything that was done for the silence of the teams.",
        when=when,
    )
    there = say(
        "The match in {channel} is over. The transcript holds the record and everything that was done for the silence "
        "of the teams.",
        channel=f"<#{match.channel_id}>",
    )
    text = await transcript(bot, match, diary, locale)
    await _send(bot, match, match.channel_id, here, text, locale)
    home = await home_of(bot, match.channel_id)
    if home is not None and home != match.channel_id:
        await _send(bot, match, home, there, text, locale)


async def _send(bot: ArenaBot, match: Match, channel_id: int, text: Text, transcript: str, locale: str) -> None:
    channel = bot.get_partial_messageable(channel_id, guild_id=match.guild_id)
    try:
        await channel.send(
            shown(text, locale, match.names),
            file=discord.File(io.BytesIO(transcript.encode()), f"{match.game}-{match.id}-transcript.txt"),
            allowed_mentions=discord.AllowedMentions.none(),
            # Should the process die before this is noted, the repetition is recognised, by author whatever the channel.
            nonce=f"silence-{match.id}" if channel_id == match.channel_id else f"silence-{match.id}-home",
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("no transcript of match %d in channel %d: %s", match.id, channel_id, error)


async def _delete(bot: ArenaBot, match: Match, channel_id: int) -> bool:
    guild = bot.get_guild(match.guild_id)
    channel = guild.get_channel(channel_id) if guild is not None else None
    if isinstance(channel, discord.CategoryChannel):
        ours = {place.channel_id for place in match.places}
        if any(other.id not in ours for other in channel.channels):
            log.info("category %d stays, since it holds channels that are not the match's", channel_id)
            return True
    try:
        await bot.http.delete_channel(channel_id)
    except discord.NotFound:
        log.debug("channel %d is gone already", channel_id)
    except discord.Forbidden as error:
        log.warning("channel %d of match %d cannot be deleted: %s", channel_id, match.id, error)
        return False
    return True
