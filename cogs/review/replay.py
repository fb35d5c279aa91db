"""`/replay`: a match to page through, as an animated picture, or on a card; and the button Replay."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaBot, ArenaGroup, Interaction
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

Audience = Literal["me", "everyone"]

_TURN, _SIDE, _SHOW = mark("Number of a turn"), mark("From whose side the board is seen"), mark("Who sees it")


class Replay(ArenaGroup, group_name="replay", group_description=mark("Look at a match from its beginning")):
    """Shows how matches came about."""

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Replay from here"), callback=self.from_message)

    async def from_message(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the viewer at the turn that a message shows."""
        _, story, number = await position_in(interaction, message)
        await open_viewer(interaction, story, number)

    @app_commands.command(description=mark("Page through a match"))
    @app_commands.describe(turn=_TURN, side=_SIDE, match=WHICH_SEEN)
    async def view(
        self,
        interaction: Interaction,
        turn: TurnNumber | None = None,
        side: Side | None = None,
        match: SeenNumber | None = None,
    ) -> None:
        """Open the viewer, at the start or at a turn, for the person who asked."""
        found = await seen_match(interaction, match)
        story = await story_of(self.bot, found)
        await open_viewer(interaction, story, turn or 0, check_side(story, side))

    @app_commands.command(description=mark("Get a match, or some of its turns, as an animated picture"))
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first=mark("Number of the first turn"),
        last=mark("Number of the last turn"),
        side=_SIDE,
        show=_SHOW,
        match=WHICH_SEEN,
    )
    async def animation(
        self,
        interaction: Interaction,
        first: TurnNumber | None = None,
        last: TurnNumber | None = None,
        side: Side | None = None,
        show: Audience = "me",
        match: SeenNumber | None = None,
    ) -> None:
        """Send the match as an animated picture, or as a text to those who read boards as text."""
        found = await seen_match(interaction, match)
        public = show == "everyone" and for_all(found, interaction.channel_id)
        story = await story_of(self.bot, found)
        await send_reel(
            interaction,
            story,
            *check_turns(story, first or None, last),
            side=check_side(story, side),
            public=await readers_of(interaction) if public else None,
        )

    @app_commands.command(description=mark("Show result, length, captures and the course of a match"))
    @app_commands.describe(show=_SHOW, match=WHICH_SEEN)
    async def summary(self, interaction: Interaction, show: Audience = "me", match: SeenNumber | None = None) -> None:
        """Show the summary card."""
        found = await seen_match(interaction, match)
        public = show == "everyone" and for_all(found, interaction.channel_id)
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
