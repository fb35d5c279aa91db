"""`/match replay`: a match in pages, animated or on a card, and the position that a message shows."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

import discord
from discord import app_commands

from cogs.core.access import WHICH_SEEN, SeenNumber, match_for, may_be_public, reader_of, readers_of, seen_match
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.messages import custom_ids, reply
from cogs.core.text import mark
from cogs.review.viewer import open_viewer, send_analysis, send_reel
from cogs.ui.boards import PRACTISE
from cogs.ui.pictures import card_in_words, draw_card, pictured
from cogs.ui.replay import ReplayedGame, Side, TurnNumber, check_side, check_turns, replayed_game_of
from engine.text import say
from hosting.match.model import Match

# Which position a message shows: for the commands in the menu of a message, Replay from here and Board as text.
#
# Only messages of the bot's own tell: by the name of their picture, or by the ids of their buttons. What they tell is
# looked up as if it had been typed, for a person who may look at the match.


async def position_in(interaction: Interaction, message: discord.Message) -> tuple[Match, ReplayedGame, int]:
    """Return the match of a message, as everybody may see it, and the number of the turn after which it was posted.

    Raises:
        Refusal: It shows no position of a match, or one that was taken back.
        NoSuchMatch: The person may not see the match.
        ReplayError: This version of the program cannot play it through.
    """
    shown = _shown_in(message) if message.author == interaction.client.user else None
    if shown is None:
        raise Refusal(
            say(
                "This message doesn't show a position from a match. Use this on one of my messages with a "
                "board, or with a match's buttons. `/match replay` and `/board` show any turn of a match."
            ),
            code="no-position",
        )
    number, seq = shown
    match = await match_for(interaction, number)
    before = await interaction.client.arena.matches.at(match, seq)
    count, now = len(before.entries), match.session
    if before.setup != now.setup or before.entries != now.entries[:count]:
        raise Refusal(
            say("What this message shows has been taken back. `/match replay` shows the turns that count."),
            code="taken-back",
        )
    story = await replayed_game_of(interaction.client, match)
    return match, story, max(moment.number for moment in story.history if moment.entries <= count)


def _shown_in(message: discord.Message) -> tuple[int, int] | None:
    found = next(filter(None, (pictured(file.filename) for file in message.attachments)), None)
    if found is not None:
        return found
    pressed = (each for each in map(MatchId.parse, custom_ids(message)) if each is not None)
    # On the button that practises from a turn, the event's number is that of the turn.
    return next(((each.match, each.seq) for each in pressed if each.action != PRACTISE), None)


Audience = Literal["me", "everyone"]
Form: TypeAlias = Literal["pages", "animation", "summary"]

# Literals are not extracted for translation.
mark("pages")
mark("animation")
mark("summary")


class Replay(ArenaCog):
    """Replays matches."""

    under = "match"

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Replay from here"), callback=self.from_message)

    async def from_message(self, interaction: Interaction, message: discord.Message) -> None:
        _, story, number = await position_in(interaction, message)
        await open_viewer(interaction, story, number)

    @app_commands.command(description=mark("Page through a match from the start, or get an animation or a summary"))
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        form=mark("Pages to go through, one animated picture, or a card with result, length and captures"),
        turn=mark("For pages: number of the turn to start with"),
        first=mark("For an animation: number of the first turn"),
        last=mark("For an animation: number of the last turn"),
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
        public = show == "everyone" and may_be_public(found, interaction.channel_id)
        match form:
            case "pages":
                story = await replayed_game_of(self.bot, found)
                await open_viewer(interaction, story, turn or 0, check_side(story, side))
            case "animation":
                story = await replayed_game_of(self.bot, found)
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
        await interaction.response.defer(ephemeral=not public, thinking=True)
        story = await replayed_game_of(self.bot, found)
        reader = await (readers_of(interaction) if public else reader_of(interaction))
        if reader.text_boards:
            words = card_in_words(story, reader)
            await reply(interaction, words, public=public)
            return
        await reply(interaction, files=[await draw_card(story, reader)], public=public)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        await open_viewer(interaction, await replayed_game_of(self.bot, match), 0)

    async def analyse(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        await send_analysis(interaction, await replayed_game_of(self.bot, match))
