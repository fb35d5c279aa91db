"""Texts that are said without a look at their match, such as one that this version cannot read, or without a match."""

from __future__ import annotations

import logging

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import find_own
from cogs.core.readers import server_reader
from cogs.core.text import cut, shown
from cogs.delivery.recovery import is_notice
from cogs.silence.notices import call_for, call_organisers
from engine.text import members_in
from hosting.match.model import Post
from hosting.outbox.posts import TextPost

log = logging.getLogger(__name__)


async def say_unread(bot: ArenaBot, post: Post, told: TextPost, guild_id: int, *, needed: bool) -> int | None:
    """Post a text in a channel or to a person, unless an earlier attempt did; return the message's id.

    A person who has no account any more, or takes no direct messages, is told nothing. Where organisers are called in
    the channel of a league that is gone or closed, they are told elsewhere.

    Raises:
        discord.HTTPException: Discord refuses, or is in trouble.
    """
    text, people = told.text, await _responsible(bot, post) if told.organisers else []
    called, mentions = ("", discord.AllowedMentions.none())
    if told.organisers:
        called, mentions = await call_for(bot, guild_id, people)
    locale, private = (await server_reader(bot, guild_id)).locale, post.kind == "private"
    if private:
        locale = (await bot.arena.settings.player(post.channel_id)).language or locale
    names = await bot.arena.people.names(guild_id, members_in(text))
    content = cut(f"{called}\n{shown(text, locale, members=names)}".lstrip("\n"), MESSAGE_LIMIT)
    try:
        place = await _direct(bot, post.channel_id) if private else await _channel(bot, post, guild_id)
        if place is None:
            return None
        if post.attempts:
            found = await find_own(bot, place, lambda message: is_notice(post, content, message))
            if found is not None:
                return found.id
        if not needed:
            return None
        sent = await place.send(content, nonce=post.id, allowed_mentions=mentions)
    except (discord.Forbidden, discord.NotFound) as error:
        if told.organisers:
            await call_organisers(bot, guild_id, text, people, but=post.channel_id)
        if not private or isinstance(error, discord.NotFound):
            raise
        # Not who: what is told in private, and when, can be a secret among players.
        log.info("post %d is for a person who takes no direct messages", post.id)
        return None
    return sent.id


async def _responsible(bot: ArenaBot, post: Post) -> list[int]:
    """Return who made the league that a post is about."""
    if post.subject.kind != "league":
        return []
    return [(await bot.arena.leagues.view(post.subject.id)).league.person_id]


async def _direct(bot: ArenaBot, person_id: int) -> discord.DMChannel | None:
    account = (await accounts_of(bot, [person_id])).get(person_id)
    return None if account is None else await bot.create_dm(discord.Object(account))


async def _channel(bot: ArenaBot, post: Post, guild_id: int) -> discord.PartialMessageable | None:
    home = bot.homes.get(post.subject.kind)
    channel_id = post.channel_id if home is None else await home(post.subject.id)
    return None if channel_id is None else bot.get_partial_messageable(channel_id, guild_id=guild_id)
