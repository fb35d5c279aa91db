"""`/data export`: a copy of everything that is held about the person who asks."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.context import whoami
from cogs.core.language import locale_of
from cogs.core.network import BROKEN
from cogs.core.replies import reply
from cogs.core.text import mark, shown
from engine.text import Text, listed, say, say_n


@app_commands.allowed_contexts(guilds=True, dms=True)
class DataCog(ArenaGroup, group_name="data", group_description=mark("What I hold about you")):
    """Hands people what is held about them, in private, in servers and in direct messages."""

    @app_commands.command(description=mark("Get a copy of everything I hold about you, once a day"))
    async def export(self, interaction: Interaction) -> None:
        """Send the copy, a message for each part."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        exports, person_id = self.bot.arena.exports, await whoami(interaction)
        copy = await exports.make(person_id)
        try:
            for number, part in enumerate(copy.parts, 1):
                text = _said(number, len(copy.parts), copy.unread)
                file = discord.File(io.BytesIO(part), f"arena-data-{number}.zip")
                await reply(interaction, shown(text, locale_of(interaction)), files=[file])
        except (discord.HTTPException, *BROKEN):
            await exports.missed(person_id)
            raise


def _said(number: int, parts: int, unread: tuple[int, ...]) -> Text:
    """Return what stands beside a part."""
    if number > 1:
        return say("Part {number} of {parts}.", number=number, parts=parts)
    if unread:
        return say(
            "Everything I hold about you, but for the records of matches that this version of me cannot read: "
            "{matches}. README.txt says what is in each file.",
            matches=listed(map(str, unread), "comma"),
        )
    return say_n(
        "Everything I hold about you. README.txt says what is in each file.",
        "Everything I hold about you, in {count} parts. README.txt says what is in each file.",
        parts,
    )
