"""The message that tells how many have chosen, and holds them to it: a hash for each sealed choice.

It is posted with the first choice of a decision and edited, without a sound, with every other one, the last one too.
What opens the choices is another message, the board that follows (`cogs.delivery.cog`).

What a match is held to from its beginning, its seed and what was chosen before the start, is a message of its own, too,
below the first buttons. Nobody edits it.
"""

from __future__ import annotations

import discord

from cogs.core.bot import ArenaBot
from cogs.core.delivery import Occasion
from cogs.core.messages import find_own
from cogs.ui.hashes import beginning_content, hashes_content
from hosting.match.codec import BEGINNING
from hosting.outbox.posts import HashesPost


class Sealed:
    """Delivers posts of kind "sealed"."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def send(self, occasion: Occasion) -> int | None:
        """Post the message of a decision, or edit it if it is there."""
        post, match = occasion.post, occasion.match
        hashes = occasion.as_a(HashesPost)
        sealing, there = await self.bot.arena.commitments.posted(match, hashes.decision, post.channel_id)
        begins = hashes.decision == BEGINNING
        if begins and there is not None:
            return there
        locale = occasion.reader.locale
        content = await self._beginning(occasion) if begins else hashes_content(match, sealing, locale)
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        quiet = discord.AllowedMentions.none()
        if there is not None:
            try:
                # An edit leaves a time that all can see: one that changes nothing must not come after the opening.
                if not post.attempts or not await _says(place, there, content):
                    await place.get_partial_message(there).edit(content=content, allowed_mentions=quiet)
            except discord.NotFound:
                there = None
        if there is None:
            there = (await place.send(content, nonce=post.id, silent=True, allowed_mentions=quiet)).id
        return there

    async def sent_before(self, occasion: Occasion) -> int | None:
        """Return the message of the decision that an attempt left behind; None has it posted or edited again."""
        post, match = occasion.post, occasion.match
        hashes = occasion.as_a(HashesPost)
        sealing, there = await self.bot.arena.commitments.posted(match, hashes.decision, post.channel_id)
        if there is not None:
            return None  # editing it once more does no harm: nothing is opened before this post is done
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        if hashes.decision == BEGINNING:
            first = await self._beginning(occasion)
            alike = await find_own(self.bot, place, lambda each: each.content == first, since=post.created_at)
            return None if alike is None else alike.id

        def is_it(message: discord.Message) -> bool:
            return any(each in message.content for each in sealing.digests)

        message = await find_own(self.bot, place, is_it, since=post.created_at)
        if message is None:
            return None
        content = hashes_content(match, sealing, occasion.reader.locale)
        if message.content != content:
            await message.edit(content=content, allowed_mentions=discord.AllowedMentions.none())
        return message.id

    async def _beginning(self, occasion: Occasion) -> str:
        held = await self.bot.arena.loadouts.held(occasion.match.id)
        return beginning_content(occasion.match, held, occasion.reader.locale)


async def _says(place: discord.PartialMessageable, message_id: int, content: str) -> bool:
    """Return whether a message says this already; False where the bot may not read it."""
    try:
        return (await place.fetch_message(message_id)).content == content
    except discord.Forbidden:
        return False
