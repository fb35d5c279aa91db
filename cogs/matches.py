"""`/matches`: where one plays, and what is played in the server."""

from __future__ import annotations

import re
from typing import Any, Literal, Self, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import ArenaBot, Interaction
from cogs.rights import seen_matches
from cogs.ui.items import Guarded
from cogs.ui.text import mark, plain, shown
from cogs.ui.waiting import by_urgency, list_pages
from engine.text import say

Which = Literal["mine", "here"]

# What a Literal holds is not extracted for translation.
mark("mine")
mark("here")

TEMPLATE = r"w:(?P<which>mine|here):(?P<page>\d{1,4})"


class PageButton(Guarded, discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    """Turns to another page of a list; the list is made anew."""

    def __init__(self, which: Which, page: int, label: str = "…") -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"w:{which}:{page}"))
        self.which = which
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the button that was pressed."""
        return cls(cast("Which", match["which"]), int(match["page"]))

    async def act(self, interaction: Interaction) -> None:
        """Show the page in place of the one before."""
        content, view = await _page(interaction, self.which, self.page)
        await interaction.response.edit_message(
            content=content, view=view, allowed_mentions=discord.AllowedMentions.none()
        )


class MatchesCog(commands.Cog):
    """Lists matches."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer buttons of earlier runs."""
        self.bot.add_dynamic_items(PageButton)

    @app_commands.command(description=mark("List matches, the most urgent first, with links"))
    @app_commands.describe(which=mark("Yours, or all in this server"))
    async def matches(self, interaction: Interaction, which: Which = "mine") -> None:
        """List the person's own running matches, or those of the server."""
        content, view = await _page(interaction, which, 1)
        await interaction.response.send_message(
            content, view=view, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), suppress_embeds=True
        )


async def _page(interaction: Interaction, which: Which, number: int) -> tuple[str, discord.ui.View]:
    """Return one page of a list, and the buttons that lead to the next ones."""
    user_id, locale = interaction.user.id, interaction.locale
    view = discord.ui.View(timeout=None)
    if which == "mine":
        found = await interaction.client.arena.matches.of_user(user_id)
        title, empty = say("Your matches"), say("You play no match at the moment. `/new` opens a table.")
    else:
        found = await seen_matches(interaction)
        title, empty = say("Matches in this server"), say("There is no match to see in this server at the moment.")
    if not found:
        return shown(empty, locale), view
    pages = await list_pages(interaction.client, title, by_urgency(found, user_id), user_id, locale)
    here = min(number, len(pages))
    for text, page in ((say("◀ Previous page"), here - 1), (say("Next page ▶"), here + 1)):
        if 1 <= page <= len(pages):
            view.add_item(PageButton(which, page, plain(text, locale)))
    return pages[here - 1], view


async def setup(bot: ArenaBot) -> None:
    """Load the extension."""
    await bot.add_cog(MatchesCog(bot))
