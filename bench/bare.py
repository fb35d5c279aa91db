"""What a turn is compared with: a bot that answers `/move` in private and posts a ready-made picture, and no more.

`python -m bench.bare PICTURE` runs it as the documentation of discord.py has its bots, with the default intents and
caches; each picture is read from the disk. `python -m bench.bare PICTURE lean` runs one that caches as little as the
real bot does, holds the picture in memory, and also takes the button of the message before: the three requests of a
turn, without rules, store or drawing.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from pathlib import Path

import discord
import yarl
from discord.ext import commands


class Bare(commands.Bot):
    """A bot with one command."""

    def __init__(self, picture: Path) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents.default())
        self.picture = picture

    async def setup_hook(self) -> None:
        """Register the command."""

        @self.tree.command(description="Play your turn")
        async def move(interaction: discord.Interaction, turn: str) -> None:
            await interaction.response.send_message(f"Played `{turn}`.", ephemeral=True)
            await self.post(self.get_partial_messageable(interaction.channel_id or 0))

        await self.tree.sync()

    async def post(self, channel: discord.PartialMessageable) -> None:
        await channel.send("A player has moved.", file=discord.File(self.picture, description="A board."))


class Lean(Bare):
    """The same with the requests of a whole turn, and as little else as possible."""

    def __init__(self, picture: Path) -> None:
        commands.Bot.__init__(
            self,
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._bytes = picture.read_bytes()
        self._latest: dict[int, discord.Message] = {}

    async def post(self, channel: discord.PartialMessageable) -> None:
        """Post the picture with a button, and take the button of the one before."""
        file = discord.File(io.BytesIO(self._bytes), "board.png", description="A board.")
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Play", custom_id="play"))
        sent = await channel.send("A player has moved. It is your turn.", file=file, view=view)
        view.stop()
        if old := self._latest.get(channel.id):
            await old.edit(view=None)
        self._latest[channel.id] = sent

    async def on_connect(self) -> None:
        """Take what stays for good out of the collector's sight."""
        gc.collect()
        gc.freeze()


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    (Lean if "lean" in sys.argv[2:] else Bare)(Path(sys.argv[1])).run(os.environ["DISCORD_TOKEN"])
