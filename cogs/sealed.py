"""The message that tells how many have chosen, and holds them to it: a hash for each sealed choice, opened at the end.

It is posted with the first choice of a decision and edited, without a sound, with every other one.
"""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs.client import ArenaBot
from cogs.poster import LOOK_BACK, Occasion
from cogs.ui.text import MESSAGE_LIMIT, Locale, code, cut, shown
from engine.text import Player, say
from hosting.commitments import Sealing, digest
from hosting.model import Match


class Sealed(commands.Cog):
    """Delivers posts of kind "sealed"."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        bot.deliveries["sealed"] = self

    async def send(self, occasion: Occasion) -> int | None:
        """Post the message of a decision, or edit it if it is there."""
        post, match = occasion.post, occasion.match
        sealing = await self.bot.arena.commitments.sealing(match.id, cast("int", post.payload["decision"]))
        content = sealed_content(match, sealing, occasion.reader.locale)
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        there = await self.bot.arena.outbox.message_of(match.id, post.channel_id, "sealed", post.payload)
        quiet = discord.AllowedMentions.none()
        if there is not None:
            try:
                await place.get_partial_message(there).edit(content=content, allowed_mentions=quiet)
            except discord.NotFound:
                there = None
        if there is None:
            there = (await place.send(content, nonce=post.id, silent=True, allowed_mentions=quiet)).id
        return there

    async def sent_before(self, occasion: Occasion) -> int | None:
        """Return the message of the decision that an attempt left behind; None has it posted or edited again."""
        post, match = occasion.post, occasion.match
        if await self.bot.arena.outbox.message_of(match.id, post.channel_id, "sealed", post.payload) is not None:
            return None  # editing it once more does no harm
        sealing = await self.bot.arena.commitments.sealing(match.id, cast("int", post.payload["decision"]))
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        async for message in place.history(limit=LOOK_BACK):
            fresh = message.author == self.bot.user and message.created_at >= post.created_at
            if fresh and any(each in message.content for each in sealing.digests):
                content = sealed_content(match, sealing, occasion.reader.locale)
                await message.edit(content=content, allowed_mentions=discord.AllowedMentions.none())
                return message.id
        return None


def sealed_content(match: Match, sealing: Sealing, locale: Locale) -> str:
    """Return how many have chosen and what they are held to; at the end who chose what, and how to check it."""
    if sealing.opened:
        lines = [say("-# All choices are open. Each hash is the SHA-256 of `match:decision:seat:salt:choice`.")]
        lines += [
            say(
                "-# {player}: `{text}` → `{digest}`",
                player=Player(each.seat),
                text=code(f"{each.match_id}:{each.decision}:{each.seat}:{each.salt.hex()}:{each.text}"),
                digest=digest(each),
            )
            for each in sealing.opened
        ]
    elif sealing.deciding == 0:
        lines = [say("-# The choices of this decision were never opened.")]
    else:
        lines = [
            say(
                "{count} of {all} have chosen. Nobody sees what, until all have; a choice can be changed until then.",
                count=len(sealing.digests),
                all=sealing.deciding,
            ),
            *(say("-# {player} has chosen.", player=Player(seat)) for seat in sealing.chosen),
            say("-# A hash of each choice (SHA-256), in an order that says nothing. What is opened must fit it:"),
            *(say("-# `{digest}`", digest=each) for each in sealing.digests),
        ]
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


async def setup(bot: ArenaBot) -> None:
    """Add the cog."""
    await bot.add_cog(Sealed(bot))
