"""Where a season is told: the channel of its league, or, if that is a forum, a post of its own.

The post of a season is noted with the forum that it stands in, so that it is not taken for one of a forum that the
league has left. Discord opens no post by a key of the caller's: one that an attempt left behind which died before it
could note so is told by its title and by the SHA-256 in its words, which no other season has.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import discord

from cogs.channels.places import WEEK, granted_in, tags_for
from cogs.core.bot import ArenaBot
from cogs.core.limits import CHANNEL_LIMIT
from cogs.core.messages import channel_of
from cogs.core.permissions import labels
from cogs.core.text import cut, plain
from cogs.league.naming import league_text
from cogs.silence.notices import call_organisers
from engine.text import Quote, Text, say
from hosting.league.state import View
from store.league.values import League, StoredSeason

log = logging.getLogger(__name__)

SKEW = timedelta(minutes=5)
"""By how much Discord's clock may be behind."""
_MARK = "🏆 "
"""Before the title of a season's post: no post of a match begins with it, so that none is taken for the other."""

GONE = say(
    "The channel of **{league}** is gone, or I can't see it. Move the league with `/league-manage settings` "
    "and `channel:`."
)
SHUT = say(
    "I cannot post in {channel}, where **{league}** is told. `/doctor` there shows which permissions I lack; "
    "`/league-manage settings` with `channel:` gives the league another channel."
)
LOCKED = say(
    "The post {channel} of **{league}** is locked, so I can't write there. Unlock it, or have me open another: "
    "`/league-manage settings`, **Post it again**."
)


async def noted(bot: ArenaBot, league: League, season: StoredSeason) -> int | None:
    """Return the post of a season in the forum of its league, or None."""
    found = await bot.arena.settings.remembered(_key(season))
    forum, _, thread = (found or "").partition(":")
    return int(thread) if thread and forum == str(league.channel_id) else None


async def note(bot: ArenaBot, view: View, thread_id: int | None) -> None:
    """Note where the post of a season is; None once it is gone."""
    value = "" if thread_id is None else f"{view.league.channel_id}:{thread_id}"
    await bot.arena.settings.remember(_key(view.season), value)


async def open_post(
    bot: ArenaBot, view: View, forum: discord.ForumChannel, content: str, buttons: discord.ui.View | None
) -> tuple[int, int]:
    """Return the post of a season and its first message: what an earlier attempt left, or new ones.

    Args:
        bot: The bot.
        view: The season.
        forum: Where.
        content: Of the first message.
        buttons: Under it.

    Raises:
        Refusal: Posts there need a tag that the bot cannot give.
        discord.HTTPException: Discord refuses.
    """
    title = cut(f"{_MARK}{plain(league_text(view), await bot.language(forum.guild.id))}", CHANNEL_LIMIT)
    left = await _left(view, forum, title)
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


async def _left(view: View, forum: discord.ForumChannel, title: str) -> discord.Message | None:
    """Return the first message of a post that was opened for a season and not noted, or None."""
    since = view.season.published_at
    for thread in await forum.guild.active_threads() if since is not None else ():
        new = thread.created_at is not None and since is not None and thread.created_at >= since - SKEW
        if not new or thread.owner_id != forum.guild.me.id or (thread.parent_id, thread.name) != (forum.id, title):
            continue
        async for message in thread.history(limit=1, oldest_first=True):
            if view.commitment in message.content:
                return message
    return None


async def wake(bot: ArenaBot, view: View, thread_id: int) -> bool:
    """Take a post out of the archive, so that it can be written to and edited; return whether it is there.

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
            log.info("the post %d of a league stays in the archive: %s", thread_id, error)
    return True


async def is_locked(bot: ArenaBot, view: View, thread_id: int) -> bool:
    """Return whether a post is locked, so that only moderators can write there."""
    guild = bot.get_guild(view.league.guild_id)
    thread = None if guild is None else await channel_of(guild, thread_id)
    return isinstance(thread, discord.Thread) and thread.locked and not granted_in(thread).manage_threads


async def tell_refused(bot: ArenaBot, view: View, place_id: int, error: discord.HTTPException) -> None:
    """Tell those who look after a league why nothing can be told there, once for each place and reason."""
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, place_id)
    text = GONE if isinstance(error, discord.NotFound) or channel is None else SHUT
    if isinstance(channel, discord.Thread) and channel.locked:
        text = LOCKED
    told = text.using(league=Quote(view.league.name), channel=f"<#{place_id}>")
    await tell_trouble(bot, view, told, gone(place_id) if text is GONE else f"{place_id}:{error.code}")


def gone(place_id: int) -> str:
    """Return for `tell_trouble` that a channel is gone, however that was found out."""
    return f"{place_id}:gone"


async def tell_trouble(bot: ArenaBot, view: View, text: Text, what: str) -> None:
    """Tell those who look after a league of something that they alone can put right; once in a row of the same."""
    key = f"league-trouble:{view.league.guild_id}:{view.season.id}"
    if await bot.arena.settings.remembered(key) == what:
        return
    await bot.arena.settings.remember(key, what)
    await tell_organisers(bot, view.league, text)


async def tell_organisers(bot: ArenaBot, league: League, text: Text) -> None:
    """Tell those who look after a league now: not who made it, if they organise no matches any more."""
    await call_organisers(bot, league.guild_id, text, [league.person_id], but=league.channel_id)


def lacking(permissions: tuple[str, ...], league: League) -> Text:
    """Return that the bot lacks permissions in the channel of a league."""
    return say(
        "I'm missing permissions in {channel}, where **{league}** is announced: {permissions}.",
        channel=f"<#{league.channel_id}>",
        league=Quote(league.name),
        permissions=labels(permissions),
    )


def _key(season: StoredSeason) -> str:
    return f"league-post:{season.guild_id}:{season.id}"
