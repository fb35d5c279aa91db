"""Finding what a message must suit: a person's settings, or those of a server."""

from __future__ import annotations

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import whoami
from cogs.core.language import locale_of
from cogs.core.reader import Reader
from render.theme import Palette, Theme


async def reader_of(interaction: Interaction) -> Reader:
    """Return what suits the person behind an interaction, for what only they see."""
    settings = interaction.client.arena.settings
    mine = await settings.player(await whoami(interaction))
    server = await settings.server(interaction.guild_id or 0)
    return Reader(
        locale_of(interaction),
        Theme(_palette(mine.palette or server.palette), server.dark if mine.dark is None else mine.dark),
        mine.text_boards,
    )


async def readers_of(interaction: Interaction) -> Reader:
    """Return what suits everybody in the channel of an interaction, for what all see."""
    return await server_reader(interaction.client, interaction.guild_id or 0)


async def server_reader(bot: ArenaBot, guild_id: int) -> Reader:
    """Return what suits everybody in a server."""
    server = await bot.arena.settings.server(guild_id)
    return Reader(await bot.language(guild_id), Theme(_palette(server.palette), server.dark))


def _palette(key: str | None) -> Palette:
    """Return the palette with a key; the standard one for None and for keys of other versions."""
    return Palette(key) if key in set(Palette) else Palette.STANDARD
