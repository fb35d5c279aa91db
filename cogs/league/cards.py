"""How a match of a league went, as a card of words under its result."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import ArenaBot
from cogs.core.context import link
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import channel_of
from cogs.core.reader import Reader
from cogs.core.text import cut, shown
from cogs.ui.card import summary_of
from cogs.ui.story import story_of
from engine.text import say
from hosting.errors import HostingError
from hosting.league.state import View
from render.summary import short_lines
from store.replay import ReplayError

log = logging.getLogger(__name__)


async def card_of(bot: ArenaBot, view: View, number: int, reader: Reader, channel_id: int) -> discord.Embed | None:
    """Return how the match of a fixture went: why it ended, how long it took, what each player did, and where.

    Args:
        bot: The bot.
        view: The season.
        number: Of the fixture.
        reader: For whom.
        channel_id: Where it is shown.

    Returns:
        The card; None where nothing was played, this version cannot read it, or the bot may not show cards.
    """
    fixture = next((each for each in view.fixtures if each.id == number), None)
    if fixture is None or not fixture.was_played or fixture.match_id is None:
        return None
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, channel_id)
    if guild is None or channel is None or not channel.permissions_for(guild.me).embed_links:
        return None
    try:
        match = await bot.arena.matches.get(fixture.match_id)
        story = await story_of(bot, match)
    except (HostingError, ReplayError) as error:
        log.info("match %d has no card: %s", fixture.match_id, error)
        return None
    if not match.over or story.last == 0:
        return None
    card = summary_of(story)
    lines = [] if card.outcome is None else [card.outcome.reason]
    lines += short_lines(card)
    lines.append(
        say("[Match {number}]({link})", number=match.id, link=link(match.guild_id, match.channel_id)),
    )
    told = "\n".join(shown(each, reader.locale, story.names) for each in lines)
    return discord.Embed(description=cut(told, MESSAGE_LIMIT))
