"""`/match replay`: a match to page through, as an animated picture, or on a card; and the button Replay."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.context import for_all
from cogs.core.converters import WHICH_SEEN, SeenNumber, seen_match
from cogs.core.readers import reader_of, readers_of
from cogs.core.replies import reply
from cogs.core.text import mark
from cogs.review.shown_in import position_in
from cogs.review.viewer import open_viewer, send_reel
from cogs.ui.card import card_in_words, draw_card
from cogs.ui.story import check_side, check_turns, story_of
from cogs.ui.turn_options import Side, TurnNumber
from hosting.match.model import Match

Audience = Literal["me", "everyone"]
Form: TypeAlias = Literal["pages", "animation", "summary"]

# What a Literal holds is not extracted for translation.
mark("pages")
mark("animation")
mark("summary")


class Replay(ArenaCog):
    """Shows how matches came about."""

    under = "match"

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Replay from here"), callback=self.from_message)

    async def from_message(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the viewer at the turn that a message shows."""
        _, story, number = await position_in(interaction, message)
        await open_viewer(interaction, story, number)

    @app_commands.command(description=mark("Page through a match from its beginning, or get an animation or a summary"))
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        form=mark("Pages to turn, one animated picture, or a card with result, length and captures"),
        turn=mark("In pages: number of the turn to begin with"),
        first=mark("In an animation: number of the first turn"),
        last=mark("In an animation: number of the last turn"),
        side=mark("Whose side to see the board from"),
        show=mark("Who sees an animation or a summary"),
        match=WHICH_SEEN,
    )
    async def replay(
        self,
        interaction: Interaction,
        *,
        form: Form = "pages",
        turn: TurnNumber | None = None,
        first: TurnNumber | None = None,
        last: TurnNumber | None = None,
        side: Side | None = None,
        show: Audience = "me",
        match: SeenNumber | None = None,
    ) -> None:
        """Open the viewer for the person who asked, or send the match as an animated picture or on a card."""
        found = await seen_match(interaction, match)
        public = show == "everyone" and for_all(found, interaction.channel_id)
        match form:
            case "pages":
                story = await story_of(self.bot, found)
                await open_viewer(interaction, story, turn or 0, check_side(story, side))
            case "animation":
                story = await story_of(self.bot, found)
                await send_reel(
                    interaction,
                    story,
                    *check_turns(story, first or None, last),
                    side=check_side(story, side),
                    public=await readers_of(interaction) if public else None,
                )
            case "summary":
                await self._summarise(interaction, found, public=public)
            case _:
                assert_never(form)

    async def _summarise(self, interaction: Interaction, found: Match, *, public: bool) -> None:
        """Show the summary card."""
        await interaction.response.defer(ephemeral=not public, thinking=True)
        story = await story_of(self.bot, found)
        reader = await (readers_of(interaction) if public else reader_of(interaction))
        if reader.text_boards:
            words = card_in_words(story, reader)
            await reply(interaction, words, public=public)
            return
        await reply(interaction, files=[await draw_card(story, reader)], public=public)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Open the viewer at the start of a match; an old board will do."""
        match = await match_for(interaction, match_id)
        await open_viewer(interaction, await story_of(self.bot, match), 0)
