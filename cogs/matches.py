"""`/matches`: where one plays, and what is played in the server."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import ArenaBot, Interaction
from cogs.here import home, link
from cogs.ui.text import MESSAGE_LIMIT, mark, plain, safe, shown
from engine.registry import get
from engine.text import Text, say
from hosting.housing import to_do
from hosting.model import MatchSummary

Which = Literal["mine", "here"]

# What a Literal holds is not extracted for translation.
mark("mine")
mark("here")


class MatchesCog(commands.Cog):
    """Lists matches."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(description=mark("List matches, with links"))
    @app_commands.describe(which=mark("Yours, or all in this server"))
    async def matches(self, interaction: Interaction, which: Which = "mine") -> None:
        """List the person's own running matches, or those of the server."""
        matches = self.bot.arena.matches
        if which == "mine":
            found = await matches.of_user(interaction.user.id)
            title, empty = say("Your matches"), say("You play no match at the moment. `/new` opens a table.")
        else:
            mine = {each.id for each in await matches.of_user(interaction.user.id, interaction.guild_id)}
            all_here = await matches.in_guild(interaction.guild_id or 0)
            found = [each for each in all_here if each.id in mine or _may_look(interaction, each.channel_id)]
            title, empty = say("Matches in this server"), say("There is no match to see in this server at the moment.")
        if not found:
            await _answer(interaction, shown(empty, interaction.locale))
            return
        lines = [f"**{shown(title, interaction.locale)}**"]
        for index, summary in enumerate(found):
            line = shown(await self._line(interaction, summary), interaction.locale)
            rest = shown(say("And {count} more.", count=len(found) - index), interaction.locale)
            if sum(map(len, lines)) + len(lines) + len(line) + len(rest) + 1 > MESSAGE_LIMIT:
                lines.append(rest)
                break
            lines.append(line)
        await _answer(interaction, "\n".join(lines))

    async def _line(self, interaction: Interaction, summary: MatchSummary) -> Text:
        channel_id = summary.channel_id
        info = get(summary.game).info
        mode = info.mode(summary.mode)
        waiting = ", ".join(f"<@{user_id}>" for user_id in summary.to_act)
        if mode is not None and mode.silent:
            match = await self.bot.arena.matches.get(summary.id)
            channel_id = home(match, interaction.user.id)
            # A mention shows what somebody calls themselves now, which a partner could read as a message (R29).
            waiting = ", ".join(safe(match.names[seat - 1]) for seat in sorted(match.session.to_act))
        values = {
            "link": link(summary.guild_id, channel_id),
            "game": info.name,
            "mode": plain(mode.name, interaction.locale) if mode is not None else summary.mode,
            "names": ", ".join(map(safe, summary.names)),
            "when": discord.utils.format_dt(summary.moved_at, "R"),
        }
        if summary.status == "parked":
            parked = (await self.bot.arena.matches.get(summary.id)).parked
            if parked is not None:
                return say(
                    "⏸️ {link} {game}, {mode}: {names}. Interrupted: {reason} {remedy}",
                    reason=parked.text,
                    remedy=to_do(parked),
                    **values,
                )
        if interaction.user.id in summary.to_act:
            return say("▶️ {link} {game}, {mode}: {names}. **It is your turn**, since {when}.", **values)
        return say("• {link} {game}, {mode}: {names}. Waiting for {waiting} since {when}.", waiting=waiting, **values)


def _may_look(interaction: Interaction, channel_id: int) -> bool:
    """Return whether a person can look into a channel; a list tells nobody of matches in others."""
    guild, user = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    return channel is not None and isinstance(user, discord.Member) and channel.permissions_for(user).view_channel


async def _answer(interaction: Interaction, content: str) -> None:
    await interaction.response.send_message(
        content, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), suppress_embeds=True
    )


async def setup(bot: ArenaBot) -> None:
    """Load the extension."""
    await bot.add_cog(MatchesCog(bot))
